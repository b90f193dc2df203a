"""What is withheld from files, foreign formats and models, and what lets it out. Used by every interface."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from satchel_protocol.record import Record

ALL_CLASSES = "all"
"""The name that lets every class out."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Withholds sensitive and secret records unless every one of their classes is allowed."""

    allowed: frozenset[str] = frozenset()
    """Names of classes that may leave, such as `health`; `all` means every one."""

    @classmethod
    def allowing(cls, classes: Iterable[str]) -> Policy:
        """A policy that lets these classes out."""
        return cls(frozenset(name.strip().lower() for name in classes if name.strip()))

    def withhold(self, record: Record) -> str | None:
        """Why a record stays behind, such as `secret: card`; None when it may leave.

        A level this version does not know counts as secret: failing closed costs a question, failing open a secret.
        """
        access = record.access
        if access is None or access.level == "normal" or ALL_CLASSES in self.allowed:
            return None
        if access.classes and self.allowed.issuperset(access.classes):
            return None
        level = access.level if access.level == "sensitive" else "secret"
        return f"{level}: {', '.join(access.classes)}" if access.classes else level


OWNER = Policy(frozenset({ALL_CLASSES}))
"""The owner's own view: nothing is withheld."""
STRICT = Policy()
"""The default for everything that leaves."""
