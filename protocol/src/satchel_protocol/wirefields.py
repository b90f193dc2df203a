"""Taking fields out of a JSON object, tolerantly, and collecting everything that is wrong with them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TypeVar

from satchel_protocol.errors import InvalidScopeError, InvalidTimeError, Problem
from satchel_protocol.record import Access, Json
from satchel_protocol.scope import parse_scope
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


class Fields:
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
            self.wrong("", "type", f"expected a JSON object, found {kind_of_value(data)}")

    def wrong(self, name: str, kind: str, message: str) -> None:
        path = f"{self.path}.{name}" if self.path and name else self.path or name
        self.problems.append(Problem(path, kind, message))

    def text(self, name: str) -> str | None:
        value = self.left.pop(name, None)
        if value is None or isinstance(value, str):
            return value
        self.wrong(name, "type", f"expected a string, found {kind_of_value(value)}")
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
            self.wrong(name, "type", f"expected a number, found {kind_of_value(value)}")
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
        self.wrong(name, "type", f"expected a list of strings, found {kind_of_value(value)}")
        return ()

    def flag(self, name: str) -> bool:
        value = self.left.pop(name, None)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.wrong(name, "type", f"expected true or false, found {kind_of_value(value)}")
        return False

    def object(self, name: str) -> dict[str, Json]:
        value = self.left.pop(name, None)
        if value is None:
            return {}
        if isinstance(value, Mapping):
            return dict(value)
        self.wrong(name, "type", f"expected an object, found {kind_of_value(value)}")
        return {}

    def nested(self, name: str, read: Callable[[Fields], _T]) -> _T | None:
        value = self.left.pop(name, None)
        if value is None:
            return None
        return read(Fields(value, f"{self.path}.{name}" if self.path else name, self.problems))


def read_scope(take: Fields) -> str:
    text = take.required("scope")
    if not text:
        return text
    try:
        return parse_scope(text)
    except InvalidScopeError as error:
        take.wrong("scope", "format", str(error))
        return text


def read_access(take: Fields) -> Access:
    return Access(
        level=take.text("level") or "normal",
        classes=tuple(sorted(take.texts("classes"))),
        share=take.text("share"),
        detector=take.text("detector"),
        relaxed_at=take.time("relaxed_at"),
        unknown=take.left,
    )


def write_access(access: Access) -> dict[str, Json]:
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


def kind_of_value(value: Json) -> str:
    if value is None:
        return "null"
    for types, name in ((bool, "true/false"), (int | float, "a number"), (str, "a string"), (list | tuple, "a list")):
        if isinstance(value, types):
            return name
    return "an object" if isinstance(value, Mapping) else type(value).__name__
