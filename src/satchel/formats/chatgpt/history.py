"""What became of each memory: written, listed, forgotten, written again, told from everything that an export shows.

A call writes memories, or asks to forget some. A list says what was remembered at that moment: what was written before
and is not on it was forgotten; what is on it and was never seen being written is remembered all the same. An empty
list proves nothing, since ChatGPT leaves it empty more often than not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

from satchel.instant import Instant

NEVER = datetime.min.replace(tzinfo=UTC)
"""Stands for an unknown time, in an order only."""


class When(NamedTuple):
    """A moment in the order of an export; what has no time counts as the earliest."""

    at: datetime
    conversation: int
    message: int

    @classmethod
    def of(cls, at: datetime | None, conversation: int = 0, message: int = 0) -> When:
        return cls(at if at is not None else NEVER, conversation, message)


class Told(NamedTuple):
    """A memory as it was told once."""

    key: str
    """Under which it is recognised."""
    text: str
    time: Instant | None = None
    """When it was written, or its date in a list; None: unknown."""
    inner: tuple[str, ...] = ()
    """The keys of its sentences, where it has several: a list may hold as one what was written as two."""


@dataclass(slots=True, kw_only=True)
class Row:
    """A row of the source that waits for the end of the story."""

    source: str
    position: str
    place: str
    """The position again, free of what differs from one export to the next."""
    native: str = ""
    turn: str = ""
    """The id of the turn that it came from."""
    kept: list[Memory] = field(default_factory=list)
    """Living memories that are told by it first."""
    gone: list[Memory] = field(default_factory=list)
    """Forgotten ones that were told by it first."""
    again: int = 0
    """How many of its memories another row tells as well."""
    asked: int = 0
    """How many requests to forget it holds."""
    obeyed: int = 0
    """How many memories they were about."""


@dataclass(slots=True, kw_only=True)
class Memory:
    """One memory and its life."""

    told: Told
    """As it was told first in its present life."""
    row: Row
    """By which row."""
    alive: bool = True
    deaths: int = 0
    died_at: datetime | None = None
    """Where somebody asked to forget it; from a list it is only known that it was before."""
    why: str = ""
    disabled: bool = False
    """Turned off by its person and not deleted."""
    saved: bool = False
    """Whether a file of saved memories holds it."""


class History:
    """The memories of one kind in one scope.

    Args:
        missing: Why a memory that a later list does not hold is gone; `{}` is the day of the list.
    """

    def __init__(self, missing: str) -> None:
        self.memories: dict[str, Memory] = {}
        self._missing = missing
        self._events: list[tuple[When, int, Callable[[], None]]] = []

    def write(self, when: When, row: Row, told: Sequence[Told]) -> None:
        """Memories were written."""
        for one in told:
            self._note(when, lambda one=one: self._tell(one, row))  # type: ignore[misc]

    def save(self, when: When, row: Row, told: Sequence[Told], *, disabled: bool) -> None:
        """A file of saved memories holds them."""
        for one in told:
            self._note(when, lambda one=one: self._save(one, row, disabled=disabled))  # type: ignore[misc]

    def show(self, when: When, row: Row, told: Sequence[Told], *, day: str, sure: bool = True) -> None:
        """The whole of what was remembered; unless `sure`, only when it holds something that is known."""
        if told:
            self._note(when, lambda: self._show(row, told, day, sure=sure))

    def forget(self, when: When, row: Row, is_meant: Callable[[str], bool], *, at: datetime | None, why: str) -> None:
        """Somebody asked to forget the memories whose texts are meant."""
        self._note(when, lambda: self._forget(row, is_meant, at, why))

    def settle(self) -> None:
        """Tell the story in its order; the rows then know what became of what they told."""
        for _, _, act in sorted(self._events, key=lambda event: event[:2]):
            act()
        self._events.clear()
        for memory in self.memories.values():
            (memory.row.kept if memory.alive else memory.row.gone).append(memory)

    def _note(self, when: When, act: Callable[[], None]) -> None:
        self._events.append((when, len(self._events), act))

    def _tell(self, told: Told, row: Row) -> None:
        memory = self.memories.get(told.key)
        if memory is None:
            self.memories[told.key] = Memory(told=told, row=row)
        elif memory.alive:
            row.again += 1
        else:
            memory.row.again += 1
            memory.told, memory.row, memory.alive = told, row, True

    def _save(self, told: Told, row: Row, *, disabled: bool) -> None:
        self._tell(told, row)
        memory = self.memories[told.key]
        memory.saved, memory.disabled = True, disabled

    def _show(self, row: Row, told: Sequence[Told], day: str, *, sure: bool) -> None:
        known = self.memories.keys()
        split = [one for one in told if one.inner and one.key not in known and known >= set(one.inner)]
        here = {one.key for one in told} | {key for one in split for key in one.inner}
        if sure or here & known:
            for key, memory in self.memories.items():
                if memory.alive and key not in here:
                    _kill(memory, self._missing.format(day), None)
        for one in told:
            for each in [self.memories[key].told for key in one.inner] if one in split else [one]:
                self._tell(each, row)

    def _forget(self, row: Row, is_meant: Callable[[str], bool], at: datetime | None, why: str) -> None:
        for memory in self.memories.values():
            if memory.alive and is_meant(memory.told.text):
                _kill(memory, why, at)
                row.obeyed += 1


def _kill(memory: Memory, why: str, at: datetime | None) -> None:
    memory.alive, memory.why, memory.died_at = False, why, at
    memory.deaths += 1
