"""Records and tombstones ↔ the JSON text a store keeps. Exact and quick, because it reads only what it wrote itself.

`Record.from_json` is tolerant: it lower-cases tags, moves `meta.access`, checks everything. A store must give back what
it was given and reads every record on every scan, so it has this strict pair instead. The text is the same JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

import orjson

from satchel_protocol.record import UNSET, Access, Json, Origin, Record, TimeEvidence
from satchel_protocol.tombstone import Tombstone

_T = TypeVar("_T")


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
    return encode(record.to_json())


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
    return Record(
        id=take("id"),
        type=take("type"),
        content=take("content"),
        scope=take("scope"),
        source_agent=take("source_agent"),
        created_at=_time(take("created_at", None)),
        ttl=take("ttl", None),
        tags=tuple(take("tags", ())),
        meta=take("meta", None) or {},
        updated_at=_time(take("updated_at", None)),
        key=take("key", None),
        value=take("value", UNSET),
        state=take("state", None),
        access=_nested(take("access", None), _access),
        importance=take("importance", None),
        basis=take("basis", None),
        confidence=take("confidence", None),
        supersedes=tuple(take("supersedes", ())),
        derived_from=tuple(take("derived_from", ())),
        revives=tuple(take("revives", ())),
        origin=_nested(take("origin", None), _origin),
        unknown=data,
    )


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
    return Origin(
        tool=take("tool", None),
        account=take("account", None),
        path=take("path", None),
        id=take("id", None),
        role=take("role", None),
        exported_at=_time(take("exported_at", None)),
        imported_at=_time(take("imported_at", None)),
        importer=take("importer", None),
        importer_version=take("importer_version", None),
        time=_nested(take("time", None), _evidence),
        extra=take("extra", None) or {},
        unknown=data,
    )


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


def _nested(data: dict[str, Json] | None, read: Callable[[dict[str, Json]], _T]) -> _T | None:
    return None if data is None else read(data)


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
