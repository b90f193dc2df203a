"""Copies of what is mutable inside a value, so that nobody outside can change what the store holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from satchel_protocol.record import Json, Origin, Record
from satchel_protocol.state import Version


def own_version(version: Version) -> Version:
    """The version with a record of its own."""
    record = own_record(version.record)
    return version if record is version.record else replace(version, record=record)


def own_record(record: Record) -> Record:
    """A record that shares no dict or list with this one; the record itself when it has none."""
    changes: dict[str, Any] = {}
    for name in ("meta", "value", "unknown"):
        held = getattr(record, name)
        if held and isinstance(held, Mapping | list):
            changes[name] = own_json(held)
    if record.access is not None and record.access.unknown:
        changes["access"] = replace(record.access, unknown=own_json(record.access.unknown))
    if record.origin is not None:
        origin = _own_origin(record.origin)
        if origin is not record.origin:
            changes["origin"] = origin
    return replace(record, **changes) if changes else record


def own_json(value: Json) -> Json:
    """A deep copy of a JSON value."""
    if isinstance(value, Mapping):
        return {key: own_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [own_json(item) for item in value]
    return value


def _own_origin(origin: Origin) -> Origin:
    changes: dict[str, Any] = {}
    if origin.extra:
        changes["extra"] = own_json(origin.extra)
    if origin.unknown:
        changes["unknown"] = own_json(origin.unknown)
    if origin.time is not None and origin.time.unknown:
        changes["time"] = replace(origin.time, unknown=own_json(origin.time.unknown))
    return replace(origin, **changes) if changes else origin
