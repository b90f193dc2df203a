"""The type language: a closed subset of JSON Schema 2020-12, and `json` for what stays opaque.

A type is read with places, then made self-contained: references are put in, annotations kept. With this subset every
question about two types has an answer: no choices, no conditions, no patterns, no recursion, no null, no open objects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from satchel.schema.shapes import MISSING, Path, Reading, Shape, near, short, told
from satchel.schema.tree import Mark, Node

Type = Mapping[str, Any]
"""A type as JSON; after `resolve` without `$ref`."""

FORMATS: Final = ("date", "date-time", "time", "duration", "email", "uri", "uuid", "ipv4", "ipv6", "hostname")
KINDS: Final = ("string", "integer", "number", "boolean", "array", "object", "json")
BROKEN: Final[dict[str, Any]] = {"type": "json", "broken": True}
"""Stands for a type that could not be read; its finding is made, and nothing is compared with it."""
_MOST_NODES: Final = 2000
"""Parts of one type after its references are put in: far more than a prompt can hold, far less than a bomb has."""
_DEEPEST: Final = 40
"""References on the way to a part of a type."""
_ANNOTATIONS: Final = ("description", "default", "examples", "meanings", "title")
_BY_KIND: Final[dict[str, tuple[str, ...]]] = {
    "string": ("maxLength", "format", "enum"),
    "integer": ("enum",),
    "number": ("enum",),
    "boolean": (),
    "array": ("items",),
    "object": ("properties", "required", "additionalProperties"),
    "json": (),
}
_OUTSIDE: Final = {
    **dict.fromkeys(
        ("anyOf", "oneOf", "allOf", "not", "if", "then", "else"), "a value has one type, not a choice of types"
    ),
    **dict.fromkeys(("pattern", "patternProperties", "propertyNames"), "patterns cannot be compared between revisions"),
    **dict.fromkeys(("nullable",), "null is no value; absence is absence"),
    "const": "write an enum of one value",
    "unevaluatedProperties": "write additionalProperties: false or leave it out; objects are closed",
}


@dataclass(frozen=True, slots=True)
class TypeShape(Shape):
    """A type as it is written; references are kept."""

    def read(self, node: Node, path: Path, reading: Reading) -> Any:
        if isinstance(node.value, str) and not node.broken:
            return reading.wrong_type(node, path, f"a type such as {{type: {node.value}}} or {{$ref: {node.value}}}")
        if not isinstance(node.value, dict):
            return reading.wrong_type(node, path, "a type")
        reading.marks[path] = reading.marks.get(path, node.at)
        return _Part(node, path, reading).read()

    def for_editors(self) -> dict[str, Any]:
        return {"$ref": "#/$defs/type"}

    def definition(self) -> dict[str, Any]:
        """What `for_editors` refers to."""
        here = {"$ref": "#/$defs/type"}
        return {
            "type": "object",
            "properties": {
                "type": {"enum": list(KINDS)},
                "$ref": {"type": "string", "description": "A name under types."},
                "maxLength": {"type": "integer", "minimum": 1},
                "format": {"enum": list(FORMATS)},
                "enum": {"type": "array", "minItems": 1},
                "items": here,
                "properties": {"type": "object", "additionalProperties": here},
                "required": {"type": "array", "items": {"type": "string"}},
                "additionalProperties": {"anyOf": [{"const": False}, here]},
                "description": {"type": "string"},
                "title": {"type": "string"},
                "default": {},
                "examples": {"type": "array"},
                "meanings": {"type": "object", "additionalProperties": {"type": "string"}},
            },
            "additionalProperties": False,
        }


class _Part:
    """One type, or one part of it."""

    def __init__(self, node: Node, path: Path, reading: Reading) -> None:
        self.node, self.path, self.reading = node, path, reading
        self.found: dict[str, Any] = {}

    def read(self) -> Any:
        parts: dict[str, Node] = self.node.value
        for name in parts:
            self.reading.marks[*self.path, name] = self.node.keys[name]
        if "$ref" in parts:
            return self._reference(parts)
        kind = self._kind(parts)
        if kind is None:
            return MISSING
        self.found["type"] = kind
        for name, inner in parts.items():
            if name != "type":
                self._keyword(kind, name, inner)
        if kind == "array" and "items" not in self.found:
            self._wrong("TYPE_OUTSIDE_SUBSET", self.node.at, "a list must say the one type of its items")
            self.found["items"] = BROKEN
        if kind == "object":
            self._close()
        return self.found

    def _wrong(self, rule: str, at: Mark, message: str) -> None:
        self.reading.report(rule, at, f"{told(self.path)}: {message}")

    def _reference(self, parts: dict[str, Node]) -> Any:
        target = parts["$ref"].value
        if not isinstance(target, str):
            return self.reading.wrong_type(parts["$ref"], (*self.path, "$ref"), "the name of a type")
        self.found["$ref"] = target.removeprefix("#/types/")
        for name, inner in parts.items():
            if name in {"description", "default"}:
                self._keyword("", name, inner)
            elif name != "$ref":
                self._wrong(
                    "TYPE_OUTSIDE_SUBSET", self.node.keys[name], f"{short(name)} beside $ref; put it into the type"
                )
        return self.found

    def _kind(self, parts: dict[str, Node]) -> str | None:
        node = parts.get("type")
        if node is None:
            outside = next((name for name in parts if name in _OUTSIDE), None)
            if outside is not None:
                self._wrong("TYPE_OUTSIDE_SUBSET", self.node.keys[outside], f"{outside}: {_OUTSIDE[outside]}")
                return None
            values = parts["enum"].value if "enum" in parts else None
            if isinstance(values, list) and values and all(isinstance(one.value, str) for one in values):
                return "string"
            self._wrong("TYPE_OUTSIDE_SUBSET", self.node.at, f"says no type; one of {', '.join(KINDS)}")
            return None
        if isinstance(node.value, str) and node.value in KINDS:
            return node.value
        if node.value is None or isinstance(node.value, list) or node.value == "null":
            self._wrong("TYPE_OUTSIDE_SUBSET", node.at, "a value has one type and is never null; absence is absence")
        else:
            hint = near(str(node.value), KINDS)
            self._wrong("TYPE_OUTSIDE_SUBSET", node.at, f"{short(node.value)} is no type of {', '.join(KINDS)}{hint}")
        return None

    def _keyword(self, kind: str, name: str, inner: Node) -> None:
        at = self.node.keys[name]
        if name in _ANNOTATIONS:
            self._annotation(name, inner)
        elif name in _BY_KIND.get(kind, ()):
            getattr(self, f"_{name.lower()}")(inner)
        elif name in _OUTSIDE:
            self._wrong("TYPE_OUTSIDE_SUBSET", at, f"{name}: {_OUTSIDE[name]}")
        elif any(name in known for known in _BY_KIND.values()):
            self._wrong("TYPE_OUTSIDE_SUBSET", at, f"{name} does not belong to a type {kind}")
        else:
            known = ("type", "$ref", *_ANNOTATIONS, *_BY_KIND.get(kind, ()))
            self._wrong("TYPE_OUTSIDE_SUBSET", at, f"{short(name)} is not in the subset{near(name, known)}")

    def _annotation(self, name: str, inner: Node) -> None:
        wanted: tuple[type, str] | None = {
            "description": (str, "a text"),
            "title": (str, "a text"),
            "examples": (list, "a list"),
            "meanings": (dict, "a mapping of values to texts"),
        }.get(name)
        if wanted is not None and not isinstance(inner.value, wanted[0]):
            self.reading.wrong_type(inner, (*self.path, name), wanted[1])
        elif name == "meanings" and (
            odd := next((one for one in inner.value.values() if not isinstance(one.value, str)), None)
        ):
            self.reading.wrong_type(odd, (*self.path, name), "a text")
        elif not inner.broken:
            self.found[name] = inner.plain()

    def _maxlength(self, inner: Node) -> None:
        if isinstance(inner.value, bool) or not isinstance(inner.value, int) or inner.value < 1:
            self.reading.wrong_type(inner, (*self.path, "maxLength"), "a whole number from 1")
        else:
            self.found["maxLength"] = inner.value

    def _format(self, inner: Node) -> None:
        if inner.value in FORMATS:
            self.found["format"] = inner.value
        else:
            hint = near(str(inner.value), FORMATS)
            self._wrong(
                "TYPE_OUTSIDE_SUBSET", inner.at, f"format {short(inner.value)} is none of {', '.join(FORMATS)}{hint}"
            )

    def _enum(self, inner: Node) -> None:
        if inner.value == []:
            self._wrong("FIELD_VALUE", inner.at, "an enum has at least one value")
            return
        if not isinstance(inner.value, list):
            self.reading.wrong_type(inner, (*self.path, "enum"), "a list of values")
            return
        wanted: Any = str if self.found["type"] == "string" else (int, float)
        values: list[Any] = []
        for place, one in enumerate(inner.value):
            self.reading.marks[*self.path, "enum", place] = one.at
            if isinstance(one.value, bool) or not isinstance(one.value, wanted):
                quoted = " (quote it)" if wanted is str else ""
                self._wrong("FIELD_TYPE", one.at, f"{short(one.plain())} is no {self.found['type']}{quoted}")
            elif one.value in values:
                self._wrong("FIELD_VALUE", one.at, f"{short(one.value)} stands twice in the enum")
            else:
                values.append(one.value)
        self.found["enum"] = values

    def _items(self, inner: Node) -> None:
        value = TypeShape().read(inner, (*self.path, "items"), self.reading)
        self.found["items"] = BROKEN if value is MISSING else value

    def _properties(self, inner: Node) -> None:
        if not isinstance(inner.value, dict):
            self.reading.wrong_type(inner, (*self.path, "properties"), "a mapping of names to types")
            return
        found = {}
        for name, part in inner.value.items():
            path = (*self.path, "properties", name)
            self.reading.marks[path] = inner.keys[name]
            value = TypeShape().read(part, path, self.reading)
            found[name] = BROKEN if value is MISSING else value
        self.found["properties"] = found

    def _required(self, inner: Node) -> None:
        if not isinstance(inner.value, list) or not all(isinstance(one.value, str) for one in inner.value):
            self.reading.wrong_type(inner, (*self.path, "required"), "a list of names")
            return
        self.found["required"] = sorted({one.value for one in inner.value})

    def _additionalproperties(self, inner: Node) -> None:
        if inner.value is False:
            return
        if isinstance(inner.value, dict) and inner.value:
            value = TypeShape().read(inner, (*self.path, "additionalProperties"), self.reading)
            if value is not MISSING:
                self.found["additionalProperties"] = value
        else:
            # Kept as it is: VALUE_MODEL_CLOSED says what is wrong with it, and needs the number of the key.
            self.found["additionalProperties"] = True

    def _close(self) -> None:
        known = self.found.get("properties", {})
        for name in self.found.get("required", []):
            if name not in known:
                self._wrong(
                    "FIELD_VALUE",
                    self.reading.marks[*self.path, "required"],
                    f"requires {name!r}, which is none of its properties",
                )
        if "properties" not in self.found and "additionalProperties" not in self.found:
            self.found["additionalProperties"] = True


class UnresolvableTypeError(Exception):
    """A type refers to one that is not there, to itself, or to too much."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.path: tuple[str, ...] = ()
        """From the type that was to be resolved to the reference in it that leads there; from a named one, if by its name."""


