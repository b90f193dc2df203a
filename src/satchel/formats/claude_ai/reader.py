"""Claude.ai's data export: its layouts from three files to the archives of September 2026."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import ClassVar

from satchel.formats.claude_ai.claims import TOOL, Kind, find_claims, kind_of
from satchel.formats.claude_ai.conversations import conversations
from satchel.formats.claude_ai.design import design_chats
from satchel.formats.claude_ai.desk import Desk, exported_at
from satchel.formats.claude_ai.memories import memories
from satchel.formats.claude_ai.projects import projects
from satchel.formats.claude_ai.shapes import SHAPES
from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.tabular.sources import SourceFile, Watcher
from satchel.formats.tool import Checked, Claim, Tally, ToolReader

_ORDER = (Kind.PROJECTS, Kind.MEMORIES, Kind.CONVERSATIONS, Kind.DESIGN, Kind.USERS, Kind.EMPTY)
"""Projects first: they say what the memories of a project belong to."""


class ClaudeAiReader(ToolReader):
    """Reads the data export of Claude.ai."""

    tool: ClassVar[str] = TOOL
    title: ClassVar[str] = "Claude.ai"
    reads: ClassVar[str] = (
        "data export (ZIPs, folder, or single files of conversations, projects or memories under any name)"
    )
    obtain: ClassVar[str] = "Settings → Privacy → Export data; links to one or several ZIPs come by e-mail"
    checked: ClassVar[Checked] = Checked.SAMPLES
    shapes = SHAPES

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        return find_claims(files)

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        desk = Desk(options=options, tally=tally, version=self.version)
        parts = sorted(
            ((kind_of(file) or Kind.EMPTY, file, exported_at(f"{claim.folder}/{file.name}")) for file in claim.files),
            # Of two exports in one place the newer comes first: what the older says again is a copy.
            key=lambda part: (_ORDER.index(part[0]), -(part[2].timestamp() if part[2] else 0), part[1].name),
        )
        total, done = sum(file.size for file in claim.files), 0
        for kind, file, exported in parts:
            yield from _whole(desk, file, _rows(kind, desk, file, exported, _watcher(options.progress, done, total)))
            done += file.size
        if desk.nameless:
            tally.notes.append(
                "memories of projects that this export does not name are under their ids; "
                "import all parts of the export together, as one folder, to have them under their names"
            )


def _rows(kind: Kind, desk: Desk, file: SourceFile, exported: datetime | None, watcher: Watcher) -> Iterator[Reading]:
    match kind:
        case Kind.PROJECTS:
            yield from projects(desk, file, exported, watcher)
        case Kind.MEMORIES:
            yield from memories(desk, file, exported, watcher)
        case Kind.CONVERSATIONS:
            yield from conversations(desk, file, exported, watcher)
        case Kind.DESIGN:
            yield from design_chats(desk, file, exported, watcher)
        case Kind.USERS:
            reason = "account data: name, address, telephone; never a memory"
            yield desk.row(file.name, "the file", Fate.STRUCTURE, reason)
        case Kind.EMPTY:
            yield desk.row(file.name, "the file", Fate.EMPTY, "nothing is in the file")


def _whole(desk: Desk, file: SourceFile, rows: Iterator[Reading]) -> Iterator[Reading]:
    """The rows of a file, also where reading breaks off or nothing is in it."""
    try:
        yield from rows
    except OSError as error:
        yield desk.row(file.name, "the file", Fate.REJECTED, f"reading broke off: {error}")
    if not desk.tally.seen[file.name]:
        yield desk.row(file.name, "the file", Fate.EMPTY, "nothing is in the file")


def _watcher(progress: Callable[[int, int], None] | None, done: int, total: int) -> Watcher:
    def watch(_name: str, position: int) -> None:
        if progress is not None:
            progress(min(done + position, total), total)

    return watch
