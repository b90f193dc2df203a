"""Which parts of a text count: literals and comments of code, expressions of templates, blocks that Satchel renders."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from satchel.schema.render.blocks import blocks_in
from satchel.schema.surfaces.surface import Syntax

_DOUBLE: Final = rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
_SINGLE: Final = rb"'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'?"
_DOUBLE_LONG: Final = rb'"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:""")?'
_SINGLE_LONG: Final = rb"'{3}[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+(?:'{3})?"
_BACK: Final = rb"`[^`\\]*+(?:\\.[^`\\]*+)*+`?"
_BLOCK: Final = rb"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/)?"
_SCANNERS: Final = {
    Syntax.PYTHON: re.compile(
        rb"(?P<long>%s|%s)|(?P<text>%s|%s)|(?P<note>#[^\n]*)" % (_DOUBLE_LONG, _SINGLE_LONG, _DOUBLE, _SINGLE),
        re.DOTALL,
    ),
    Syntax.C: re.compile(
        rb"(?P<note>//[^\n]*|%s)|(?P<long>%s|%s)|(?P<text>%s|%s)" % (_BLOCK, _BACK, _DOUBLE_LONG, _DOUBLE, _SINGLE),
        re.DOTALL,
    ),
    Syntax.HASH: re.compile(rb"(?P<text>%s|%s)|(?P<note>#[^\n]*)" % (_DOUBLE, _SINGLE), re.DOTALL),
    Syntax.DASH: re.compile(
        rb"(?P<note>--[^\n]*|%s)|(?P<text>%s|'[^'\\]*+(?:(?:\\.|'')[^'\\]*+)*+'?)" % (_BLOCK, _DOUBLE), re.DOTALL
    ),
}
"""Source: the lexical grammars of the languages, as far as they tell literals and comments from the rest. A literal
that does not end stops at its line, so that one odd quote spoils no more than that line."""
_EXPRESSION: Final = re.compile(rb"\{\{[^{}\n]{0,400}\}\}|\{%[^%\n]{0,400}%\}|<%[^%\n]{0,400}%>")
"""On one line, as templates of prompts have them: an opening brace must not be followed to the end of a large file."""

_FENCED: Final = re.compile(
    rb"^[ \t]*```[ \t]*(?:python|py|javascript|js|jsx|typescript|ts|tsx|java|go|rust|c|cpp|csharp|cs|ruby|php|kotlin|swift|scala|sh|bash|sql)\b"
    rb".*?^[ \t]*```",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)


class Part(StrEnum):
    """What a place of a code file is."""

    TEXT = "text"
    """A string literal."""
    NOTE = "note"
    """A comment."""


@dataclass(frozen=True, slots=True)
class Region:
    """A literal or a comment."""

    begin: int
    end: int
    part: Part
    inner: tuple[int, int]
    """Without its quotes."""


class Regions:
    """The literals and comments of a code file, in order."""

    def __init__(self, data: bytes, syntax: Syntax) -> None:
        self.all = list(_scan(data, syntax))
        self._begins = [one.begin for one in self.all]

    def at(self, place: int) -> Region | None:
        """The region that holds a place."""
        found = bisect_right(self._begins, place) - 1
        return self.all[found] if found >= 0 and place < self.all[found].end else None


def _scan(data: bytes, syntax: Syntax) -> Iterator[Region]:
    for found in _SCANNERS[syntax].finditer(data):
        kind = found.lastgroup
        if kind == "note":
            yield Region(found.start(), found.end(), Part.NOTE, found.span())
            continue
        width = 3 if kind == "long" and found[0][:1] != b"`" else 1
        yield Region(
            found.start(),
            found.end(),
            Part.TEXT,
            (found.start() + width, max(found.start() + width, found.end() - width)),
        )


def expressions(data: bytes) -> list[tuple[int, int]]:
    """Where a template computes instead of saying something: `{{ … }}`, `{% … %}`, `<% … %>`."""
    if b"{{" not in data and b"{%" not in data and b"<%" not in data:
        return []
    return [found.span() for found in _EXPRESSION.finditer(data)]


def code_blocks(data: bytes) -> list[tuple[int, int]]:
    """Where a page or prompt shows code, in fences that name a language."""
    if b"```" not in data:
        return []
    return [found.span() for found in _FENCED.finditer(data)]


def generated(data: bytes) -> list[tuple[int, int]]:
    """Where Satchel's own blocks stand, in bytes."""
    if b"satchel:" not in data:
        return []
    starts, at = [0], data.find(b"\n")
    while at >= 0:
        starts.append(at + 1)
        at = data.find(b"\n", at + 1)
    starts.append(len(data) + 1)
    text = data.decode("utf-8", "replace")
    return [(starts[first - 1], starts[last]) for first, last in blocks_in(text)]


def within(spans: list[tuple[int, int]], place: int) -> bool:
    """Whether any of the spans, in order, holds a place."""
    found = bisect_right(spans, (place, 1 << 62)) - 1
    return found >= 0 and place < spans[found][1]
