"""From numbers and scores to candidates: the records behind them, decoded once for the several searches of a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from satchel.stores.sqlite.rows import ReadTransaction
from satchel_protocol.state import Candidate, Version

_MOST_KEPT: Final = 10_000
"""Some 20 MB: a store of a person is decoded once."""


class Candidates:
    """Makes candidates of one store. What was decoded is good until the store changes."""

    def __init__(self) -> None:
        self._seq = -1
        self._versions: dict[int, Version] = {}

    def of(self, tx: ReadTransaction, hits: Sequence[tuple[int, float]]) -> list[Candidate]:
        """The records of these numbers with their scores, best first, ties by id."""
        seq = tx.last_seq()
        if seq != self._seq or len(self._versions) > _MOST_KEPT:
            self._versions.clear()
            self._seq = seq
        self._versions |= tx.numbered([n for n, _ in hits if n not in self._versions])
        found = [Candidate(version=self._versions[n], score=score) for n, score in hits if n in self._versions]
        return sorted(found, key=lambda candidate: (-candidate.score, candidate.record.id))
