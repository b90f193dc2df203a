"""One thing that a file of instructions says, with what it needs to be understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from satchel.formats.guidance.marks import FENCE, ITEM
from satchel.text.language import is_chinese


class Kind(StrEnum):
    """What a statement is."""

    TEXT = "text"
    CODE = "code"
    """Holds a block of code."""
    STEPS = "steps"
    """A numbered list that says how something is done."""
    TABLE = "table"
    IMPORT = "import"
    """Nothing but references to other files."""
    COMMENT = "comment"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing that a file of instructions says."""

    line: int
    """Where it starts, from 1."""
    text: str
    headings: tuple[str, ...] = ()
    """What stands above it, from the outside in: headings, a bold line, the line that introduces a list."""
    kind: Kind = Kind.TEXT
    checked: bool | None = None
    """A check box's state."""

    def content(self, *, within: Sequence[str] = ()) -> str:
        """The statement with what it needs to be understood in front; `within` names what the whole file is about."""
        above = " › ".join([*within, *self.headings])
        if not above:
            return self.text
        colon = "：" if is_chinese(f"{above} {self.text}") else ": "
        start = self.text.split("\n", 1)[0]
        whole = self.kind is not Kind.TEXT and (FENCE.fullmatch(start) or ITEM.fullmatch(start) or start[:1] == "|")
        return f"{above}{colon.rstrip()}\n{self.text}" if whole else f"{above}{colon}{self.text}"

    def without(self, title: str) -> Statement:
        """The statement without the heading that names its whole file."""
        return replace(self, headings=self.headings[1:]) if title and self.headings[:1] == (title,) else self
