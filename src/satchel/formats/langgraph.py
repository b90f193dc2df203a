"""LangGraph's store in SQLite: a namespace becomes a scope, a key stays a key, a value is kept as it is.

The id follows from scope and key, as for every keyed memory, so that what is read from the file and what an agent
writes under the same key are one record. Source: langgraph-checkpoint-sqlite 3.1.2.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.databases import as_object, declared_tables, set_aside
from satchel.formats.fields import Shape, shape
from satchel.formats.kinds import first_type
from satchel.formats.making import Maker, Place, plain
from satchel.formats.passage import to_the_end, told
from satchel.formats.tabular.rows import Shape as TableShape
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.sqlite_rows import sqlite_tables
from satchel.formats.tabular.walk import walk
from satchel.formats.tool import Checked, Claim, Tally, ToolReader
from satchel_protocol.errors import InvalidRecordError, InvalidScopeError, SourceError
from satchel_protocol.ids import keyed_id
from satchel_protocol.record import Record
from satchel_protocol.scope import scope_of_namespace

_TABLES = frozenset(
    "store store_vectors store_migrations vector_migrations checkpoints writes checkpoint_migrations sqlite_sequence".split()
)
_TEXTS = ("content", "memory", "text", "data", "value", "fact")
_KINDS = ("kind", "type", "category")
_DEEPEST = 4
_MINUTE_S = 60.0


class LangGraphReader(ToolReader):
    """LangGraph and LangMem."""

    tool = "langgraph"
    title = "LangGraph"
    reads = "the store in SQLite (SqliteStore, AsyncSqliteStore)"
    obtain = "a copy of the database file with its -wal file"
    checked = Checked.PACKAGE
    shapes: ClassVar[Mapping[str, Shape]] = {
        "item": shape("prefix key value created_at updated_at ttl_minutes", kept="expires_at"),
    }

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        for file in files:
            tables = declared_tables(file)
            if tables.keys() <= _TABLES and {"prefix", "key", "value"} <= tables.get("store", frozenset()):
                yield Claim(
                    tool=self.tool,
                    layout="sqlite store",
                    files=(file,),
                    confidence=0.95 if "store_migrations" in tables else 0.75,
                    evidence=("a table store with prefix, key and value",),
                )

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        for file in told(claim.files, options):
            yield from to_the_end(file, _Reading(file, options, tally).readings(), tally)


class _Reading:
    """One reading of one file."""

    def __init__(self, file: SourceFile, options: ReadOptions, tally: Tally) -> None:
        self._file, self._options, self._tally = file, options, tally
        self._maker = Maker(LangGraphReader.tool, LangGraphReader.version, options, zone="UTC")
        self._given: set[str] = set()

    def readings(self) -> Iterator[Reading]:
        for table in sqlite_tables(self._file):
            if table.shape is not TableShape.ROWS or table.name not in {"store", ""}:
                yield from set_aside(table, _reason(table.name), self._tally)
                continue
            for row in table.rows():
                self._tally.seen[self._file.name] += row.weight
                if row.problem:
                    yield self._left(row.position, Fate.REJECTED, row.problem)
                else:
                    yield self._item(dict(row.values), row.position)

    def _item(self, row: dict[str, Any], position: str) -> Reading:
        extra = self._tally.unexplained.look("item", row)
        prefix, key = row.get("prefix"), row.get("key")
        value = as_object(row.get("value"))
        if not isinstance(prefix, str) or not isinstance(key, str) or value is None:
            return self._left(position, Fate.REJECTED, "an item without a namespace, a key or a value", raw=row)
        try:
            scope = scope_of_namespace(prefix.split("."))
        except InvalidScopeError as error:
            return self._left(position, Fate.REJECTED, f"the namespace {prefix[:80]!r}: {error}", raw=row)
        text, sentence = rendered(value, key)
        if not text:
            return self._left(position, Fate.EMPTY, "an item without a value")
        minutes = row.get("ttl_minutes")
        timed = isinstance(minutes, int | float) and not isinstance(minutes, bool) and 0 <= minutes < 1e9
        records = self._maker.memory(
            text,
            at=Place(source=self._file.name, position=position, table="store"),
            type=first_type([*(value.get(name) for name in _KINDS), key, *prefix.split(".")])
            or (self._options.type_of(text) if sentence else "fact"),
            native=f"{prefix}/{key}",
            scope=scope,
            created=self._maker.time(row.get("created_at")),
            updated=self._maker.time(row.get("updated_at")),
            ttl=float(minutes) * _MINUTE_S if timed and minutes is not None else None,
            extra=extra,
        )
        records = _keyed(records, key, value)
        if records and records[0].id in self._given:
            return self._left(position, Fate.DUPLICATE, "the same key stands before it")
        if not records:
            return self._left(position, Fate.EMPTY, "nothing is left of its text")
        self._given.update(record.id for record in records)
        return Reading(source=self._file.name, table="store", position=position, fate=Fate.MEMORY, records=records)

    def _left(self, position: str, fate: Fate, reason: str, *, raw: Any = None) -> Reading:
        return Reading(source=self._file.name, table="store", position=position, fate=fate, reason=reason, raw=raw)


def stored_items(path: str | os.PathLike[str]) -> Iterator[tuple[str, str, Any]]:
    """Scope, key and value of every item of a store as they are, from a private copy; damaged rows are passed over.

    Raises:
        SourceError: there is no such file, or it holds no store of LangGraph's.
    """
    found = False
    for file in walk(path):
        tables = declared_tables(file)
        if not {"prefix", "key", "value"} <= tables.get("store", frozenset()):
            continue
        found = True
        try:
            opened = sqlite_tables(file)
        except OSError as error:
            raise SourceError(f"{path}: cannot be read ({error.strerror or error})") from error
        for table in opened:
            for row in table.rows() if table.shape is TableShape.ROWS and table.name == "store" else ():
                prefix, key, value = (row.values.get(name) for name in ("prefix", "key", "value"))
                try:
                    scope = scope_of_namespace(str(prefix).split("."))
                except InvalidScopeError:
                    continue
                if isinstance(key, str) and key and as_object(value) is not None:
                    yield scope, key, as_object(value)
    if not found:
        raise SourceError(f"{path}: no store of LangGraph; give the database file of SqliteStore")


def rendered(value: Mapping[str, Any], key: str) -> tuple[str, bool]:
    """The readable text of a value, and whether somebody wrote it: the text that it holds, else its fields under its key.

    LangMem wraps what it remembers as {"kind": …, "content": {…}}.
    """
    inner = value.get("content")
    if isinstance(inner, dict):
        value = inner
    text = next((value[name] for name in _TEXTS if isinstance(value.get(name), str) and value[name].strip()), "")
    others = [name for name in value if name not in (*_TEXTS, *_KINDS)]
    if text and (" " in text.strip() or not text.isascii() or others):
        return text, True
    fields = "; ".join(_fields(value))
    return (f"{key}: {text or fields}" if text or fields else ""), False


def _fields(value: Any, path: str = "", depth: int = 0) -> Iterator[str]:
    """`name: Ana`, `address town: Porto`, `languages: pt, en`; what says nothing is left out."""
    if isinstance(value, Mapping) and depth < _DEEPEST:
        for name, item in value.items():
            yield from _fields(item, f"{path} {name}".strip(), depth + 1)
    elif isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        if value:
            yield f"{path}: {', '.join(map(str, value))}"
    elif isinstance(value, list) and depth < _DEEPEST:
        for item in value:
            yield from _fields(item, path, depth + 1)
    elif value not in (None, "") and not isinstance(value, Mapping | list):
        yield f"{path}: {str(value).lower() if isinstance(value, bool) else value}"


def _keyed(records: tuple[Record, ...], key: str, value: Mapping[str, Any]) -> tuple[Record, ...]:
    """The same records with key and value, where the key can be one; a text in several parts stays without."""
    if len(records) != 1:
        return records
    record = replace(records[0], id=keyed_id(records[0].scope, key), key=key, value=plain(value))
    try:
        record.check()
    except InvalidRecordError:
        return records
    return (record,)


def _reason(table: str) -> str:
    if table in {"checkpoints", "writes"}:
        return "the state of runs, packed in a form that can run code; it is not unpacked"
    return "vectors and bookkeeping of the store"
