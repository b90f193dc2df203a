"""The way in: every table of a file, folder or archive, whatever the containers are.

Only a source that cannot be opened at all raises. Whatever is wrong inside becomes a row with a problem or a table that
is only counted, so that one bad file or row never stops the good ones and everything is accounted for.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace

from satchel.formats.tabular import magic
from satchel.formats.tabular.archives import Limits
from satchel.formats.tabular.csv_rows import csv_tables
from satchel.formats.tabular.front_matter import load_toml, load_yaml
from satchel.formats.tabular.ini import load_ini
from satchel.formats.tabular.json_rows import json_tables, value_tables
from satchel.formats.tabular.jsonl_rows import jsonl_tables
from satchel.formats.tabular.member_names import is_code
from satchel.formats.tabular.rows import Row, Shape, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.sql_dump import sql_tables
from satchel.formats.tabular.sqlite_rows import sqlite_tables
from satchel.formats.tabular.tables import aside
from satchel.formats.tabular.text_kind import text_kind
from satchel.formats.tabular.text_rows import text_tables
from satchel.formats.tabular.textual import encoding_of, whole
from satchel.formats.tabular.vectors import npz_tables, vector_tables
from satchel.formats.tabular.walk import walk
from satchel.formats.tabular.workbook import WORKBOOK, workbook_tables
from satchel.formats.tabular.xml_records import is_xml, load_xml
from satchel.text.decode import decode, is_binary

Progress = Callable[[int, int], None]
"""Called with bytes looked at so far and bytes in all."""

_FAULTS = (
    OSError, ValueError, RecursionError, MemoryError, OverflowError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
_STRUCTURED_LIMIT = 4 << 20


def tables(
    path: str | os.PathLike[str], *, limits: Limits | None = None, progress: Progress | None = None
) -> Iterator[Table]:
    """Every table of a source, file by file in the order of their names.

    Args:
        path: A file, folder or archive.
        limits: For archives.
        progress: Told how much of the source has been looked at. Rows are read later, by whoever asks for them.

    Raises:
        SourceError: there is nothing at that path, or it may not be read.
        UnsafeArchiveError: the path is an archive that breaks a safety limit.
    """
    sources = list(walk(path, limits=limits))
    total = sum(source.size for source in sources)
    done = 0
    for source in sources:
        if progress is None:
            yield from read_file(source)
        else:
            counter = _Counter(progress, done, source.size, total)
            yield from read_file(source.watched(counter))
            done += source.size
            counter.stop()
            progress(done, total)


class _Counter:
    """Tells how far a file has been read the first time; later readings are silent."""

    def __init__(self, progress: Progress, base: int, size: int, total: int) -> None:
        self._progress, self._base, self._size, self._total = progress, base, size, total
        self._furthest = 0
        self._active = True

    def __call__(self, name: str, position: int) -> None:
        if self._active and position > self._furthest:
            self._furthest = position
            self._progress(self._base + min(position, self._size), self._total)

    def stop(self) -> None:
        self._active = False


def read_file(source: SourceFile) -> list[Table]:
    """The tables of one file. Never raises: what cannot be read is a table that says so."""
    try:
        found = _dispatch(source)
    except _FAULTS as error:
        return [aside(source, Shape.OPAQUE, "binary", f"cannot be read: {_reason(error)}")]
    if not found:
        return [aside(source, Shape.INDEX, "text", "a file without any content", weight=0)]
    return [_guarded(table) for table in found]


def _dispatch(source: SourceFile) -> list[Table]:
    if source.refusal:
        return [aside(source, Shape.OPAQUE, "binary", source.refusal)]
    if source.machinery:
        return [aside(source, Shape.INDEX, "binary", source.machinery, weight=source.weight)]
    if source.size == 0 and not source.companions:
        return [aside(source, Shape.INDEX, "text", "an empty file", weight=0)]
    head = source.head(magic.HEAD_BYTES)
    if magic.is_sqlite(head) or not head:
        return sqlite_tables(source)
    if magic.packing(head) == "zip":
        return _zipped(source)
    if binary := _binary(source, head):
        return binary
    return _text(source)


def _zipped(source: SourceFile) -> list[Table]:
    """A ZIP file that the walk took for one document."""
    with source.local_copy() as path, zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    if magic.is_npz(names):
        return npz_tables(source)
    if WORKBOOK in names:
        return workbook_tables(source)
    what = magic.zip_document(names) or "an archive; import it by itself"
    return [aside(source, Shape.OPAQUE, "binary", what)]


def _binary(source: SourceFile, head: bytes) -> list[Table]:
    """Tables of a file that is no text; empty for one that is."""
    what = magic.opaque(head, head[-64:] if source.size <= len(head) else source.tail(64), source.size)
    if what:
        return [aside(source, Shape.OPAQUE, "binary", what)]
    textual = _is_textual(head[: 16 << 10])
    if textual and not head.startswith((b"\x93NUMPY", b"usearch")):
        return []
    if found := vector_tables(source, head):
        return found
    return [aside(source, Shape.OPAQUE, "binary", _unknown(source, head))]


def _is_textual(head: bytes) -> bool:
    """Whether this is text, or text in which a line or two were hit by junk."""
    head = head.rstrip(b"\x00")  # what a power cut leaves at the end of a log
    if head and not is_binary(head):
        return True
    lines = head.split(b"\n")[:200]
    return len(lines) > 4 and sum(map(is_binary, lines)) * 5 <= len(lines)


def _unknown(source: SourceFile, head: bytes) -> str:
    base = source.name.lower()
    random = len(set(head[:4096])) > 200
    if (
        random
        and source.size % 512 == 0
        and (source.companions or base.endswith((".db", ".sqlite", ".sqlite3", ".db3")))
    ):
        return (
            "probably an encrypted database (SQLCipher); open it with the tool that made it and export it unencrypted"
        )
    if base.endswith((".db", ".sqlite", ".sqlite3", ".db3", ".vscdb")):
        return "not an SQLite database in spite of its name, or one whose first page is destroyed"
    if random:
        return "a binary file of an unknown kind, compressed or encrypted"
    return "a binary file of an unknown kind; no reader opens it"


def _text(source: SourceFile) -> list[Table]:
    encoding = encoding_of(source)
    raw = source.head(magic.HEAD_BYTES)
    sample = decode(raw).text if encoding.startswith("utf-8") else raw.decode(encoding, "replace")
    kind = text_kind(sample.removeprefix("\ufeff"), source.name, truncated=source.size > len(raw))
    if kind.name == "json":
        return json_tables(source, encoding, skip=kind.skip)
    if kind.name == "jsonl":
        return jsonl_tables(source, encoding)
    if kind.name == "csv" and kind.dialect is not None:
        return csv_tables(source, encoding, kind.dialect)
    if kind.name == "html" and is_xml(sample, source.name) and (held := _structured(source, encoding, "xml")):
        return held
    if kind.name == "sql" and (dumped := sql_tables(source, encoding, sample)):
        return dumped
    if kind.name in _LOADERS:
        if structured := _structured(source, encoding, kind.name):
            return structured
        return text_tables(source, encoding, container="text")
    if is_code(source.name) and kind.name in {"text", "markdown", "html"}:
        return [aside(source, Shape.INDEX, "text", "the source code of a program")]
    return text_tables(source, encoding, container="text" if kind.name == "sql" else kind.name)


_LOADERS = {"yaml": load_yaml, "toml": load_toml, "ini": load_ini, "xml": load_xml}


def _structured(source: SourceFile, encoding: str, container: str) -> list[Table]:
    """The tables of a YAML, TOML, INI or XML file; empty when it is broken, and better read as plain text."""
    if source.size > _STRUCTURED_LIMIT:
        return []
    load = _LOADERS[container]
    text = whole(source, encoding, _STRUCTURED_LIMIT)
    try:
        value = load(text)
    except ValueError:
        return []
    if not isinstance(value, dict | list):
        return []
    return value_tables(source, container, encoding, lambda: load(whole(source, encoding, _STRUCTURED_LIMIT)))


def _guarded(table: Table) -> Table:
    """The same table, whose rows end with one that says what went wrong instead of raising."""

    def rows() -> Iterator[Row]:
        number = 0
        try:
            for row in table.rows():
                number += 1
                yield row
        except _FAULTS as error:
            problem = f"reading broke off after {number:,} rows: {_reason(error)}"
            yield Row(values={}, position=f"after row {number}", problem=problem)

    return replace(table, rows=rows)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__
