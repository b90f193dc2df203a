"""What became of one record on its way through a recall, with the figures of each stage.

A recall fills the trail that it is handed; it takes no other way for it and does nothing twice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import MISSING, dataclass, fields

from satchel.retrieval.fusion import Fused
from satchel.retrieval.rerank import Ranked
from satchel_protocol.record import Record
from satchel_protocol.state import DEFAULT, Filter


@dataclass(slots=True)
class Trail:
    """The trail of the record `id`. Of several recalls for one question the last counts."""

    id: str
    query: str = ""
    """What was searched for, the words for a time left out."""
    where: Filter = DEFAULT
    """The filter, with the time that was read out of the question."""
    candidates: int = 0
    fused: Fused | None = None
    """The record as a candidate; None where no search brought it."""
    chance: float | None = None
    """That it is worth showing, 0 to 1."""
    best_chance: float = 0.0
    worthy: bool = False
    current: bool = False
    """Whether it stood after what others replace was taken out."""
    shown: bool = False
    """Whether it may be shown."""
    ranked: Ranked | None = None
    rank: int | None = None
    """Place from 1 among all that were ranked."""
    of: int = 0
    place: int | None = None
    """Place from 1 in the answer; None where it is not in it."""
    stands_for: str | None = None
    """Another record that says the same and stands in its place."""
    last_score: float | None = None
    """Of the last hit of the answer."""

    def began(self, query: str, where: Filter, records: Collection[str]) -> None:
        """The searches are done; what an earlier recall left is forgotten."""
        for part in fields(self):
            if part.name != "id":
                setattr(self, part.name, part.default if part.default is not MISSING else None)
        self.query, self.where, self.candidates = query, where, len(records)

    def judged(self, fused: Sequence[Fused], sure: Sequence[float], worthy: Sequence[Fused]) -> None:
        """Every candidate has its relevance and its chance of being worth showing."""
        for candidate, chance in zip(fused, sure, strict=True):
            if candidate.record.id == self.id:
                self.fused, self.chance = candidate, chance
        self.best_chance = max(sure, default=0.0)
        self.worthy = any(candidate.record.id == self.id for candidate in worthy)

    def kept(self, current: Sequence[Fused], shown: Sequence[Fused]) -> None:
        """What is replaced is out, then what may not be shown."""
        self.current = any(candidate.record.id == self.id for candidate in current)
        self.shown = any(candidate.record.id == self.id for candidate in shown)

    def answered(self, ranked: Sequence[Ranked], hits: Sequence[tuple[Record, Sequence[str], float]]) -> None:
        """The ranking and what of it is the answer: each hit's record, what was folded into it, and its score."""
        self.of = len(ranked)
        for number, one in enumerate(ranked, 1):
            if one.record.id == self.id:
                self.rank, self.ranked = number, one
        for number, (record, folded, score) in enumerate(hits, 1):
            self.last_score = score
            if record.id == self.id:
                self.place = number
            elif self.id in folded:
                self.stands_for = record.id
