"""The reader of Claude Code's files: `~/.claude`, a project's `CLAUDE.md` and `.claude`, or any of their files alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from satchel.formats.claude_code.layout import Layout
from satchel.formats.claude_code.memory_folder import linked_files
from satchel.formats.claude_code.place import Part, Placed, parts, split_name
from satchel.formats.claude_code.scopes import Scopes
from satchel.formats.claude_code.sessions import Sessions
from satchel.formats.claude_code.shapes import SHAPES
from satchel.formats.claude_code.texts import Texts
from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.documents import head_text
from satchel.formats.making import Maker
from satchel.formats.tabular.sources import SourceFile, Watcher
from satchel.formats.tool import Checked, Claim, Tally, ToolReader

_FEW = 5
"""Names that a note lists before it counts."""
_ORDER = (Part.MEMORY, Part.INDEX, Part.INSTRUCTIONS, Part.SKILL, Part.STYLE, Part.OTHER, Part.SESSION)
"""What is read first wins where two files say the same."""


class ClaudeCodeReader(ToolReader):
    """Reads memory folders, instructions and sessions; accounts for the rest without opening it."""

    tool: ClassVar[str] = "claude_code"
    title: ClassVar[str] = "Claude Code"
    reads: ClassVar[str] = "~/.claude, a project with CLAUDE.md or .claude, single sessions and memory files"
    obtain: ClassVar[str] = "copy ~/.claude (sessions are removed after 30 days), and each project's CLAUDE.md"
    checked = Checked.SAMPLES
    shapes = SHAPES

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        layout = Layout(files)
        placed = layout.placed
        if placed:
            found = parts(placed)
            yield Claim(
                tool=self.tool,
                layout=", ".join(found) or "settings",
                files=tuple(place.file for place in placed),
                confidence=0.95 if found else 0.8,
                evidence=tuple(_evidence(placed)),
                root=_common([place.file.name for place in placed]),
            )

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        layout = Layout(claim.files)
        maker = Maker(self.tool, self.version, options)
        scopes = Scopes(layout, options.scope, claim.folder)
        texts, sessions = Texts(maker, tally, scopes), Sessions(maker, tally)
        listed, names = _indexes(layout.placed)
        total, done = sum(place.file.size for place in layout.placed), 0
        for place in sorted(layout.placed, key=lambda place: _ORDER.index(place.part)):
            if place.part is Part.SESSION:
                watcher = _watcher(options, done, total)
                yield from sessions.read(place.file, scopes.of_session(place), watcher)
            elif place.part is Part.OTHER:
                tally.seen[place.file.name] += 1
                yield Reading(source=place.file.name, table="", position="", fate=Fate.STRUCTURE, reason=place.reason)
            else:
                yield from texts.read(place, names=names[place.folder], listed=listed.get(place.folder))
            done += place.file.size
        tally.notes += _notes(layout, texts)


def _watcher(options: ReadOptions, done: int, total: int) -> Watcher | None:
    """Tells how far reading has come, in bytes, while one file is read."""
    progress = options.progress
    return (lambda _, at: progress(done + at, total)) if progress is not None else None


def _indexes(placed: Iterable[Placed]) -> tuple[dict[str, set[str]], defaultdict[str, dict[str, str]]]:
    """By folder of memories: what its index lists, and how its files are called; in lower case."""
    listed: dict[str, set[str]] = {}
    names: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for place in placed:
        name = split_name(place.file.name)[1].lower()
        if place.part is Part.INDEX:
            text = head_text(place.file)
            links = {link.rpartition("/")[2].lower() for link in linked_files(text)}
            if links:
                listed[place.folder] = links
        elif place.part is Part.MEMORY:
            names[place.folder][name] = name
            names[place.folder][name.rsplit(".", 1)[0]] = name
    return listed, names


def _notes(layout: Layout, texts: Texts) -> list[str]:
    notes = []
    if count := texts.unlisted.total():
        notes.append(f"not listed in their index MEMORY.md, and read all the same: {count} of the memories")
    if layout.outside:
        shown = ", ".join(layout.outside[:_FEW]) + (" …" if len(layout.outside) > _FEW else "")
        notes.append(f"{len(layout.outside)} imports lead out of what was given and were not followed: {shown}")
    return notes


def _evidence(placed: Iterable[Placed]) -> Iterator[str]:
    """What the files are, counted."""
    names = {
        Part.SESSION: "sessions with the frame of Claude Code's lines",
        Part.MEMORY: "memories with its front matter or in its index",
        Part.INDEX: "indexes of memories",
        Part.INSTRUCTIONS: "files of instructions (CLAUDE.md, rules)",
        Part.SKILL: "skills, commands and agents",
        Part.STYLE: "output styles",
        Part.OTHER: "other files of .claude",
    }
    counts = {part: sum(place.part is part for place in placed) for part in names}
    yield from (f"{count} {names[part]}" for part, count in counts.items() if count)


def _common(names: Sequence[str]) -> str:
    """The folders that all names start with."""
    first, last = min(names), max(names)
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[: max(first.rfind("/", 0, same), first.rfind("!", 0, same)) + 1]
