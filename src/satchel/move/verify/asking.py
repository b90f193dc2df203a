"""Putting questions to the new place until one is answered, and watching what else it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from satchel.move.verify.outcome import Failure
from satchel.move.verify.questions import questions
from satchel.move.verify.responder import Answered, Responder
from satchel.move.verify.templates import Wordings
from satchel.move.verify.truth import Truth
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.tombstone import Tombstone

FIRST: Final = 5
"""Places among which a record must stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """How the questions for one record went."""

    place: int | None
    """From 1; None where no question brought it."""
    question: str
    """The last one put; empty where the record has no words to ask with."""
    number: int
    """How many were put."""
    answer: tuple[Answered, ...] = ()
    """To the last one."""

    @property
    def at_once(self) -> bool:
        return self.number == 1

    def instead(self) -> str:
        """What stood first where the record should."""
        return f"first: {self.answer[0].record.id}" if self.answer else "an empty answer"


def ask(responder: Responder, record: Record, wordings: Wordings, truth: Truth, *, about: str = "") -> Tried:
    """Ask for one record in its scope, in other words each time, until it stands among the first five."""
    number, question, answer = 0, "", list[Answered]()
    for question in questions(record, wordings, truth.lexicon, about=about, seed=truth.seed):
        number += 1
        answer = responder.recall(question, scope=record.scope, limit=FIRST, now=truth.now)
        place = next((at for at, hit in enumerate(answer, 1) if record.id in hit.ids), None)
        if place is not None:
            return Tried(place=place, question=question, number=number, answer=tuple(answer))
    return Tried(place=None, question=question, number=number, answer=tuple(answer))


def told_unasked(
    responder: Responder, record: Record, wordings: Wordings, truth: Truth, *, about: str = ""
) -> str | None:
    """The task at whose start the record did not stand in the wake block; None where it did.

    The task is told in other words each time, and in more of them, as for a question; never is it asked for anything.
    """
    task = None
    for task in questions(record, wordings, truth.lexicon, about=about, seed=truth.seed):
        if record.id in responder.wake(task, scope=record.scope, now=truth.now):
            return None
    return task


@dataclass(slots=True)
class Watched(Responder):
    """A responder that notes every record it shows to a scope that must not see it."""

    inner: Responder
    leaks: dict[str, Failure] = field(default_factory=dict)
    """By id."""
    questions: int = 0

    def recall(self, question: str, *, scope: str, limit: int, now: datetime) -> list[Answered]:
        answer = self.inner.recall(question, scope=scope, limit=limit, now=now)
        self.questions += 1
        allowed = Scopes.of(scope)
        for hit in answer:
            if not allowed.match(hit.record.scope):
                self._leaked(hit.record, scope, question)
            for other in (self.inner.read(id) for id in hit.also):
                if other is not None and not allowed.match(other.scope):
                    self._leaked(other, scope, question)
        return answer

    def wake(self, task: str, *, scope: str, now: datetime) -> dict[str, str]:
        told = self.inner.wake(task, scope=scope, now=now)
        self.questions += 1
        allowed = Scopes.of(scope)
        for record in filter(None, map(self.inner.read, told)):
            if not allowed.match(record.scope):
                self._leaked(record, scope, task)
        return told

    def _leaked(self, record: Record, scope: str, question: str) -> None:
        if record.id not in self.leaks:
            self.leaks[record.id] = Failure.of(record, "leaked", detail=f"shown to {scope}", question=question)

    def read(self, id: str) -> Record | None:
        return self.inner.read(id)

    def records(self) -> Iterator[Record]:
        return self.inner.records()

    def rewritten(self, id: str) -> bool:
        return self.inner.rewritten(id)

    def tombstones(self) -> list[Tombstone]:
        return self.inner.tombstones()
