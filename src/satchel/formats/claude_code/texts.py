"""Memories out of Claude Code's markdown: memory files, their index, instructions, skills."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from satchel.formats.claude_code import memory_folder
from satchel.formats.claude_code.place import Level, Part, Placed, split_name
from satchel.formats.claude_code.rows import Rows
from satchel.formats.claude_code.scopes import Scopes
from satchel.formats.contract import Fate, Reading
from satchel.formats.guidance.reading import statements, title_of
from satchel.formats.guidance.statement import Kind, Statement
from satchel.formats.guidance.types import type_of_statement
from satchel.formats.making import Maker
from satchel.formats.tabular.front_matter import split_front_matter
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.textual import encoding_of, whole
from satchel.formats.tool import Tally

MOST_BYTES = 4 << 20
"""Of a file that somebody wrote for an assistant to read; a longer one is something else."""
_KINDS = {Kind.COMMENT: "a comment, which the program leaves out too", Kind.IMPORT: "refers to other files"}

_BOILERPLATE = re.compile(
    r"\bprovides guidance to Claude Code\b|本文件.{0,20}Claude Code.{0,30}(?:指导|指引|说明|提供)", re.IGNORECASE
)
_FILE_TITLE = re.compile(
    r"\W*(?:(?:claude(?:\.local)?(?:\.md)?|code|project|global|user|personal|my|the|for|and|local|development|coding|agent|ai|assistant|instructions?"
    r"|guidelines?|memor(?:y|ies)|rules|preferences|notes|context|guide|settings|configuration|standards|overview)\W*)+"
    r"|[\s\w]{0,12}(?:全局|个人|项目|用户|我的|开发)?(?:说明|规则|指令|记忆|配置|指南|偏好|规范|须知|文档)",
    re.IGNORECASE,
)
"""What people call such a file; no word of it is about what stands in it."""


class Texts:
    """Reads the markdown of one claim; each thing said comes once."""

    def __init__(self, maker: Maker, tally: Tally, scopes: Scopes) -> None:
        self._maker, self._tally, self._scopes = maker, tally, scopes
        self._rows = Rows(maker, tally)
        self.unlisted: Counter[str] = Counter()
        """Memories that their index does not list, by index."""

    def read(self, place: Placed, *, names: dict[str, str], listed: set[str] | None) -> Iterator[Reading]:
        """Every row of a file with its fate.

        Args:
            place: A memory, an index, instructions, a skill or a style.
            names: Of the files and memories in the same folder, for an index; their lower-case names.
            listed: What the index of a memory's folder links to; None where there is none.
        """
        file = place.file
        try:
            text = _text(file)
        except OSError as error:
            yield self._rows.left(file, "", Fate.REJECTED, f"cannot be read: {error}")
            return
        if text is None:
            reason = f"longer than {MOST_BYTES >> 20} MiB, which nobody writes for an assistant to read"
            yield self._rows.left(file, "", Fate.REJECTED, reason)
        elif not text.strip():
            yield self._rows.left(file, "", Fate.EMPTY, "nothing is written in it")
        elif place.part is Part.MEMORY:
            yield self._memory(place, text, listed)
        elif place.part is Part.INDEX:
            yield from self._index(place, text, names)
        elif place.part is Part.INSTRUCTIONS:
            yield from self._instructions(place, text)
        else:
            yield self._skill(place, text)

    def _memory(self, place: Placed, text: str, listed: set[str] | None) -> Reading:
        file = place.file
        stem = _name(file).rsplit(".", 1)[0]
        found = memory_folder.parse(text, stem)
        extra = self._tally.unexplained.look("memory", found.fields)
        if found.type and found.type not in memory_folder.TYPES:
            extra["type"] = found.type
        if found.links:
            extra["links"] = list(found.links)
        extra |= {"name": found.name} | (
            {"description": found.fields["description"]} if found.fields.get("description") else {}
        )
        if listed is not None and _name(file).lower() not in listed:
            extra["listed"] = False
            self.unlisted[place.folder] += 1
        project = self._scopes.project_of_memory(place)
        tags = found.fields.get("tags") or found.fields.get("metadata.tags")
        records = self._rows.make(
            found.content,
            file=file,
            position="",
            native=found.name,
            keys=(f"memory\x1f{project}\x1f{found.name}", f"memory\x1f{project}\x1f{found.name}\x1f{stem}"),
            type=memory_folder.TYPES.get(found.type) or self._project_type(found.type, found.content),
            scope=self._scopes.of_memory(place, found.type),
            created=self._maker.time(found.created),
            updated=self._maker.time(found.updated),
            tags=[found.type] if found.type in memory_folder.TYPES else [],
            more_tags=tags,
            extra=extra,
        )
        reason = "its front matter is broken and was read line by line" if found.problem else ""
        return self._rows.said(file, "", records, reason)

    def _project_type(self, told: str, content: str) -> str:
        judged = self._maker.options.type_of(content)
        return judged if not told or told not in memory_folder.TYPES or judged == "task" else "fact"

    def _index(self, place: Placed, text: str, names: dict[str, str]) -> Iterator[Reading]:
        """Lines of an index point to memories; what else is written there is a memory of its own."""
        nothing = True
        for line, said, points in memory_folder.index_lines(text, list(names)):
            nothing = False
            if points:
                yield self._rows.left(place.file, f"line {line}", Fate.STRUCTURE, "the index of the memories beside it")
                continue
            records = self._rows.make(
                said,
                file=place.file,
                position=f"line {line}",
                type=self._maker.options.type_of(said),
                scope=self._scopes.of_memory(place, ""),
            )
            yield self._rows.said(place.file, f"line {line}", records)
        if nothing:
            yield self._rows.left(place.file, "", Fate.STRUCTURE, "the index of the memories beside it")

    def _instructions(self, place: Placed, text: str) -> Iterator[Reading]:
        fields, taken, _ = split_front_matter(text)
        if fields:
            self._tally.unexplained.look("rule", fields)
        body = "\n".join(text.split("\n")[taken:])
        title, scope = title_of(body), self._scopes.of_instructions(place)
        within = [part for part in (self._scopes.within(place), _paths(fields)) if part]
        nothing = True
        for statement in statements(body, first_line=taken + 1):
            nothing = False
            yield self._statement(place, statement, scope=scope, title=title, within=within)
        if nothing:
            yield self._rows.left(place.file, "", Fate.EMPTY, "nothing but headings is written in it")

    def _statement(self, place: Placed, statement: Statement, *, scope: str, title: str, within: list[str]) -> Reading:
        position = f"line {statement.line}"
        if reason := _KINDS.get(statement.kind):
            return self._rows.left(place.file, position, Fate.STRUCTURE, reason)
        if statement.kind is Kind.TEXT and _BOILERPLATE.search(statement.text):
            return self._rows.left(place.file, position, Fate.STRUCTURE, "says what the file is for")
        short = statement.without(title) if self._is_idle(place, statement, title) else statement
        kind = type_of_statement(statement, self._maker.options.type_of)
        if kind == "fact" and "rules/" in place.file.name and not statement.headings:
            kind = "preference"
        records = self._rows.make(
            short.content(within=within),
            file=place.file,
            position=position,
            type=kind,
            scope=scope,
            basis="stated",
            tags=[] if place.level is Level.PROJECT else [place.level.value],
            extra={
                name: value
                for name, value in {"level": place.level.value, "title": title, "imported_by": place.via}.items()
                if value
            },
        )
        return self._rows.said(place.file, position, records)

    def _is_idle(self, place: Placed, statement: Statement, title: str) -> bool:
        """Whether the title of a file adds nothing to a statement in it: that of a CLAUDE.md names the file."""
        own = _name(place.file).lower() in {"claude.md", "claude.local.md"}
        return bool(_FILE_TITLE.fullmatch(title)) or (own and len(statement.headings) > 1)

    def _skill(self, place: Placed, text: str) -> Reading:
        """A skill, a command, an agent or a style that somebody wrote: one memory, since its steps belong together."""
        fields, taken, _ = split_front_matter(text)
        self._tally.unexplained.look("skill", fields)
        body = "\n".join(text.split("\n")[taken:]).strip()
        path = place.file.name[len(place.folder) :]
        name = fields.get("name") if isinstance(fields.get("name"), str) else ""
        told = fields.get("description") if isinstance(fields.get("description"), str) else ""
        if not body and not told:
            return self._rows.left(place.file, "", Fate.EMPTY, "nothing is written in it")
        name = name or (path.split("/")[-2] if path.endswith("/SKILL.md") else _name(place.file).rsplit(".", 1)[0])
        head = f"{name}: {told.strip()}" if told else name
        style = place.part is Part.STYLE
        records = self._rows.make(
            f"{head}\n\n{body}",
            file=place.file,
            position="",
            native=name,
            keys=(f"skill\x1f{self._scopes.of_instructions(place)}\x1f{path}",),
            type="preference" if style else "skill",
            scope=self._scopes.of_instructions(place),
            basis="stated",
            tags=["output style" if style else _skill_tag(path)],
            extra={key: value for key, value in fields.items() if key in {"name", "description"}},
        )
        return self._rows.said(place.file, "", records)


def _text(file: SourceFile) -> str | None:
    if file.size > MOST_BYTES:
        return None
    return whole(file, encoding_of(file), MOST_BYTES).replace("\r\n", "\n").replace("\r", "\n")


def _name(file: SourceFile) -> str:
    return split_name(file.name)[1]


def _paths(fields: dict[str, Any]) -> str:
    """The files that a rule is for."""
    told = fields.get("paths", fields.get("globs"))
    return ", ".join(item for item in told if isinstance(item, str)) if isinstance(told, list) else str(told or "")


def _skill_tag(path: str) -> str:
    return {"commands": "command", "agents": "sub-agent"}.get(path.split("/", 1)[0], "skill")
