"""JSON Schemas of the wire format, generated from the dataclasses.

`python -m satchel_protocol.schema_json FOLDER` writes `record.schema.json`, `tombstone.schema.json` and
`stream.schema.json`. What a schema cannot say – the id of a keyed memory, sizes in bytes – stands in the prose beside it.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from satchel_protocol.record import (
    BASES,
    LEVELS,
    MAX_CONTENT_BYTES,
    MAX_ID_LENGTH,
    MAX_KEY_LENGTH,
    SHARES,
    STATES,
    TYPES,
    Access,
    Json,
    Record,
)
from satchel_protocol.scope import MAX_LENGTH
from satchel_protocol.stream import Header, Trailer
from satchel_protocol.tombstone import REASONS, Through, Tombstone

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_TIME: Final = {
    "type": "string",
    "format": "date-time",
    "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{0,5}[1-9])?Z$",
}
_SCOPE: Final = {
    "type": "string",
    "maxLength": MAX_LENGTH,
    "pattern": r"^(public|(user|team|project|agent|session|ns):[^/*,\s]+(/[^/*,\s]+)*)$",
}
_ID: Final = {"minLength": 1, "maxLength": MAX_ID_LENGTH}

# What the type of a field does not say. `examples` are the words that are known; others are kept.
_RULES: Final[Mapping[tuple[type, str], Mapping[str, Json]]] = {
    (Record, "id"): _ID,
    (Record, "type"): {"minLength": 1, "maxLength": 64, "examples": list(TYPES)},
    (Record, "content"): {"minLength": 1, "maxLength": MAX_CONTENT_BYTES},
    (Record, "scope"): _SCOPE,
    (Record, "source_agent"): {"minLength": 1},
    (Record, "ttl"): {"minimum": 0},
    (Record, "tags"): {"uniqueItems": True},
    (Record, "key"): {"minLength": 1, "maxLength": MAX_KEY_LENGTH},
    (Record, "state"): {"examples": list(STATES)},
    (Record, "importance"): {"minimum": 0, "maximum": 1},
    (Record, "basis"): {"examples": list(BASES)},
    (Record, "confidence"): {"minimum": 0, "maximum": 1},
    (Record, "supersedes"): {"uniqueItems": True},
    (Record, "derived_from"): {"uniqueItems": True},
    (Record, "revives"): {"uniqueItems": True},
    (Access, "level"): {"examples": list(LEVELS)},
    (Access, "classes"): {"uniqueItems": True},
    (Access, "share"): {"examples": list(SHARES)},
    (Tombstone, "id"): _ID,
    (Tombstone, "tombstone_id"): _ID,
    (Tombstone, "scope"): _SCOPE,
    (Tombstone, "reason"): {"minLength": 1, "examples": list(REASONS)},
    (Tombstone, "derived"): {"uniqueItems": True},
    (Tombstone, "prints"): {"uniqueItems": True},
    (Tombstone, "sketch"): {"items": {"type": "integer", "minimum": 0, "maximum": (1 << 32) - 1}},
    (Through, "revives"): {"uniqueItems": True},
    (Trailer, "sha256"): {"pattern": "^[0-9a-f]{64}$"},
}
_ALWAYS: Final = {
    Record: ("created_at",),
    Tombstone: ("deleted_at", "reason"),
    Access: ("level",),
    Through: ("digest",),
    Header: ("scopes",),
}
"""Fields that have a default and are written all the same."""
_NULLABLE: Final = {(Record, "created_at"), (Tombstone, "deleted_at")}
"""Fields that are written as null when unknown; any other is left out."""


def record_schema() -> dict[str, Json]:
    """Of one record, alone or in a stream."""
    schema = _document("record", Record, "One memory, as it is written.")
    schema["properties"] = {
        "satchel": {"type": "string", "description": "Version of the wire format, on a record that stands alone."},
        **schema["properties"],
    }
    schema["dependentRequired"] = {"value": ["key"]}
    return schema


def tombstone_schema() -> dict[str, Json]:
    """Of one tombstone."""
    return _document("tombstone", Tombstone, "What remains of a forgotten memory, as it is written.")


def stream_schema() -> dict[str, Json]:
    """Of each line of a stream. The order of lines, the counts and the digest are in the prose."""
    defs = {**record_schema()["$defs"], **tombstone_schema()["$defs"]}
    for name, one in (("record", record_schema()), ("tombstone", tombstone_schema())):
        defs[name] = {key: value for key, value in one.items() if key not in ("$schema", "$defs", "title")}
    header = _object(Header, defs)
    header["properties"] = {
        "satchel": {"type": "string", "pattern": "^1\\.[0-9]+$", "description": "Version of the wire format."},
        **{name: rule for name, rule in header["properties"].items() if name != "version"},
    }
    header["required"] = ["satchel", *(name for name in header["required"] if name != "version")]
    header["not"] = {"anyOf": [{"required": ["content"]}, {"required": ["tombstone"]}]}
    defs["header"] = header
    defs["trailer"] = _object(Trailer, defs)
    return {
        "$schema": DIALECT,
        "title": "Satchel stream line",
        "description": "One line of a stream: the header, a tombstone, a record, the trailer; any other JSON passes through.",
        "anyOf": [
            {"$ref": "#/$defs/header"},
            _wrapped("tombstone"),
            {"$ref": "#/$defs/record"},
            _wrapped("trailer"),
        ],
        "$defs": dict(sorted(defs.items())),
    }


def _wrapped(name: str) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"}},
        "required": [name],
        "additionalProperties": False,
    }


def _document(title: str, of: type, description: str) -> dict[str, Json]:
    defs: dict[str, Json] = {}
    body = _object(of, defs)
    return {
        "$schema": DIALECT,
        "title": f"Satchel {title}",
        "description": description,
        **{name: value for name, value in body.items() if name != "description"},
        "$defs": dict(sorted(defs.items())),
    }


def _object(of: type, defs: dict[str, Json]) -> dict[str, Json]:
    assert is_dataclass(of)
    hints = typing.get_type_hints(of)
    notes = _field_notes(of)
    properties: dict[str, Json] = {}
    required: list[str] = []
    for field in fields(of):
        if field.name == "unknown":
            continue
        rule = _rule(hints[field.name], defs)
        rule |= _RULES.get((of, field.name), {})
        if (of, field.name) in _NULLABLE:
            rule = {"anyOf": [rule, {"type": "null"}]}
        if field.name in notes:
            rule = {**rule, "description": notes[field.name]}
        properties[field.name] = rule
        has_default = field.default is not MISSING or field.default_factory is not MISSING
        if not has_default or field.name in _ALWAYS.get(of, ()):
            required.append(field.name)
    return {
        "type": "object",
        "description": (inspect.getdoc(of) or "").partition("\n\n")[0].replace("\n", " "),
        "properties": properties,
        "required": required,
        "additionalProperties": True,
    }


def _rule(hint: Any, defs: dict[str, Json]) -> dict[str, Json]:
    """The schema of a type as it stands in the dataclasses."""
    if hint is Any:
        return {}
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        # A field that is None is left out.
        members = [member for member in typing.get_args(hint) if member is not type(None)]
        if set(members) == {int, float}:
            return {"type": "number"}
        (member,) = members
        return _rule(member, defs)
    if typing.get_origin(hint) is tuple:
        return {"type": "array", "items": _rule(typing.get_args(hint)[0], defs)}
    if typing.get_origin(hint) is Mapping:
        member = _rule(typing.get_args(hint)[1], defs)
        return {"type": "object", "additionalProperties": member} if member else {"type": "object"}
    if is_dataclass(hint) and isinstance(hint, type):
        name = hint.__name__.lower()
        if name not in defs:
            defs[name] = {}
            defs[name] = _object(hint, defs)
        return {"$ref": f"#/$defs/{name}"}
    simple: dict[Any, dict[str, Json]] = {
        str: {"type": "string"},
        int: {"type": "integer"},
        float: {"type": "number"},
        bool: {"type": "boolean"},
        datetime: _TIME,
    }
    return dict(simple[hint])


def _field_notes(of: type) -> dict[str, str]:
    """The text under each field of a dataclass."""
    body = ast.parse(textwrap.dedent(inspect.getsource(of))).body[0]
    assert isinstance(body, ast.ClassDef)
    notes: dict[str, str] = {}
    for above, note in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(above, ast.AnnAssign)
            and isinstance(above.target, ast.Name)
            and isinstance(note, ast.Expr)
            and isinstance(note.value, ast.Constant)
            and isinstance(note.value.value, str)
        ):
            notes[above.target.id] = " ".join(note.value.value.split())
    return notes


def documents() -> dict[str, str]:
    """File name → text of every schema."""
    schemas = {
        "record.schema.json": record_schema(),
        "tombstone.schema.json": tombstone_schema(),
        "stream.schema.json": stream_schema(),
    }
    return {name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for name, schema in schemas.items()}


def main(folder: str) -> None:
    """Write every schema into a folder."""
    for name, text in documents().items():
        (Path(folder) / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "spec")
