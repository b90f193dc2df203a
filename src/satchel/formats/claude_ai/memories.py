"""What Claude keeps of a person: prose in sections, rewritten every night, and files; entry by entry.

Nothing in it has an id or a date. An entry's id comes from its words, so that a rewritten export adds what is new in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from satchel.formats.claude_ai.desk import Desk, text_of
from satchel.formats.claude_ai.holders import Holder, held
from satchel.formats.contract import Fate, Reading
from satchel.formats.documents import Item
from satchel.formats.entries import Entry, entries, type_of_entry
from satchel.formats.making import Place
from satchel.formats.sections import tag_of
from satchel.formats.tabular.sources import SourceFile, Watcher
from satchel.formats.tabular.textual import Line

_ID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")
_TEXTS = ("content", "memory", "text", "prose", "project_memory", "conversations_memory")
_PROJECTS = ("project_uuid", "project_id", "uuid", "project", "id")


def memories(desk: Desk, file: SourceFile, exported: datetime | None, watcher: Watcher) -> Iterator[Reading]:
    """Every entry with its fate.

    Raises:
        OSError: reading breaks off.
    """
    for holder, item in held(file, "memory_files", watcher):
        if item is not None and item.problem:
            yield desk.broken(file.name, item)
            continue
        account = text_of(holder.fields.get("account_uuid")) or _account_in(file.name)
        kept = _Kept(desk, file.name, account, exported)
        yield from kept.file(item) if item is not None else kept.prose(holder)


class _Kept:
    """The memories of one account."""

    def __init__(self, desk: Desk, source: str, account: str, exported: datetime | None) -> None:
        self._desk, self._source = desk, source
        self._maker = desk.maker(account, exported)

    def file(self, item: Item) -> Iterator[Reading]:
        """A file that Claude keeps, with the time of its last change."""
        value: Mapping[str, Any] = item.value
        extra = self._desk.tally.unexplained.look("memory_file", value)
        path = text_of(value.get("path")).strip("/")
        text = text_of(value.get("content"))
        if not text:
            yield self._desk.row(self._source, item.position, Fate.EMPTY, "a file without text")
            return
        project = self._project_in(path.split("/"))
        yield from self._entries(
            text,
            path or item.position,
            scope=self._desk.scope_of(project) if project else None,
            within=_words_of(path),
            updated=value.get("updated_at"),
            extra={"file": path, **extra},
        )

    def _project_in(self, parts: list[str]) -> str:
        """The project that a file is filed under: `projects/ID/notes.md`, or an id that the export names."""
        if "projects" in parts[:-2]:
            return parts[parts.index("projects") + 1]
        return next((part for part in parts if part in self._desk.projects), "")

    def prose(self, holder: Holder) -> Iterator[Reading]:
        """The prose about the person, and about each project."""
        fields = holder.fields
        self._desk.tally.unexplained.look("memory", fields)
        count = 0
        person = fields.get("conversations_memory")
        for text, place, scope, updated in (
            *_texts(person, "conversations_memory", None),
            *self._of_projects(fields.get("project_memories")),
        ):
            for reading in self._entries(text, place, scope=scope, updated=updated):
                count += 1
                yield reading
        for name in ("conversations_memory", "project_memories", "memory_files"):
            if isinstance(fields.get(name), int | float | bool):
                count += 1
                yield self._desk.row(self._source, name, Fate.REJECTED, f"{name} is no text", raw=str(fields[name]))
        if not count and not holder.count:
            yield self._desk.row(self._source, holder.position or "the file", Fate.EMPTY, "no memories")

    def _of_projects(self, found: object) -> Iterator[tuple[str, str, str | None, object]]:
        """The prose of each project with its scope: under the project's id, in a list, or, in old files, one text."""
        if isinstance(found, Mapping):
            for key, value in found.items():
                yield from _texts(value, f"project_memories.{key}", self._desk.scope_of(str(key)))
        elif isinstance(found, list):
            for number, value in enumerate(found):
                named = value if isinstance(value, Mapping) else {}
                id = next((text for name in _PROJECTS if (text := text_of(named.get(name)))), "")
                scope = self._desk.scope_of(id) if id else self._only_project()
                yield from _texts(value, f"project_memories[{number}]", scope)
        else:
            yield from _texts(found, "project_memories", self._only_project())

    def _only_project(self) -> str:
        """The scope of prose that does not say whose it is: the only project's, where there is but one."""
        scopes = set(self._desk.projects.values())
        return scopes.pop() if len(scopes) == 1 else self._desk.scope_of("")

    def _entries(
        self,
        text: str,
        place: str,
        *,
        scope: str | None,
        within: tuple[str, ...] = (),
        updated: object = None,
        extra: Mapping[str, Any] | None = None,
    ) -> Iterator[Reading]:
        lines = [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
        for entry in entries(lines, within=within, prose=True):
            position = f"{place}, {entry.position}"
            if entry.beside:
                yield self._desk.row(self._source, position, Fate.STRUCTURE, entry.beside)
            else:
                yield self._memory(entry, position, scope or self._maker.scope, updated, extra or {})

    def _memory(self, entry: Entry, position: str, scope: str, updated: object, extra: Mapping[str, Any]) -> Reading:
        told = {
            "section": " › ".join(entry.headings),
            "written": entry.written if entry.written not in entry.text else "",
        }
        records = self._maker.memory(
            entry.text,
            at=Place(source=self._source, position=position),
            type=type_of_entry(entry, self._desk.options),
            scope=scope,
            created=self._maker.time(entry.label) if entry.label else None,
            updated=self._maker.time(updated) if updated is not None else None,
            tags=tag_of(entry.headings),
            basis="inferred",
            extra={name: value for name, value in {**extra, **told}.items() if value},
        )
        return self._desk.made(self._source, position, Fate.MEMORY, records, "no words")


def _texts(value: object, place: str, scope: str | None) -> Iterator[tuple[str, str, str | None, object]]:
    """The prose in a value: the text itself, or that of an object with its time."""
    if isinstance(value, str):
        if value.strip():
            yield value, place, scope, None
    elif isinstance(value, Mapping):
        text = next((text for name in _TEXTS if (text := text_of(value.get(name)))), "")
        if text:
            yield text, place, scope, value.get("updated_at")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            if isinstance(inner, str | Mapping):
                yield from _texts(inner, f"{place}[{number}]", scope)


def _words_of(path: str) -> tuple[str, ...]:
    """What a path says that its file is about: `/memories/work_context.md` → `work context`."""
    parts = [re.sub(r"\.\w{1,5}$", "", part) for part in path.split("/")]
    return tuple(" ".join(re.split(r"[\s_\-]+", part)).strip() for part in parts if part and not _ID.fullmatch(part))


def _account_in(name: str) -> str:
    """The account by which a file of memories is called, in exports of September 2026."""
    found = _ID.findall(name.rsplit("/", 1)[-1].rsplit("!", 1)[-1])
    return str(found[0]) if found else ""
