"""One line of the graph, whatever its dialect: an entity, a relation, or an observation that stands by itself.

The reference server writes `type`, `name`, `entityType`, `observations` and `from`, `to`, `relationType`. Descendants
say `_type`, leave the type out, say `label`, `from_entity` and `to_entity`, give observations a text with a time, or
write them on lines of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_ENTITY_WORDS = frozenset({"entity", "node"})
_RELATION_WORDS = frozenset({"relation", "relationship", "edge"})
_NAMES = ("name", "entityName", "entity_name")
_KINDS = ("entityType", "entity_type", "label")
_FROM = ("from", "from_entity", "fromEntity", "source")
_TO = ("to", "to_entity", "toEntity", "target")
_RELATIONS = ("relationType", "relation_type", "relation", "label")
_OWNERS = ("entityName", "entity_name", "entity", "name")
_CONTENTS = ("contents", "observations", "content", "text", "observation")
_TEXTS = ("text", "content", "observation", "value")
_CREATED = ("timestamp", "createdAt", "created_at", "created", "addedAt")
_UPDATED = ("updatedAt", "updated_at", "lastModified", "lastUpdated")
_GENERIC = frozenset({"", "default", "entity", "node", "unknown", "thing", "none", "null", "object", "other"})

ENTITY_FIELDS = " ".join(("type _type _savedAt observations", *_NAMES, *_KINDS, *_CREATED, *_UPDATED))
RELATION_FIELDS = " ".join(("type _type _savedAt entityType", *_FROM, *_TO, *_RELATIONS, *_CREATED, *_UPDATED))
LINE_FIELDS = " ".join(("type _type _savedAt id", *dict.fromkeys((*_OWNERS, *_CONTENTS)), *_CREATED, *_UPDATED))
OBSERVATION_FIELDS = " ".join(("id", *_TEXTS, *_CREATED, *_UPDATED))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Something that observations are about."""

    name: str
    kind: str
    """As the file calls it; empty where it says nothing telling."""
    observations: Any
    created: Any = None
    updated: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """An edge; an end or the name may be empty."""

    subject: str
    name: str
    target: str
    created: Any = None
    updated: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Observations on a line of their own."""

    name: str
    observations: Any
    native: str
    created: Any = None
    updated: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One observation, a text or an object with one."""

    text: str
    native: str = ""
    created: Any = None
    updated: Any = None


def node(value: Mapping[str, Any], among: str = "") -> Entity | Relation | Line | None:
    """What an object is; None when it is nothing of a graph.

    Args:
        among: The list that it stands in, in a document with `entities` and `relations`.
    """
    word = _word(value)
    times = {"created": _first(value, _CREATED), "updated": _first(value, _UPDATED)}
    if (
        word in _RELATION_WORDS
        or among == "relations"
        or (word not in _ENTITY_WORDS and _has(value, _FROM) and _has(value, _TO))
    ):
        return Relation(subject=_text(value, _FROM), name=_text(value, _RELATIONS), target=_text(value, _TO), **times)
    if word == "observation" or among == "observations":
        native = value.get("id")
        return Line(
            name=_text(value, _OWNERS),
            observations=_first(value, _CONTENTS),
            native=str(native) if isinstance(native, str | int) and not isinstance(native, bool) else "",
            **times,
        )
    if word in _ENTITY_WORDS or among == "entities" or ("observations" in value and _has(value, _NAMES)):
        kind = _text(value, _KINDS)
        if not kind and word not in _ENTITY_WORDS:
            kind = word and str(value["type"]).strip()
        kind = "" if kind.casefold() in _GENERIC else kind
        return Entity(name=_text(value, _NAMES), kind=kind, observations=value.get("observations"), **times)
    return None


def observation(value: Any) -> Observation | None:
    """One observation; None for what has no text. A number is a text here."""
    if isinstance(value, str):
        return Observation(text=value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Observation(text=str(value))
    if not isinstance(value, dict):
        return None
    text = _first(value, _TEXTS)
    if not isinstance(text, str):
        return None
    native = value.get("id")
    return Observation(
        text=text,
        native=native if isinstance(native, str) else "",
        created=_first(value, _CREATED),
        updated=_first(value, _UPDATED),
    )


def likeness(value: Any, among: str = "") -> float:
    """How surely an object is a line of such a graph, 0 to 1."""
    if not isinstance(value, dict):
        return 0.0
    found = node(value, among)
    said = _word(value) in _ENTITY_WORDS | _RELATION_WORDS | {"observation"}
    match found:
        case Entity(name=name, observations=observations) if name and _are_observations(observations):
            if said or _has(value, ("entityType", "entity_type")):
                return 0.95 if "observations" in value else 0.5
            return 0.7 if "label" in value or "type" in value else 0.0
        case Relation(subject=subject, target=target) if subject and target:
            named = _has(value, ("relationType", "relation_type"))
            return 0.9 if named else 0.6 if said else 0.0
        case Line(name=name) if name and said:
            return 0.7
        case _:
            return 0.0


def _are_observations(value: Any) -> bool:
    """Whether these are texts, or objects with a text; a few damaged ones among them do no harm."""
    if value is None or isinstance(value, str):
        return True
    if not isinstance(value, list):
        return False
    good = sum(isinstance(item, str) or (isinstance(item, dict) and observation(item) is not None) for item in value)
    return good * 2 >= len(value)


def _word(value: Mapping[str, Any]) -> str:
    for key in ("type", "_type"):
        word = value.get(key)
        if isinstance(word, str) and word.strip():
            return word.strip().casefold()
    return ""


def _has(value: Mapping[str, Any], keys: tuple[str, ...]) -> bool:
    return any(key in value for key in keys)


def _first(value: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((value[key] for key in keys if value.get(key) is not None), None)


def _text(value: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    found = next((value[key] for key in keys if isinstance(value.get(key), str) and value[key].strip()), "")
    return " ".join(found.split())
