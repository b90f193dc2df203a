"""SQLite databases as bytes: tables, full-text indexes, and rows that only the write-ahead log holds."""

import json
import sqlite3
import struct
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

Cell = object


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table to write."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    late: Sequence[Sequence[Cell]] = ()
    """Rows written after the last checkpoint: they stand in the -wal file alone."""
    declared: str = ""
    """Type of every column in the CREATE statement; often none, as in many old tools."""
    searched: tuple[str, ...] = ()
    """Columns under a full-text index, which brings shadow tables."""


@dataclass(slots=True, kw_only=True)
class Database:
    """Tables that go into one file."""

    tables: list[Table] = field(default_factory=list)

    def write(self) -> tuple[bytes, bytes]:
        """The bytes of the database and of its write-ahead log (empty when there are no late rows).

        The same tables give the same bytes: the random salts of the log are replaced.
        """
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "old.db"
            with closing(sqlite3.connect(path)) as connection:
                late = any(table.late for table in self.tables)
                for table in self.tables:
                    _create(connection, table)
                    _insert(connection, table, table.rows)
                connection.commit()
                if not late:
                    connection.execute("VACUUM")
                    connection.commit()
                    return path.read_bytes(), b""
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA wal_autocheckpoint=0")
                for table in self.tables:
                    _insert(connection, table, table.late)
                connection.commit()
                return path.read_bytes(), _fixed_salts(path.with_name("old.db-wal").read_bytes())


def cell(value: object) -> Cell:
    """A value as SQLite stores it; lists and objects become JSON text."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    return value


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _create(connection: sqlite3.Connection, table: Table) -> None:
    columns = ", ".join(f"{_quote(name)} {table.declared}".rstrip() for name in table.columns)
    connection.execute(f"CREATE TABLE {_quote(table.name)} ({columns})")
    if table.searched:
        index = _quote(f"{table.name}_fts")
        names = ", ".join(_quote(name) for name in table.searched)
        try:
            connection.execute(f"CREATE VIRTUAL TABLE {index} USING fts5({names})")
        except sqlite3.OperationalError:  # a Python built without FTS5 still gets its demo
            connection.execute(f"CREATE TABLE {_quote(table.name + '_fts_content')} (id, {names})")


def _insert(connection: sqlite3.Connection, table: Table, rows: Sequence[Sequence[Cell]]) -> None:
    marks = ", ".join("?" for _ in table.columns)
    connection.executemany(
        f"INSERT INTO {_quote(table.name)} VALUES ({marks})", [[cell(value) for value in row] for row in rows]
    )
    if not table.searched:
        return
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if f"{table.name}_fts" in tables:
        positions = [table.columns.index(name) for name in table.searched]
        marks = ", ".join("?" for _ in positions)
        picked = [[cell(row[position]) for position in positions] for row in rows]
        connection.executemany(f"INSERT INTO {_quote(table.name + '_fts')} VALUES ({marks})", picked)


def _fixed_salts(log: bytes) -> bytes:
    """Replace the salts of a write-ahead log and recompute its checksums.

    Source: the WAL format at https://www.sqlite.org/fileformat2.html#walformat; checksums run over the log in 32-bit
    words whose byte order the magic number tells.
    """
    if not log:
        return log
    order = ">" if struct.unpack(">I", log[:4])[0] & 1 else "<"
    page_bytes = struct.unpack(">I", log[8:12])[0]
    salts = b"oldagent"
    header = log[:16] + salts
    sums = _checksum(header, (0, 0), order)
    out = [header, struct.pack(">II", *sums)]
    for start in range(32, len(log), 24 + page_bytes):
        head, page = log[start : start + 8], log[start + 24 : start + 24 + page_bytes]
        sums = _checksum(page, _checksum(head, sums, order), order)
        out += [head, salts, struct.pack(">II", *sums), page]
    return b"".join(out)


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
