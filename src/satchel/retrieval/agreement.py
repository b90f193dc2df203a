"""What a question and each candidate have in common, word by word: read from the texts, the same for every store.

A store's own BM25 says whom to look at. How much a word says is judged here, among those candidates: of ten people
whose histories lie in one store, a name that every line of this history holds is rare in the store and tells nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from satchel.text.query import Query
from satchel.text.tokens import index_tokens
from satchel_protocol.record import Record

_K1: Final = 1.2
_B: Final = 0.75
"""Source: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009; the values are SQLite's defaults."""
_POOL: Final = 50
"""Texts among which a word's rarity is judged, at the least: of three memories none is a measure of what is common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Of one candidate."""

    words: float
    """BM25 among the candidates, 0 or more."""
    held: int
    """Which terms it holds: bit n for the nth."""
    coverage: float
    """Share of the terms that it holds, 0 to 1."""
    side_by_side: float
    """Share of the question's neighbouring terms that are neighbours in it too, 0 to 1."""


def agreements(records: Mapping[str, Record], asked: Query) -> dict[str, Agreement]:
    """Compare each candidate with the question, by id; what holds a term in a text of average length gains most."""
    tokens = {id: index_tokens(searched(record)) for id, record in records.items()}
    found = {id: [_times(term.token, term.prefix, counted) for term in asked.terms] for id, counted in _counts(tokens)}
    held = {id: _bits(times) for id, times in found.items()}
    weights = rarities(list(held.values()), len(asked.terms))
    average = sum(map(len, tokens.values())) / max(1, len(tokens))
    agreed = {}
    for id, times in found.items():
        norm = _K1 * (1 - _B + _B * len(tokens[id]) / (average or 1.0))
        agreed[id] = Agreement(
            words=sum(w * n * (_K1 + 1) / (n + norm) for w, n in zip(weights, times, strict=True) if n),
            held=held[id],
            coverage=held[id].bit_count() / len(times) if times else 0.0,
            side_by_side=asked.neighbours(tokens[id]) if held[id] else 0.0,
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


def searched(record: Record) -> str:
    """The text of a record that is searched: content, key and tags."""
    return " ".join((record.content, record.key or "", *record.tags))


def _counts(tokens: Mapping[str, Sequence[str]]) -> list[tuple[str, Counter[str]]]:
    return [(id, Counter(of)) for id, of in tokens.items()]


def _times(token: str, prefix: bool, counted: Counter[str]) -> int:
    if prefix:
        return sum(times for other, times in counted.items() if other.startswith(token))
    return counted[token]


def _bits(times: Sequence[int]) -> int:
    return sum(1 << place for place, n in enumerate(times) if n)
