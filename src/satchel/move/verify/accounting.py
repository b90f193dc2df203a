"""Exact accounting: every record of the old place is in the new one, as it was, and nothing else is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final
from unicodedata import normalize

from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.truth import Truth, is_later
from satchel_protocol.merge import is_stricter
from satchel_protocol.record import Access, Origin, Record, TimeEvidence

_BLANKS: Final = re.compile(r"(?<=\S)\s+")
"""Between two words; those before the first one are the shape of a list or of code."""
_PLACE: Final = re.compile(r"\d+")
"""Of a row in its file, which is another one as soon as a row is written above it."""


_MOST_NAMED: Final = 100


def account(truth: Truth, new: Mapping[str, Record]) -> Check:
    """Compare both places record by record, and their counts by type and scope.

    A record that was written to in the new place since counts as changed and fails nothing, and so does one of which
    it had a version before; one that says something else without a later time of its own was altered. Other blanks
    and another Unicode form of the same characters say the same, and a row that moved within its file is the same row.
    """
    check = truth.check("accounting", len(truth.records), exact=True)
    changed: list[str] = []
    in_another_form = 0
    for id, old in truth.records.items():
        here = new.get(id)
        if here is None:
            check.note(Failure.of(old, "missing"))
        elif here.type != old.type:
            check.note(Failure.of(old, "type_changed", detail=f"{old.type} → {here.type}"))
        elif here.state != old.state and not is_later(here, old):
            check.note(Failure.of(old, "state_changed", detail=f"{old.state or 'active'} → {here.state or 'active'}"))
        elif here.digest() != old.digest() and here.scope == old.scope:
            if is_later(here, old) or id in truth.earlier:
                changed.append(id)
                check.note()
            elif _says_the_same(here, old):
                in_another_form += 1
                check.note(*_relaxed(here, old))
            else:
                check.note(Failure.of(old, "altered", detail=_what_differs(old, here)))
        else:
            check.note(*(_relaxed(here, old) if id not in truth.earlier else ()))
    earlier = truth.earlier | truth.stayed_behind | (new.keys() if truth.more_allowed else set())
    more = [record for id, record in new.items() if id not in truth.records and id not in earlier]
    for record in more:
        check.failures.append(Failure.of(record, "unexpected"))
    expected = list(truth.records.values())
    found = [record for id, record in new.items() if id in truth.records or id not in earlier]
    check.figures = {
        "expected": len(expected),
        "in_new": len(found),
        "changed_since": len(changed),
        "changed": changed[:_MOST_NAMED],
        "in_another_form": in_another_form,
        "earlier": sum(id not in truth.records for id in earlier),
        "types": _side_by_side(Counter(r.type for r in expected), Counter(r.type for r in found)),
        "scopes": _side_by_side(Counter(r.scope for r in expected), Counter(r.scope for r in found)),
    }
    return check


def _says_the_same(here: Record, old: Record) -> bool:
    """Whether nothing differs but the form: blanks of the text, how its characters are composed, at which line of its
    file it stood, and in which notation its source told the same moment."""
    if form(here.content) != form(old.content):
        return False
    origin = _as_in(here, old)
    return replace(here, content=old.content, origin=origin).digest() == old.digest()


def _as_in(here: Record, old: Record) -> Origin | None:
    """Where a record is from, in the words of the old place as far as they say the same."""
    one, other = here.origin, old.origin
    if one is None or other is None:
        return one
    if one.path and other.path and _PLACE.sub("#", one.path) == _PLACE.sub("#", other.path):
        one = replace(one, path=other.path)
    if here.created_at is not None and here.created_at == old.created_at and _tell_alike(one.time, other.time):
        one = replace(one, time=other.time)
    return one


def _tell_alike(one: TimeEvidence | None, other: TimeEvidence | None) -> bool:
    """Whether two sources of the same moment know equally much of it; of a whole day the zone says which day."""
    if one is None or other is None or one.precision in {"year", "month", "day"}:
        return False
    known = [(time.raw is None, time.zone is None, time.precision, time.assumed, time.unknown) for time in (one, other)]
    return known[0] == known[1]


def form(text: str) -> str:
    """A text in one form of its characters and blanks; line breaks and what begins a line are a part of what it says."""
    lines = (_BLANKS.sub(" ", line.rstrip()) for line in normalize("NFC", text).splitlines())
    return "\n".join(lines).strip("\n").rstrip()


def _relaxed(here: Record, old: Record) -> Iterator[Failure]:
    """What guarded a record and does not any more, without a word of its owner."""
    if old.access is None or not is_stricter(old.access, here.access):
        return
    by_owner = here.access.relaxed_at if here.access is not None else None
    if by_owner is None or (old.access.relaxed_at is not None and by_owner <= old.access.relaxed_at):
        yield Failure.of(old, "access_relaxed", detail=f"{_guarded(old.access)} → {_guarded(here.access)}")


def _guarded(access: Access | None) -> str:
    """`sensitive (health), share: owner`."""
    access = access or Access()
    classes = f" ({', '.join(access.classes)})" if access.classes else ""
    return f"{access.level}{classes}{f', share: {access.share}' if access.share is not None else ''}"


def _what_differs(old: Record, here: Record) -> str:
    before, after = old.to_json(), here.to_json()
    names = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
    return ", ".join(name for name in names if name not in ("updated_at", "created_at", "access"))


def _side_by_side(expected: Counter[str], found: Counter[str]) -> dict[str, Any]:
    """Name → [expected, found], the most frequent first."""
    names = sorted(expected | found, key=lambda name: (-max(expected[name], found[name]), name))
    return {name: [expected[name], found[name]] for name in names}
