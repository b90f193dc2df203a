"""A file of Claude Code with its place: what it is, and whose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from satchel.formats.tabular.sources import SourceFile


class Part(StrEnum):
    """What a file is."""

    SESSION = "session"
    MEMORY = "memory"
    INDEX = "index"
    INSTRUCTIONS = "instructions"
    SKILL = "skill"
    """A skill, a command or an agent that somebody wrote: how something is done."""
    STYLE = "style"
    OTHER = "other"


class Level(StrEnum):
    """Whose instructions these are."""

    MANAGED = "managed"
    USER = "user"
    PROJECT = "project"
    LOCAL = "local"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A file of Claude Code with its place."""

    file: SourceFile = field(repr=False)
    part: Part
    folder: str = ""
    """Of a session or a memory: the folder of its project or of its memories; of a skill, the `.claude` folder. With its
    path in the source."""
    level: Level = Level.PROJECT
    base: str = ""
    """Of instructions: the directory they are about, as its path in the source; what scopes and headings come from."""
    reason: str = ""
    """Of other files: what they are."""
    via: str = ""
    """Of an imported file: the file that imports it."""


def split_name(name: str) -> tuple[str, str]:
    """A file's folder, with the separator at its end, and its own name."""
    at = max(name.rfind("/"), name.rfind("!")) + 1
    return name[:at], name[at:]


def parts(placed: Iterable[Placed]) -> list[str]:
    """What there is, for a person: `sessions, memory folder`."""
    names = {
        Part.MEMORY: "memory folder",
        Part.INDEX: "memory folder",
        Part.INSTRUCTIONS: "CLAUDE.md",
        Part.SESSION: "sessions",
        Part.SKILL: "skills",
        Part.STYLE: "skills",
    }
    return list(dict.fromkeys(names[place.part] for place in placed if place.part in names))
