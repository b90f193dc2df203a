"""What a careful person expects of a rescued folder, written down before the product saw it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

ANY: Final = "(any)"
"""Of a time or a scope: reasonable people would differ, so nothing is checked."""
ME: Final = "user:me"
FACT: Final = ("fact",)
PREFERENCE: Final = ("preference",)
TASK: Final = ("task",)
SKILL: Final = ("skill",)
WISH: Final = ("preference", "fact")
"""A habit or a taste told as a fact: either word is right."""
KNOWN: Final = ("fact", "preference", "task", "skill")
"""Anything but a conversation turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One memory that has to come through as an active record."""

    text: str = ""
    """The whole content, up to white space. Empty where several columns make one sentence: then see `parts`."""
    parts: tuple[str, ...] = ()
    """Fragments that the content holds, in any order and case."""
    types: tuple[str, ...] = KNOWN
    """Types that are right."""
    at: str | tuple[str | None, ...] | None = None
    """`created_at`: an instant, several that are all defensible, ANY, or None for a record without a time."""
    precision: str = ""
    """`origin.time.precision`, checked where named."""
    scope: str | tuple[str, ...] = ME
    """Where it belongs; ANY, or several that are all defensible."""
    tags: tuple[str, ...] = ()
    """Tags that the record carries, besides others."""
    ttl_s: float | None = None
    """Seconds of validity that the source states; checked within a second."""
    shares: bool = False
    """True when one record may hold this and its neighbours too: a settings-like object that may stay whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """The whole folder. Counts are None where the source leaves open what a row is."""

    memories: tuple[Memory, ...] = ()
    never: tuple[str, ...] = ()
    """Fragments that no active memory may hold: logs, deleted and replaced rows, settings, turns of a conversation."""
    tolerated: tuple[str, ...] = ()
    """Fragments of records that one may keep or leave out; they count neither way."""
    evidence: int | None = None
    """Rows that are turns of conversations."""
    turns: int | None = None
    """Archived records that these turns give; as many as rows where unnamed."""
    repeated: int = 0
    """Turns without an id of their own whose words were said before; they may count as duplicates."""
    logs: int | None = None
    """Rows that are lines of a system log."""
    vectors: int | None = None
    """Vectors that were left out."""
    rows: int | None = None
    """Source rows in all."""
    min_rejected: int = 0
    """Rows that are damaged and have to be shown as such."""
    max_rejected: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """How a rescue did on one folder."""

    wanted: int
    found: int
    active: int
    unexpected: int
    misses: tuple[str, ...] = field(default=())

    @property
    def recall(self) -> float:
        return self.found / self.wanted if self.wanted else 1.0

    @property
    def precision(self) -> float:
        return (self.active - self.unexpected) / self.active if self.active else 1.0
