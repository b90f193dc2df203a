"""Which files are a Claude.ai export: known by the fields that stand together at their start, whatever they are called."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from satchel.formats.documents import head_text
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Claim

TOOL = "claude_ai"
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|[{}\[\]]', re.DOTALL)
_DEEPEST = 6
_TELLING = re.compile(
    r'"(?:chat_messages|conversations_memory|project_memories|memory_files|prompt_template|is_starter_project|docs|contentBlocks|messages|full_name)"\s*:'
)
"""Without one of these a file is none of ours, and need not be looked at more closely."""
_PARTED = re.compile(r"(?:conversations|memories|projects|users|design[-_ ]?chats)[-_ ]?\d{3,}", re.IGNORECASE)
_FOLDERS = re.compile(
    r"(?<![^/!])(?:projects|memories|conversations|users|design[-_ ]?chats?)(?:[-_ ]?\d{3,})?/$", re.IGNORECASE
)
_EMPTY_NAME = re.compile(
    r"(?:.*[/!])?(?:conversations|projects|memories|users|design[-_]chats)(?:[-_]\d+)?\.json", re.IGNORECASE
)


class Kind(StrEnum):
    """What a file of an export holds."""

    MEMORIES = "memories"
    PROJECTS = "projects"
    CONVERSATIONS = "conversations"
    DESIGN = "design chats"
    USERS = "users"
    EMPTY = "nothing"


def find_claims(files: Sequence[SourceFile]) -> Iterator[Claim]:
    """All that Claude.ai wrote among these files, as one claim: its parts come in several archives, and explain each other."""
    kinds = {file.name: kind for file in files if (kind := kind_of(file))}
    if not kinds:
        return
    mine = [file for file in files if file.name in kinds]
    roots = {_root(file.name) for file in mine}
    # A list without elements tells nothing by itself; beside others of its export its name does.
    mine += [file for file in files if file.name not in kinds and _root(file.name) in roots and _is_empty(file)]
    counts = Counter(kinds.values())
    told = [f"{count} file{'s' if count > 1 else ''} of {kind}" for kind, count in counts.items()]
    sure = 0.95 if set(counts) != {Kind.USERS} else 0.7
    yield Claim(
        tool=TOOL,
        layout=_layout(mine, counts),
        files=tuple(mine),
        confidence=sure,
        evidence=tuple(told),
        root=roots.pop() if len(roots) == 1 else "",
    )


def kind_of(file: SourceFile) -> Kind | None:
    """What a file holds, by its first bytes; None for a file that is no part of an export."""
    text = head_text(file).lstrip()
    if text[:1] not in {"[", "{"} or not _TELLING.search(text):
        return None
    levels = leading_keys(text)
    for level in range(1, min(3, len(levels))):
        if kind := _kind(levels[level], levels[level + 1] if level + 1 < len(levels) else frozenset()):
            return kind
    return None


def leading_keys(text: str) -> list[frozenset[str]]:
    """The names of members in a JSON text that may be cut, by how many objects they stand in; none at place 0."""
    found: list[set[str]] = [set() for _ in range(_DEEPEST + 1)]
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth = max(0, depth - 1)
        elif token[2] and depth <= _DEEPEST:
            found[depth].add(token[1])
    return [frozenset(names) for names in found]


def _kind(names: frozenset[str], inner: frozenset[str]) -> Kind | None:
    """What objects with such members are; `inner`: the members of objects in them."""
    if {"uuid", "chat_messages"} <= names and (not inner or inner & {"sender", "uuid"}):
        return Kind.CONVERSATIONS
    if "conversations_memory" in names or ("account_uuid" in names and names & {"project_memories", "memory_files"}):
        return Kind.MEMORIES
    if (
        {"uuid", "prompt_template"} <= names
        or {"uuid", "is_starter_project"} <= names
        or ({"uuid", "docs", "creator", "description"} <= names)
    ):
        return Kind.PROJECTS
    if {"uuid", "title", "messages"} <= names and "role" in inner and ("project" in names or "contentBlocks" in inner):
        return Kind.DESIGN
    if {"uuid", "full_name", "email_address"} <= names and "chat_messages" not in names:
        return Kind.USERS
    return None


def _is_empty(file: SourceFile) -> bool:
    if not _EMPTY_NAME.fullmatch(file.name) or file.size > 64:
        return False
    return re.sub(r"\s", "", head_text(file)) in {"", "[]", "{}"}


def _root(name: str) -> str:
    """Where an export lies: without the folders of its kinds, and without the archives that are numbered parts of it."""
    folder = name[: max(name.rfind("/"), name.rfind("!")) + 1]
    while True:
        shorter = _FOLDERS.sub("", folder)
        if shorter.endswith("!"):
            archive = shorter[:-1].rsplit("/", 1)[-1]
            shorter = shorter[: -len(archive) - 1] if _PARTED.search(archive) else shorter
        if shorter == folder:
            return folder
        folder = shorter


def _layout(files: Sequence[SourceFile], counts: Counter[Kind]) -> str:
    if any(_PARTED.search(file.name) for file in files) or Kind.DESIGN in counts:
        return "parts of September 2026"
    if counts[Kind.PROJECTS] > 1 or any("projects/" in file.name for file in files):
        return "a file for each project"
    return "three files" if len(files) > 1 else str(next(iter(counts)))
