"""Whose a file of Claude Code is: the person's, or that of a project."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from satchel.formats.claude_code import others
from satchel.formats.claude_code.layout import Layout
from satchel.formats.claude_code.place import Level, Part, Placed
from satchel.formats.claude_code.projects import named_scope, path_of_folder, paths_in, project_scope
from satchel.formats.tabular.sources import SourceFile

_ARCHIVE_ENDING = re.compile(r"\.(?:zip|tar|tgz|tar\.\w+)$", re.IGNORECASE)


class Scopes:
    """The scopes of one claim's files.

    Args:
        layout: The files.
        person: The scope of what belongs to no project.
        folder: What the folder is called that all names are relative to; empty where there is none.
    """

    def __init__(self, layout: Layout, person: str, folder: str) -> None:
        self.person = person
        self._folder = folder
        self._sessions: defaultdict[str, list[SourceFile]] = defaultdict(list)
        self._histories = [p.file for p in layout.placed if p.part is Part.OTHER and p.reason == others.HISTORY]
        for place in layout.placed:
            if place.part is Part.SESSION and place.folder:
                self._sessions[place.folder].append(place.file)
        self._bases = _outermost(place.base for place in layout.placed if _is_about_project(place))
        self._known: dict[str, str] = {}

    def of_session(self, place: Placed) -> str:
        """The scope of a session's turns: its project's."""
        if place.folder:
            return self._of_folder(place.folder)
        paths = paths_in(place.file)
        return (project_scope(paths[0]) if paths else None) or self.person

    def of_memory(self, place: Placed, type: str) -> str:
        """The scope of a memory: what it says about the person is the person's wherever it lies."""
        if type == "user":
            return self.person
        if _is_project_folder(place.folder):
            return self._of_folder(place.folder)
        if place.level is Level.USER or not place.base:
            return self.person
        return self.of_instructions(place)

    def of_instructions(self, place: Placed) -> str:
        """The scope of instructions: the person's for those of a person or an organisation, else the project's."""
        if place.level in {Level.USER, Level.MANAGED}:
            return self.person
        return named_scope(self._name(self._base(place))) or self.person

    def within(self, place: Placed) -> str:
        """The directory of a project that instructions are about, relative to the project; empty for all of it."""
        if place.level in {Level.USER, Level.MANAGED}:
            return ""
        return place.base[len(self._base(place)) :].strip("/")

    def _of_folder(self, folder: str) -> str:
        """The scope of a folder below `projects/`; by its own name, which is lossy, only where no line tells the path."""
        if folder not in self._known:
            name = folder.rpartition("/")[2]
            own = [path for file in self._sessions[folder] for path in paths_in(file)]
            told = [
                path for file in self._histories for path in paths_in(file) if path_of_folder(name, [path, ""]) == path
            ]
            path = path_of_folder(name, own or told)
            scope = project_scope(path) if path else named_scope(name.strip("-"))
            self._known[folder] = scope or self.person
        return self._known[folder]

    def _base(self, place: Placed) -> str:
        """The directory of the project that a place is in: the outermost with instructions."""
        return next((base for base in self._bases if place.base.startswith(base)), place.base)

    def _name(self, base: str) -> str:
        if not base:
            return self._folder
        return _ARCHIVE_ENDING.sub("", base.rstrip("/!").rpartition("/")[2].rpartition("!")[2])


def _is_about_project(place: Placed) -> bool:
    return place.part in {Part.INSTRUCTIONS, Part.SKILL, Part.STYLE} and place.level in {Level.PROJECT, Level.LOCAL}


def _is_project_folder(folder: str) -> bool:
    """Whether this is a folder `projects/NAME`, and no folder of memories that lies elsewhere."""
    return bool(re.search(r"(?:^|[/!])projects/[^/!]+$", folder))


def _outermost(bases: Iterable[str]) -> list[str]:
    return sorted(set(bases), key=len)
