"""Records and tombstones ↔ the JSON text a store keeps. Exact and quick, because it reads only what it wrote itself.

`Record.from_json` is tolerant: it lower-cases tags, moves `meta.access`, checks everything. A store must give back what
it was given and reads every record on every scan, so it has this strict pair instead. The text is the same JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import orjson

from satchel_protocol.drafts import OriginDraft, RecordDraft
from satchel_protocol.record import UNSET, Access, Json, Origin, Record, TimeEvidence
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.wire import write_record


def encode(value: Json) -> str:
    """One line of JSON.

    What orjson cannot write exactly – integers beyond 64 bits, lone surrogates, very deep nesting – is written by the
    standard library, pure ASCII and behind a blank, so that `decode` reads it by the standard library too: orjson
    would round those integers without a word.
    """
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return " " + json.dumps(value, separators=(",", ":"), default=_plain)


def decode(text: str) -> Any:
    """The value of a text that `encode` wrote.

    Raises:
        ValueError: the text is no JSON.
    """
    return json.loads(text) if text.startswith(" ") else orjson.loads(text)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def encode_record(record: Record) -> str:
    """The JSON text of a record."""
    return encode(write_record(record))


def decode_record(text: str) -> Record:
    """The record of a text that `encode_record` wrote, unchecked.

    Raises:
        ValueError: the text is not what was written; the message says in which way.
    """
    try:
        return record_from(decode(text))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a stored record: {error!r}") from error


def encode_tombstone(tombstone: Tombstone) -> str:
    """The JSON text of a tombstone."""
    return encode(tombstone.to_json())


def decode_tombstone(text: str) -> Tombstone:
    """The tombstone of a text that `encode_tombstone` wrote.

    Raises:
        ValueError: the text is no JSON.
        InvalidRecordError: it is no tombstone.
    """
    return Tombstone.from_json(decode(text))


def record_from(data: dict[str, Json]) -> Record:
    """The record of a JSON object that was stored; `data` is used up."""
    take = data.pop
    access, origin = take("access", None), take("origin", None)
    draft = RecordDraft()
    draft.id = take("id")
    draft.type = take("type")
    draft.content = take("content")
    draft.scope = take("scope")
    draft.source_agent = take("source_agent")
    draft.created_at = _time(take("created_at", None))
    draft.ttl = take("ttl", None)
    draft.tags = tuple(take("tags", ()))
    draft.meta = take("meta", None) or {}
    draft.updated_at = _time(take("updated_at", None))
    draft.key = take("key", None)
    draft.value = take("value", UNSET)
    draft.state = take("state", None)
    draft.access = None if access is None else _access(access)
    draft.importance = take("importance", None)
    draft.basis = take("basis", None)
    draft.confidence = take("confidence", None)
    draft.supersedes = tuple(take("supersedes", ()))
    draft.derived_from = tuple(take("derived_from", ()))
    draft.revives = tuple(take("revives", ()))
    draft.origin = None if origin is None else _origin(origin)
    draft.unknown = data
    return draft.sealed()


def _access(data: dict[str, Json]) -> Access:
    take = data.pop
    return Access(
        level=take("level"),
        classes=tuple(take("classes", ())),
        share=take("share", None),
        detector=take("detector", None),
        relaxed_at=_time(take("relaxed_at", None)),
        unknown=data,
    )


def _origin(data: dict[str, Json]) -> Origin:
    take = data.pop
    time = take("time", None)
    draft = OriginDraft()
    draft.tool = take("tool", None)
    draft.account = take("account", None)
    draft.path = take("path", None)
    draft.id = take("id", None)
    draft.role = take("role", None)
    draft.exported_at = _time(take("exported_at", None))
    draft.imported_at = _time(take("imported_at", None))
    draft.importer = take("importer", None)
    draft.importer_version = take("importer_version", None)
    draft.time = None if time is None else _evidence(time)
    draft.extra = take("extra", None) or {}
    draft.unknown = data
    return draft.sealed()


def _evidence(data: dict[str, Json]) -> TimeEvidence:
    take = data.pop
    return TimeEvidence(
        raw=take("raw", None),
        unit=take("unit", None),
        zone=take("zone", None),
        precision=take("precision", None),
        assumed=take("assumed", False),
        unknown=data,
    )


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
