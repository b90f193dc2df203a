"""Whose memory a row is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from satchel.move.infer.key_people import split_key
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.scope import KINDS, make_scope, parse_scope

_USER_IN_KEY = re.compile(r"(?:^|[:/])(?:users?|uid|usr|u)[:/]([^:/]+)")
"""The user in a composed key: `user:42:prefs`."""
NO_ALIASES: Mapping[str, str] = {}
_NOBODY = frozenset(
    "system default anonymous anon guest unknown none null nobody user self all any everyone 0 -1 系统 默认 匿名 未知 用户 assistant bot agent".split()
)


def scope_of(plan: Plan, values: Mapping[str, Any], default: str) -> tuple[str, bool]:
    """The scope of a row, and whether the row itself says so."""
    if plan.said is not None and plan.said.scope:
        return _by_template(plan.said.scope, values, default)
    column = plan.first(Role.USER)
    key = plan.first(Role.KEY)
    if key is not None and isinstance(values.get(key), str) and (match := _USER_IN_KEY.search(values[key])):
        return user_scope(match[1], None, default, plan.aliases)
    if plan.key_people and (said := _person_in_key(plan, values, key or "$key")):
        return user_scope(said, None, default, plan.aliases)
    if plan.owner and (column is None or column.startswith("^")):
        return user_scope(plan.owner, None, default, plan.aliases)
    if column is None or is_empty(values.get(column)):
        return user_scope(plan.owner, None, default, plan.aliases) if plan.owner else (default, False)
    value = values[column]
    if isinstance(value, list | dict):
        return default, False
    return user_scope(as_key(value), plan.book(column), default, plan.aliases)


def user_scope(
    plain: str, book: Mapping[str, str] | None, default: str, aliases: Mapping[str, str] = NO_ALIASES
) -> tuple[str, bool]:
    """`user:x` of a user column's value; one name for one person where a table of users says what they are called by."""
    if book and (label := book.get(plain)):
        plain = label
    plain = aliases.get(plain, plain)
    if plain.lower() in _NOBODY:
        return default, False
    kind, colon, rest = plain.partition(":")
    try:
        if colon and kind in KINDS and rest:
            return parse_scope(plain), True
        return make_scope("user", plain), True
    except InvalidScopeError:
        return default, False


def _person_in_key(plan: Plan, values: Mapping[str, Any], key: str) -> str:
    """The segment of a composed key that names a person; empty without one."""
    composed = values.get(key)
    parts = split_key(composed) if isinstance(composed, str) else []
    return next((part for part in parts if part in plan.key_people), "")


def _by_template(template: str, values: Mapping[str, Any], default: str) -> tuple[str, bool]:
    """`user:{uid}` with the row's values; the default where one of them is empty."""
    kind, _, rest = template.partition(":")
    if not rest:
        return template, True
    segments = []
    for segment in rest.split("/"):
        for column, value in values.items():
            mark = "{" + column + "}"
            if mark in segment:
                if is_empty(value):
                    return default, False
                segment = segment.replace(mark, as_key(value))
        segments.append(segment)
    try:
        return make_scope(kind, *segments), True
    except InvalidScopeError:
        return default, False
