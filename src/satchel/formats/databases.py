"""SQLite databases of known tools: which tables a file declares, told from its first bytes, and their rows with a place.

A claim must not copy a database that may be gigabytes long; SQLite keeps its list of tables at the front, or, before
the first checkpoint, in the write-ahead log.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from satchel.formats.contract import Fate, Reading
from satchel.formats.tabular.magic import is_sqlite
from satchel.formats.tabular.rows import Shape, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Tally

_HEAD = 256 << 10
_LOG_HEAD = 1 << 20
_STATEMENT = re.compile(
    rb"CREATE (?:TEMP )?(?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?[\"'`\[]?(\w+)[\"'`\]]?\s*(?:USING\s+\w+\s*)?"
    rb"(?P<body>\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))",
    re.IGNORECASE,
)
_WORD = re.compile(rb"\w+")


def declared_tables(source: SourceFile) -> dict[str, frozenset[str]]:
    """Table → the words of its declaration, lower-case, column names among them; empty for what is no database.

    Never raises. A table whose declaration lies further back, or that was dropped, can be wrong here.
    """
    try:
        head = source.head(_HEAD)
        if not is_sqlite(head):
            return {}
        log = source.companions["-wal"].head(_LOG_HEAD) if "-wal" in source.companions else b""
    except OSError:
        return {}
    found: dict[str, frozenset[str]] = {}
    for match in _STATEMENT.finditer(head + b"\x00" + log):
        words = frozenset(word.decode().lower() for word in _WORD.findall(match["body"]) if word.isascii())
        name = match[1].decode("ascii", "replace")
        found[name] = found.get(name, frozenset()) | words
    return found


def query(source: SourceFile, statement: str) -> Iterator[tuple[Any, ...]]:
    """The rows that a statement selects from a private copy, in constant memory.

    Raises:
        OSError: the file cannot be copied.
        sqlite3.Error, UnicodeDecodeError: it is damaged, or has no such tables.
    """
    with (
        source.local_copy(companions=True) as path,
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
    ):
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA query_only = ON")
        yield from connection.execute(statement)


def as_object(value: Any) -> dict[str, Any] | None:
    """A JSON object of a cell, whether the cell came as text or already read; None when it is none."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None


def as_text(value: Any) -> str | None:
    """The text of a cell; one that reads as JSON came as its value and is text again. None when it is no text."""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value if isinstance(value, str) else None


def set_aside(table: Table, reason: str, tally: Tally) -> Iterator[Reading]:
    """The rows of a table that gives no memories, counted and not read; `reason` where its shape says none."""
    weight = sum(row.weight for row in table.rows())
    if weight:
        tally.seen[table.source] += weight
        yield Reading(
            source=table.source,
            table=table.name,
            position="the table",
            fate=Fate.VECTOR if table.shape is Shape.VECTORS else Fate.STRUCTURE,
            reason=table.reason or reason,
            weight=weight,
        )
