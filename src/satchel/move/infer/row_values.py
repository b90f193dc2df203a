"""Single values of a row: its times, tags, weights, states, and what is kept beside the memory."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from satchel.formats.tabular.rows import Vector
from satchel.move.infer.flags import is_set, is_unset, names_in_use, names_valid
from satchel.move.infer.names import words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.secrets import MASK, names_secret
from satchel.move.infer.times import Instant
from satchel.move.infer.value_words import ARCHIVED_STATES, DELETED_STATES, RANKS, SUPERSEDED_STATES, TRUE

_SPLIT_TAGS = re.compile(r"[,;|，；、\n]+")
_MOST_TAGS = 24
_LONGEST_EXTRA = 4000
_DROPPED = frozenset({Role.VECTOR, Role.EMPTY, Role.ITEMS, Role.TURNS})
DELETED_EVENTS = frozenset({"delete", "deleted", "remove", "forget", "删除"})


def read_time(plan: Plan, values: Mapping[str, Any], role: Role) -> Instant | None:
    """The time in the column of a role; None when there is no such column or nothing in it."""
    for column in plan.all(role):
        value = values.get(column)
        if not is_empty(value) and column in plan.clocks:
            return plan.read(column, values)
    return None


def plausible(instant: Instant | None) -> datetime | None:
    """The moment, unless the value is none or lies where no memory can."""
    return None if instant is None or instant.suspicious else instant.at


def is_true(value: Any) -> bool:
    """Whether a flag is set."""
    return not is_empty(value) and as_key(value).lower() in TRUE


def life_state(plan: Plan, values: Mapping[str, Any]) -> str | None:
    """`deleted`, `archived` or `superseded`, by flags, times and states; None for a living row."""
    for column in plan.all(Role.DELETED):
        if is_unset(values.get(column)) if names_valid(column) else is_set(values.get(column)):
            return "deleted"
    gone = read_time(plan, values, Role.DELETED_AT)
    if gone is not None and gone.at is not None:
        return "deleted"
    for column in plan.all(Role.STATE) + plan.all(Role.KIND):
        value = values.get(column)
        if is_empty(value):
            continue
        label = (plan.book(column) or {}).get(as_key(value), as_key(value)).lower()
        if label in DELETED_STATES or (plan.roles[column] is Role.KIND and label in DELETED_EVENTS):
            return "deleted"
        if label in ARCHIVED_STATES:
            return "archived"
        if label in SUPERSEDED_STATES:
            return "superseded"
    for column in plan.all(Role.ARCHIVED):
        if names_in_use(column):
            if is_unset(values.get(column)):
                return "superseded"  # switched off: kept, and out of recall
        elif is_true(values.get(column)):
            return "archived"
    return None


def tags_of(plan: Plan, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Tags of a row, lower-case, without repeats."""
    found: dict[str, None] = {}
    id = plan.first(Role.ID) if plan.linked_tags else None
    for tag in plan.linked_tags.get(as_key(values.get(id)), ()) if id is not None else ():
        found[tag.strip(" #").lower()] = None
    for column in plan.all(Role.TAGS):
        value = values.get(column)
        if is_empty(value):
            continue
        book = plan.book(column) or {}
        items = (
            value
            if isinstance(value, list)
            else _SPLIT_TAGS.split(as_key(value))
            if not isinstance(value, Mapping)
            else []
        )
        for item in items:
            tag = book.get(as_key(item), as_key(item)).strip(" #\"'[]").lower()
            if 0 < len(tag) <= 40 and not tag.isdigit():
                found[tag] = None
    return tuple(found)[:_MOST_TAGS]


def scaled(plan: Plan, values: Mapping[str, Any], role: Role) -> float | None:
    """Importance or confidence on 0 to 1, by the scale that the whole column shows; named degrees by their rank."""
    column = plan.first(role)
    if column is None or is_empty(values.get(column)):
        return None
    value = values[column]
    label = (plan.book(column) or {}).get(as_key(value), as_key(value)).strip().lower()
    if label in RANKS:
        return RANKS[label]
    if words_of(column)[-1:] in (("priority",), ("prio",), ("pri",), ("rank",)) or "优先级" in column:
        return None  # whether 1 is the first or the last is not said
    try:
        number = float(as_key(value).rstrip("%"))
    except ValueError:
        return None
    high = plan.profiles[column].high or 0.0
    scale = next((top for top in (1, 5, 10, 100) if high <= top), None)
    return round(number / scale, 4) if scale and 0 <= number <= scale else None


def ttl_of(plan: Plan, values: Mapping[str, Any], start: datetime | None) -> float | None:
    """Seconds of validity, from a length of time or from the moment it ends."""
    column = plan.first(Role.TTL)
    if column is not None and not is_empty(values.get(column)):
        try:
            number = float(as_key(values[column]))
        except ValueError:
            return None
        words = words_of(column)
        unit = (
            60
            if "minutes" in words or "min" in words
            else 3600
            if "hours" in words
            else 86400
            if "days" in words or "天" in column
            else 1
        )
        return number * unit if number > 0 and math.isfinite(number) else None
    ends = read_time(plan, values, Role.EXPIRES)
    if ends is None or ends.at is None or start is None:
        return None
    seconds = (ends.at - start).total_seconds()
    return seconds if seconds > 0 else None


def extra_of(plan: Plan, values: Mapping[str, Any], used: set[str]) -> dict[str, Any]:
    """Everything a row holds that has no other place, as JSON; vectors and bytes are left out, secrets masked."""
    kept: dict[str, Any] = {}
    for column, value in values.items():
        if column in used or plan.roles.get(column) in _DROPPED or is_empty(value):
            continue
        plain = _plain(value)
        if plain is not None:
            kept[column] = MASK if names_secret(column) and isinstance(plain, str) else plain
        book = plan.books.get(column)
        if book is not None and (label := book.entries.get(as_key(value))):
            kept[f"{column} (label)"] = label
    return kept


def _plain(value: Any) -> Any:
    if isinstance(value, bool | int) or value is None:
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        clean = value.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
        return clean if len(clean) <= _LONGEST_EXTRA else clean[:_LONGEST_EXTRA] + "…"
    if isinstance(value, Vector | bytes | bytearray | memoryview):
        return None
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value[:200]]
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in list(value.items())[:200]}
    return str(value)
