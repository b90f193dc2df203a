"""A full-text index in memory, made anew at every open: which texts hold which tokens, ranked by BM25."""

from __future__ import annotations

import bisect
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from satchel.text.tokens import index_tokens, query

K1, B = 1.2, 0.75
"""Source: the defaults of SQLite's FTS5, so that two stores rank alike."""


class WordList:
    """Postings of the project's own tokens."""

    def __init__(self) -> None:
        self._postings: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._tokens: dict[str, Counter[str]] = {}
        self._length = 0
        self._sorted: list[str] | None = None

    def add(self, id: str, text: str) -> None:
        """Index a text under an id that is not indexed."""
        counts = Counter(index_tokens(text))
        self._tokens[id] = counts
        self._length += counts.total()
        for token, count in counts.items():
            if token not in self._postings:
                self._sorted = None
            self._postings[token][id] = count

    def remove(self, id: str) -> None:
        """Take a text out; silent when it is not there."""
        counts = self._tokens.pop(id, None)
        if counts is None:
            return
        self._length -= counts.total()
        for token in counts:
            holders = self._postings[token]
            holders.pop(id, None)
            if not holders:
                del self._postings[token]
                self._sorted = None

    def rank(self, text: str, passes: Callable[[str], bool], limit: int) -> list[tuple[str, float]]:
        """(id, score) of the texts that hold any term of a query and pass, best first, ties by id."""
        scores: defaultdict[str, float] = defaultdict(float)
        total, average = len(self._tokens), self._length / max(1, len(self._tokens))
        for term in query(text).terms:
            holders = self._holders(term.token) if term.prefix else self._postings.get(term.token, {})
            if not holders:
                continue
            # As FTS5 does it, a term that more than half of the texts hold still counts a little.
            rarity = max(1e-6, math.log((total - len(holders) + 0.5) / (len(holders) + 0.5)))
            for id, count in holders.items():
                norm = K1 * (1 - B + B * self._tokens[id].total() / average)
                scores[id] += rarity * count * (K1 + 1) / (count + norm)
        ranked = sorted(((id, score) for id, score in scores.items() if passes(id)), key=lambda hit: (-hit[1], hit[0]))
        return ranked[:limit]

    def _holders(self, prefix: str) -> dict[str, int]:
        """Texts with any token of this prefix, with how many of them."""
        found: Counter[str] = Counter()
        for token in self._with_prefix(prefix):
            found.update(self._postings[token])
        return found

    def _with_prefix(self, prefix: str) -> Iterator[str]:
        if self._sorted is None:
            self._sorted = sorted(self._postings)
        for place in range(bisect.bisect_left(self._sorted, prefix), len(self._sorted)):
            if not self._sorted[place].startswith(prefix):
                return
            yield self._sorted[place]
