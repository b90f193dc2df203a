"""`Filter` and `Scopes` → SQL conditions on the `records` table. Agrees with `Filter.match`, which is the reference."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from satchel.stores.sqlite.columns import microseconds, packed_tag
from satchel_protocol.scope import PUBLIC, Scopes
from satchel_protocol.state import Filter

_MANY: Final = 50
"""Patterns above which they are handed over as one list, since SQLite limits the depth of an expression."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A boolean SQL expression over `r`, and its parameters in order."""

    sql: str
    parameters: tuple[Any, ...] = ()

    def __and__(self, other: Condition) -> Condition:
        if self.sql == "1":
            return other
        if other.sql == "1":
            return self
        return Condition(f"{self.sql} AND {other.sql}", self.parameters + other.parameters)


ALWAYS: Final = Condition("1")


def of_filter(where: Filter) -> Condition:
    """The condition under which `where.match` lets a record pass."""
    condition = of_scopes(where.scopes) & _states(where)
    if where.types:
        condition &= _among("r.type", where.types)
    if where.sources:
        condition &= _among("r.tool", where.sources)
    for tag in sorted(where.tags):
        condition &= Condition("instr(r.tags, ?) > 0", (packed_tag(tag),))
    condition &= of_times(where)
    if where.expired_at is not None:
        condition &= Condition("(r.expires_at IS NULL OR r.expires_at >= ?)", (microseconds(where.expired_at),))
    return condition


def of_times(where: Filter) -> Condition:
    """The part of the condition that looks at when a record was made."""
    condition = ALWAYS
    if where.since is not None:
        condition &= Condition("r.created_at >= ?", (microseconds(where.since),))
    if where.until is not None:
        condition &= Condition("r.created_at < ?", (microseconds(where.until),))
    if where.undated:
        condition &= Condition("r.created_at IS NULL")
    return condition


def is_narrow(scopes: Scopes) -> bool:
    """Whether all patterns are scopes, so that the index on scopes leads to few records."""
    return not any(p == "*" or p.endswith(":*") for p in scopes.patterns)


def of_scopes(scopes: Scopes) -> Condition:
    """The condition under which `scopes.match` is true."""
    if scopes.everything:
        return ALWAYS
    plain = [p for p in scopes.patterns if p != "*" and not p.endswith(":*")]
    parts = [_wildcard(p) for p in scopes.patterns if p == "*" or p.endswith(":*")]
    if len(plain) > _MANY:
        parts.extend(_long_list(depth, plain) for depth in sorted({p.count("/") for p in plain}))
    else:
        # Ranges instead of LIKE: `%` and `_` in a scope mean themselves. '0' is the character after '/'.
        # Both ends of it first, so that one scope is one stretch of the index.
        parts.extend(
            Condition("(r.scope >= ? AND r.scope < ? AND (r.scope = ? OR r.scope > ?))", (p, f"{p}0", p, f"{p}/"))
            for p in plain
        )
    if not parts:
        return Condition("0")
    sql = " OR ".join(part.sql for part in parts)
    return Condition(f"({sql})", tuple(value for part in parts for value in part.parameters))


def _long_list(depth: int, scopes: list[str]) -> Condition:
    """For scopes of one depth: whether the record's scope, cut to that depth, is one of them."""
    listed = json.dumps([scope for scope in scopes if scope.count("/") == depth], ensure_ascii=False)
    return Condition(f"satchel_head(r.scope, {depth}) IN (SELECT value FROM json_each(?))", (listed,))


def head(scope: str, depth: int) -> str | None:
    """A scope cut to its first `depth` + 1 segments; None when it has fewer."""
    segments = scope.split("/", depth + 1)
    return "/".join(segments[: depth + 1]) if len(segments) > depth else None


def register(connection: sqlite3.Connection) -> None:
    """Give a connection the function that long lists of scopes need."""
    connection.create_function("satchel_head", 2, head, deterministic=True)


def _wildcard(pattern: str) -> Condition:
    if pattern == "*":
        return Condition("r.scope <> ?", (PUBLIC,))
    kind = pattern[:-1]
    return Condition("(r.scope >= ? AND r.scope < ?)", (kind, f"{kind[:-1]};"))


def _states(where: Filter) -> Condition:
    out = [
        state
        for state, wanted in (("archived", where.include_archived), ("superseded", where.include_superseded))
        if not wanted
    ]
    if not out:
        return ALWAYS
    return Condition(f"(r.state IS NULL OR r.state NOT IN ({', '.join('?' * len(out))}))", tuple(out))


def _among(column: str, values: Collection[str]) -> Condition:
    return Condition(f"{column} IN ({', '.join('?' * len(values))})", tuple(sorted(values)))
