"""What in a file's first bytes says that mem0 wrote it. Never raises."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from satchel.formats.databases import declared_tables
from satchel.formats.documents import head_items, head_lines, head_text
from satchel.formats.mem0.items import likeness
from satchel.formats.mem0.rows import Layout, elements, in_list
from satchel.formats.tabular.sources import SourceFile

_TABLES = frozenset(
    "history history_old messages memory_history vectors memory_migrations sqlite_sequence points".split()
)
_CHROMA_FILES = frozenset("data_level0.bin header.bin length.bin link_lists.bin index_metadata.pickle".split())
_LOOKED_AT = 200
_MOST = 0.5
"""Of the objects at a list's front: the rest may be damaged."""
_SETTINGS = 4096
_CHROMA_HEAD = 8 << 20


class Seen(NamedTuple):
    """What a file is taken for, how surely, and why."""

    layout: Layout
    confidence: float
    evidence: str


def look(source: SourceFile) -> Seen | None:
    """What a file of mem0's is; None for any other."""
    tables = declared_tables(source)
    if tables:
        return _database(source, tables)
    start = head_text(source, 4096).lstrip("\x00 \t\r\n,")[:1]
    if start not in {"{", "["}:
        return None
    return _lines(source) or _document(source)


def look_beside(source: SourceFile, own: Sequence[SourceFile]) -> Seen | None:
    """What lies around the vector stores that were found; None for all else.

    Qdrant keeps its settings and a lock two folders up, Chroma its index in a folder for each collection, mem0 the id
    of the installation beside the history.
    """
    folder, _, name = source.name.rpartition("/")
    for file in own:
        home, _, database = file.name.rpartition("/")
        above = home.rpartition("/")[0].rpartition("/")[0]
        if database == "storage.sqlite" and folder == above and name in {"meta.json", ".lock"}:
            return Seen(Layout.SIDE, 0.8, "beside a Qdrant collection")
        if database == "chroma.sqlite3" and folder.rpartition("/")[0] == home and name in _CHROMA_FILES and folder:
            return Seen(Layout.SIDE, 0.8, "the index of a Chroma collection")
        if database == "history.db" and folder == home and name == "config.json" and source.size < _SETTINGS:
            members = [item.key for item in head_items(source)]
            if members and set(members) <= {"user_id", "user_email", "anonymous_id", "version"}:
                return Seen(Layout.SIDE, 0.8, "the settings of mem0 beside its history")
    return None


def _database(source: SourceFile, tables: dict[str, frozenset[str]]) -> Seen | None:
    if {"embedding_metadata", "embeddings", "embeddings_queue"} <= tables.keys():
        head = source.head(_CHROMA_HEAD)
        if b"text_lemmatized" in head or (b"hash" in head and b"user_id" in head and b"data" in head):
            return Seen(Layout.CHROMA, 0.8, "a Chroma database with mem0's payload keys")
        return None
    if tables.keys() - _TABLES:
        return None  # a database of something else beside; what is not mem0's must not be lost
    history = tables.get("history", frozenset())
    if {"memory_id", "event"} <= history and history & {"old_memory", "prev_value"}:
        return Seen(Layout.DATABASE, 0.95, "a table history with memory_id, old and new text, event")
    if {"memory_id", "previous_value", "action"} <= tables.get("memory_history", frozenset()):
        return Seen(Layout.DATABASE, 0.95, "a table memory_history with previous and new value")
    if {"vector", "payload"} <= tables.get("vectors", frozenset()) and "memory_migrations" in tables:
        return Seen(Layout.DATABASE, 0.85, "a table vectors with payloads beside memory_migrations")
    if tables.keys() == {"points"} and {"id", "point"} <= tables["points"]:
        head = source.head(_CHROMA_HEAD)
        if b"qdrant_client" in head and (
            b"text_lemmatized" in head or b"linked_memory_ids" in head or (b"hash" in head and b"created_at" in head)
        ):
            return Seen(Layout.POINTS, 0.85, "a local Qdrant collection with mem0's payload keys")
    return None


def _lines(source: SourceFile) -> Seen | None:
    values = head_lines(source)
    if not values or (len(values) == 1 and _share(values) < 1):
        return None
    if any(not isinstance(value, dict) for value in values):
        return None
    return _seen(Layout.LINES, values)


def _document(source: SourceFile) -> Seen | None:
    rows: list[Any] = []
    members: dict[str, Any] = {}
    for whole in islice(head_items(source), _LOOKED_AT):
        for item in islice(elements(whole), _LOOKED_AT):
            if in_list(item):
                rows.append(item.value)
            elif not item.path:
                members[item.key] = item.value
    if rows:
        return _seen(Layout.LIST, rows)
    return _seen(Layout.ONE, [members]) if members else None


def _seen(layout: Layout, values: list[Any]) -> Seen | None:
    likely = [found for value in values if (found := likeness(value))]
    if _share(values) < _MOST:
        return None
    confidence = sum(likely) / len(likely)
    return Seen(layout, confidence, f"{len(likely)} of the first {len(values)} objects have mem0's fields")


def _share(values: list[Any]) -> float:
    objects = [value for value in values if isinstance(value, dict)]
    return sum(likeness(value) > 0 for value in objects) / len(objects) if objects else 0.0
