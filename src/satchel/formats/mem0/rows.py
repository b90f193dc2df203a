"""The rows of mem0's files, whatever they lie in: memories, entries of a history, turns, ids of points."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from satchel.formats.databases import as_object, query
from satchel.formats.documents import Item, json_items, json_lines, spread
from satchel.formats.mem0.items import LISTS, is_event
from satchel.formats.tabular.rows import Shape, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.sqlite_rows import sqlite_tables
from satchel.formats.tabular.sqlite_schema import FAULTS

_UUID = re.compile(rb"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_ENVELOPES = frozenset({"result", "response", "data", "results"})


class Layout(StrEnum):
    """What one file is."""

    LIST = "list"
    """A JSON document: a list of memories or of history, bare or wrapped."""
    ONE = "one"
    """A JSON document that is one memory."""
    LINES = "lines"
    DATABASE = "history.db"
    """History, messages, and the TypeScript package's own vector store."""
    POINTS = "qdrant"
    """A local Qdrant collection: points as pickles, which are never opened, under ids that can be read."""
    CHROMA = "chroma"
    SIDE = "side files"
    """What lies around a vector store: its settings, its lock, its index."""


class Kind(StrEnum):
    """What one row is."""

    MEMORY = "memory"
    EVENT = "event"
    TURN = "turn"
    POINT = "point"
    """The id of a memory, without its text."""
    TRIPLE = "triple"
    BESIDE = "beside"
    """What stands around a list: how many, which page."""
    INSIDE = "inside"
    """A table that holds no memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One row."""

    kind: Kind
    position: str
    table: str = ""
    value: Any = None
    problem: str = ""
    raw: str = ""
    reason: str = ""
    weight: int = 1
    live: bool = False
    """Whether it stands in a vector store, which holds all live memories, and not in a list, which may be a part."""


def rows_of(source: SourceFile, layout: Layout) -> Iterator[Found]:
    """Every row of a file, in its order.

    Raises:
        OSError: reading breaks off.
    """
    yield from _READERS[layout](source)


def elements(item: Item) -> Iterator[Item]:
    """The elements of the lists that memories stand in; anything else as it is."""
    name = item.key or item.path
    if isinstance(item.value, list) and (name in LISTS or name == "relations") and not item.problem:
        yield from spread(item)
    elif isinstance(item.value, dict) and not item.path and name in _ENVELOPES and _holds_list(item.value):
        for member in spread(item):
            yield from elements(member)
    else:
        yield item


def _holds_list(found: dict[str, Any]) -> bool:
    return any(isinstance(found.get(name), list) for name in LISTS)


def in_list(item: Item) -> bool:
    """Whether an item is an element of such a list, or of a bare one."""
    last = item.path.rsplit(".", 1)[-1]
    return item.key.isdigit() and (not item.path or last in LISTS)


def _list(source: SourceFile) -> Iterator[Found]:
    for whole in json_items(source):
        for item in elements(whole):
            kind = Kind.BESIDE
            if item.problem or in_list(item):
                kind = _kind(item.value)
            elif item.path.rsplit(".", 1)[-1] == "relations":
                kind = Kind.TRIPLE
            value = {item.key: item.value} if kind is Kind.BESIDE else item.value
            yield Found(kind=kind, position=item.position, value=value, problem=item.problem, raw=item.raw)


def _one(source: SourceFile) -> Iterator[Found]:
    members: dict[str, Any] = {}
    for item in json_items(source):
        if item.problem:
            yield Found(kind=Kind.MEMORY, position=item.position, problem=item.problem, raw=item.raw)
        elif not item.path:
            members[item.key] = item.value
    if members:
        yield Found(kind=_kind(members), position="the document", value=members)


def _lines(source: SourceFile) -> Iterator[Found]:
    for item in json_lines(source):
        yield Found(
            kind=_kind(item.value), position=item.position, value=item.value, problem=item.problem, raw=item.raw
        )


def _kind(value: Any) -> Kind:
    return Kind.EVENT if isinstance(value, dict) and is_event(value) else Kind.MEMORY


_HISTORY_COLUMNS = {
    "previous_value": "old_memory",
    "prev_value": "old_memory",
    "new_value": "new_memory",
    "action": "event",
    "timestamp": "updated_at",
}
"""Columns of the TypeScript package and of the first releases, under the names of today."""


