"""The memory folder of a project: one file a memory, and `MEMORY.md`, which only says which there are.

Claude Code writes the files; a person may edit them. The front matter is often broken YAML (a colon in the
description), so it is read line by line where it must be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from satchel.formats.guidance.reading import statements, title_of
from satchel.formats.guidance.statement import Kind
from satchel.formats.tabular.front_matter import split_front_matter
from satchel.text.clean import tidy

TYPES = {"feedback": "preference", "user": "fact", "reference": "fact", "project": ""}
"""Claude Code's types and ours; what it calls a project may be a fact or a task, which the wording tells."""

_WIKI = re.compile(r"\[\[([^\[\]\s|#](?:[^\[\]\n|#]*[^\[\]\s|#])?)(?:#([^\[\]\n|]+))?(?:\|([^\[\]\n]+))?\]\]")
_LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\((?!\w+://|#|mailto:)([^)\s]+?\.(?:md|markdown))(?:#[^)\s]*)?\)")
_STARTS = re.compile(
    r"(?:[\W_]|\b(?:see|read|open|cf)\b|参见|见|详见)*(?:\[\[|\[[^\]\n]+\]\([^)\s]+\.(?:md|markdown)\b|[^\s()\[\]]+\.md\b)",
    re.IGNORECASE,
)
"""An entry of an index starts with what it points to."""
_ABOUT_ITSELF = re.compile(
    r"\b(?:memory (?:index|files?|folder|directory)|index of|this (?:file|index|folder) (?:is|lists|holds|contains|points)|one line per|pointers? to)\b"
    r"|记忆(?:索引|文件|目录)|本(?:文件|索引|目录)(?:是|列出|只)|索引文件",
    re.IGNORECASE,
)
_CODE = re.compile(r"(```.*?(?:```|\Z)|`[^`\n]*`)", re.DOTALL)
_SLUG = re.compile(r"[^\W\d_]+(?:[-_][^\W\d_]+)+")
_TOKEN = re.compile(r"[^\W_]+")
_REPEATED = 0.6
"""Share of a description's words above which the body says it already."""
_CREATED = "created created_at date metadata.created metadata.created_at".split()
_UPDATED = "modified updated updated_at metadata.modified metadata.updated_at".split()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFile:
    """One memory, out of its file."""

    name: str
    type: str
    """As the file says; empty where it says none."""
    content: str
    links: tuple[str, ...]
    """Names of other memories that it refers to."""
    fields: Mapping[str, Any]
    """The front matter, nested keys joined by dots."""
    problem: str = ""
    """What is wrong with the front matter."""

    @property
    def created(self) -> Any:
        """When it was written. Where only the last change is told, it was there then, and that is the earliest known."""
        return _first(self.fields, [*_CREATED, *_UPDATED])

    @property
    def updated(self) -> Any:
        return _first(self.fields, _UPDATED)


def type_told(fields: Mapping[str, Any]) -> str:
    """What a front matter calls the memory's type: under `metadata` since 2026, beside the name before."""
    told = fields.get("metadata.type", fields.get("type"))
    return told.strip().lower() if isinstance(told, str) else ""


def is_memory_front_matter(fields: Mapping[str, Any]) -> bool:
    """Whether a front matter can only be a memory's: a name, and one of the four types where Claude Code puts it."""
    nested = isinstance(fields.get("metadata.type"), str) and bool(fields.get("description"))
    marked = fields.get("metadata.node_type", fields.get("node_type")) == "memory"
    return bool(fields.get("name")) and type_told(fields) in TYPES and (nested or marked)


def may_be_memory_front_matter(fields: Mapping[str, Any]) -> bool:
    """Whether a front matter is a memory's if the folder speaks for it: other notes have names and types too."""
    return bool(fields.get("name") and fields.get("description")) and type_told(fields) in TYPES


def parse(text: str, stem: str) -> MemoryFile:
    """Read a memory's file.

    Args:
        text: All of it.
        stem: The file's name without its ending, for a file that names itself nowhere.
    """
    fields, taken, problem = split_front_matter(text)
    body = "\n".join(text.split("\n")[taken:])
    links: list[str] = []
    readable = _outside_code(body, links)
    description = _line(fields.get("description"))
    if description and not _says(readable, description):
        readable = f"{_outside_code(description, links)}\n\n{readable}"
    name = _line(fields.get("name")) or stem
    return MemoryFile(
        name=name,
        type=type_told(fields),
        content=tidy(readable),
        links=tuple(dict.fromkeys(links)),
        fields=fields,
        problem=problem,
    )


def index_lines(text: str, names: Sequence[str]) -> Iterator[tuple[int, str, bool]]:
    """The lines of an index: number, text, and whether it only points to a file or speaks about the index itself.

    Args:
        text: Of `MEMORY.md`.
        names: Of the memories and files beside it, for lines that name one without a link.
    """
    fields, taken, _ = split_front_matter(text)
    if fields:
        yield 1, "", True
    files = [name.lower() for name in names if "." in name or "-" in name or "_" in name]
    body = "\n".join(text.split("\n")[taken:])
    title = title_of(body)
    for statement in statements(body, first_line=taken + 1):
        said = statement.text
        statement = statement.without(title)
        points = bool(_STARTS.match(said)) or any(name in said.lower() for name in files)
        about = len(said) < 300 and bool(_ABOUT_ITSELF.search(said))
        idle = statement.kind in {Kind.COMMENT, Kind.IMPORT}
        yield statement.line, statement.content(), points or about or idle


def linked_files(text: str) -> list[str]:
    """The files that an index links to, as written: relative paths."""
    return list(dict.fromkeys(target for _, target in _LINK.findall(text)))


def _outside_code(text: str, links: list[str]) -> str:
    """The text with wiki links and links to other memories as plain words; their targets are added to `links`."""

    def wiki(found: re.Match[str]) -> str:
        target, heading, alias = found[1].strip(), found[2], found[3]
        links.append(target)
        if alias:
            return alias.strip()
        shown = re.sub(r"[-_]", " ", target) if _SLUG.fullmatch(target) else target
        return f"{shown} ({heading.strip()})" if heading else shown

    def link(found: re.Match[str]) -> str:
        links.append(found[2])
        return found[1]

    pieces = _CODE.split(text)
    return "".join(
        piece if number % 2 else _LINK.sub(link, _WIKI.sub(wiki, piece)) for number, piece in enumerate(pieces)
    )


def _says(body: str, description: str) -> bool:
    """Whether a body says what its description does, by the words they share; Chinese by its characters."""
    words = set(_tokens(description))
    return bool(words) and len(words & set(_tokens(body))) >= _REPEATED * len(words)


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    for word in _TOKEN.findall(text.lower()):
        found += list(word) if word > "\u2e7f" else [word]
    return found


def _first(fields: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((fields[name] for name in names if fields.get(name) not in (None, "")), None)


def _line(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else str(value) if isinstance(value, int | float) else ""
