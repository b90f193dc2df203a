"""SQLite databases as tables, read from a private copy, so that the original keeps every byte and its times.

The write-ahead log is copied along: rows that were never merged into the database are seen. `-shm` stays behind, it is
rebuilt from the log. Damage costs what it hit: other tables are read, and a table that breaks in the middle is read
from its end as well.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Any

from satchel.formats.tabular.rows import Row, Shape, Table
from satchel.formats.tabular.sources import Scratch, SourceFile
from satchel.formats.tabular.sqlite_cells import Cells, study, text_factory
from satchel.formats.tabular.sqlite_schema import FAULTS, Entry, entries, quoted
from satchel.formats.tabular.tables import aside

_SAMPLE_ROWS = 1000
_COPIED = ("-wal", "-journal")
_LONGEST_CELL = 256 << 20
_FTS = ("fts3", "fts4", "fts5")


def sqlite_tables(source: SourceFile) -> list[Table]:
    """The tables of a database, content first named as there, indexes and machinery counted.

    Raises:
        OSError: the file cannot be copied.
    """
    copy = _Copy(source)
    try:
        return _all_tables(copy)
    except FAULTS:
        copy.lenient = True
    try:
        return _all_tables(copy)
    except FAULTS as error:
        return [_damaged(source, f"a damaged SQLite database whose list of tables cannot be read ({error})")]


def _all_tables(copy: _Copy) -> list[Table]:
    with closing(copy.connect()) as connection:
        found = entries(connection)
        return [_table(copy, connection, entry, found) for entry in found]


class _Copy:
    """The private copy of a database; it goes away with the last table that reads from it."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.lenient = False
        """Whether to read on where SQLite would give up at once: a file cut short, one bad entry among the tables."""
        self._scratch = Scratch()
        self._path = self._scratch.new_path()
        source.copy_to(self._path)
        for suffix in _COPIED:
            if suffix in source.companions:
                source.companions[suffix].copy_to(self._path.with_name(self._path.name + suffix))

    def connect(self) -> sqlite3.Connection:
        """Open the copy; writable, since SQLite must be able to merge or roll back what the side files hold."""
        connection = sqlite3.connect(self._path, isolation_level=None)
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_CELL)
            connection.text_factory = text_factory
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA query_only = ON")
            if self.lenient:
                connection.execute("PRAGMA writable_schema = ON")
            connection.execute("PRAGMA cell_size_check = ON")
        except FAULTS:
            connection.close()
            raise
        return connection


def _table(copy: _Copy, connection: sqlite3.Connection, entry: Entry, found: Sequence[Entry]) -> Table:
    if entry.kind == "view":
        return aside(copy.source, Shape.INDEX, "sqlite", entry.reason, name=entry.name, weight=0)
    if entry.kind == "virtual":
        entry.reason = _why_not_read(connection, entry, found)
    if entry.reason:
        weight = _count(connection, entry.name)
        return aside(copy.source, Shape.INDEX, "sqlite", entry.reason, name=entry.name, weight=weight)
    sample = _sample(connection, entry)
    cells = study(sample)
    if cells.only_vectors:
        sizes = " or ".join(map(str, cells.dims[:3]))
        reason = f"vectors of {sizes} numbers; an index that is rebuilt from the text"
        weight = _count(connection, entry.name)
        return aside(copy.source, Shape.VECTORS, "sqlite", reason, name=entry.name, weight=weight)
    return Table(
        source=copy.source.name,
        name=entry.name,
        shape=Shape.ROWS,
        container="sqlite",
        columns=tuple(entry.columns),
        rows=lambda: _rows(copy, entry, cells),
        encoding=cells.encoding,
        keys=entry.keys,
        types=entry.types,
        primary=entry.primary,
        modified_at=copy.source.modified_at,
    )


def _rows(copy: _Copy, entry: Entry, cells: Cells) -> Iterator[Row]:
    """The rows of a table; after damage in the middle those that can be reached from the end, and one row that says so."""
    number = 0
    last: int | None = None
    try:
        connection = copy.connect()
    except FAULTS as error:
        yield _broken(entry, f"the database cannot be opened ({error})")
        return
    with closing(connection):
        by_rowid = entry.rowid and _rowid_name(entry) is not None
        try:
            for record in _cursor(connection, entry, by_rowid=by_rowid, descending=False):
                number += 1
                if by_rowid:
                    last, record = record[0], record[1:]
                yield Row(values=cells.values(entry.columns, record), position=f"row {number}")
            return
        except (*FAULTS, OverflowError, MemoryError) as error:
            fault = str(error) or type(error).__name__
        rescued = 0
        if by_rowid:
            for rowid, record in _from_the_end(connection, entry, last):
                rescued += 1
                yield Row(values=cells.values(entry.columns, record), position=f"rowid {rowid}")
    after = f" after row {number}" if number else ""
    more = f"; {rescued} rows were read from the end" if rescued else ""
    yield _broken(entry, f"the table is damaged{after} ({fault}){more}; what lies between is lost")


