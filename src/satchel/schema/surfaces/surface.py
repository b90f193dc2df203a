"""A surface: one text that a model reads, or that code reads for it, and what kind of text it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, runtime_checkable


class Kind(StrEnum):
    """What a surface is; how much a mention in it weighs depends on it."""

    PROMPT = "prompt"
    FEW_SHOT = "few_shot"
    TOOL = "tool"
    """Definitions of tools."""
    CODE = "code"
    """Only string literals, comments and templates of it count."""
    DATA = "data"
    """JSON, YAML and the like that is none of the others."""
    DOCUMENT = "document"
    """Pages for people."""
    MEMORY = "memory"
    """Stored memories: facts, summaries, reflections."""
    HISTORY = "history"
    """Conversations that were led."""
    TRACE = "trace"


SHOWN: Final = frozenset({Kind.PROMPT, Kind.FEW_SHOT, Kind.TOOL})
"""What is put before a model on purpose: a name in it is an instruction."""
PAST: Final = frozenset({Kind.MEMORY, Kind.HISTORY, Kind.TRACE})
"""What has happened; nobody mends it by hand."""


class Syntax(StrEnum):
    """How literals and comments are told from code, and what is nested by what."""

    PLAIN = "plain"
    JSON = "json"
    YAML = "yaml"
    PYTHON = "python"
    C = "c"
    """JavaScript, TypeScript, Go, Java, C, Rust and all that write // and /* */."""
    HASH = "hash"
    """Ruby, shells, TOML and all that write #."""
    DASH = "dash"
    """SQL, Lua, Haskell."""


CODE: Final = frozenset({Syntax.PYTHON, Syntax.C, Syntax.HASH, Syntax.DASH})


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """One text with its place."""

    data: bytes
    """UTF-8."""
    kind: Kind
    where: str
    """The file, or whatever leads a person to it: a URL, the id of a record."""
    name: str | None = None
    """What `surfaces:` of a key calls it: system_prompt, tool.memory_write."""
    syntax: Syntax = Syntax.PLAIN
    line: int = 1
    """Of its first line, where it is a part of a file."""

    @classmethod
    def of(
        cls, text: str, *, kind: Kind | str, where: str, name: str | None = None, syntax: Syntax | str = Syntax.PLAIN
    ) -> Surface:
        """A surface of a text.

        Raises:
            ValueError: there is no such kind or syntax.
        """
        return cls(data=text.encode("utf-8", "replace"), kind=Kind(kind), where=where, name=name, syntax=Syntax(syntax))


@runtime_checkable
class SurfaceProvider(Protocol):
    """Gives surfaces that are in no file: prompts in a vendor's console, in a database, in a feature flag.

    A distribution offers one under the entry point group `satchel.surfaces`; a project names its own with
    `--provider MODULE:CALLABLE`, the callable giving a provider.
    """

    @property
    def name(self) -> str:
        """What it is called in messages."""

    def surfaces(self) -> Iterator[Surface]:
        """Every surface that it knows. What it raises is told, and the scan of the rest goes on."""
