"""Exact accounting: every record of the old place is in the new one, as it was, and nothing else is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.truth import Truth, is_later
from satchel_protocol.record import Record


def account(truth: Truth, new: Mapping[str, Record]) -> Check:
    """Compare both places record by record, and their counts by type and scope.

    A record that was written to in the new place since counts as changed and fails nothing, and so does one of which
    it had a version before; one that says something else without a later time of its own was altered.
    """
    check = truth.check("accounting", len(truth.records), exact=True)
    changed = 0
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
                changed += 1
                check.note()
            else:
                check.note(Failure.of(old, "altered", detail=_what_differs(old, here)))
        else:
            check.note()
    more = [record for id, record in new.items() if id not in truth.records and id not in truth.earlier]
    for record in more:
        check.failures.append(Failure.of(record, "unexpected"))
    expected = list(truth.records.values())
    found = [record for id, record in new.items() if id in truth.records or id not in truth.earlier]
    check.figures = {
        "expected": len(expected),
        "in_new": len(found),
        "changed_since": changed,
        "earlier": sum(id not in truth.records for id in truth.earlier),
        "types": _side_by_side(Counter(r.type for r in expected), Counter(r.type for r in found)),
        "scopes": _side_by_side(Counter(r.scope for r in expected), Counter(r.scope for r in found)),
    }
    return check


def _what_differs(old: Record, here: Record) -> str:
    before, after = old.to_json(), here.to_json()
    names = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
    return ", ".join(name for name in names if name not in ("updated_at", "created_at", "access"))


def _side_by_side(expected: Counter[str], found: Counter[str]) -> dict[str, Any]:
    """Name → [expected, found], the most frequent first."""
    names = sorted(expected | found, key=lambda name: (-max(expected[name], found[name]), name))
    return {name: [expected[name], found[name]] for name in names}