def _from_the_end(
    connection: sqlite3.Connection, entry: Entry, last: int | None
) -> Iterator[tuple[int, Sequence[Any]]]:
    try:
        for record in _cursor(connection, entry, by_rowid=True, descending=True):
            if last is not None and record[0] <= last:
                return
            yield record[0], record[1:]
    except (*FAULTS, OverflowError, MemoryError):
        return  # the other edge of the damage


def _cursor(
    connection: sqlite3.Connection, entry: Entry, *, by_rowid: bool, descending: bool
) -> Iterator[Sequence[Any]]:
    columns = ", ".join(map(quoted, entry.columns)) or "*"
    if not by_rowid:
        return connection.execute(f"SELECT {columns} FROM {quoted(entry.name)}")  # noqa: S608  # names are quoted
    rowid = _rowid_name(entry)
    order = "DESC" if descending else "ASC"
    return connection.execute(
        f"SELECT {rowid}, {columns} FROM {quoted(entry.name)} NOT INDEXED ORDER BY {rowid} {order}"  # noqa: S608
    )


def _rowid_name(entry: Entry) -> str | None:
    """The name of the hidden row number that no column of the table has taken."""
    taken = {column.lower() for column in entry.columns}
    return next((name for name in ("rowid", "_rowid_", "oid") if name not in taken), None)


def _sample(connection: sqlite3.Connection, entry: Entry) -> list[Sequence[Any]]:
    sample: list[Sequence[Any]] = []
    try:
        for record in islice(_cursor(connection, entry, by_rowid=False, descending=False), _SAMPLE_ROWS):
            sample.append(record)  # noqa: PERF402  # what came before a fault is kept
    except (*FAULTS, OverflowError, MemoryError):
        pass  # told when the rows are read
    return sample


def _why_not_read(connection: sqlite3.Connection, entry: Entry, found: Sequence[Entry]) -> str:
    """Why a virtual table is no content of its own; empty for a full-text table that alone holds its text."""
    if entry.reason:
        content = next((other for other in found if other.name == f"{entry.name}_content"), None)
        if content is not None and content.columns[1:]:
            content.kind, content.reason = "content", ""  # its tokenizer is missing here, its text is not
        return entry.reason
    if entry.module not in _FTS:
        return f"a virtual table of the module {entry.module!r}"
    arguments = entry.arguments.replace(" ", "").lower()
    if "content=" in arguments:
        return "a full-text index over another table"
    columns = ", ".join(map(quoted, entry.columns))
    try:
        sample = connection.execute(f"SELECT {columns} FROM {quoted(entry.name)} LIMIT 20").fetchall()  # noqa: S608
    except FAULTS as error:
        return f"a full-text index that cannot be opened here ({error})"
    texts = {max((cell for cell in row if isinstance(cell, str)), key=len, default="") for row in sample} - {""}
    owner = next((other for other in found if texts and _holds(connection, other, texts)), None)
    return f"a full-text index over {owner.name}" if owner else ""


def _holds(connection: sqlite3.Connection, entry: Entry, texts: set[str]) -> bool:
    """True when a table of content has nearly all of these texts in one of its columns."""
    if entry.kind != "content":
        return False
    marks = ", ".join("?" * len(texts))
    for column in entry.columns:
        name = quoted(column)
        query = f"SELECT count(DISTINCT {name}) FROM {quoted(entry.name)} WHERE {name} IN ({marks})"  # noqa: S608
        try:
            (count,) = connection.execute(query, sorted(texts)).fetchone()
        except FAULTS:
            continue
        if count * 10 >= len(texts) * 8:
            return True
    return False


def _count(connection: sqlite3.Connection, name: str) -> int:
    """How many rows; 1 when that cannot be told, so that the table shows in the ledger."""
    try:
        (count,) = connection.execute(f"SELECT count(*) FROM {quoted(name)}").fetchone()  # noqa: S608
    except FAULTS:
        return 1
    return int(count)


def _broken(entry: Entry, problem: str) -> Row:
    return Row(values={}, position=f"table {entry.name}", problem=problem)


def _damaged(source: SourceFile, problem: str) -> Table:
    def rows() -> Iterator[Row]:
        yield Row(values={}, position="the database", problem=problem)

    return Table(
        source=source.name,
        name="",
        shape=Shape.ROWS,
        container="sqlite",
        columns=(),
        rows=rows,
        modified_at=source.modified_at,
    )
