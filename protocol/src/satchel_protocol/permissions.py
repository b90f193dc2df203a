"""What the owner lets through to models on purpose: a class of sensitive content, in a scope, until it is taken back.

A permission belongs to one store and never travels: whoever brings a memory elsewhere decides there anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from satchel_protocol.scope import Scopes
from satchel_protocol.wiretime import format_wire, parse_wire

if TYPE_CHECKING:
    from satchel_protocol.transaction import Transaction

_PREFIX = "permission/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """One class, let through in one scope."""

    kind: str
    """The class as `access.classes` has it, such as `health`."""
    scope: str
    """A pattern: a scope with what is below it, `user:*`, or `*`."""
    actor: str
    """Who said so; claimed, not trusted."""
    at: datetime

    @property
    def scopes(self) -> Scopes:
        """Where it holds."""
        return Scopes.of(self.scope)

    def to_json(self) -> dict[str, str]:
        return {"class": self.kind, "scope": self.scope, "actor": self.actor, "at": format_wire(self.at)}


def all_permissions(tx: Transaction) -> list[Permission]:
    """Every permission, by class and scope."""
    found = []
    for name, value in tx.settings(_PREFIX):
        kind, _, scope = name.removeprefix(_PREFIX).partition("/")
        found.append(Permission(kind=kind, scope=scope, actor=str(value["actor"]), at=parse_wire(value["at"])))
    return found


def note_permission(tx: Transaction, permission: Permission) -> None:
    """Keep one; another of the same class and scope is replaced."""
    value = {"actor": permission.actor, "at": format_wire(permission.at)}
    tx.set_setting(_name(permission.kind, permission.scope), value)


def drop_permission(tx: Transaction, kind: str, scope: str) -> bool:
    """Take one back; whether there was one."""
    name = _name(kind, scope)
    there = tx.setting(name) is not None
    if there:
        tx.set_setting(name, None)
    return there


def _name(kind: str, scope: str) -> str:
    return f"{_PREFIX}{kind}/{scope}"
