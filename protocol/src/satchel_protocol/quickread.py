"""The common case of reading a record: an object as our own writer makes it.

It gives the record that `satchel_protocol.wire` would give, several times faster, or None where anything is unusual
– another spelling, a wrong type, a broken rule – so that the tolerant reader looks at it and names the problems.
"""

from __future__ import annotations

from dataclasses import fields

from satchel_protocol.checks import json_problems
from satchel_protocol.drafts import EvidenceDraft, OriginDraft, RecordDraft
from satchel_protocol.errors import InvalidScopeError, InvalidTimeError
from satchel_protocol.record import (
    FIELDS,
    MAX_CONTENT_BYTES,
    MAX_ID_LENGTH,
    UNSET,
    Access,
    Json,
    Origin,
    Record,
    TimeEvidence,
)
from satchel_protocol.scope import parse_scope
from satchel_protocol.wire import read_record
from satchel_protocol.wiretime import parse_wire

_FLOOR = frozenset(("id", "type", "content", "scope", "source_agent", "created_at", "meta", "tags", "ttl"))
_SIMPLE = _FLOOR | {
    "updated_at",
    "importance",
    "confidence",
    "basis",
    "state",
    "access",
    "origin",
    "derived_from",
    "supersedes",
}
_ORIGIN = frozenset(f.name for f in fields(Origin) if f.name != "unknown")
_ACCESS = frozenset(f.name for f in fields(Access) if f.name != "unknown")
_EVIDENCE = frozenset(("raw", "unit", "zone", "precision", "assumed"))
assert frozenset(FIELDS) > _SIMPLE


class _Unusual(Exception):
    """Something for the tolerant reader."""


def read(data: Json, *, where: str = "") -> Record:
    """See `Record.from_json`."""
    return read_quickly(data) or read_record(data, where=where)


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
    created, updated, state = get("created_at"), get("updated_at"), get("state")
    importance, confidence, basis = get("importance"), get("confidence"), get("basis")
    access, origin = get("access"), get("origin")
    supersedes, derived = get("supersedes"), get("derived_from")
    draft = RecordDraft()
    draft.id = id
    draft.type = type_
    draft.content = content
    draft.scope = parse_scope(scope)
    draft.source_agent = agent
    draft.created_at = None if created is None else parse_wire(created)
    draft.ttl = ttl
    draft.tags = _tags(tags) if tags else ()
    draft.meta = dict(meta) if meta else {}
    draft.updated_at = None if updated is None else parse_wire(updated)
    draft.key = None
    draft.value = UNSET
    # Nearly all of these are absent, and a call for nothing costs as much as the question.
    draft.state = None if state is None or state == "active" else _text(state)
    draft.access = None if access is None else _access(access)
    draft.importance = None if importance is None else _share(importance)
    draft.basis = None if basis is None else _text(basis)
    draft.confidence = None if confidence is None else _share(confidence)
    draft.supersedes = () if supersedes is None else _texts(supersedes)
    draft.derived_from = () if derived is None else _texts(derived)
    draft.revives = ()
    draft.origin = None if origin is None else _origin(origin)
    draft.unknown = {}
    return draft.sealed()


def _access(data: Json) -> Access:
    if data.__class__ is not dict or not _ACCESS.issuperset(data):
        raise _Unusual
    get = data.get
    level, share, detector, relaxed = get("level"), get("share"), get("detector"), get("relaxed_at")
    if not level:
        raise _Unusual
    return Access(
        level=_text(level),
        classes=tuple(sorted(_texts(get("classes", [])))),
        share=None if share is None else _text(share),
        detector=None if detector is None else _text(detector),
        relaxed_at=None if relaxed is None else parse_wire(relaxed),
    )


def _origin(data: Json) -> Origin:
    if data.__class__ is not dict or not _ORIGIN.issuperset(data):
        raise _Unusual
    get = data.get
    extra, time = get("extra"), get("time")
    if extra is not None and (extra.__class__ is not dict or json_problems(extra, "origin.extra")):
        raise _Unusual
    tool, account, path, id, role = get("tool"), get("account"), get("path"), get("id"), get("role")
    exported, imported = get("exported_at"), get("imported_at")
    importer, version = get("importer"), get("importer_version")
    draft = OriginDraft()
    draft.tool = None if tool is None else _text(tool)
    draft.account = None if account is None else _text(account)
    draft.path = None if path is None else _text(path)
    draft.id = None if id is None else _text(id)
    draft.role = None if role is None else _text(role)
    draft.exported_at = None if exported is None else parse_wire(exported)
    draft.imported_at = None if imported is None else parse_wire(imported)
    draft.importer = None if importer is None else _text(importer)
    draft.importer_version = None if version is None else _text(version)
    draft.time = None if time is None else _evidence(time)
    draft.extra = dict(extra) if extra else {}
    draft.unknown = {}
    return draft.sealed()


def _evidence(data: Json) -> TimeEvidence:
    if data.__class__ is not dict or not _EVIDENCE.issuperset(data):
        raise _Unusual
    get = data.get
    raw, assumed = get("raw"), get("assumed", False)
    unit, zone, precision = get("unit"), get("zone"), get("precision")
    if assumed.__class__ is not bool or (raw is not None and json_problems(raw, "origin.time.raw")):
        raise _Unusual
    draft = EvidenceDraft()
    draft.raw = raw
    draft.unit = None if unit is None else _text(unit)
    draft.zone = None if zone is None else _text(zone)
    draft.precision = None if precision is None else _text(precision)
    draft.assumed = assumed
    draft.unknown = {}
    return draft.sealed()


def _utf8(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise _Unusual from None


def _text(value: Json) -> str:
    if value.__class__ is not str or (not value.isascii() and not _utf8(value)):
        raise _Unusual
    return str(value)


def _texts(value: Json) -> tuple[str, ...]:
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


def _share(value: Json) -> float | int:
    if (value.__class__ is not float and value.__class__ is not int) or not 0 <= value <= 1:
        raise _Unusual
    number: float | int = value
    return number
