"""The project that a working directory belongs to, as assistants for code note it beside what was said."""

from __future__ import annotations

import re
from collections.abc import Iterable

from satchel.text.clean import collapse
from satchel_protocol.scope import make_scope

_SEPARATORS = re.compile(r"[/\\]+")
_WORKTREE = re.compile(r"[/\\]\.(?:claude|codex)[/\\]worktrees[/\\].*$")
_LONG_PATH = re.compile(r"^\\\\\?\\")
_HOMES = re.compile(r"(?:[A-Za-z]:)?[/\\]+(?:Users|home)[/\\]+[^/\\]+|/root|/var/root|~|[A-Za-z]:|")
_LONGEST_NAME = 200
_ARCHIVE_ENDING = re.compile(r"\.(?:zip|tar|tgz|tar\.\w+)$", re.IGNORECASE)


def project_scope(path: str) -> str | None:
    """The scope of a working directory: `project:` and its last part. None for a home, which is no project."""
    path = _WORKTREE.sub("", _LONG_PATH.sub("", path.strip())).rstrip("/\\")
    if _HOMES.fullmatch(path):
        return None
    return named_scope(_SEPARATORS.split(path)[-1])


def named_scope(name: str) -> str | None:
    """The scope of a project of that name; None where nothing of it is left."""
    name = collapse(name)[:_LONGEST_NAME].strip()
    return make_scope("project", name) if name else None


class Bases:
    """The projects that files of instructions lie in: the outermost directory with instructions is a project's own.

    Args:
        bases: Directories with instructions, as their paths in the source, with the separator at their end.
        folder: What the folder is called that these paths are relative to; empty where it names no project.
    """

    def __init__(self, bases: Iterable[str], folder: str) -> None:
        self._bases = sorted(set(bases), key=len)
        self._folder = folder

    def scope(self, base: str) -> str | None:
        """The scope of the project that a directory is in; None where nothing names it."""
        outer = self._outer(base)
        name = outer.rstrip("/!").rpartition("/")[2].rpartition("!")[2]
        return named_scope(_ARCHIVE_ENDING.sub("", name) if outer else self._folder)

    def within(self, base: str) -> str:
        """The directory relative to its project; empty for the project itself."""
        return base[len(self._outer(base)) :].strip("/")

    def _outer(self, base: str) -> str:
        return next((outer for outer in self._bases if base.startswith(outer)), base)
