"""Scopes that were seen, made into namespaces: whose each part is becomes a placeholder, the rest are labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from satchel.schema.mined_names import is_id, singular
from satchel_protocol.scope import scope_segments

NOWHERE: Final = "memory"
"""The namespace of keys of which nobody said where they are kept."""
_OWNERS: Final = frozenset(
    "user users customer customers tenant tenants session sessions thread threads agent agents project projects team teams org orgs account accounts "
    "conversation conversations assistant assistants member members memories".split()
)
"""Labels that are followed by an id."""
_KINDS: Final = frozenset(
    "core archival semantic episodic procedural facts preferences profile profiles working shared global".split()
)
"""Labels that say what is kept and never whose."""
_SEVERAL: Final = 3


def places_of(scopes: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, list[str]]]:
    """The namespace and the path of each scope.

    Args:
        scopes: Scope → names of the keys that were seen in it; an empty scope is one that nobody told.
    """
    tuples = {scope: _labels(scope) for scope in scopes if scope.startswith("ns:")}
    varying = _varying({labels: set(scopes[scope]) for scope, labels in tuples.items()})
    found: dict[str, tuple[str, list[str]]] = {}
    names: dict[str, list[str]] = {}
    for scope in scopes:
        if not scope:
            name, path = NOWHERE, [NOWHERE]
        elif scope in tuples:
            name, path = _of_tuple(tuples[scope], varying)
        else:
            name, path = namespace_of(scope)
        while names.setdefault(name, path) != path:
            name += "_"
        found[scope] = (name, path)
    return found


def namespace_of(scope: str) -> tuple[str, list[str]]:
    """A namespace for a scope, and its path: user:ann/tasks is user_tasks at user, {user_id}, tasks."""
    root, *rest = scope.split("/")
    kind, _, _ = root.partition(":")
    path = [kind, *([f"{{{kind}_id}}"] if ":" in root else [])]
    for part in rest:
        path.append(_placeholder(path) if is_id(part) else _label(part))
    return "_".join([part for part in path if not part.startswith("{")]), path


def _of_tuple(labels: tuple[str, ...], varying: set[tuple[tuple[str, ...], int]]) -> tuple[str, list[str]]:
    path: list[str] = []
    for place, label in enumerate(labels):
        owned = (
            place > 0
            and labels[place - 1].lower() in _OWNERS
            and label.lower() not in _KINDS
            and not path[-1].startswith("{")
        )
        if owned or is_id(label) or (_without(labels, place), place) in varying:
            path.append(_placeholder(path))
        else:
            path.append(_label(label))
    if path[0] == "langgraph":
        path[0] = "langgraph_"  # kept by the framework
    return "_".join([part for part in path if not part.startswith("{")]) or "item", path


def _varying(keys: Mapping[tuple[str, ...], set[str]]) -> set[tuple[tuple[str, ...], int]]:
    """Places at which tuples differ that hold the same keys: the same thing of several owners."""
    groups: dict[tuple[tuple[str, ...], int], list[set[str]]] = {}
    for labels, held in keys.items():
        for place in range(1, len(labels)):
            groups.setdefault((_without(labels, place), place), []).append(held)
    found = set()
    for what, sets in groups.items():
        together: dict[str, int] = {}
        for held in sets:
            for key in held:
                together[key] = together.get(key, 0) + 1
        if len(sets) >= _SEVERAL and max(together.values(), default=0) > 1:
            found.add(what)
    return found


def _without(labels: tuple[str, ...], place: int) -> tuple[str, ...]:
    return (*labels[:place], "", *labels[place + 1 :])


def _labels(scope: str) -> tuple[str, ...]:
    return scope_segments(scope)[1]


def _label(part: str) -> str:
    return re.sub(r"[^\w-]", "_", part) or "_"


def _placeholder(path: list[str]) -> str:
    before = path[-1] if path and not path[-1].startswith("{") else "item"
    before = "owner" if before == "memories" else before
    made = f"{{{singular(before)}_id}}"
    while made in path:
        made = f"{made[:-1]}_}}"
    return made
