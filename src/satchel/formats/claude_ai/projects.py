"""Projects: their instructions as preferences, what they are about as a fact, their documents as evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from satchel.formats.claude_ai.desk import Desk, id_in, place_of, project_scope, text_of
from satchel.formats.claude_ai.holders import Holder, held
from satchel.formats.contract import Fate, Reading
from satchel.formats.documents import Item
from satchel.formats.guidance.reading import statements as instructions
from satchel.formats.guidance.statement import Kind
from satchel.formats.making import Maker, Place
from satchel.formats.tabular.sources import SourceFile, Watcher
from satchel.instant import Instant
from satchel.text.language import is_chinese
from satchel.text.statements import statements
from satchel_protocol.fingerprint import normalise_text

_STARTER = "the example project that every account is given"
_TAG_LINE = re.compile(r"[ \t]*</?[A-Za-z][\w-]*>[ \t]*")


def projects(desk: Desk, file: SourceFile, exported: datetime | None, watcher: Watcher | None) -> Iterator[Reading]:
    """Every document and every instruction of every project with its fate.

    Raises:
        OSError: reading breaks off.
    """
    for holder, item in held(file, "docs", watcher):
        if item is not None and item.problem:
            yield desk.broken(file.name, item)
            continue
        project = _Project(desk, file.name, holder, exported)
        if item is not None:
            yield project.document(item)
        else:
            yield from project.end()


class _Project:
    """One project, as far as it is known."""

    def __init__(self, desk: Desk, source: str, holder: Holder, exported: datetime | None) -> None:
        self._desk, self._source, self._holder = desk, source, holder
        self._fields = holder.fields
        self._uuid, self._name = text_of(self._fields.get("uuid")), text_of(self._fields.get("name")).strip()
        self._position = place_of(holder, "project")
        self._maker: Maker = desk.maker(id_in(self._fields.get("creator")), exported)
        self._scope = project_scope(self._name or self._uuid)
        self._about = {"project": self._name, "project_id": self._uuid}
        if self._uuid and self._name:
            desk.projects[self._uuid] = self._scope

    @property
    def _starter(self) -> bool:
        return self._fields.get("is_starter_project") is True

    def document(self, item: Item) -> Reading:
        """A file of the project's knowledge: it says what the work is about, and seldom anything about the person."""
        doc: Mapping[str, Any] = item.value
        extra = self._desk.tally.unexplained.look("doc", doc)
        position = f"{self._position}, document {self._holder.count}"
        if self._starter:
            return self._desk.row(self._source, position, Fate.STRUCTURE, _STARTER)
        name, text = text_of(doc.get("filename") or doc.get("file_name")), text_of(doc.get("content"))
        records = self._maker.turn(
            f"{name}\n\n{text}" if name and text else text,
            at=Place(source=self._source, position=position),
            native=text_of(doc.get("uuid")) or f"{self._uuid}/{name or self._holder.count}",
            role="document",
            scope=self._scope,
            created=self._maker.time(doc.get("created_at")),
            extra={key: value for key, value in {**self._about, **extra, "file_name": name}.items() if value},
        )
        return self._desk.made(self._source, position, Fate.EVIDENCE, records, "a document without text")

    def end(self) -> Iterator[Reading]:
        """The rows of the project itself."""
        self._desk.tally.unexplained.look("project", self._fields)
        prompt, about = text_of(self._fields.get("prompt_template")), text_of(self._fields.get("description"))
        if self._starter:
            yield self._desk.row(self._source, self._position, Fate.STRUCTURE, _STARTER)
            return
        if not prompt and not (about and (self._name or self._holder.count)):
            reason = "a project without instructions and description"
            if about:
                reason = "a project without a name, instructions and documents: nothing was ever kept in it"
            yield self._desk.row(
                self._source, self._position, Fate.STRUCTURE if self._holder.count else Fate.EMPTY, reason
            )
            return
        if about:
            yield self._memory(self._named(about), "description", type="fact", key=f"{self._uuid}\x1fdescription",
                               created=self._maker.time(self._fields.get("created_at")))  # fmt: skip
        for number, (kind, text) in enumerate(_instructions(prompt), start=1):
            place = f"instruction {number}"
            if kind is Kind.COMMENT:
                position = f"{self._position}, {place}"
                yield self._desk.row(self._source, position, Fate.STRUCTURE, "a comment in the instructions")
            else:
                key = f"{self._uuid}\x1finstruction\x1f{normalise_text(text)}"
                yield self._memory(text, place, type="preference", key=key, basis="stated")

    def _memory(
        self, text: str, place: str, *, type: str, key: str, created: Instant | None = None, basis: str | None = None
    ) -> Reading:
        position = f"{self._position}, {place}"
        records = self._maker.memory(
            text,
            at=Place(source=self._source, position=position),
            type=type,
            key=key,
            scope=self._scope,
            created=created,
            updated=self._maker.time(self._fields.get("updated_at")),
            tags=("project instructions",) if type == "preference" else (),
            basis=basis,
            extra={name: value for name, value in self._about.items() if value},
        )
        return self._desk.made(self._source, position, Fate.MEMORY, records, "no words")

    def _named(self, text: str) -> str:
        """A description with the name of what it describes in front."""
        if not self._name or self._name.casefold() in text.casefold():
            return text
        return f"{self._name}{'：' if is_chinese(text) else ': '}{text}"


def _instructions(prompt: str) -> Iterator[tuple[Kind, str]]:
    """The single instructions of a project: items, lines, the sentences of a paragraph; code and steps stay whole."""
    text = "\n".join("" if _TAG_LINE.fullmatch(line) else line for line in prompt.replace("\r\n", "\n").split("\n"))
    for found in instructions(text):
        if found.kind is not Kind.TEXT or found.headings:
            yield found.kind, found.content()
            continue
        for line in found.text.split("\n"):
            for statement in statements(line, None):
                yield found.kind, statement.text
