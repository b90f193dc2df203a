"""What a question and each candidate have in common, word by word: read from the texts, the same for every store.

A store's own BM25 says whom to look at. How much a word says is judged here, among those candidates: of ten people
whose histories lie in one store, a name that every line of this history holds is rare in the store and tells nothing.
A long text is as good as its best piece: what stands in the middle of it counts as much as if it stood alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from satchel.text.pieces import piece_spans
from satchel.text.query import Query
from satchel.text.tokens import known_tokens
from satchel_protocol.record import Record

PIECE: Final = 600
"""Characters of a piece. Measured on long messages: docs/benchmarks.md, "Finding the right few"."""
_K1: Final = 1.2
_B: Final = 0.75
"""Source: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009; the values are SQLite's defaults."""
_POOL: Final = 50
"""Texts among which a word's rarity is judged, at the least: of three memories none is a measure of what is common."""


class Agreement(NamedTuple):
    """Of one candidate."""

    words: float
    """BM25 of its best piece among the candidates, 0 or more."""
    held: int
    """Which terms it holds: bit n for the nth."""
    coverage: float
    """Share of the terms that its best piece holds, 0 to 1."""
    side_by_side: float
    """Share of the question's neighbouring terms that are neighbours in that piece too, 0 to 1."""
    tokens: frozenset[str]
    """All it holds, of whatever kind."""
    piece: tuple[int, int] | None
    """Where the best piece begins and ends in the content; None for a short text, and where no word is held."""


class _Piece(NamedTuple):
    span: tuple[int, int] | None
    tokens: Sequence[str]
    different: frozenset[str]
    times: dict[int, int]
    """Place of a term that it holds → how often."""

    @property
    def held(self) -> int:
        """Bit n for the nth term."""
        return sum(1 << place for place in self.times)


def agreements(records: Mapping[str, Record], asked: Query) -> dict[str, Agreement]:
    """Compare each candidate with the question, by id; what holds a term in a text of average length gains most."""
    terms = _Terms(asked)
    taken = {id: _pieces(record, terms) for id, record in records.items()}
    held = {id: _union(pieces) for id, pieces in taken.items()}
    weights = rarities(list(held.values()), len(asked.terms))
    lengths = [len(piece.tokens) for pieces in taken.values() for piece in pieces]
    average = sum(lengths) / max(1, len(lengths)) or 1.0
    agreed = {}
    for id, pieces in taken.items():
        best = pieces[0]
        words = _bm25(best, weights, average)
        for piece in pieces[1:]:
            if (more := _bm25(piece, weights, average)) > words:
                words, best = more, piece
        agreed[id] = Agreement(
            words=words,
            held=held[id],
            coverage=len(best.times) / len(asked.terms) if asked.terms else 0.0,
            side_by_side=asked.neighbours(best.tokens) if len(best.times) > 1 else 0.0,
            tokens=frozenset().union(*(piece.different for piece in pieces)) if len(pieces) > 1 else best.different,
            piece=best.span if best.times else None,
        )
    return agreed


def rarities(held: Sequence[int], terms: int) -> list[float]:
    """The weight of each term, by how many of these candidates hold it; above 0 however common it is.

    Args:
        held: `Agreement.held` of each.
        terms: How many terms there are.
    """
    count = max(len(held), _POOL)
    alike = Counter(held)  # many candidates hold the same few terms
    holders = [sum(n for bits, n in alike.items() if bits >> place & 1) for place in range(terms)]
    return [math.log1p((count - n + 0.5) / (n + 0.5)) for n in holders]


class _Terms:
    """The terms of a question by their tokens, each with its place."""

    def __init__(self, asked: Query) -> None:
        self.whole = {term.token: place for place, term in enumerate(asked.terms) if not term.prefix}
        self.known = frozenset(self.whole)
        self.beginnings = [(term.token, place) for place, term in enumerate(asked.terms) if term.prefix]

    def times(self, tokens: Sequence[str], different: frozenset[str]) -> dict[int, int]:
        """Place of each term that is among these tokens → how often."""
        found = {self.whole[token]: tokens.count(token) for token in different & self.known}
        for beginning, place in self.beginnings:
            if count := sum(token.startswith(beginning) for token in tokens):
                found[place] = count
        return found


def _pieces(record: Record, terms: _Terms) -> list[_Piece]:
    """The content in pieces; the key and the tags are searched as if each piece had them."""
    more = " ".join((record.key or "", *record.tags)) if record.key or record.tags else ""
    whole = [(0, len(record.content))]
    spans = (piece_spans(record.content, PIECE) or whole) if len(record.content) > PIECE else whole
    pieces = []
    for start, end in spans:
        tokens, different = known_tokens(record.content[start:end])
        if more:
            also, others = known_tokens(more)
            tokens, different = [*tokens, *also], different | others
        pieces.append(
            _Piece((start, end) if len(spans) > 1 else None, tokens, different, terms.times(tokens, different))
        )
    return pieces


def _union(pieces: Sequence[_Piece]) -> int:
    held = 0
    for piece in pieces:
        held |= piece.held
    return held


def _bm25(piece: _Piece, weights: Sequence[float], average: float) -> float:
    if not piece.times:
        return 0.0
    norm = _K1 * (1 - _B + _B * len(piece.tokens) / average)
    # In the order of the terms, since sums of floats depend on it.
    total = 0.0
    for place in sorted(piece.times):
        n = piece.times[place]
        total += weights[place] * n * (_K1 + 1) / (n + norm)
    return total
