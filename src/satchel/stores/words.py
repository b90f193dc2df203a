"""A full-text index in memory: which records hold which tokens, ranked by BM25. Made when it is first asked."""

from __future__ import annotations

import bisect
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator

from satchel.text.tokens import index_tokens, query
from satchel_protocol.record import Record

K1, B = 1.2, 0.75
"""Source: the defaults of SQLite's FTS5, so that two stores rank alike."""


class WordList:
    """Postings of the project's own tokens.

    Records wait until somebody searches: whoever only writes or reads by id never pays for the index.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, Record] = {}
        self._postings: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._lengths: dict[str, int] = {}
        self._total = 0
        self._sorted: list[str] | None = None

    def add(self, record: Record) -> None:
        """Index a record whose id is not indexed."""
        self._waiting[record.id] = record

    def remove(self, record: Record) -> None:
        """Take a record out, as it was added; silent when it is not there."""
        if self._waiting.pop(record.id, None) is not None:
            return
        length = self._lengths.pop(record.id, None)
        if length is None:
            return
        self._total -= length
        for token in set(index_tokens(searchable(record))):
            holders = self._postings[token]
            del holders[record.id]
            if not holders:
                del self._postings[token]
                self._sorted = None

    def rank(
        self, text: str, passes: Callable[[str], bool], limit: int, also: Collection[str] = ()
    ) -> list[tuple[str, float]]:
        """(id, score) of the records that hold any term of a query and pass, best first, ties by id.

        At most `limit`, and those of `also` that come later.

        A term's weight is log(1 + (N - n + 0.5) / (n + 0.5)), N records of which n hold it: above 0 however common it
        is, so that a store of three memories ranks as sensibly as a large one.

        Source: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009; the 1 + is Lucene's.
        """
        self._take_in()
        scores: defaultdict[str, float] = defaultdict(float)
        count, average = len(self._lengths), self._total / max(1, len(self._lengths))
        for term in query(text).terms:
            holders = self._holders(term.token) if term.prefix else self._postings.get(term.token, {})
            rarity = math.log1p((count - len(holders) + 0.5) / (len(holders) + 0.5))
            for id, times in holders.items():
                norm = K1 * (1 - B + B * self._lengths[id] / average)
                scores[id] += rarity * times * (K1 + 1) / (times + norm)
        ranked = sorted(((id, score) for id, score in scores.items() if passes(id)), key=lambda hit: (-hit[1], hit[0]))
        return ranked[:limit] + [hit for hit in ranked[limit:] if hit[0] in also] if also else ranked[:limit]

    def _take_in(self) -> None:
        while self._waiting:
            id = next(reversed(self._waiting))
            tokens = index_tokens(searchable(self._waiting[id]))
            for token, times in Counter(tokens).items():
                if token not in self._postings:
                    self._sorted = None
                self._postings[token][id] = times
            # Last, so that whoever interrupts it finds the record still waiting.
            self._lengths[id] = len(tokens)
            self._total += len(tokens)
            del self._waiting[id]

    def _holders(self, prefix: str) -> dict[str, int]:
        """Records with any token of this prefix, with how many of them."""
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


def searchable(record: Record) -> str:
    """What full text looks at: the content, the key and the tags."""
    return "\n".join((record.content, record.key or "", *record.tags))
