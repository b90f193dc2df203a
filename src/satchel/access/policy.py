"""What is withheld from files, foreign formats and models, and what lets it out. Used by every interface."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from satchel.access.classes import LEVEL_OF
from satchel.access.classify import access_for
from satchel.access.detectors import find
from satchel_protocol.errors import UsageError
from satchel_protocol.permissions import Permission
from satchel_protocol.record import Access, Record
from satchel_protocol.scope import Scopes, is_within, parse_scope, scope_root

ALL_CLASSES = "all"
"""The name that lets every class out."""
HELD_BACK = "held back: "
"""How the reason begins when flagged classes were to stay."""
UNSHARED = "not shared: "
"""How the reason begins when a record is not to be handed on to the recipient."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Withholds sensitive and secret records unless their classes are allowed, and flagged ones on request."""

    allowed: frozenset[str] = frozenset()
    """Names of classes that may leave, such as `health`; `all` means every one."""
    held: frozenset[str] = frozenset()
    """Names of classes that stay although they are flagged only, such as `email`."""
    granted: tuple[tuple[str, Scopes], ...] = ()
    """Classes that may leave in some scopes, by the owner's permissions."""
    recipient: str | None = None
    """The scope of who gets it, where that is somebody else: what is not to be shared with them stays. None: nobody
    else gets it, or nothing was said."""

    @classmethod
    def allowing(cls, classes: Iterable[str], *, holding: Iterable[str] = (), recipient: str | None = None) -> Policy:
        """A policy that lets these classes out and holds those back.

        Raises:
            UsageError: a class to be held back is none that is ever found, so that holding it back would do nothing.
            InvalidScopeError: the recipient is no scope.
        """
        held = _names(holding)
        unknown = held - LEVEL_OF.keys() - {ALL_CLASSES}
        if unknown:
            raise UsageError(f"{', '.join(sorted(unknown))}: no such class; known are {', '.join(sorted(LEVEL_OF))}")
        return cls(
            _names(classes),
            frozenset(LEVEL_OF) if ALL_CLASSES in held else held,
            recipient=parse_scope(recipient) if recipient is not None else None,
        )

    def granting(self, permissions: Iterable[Permission]) -> Policy:
        """This policy with what the owner lets through on purpose; for answers to models, not for files."""
        return replace(self, granted=tuple((permission.kind, permission.scopes) for permission in permissions))

    def withhold(self, record: Record) -> str | None:
        """Why a record stays behind, such as `secret: card`; None when it may leave.

        A level this version does not know counts as secret: failing closed costs a question, failing open a secret.
        """
        if record.access is None:
            return None
        return self._unshared(record.access, record.scope) or self._reason(record.access, record.scope)

    def withhold_line(self, line: str) -> str | None:
        """The same for a line of a stream that this version cannot read, by what is found in it.

        What is for somebody else leaves without such lines: nobody here knows with whom they may be shared.
        """
        if self.recipient is not None:
            return UNSHARED + "unknown line"
        return self._reason(access_for({finding.kind for finding in find(line)}), None)

    def _unshared(self, access: Access, scope: str) -> str | None:
        """Why a record is not for the recipient; an owner gets their own."""
        if self.recipient is None or access.share in (None, "any") or is_within(scope, self.recipient):
            return None
        if access.share == "scope" and is_within(self.recipient, scope_root(scope)):
            return None
        return UNSHARED + str(access.share)

    def _reason(self, access: Access | None, scope: str | None) -> str | None:
        if access is None:
            return None
        if not self.held.isdisjoint(access.classes):
            return HELD_BACK + ", ".join(sorted(self.held.intersection(access.classes)))
        if access.level == "normal" or ALL_CLASSES in self.allowed:
            return None
        if self._lets_out(access.level, access.classes, scope):
            return None
        level = access.level if access.level == "sensitive" else "secret"
        guarded = _guarded(access.classes)
        return f"{level}: {', '.join(guarded)}" if guarded else level

    def _lets_out(self, level: str, classes: tuple[str, ...], scope: str | None) -> bool:
        """Whether every class that makes a record of this level is allowed.

        A record that somebody set to a stricter level than its classes have stays: the classes are not why.
        """
        guarded = _guarded(classes)
        allowed = self.allowed
        if self.granted and scope is not None:
            allowed = allowed | {kind for kind, scopes in self.granted if scopes.match(scope)}
        if not guarded or not allowed.issuperset(guarded):
            return False
        levels = {LEVEL_OF.get(name, level) for name in guarded}
        return levels == {"normal"} or level in levels


def known_class(name: str) -> str:
    """The class of this name.

    Raises:
        UsageError: there is none.
    """
    plain = name.strip().lower()
    if plain not in LEVEL_OF:
        raise UsageError(f"{name}: no such class; known are {', '.join(sorted(LEVEL_OF))}")
    return plain


def _names(classes: Iterable[str]) -> frozenset[str]:
    return frozenset(name.strip().lower() for name in classes if name.strip())


def _guarded(classes: tuple[str, ...]) -> tuple[str, ...]:
    """The classes that withhold a record; of one that holds only flagged ones, somebody's word counts for them."""
    return tuple(name for name in classes if LEVEL_OF.get(name, "secret") != "normal") or classes


OWNER = Policy(frozenset({ALL_CLASSES}))
"""The owner's own view: nothing is withheld."""
STRICT = Policy()
"""The default for everything that leaves."""
