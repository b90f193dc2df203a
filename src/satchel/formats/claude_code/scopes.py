"""Whose a file of Claude Code is: the person's, or that of a project."""

from __future__ import annotations

import re
from collections import defaultdict

from satchel.formats.claude_code import others
from satchel.formats.claude_code.layout import Layout
from satchel.formats.claude_code.place import Level, Part, Placed, split_name
from satchel.formats.claude_code.projects import folder_name, path_of_folder, paths_in
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.workdir import Bases, named_scope, project_scope

_PROJECT_FOLDER = re.compile(r"(?:^|[/!])projects/[^/!]+$")


class Scopes:
    """The scopes of one claim's files.

    Args:
        layout: The files.
        person: The scope of what belongs to no project.
        folder: What the folder is called that all names are relative to; empty where there is none.
    """

    def __init__(self, layout: Layout, person: str, folder: str) -> None:
        self.person = person
        self._sessions: defaultdict[str, list[SourceFile]] = defaultdict(list)
        self._histories = [p.file for p in layout.placed if p.part is Part.OTHER and p.reason == others.HISTORY]
        for place in layout.placed:
            if place.part is Part.SESSION and place.folder:
                self._sessions[place.folder].append(place.file)
            elif place.part is Part.SESSION:
                self._sessions[split_name(place.file.name)[0]].append(place.file)
        self._bases = Bases(
            (place.base for place in layout.placed if _is_about_project(place)), "" if folder == ".claude" else folder
        )
        self._paths: dict[str, str] = {}

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
        if _PROJECT_FOLDER.search(place.folder):
            return self._of_folder(place.folder)
        if place.level is Level.PROJECT and place.base:
            return self.of_instructions(place)
        path = self._path_beside(place)
        return (project_scope(path) if path else None) or self.person

    def project_of_memory(self, place: Placed) -> str:
        """What Claude Code calls the project of a memory's folder, as far as it can be told; for ids."""
        if _PROJECT_FOLDER.search(place.folder):
            return place.folder.rpartition("/")[2]
        if not place.folder.endswith(("/", "!")):
            return "/".join(place.folder.split("/")[-2:]) if "agent-memory" in place.folder else ""
        path = self._path_beside(place)
        return folder_name(path) if path else ""

    def of_instructions(self, place: Placed) -> str:
        """The scope of instructions: the person's for those of a person or an organisation, else the project's."""
        if place.level in {Level.USER, Level.MANAGED}:
            return self.person
        return self._bases.scope(place.base) or self.person

    def within(self, place: Placed) -> str:
        """The directory of a project that instructions are about, relative to the project; empty for all of it."""
        return "" if place.level in {Level.USER, Level.MANAGED} else self._bases.within(place.base)

    def _of_folder(self, folder: str) -> str:
        """The scope of a folder below `projects/`; by its own name, which is lossy, only where no line tells the path."""
        path = self._path_of(folder)
        name = folder.rpartition("/")[2]
        return (project_scope(path) if path else named_scope(name.strip("-"))) or self.person

    def _path_of(self, folder: str) -> str:
        """The path that a folder below `projects/` stands for, by its sessions, else by the list of prompts."""
        if folder not in self._paths:
            name = folder.rpartition("/")[2]
            own = [path for file in self._sessions[folder] for path in paths_in(file)]
            told = [path for file in self._histories for path in paths_in(file) if folder_name(path) == name]
            self._paths[folder] = path_of_folder(name, own or told)
        return self._paths[folder]

    def _path_beside(self, place: Placed) -> str:
        """The path of the project whose sessions lie beside a folder of memories; empty where there are none."""
        above = split_name(place.folder.rstrip("/!"))[0]
        for file in self._sessions.get(above, []) if place.folder else []:
            if paths := paths_in(file):
                return paths[0]
        return ""


def _is_about_project(place: Placed) -> bool:
    return place.part in {Part.INSTRUCTIONS, Part.SKILL, Part.STYLE} and place.level in {Level.PROJECT, Level.LOCAL}
