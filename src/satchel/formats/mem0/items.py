"""One memory of mem0, whichever way it was written out, and how surely an object is one.

Seen so far: `get_all`, `search` and `add` of the Python package (text under `memory`), the TypeScript package
(camelCase), the platform's API (categories, app and organisation), points of a vector store (`payload.data`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TEXT_KEYS = ("memory", "text", "data", "content")
LISTS = ("results", "memories", "records", "data", "items", "points")
"""Names of the list in a wrapped answer."""

_SNAKE = {
    "userId": "user_id",
    "agentId": "agent_id",
    "runId": "run_id",
    "appId": "app_id",
    "actorId": "actor_id",
    "memoryId": "memory_id",
    "createdAt": "created_at",
    "updatedAt": "updated_at",
    "expirationDate": "expiration_date",
    "attributedTo": "attributed_to",
    "textLemmatized": "text_lemmatized",
    "structuredAttributes": "structured_attributes",
    "previousMemory": "previous_memory",
    "oldMemory": "old_memory",
    "newMemory": "new_memory",
    "isDeleted": "is_deleted",
}
_OWN = frozenset(
    "user_id agent_id run_id app_id actor_id hash categories expiration_date attributed_to structured_attributes"
    " immutable event text_lemmatized".split()
)
_COMMON = frozenset("id created_at updated_at metadata score role name owner organization internal_metadata".split())
_DECISIVE = frozenset("agent_id run_id app_id hash categories metadata expiration_date".split())
"""Beside a text key that many tools use, at least one of these must stand."""
_OTHERS = frozenset("embedding sources usage background".split())
"""Metadata of tools that have `memory` and `metadata` as well."""


def snake(found: Mapping[str, Any]) -> dict[str, Any]:
    """The object with mem0's camelCase names as the Python package spells them; a name that stands twice keeps both."""
    if _SNAKE.keys().isdisjoint(found):
        return dict(found)
    return {_SNAKE[key] if key in _SNAKE and _SNAKE[key] not in found else key: value for key, value in found.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The fields of one memory, named as the Python package names them."""

    fields: Mapping[str, Any]
    """Without the text; of a point those of its payload."""
    text: Any
    """As it stands there: not always a text."""
    native: str
    """The memory's id; empty where there is none."""
    point: bool = False
    """Whether it is a point of a vector store; what a user gave as metadata then stands among the fields."""


def as_memory(value: Mapping[str, Any]) -> Memory | None:
    """An object as a memory; None when it has no text key at all."""
    outer = snake(value)
    payload = outer.get("payload")
    if isinstance(payload, dict):
        inner = snake(payload)
        if "data" not in inner and "memory" not in inner:
            return None
        key = "data" if "data" in inner else "memory"
        fields = {name: found for name, found in inner.items() if name != key}
        return Memory(fields=fields, text=inner[key], native=native_id(outer.get("id")), point=True)
    key = text_key(outer)
    if not key:
        return None
    fields = {name: found for name, found in outer.items() if name != key}
    return Memory(fields=fields, text=outer[key], native=native_id(outer.get("id", outer.get("memory_id"))))


def text_key(found: Mapping[str, Any]) -> str:
    """Which key holds the text: the first that holds one, else the first that is there; empty when none is."""
    there = [key for key in TEXT_KEYS if key in found]
    return next((key for key in there if isinstance(found[key], str)), there[0] if there else "")


def native_id(value: Any) -> str:
    """An id as text; empty for what is none."""
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def is_event(found: Mapping[str, Any]) -> bool:
    """Whether an object is an entry of a memory's history and no memory."""
    names = snake(found)
    return "memory_id" in names and ("old_memory" in names or "new_memory" in names)


def likeness(value: Any) -> float:
    """How surely an object was written by mem0, 0 to 1.

    The name of its text key counts little, since many tools use these; what decides is the digest, which is the MD5 of
    the text, or enough of the names that only mem0 puts together.
    """
    if not isinstance(value, dict):
        return 0.0
    if is_event(value):
        # It writes both texts, empty ones too, and its own name for the time; home-made journals have one or another.
        event = snake(value)
        if not {"old_memory", "new_memory", "created_at"} <= event.keys():
            return 0.0
        return 0.95 if "event" in event or "action" in event else 0.6
    memory = as_memory(value)
    if memory is None or not isinstance(memory.text, str):
        return 0.0
    names = frozenset(memory.fields)
    digest = memory.fields.get("hash")
    if (
        isinstance(digest, str)
        and digest == hashlib.md5(memory.text.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
    ):
        return 0.98
    if memory.point:
        return 0.9 if names & (_OWN - {"user_id"}) else 0.0
    metadata = memory.fields.get("metadata")
    if isinstance(metadata, dict) and _OTHERS & metadata.keys():
        return 0.0
    if "memory" in value:
        if names & _OWN - {"user_id"}:
            return 0.9
        if "user_id" in names:
            # Any list of somebody's own may have these two; mem0 calls the id `id`, and the time `created_at`.
            return 0.8 if "id" in names and ("created_at" in names or names <= _OWN | _COMMON) else 0.0
        return 0.7 if isinstance(value.get("id"), str) and names & (_COMMON - {"id"}) and names <= _COMMON else 0.0
    if names - _OWN - _COMMON or "role" in names or not memory.native:
        return 0.0
    return 0.65 if names & _DECISIVE and len(names & _OWN) >= 1 else 0.0
