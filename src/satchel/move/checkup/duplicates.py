"""The same text more than once in one scope, by the normal form that the protocol has for texts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from satchel.move.checkup.finding import Action, Finding, Fold
from satchel.move.checkup.subject import Apply, Circumstances, Subject
from satchel_protocol.record import Record

_FOLD: Final = Action("fold it into the oldest copy, {into}")

Age = tuple[bool, datetime | None, str]


class Gatherer:
    """Groups of equal texts; about 300 bytes a memory. Evidence and what was superseded repeat rightly."""

    def __init__(self, _circumstances: Circumstances) -> None:
        self._seen: dict[bytes, dict[str, Age]] = {}
        self._words: dict[bytes, str] = {}

    def add(self, subject: Subject) -> None:
        if not subject.is_live:
            return
        key = subject.key
        copies = self._seen.setdefault(key, {})
        # By id: two lines of one record are no copies, any store merges them.
        copies[subject.record.id] = age_of(subject.record)
        if len(copies) == 2 and key not in self._words:
            self._words[key] = subject.opening()

    def findings(self, _apply: Apply) -> Iterator[Finding]:
        for key, words in self._words.items():
            (_, _, kept), *rest = sorted(self._seen[key].values())
            for _, _, id in rest:
                yield Finding(
                    rule="duplicate", record=id, evidence=words, action=Action(_FOLD.text, {"into": kept}),
                    severity="warning", others=(kept,), change=Fold(kept),
                )  # fmt: skip


def age_of(record: Record) -> Age:
    """Oldest first, those of unknown time last."""
    return record.created_at is None, record.created_at, record.id
