"""Records and tombstones ↔ JSON objects. Strict writer, tolerant reader; unknown fields survive.

Tolerant means: camelCase spellings, `meta.access` instead of `access`, a single string where a list is expected, times
with any offset, `satchel` on a record that stands alone. It does not mean guessing: what has the wrong type is a
problem, named by its path, and all problems of an object are reported at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import TypeVar

from satchel_protocol.checks import problems_of, problems_of_tombstone
from satchel_protocol.errors import InvalidRecordError, InvalidScopeError, InvalidTimeError, Problem
from satchel_protocol.record import FIELDS, LEVELS, UNSET, VERSION, Access, Json, Origin, Record, TimeEvidence
from satchel_protocol.scope import parse_scope
from satchel_protocol.tombstone import Through, Tombstone
from satchel_protocol.wiretime import format_wire, parse_wire

_T = TypeVar("_T")

_CAMEL = {
    "sourceAgent": "source_agent",
    "createdAt": "created_at",
    "updatedAt": "updated_at",
    "derivedFrom": "derived_from",
    "deletedAt": "deleted_at",
    "tombstoneId": "tombstone_id",
    "exportedAt": "exported_at",
    "importedAt": "imported_at",
    "importerVersion": "importer_version",
    "relaxedAt": "relaxed_at",
}


class _Fields:
    """Takes fields out of a JSON object one by one and collects what is wrong with them."""

    def __init__(self, data: Json, path: str, problems: list[Problem]) -> None:
        self.path = path
        self.problems = problems
        if isinstance(data, Mapping):
            self.left: dict[str, Json] = dict(data)
            for camel in _CAMEL.keys() & self.left.keys():
                # An empty alias must not hide a filled field, nor the other way round.
                value = self.left.pop(camel)
                if self.left.get(_CAMEL[camel]) is None:
                    self.left[_CAMEL[camel]] = value
        else:
            self.left = {}
            self.wrong("", "type", f"expected a JSON object, found {_kind(data)}")

    def wrong(self, name: str, kind: str, message: str) -> None:
        path = f"{self.path}.{name}" if self.path and name else self.path or name
        self.problems.append(Problem(path, kind, message))

    def text(self, name: str) -> str | None:
        value = self.left.pop(name, None)
        if value is None or isinstance(value, str):
            return value
        self.wrong(name, "type", f"expected a string, found {_kind(value)}")
        return None

    def required(self, name: str) -> str:
        if self.left.get(name) is None:
            self.left.pop(name, None)
            self.wrong(name, "missing", "the field is missing")
            return ""
        return self.text(name) or ""

    def time(self, name: str) -> datetime | None:
        value = self.text(name)
        if value is None:
            return None
        try:
            return parse_wire(value)
        except InvalidTimeError as error:
            self.wrong(name, "format", str(error))
            return None

    def number(self, name: str) -> float | int | None:
        value = self.left.pop(name, None)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong(name, "type", f"expected a number, found {_kind(value)}")
            return None
        if isinstance(value, float) and not math.isfinite(value):
            self.wrong(name, "range", f"{value} is not a JSON number")
            return None
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.left.pop(name, None)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,) if value else ()
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return tuple(dict.fromkeys(value))
        self.wrong(name, "type", f"expected a list of strings, found {_kind(value)}")
        return ()

    def flag(self, name: str) -> bool:
        value = self.left.pop(name, None)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.wrong(name, "type", f"expected true or false, found {_kind(value)}")
        return False

    def object(self, name: str) -> dict[str, Json]:
        value = self.left.pop(name, None)
        if value is None:
            return {}
        if isinstance(value, Mapping):
            return dict(value)
        self.wrong(name, "type", f"expected an object, found {_kind(value)}")
        return {}

    def nested(self, name: str, read: Callable[[_Fields], _T]) -> _T | None:
        value = self.left.pop(name, None)
        if value is None:
            return None
        return read(_Fields(value, f"{self.path}.{name}" if self.path else name, self.problems))


def read_record(data: Json, *, where: str = "") -> Record:
    """See `Record.from_json`."""
    problems: list[Problem] = []
    take = _Fields(data, "", problems)
    if problems:
        raise InvalidRecordError(problems, where=where)
    _check_version(take)
    meta = take.object("meta")
    if take.left.get("access") is None and _looks_like_access(meta.get("access")):
        take.left["access"] = meta.pop("access")
    value = take.left.pop("value", UNSET)
    record = Record(
        id=take.required("id"),
        type=take.required("type"),
        content=take.required("content"),
        scope=_scope(take),
        source_agent=take.required("source_agent"),
        created_at=take.time("created_at"),
        ttl=take.number("ttl"),
        tags=tuple(dict.fromkeys(tag.lower() for tag in take.texts("tags") if tag.strip())),
        meta=meta,
        updated_at=take.time("updated_at"),
        key=take.text("key"),
        value=value,
        state=_active_is_absent(take.text("state")),
        access=take.nested("access", _read_access),
        importance=take.number("importance"),
        basis=take.text("basis"),
        confidence=take.number("confidence"),
        supersedes=take.texts("supersedes"),
        derived_from=take.texts("derived_from"),
        revives=tuple(sorted(take.texts("revives"))),
        origin=take.nested("origin", _read_origin),
        unknown=take.left,
    )
    known_bad = {problem.path for problem in problems}
    problems += [p for p in problems_of(record) if p.path not in known_bad]
    if problems:
        raise InvalidRecordError(problems, where=where)
    return record


def _check_version(take: _Fields) -> None:
    """A record that stands alone names its version; one of a higher major says things this reader would misread."""
    version = take.left.pop("satchel", None)
    major = version.partition(".")[0] if isinstance(version, str) else ""
    if major.isascii() and major.isdigit() and len(major) < 10 and int(major) > int(VERSION.partition(".")[0]):
        take.wrong("satchel", "version", f"it is of version {version[:20]}; this Satchel reads {VERSION}")


def _looks_like_access(value: Json) -> bool:
    """Whether `meta.access` is meant as ours; anything else under that name is its owner's."""
    return isinstance(value, Mapping) and value.get("level") in LEVELS


