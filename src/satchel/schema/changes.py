"""What is different between two states, and what is known of one key: data for `diff` and `show`."""

from __future__ import annotations

from typing import Any

from satchel.schema.file import SchemaFile
from satchel.schema.names import matches
from satchel.schema.revisions import History
from satchel.schema.snapshot import Snapshot

_NO_FIELD = object()


def diff(old: Snapshot, new: Snapshot) -> list[dict[str, Any]]:
    """Every entry that came, went or changed; of a changed one each field with both values.

    Returns:
        {"what": "key:7", "change": "added", "removed" or "changed", "name", "fields": {field: {"old"?, "new"?}}}, in
        the order of the new file, what went at the end.
    """
    before, after = old.entries(), new.entries()
    found: list[dict[str, Any]] = []
    head = _fields({**old.head()}, {**new.head()})
    if head:
        found.append({"what": "schema", "change": "changed", "name": new.schema, "fields": head})
    for what, entry in after.items():
        if what not in before:
            found.append({"what": what, "change": "added", "name": _name(entry.body, what), "fields": {}})
        elif before[what].hash != entry.hash:
            fields = _fields(before[what].body, entry.body)
            found.append({"what": what, "change": "changed", "name": _name(entry.body, what), "fields": fields})
    for what, entry in before.items():
        if what not in after:
            found.append({"what": what, "change": "removed", "name": _name(entry.body, what), "fields": {}})
    return found


def known_of(file: SchemaFile, history: History, wanted: str) -> dict[str, Any] | None:
    """Everything that file and revisions say of one key, named by its name, an alias or its number; None if nothing.

    Returns:
        {"number", "name", "state": active, deprecated, reserved or removed, "key", "reserved", "place": {file, line,
        column}, "replaces": [numbers], "forms": [{"first", "last", "name", "fields": as in `diff`}]}
    """
    snapshot = file.snapshot or Snapshot.of()
    number = _number_of(snapshot, history, wanted)
    entry = next(
        (
            one
            for one in snapshot.reserved
            if wanted in {*one.names, *one.patterns} or (number is not None and one.number == number)
        ),
        None,
    )
    if entry is None and number is None:
        entry = next((one for one in snapshot.reserved if any(matches(each, wanted) for each in one.patterns)), None)
    key = snapshot.by_number.get(number) if number is not None else None
    forms = list(history.pasts.get(f"key:{number}", {}).values())
    if key is None and entry is None and not forms:
        return None
    told: list[dict[str, Any]] = []
    for place, past in enumerate(forms):
        fields = _fields(forms[place - 1].body, past.body) if place else {}
        told.append({"first": past.first, "last": past.last, "name": past.body["name"], "fields": fields})
    state = (
        ("deprecated" if key.deprecated else "active")
        if key is not None
        else "reserved"
        if entry is not None
        else "removed"
    )
    at = file.locate(("key", key.number)) if key is not None else None
    if at is None and entry is not None:
        at = file.locate(("reserved", entry.number if entry.number is not None else (entry.names or entry.patterns)[0]))
    return {
        "number": number,
        "name": key.name
        if key is not None
        else (entry.name if entry is not None and entry.name else told[-1]["name"] if told else wanted),
        "state": state,
        "key": dict(key.body) if key is not None else None,
        "reserved": dict(entry.body) if entry is not None else None,
        "place": {"file": file.name, "line": at.line, "column": at.column} if at is not None else None,
        "replaces": sorted(one.number for one in snapshot.keys if number is not None and one.successor == number),
        "forms": told,
    }


def all_names(snapshot: Snapshot) -> list[str]:
    """Every name that `known_of` finds, for a hint at the one that was meant."""
    return [name for key in snapshot.keys for name in key.names] + sorted(snapshot.reserved_names())


def _number_of(snapshot: Snapshot, history: History, wanted: str) -> int | None:
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 19:
        return int(wanted)
    for key in snapshot.keys:
        if wanted in key.names:
            return key.number
    for entry in snapshot.reserved:
        if wanted in entry.names:
            return entry.number
    return next((key.number for key, _ in history.key_forms() if wanted in key.names), None)


def _fields(old: Any, new: Any) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for name in {**old, **new}:
        before, after = old.get(name, _NO_FIELD), new.get(name, _NO_FIELD)
        if before is after or before == after:
            continue
        found[name] = {"old": before, "new": after}
        for side, value in (("old", before), ("new", after)):
            if value is _NO_FIELD:
                del found[name][side]
    return found


def _name(body: Any, what: str) -> str:
    return str(body.get("name") or what.partition(":")[2])
