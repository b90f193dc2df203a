"""Who answers in the new place: its recall, its wake block and its reading; or an agent's program in their stead."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from satchel_protocol.record import Record
from satchel_protocol.tombstone import Tombstone


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One record of an answer, with those that say the same and were folded into it."""

    record: Record
    also: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.record.id, *self.also)


class Responder(ABC):
    """The new place. What it is asked is the real thing: no search of its own."""

    @abstractmethod
    def recall(self, question: str, *, scope: str, limit: int, now: datetime) -> list[Answered]:
        """What answers a question, best first, as its owner sees it."""

    @abstractmethod
    def wake(self, task: str, *, scope: str, now: datetime) -> dict[str, str]:
        """What a new agent is told before a task, unasked: id → the part of the block that it stands in."""

    @abstractmethod
    def read(self, id: str) -> Record | None:
        """One record."""

    @abstractmethod
    def records(self) -> Iterator[Record]:
        """Everything, archived and superseded records too."""

    def rewritten(self, id: str) -> bool:
        """Whether the new place had another version of a record before, as far as it can tell."""
        return False

    @abstractmethod
    def tombstones(self) -> list[Tombstone]:
        """What was forgotten."""
