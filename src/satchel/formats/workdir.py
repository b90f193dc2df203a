"""The project that a working directory belongs to, as assistants for code note it beside what was said."""

from __future__ import annotations

import re

from satchel.text.clean import collapse
from satchel_protocol.scope import make_scope

_SEPARATORS = re.compile(r"[/\\]+")
_WORKTREE = re.compile(r"[/\\]\.(?:claude|codex)[/\\]worktrees[/\\].*$")
_LONG_PATH = re.compile(r"^\\\\\?\\")
_HOMES = re.compile(r"(?:[A-Za-z]:)?[/\\]+(?:Users|home)[/\\]+[^/\\]+|/root|/var/root|~|[A-Za-z]:|")
_LONGEST_NAME = 200


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