def write_record(record: Record, *, standalone: bool = False) -> dict[str, Json]:
    """See `Record.to_json`."""
    out: dict[str, Json] = {"satchel": VERSION} if standalone else {}
    out["id"] = record.id
    out["type"] = record.type
    out["content"] = record.content
    out["scope"] = record.scope
    out["source_agent"] = record.source_agent
    out["created_at"] = None if record.created_at is None else format_wire(record.created_at)
    if record.ttl is not None:
        out["ttl"] = record.ttl
    if record.tags:
        out["tags"] = list(record.tags)
    if record.meta:
        out["meta"] = dict(record.meta)
    if record.updated_at is not None:
        out["updated_at"] = format_wire(record.updated_at)
    _write_rest(record, out, None if record.access is None else _write_access(record.access))
    if record.origin is not None:
        out["origin"] = _write_origin(record.origin)
    if record.unknown:
        # A field that this version knows is never shadowed by one that came in as unknown.
        out.update((k, v) for k, v in record.unknown.items() if k not in _KNOWN)
    return out


def write_content(record: Record) -> dict[str, Json]:
    """What a record says, as `Record.digest` has it: without what a merge joins and when and how it was read."""
    out: dict[str, Json] = {
        "id": record.id,
        "type": record.type,
        "content": record.content,
        "scope": record.scope,
        "source_agent": record.source_agent,
    }
    if record.ttl is not None:
        out["ttl"] = record.ttl
    if record.tags:
        out["tags"] = record.tags
    if record.meta:
        out["meta"] = record.meta
    _write_rest(record, out, None)
    if record.origin is not None:
        origin = _write_origin_content(record.origin)
        if origin:
            out["origin"] = origin
    if record.unknown:
        out.update((k, v) for k, v in record.unknown.items() if k not in _KNOWN)
    return out


def _write_rest(record: Record, out: dict[str, Json], access: dict[str, Json] | None) -> None:
    if record.key is not None:
        out["key"] = record.key
        if record.value is not UNSET:
            out["value"] = record.value
    if record.state is not None:
        out["state"] = record.state
    if access is not None:
        out["access"] = access
    if record.importance is not None:
        out["importance"] = record.importance
    if record.basis is not None:
        out["basis"] = record.basis
    if record.confidence is not None:
        out["confidence"] = record.confidence
    if record.supersedes:
        out["supersedes"] = list(record.supersedes)
    if record.derived_from:
        out["derived_from"] = list(record.derived_from)
    if record.revives:
        out["revives"] = list(record.revives)


_KNOWN = frozenset((*FIELDS, "satchel"))


