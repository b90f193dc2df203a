"""What a question and each candidate have in common, word by word: read from the texts, the same for every store.

A store's own BM25 says whom to look at. How much a word says is judged here, among those candidates: of ten people
whose histories lie in one store, a name that every line of this history holds is rare in the store and tells nothing.
A long text is as good as its best piece: what stands in the middle of it counts as much as if it stood alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from satchel.text.pieces import piece_spans
from satchel.text.query import Query
from satchel.text.tokens import index_tokens
from satchel_protocol.record import Record

PIECE: Final = 600
"""Characters of a piece. Measured on long messages: docs/benchmarks.md, "Finding the right few"."""
_K1: Final = 1.2
_B: Final = 0.75
"""Source: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009; the values are SQLite's defaults."""
_POOL: Final = 50
"""Texts among which a word's rarity is judged, at the least: of three memories none is a measure of what is common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
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


@dataclass(frozen=True, slots=True)
class _Piece:
    span: tuple[int, int] | None
    tokens: list[str]
    times: list[int]
    held: int


def agreements(records: Mapping[str, Record], asked: Query) -> dict[str, Agreement]:
    """Compare each candidate with the question, by id; what holds a term in a text of average length gains most."""
    taken = {id: _pieces(record, asked) for id, record in records.items()}
    held = {id: _union(pieces) for id, pieces in taken.items()}
    weights = rarities(list(held.values()), len(asked.terms))
    lengths = [len(piece.tokens) for pieces in taken.values() for piece in pieces]
    average = sum(lengths) / max(1, len(lengths)) or 1.0
    agreed = {}
    for id, pieces in taken.items():
        words, best = max(((_bm25(piece, weights, average), piece) for piece in pieces), key=lambda pair: pair[0])
        agreed[id] = Agreement(
            words=words,
            held=held[id],
            coverage=best.held.bit_count() / len(asked.terms) if asked.terms else 0.0,
            side_by_side=asked.neighbours(best.tokens) if best.held else 0.0,
            tokens=frozenset(token for piece in pieces for token in piece.tokens),
            piece=best.span if best.held else None,
        )
    return agreed


def rarities(held: Sequence[int], terms: int) -> list[float]:
    """The weight of each term, by how many of these candidates hold it; above 0 however common it is.

    Args:
        held: `Agreement.held` of each.
        terms: How many terms there are.
    """
    count = max(len(held), _POOL)
    holders = [sum(bits >> place & 1 for bits in held) for place in range(terms)]
    return [math.log1p((count - n + 0.5) / (n + 0.5)) for n in holders]


def _pieces(record: Record, asked: Query) -> list[_Piece]:
    """The content in pieces; the key and the tags are searched as if each piece had them."""
    more = " ".join((record.key or "", *record.tags))
    whole = [(0, len(record.content))]
    spans = (piece_spans(record.content, PIECE) or whole) if len(record.content) > PIECE else whole
    also = index_tokens(more) if more else []
    exact = {term.token: place for place, term in enumerate(asked.terms) if not term.prefix}
    prefixes = [(term.token, place) for place, term in enumerate(asked.terms) if term.prefix]
    pieces = []
    for start, end in spans:
        tokens = index_tokens(record.content[start:end]) + also
        times = [0] * len(asked.terms)
        for token in tokens:
            if (place := exact.get(token)) is not None:
                times[place] += 1
            for prefix, place in prefixes:
                times[place] += token.startswith(prefix)
        held = sum(1 << place for place, n in enumerate(times) if n)
        pieces.append(_Piece((start, end) if len(spans) > 1 else None, tokens, times, held))
    return pieces


def _union(pieces: Sequence[_Piece]) -> int:
    held = 0
    for piece in pieces:
        held |= piece.held
    return held


def _bm25(piece: _Piece, weights: Sequence[float], average: float) -> float:
    norm = _K1 * (1 - _B + _B * len(piece.tokens) / average)
    return sum(w * n * (_K1 + 1) / (n + norm) for w, n in zip(weights, piece.times, strict=True) if n)
