"""What a verification says: one check a question, each with the records that failed it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from satchel.access.masking import masked
from satchel_protocol.record import Record

LEAST_RECALL: Final = 0.99
"""Share of the questions that must be answered."""
QUESTIONS: Final = ("preferences", "tasks", "lessons", "history", "forgetting")
"""The five questions, in their order."""
EXACT: Final = ("accounting", "time", "scope", "forgetting")
"""Checks in which one failing record fails the whole; of the others the share of `LEAST_RECALL` is asked."""
_LONGEST: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One record that failed a check."""

    record: str
    """Its id."""
    kind: str
    """What is wrong, by a stable name: `missing`, `not_found`, `not_in_wake`, `older_state`, `scope_changed` …"""
    scope: str = ""
    text: str = ""
    """How the record begins; empty where it may not be shown."""
    detail: str = ""
    """Expected and found, or what stands in its place."""
    question: str = ""
    """What was asked; empty where nothing was."""

    @classmethod
    def of(cls, record: Record, kind: str, *, detail: str = "", question: str = "") -> Failure:
        """Of a record; of one that is withheld neither text nor question is shown, which is made of its words."""
        shown = record.level == "normal"
        return cls(
            record=record.id,
            kind=kind,
            scope=record.scope,
            text=_short(record.content) if shown else "",
            detail=detail,
            question=question if shown else "",
        )

    def to_json(self) -> dict[str, str]:
        return {
            "record": self.record,
            "kind": self.kind,
            "scope": self.scope,
            "text": masked(self.text),
            "detail": masked(self.detail),
            "question": masked(self.question),
        }


@dataclass(slots=True, kw_only=True)
class Check:
    """One check and its answer."""

    name: str
    """One of `QUESTIONS` or `EXACT`."""
    applies: int = 0
    """Records that it is about."""
    asked: int = 0
    """Of these, how many were tried: a sample, or all."""
    found: int = 0
    """Of the tried, how many passed everything."""
    at_once: int = 0
    """Of the found, how many by their first question."""
    failures: list[Failure] = field(default_factory=list)
    skipped: int = 0
    """Records that nothing can be asked about: a picture, a row of signs, nothing but a date."""
    figures: dict[str, Any] = field(default_factory=dict)
    """Further counts, by name."""
    progress: Callable[[str, int, int | None], None] | None = None
    planned: int | None = None
    """How many are to be tried, for the progress."""

    @property
    def is_exact(self) -> bool:
        return self.name in EXACT

    @property
    def rate(self) -> float:
        """Share of the tried that passed, 0 to 1; 1 where there was nothing to try."""
        return self.found / self.asked if self.asked else 1.0

    @property
    def ok(self) -> bool:
        """One miss in a sample of fewer than a hundred does not say that more than one in a hundred is missed."""
        if self.is_exact:
            return not self.failures
        one_of_a_sample = self.asked - self.found <= 1 and self.asked + self.skipped < self.applies
        return self.rate >= LEAST_RECALL or one_of_a_sample

    def note(self, *failures: Failure, at_once: bool = True) -> None:
        """Enter one tried record: without failures it passed."""
        self.asked += 1
        if failures:
            self.failures += failures
        else:
            self.found += 1
            self.at_once += at_once
        if self.progress is not None:
            self.progress(self.name, self.asked, self.planned)

    def skip(self) -> None:
        """Leave one record out: no question can be made of it. Whether it is there the accounting says."""
        self.skipped += 1

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ok": self.ok,
            "exact": self.is_exact,
            "applies": self.applies,
            "asked": self.asked,
            "found": self.found,
            "at_once": self.at_once,
            "rate": round(self.rate, 4),
            "skipped": self.skipped,
            **self.figures,
            "failures": [failure.to_json() for failure in self.failures],
        }


@dataclass(slots=True, kw_only=True)
class Verdict:
    """A whole verification."""

    old: str
    new: str
    checks: list[Check] = field(default_factory=list)
    records: int = 0
    """Records that should be in the new place."""
    seed: int = 0
    sample: int | None = None
    """Most records asked about for each question; None: all."""
    seconds: float = 0.0
    asked_by: str = "recall"
    """`recall`, or the command of an agent that was asked."""
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)

    @property
    def sound(self) -> bool:
        """Whether all that must be exact is: accounting, time, scope, forgetting."""
        return all(check.ok for check in self.checks if check.is_exact)

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "sound": self.sound,
            "old": masked(self.old),
            "new": masked(self.new),
            "records": self.records,
            "seed": self.seed,
            "sample": self.sample,
            "asked_by": self.asked_by,
            "seconds": round(self.seconds, 3),
            "checks": [check.to_json() for check in self.checks],
            "notes": [masked(note) for note in self.notes],
        }


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
