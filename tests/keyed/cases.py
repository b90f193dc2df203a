"""One schema with every kind of key, and a clock for those who use it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from satchel.service.memory import Memory
from satchel_protocol.ids import keyed_id
from satchel_protocol.record import Record

SCHEMA = """\
format: 1
schema: bicycles
revision: 14
next_number: 44
defaults: {owners: [team-bench], retention: forever, sensitivity: internal, write: model}

namespaces:
  user: {number: 1, path: [users, "{user_id}"]}
  tasks: {number: 2, path: [users, "{user_id}", tasks]}
  ride: {number: 3, path: [sessions, "{session_id}"], retention: 30d}

types:
  Theme: {type: string, enum: [light, dark, system]}
  Task:
    type: object
    required: [title, state]
    properties:
      title: {type: string, maxLength: 200}
      state: {type: string, enum: [open, done]}
      due_at: {type: string, format: date-time}

keys:
  - number: 7
    name: user.preferences.theme
    aliases: [user.theme]
    in: user
    type: {type: string}
    status: deprecated
    deprecated: {at: 12, replaced_by: 31, migration: m012, reason: free text}
    describe: Old colour theme.
  - number: 12
    name: user.contact.email
    in: user
    type: {type: string, format: email}
    status: active
    describe: Address the user confirmed. Absent means never confirmed.
    sensitivity: personal
    retention: 90d
    write: tool_only
  - number: 13
    name: user.score
    in: user
    type: {type: number}
    status: active
    write: none
  # the theme
  - number: 31
    name: user.display.theme
    aliases: [user.ui_theme]
    in: user
    type: {$ref: Theme}
    status: active
    describe: Colour theme the user asked for. Absent means the user never said.
    examples: [dark]
  - number: 18
    name: tasks.open[*]
    in: tasks
    item_id: "{task_id}"
    type: {$ref: Task}
    status: active
    describe: One open task. Set state to done instead of deleting it.
  - number: 20
    name: user.units
    in: user
    type: {type: string, enum: [metric, imperial]}
    status: active
    default: metric
  - {number: 21, name: user.reach.mail, in: user, type: {type: string}, status: active, group: reach}
  - {number: 22, name: user.reach.post, in: user, type: {type: string}, status: active, group: reach}
  - {number: 23, name: user.allergies, in: user, type: {type: array, items: {type: string}}, status: active, sensitivity: sensitive}
  - {number: 24, name: ride.goal, in: ride, type: {type: string}, status: active}

reserved:
  - {number: 4, name: user.lang, aliases: [user.language], retired: 6, replaced_by: 20, evidence: evidence/4.json}
  - {names: ["system.**"], reason: framework}
"""
START = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


class Clock:
    """A clock that a test sets; each look takes a microsecond."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(microseconds=1)
        return self.now


def store_past(memory: Memory, key: str, value: Any, *, scope: str = "user:ann") -> None:
    """Store a value past the schema, as an import or an older revision may have."""
    record = Record(
        id=keyed_id(scope, key), type="fact", content=f"{key} is {value}", scope=scope, source_agent="old", key=key,
        value=value, created_at=START,
    )  # fmt: skip
    memory.store(create=True).write(record)
