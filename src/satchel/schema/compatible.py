"""In what two types differ, and what each difference does to values that are stored already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from satchel.schema.finding import same
from satchel.schema.shapes import short
from satchel.schema.types import Type, shape_of

_NOTHING: Final = object()


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two types."""

    kind: str
    """`type`, `cardinality`, `tightened`, `relaxed`, `required`, `added`, `default`, `enum_removed`, `enum_added`,
    `meaning`, `description` or `example`."""
    path: tuple[str, ...]
    """From the root of the type to the keyword that differs."""
    message: str
    old: Any
    new: Any


def differences(old: Type, new: Type, path: tuple[str, ...] = ()) -> Iterator[Difference]:
    """All differences of two resolved types; one part that changed its type is not looked into further."""
    if same(old, new) or "broken" in old or "broken" in new:
        return
    before, after = shape_of(old), shape_of(new)
    if before != after:
        yield Difference(
            "cardinality", (*path, "type"), f"{_at(path)}{_words(before)} became {_words(after)}", old, new
        )
        return
    if old["type"] != new["type"]:
        yield Difference(
            "type", (*path, "type"), f"{_at(path)}{old['type']} became {new['type']}", old["type"], new["type"]
        )
        return
    yield from _constraints(old, new, path)
    yield from _annotations(old, new, path)
    if old["type"] == "object" and before == "one":
        yield from _properties(old, new, path)
    for name in ("items", "additionalProperties"):
        if isinstance(old.get(name), dict) and isinstance(new.get(name), dict):
            yield from differences(old[name], new[name], (*path, name))


def _constraints(old: Type, new: Type, path: tuple[str, ...]) -> Iterator[Difference]:
    one, other = old.get("maxLength"), new.get("maxLength")
    if one != other:
        narrower = other is not None and (one is None or other < one)
        kind = "tightened" if narrower else "relaxed"
        yield Difference(
            kind, (*path, "maxLength"), f"{_at(path)}maxLength {_or_none(one)} became {_or_none(other)}", one, other
        )
    one, other = old.get("format"), new.get("format")
    if one != other:
        kind = "relaxed" if other is None else "tightened"
        yield Difference(
            kind, (*path, "format"), f"{_at(path)}format {_or_none(one)} became {_or_none(other)}", one, other
        )
    yield from _enums(old, new, path)
    yield from _meanings(old, new, path)


def _enums(old: Type, new: Type, path: tuple[str, ...]) -> Iterator[Difference]:
    here = (*path, "enum")
    one, other = old.get("enum"), new.get("enum")
    if one is None and other is None:
        return
    if one is None or other is None:
        kind, what = ("tightened", "now has an enum") if one is None else ("relaxed", "no longer has an enum")
        yield Difference(kind, here, f"{_at(path)}{what}", one, other)
        return
    gone = [value for value in one if value not in other]
    come = [value for value in other if value not in one]
    if gone:
        yield Difference("enum_removed", here, f"{_at(path)}lost {', '.join(map(repr, gone))}", gone, None)
    if come:
        yield Difference("enum_added", here, f"{_at(path)}got {', '.join(map(repr, come))}", None, come)


def _meanings(old: Type, new: Type, path: tuple[str, ...]) -> Iterator[Difference]:
    """What is told of values that are there before and after; the type need not list them, as with true and false."""
    told, tells = old.get("meanings", {}), new.get("meanings", {})
    listed = [{str(value): value for value in kind.get("enum", ())} for kind in (old, new)]
    for name in {**listed[0], **told, **tells}:
        before, after = told.get(name), tells.get(name)
        if before != after and len({name in values for values in listed if values}) <= 1:
            value = listed[0].get(name, name)
            yield Difference(
                "meaning", (*path, "meanings"), f"{_at(path)}{value!r} was {_or_none(before)!r} and is now {_or_none(after)!r}",
                [value, before], [value, after],
            )  # fmt: skip


def _annotations(old: Type, new: Type, path: tuple[str, ...]) -> Iterator[Difference]:
    one, other = old.get("default", _NOTHING), new.get("default", _NOTHING)
    if one is not other and (_NOTHING in (one, other) or not same(one, other)):
        yield Difference(
            "default",
            (*path, "default"),
            f"{_at(path)}default {_default(one)} became {_default(other)}",
            _json(one),
            _json(other),
        )
    for name, kind in (("description", "description"), ("title", "description"), ("examples", "example")):
        before, after = old.get(name), new.get(name)
        if not same(before, after):
            yield Difference(kind, (*path, name), f"{_at(path)}{name} changed", before, after)


def _properties(old: Type, new: Type, path: tuple[str, ...]) -> Iterator[Difference]:
    one, other = old.get("properties", {}), new.get("properties", {})
    needed, needs = set(old.get("required", ())), set(new.get("required", ()))
    for name, inner in one.items():
        here = (*path, "properties", name)
        if name not in other:
            yield Difference("tightened", (*path, "properties"), f"property {_dotted(here)} is gone", inner, None)
            continue
        yield from differences(inner, other[name], here)
        if name in needed and name not in needs:
            yield Difference(
                "relaxed", (*path, "required"), f"property {_dotted(here)} is no longer required", name, None
            )
    for name, inner in other.items():
        here = (*path, "properties", name)
        if name in needs and name not in needed:
            yield Difference("required", (*path, "required"), f"property {_dotted(here)} is required now", None, name)
        elif name not in one:
            yield Difference("added", here, f"property {_dotted(here)} is new", None, inner)


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(
        {"items": "[*]", "additionalProperties": "{*}"}.get(part, part) for part in path if part != "properties"
    )


def _at(path: tuple[str, ...]) -> str:
    return f"{_dotted(path)}: " if path else ""


def _words(shape: str) -> str:
    return {"one": "one value", "list": "a list", "map": "a map"}[shape]


def _or_none(value: Any) -> Any:
    return "none" if value is None else value


def _default(value: Any) -> str:
    return "none" if value is _NOTHING else short(value)


def _json(value: Any) -> Any:
    return [] if value is _NOTHING else [value]
