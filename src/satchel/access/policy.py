"""What is withheld from files, foreign formats and models, and what lets it out. Used by every interface."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from satchel.access.classes import LEVEL_OF
from satchel.access.classify import access_for
from satchel.access.detectors import find
from satchel_protocol.errors import UsageError
from satchel_protocol.record import Access, Record

ALL_CLASSES = "all"
"""The name that lets every class out."""
HELD_BACK = "held back: "
"""How the reason begins when flagged classes were to stay."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Withholds sensitive and secret records unless their classes are allowed, and flagged ones on request."""

    allowed: frozenset[str] = frozenset()
    """Names of classes that may leave, such as `health`; `all` means every one."""
    held: frozenset[str] = frozenset()
    """Names of classes that stay although they are flagged only, such as `email`."""

    @classmethod
    def allowing(cls, classes: Iterable[str], *, holding: Iterable[str] = ()) -> Policy:
        """A policy that lets these classes out and holds those back.

        Raises:
            UsageError: a class to be held back is none that is ever found, so that holding it back would do nothing.
        """
        held = _names(holding)
        unknown = held - LEVEL_OF.keys() - {ALL_CLASSES}
        if unknown:
            raise UsageError(f"{', '.join(sorted(unknown))}: no such class; known are {', '.join(sorted(LEVEL_OF))}")
        return cls(_names(classes), frozenset(LEVEL_OF) if ALL_CLASSES in held else held)

    def withhold(self, record: Record) -> str | None:
        """Why a record stays behind, such as `secret: card`; None when it may leave.

        A level this version does not know counts as secret: failing closed costs a question, failing open a secret.
        """
        return self._reason(record.access)

    def withhold_line(self, line: str) -> str | None:
        """The same for a line of a stream that this version cannot read, by what is found in it."""
        return self._reason(access_for({finding.kind for finding in find(line)}))

    def _reason(self, access: Access | None) -> str | None:
        if access is None:
            return None
        if not self.held.isdisjoint(access.classes):
            return HELD_BACK + ", ".join(sorted(self.held.intersection(access.classes)))
        if access.level == "normal" or ALL_CLASSES in self.allowed or self._lets_out(access.level, access.classes):
            return None
        level = access.level if access.level == "sensitive" else "secret"
        guarded = _guarded(access.classes)
        return f"{level}: {', '.join(guarded)}" if guarded else level

    def _lets_out(self, level: str, classes: tuple[str, ...]) -> bool:
        """Whether every class that makes a record of this level is allowed.

        A record that somebody set to a stricter level than its classes have stays: the classes are not why.
        """
        guarded = _guarded(classes)
        if not guarded or not self.allowed.issuperset(guarded):
            return False
        levels = {LEVEL_OF.get(name, level) for name in guarded}
        return levels == {"normal"} or level in levels


def _names(classes: Iterable[str]) -> frozenset[str]:
    return frozenset(name.strip().lower() for name in classes if name.strip())


def _guarded(classes: tuple[str, ...]) -> tuple[str, ...]:
    """The classes that withhold a record; of one that holds only flagged ones, somebody's word counts for them."""
    return tuple(name for name in classes if LEVEL_OF.get(name, "secret") != "normal") or classes


OWNER = Policy(frozenset({ALL_CLASSES}))
"""The owner's own view: nothing is withheld."""
STRICT = Policy()
"""The default for everything that leaves."""
