"""What every reader of a foreign source promises: each row gets one fate, with a reason, and nothing is dropped unsaid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from satchel_protocol.record import Record
from satchel_protocol.tombstone import Tombstone


class Fate(StrEnum):
    """What became of a source row. Every row ends in exactly one."""

    MEMORY = "memory"
    EVIDENCE = "evidence"
    """A turn of a conversation: an archived `interaction`."""
    LOG = "log"
    """A line of a system log. No memory; imported only on request, and then still counted here."""
    VECTOR = "vector"
    STRUCTURE = "structure"
    """A lookup table, an index, a header: its sense went into other rows or there is none for a person."""
    DUPLICATE = "duplicate"
    EMPTY = "empty"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One source row and what became of it."""

    source: str
    """As `Table.source`."""
    table: str
    """As `Table.name`."""
    position: str
    """As `Row.position`."""
    fate: Fate
    reason: str = ""
    """Why, in a sentence for a person; empty only for a plain memory or evidence."""
    records: tuple[Record, ...] = ()
    """What the row gave; one row may give several (a list in a field) or share one (`DUPLICATE` gives none)."""
    tombstones: tuple[Tombstone, ...] = ()
    """Deletes that the source shows."""
    said: tuple[str, ...] = field(default=(), repr=False)
    """What the deleted items said, in the order of `tombstones`, empty where the source does not tell it or another
    item of it says the same and lives. Held in memory alone, until the store has made prints of it."""
    raw: Any = None
    """The row as it was read, for REJECTED rows only, so that it can be looked at and repaired."""
    weight: int = 1
    """How many source rows this stands for."""


def _now() -> datetime:
    return datetime.now(UTC)


def _untold(_text: str) -> str:
    return "fact"


def _never(_text: str) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How a foreign source is read, whichever reader reads it."""

    scope: str = "user:me"
    """Of rows that name nobody."""
    timezone: str | None = None
    """Zone of times that name none. None, and UTC, which is what such times are taken for anyway: marked `assumed`."""
    logs: bool = False
    """Bring log lines in too, as archived interactions tagged `log`."""
    source_agent: str | None = None
    """Of rows that name none; None takes the source's own name."""
    account: str = ""
    """Keeps the ids of two sources apart that hold the same rows on purpose."""
    clock: Callable[[], datetime] = _now
    type_of: Callable[[str], str] = _untold
    """The type that a text's wording speaks for, where the source says nothing; `fact` when nobody judges it."""
    is_log: Callable[[str], bool] = _never
    """Whether a text's wording is clearly that of a system log; never when nobody judges it. It knows no context, so
    that a reader asks only where log lines are to be expected between memories."""
    progress: Callable[[int, int], None] | None = None
    """Told how far reading has come and how far there is to go, in rows or bytes."""
