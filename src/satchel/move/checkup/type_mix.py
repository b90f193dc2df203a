"""What the types of all memories together tell: a memory of nothing but conversations was a bad one before it moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from satchel.move.checkup.finding import Action, Finding
from satchel.move.checkup.subject import Apply, Circumstances, Subject
from satchel_protocol.record import TYPES

_FEWEST: Final = 10
"""Below this a mix says nothing."""
_MOSTLY: Final = 0.8
_ALMOST_ALL: Final = 0.98
_HARDLY_ANY: Final = 0.02
_MANY: Final = 50
"""From here on a type that never occurs is missed, not just rare."""

_DISTIL: Final = Action(
    "distil preferences, facts and tasks from the conversations before the move; they are what a new agent needs"
)
_SAY_PREFERENCES: Final = Action("say how you want things done: a new agent learns it from preferences alone")
_TYPE_THEM: Final = Action("give the memories types: all of one type are ranked and woken alike")
_NAME_TYPE: Final = Action("rename it to one of {known}; until then it is ranked as a fact")
_KNOWN: Final = frozenset(TYPES)


class Gatherer:
    """Counts the types of what is live, and of conversations kept as evidence."""

    def __init__(self, _circumstances: Circumstances) -> None:
        self._live: Counter[str] = Counter()
        self._evidence = 0
        self._unknown: dict[str, list[str]] = {}

    def add(self, subject: Subject) -> None:
        record = subject.record
        if subject.is_evidence:
            self._evidence += 1
        elif subject.is_live:
            self._live[record.type] += 1
            if record.type not in _KNOWN:
                self._unknown.setdefault(record.type, []).append(record.id)

    def findings(self, _apply: Apply) -> Iterator[Finding]:
        total = self._live.total()
        everything = total + self._evidence
        for name, ids in sorted(self._unknown.items()):
            action = Action(_NAME_TYPE.text, {"known": ", ".join(TYPES)})
            yield Finding(
                rule="type_mix", record=ids[0], kind="unknown_type", evidence=f"{name}: {len(ids)}", action=action,
                severity="info", others=tuple(ids[1:]),
            )  # fmt: skip
        if everything < _FEWEST:
            return
        interactions = self._live["interaction"] + (self._evidence if not total else 0)
        counted = total or self._evidence
        preferences = self._live["preference"]
        if interactions >= _MOSTLY * counted and preferences <= _HARDLY_ANY * counted:
            yield _overall("mostly_interaction", self._told(interactions, counted, "interaction"), _DISTIL)
        elif not preferences and total >= _MANY:
            yield _overall("no_preference", self._told(0, total, "preference"), _SAY_PREFERENCES)
        name, most = self._live.most_common(1)[0] if total else ("", 0)
        if total >= _MANY and most >= _ALMOST_ALL * total and name != "interaction":
            yield _overall("one_type", self._told(most, total, name), _TYPE_THEM)

    def _told(self, part: int, whole: int, name: str) -> str:
        shown = ", ".join(f"{type_} {count:,}" for type_, count in self._live.most_common(8))
        return f"{name} {part:,} of {whole:,}" + (f" ({shown})" if shown else "")


def _overall(kind: str, evidence: str, action: Action) -> Finding:
    return Finding(rule="type_mix", record=None, kind=kind, evidence=evidence, action=action, severity="warning")
