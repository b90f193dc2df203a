"""A first schema out of what an agent has stored: observed keys and values become a file to be looked through.

Nothing of a value is copied into the file. Names that cannot be keys, and keys that look like each other, are told and
left to a person: which of two is right is not in the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from satchel.schema.names import ITEM, oddity, segments
from satchel.schema.types import FORMATS
from satchel.schema.values import is_format

_ENOUGH: Final = 3
"""Values of one format before a type says so: fewer may be chance."""
_MOST_PROPERTIES: Final = 40
"""An object with more names than this is a map of free names."""
_GUESSED: Final = ("date-time", "date", "email", "uuid")
_ONE_ITEM: Final = re.compile(r"\[[^\[\]]+\]")


@dataclass(frozen=True, slots=True)
class Observed:
    """One stored value."""

    scope: str
    key: str
    value: Any


@dataclass(slots=True)
class _Seen:
    """What was seen of one key."""

    values: list[Any] = field(default_factory=list)
    scopes: dict[str, set[str]] = field(default_factory=dict)
    """Namespace → scopes."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A file to be looked through."""

    text: str
    keys: int
    left_out: list[str]
    """Names that cannot be keys, each with why."""
    notes: list[str]


def propose(observed: Iterable[Observed], *, schema: str) -> Proposal:
    """A schema with a key for each name that was seen, most seen first."""
    seen: dict[str, _Seen] = {}
    left_out: dict[str, str] = {}
    paths: dict[str, list[str]] = {}
    for one in observed:
        name = _ONE_ITEM.sub(ITEM, one.key)
        wrong = oddity(name) or ("holds a free wildcard" if {"*", "**"} & set(segments(name)) else "")
        if wrong:
            left_out[one.key] = wrong
            continue
        namespace, path = namespace_of(one.scope)
        paths[namespace] = path
        found = seen.setdefault(name, _Seen())
        found.values.append(one.value)
        found.scopes.setdefault(namespace, set()).add(one.scope)
    notes = []
    keys = []
    for number, (name, found) in enumerate(
        sorted(seen.items(), key=lambda item: (-len(item[1].values), item[0])), start=1
    ):
        homes = sorted(found.scopes, key=lambda home: (-len(found.scopes[home]), home))
        if len(homes) > 1:
            notes.append(f"{name} was seen in {', '.join(homes)}; the file puts it into {homes[0]}")
        about = f"  # {len(found.values)} values in {sum(map(len, found.scopes.values()))} scopes"
        body = {
            "number": number,
            "name": name,
            "in": homes[0],
            "type": merged(found.values),
            "status": "active",
            "since": 1,
        }
        if ITEM in segments(name):
            body["item_id"] = "{item_id}"
        keys.append((about, body))
    head: dict[str, Any] = {"format": 1, "schema": schema, "revision": 1, "next_number": len(keys) + 1}
    places = {
        name: {"number": n, "path": path, "since": 1} for n, (name, path) in enumerate(sorted(paths.items()), start=1)
    }
    text = _dumped(head) + "\n" + _dumped({"namespaces": places}) + "\nkeys:" + ("" if keys else " []") + "\n"
    for about, body in keys:
        first, *rest = _dumped(body).rstrip("\n").split("\n")
        text += f"  - {first}{about}\n" + "".join(f"    {line}\n" for line in rest)
    return Proposal(text, len(keys), [f"{name!r} {why}" for name, why in sorted(left_out.items())], notes)


def namespace_of(scope: str) -> tuple[str, list[str]]:
    """A namespace for a scope, and its path: user:ann/tasks is user_tasks at user, {user_id}, tasks."""
    root, *rest = scope.split("/")
    kind, _, _ = root.partition(":")
    labels = [re.sub(r"[^\w-]", "_", part) or "_" for part in rest]
    return "_".join([kind, *labels]), [kind, *([f"{{{kind}_id}}"] if ":" in root else []), *labels]


def merged(values: list[Any]) -> dict[str, Any]:
    """The narrowest type of the subset that all values are of; no enum, as the next value may be another one."""
    present = [value for value in values if value is not None]
    kinds = {_kind(value) for value in present}
    if kinds == {"integer", "number"}:
        return {"type": "number"}
    if len(kinds) != 1:
        return {"type": "json"}
    (kind,) = kinds
    if kind == "string":
        texts = set(present)
        form = next((one for one in _GUESSED if one in FORMATS and all(is_format(text, one) for text in texts)), None)
        return {"type": "string", "format": form} if form is not None and len(texts) >= _ENOUGH else {"type": "string"}
    if kind == "array":
        return {"type": "array", "items": merged([item for value in present for item in value])}
    if kind == "object":
        return _merged_objects(present)
    return {"type": kind}


def _merged_objects(values: list[Mapping[str, Any]]) -> dict[str, Any]:
    parts: dict[str, list[Any]] = {}
    for value in values:
        for name, inner in value.items():
            parts.setdefault(str(name), []).append(inner)
    if not parts:
        return {"type": "json"}  # empty ones say nothing of what belongs into them
    if len(parts) > _MOST_PROPERTIES:
        return {"type": "object", "additionalProperties": merged([one for inner in parts.values() for one in inner])}
    return {"type": "object", "properties": {name: merged(inner) for name, inner in sorted(parts.items())}}


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    for kind, name in ((int, "integer"), (float, "number"), (str, "string"), (list, "array"), (dict, "object")):
        if isinstance(value, kind):
            return name
    return "json"


def _dumped(document: Any) -> str:
    return yaml.dump(document, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=100_000)


class _Plain(yaml.SafeDumper):
    """Writes what our reader reads: never an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True
