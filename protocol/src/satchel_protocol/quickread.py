"""The common case of reading a record: an object as our own writer makes it.

It gives the record that `satchel_protocol.wire` would give, several times faster, or None where anything is unusual
– another spelling, a wrong type, a broken rule – so that the tolerant reader looks at it and names the problems.
"""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime

from satchel_protocol.checks import json_problems
from satchel_protocol.errors import InvalidScopeError, InvalidTimeError
from satchel_protocol.record import FIELDS, MAX_CONTENT_BYTES, MAX_ID_LENGTH, Json, Origin, Record, TimeEvidence
from satchel_protocol.scope import parse_scope
from satchel_protocol.wiretime import parse_wire

_FLOOR = frozenset(("id", "type", "content", "scope", "source_agent", "created_at", "meta", "tags", "ttl"))
_SIMPLE = _FLOOR | {"updated_at", "importance", "confidence", "basis", "state", "origin", "derived_from", "supersedes"}
_ORIGIN = frozenset(f.name for f in fields(Origin) if f.name != "unknown")
_EVIDENCE = frozenset(("raw", "unit", "zone", "precision", "assumed"))
assert frozenset(FIELDS) > _SIMPLE


class _Unusual(Exception):
    """Something for the tolerant reader."""


def read_quickly(data: Json) -> Record | None:
    """The record, if the object holds nothing but the usual fields in their usual form."""
    if type(data) is not dict or not _SIMPLE.issuperset(data):
        return None
    try:
        return _read(data)
    except (_Unusual, KeyError, TypeError, InvalidTimeError, InvalidScopeError):
        return None


def _read(data: dict[str, Json]) -> Record:
    get = data.get
    id, type_, content, scope, agent = data["id"], data["type"], data["content"], data["scope"], data["source_agent"]
    if not (id.__class__ is type_.__class__ is content.__class__ is scope.__class__ is agent.__class__ is str):
        raise _Unusual
    if not (0 < len(id) <= MAX_ID_LENGTH and 0 < len(type_) <= 64 and id.isprintable() and type_.isprintable()):
        raise _Unusual
    size = len(content) if content.isascii() else len(_utf8(content))
    if size > MAX_CONTENT_BYTES or not content.strip() or "\x00" in content:
        raise _Unusual
    if not agent.strip() or not agent.isascii():
        raise _Unusual
    ttl = get("ttl")
    if ttl is not None and not (ttl.__class__ is int and ttl >= 0):
        raise _Unusual
    tags = get("tags")
    meta = get("meta")
    if meta:
        if meta.__class__ is not dict or "access" in meta or json_problems(meta, "meta"):
            raise _Unusual
    elif meta is not None and meta.__class__ is not dict:
        raise _Unusual
    created, updated, origin = get("created_at"), get("updated_at"), get("origin")
    state = _text(get("state"))
    return Record(
        id=id,
        type=type_,
        content=content,
        scope=parse_scope(scope),
        source_agent=agent,
        created_at=None if created is None else parse_wire(created),
        ttl=ttl,
        tags=_tags(tags) if tags else (),
        meta=dict(meta) if meta else {},
        updated_at=None if updated is None else parse_wire(updated),
        state=None if state == "active" else state,
        importance=_share(get("importance")),
        basis=_text(get("basis")),
        confidence=_share(get("confidence")),
        supersedes=_texts(get("supersedes")),
        derived_from=_texts(get("derived_from")),
        origin=None if origin is None else _origin(origin),
    )


def _origin(data: Json) -> Origin:
    if data.__class__ is not dict or not _ORIGIN.issuperset(data):
        raise _Unusual
    get = data.get
    extra, time = get("extra"), get("time")
    if extra is not None and (extra.__class__ is not dict or json_problems(extra, "origin.extra")):
        raise _Unusual
    return Origin(
        tool=_text(get("tool")),
        account=_text(get("account")),
        path=_text(get("path")),
        id=_text(get("id")),
        role=_text(get("role")),
        exported_at=_time(get("exported_at")),
        imported_at=_time(get("imported_at")),
        importer=_text(get("importer")),
        importer_version=_text(get("importer_version")),
        time=None if time is None else _evidence(time),
        extra=dict(extra) if extra else {},
    )


def _evidence(data: Json) -> TimeEvidence:
    if data.__class__ is not dict or not _EVIDENCE.issuperset(data):
        raise _Unusual
    get = data.get
    raw, assumed = get("raw"), get("assumed", False)
    if assumed.__class__ is not bool or (raw is not None and json_problems(raw, "origin.time.raw")):
        raise _Unusual
    return TimeEvidence(
        raw=raw, unit=_text(get("unit")), zone=_text(get("zone")), precision=_text(get("precision")), assumed=assumed
    )


def _utf8(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise _Unusual from None


def _text(value: Json) -> str | None:
    if value is None:
        return None
    if value.__class__ is not str or (not value.isascii() and not _utf8(value)):
        raise _Unusual
    return str(value)


def _time(value: Json) -> datetime | None:
    return None if value is None else parse_wire(value)


def _texts(value: Json) -> tuple[str, ...]:
    if value is None:
        return ()
    if value.__class__ is not list or not all(item.__class__ is str and item.isascii() for item in value):
        raise _Unusual
    return tuple(dict.fromkeys(value))


def _tags(value: Json) -> tuple[str, ...]:
    if value.__class__ is not list:
        raise _Unusual
    for tag in value:
        if tag.__class__ is not str or tag != tag.lower() or not tag.strip():
            raise _Unusual
        if not tag.isascii():
            _utf8(tag)
    return tuple(dict.fromkeys(value))


def _share(value: Json) -> float | int | None:
    if value is None:
        return None
    if (value.__class__ is not float and value.__class__ is not int) or not 0 <= value <= 1:
        raise _Unusual
    number: float | int = value
    return number
