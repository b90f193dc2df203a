"""Connections: how they are opened and set up, and a handle whose exceptions are ours."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from satchel.stores import forks
from satchel.stores.sqlite import faults
from satchel_protocol.errors import EnvironmentProblem

_OLDEST: Final = (3, 37, 0)
"""STRICT tables came with it."""
SYNCHRONOUS = "FULL"
"""Each commit waits for the disk: an acknowledged write survives a power loss. Tests that make many stores turn it off."""
_CACHED_STATEMENTS: Final = 256
_CACHE_KIB: Final = 32 * 1024
_CHECKPOINT_PAGES: Final = 8000
"""Pages of the write-ahead log from which they are moved into the file. In a large store a record of an import touches
a handful of pages, most of them again and again; moved once for four chunks, a third of the writing goes."""
_LARGEST_LOG_BYTES: Final = 32 << 20
"""What is left of the write-ahead log after a large import; as much as those pages take."""
_NUMBERS_AT_ONCE: Final = {size: ", ".join("?" * size) for size in (8, 32, 128, 500)}
"""How many numbers one statement is asked for: few sizes, so that it need not be prepared anew for each number of them."""


class Handle:
    """A connection. Every statement goes through here, so that no exception of the driver gets out."""

    __slots__ = ("__weakref__", "_closed", "_open", "connection", "idle", "path")

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection, self.path = connection, path
        self._open: set[sqlite3.Cursor] = set()
        self._closed = False
        self.idle = False
        """Whether whoever has it is not using it just now, and opens another one where this is closed."""
        forks.watch(self)

    def run(self, sql: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement whose rows, if any, are taken at once."""
        try:
            return self.connection.execute(sql, parameters)
        except faults.OF_DRIVER as error:
            raise faults.ours(error, self.path) from error

    def each(self, sql: str, many: Sequence[Sequence[Any]]) -> int:
        """Run a statement once for each list of parameters; gives how many rows it changed."""
        try:
            return max(0, self.connection.executemany(sql, many).rowcount)
        except faults.OF_DRIVER as error:
            raise faults.ours(error, self.path) from error

    def one(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """The first row, or None."""
        try:
            return self.connection.execute(sql, parameters).fetchone()
        except faults.OF_DRIVER as error:
            raise faults.ours(error, self.path) from error

    def value(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """The first column of the first row; None when there is no row."""
        row = self.one(sql, parameters)
        return None if row is None else row[0]

    def all(self, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
        """All rows."""
        try:
            return self.connection.execute(sql, parameters).fetchall()
        except faults.OF_DRIVER as error:
            raise faults.ours(error, self.path) from error

    def among(self, sql: str, numbers: Sequence[int], parameters: Sequence[Any] = ()) -> list[Any]:
        """All rows for some of many numbers.

        Args:
            sql: With `{numbers}` inside `IN (…)`, before any other parameter.
            numbers: Any count of them.
            parameters: The others.
        """
        rows: list[Any] = []
        most = max(_NUMBERS_AT_ONCE)
        for start in range(0, len(numbers), most):
            part = list(numbers[start : start + most])
            size = next(size for size in _NUMBERS_AT_ONCE if size >= len(part))
            part += part[-1:] * (size - len(part))
            rows += self.all(sql.replace("{numbers}", _NUMBERS_AT_ONCE[size]), (*part, *parameters))
        return rows

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> Iterator[Any]:
        """Rows one by one, in constant memory; ends when the transaction does."""
        cursor = self.run(sql, parameters)
        self._open.add(cursor)
        try:
            yield from cursor
        except faults.OF_DRIVER as error:
            raise faults.ours(error, self.path) from error
        finally:
            self._open.discard(cursor)
            cursor.close()

    def parts(self, sql: str, parameters: Sequence[Any] = (), *, size: int) -> Iterator[list[Any]]:
        """Rows in lists of at most `size`; ends when the transaction does."""
        cursor = self.run(sql, parameters)
        self._open.add(cursor)
        try:
            while part := cursor.fetchmany(size):
                yield part
        except faults.OF_DRIVER as error:
            raise faults.ours(error, self.path) from error
        finally:
            self._open.discard(cursor)
            cursor.close()

    def end_rows(self) -> None:
        """Let go of rows that somebody stopped reading half-way; they would keep their snapshot alive."""
        for cursor in list(self._open):
            cursor.close()
        self._open.clear()

    def undo(self) -> None:
        """Roll back, whether or not SQLite has already done so by itself, as it does on a full disk."""
        self.end_rows()
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except faults.OF_DRIVER as error:
            raise faults.ours(error, self.path) from error

    def close(self) -> None:
        self.end_rows()
        self._closed = True
        self.connection.close()

    @property
    def is_closed(self) -> bool:
        """Whether it was closed, by whomever."""
        return self._closed

    @contextmanager
    def in_hand(self) -> Iterator[None]:
        """Not idle while this lasts; afterwards as before."""
        before, self.idle = self.idle, False
        try:
            yield
        finally:
            self.idle = before

    def close_idle(self) -> None:
        if self.idle and not self._closed:
            self.close()

    def in_use(self) -> Path | None:
        return None if self._closed else self.path


def connect(path: Path, *, mode: str, read_only: bool, busy_timeout_s: float) -> Handle:
    """Open a connection to a file that exists.

    Args:
        path: The file.
        mode: How SQLite opens it: `mode=rw`, `mode=ro`, or `immutable=1` for a read-only folder: no locks, no log.
        read_only: Refuse writes. In a place that can be written, SQLite opens for writing all the same, because only
            so it recovers after a crash and takes its log away when it closes.
        busy_timeout_s: Seconds to wait for another process.

    Raises:
        StoreError: a kind of it for each reason.
    """
    forks.refuse_inherited(path)
    with faults.translated(path):
        connection = sqlite3.connect(
            f"{_uri(path)}?{mode}",
            uri=True,
            timeout=busy_timeout_s,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=_CACHED_STATEMENTS,
        )
    handle = Handle(connection, path)
    try:
        _set_up(handle, writable=not read_only)
    except BaseException:
        connection.close()
        raise
    return handle


def _set_up(db: Handle, *, writable: bool) -> None:
    db.run(f"PRAGMA cache_size = -{_CACHE_KIB}")
    db.run("PRAGMA trusted_schema = ON")  # the view behind the full-text index calls a function of ours
    if not writable:
        db.run("PRAGMA query_only = ON")
    else:
        db.run(f"PRAGMA synchronous = {SYNCHRONOUS}")
        db.run("PRAGMA secure_delete = ON")
        db.run(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        db.run(f"PRAGMA journal_size_limit = {_LARGEST_LOG_BYTES}")


def _uri(path: Path) -> str:
    """A `file:` URI; percent-encoded bytes, so that a name that is no Unicode works too."""
    posix = path.absolute().as_posix()
    encoded = quote(posix.encode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()))
    return f"file://{'' if posix.startswith('/') else '/'}{encoded}"


def check_features() -> None:
    """Make sure that this Python's SQLite can do what the store needs.

    Raises:
        EnvironmentProblem: it is too old or was built without FTS5.
    """
    if sqlite3.sqlite_version_info < _OLDEST:
        raise EnvironmentProblem(
            f"this Python has SQLite {sqlite3.sqlite_version}; the store needs 3.37 or newer: use a newer Python"
        )
    probe = sqlite3.connect(":memory:")
    try:
        probe.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
        probe.execute("SELECT value FROM json_each('[]')")
    except sqlite3.Error as error:
        raise EnvironmentProblem(
            f"this Python's SQLite {sqlite3.sqlite_version} was built without full-text search (FTS5); use another build"
        ) from error
    finally:
        probe.close()
