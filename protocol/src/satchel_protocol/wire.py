"""Records ↔ JSON objects. Strict writer, tolerant reader; unknown fields survive.

Tolerant means: camelCase spellings, `meta.access` instead of `access`, a single string where a list is expected, times
with any offset, `satchel` on a record that stands alone. It does not mean guessing: what has the wrong type is a
problem, named by its path, and all problems of an object are reported at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from satchel_protocol.checks import problems_of
from satchel_protocol.errors import InvalidRecordError, Problem
from satchel_protocol.record import FIELDS, LEVELS, UNSET, VERSION, Json, Origin, Record, TimeEvidence
from satchel_protocol.wirefields import Fields, read_access, read_scope, write_access
from satchel_protocol.wiretime import format_wire


def read_record(data: Json, *, where: str = "") -> Record:
    """See `Record.from_json`."""
    problems: list[Problem] = []
    take = Fields(data, "", problems)
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
        scope=read_scope(take),
        source_agent=take.required("source_agent"),
        created_at=take.time("created_at"),
        ttl=take.number("ttl"),
        tags=tuple(dict.fromkeys(tag.lower() for tag in take.texts("tags") if tag.strip())),
        meta=meta,
        updated_at=take.time("updated_at"),
        key=take.text("key"),
        value=value,
        state=_active_is_absent(take.text("state")),
        access=take.nested("access", read_access),
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


def _check_version(take: Fields) -> None:
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
    _write_rest(record, out, None if record.access is None else write_access(record.access))
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


def _active_is_absent(state: str | None) -> str | None:
    return None if state == "active" else state


def _read_origin(take: Fields) -> Origin:
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


def _read_evidence(take: Fields) -> TimeEvidence:
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
