"""A mention of a key: where it stands, how it is written, how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from satchel.schema.surfaces.index import Known


class How(StrEnum):
    """How a name is written where it was found."""

    EXACT = "exact"
    ALIAS = "alias"
    """Exactly, by another of its names."""
    ITEM = "item"
    """With an id in the place of [*], without it, or with a property below it."""
    NOTATION = "notation"
    """Its segments, apart by something else: slashes, brackets, the path of the namespace."""
    SPELLING = "spelling"
    """Another case, plural, width, alphabet, or with characters that nobody sees."""
    FLAT = "flat"
    """Its segments run together: user_display_theme, userDisplayTheme."""
    NESTED = "nested"
    """A field inside of fields, in JSON, YAML or the code of a literal."""
    PROSE = "prose"
    """In the words of a sentence."""


SURE: Final = 0.6
"""Confidence from which on a mention is a finding; less is counted and shown on request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A known name at a place of a surface."""

    known: Known
    how: How
    confidence: float
    """From 0 to 1."""
    begin: int
    end: int
    """In the bytes of the surface."""
    line: int
    column: int
    """Both counted from 1."""
    written: str
    """As it stands there, on one line and cut short."""
    generated: bool = False
    """Whether it stands in a block that Satchel renders, or is word for word what it renders."""

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it, without the place's name."""
        return {
            "number": self.known.number, "key": self.known.key, "name": self.known.name,
            "standing": self.known.standing.value, "how": self.how.value, "confidence": self.confidence,
            "line": self.line, "column": self.column, "written": self.written, "generated": self.generated,
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Stranger:
    """A name at a place of a surface that begins like a key and is none."""

    written: str
    near: str | None
    """The known name that it looks like."""
    slip: bool
    """Whether that name is one letter away."""
    shared: int
    """With how many segments a known name begins like it."""
    alone: bool
    """Whether it is all of a string literal."""
    begin: int
    end: int
    line: int
    column: int
    generated: bool = False