def resolver(types: Mapping[str, Type]) -> Callable[[Type], Type]:
    """A function that puts references in; what it made once it gives again.

    Raises (the function):
        UnresolvableTypeError: see there.
    """
    done: dict[str, Type] = {}
    sizes: dict[int, int] = {}

    def of_name(name: str, above: tuple[str, ...]) -> Type:
        if name in above:
            raise UnresolvableTypeError("TYPE_RECURSIVE", f"type {name!r} holds itself: {' → '.join((*above, name))}")
        if len(above) >= _DEEPEST:
            raise UnresolvableTypeError("TYPE_TOO_LARGE", f"references go deeper than {_DEEPEST} types")
        if name not in types:
            raise UnresolvableTypeError("TYPE_UNKNOWN_REF", f"there is no type {name!r}{near(name, types)}")
        if name not in done:
            done[name] = of(types[name], (*above, name))
        return done[name]

    def of(written: Type, above: tuple[str, ...]) -> Type:
        if "$ref" in written:
            try:
                target = of_name(written["$ref"], above)
            except UnresolvableTypeError as error:
                if (
                    above or written["$ref"] not in types
                ):  # else it is asked for by its name: what it says itself counts
                    error.path = ("$ref",)
                raise
            more = {name: written[name] for name in ("description", "default") if name in written}
            found: dict[str, Any] = {**target, **more} if more else dict(target)
            size = sizes[id(target)]
        else:
            found, size = dict(written), 1
            for part, inner in children(written):
                try:
                    made = of(inner, above)
                except UnresolvableTypeError as error:
                    error.path = (*part, *error.path)
                    raise
                size += sizes[id(made)]
                if len(part) == 1:
                    found[part[0]] = made
                else:
                    found["properties"] = {**found["properties"], part[1]: made}
        if size > _MOST_NODES:
            raise UnresolvableTypeError("TYPE_TOO_LARGE", f"more than {_MOST_NODES} parts once references are put in")
        sizes[id(found)] = size
        kept.append(found)
        return found

    kept: list[Type] = []  # an id is only of use while what it is of lives
    return lambda written: of(written, ())


def children(kind: Type) -> list[tuple[tuple[str, ...], Type]]:
    """The parts of a type, each with its path from it."""
    found: list[tuple[tuple[str, ...], Type]] = [
        (("properties", name), inner) for name, inner in kind.get("properties", {}).items()
    ]
    found += [((name,), kind[name]) for name in ("items", "additionalProperties") if isinstance(kind.get(name), dict)]
    return found


def shape_of(kind: Type) -> str:
    """`one`, `list` or `map`: how many values a value holds."""
    if kind["type"] == "array":
        return "list"
    return "map" if kind["type"] == "object" and "properties" not in kind and "additionalProperties" in kind else "one"
