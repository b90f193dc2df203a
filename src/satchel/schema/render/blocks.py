"""Rendered text inside files of a repository, between two marks that name what stands there.

    <!-- satchel:prompt memory_schema.yml -->  …  <!-- /satchel -->

The marks may stand in a comment of any kind, each in a line of its own; what is between them belongs to the tool.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_BEGIN = re.compile(r"satchel:(?P<target>[a-z-]+)\b")
_END = re.compile(r"/satchel\b")


@dataclass(frozen=True, slots=True)
class Problem:
    """What keeps a file from being updated."""

    line: int
    message: str


def targets_in(text: str) -> list[str]:
    """What the blocks of a text hold, in order."""
    return [found["target"] for line in text.split("\n") if (found := _begin(line))]


def blocks_in(text: str) -> list[tuple[int, int]]:
    """First and last line of every block, its marks included, counted from 1; one without an end is none."""
    found: list[tuple[int, int]] = []
    opened = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not opened and _begin(line) is not None:
            opened = number
        elif opened and _is_mark(line) and _END.search(line):
            found.append((opened, number))
            opened = 0
    return found


def updated(text: str, render: Callable[[str], str | None]) -> tuple[str, list[Problem]]:
    """The text with every block made anew, and what is wrong with its marks.

    Args:
        render: Gives the text of a target, None where there is no such target. Lines take the indentation of the mark.
    """
    out: list[str] = []
    problems: list[Problem] = []
    opened: tuple[int, str, str] | None = None
    kept: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        begin = _begin(line)
        if begin is not None and opened is None:
            out.append(line)
            opened, kept = (number, begin["target"], line[: len(line) - len(line.lstrip())]), []
        elif opened is not None and _is_mark(line) and _END.search(line):
            body = render(opened[1])
            if body is None:
                problems.append(Problem(opened[0], f"there is nothing called {opened[1]!r} to render"))
                out += kept
            else:
                out += [f"{opened[2]}{one}".rstrip() for one in body.rstrip("\n").split("\n")]
            out.append(line)
            opened = None
        elif opened is not None:
            if begin is not None:
                problems.append(Problem(number, f"a block begins inside the one of line {opened[0]}"))
            kept.append(line)
        else:
            out.append(line)
    if opened is not None:
        problems.append(Problem(opened[0], "the block has no end: a line with /satchel"))
        out += kept
    return "\n".join(out), problems


def _begin(line: str) -> re.Match[str] | None:
    return _BEGIN.search(line) if _is_mark(line) else None


def _is_mark(line: str) -> bool:
    """Only a comment is a mark; the words in the middle of a sentence are not."""
    return re.match(r"\s*(?:<!--|#|//|/\*|--|;|%|\{#)\s*/?satchel\b", line) is not None
