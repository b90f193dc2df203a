"""Where the files of Claude Code lead: an index to its memories, instructions to what they import."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from satchel.formats.claude_code import evidence, others
from satchel.formats.claude_code.evidence import Head
from satchel.formats.claude_code.memory_folder import linked_files
from satchel.formats.claude_code.place import Part, Placed, split_name
from satchel.formats.documents import head_text
from satchel.formats.guidance.reading import imports
from satchel.formats.tabular.sources import SourceFile

IMPORT_DEPTH = 5
"""How far a file of instructions may lead by `@path`; the tool's own limit."""
ROOT = re.compile(r"(?:|.*?[/!])\.claude/")
"""A `.claude` folder as the start of a name: the outermost, since plugins and working copies in it bring their own."""


class Following:
    """Follows links and imports to other files of the source, never out of it.

    Args:
        files: All of the source, by name.
        roots: The `.claude` folders, as prefixes of names.
        found: What is placed already, by name; what is followed comes to it.
    """

    def __init__(self, files: Mapping[str, SourceFile], roots: Sequence[str], found: dict[str, Placed]) -> None:
        self._files, self._roots, self._found = files, roots, found
        self.outside: list[str] = []
        """`file: @path` of imports that lead out of the source, to no file, or too deep."""

    def linked(self, index: Placed) -> None:
        """What an index links to is a memory, even without front matter."""
        folder, _ = split_name(index.file.name)
        for link in linked_files(head_text(index.file)):
            name = joined(folder, link)
            if name is not None and name in self._files and name not in self._found:
                self._found[name] = replace(index, file=self._files[name], part=Part.MEMORY)

    def imported(self, place: Placed, depth: int = 1) -> None:
        """Take the files that instructions import, inside the source only, and theirs in turn."""
        folder, _ = split_name(place.file.name)
        for path in imports(head_text(place.file)):
            name = self._target(folder, path)
            if name is None or name == place.file.name:
                if _looks_like_path(path) and name is None:
                    self.outside.append(f"{place.file.name}: @{path}")
                continue
            known = self._found.get(name)
            if depth > IMPORT_DEPTH:
                self.outside.append(f"{place.file.name}: @{path} (more than {IMPORT_DEPTH} deep)")
            elif known is None or known.reason == others.UNKNOWN:
                text = name.lower().endswith((".md", ".mdc", ".markdown", ".txt")) or "." not in split_name(name)[1]
                part = Part.INSTRUCTIONS if text and evidence.is_prose(Head(self._files[name])) else Part.OTHER
                self._found[name] = replace(
                    place, file=self._files[name], part=part, reason=others.IMPORTED, via=place.file.name
                )
                if part is Part.INSTRUCTIONS:
                    self.imported(self._found[name], depth + 1)

    def _target(self, folder: str, path: str) -> str | None:
        """The file of the source that an import means; None for one outside it."""
        if path.startswith("~/"):
            below = path[2:]
            homes = [parent_of(root) for root in self._roots if ROOT.fullmatch(root)]
            names = [home + below for home in homes]
            if below.startswith(".claude/"):
                names += [root + below.removeprefix(".claude/") for root in self._roots if not ROOT.fullmatch(root)]
        elif path.startswith("/"):
            return None
        else:
            names = [name for name in (joined(folder, path), joined(folder, f"{path}.md")) if name is not None]
        return next((name for name in names if name in self._files), None)


def parent_of(root: str) -> str:
    """The folder that a `.claude` folder lies in."""
    return root.removesuffix(".claude/")


def joined(folder: str, path: str) -> str | None:
    """A relative path from a folder, never out of the archive or the source; None then."""
    archive, mark, inner = folder.rpartition("!")
    joined = posixpath.normpath(posixpath.join(inner, path.replace("\\", "/")))
    return None if joined.startswith(("../", "/")) or joined in {"..", "."} else f"{archive}{mark}{joined}"


def _looks_like_path(path: str) -> bool:
    return ("/" in path.removeprefix("@") and "." in path.rpartition("/")[2]) or path.lower().endswith((".md", ".txt"))