def _database(source: SourceFile) -> Iterator[Found]:
    for table in sqlite_tables(source):
        if table.shape is Shape.ROWS and table.name in {"history", "memory_history"}:
            yield from _rows(table, Kind.EVENT, _event)
        elif table.shape is Shape.ROWS and table.name == "messages":
            yield from _rows(table, Kind.TURN, dict)
        elif table.shape is Shape.ROWS and table.name == "vectors":
            yield from _rows(table, Kind.MEMORY, _payload, live=True)
        else:
            yield from _inside(table)


def _event(values: dict[str, Any]) -> dict[str, Any]:
    names = set(values)
    return {
        _HISTORY_COLUMNS[key] if key in _HISTORY_COLUMNS and _HISTORY_COLUMNS[key] not in names else key: value
        for key, value in values.items()
    }


def _payload(values: dict[str, Any]) -> dict[str, Any]:
    payload = as_object(values.get("payload"))
    return {"id": values.get("id"), "payload": payload} if payload is not None else {"id": values.get("id")}


def _points(source: SourceFile) -> Iterator[Found]:
    for table in sqlite_tables(source):
        if table.shape is Shape.ROWS and table.name == "points":
            yield from _rows(table, Kind.POINT, _point, live=True)
        else:
            yield from _inside(table)


def _point(values: dict[str, Any]) -> dict[str, Any]:
    """The id of a point, read from the bytes of its key; the pickle itself is not even looked at."""
    key = values.get("id")
    try:
        plain = base64.b64decode(key, validate=True) if isinstance(key, str) else b""
    except (binascii.Error, ValueError):
        plain = b""
    found = _UUID.search(plain)
    return {"id": found[0].decode().lower() if found else ""}


_CHROMA_ITEMS = """
    SELECT m.id, e.embedding_id, m.key, m.string_value, m.int_value, m.float_value, m.bool_value
    FROM embedding_metadata AS m JOIN embeddings AS e ON e.id = m.id ORDER BY m.id, m.key
"""


def _chroma(source: SourceFile) -> Iterator[Found]:
    """Chroma keeps an item's payload as one row for each key; they are put together by their number."""
    tables = {table.name: table for table in sqlite_tables(source)}
    if "embeddings" in tables:
        yield from _inside(tables["embeddings"], "the ids of the payloads")
    try:
        for number, group in groupby(query(source, _CHROMA_ITEMS), key=lambda row: row[0]):
            payload: dict[str, Any] = {}
            native = None
            for _, embedding_id, key, *cells in group:
                native = embedding_id
                payload[str(key)] = next((cell for cell in cells if cell is not None), None)
            document = payload.pop("chroma:document", None)
            payload.setdefault("data", document)
            value = {"id": native, "payload": payload}
            yield Found(kind=Kind.MEMORY, position=f"item {number}", table="embedding_metadata", value=value, live=True)
    except FAULTS as error:
        problem = f"the payloads cannot be read further ({error})"
        yield Found(kind=Kind.MEMORY, position="the table", table="embedding_metadata", problem=problem)


def _rows(
    table: Table, kind: Kind, shaped: Callable[[dict[str, Any]], dict[str, Any]], *, live: bool = False
) -> Iterator[Found]:
    for row in table.rows():
        yield Found(
            kind=kind,
            position=row.position,
            table=table.name,
            value=shaped(dict(row.values)),
            problem=row.problem,
            raw=row.raw,
            live=live,
        )


def _inside(table: Table, reason: str = "") -> Iterator[Found]:
    weight = sum(row.weight for row in table.rows())
    if weight:
        reason = reason or table.reason or "a table of mem0's own that holds no memories"
        yield Found(kind=Kind.INSIDE, position="the table", table=table.name, weight=weight, reason=reason)


def _side(_: SourceFile) -> Iterator[Found]:
    yield Found(kind=Kind.INSIDE, position="the file", reason="belongs to the vector store; it holds no text")


_READERS: dict[Layout, Callable[[SourceFile], Iterator[Found]]] = {
    Layout.LIST: _list,
    Layout.ONE: _one,
    Layout.LINES: _lines,
    Layout.DATABASE: _database,
    Layout.POINTS: _points,
    Layout.CHROMA: _chroma,
    Layout.SIDE: _side,
}
