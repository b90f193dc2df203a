"""What a field of the file may hold: read from the tree with places, and told to editors as JSON Schema.

Both come from one declaration, so that what an editor completes is what the reader accepts.
"""

from __future__ import annotations

import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from satchel.schema.tree import Mark, Node, Report

Path = tuple[str | int, ...]
"""Where a value stands: names of fields, and places in lists counted from 0."""


class _Missing:
    """Stands for what could not be read; its finding is made."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()


@dataclass(slots=True)
class Reading:
    """What is noted while a tree is read."""

    report: Report
    marks: dict[Path, Mark] = field(default_factory=dict)
    """Where each value, or its name, stands."""

    def wrong_type(self, node: Node, path: Path, wanted: str) -> _Missing:
        if not node.broken:
            self.report("FIELD_TYPE", node.at, f"{told(path)}: {wanted} belongs here, {named(node.value)} stands")
        return MISSING

    def wrong_value(self, node: Node, path: Path, message: str) -> _Missing:
        self.report("FIELD_VALUE", node.at, f"{told(path)}: {message}")
        return MISSING


class Shape(ABC):
    """One kind of value."""

    @abstractmethod
    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        """The value without places, or MISSING with a finding."""

    @abstractmethod
    def for_editors(self) -> dict[str, Any]:
        """The same as JSON Schema 2020-12."""


@dataclass(frozen=True, slots=True)
class Text(Shape):
    """A text, perhaps one of a few or of one pattern."""

    one_of: tuple[str, ...] = ()
    pattern: str = ""
    wanted: str = "a text"
    hint: str = ""
    """What to say beside the list of what it can be."""

    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        if not isinstance(node.value, str):
            return reading.wrong_type(node, path, self.wanted)
        if self.one_of and node.value not in self.one_of:
            return reading.wrong_value(
                node,
                path,
                f"{short(node.value)} is none of {', '.join(self.one_of)}{near(node.value, self.one_of)}{self.hint}",
            )
        if not node.value.strip():
            return reading.wrong_value(node, path, "the text is empty")
        if self.pattern and not re.fullmatch(self.pattern, node.value):
            return reading.wrong_value(node, path, f"{short(node.value)} is not {self.wanted}")
        return node.value

    def for_editors(self) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "string"}
        if self.one_of:
            found["enum"] = list(self.one_of)
        if self.pattern:
            found["pattern"] = f"^(?:{self.pattern})$"
        return found


@dataclass(frozen=True, slots=True)
class Whole(Shape):
    """A whole number."""

    least: int = 1

    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        if not isinstance(node.value, int) or isinstance(node.value, bool):
            return reading.wrong_type(node, path, "a whole number")
        if node.value < self.least:
            return reading.wrong_value(node, path, f"{node.value} is less than {self.least}")
        return node.value

    def for_editors(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least}


@dataclass(frozen=True, slots=True)
class Flag(Shape):
    """true or false."""

    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        return node.value if isinstance(node.value, bool) else reading.wrong_type(node, path, "true or false")

    def for_editors(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Anything(Shape):
    """Any JSON value, kept as it is."""

    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        _note_places(node, path, reading)
        return MISSING if node.broken else node.plain()

    def for_editors(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, slots=True)
class Either(Shape):
    """The first shape whose kind of value stands there."""

    choices: tuple[tuple[type | tuple[type, ...], Shape], ...]
    wanted: str

    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        for kind, shape in self.choices:
            if isinstance(node.value, kind) and (kind is bool or not isinstance(node.value, bool)):
                return shape.read(node, path, reading)
        return reading.wrong_type(node, path, self.wanted)

    def for_editors(self) -> dict[str, Any]:
        return {"anyOf": [shape.for_editors() for _, shape in self.choices]}


@dataclass(frozen=True, slots=True)
class ListOf(Shape):
    """A list; what cannot be read of it is left out."""

    item: Shape

    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        if not isinstance(node.value, list):
            return reading.wrong_type(node, path, "a list")
        found = []
        for place, inner in enumerate(node.value):
            reading.marks[*path, place] = inner.at
            value = self.item.read(inner, (*path, place), reading)
            if value is not MISSING:
                found.append(value)
        return found

    def for_editors(self) -> dict[str, Any]:
        return {"type": "array", "items": self.item.for_editors()}


@dataclass(frozen=True, slots=True)
class MapOf(Shape):
    """A mapping of free names to one shape."""

    item: Shape

    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        if not isinstance(node.value, dict):
            return reading.wrong_type(node, path, "a mapping")
        found = {}
        for name, inner in node.value.items():
            reading.marks[*path, name] = node.keys[name]
            value = self.item.read(inner, (*path, name), reading)
            if value is not MISSING:
                found[name] = value
        return found

    def for_editors(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.item.for_editors()}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a mapping."""

    shape: Shape
    about: str
    """A line for whoever completes it in an editor."""
    required: bool = False


@dataclass(frozen=True, slots=True)
class Fields(Shape):
    """A mapping of known fields. An item of a list keeps its place among the others even when a field is missing."""

    fields: Mapping[str, Field]
    what: str

    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        if not isinstance(node.value, dict):
            return reading.wrong_type(node, path, f"a mapping ({self.what})")
        found: dict[str, Any] = {}
        for name, inner in node.value.items():
            at = node.keys[name]
            reading.marks[*path, name] = at
            known = self.fields.get(name)
            if known is None:
                reading.report(
                    "FIELD_UNKNOWN",
                    at,
                    f"{told((*path, name))}: {self.what} has no field {short(name)}{near(name, self.fields)}",
                )
                continue
            value = known.shape.read(inner, (*path, name), reading)
            if value is not MISSING:
                found[name] = value
        for name, known in self.fields.items():
            if known.required and name not in node.value:
                reading.report(
                    "FIELD_MISSING", node.at, f"{told((*path, name))}: {self.what} must have a field {name!r}"
                )
        return found

    def for_editors(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                name: {"description": one.about, **one.shape.for_editors()} for name, one in self.fields.items()
            },
            "required": [name for name, one in self.fields.items() if one.required],
            "additionalProperties": False,
        }


def _note_places(node: Node, path: Path, reading: Reading) -> None:
    """Where the parts of a free value stand: two levels are as far as a message ever points."""
    parts: Any = ()
    if isinstance(node.value, dict):
        parts = ((name, node.keys[name]) for name in node.value)
    elif isinstance(node.value, list):
        parts = ((place, inner.at) for place, inner in enumerate(node.value))
    for name, at in parts:
        reading.marks[*path, name] = at


def told(path: Path) -> str:
    """keys[3].deprecated.reason"""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    text = text or "the file"
    return text if len(text) <= 200 else f"{text[:99]}…{text[-100:]}"


def named(value: Any) -> str:
    """What kind of value it is, for a message."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"{str(value).lower()}"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return f"the {'text' if isinstance(value, str) else 'number'} {short(value)}"


def short(value: Any) -> str:
    """A value in a message, never longer than a line."""
    text = named(value) if isinstance(value, bool) else repr(value)
    return text if len(text) <= 80 else f"{text[:60]}…{text[-15:]}"


def near(name: str, known: Any) -> str:
    """`; did you mean 'status'?`, or nothing."""
    found = difflib.get_close_matches(name[:100].casefold(), list(known), n=1, cutoff=0.6)
    return f"; did you mean {found[0]!r}?" if found else ""
