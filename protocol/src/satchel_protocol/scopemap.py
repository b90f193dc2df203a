"""Scopes that become others on the way in: what a file calls `user:me` is not what it means here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.ids import keyed_id
from satchel_protocol.record import Record
from satchel_protocol.scope import is_within, parse_scope, scope_root
from satchel_protocol.tombstone import Tombstone

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class ScopeMap:
    """Scope → scope, each with what is below it; of several that fit, the longest counts."""

    rules: tuple[tuple[str, str], ...] = ()
    """(from, to), canonical, the longest first."""

    @classmethod
    def of(cls, rules: Mapping[str, str] | Iterable[str]) -> ScopeMap:
        """Read rules, as a mapping or as texts like `user:me=user:bob`.

        Raises:
            InvalidScopeError: a text is no such rule, a scope is none, or one scope is to become two.
        """
        pairs = rules.items() if isinstance(rules, Mapping) else map(_pair, rules)
        found: dict[str, str] = {}
        for old, new in ((parse_scope(old), parse_scope(new)) for old, new in pairs):
            if found.setdefault(old, new) != new:
                raise InvalidScopeError(f"{old} cannot become both {found[old]} and {new}")
        return cls(tuple(sorted(found.items(), key=lambda rule: (-len(rule[0]), rule[0]))))

    def scope(self, scope: str) -> str:
        """What a scope (canonical) becomes."""
        for old, new in self.rules:
            if is_within(scope, old):
                return new + scope[len(old) :]
        return scope

    def record(self, record: Record) -> Record:
        """The record in its new scope. It keeps its id, unless that follows from the scope, as a keyed one's does."""
        scope = self.scope(record.scope)
        if scope == record.scope:
            return record
        follows = record.key is not None and record.id == keyed_id(record.scope, record.key)
        return replace(
            record, scope=scope, id=keyed_id(scope, record.key) if follows and record.key is not None else record.id
        )

    def tombstone(self, tombstone: Tombstone) -> Tombstone:
        """The tombstone in its new scope."""
        scope = self.scope(tombstone.scope)
        return tombstone if scope == tombstone.scope else replace(tombstone, scope=scope)

    def roots(self, of_root: Mapping[str, tuple[_Value, ...]]) -> dict[str, tuple[_Value, ...]]:
        """What is told of root scopes, such as their keys, told of those that something of them comes to lie under."""
        found: dict[str, tuple[_Value, ...]] = {}
        for root, values in of_root.items():
            targets = {
                scope_root(self.scope(root)),
                *(scope_root(new) for old, new in self.rules if is_within(old, root)),
            }
            for target in sorted(targets):
                found[target] = tuple(dict.fromkeys((*found.get(target, ()), *values)))
        return found


def _pair(rule: str) -> tuple[str, str]:
    """The two scopes of a rule; a scope may hold `=` itself."""
    places = [place for place, sign in enumerate(rule) if sign == "="]
    for place in places:
        old, new = rule[:place].strip(), rule[place + 1 :].strip()
        if _is_scope(old) and _is_scope(new):
            return old, new
    raise InvalidScopeError(f"{rule!r} is no rule for scopes; it looks like user:me=user:bob")


def _is_scope(text: str) -> bool:
    try:
        parse_scope(text)
    except InvalidScopeError:
        return False
    return True