def read_tombstone(data: Json, *, where: str = "") -> Tombstone:
    """See `Tombstone.from_json`."""
    problems: list[Problem] = []
    take = _Fields(data, "", problems)
    if problems:
        raise InvalidRecordError(problems, where=where)
    id = take.required("id")
    sketch = take.left.pop("sketch", None) or ()
    if not isinstance(sketch, list | tuple) or not all(isinstance(n, int) and n is not True for n in sketch):
        take.wrong("sketch", "type", f"expected a list of integers, found {_kind(sketch)}")
        sketch = ()
    tombstone = Tombstone(
        id=id,
        tombstone_id=take.text("tombstone_id") or id,
        scope=_scope(take),
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


def _scope(take: _Fields) -> str:
    text = take.required("scope")
    if not text:
        return text
    try:
        return parse_scope(text)
    except InvalidScopeError as error:
        take.wrong("scope", "format", str(error))
        return text


def _active_is_absent(state: str | None) -> str | None:
    return None if state == "active" else state


def _read_access(take: _Fields) -> Access:
    return Access(
        level=take.text("level") or "normal",
        classes=tuple(sorted(take.texts("classes"))),
        share=take.text("share"),
        detector=take.text("detector"),
        relaxed_at=take.time("relaxed_at"),
        unknown=take.left,
    )


def _write_access(access: Access) -> dict[str, Json]:
    out: dict[str, Json] = {"level": access.level}
    if access.classes:
        out["classes"] = list(access.classes)
    if access.share is not None:
        out["share"] = access.share
    if access.detector is not None:
        out["detector"] = access.detector
    if access.relaxed_at is not None:
        out["relaxed_at"] = format_wire(access.relaxed_at)
    return out | dict(access.unknown)


def _read_origin(take: _Fields) -> Origin:
    return Origin(
        tool=take.text("tool"),
        account=take.text("account"),
        path=take.text("path"),
        id=take.text("id"),
        role=take.text("role"),
        exported_at=take.time("exported_at"),
        imported_at=take.time("imported_at"),
        importer=take.text("importer"),
        importer_version=take.text("importer_version"),
        time=take.nested("time", _read_evidence),
        extra=take.object("extra"),
        unknown=take.left,
    )


def _write_origin_content(origin: Origin) -> dict[str, Json]:
    out: dict[str, Json] = {}
    if origin.tool is not None:
        out["tool"] = origin.tool
    if origin.account is not None:
        out["account"] = origin.account
    if origin.path is not None:
        out["path"] = origin.path
    if origin.id is not None:
        out["id"] = origin.id
    if origin.role is not None:
        out["role"] = origin.role
    if origin.time is not None:
        out["time"] = _write_evidence(origin.time)
    if origin.extra:
        out["extra"] = dict(origin.extra)
    if origin.unknown:
        out.update((k, v) for k, v in origin.unknown.items() if k not in _KNOWN_ORIGIN)
    return out


def _write_origin(origin: Origin) -> dict[str, Json]:
    out: dict[str, Json] = {}
    if origin.exported_at is not None:
        out["exported_at"] = format_wire(origin.exported_at)
    if origin.imported_at is not None:
        out["imported_at"] = format_wire(origin.imported_at)
    if origin.importer is not None:
        out["importer"] = origin.importer
    if origin.importer_version is not None:
        out["importer_version"] = origin.importer_version
    return _write_origin_content(origin) | out if out else _write_origin_content(origin)


_KNOWN_ORIGIN = frozenset(f.name for f in fields(Origin))


def _read_evidence(take: _Fields) -> TimeEvidence:
    raw = take.left.pop("raw", None)
    return TimeEvidence(
        raw=raw,
        unit=take.text("unit"),
        zone=take.text("zone"),
        precision=take.text("precision"),
        assumed=take.flag("assumed"),
        unknown=take.left,
    )


def _write_evidence(evidence: TimeEvidence) -> dict[str, Json]:
    out: dict[str, Json] = {}
    for name in ("raw", "unit", "zone", "precision"):
        value = getattr(evidence, name)
        if value is not None:
            out[name] = value
    if evidence.assumed:
        out["assumed"] = True
    return out | dict(evidence.unknown)


def _read_through(take: _Fields) -> Through:
    return Through(
        updated_at=take.time("updated_at"),
        created_at=take.time("created_at"),
        exported_at=take.time("exported_at"),
        digest=take.text("digest") or "",
        revives=tuple(sorted(take.texts("revives"))),
        access=take.nested("access", _read_access),
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
        out["access"] = _write_access(through.access)
    return out | dict(through.unknown)


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    for types, name in ((bool, "true/false"), (int | float, "a number"), (str, "a string"), (list | tuple, "a list")):
        if isinstance(value, types):
            return name
    return "an object" if isinstance(value, Mapping) else type(value).__name__
