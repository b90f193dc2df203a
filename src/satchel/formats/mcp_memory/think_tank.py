"""What mcp-think-tank keeps in the graph beside knowledge: tasks as observations, and steps of reasoning.

A task is an entity under a random name whose observations are its fields, appended as they change: `Description: …`,
`Priority: high`, `Status: todo`, `Completed: 2025-…`. Here the times inside observations are times of the task.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from satchel.formats.mcp_memory.nodes import Entity, Observation

_FIELD = re.compile(
    r"(Description|Priority|Status|Created|Started|Completed|Due|Dependencies|Dependency|Tags): ?(.*)", re.DOTALL
)
_TOLD = ("Status", "Priority", "Due", "Completed", "Dependencies", "Dependency", "Tags")
_TASK = re.compile(r"task[-_ ].*[0-9a-f]{8}-[0-9a-f]{4}", re.IGNORECASE)
_THOUGHT = re.compile(r"(Reasoning|Reflection): ?(.*)", re.DOTALL)
_FRAME = re.compile(r"(?:Step|Category|Tags|Context|Requires research|Query):")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task put together from its fields, the last of each name counts."""

    text: str
    created: str | None
    at: int
    """Which observation gives it: the last description."""
    fields: frozenset[int]
    """All observations that went into it."""


def task(entity: Entity, observations: Sequence[Observation | None]) -> Task | None:
    """The task that an entity is; None when it is none."""
    if entity.kind.casefold() != "task" or not _TASK.match(entity.name):
        return None
    fields: dict[str, tuple[int, str]] = {}
    used = set()
    for number, found in enumerate(observations):
        match = _FIELD.fullmatch(found.text.strip()) if found is not None else None
        if match:
            used.add(number)
            fields[match[1]] = (number, match[2].strip())
    if not fields.get("Description", (0, ""))[1]:
        return None
    at, text = fields.pop("Description")
    if "Completed" in fields:
        fields.pop("Status", None)
    told = [(name, fields[name][1]) for name in _TOLD if name in fields]
    said = ", ".join(f"{name.lower()} {value}" for name, value in told if value)
    created = fields.get("Created", (0, ""))[1] or None
    return Task(text=f"{text} (task){': ' if said else ''}{said}", created=created, at=at, fields=frozenset(used))


def thought(entity: Entity, text: str) -> tuple[str, str] | None:
    """(`turn`, the reasoning) or (`frame`, why it says nothing by itself); None when it is no step of reasoning."""
    if entity.kind.casefold() != "thought":
        return None
    match = _THOUGHT.fullmatch(text.strip())
    if match:
        return "turn", match[2]
    return ("frame", "says where in a chain of reasoning a step stands") if _FRAME.match(text) else None
