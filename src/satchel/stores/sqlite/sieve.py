"""A filter inside a search that ranks outside SQL: which of the numbered records that came out best pass it.

Either all that pass are listed first, where an index says that they are few; or the best are asked, and more of them as
long as too few pass. So what a filter costs follows from what it leaves, not from the size of the store, and records of
other scopes never crowd a scope out.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

import numpy as np
import numpy.typing as npt

from satchel.stores.sqlite import filters
from satchel.stores.sqlite.connection import Handle
from satchel_protocol.state import Filter

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

LISTED: Final = 20_000
"""Records of the scopes or the time that are asked up to which they are listed beforehand; that takes about 10 ms."""
_SMALL_SHARE: Final = 4
"""… and only where they are at most one in so many; else the best that come out are mostly among them anyway."""
_KEPT: Final = 16
_FIRST: Final = 2
"""Times the limit: how many of the best are asked at first."""
_MORE: Final = 8
_MOST_ASKED: Final = 30_000
"""Best that are asked; when too few of them pass, all that pass are listed after all."""


class Sieves:
    """Makes the sieves of one store. What one listed, the next of the same filter need not, until the store changes."""

    def __init__(self) -> None:
        self._seq = -1
        self._listed: dict[filters.Condition, Numbers] = {}

    def of(self, db: Handle, where: Filter) -> Sieve:
        """The sieve of a filter, for one transaction."""
        seq = int(db.value("SELECT value FROM internals WHERE name = 'seq'") or 0)
        if seq != self._seq or len(self._listed) > _KEPT:
            self._seq = seq
            self._listed.clear()
        return Sieve(db, where, self._listed)


class Sieve:
    """One filter on the records of one store, within one transaction.

    Attributes:
        listed: Numbers of all records that pass, ascending; None where they may be many.
        share: Of those that `best` asked last, how many passed, 0 to 1.
    """

    def __init__(self, db: Handle, where: Filter, known: dict[filters.Condition, Numbers]) -> None:
        """Use `Sieves.of`."""
        self._db, self._known = db, known
        self._condition = filters.of_filter(where)
        self.share = 0.0
        self.listed = self.all() if self._condition in known or _leaves_few(db, where) else None

    def all(self) -> Numbers:
        """Numbers of all records that pass, ascending."""
        if self._condition not in self._known:
            self._known[self._condition] = numbers_of(self._db, self._condition)
        return self._known[self._condition]

    def named(self, ids: Collection[str]) -> Numbers:
        """Numbers of the records of these ids that pass, ascending."""
        rows = self._db.all(
            f"SELECT r.n FROM records r WHERE r.id IN (SELECT value FROM json_each(?)) AND {self._condition.sql}",
            (json.dumps(sorted(ids)), *self._condition.parameters),
        )
        return np.sort(np.array([n for (n,) in rows], np.int64))

    def passing(self, numbers: Numbers) -> dict[int, str]:
        """Number → id of those that exist and pass."""
        return dict(
            self._db.among(
                f"SELECT r.n, r.id FROM records r WHERE r.n IN ({{numbers}}) AND {self._condition.sql}",
                numbers.tolist(),
                self._condition.parameters,
            )
        )

    def best(self, numbers: Numbers, scores: Scores, limit: int, *, of_these: bool = False) -> list[tuple[int, float]]:
        """(number, score) of the best that pass, best first, ties by id; at most `limit`.

        Args:
            numbers: Records, ascending; where `listed` is known, of these alone.
            scores: Of each.
            limit: How many.
            of_these: Ask each of these, where all records that pass would be listed else; for some thousands.
        """
        asked = limit * _FIRST
        while True:
            places = _highest(scores, asked)
            ids = self.passing(numbers[places])
            self.share = len(ids) / max(1, places.size)
            if len(ids) >= limit or places.size == numbers.size:
                break
            if places.size * _MORE > _MOST_ASKED and not of_these:
                inside = np.isin(numbers, self.all(), assume_unique=True)
                numbers, scores = numbers[inside], scores[inside]
                asked = limit
            else:
                asked = places.size * _MORE
        hits = [
            (n, score) for n, score in zip(numbers[places].tolist(), scores[places].tolist(), strict=True) if n in ids
        ]
        hits.sort(key=lambda hit: (-hit[1], ids[hit[0]]))
        return hits[:limit]


def numbers_of(db: Handle, condition: filters.Condition) -> Numbers:
    """Numbers of all records that meet a condition, ascending."""
    rows = db.all(f"SELECT r.n FROM records r WHERE {condition.sql}", condition.parameters)
    return np.sort(np.fromiter((n for (n,) in rows), np.int64, len(rows)))


def count_up_to(db: Handle, condition: filters.Condition, most: int) -> int:
    """How many records meet a condition for which there is an index; at most `most`."""
    return int(
        db.value(
            f"SELECT count(*) FROM (SELECT 1 FROM records r WHERE {condition.sql} LIMIT {most})", condition.parameters
        )
    )


def _leaves_few(db: Handle, where: Filter) -> bool:
    most = min(LISTED, (db.value("SELECT max(n) FROM records") or 0) // _SMALL_SHARE)
    indexed = [filters.of_times(where)]
    if filters.is_narrow(where.scopes):
        indexed.append(filters.of_scopes(where.scopes))
    return any(part != filters.ALWAYS and count_up_to(db, part, most + 1) <= most for part in indexed)


def _highest(scores: Scores, count: int) -> Numbers:
    """Places of the `count` highest scores, and of all that equal the lowest of them."""
    if scores.size <= count:
        return np.arange(scores.size)
    least = np.partition(scores, scores.size - count)[scores.size - count]
    return np.flatnonzero(scores >= least)
