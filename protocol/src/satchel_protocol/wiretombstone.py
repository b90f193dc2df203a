"""Tombstones ↔ JSON objects, by the same rules as records."""

from __future__ import annotations

from satchel_protocol.checks import problems_of_tombstone
from satchel_protocol.errors import InvalidRecordError, Problem
from satchel_protocol.record import Json
from satchel_protocol.tombstone import Through, Tombstone
from satchel_protocol.wirefields import Fields, kind_of_value, read_access, read_scope, write_access
from satchel_protocol.wiretime import format_wire


def read_tombstone(data: Json, *, where: str = "") -> Tombstone:
    """See `Tombstone.from_json`."""
    problems: list[Problem] = []
    take = Fields(data, "", problems)
    if problems:
        raise InvalidRecordError(problems, where=where)
    id = take.required("id")
    sketch = take.left.pop("sketch", None) or ()
    if not isinstance(sketch, list | tuple) or not all(isinstance(n, int) and n is not True for n in sketch):
        take.wrong("sketch", "type", f"expected a list of integers, found {kind_of_value(sketch)}")
        sketch = ()
    tombstone = Tombstone(
        id=id,
        tombstone_id=take.text("tombstone_id") or id,
        scope=read_scope(take),
        deleted_at=take.time("deleted_at"),
        actor=take.text("actor") or "",
        reason=take.text("reason") or "user",
        derived=tuple(sorted(take.texts("derived"))),
        prints=tuple(sorted(take.texts("prints"))),
        sketch=tuple(sketch),
        cause=take.text("cause"),
        through=take.nested("through", _read_through),
        unknown=take.left,
    )
    known_bad = {problem.path for problem in problems}
    problems += [p for p in problems_of_tombstone(tombstone) if p.path not in known_bad]
    if problems:
        raise InvalidRecordError(problems, where=where)
    return tombstone


def write_tombstone(tombstone: Tombstone) -> dict[str, Json]:
    """See `Tombstone.to_json`."""
    out: dict[str, Json] = {
        "id": tombstone.id,
        "tombstone_id": tombstone.tombstone_id,
        "scope": tombstone.scope,
        "deleted_at": None if tombstone.deleted_at is None else format_wire(tombstone.deleted_at),
    }
    if tombstone.actor:
        out["actor"] = tombstone.actor
    out["reason"] = tombstone.reason
    for name in ("derived", "prints", "sketch"):
        items = getattr(tombstone, name)
        if items:
            out[name] = list(items)
    if tombstone.cause is not None:
        out["cause"] = tombstone.cause
    if tombstone.through is not None:
        out["through"] = _write_through(tombstone.through)
    out.update((k, v) for k, v in tombstone.unknown.items() if k not in out)
    return out


def _read_through(take: Fields) -> Through:
    return Through(
        updated_at=take.time("updated_at"),
        created_at=take.time("created_at"),
        exported_at=take.time("exported_at"),
        digest=take.text("digest") or "",
        revives=tuple(sorted(take.texts("revives"))),
        access=take.nested("access", read_access),
        unknown=take.left,
    )


def _write_through(through: Through) -> dict[str, Json]:
    out: dict[str, Json] = {}
    for name in ("updated_at", "created_at", "exported_at"):
        value = getattr(through, name)
        if value is not None:
            out[name] = format_wire(value)
    out["digest"] = through.digest
    if through.revives:
        out["revives"] = list(through.revives)
    if through.access is not None:
        out["access"] = write_access(through.access)
    return out | dict(through.unknown)
