"""Two live memories that cannot both hold; the newer one is proposed in place of the older.

By wording alone: the same subject and the same place in the statement, another value. See `satchel.text.assertions`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from satchel.move.checkup.duplicates import Age, age_of
from satchel.move.checkup.finding import Action, Finding
from satchel.move.checkup.subject import Apply, Circumstances, Subject
from satchel.text.assertions import Assertion, assertions

_MOST: Final = 24
"""Claims of one frame that a newer one is held against, the latest first."""
_QUOTED: Final = 120
_REPLACE: Final = Action("if {newer} is right now, let it supersede {older}")
_EITHER: Final = Action("find out which of the two holds, and let it supersede the other")


class Gatherer:
    """Claims by scope and frame; about 300 bytes a claim."""

    def __init__(self, _circumstances: Circumstances) -> None:
        self._claims: dict[tuple[str, str], list[tuple[Age, Assertion, Subject]]] = defaultdict(list)

    def add(self, subject: Subject) -> None:
        record = subject.record
        if not subject.is_live or record.type == "interaction" or record.key is not None:
            return
        for claim in assertions(subject.text):
            self._claims[record.scope, claim.frame].append((age_of(record), claim, subject))

    def findings(self, _apply: Apply) -> Iterator[Finding]:
        told: set[frozenset[str]] = set()
        for claims in self._claims.values():
            if len(claims) < 2 or len({claim.value for _, claim, _ in claims}) < 2:
                continue
            claims.sort(key=lambda one: one[0])
            for place, (_, claim, subject) in enumerate(claims):
                pair = self._against(claim, subject, claims[max(0, place - _MOST) : place])
                if pair is not None and (ids := frozenset({subject.record.id, pair.record.id})) not in told:
                    told.add(ids)
                    yield _finding(subject, pair)

    @staticmethod
    def _against(claim: Assertion, subject: Subject, earlier: list[tuple[Age, Assertion, Subject]]) -> Subject | None:
        """The latest earlier memory that says otherwise, unless this one supersedes it already."""
        for _, other, held in reversed(earlier):
            if claim.excludes(other):
                superseded = held.record.id in subject.record.supersedes or held.record.id == subject.record.id
                return None if superseded else held
        return None


def proposed(newer: Subject, older: Subject) -> Action:
    """What to do about two that cannot both hold."""
    known = newer.record.created_at is not None and older.record.created_at is not None
    values = {"newer": newer.record.id, "older": older.record.id}
    dated = known and newer.record.created_at != older.record.created_at
    return Action(_REPLACE.text, values) if dated else _EITHER


def _finding(newer: Subject, older: Subject) -> Finding:
    return Finding(
        rule="contradiction",
        record=newer.record.id,
        evidence=f"{newer.opening()[:_QUOTED]} ≠ {older.opening()[:_QUOTED]}",
        action=proposed(newer, older),
        severity="warning",
        others=(older.record.id,),
    )
