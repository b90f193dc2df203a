"""The reader of Codex's files: `~/.codex`, a project's `AGENTS.md`, or single sessions and memory files."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from satchel.formats.codex.layout import Part, Placed, layout
from satchel.formats.codex.memories import Note, handbook, note_time
from satchel.formats.codex.rollouts import Rollouts
from satchel.formats.codex.shapes import SHAPES
from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.databases import as_text, query
from satchel.formats.guidance.instructions import About, Instructions
from satchel.formats.guidance.rows import Rows, text_of
from satchel.formats.making import Maker
from satchel.formats.tabular.front_matter import split_front_matter
from satchel.formats.tabular.sources import SourceFile, Watcher
from satchel.formats.tool import Checked, Claim, Tally, ToolReader
from satchel.formats.workdir import Bases, project_scope

_ORDER = (*(part for part in Part if part is not Part.ROLLOUT), Part.ROLLOUT)
_MADE_FROM = "what MEMORY.md was made from; it says it in fewer words"
_NAMES = {
    Part.ROLLOUT: "sessions",
    Part.HANDBOOK: "memories",
    Part.SUMMARY: "memories",
    Part.RAW: "memories",
    Part.NOTE: "memories",
    Part.DATABASE: "memories",
    Part.AGENTS: "AGENTS.md",
    Part.SKILL: "skills",
}


class CodexReader(ToolReader):
    """Reads sessions, memories and instructions; accounts for the rest without opening it."""

    tool: ClassVar[str] = "codex"
    title: ClassVar[str] = "Codex CLI"
    reads: ClassVar[str] = "~/.codex, a project with AGENTS.md, single sessions and memory files"
    obtain: ClassVar[str] = "copy ~/.codex, and each project's AGENTS.md; memories are off unless you turned them on"
    checked = Checked.LAYOUT
    shapes = SHAPES

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        placed = layout(files)
        if not placed:
            return
        names = list(dict.fromkeys(_NAMES[place.part] for place in placed if place.part in _NAMES))
        counts = {part: sum(place.part is part for place in placed) for part in Part}
        yield Claim(
            tool=self.tool,
            layout=", ".join(names) or "settings",
            files=tuple(place.file for place in placed),
            confidence=0.9 if set(names) - {"AGENTS.md"} else 0.7,
            evidence=tuple(f"{count} × {part.value}" for part, count in counts.items() if count),
        )

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        placed = layout(claim.files)
        reading = _Reading(Maker(self.tool, self.version, options), tally, placed, claim.folder)
        total, done = sum(place.file.size for place in placed), 0
        for place in sorted(placed, key=lambda place: _ORDER.index(place.part)):
            if place.part is Part.ROLLOUT:
                yield from reading.rollouts.read(place.file, _watcher(options.progress, done, total))
            else:
                yield from reading.read(place)
            done += place.file.size
        if any(place.part in {Part.HANDBOOK, Part.SUMMARY, Part.RAW, Part.NOTE, Part.DATABASE} for place in placed):
            tally.notes.append("its memories are read by the documented layout; no sample of them was at hand")


class _Reading:
    """One reading of the files that are no rollouts."""

    def __init__(self, maker: Maker, tally: Tally, placed: Sequence[Placed], folder: str) -> None:
        self._maker, self._tally = maker, tally
        self._rows = Rows(maker, tally)
        self._written = Instructions(maker, self._rows)
        self.rollouts = Rollouts(maker, tally)
        self._bases = Bases((place.base for place in placed if place.base is not None), folder)
        self._parts = {place.part for place in placed}

    def read(self, place: Placed) -> Iterator[Reading]:
        """Every row of a file with its fate."""
        file = place.file
        if place.part is Part.OTHER:
            yield self._rows.left(file, "", Fate.STRUCTURE, place.reason)
        elif place.part is Part.RAW and Part.HANDBOOK in self._parts:
            yield self._rows.left(file, "", Fate.STRUCTURE, _MADE_FROM)
        elif place.part is Part.DATABASE:
            yield from self._database(file)
        else:
            try:
                text = text_of(file)
            except OSError as error:
                yield self._rows.left(file, "", Fate.REJECTED, f"cannot be read: {error}")
                return
            if text is None or not text.strip():
                yield self._rows.unread(file, text)
            else:
                yield from self._text(place, text)

    def _text(self, place: Placed, text: str) -> Iterator[Reading]:
        file = place.file
        fields, taken, _ = split_front_matter(text) if place.part is not Part.HANDBOOK else ({}, 0, "")
        body = "\n".join(text.split("\n")[taken:])
        if place.part is Part.AGENTS:
            scope = self._maker.scope if place.base is None else self._bases.scope(place.base) or self._maker.scope
            within = self._bases.within(place.base) if place.base is not None else ""
            about = About(scope=scope, within=(within,) if within else ())
            yield from self._written.read(file, body, about, first_line=taken + 1)
        elif place.part is Part.SKILL:
            self._tally.unexplained.look("skill", fields)
            about = About(scope=self._maker.scope, tags=("command" if place.rest.startswith("prompts/") else "skill",))
            yield self._written.skill(file, body, about, path=place.rest, fields=fields)
        elif place.part is Part.NOTE:
            yield self._note_asked_for(place, body)
        else:
            yield from self._notes(file, text, prefix="")

    def _note_asked_for(self, place: Placed, body: str) -> Reading:
        """What a person asked to be noted: one memory a file."""
        name = place.rest.rpartition("/")[2]
        written = note_time(name)
        time = self._maker.time(written or None)
        if written:
            time = time._replace(raw=name[: len(written) - 1])  # as the name has it, without colons and zone
        records = self._rows.make(
            body,
            file=place.file,
            position="",
            native=name,
            keys=(f"note\x1f{name}", f"note\x1f{place.rest}"),
            type=self._maker.options.type_of(body),
            scope=self._maker.scope,
            created=time,
            basis="stated",
        )
        return self._rows.said(place.file, "", records)

    def _notes(self, file: SourceFile, text: str, *, prefix: str) -> Iterator[Reading]:
        nothing = True
        for note in handbook(text):
            nothing = False
            yield self._note(file, note, prefix)
        if nothing:
            yield self._rows.left(file, prefix, Fate.EMPTY, "nothing but headings is written in it")

    def _note(self, file: SourceFile, note: Note, prefix: str) -> Reading:
        position = f"{prefix}{', ' if prefix else ''}line {note.line}"
        if not note.text:
            return self._rows.left(file, position, Fate.STRUCTURE, note.reason)
        time = self._maker.time(note.updated or None)
        records = self._rows.make(
            note.text,
            file=file,
            position=position,
            type=note.type or self._maker.options.type_of(note.text),
            scope=(project_scope(note.cwd) if note.cwd else None) or self._maker.scope,
            created=time,
            updated=time,
            basis="inferred",
            extra={"sessions": list(note.threads)} if note.threads else {},
        )
        return self._rows.said(file, position, records)

    def _database(self, file: SourceFile) -> Iterator[Reading]:
        """Rows of `stage1_outputs`; they went into the markdown files where those are there."""
        if self._parts & {Part.HANDBOOK, Part.RAW}:
            yield self._rows.left(file, "", Fate.STRUCTURE, _MADE_FROM)
            return
        try:
            for number, row in enumerate(
                query(file, "SELECT thread_id, raw_memory, source_updated_at FROM stage1_outputs")
            ):
                thread, text, updated = as_text(row[0]) or str(number), as_text(row[1]), row[2]
                if not text or not text.strip():
                    yield self._rows.left(file, f"thread {thread}", Fate.EMPTY, "nothing was learned in this session")
                    continue
                time = self._maker.time(updated).at
                head = f"## Thread `{thread}`\n" + (f"updated_at: {time.isoformat()}\n" if time else "")
                yield from self._notes(file, f"{head}\n{text}", prefix=f"thread {thread}")
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            yield self._rows.left(file, "", Fate.REJECTED, f"the database cannot be read: {error}")


def _watcher(progress: Callable[[int, int], None] | None, done: int, total: int) -> Watcher | None:
    """Tells how far reading has come, in bytes, while one file is read."""
    return (lambda _, at: progress(done + at, total)) if progress is not None else None
