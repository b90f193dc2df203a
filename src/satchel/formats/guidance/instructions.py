"""Memories out of files that a person wrote for an assistant: instructions by their statements, skills as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from satchel.formats.contract import Fate, Reading
from satchel.formats.guidance.reading import statements, title_of
from satchel.formats.guidance.rows import Rows
from satchel.formats.guidance.statement import Kind, Statement
from satchel.formats.guidance.types import type_of_statement
from satchel.formats.making import Maker
from satchel.formats.tabular.sources import SourceFile

_KINDS = {Kind.COMMENT: "a comment, which the program leaves out too", Kind.IMPORT: "refers to other files"}
_BOILERPLATE = re.compile(
    r"\bprovides guidance to (?:Claude Code|Codex|AI agents)\b|本文件.{0,20}(?:Claude Code|Codex).{0,30}(?:指导|指引|说明|提供)",
    re.IGNORECASE,
)
_FILE_TITLE = re.compile(
    r"\W*(?:(?:(?:claude|agents?)(?:\.(?:local|override))?(?:\.md)?|code|codex|project|repository|global|user|personal|my|the|for|and|local|development"
    r"|coding|ai|assistant|instructions?|guidelines?|memor(?:y|ies)|rules|preferences|notes|context|guide|settings|configuration|standards|overview)\W*)+"
    r"|[\s\w]{0,12}(?:全局|个人|项目|用户|我的|开发)?(?:说明|规则|指令|记忆|配置|指南|偏好|规范|须知|文档)",
    re.IGNORECASE,
)
"""What people call such a file; no word of it is about what stands in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is known of a file of instructions from its place."""

    scope: str
    within: tuple[str, ...] = ()
    """What all of it is about: a directory, the files that it is for."""
    tags: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    named_by_tool: bool = True
    """The tool gives the file its name, so that its title is hardly its subject."""
    rules: bool = False
    """It holds rules and nothing else."""


class Instructions:
    """Reads files of instructions and skills of one claim."""

    def __init__(self, maker: Maker, rows: Rows) -> None:
        self._maker, self._rows = maker, rows

    def read(self, file: SourceFile, body: str, about: About, *, first_line: int = 1) -> Iterator[Reading]:
        """Every statement of a file with its fate; `body` is its text from `first_line` on."""
        title = title_of(body)
        nothing = True
        for statement in statements(body, first_line=first_line):
            nothing = False
            yield self._statement(file, statement, about, title)
        if nothing:
            yield self._rows.left(file, "", Fate.EMPTY, "nothing but headings is written in it")

    def skill(
        self, file: SourceFile, body: str, about: About, *, path: str, fields: Mapping[str, Any], type: str = "skill"
    ) -> Reading:
        """A skill, a command, an agent or a style: one memory, since its steps belong together.

        Args:
            path: Where it lies in the tool's folder; what its id is made from.
            fields: Its front matter.
        """
        name, told = _word(fields.get("name")), _word(fields.get("description"))
        if not body.strip() and not told:
            return self._rows.left(file, "", Fate.EMPTY, "nothing is written in it")
        parts = path.split("/")
        name = name or (parts[-2] if parts[-1] == "SKILL.md" and len(parts) > 1 else parts[-1].rsplit(".", 1)[0])
        records = self._rows.make(
            f"{name}: {told}\n\n{body.strip()}" if told else f"{name}\n\n{body.strip()}",
            file=file,
            position="",
            native=name,
            keys=(f"skill\x1f{about.scope}\x1f{path}",),
            type=type,
            scope=about.scope,
            basis="stated",
            tags=list(about.tags),
            extra=about.extra,
        )
        return self._rows.said(file, "", records)

    def _statement(self, file: SourceFile, statement: Statement, about: About, title: str) -> Reading:
        position = f"line {statement.line}"
        if reason := _KINDS.get(statement.kind):
            return self._rows.left(file, position, Fate.STRUCTURE, reason)
        if statement.kind is Kind.TEXT and _BOILERPLATE.search(statement.text):
            return self._rows.left(file, position, Fate.STRUCTURE, "says what the file is for")
        idle = bool(_FILE_TITLE.fullmatch(title)) or (about.named_by_tool and len(statement.headings) > 1)
        kind = type_of_statement(statement, self._maker.options.type_of)
        if kind == "fact" and about.rules and not statement.headings:
            kind = "preference"
        records = self._rows.make(
            (statement.without(title) if idle else statement).content(within=about.within),
            file=file,
            position=position,
            type=kind,
            scope=about.scope,
            basis="stated",
            tags=list(about.tags),
            extra={**about.extra, "title": title} if title else about.extra,
        )
        return self._rows.said(file, position, records)


def _word(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
