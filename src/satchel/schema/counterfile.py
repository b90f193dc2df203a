"""The file in which reads and writes of keys are counted: a small SQLite database beside the store.

It holds names of keys and numbers, never a value, an id of an item or a scope, and is no part of any export. Several
processes may count into it at once. What is added is on the disk before `add` returns.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from satchel.stores import forks
from satchel_protocol.errors import StoreError

_PRIVATE_FILE: Final = 0o600
_BUSY_S: Final = 5.0
_FORMAT: Final = 1
_APPLICATION: Final = 0x5361744B
"""SatK, in the file's header: not that of a store, which nobody is to take it for."""
_TABLES: Final = """
    CREATE TABLE IF NOT EXISTS counts (
        day TEXT NOT NULL, revision INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
        n INTEGER NOT NULL, PRIMARY KEY (day, revision, number, name, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS uses (
        day TEXT NOT NULL, revision INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
        session TEXT NOT NULL, surface TEXT NOT NULL, n INTEGER NOT NULL, first_at TEXT NOT NULL, last_at TEXT NOT NULL,
        PRIMARY KEY (day, revision, number, name, kind, session, surface)
    ) STRICT, WITHOUT ROWID;
"""
_MOST_NAMES: Final = 5000
"""Names that the schema does not have; an agent that makes up ever new ones is counted under `OTHERS` from then on."""
OTHERS: Final = "…"
"""Stands for names that are not kept one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How often one thing happened to one key on one day."""

    day: str
    """In UTC."""
    revision: int
    """Of the schema that was in force."""
    number: int
    """Of the key; 0 for a name that the schema does not have."""
    name: str
    """As it was asked for, `[*]` in the place of ids."""
    kind: str
    """See `satchel.schema.counting.Kind`."""
    n: int

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("day", "revision", "number", "name", "kind", "n")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """How often one session used a deprecated or retired key on one day."""

    day: str
    revision: int
    number: int
    name: str
    kind: str
    session: str
    surface: str
    """Where the name came from, as far as the caller said: system_prompt, tool.memory_write …"""
    n: int
    first_at: str
    last_at: str

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in USE_FIELDS}


USE_FIELDS: Final = tuple(field.name for field in fields(Use))
Key = tuple[int, str, str]
"""Number, name, kind."""


class CounterFileError(Exception):
    """The file cannot be read or written; the message says why. Counting goes on in memory."""


class CounterFile:
    """One such file. It is made when the first count is added."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        forks.watch(self)

    def add(self, counts: Mapping[Key, int], *, revision: int, day: str) -> None:
        """Add counts of one day.

        Raises:
            CounterFileError: they are not in the file.
        """
        with self._lock, _Told(self.path):
            db = self._open()
            with _Written(db):
                rows = _bounded(db, counts)
                db.executemany(
                    "INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?) "
                    "ON CONFLICT (day, revision, number, name, kind) DO UPDATE SET n = n + excluded.n",
                    [(day, revision, *key, n) for key, n in rows.items()],
                )

    def use(self, use: Use) -> None:
        """Add uses of a deprecated or retired key by one session.

        Raises:
            CounterFileError: it is not in the file.
        """
        with self._lock, _Told(self.path):
            db = self._open()
            with _Written(db):
                db.execute(
                    "INSERT INTO uses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                    "ON CONFLICT (day, revision, number, name, kind, session, surface) DO UPDATE SET n = n + excluded.n, "
                    "first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)",
                    tuple(use.to_json().values()),
                )

    def forget(self, names: Iterable[str]) -> int:
        """Erase names that the schema does not have, whatever was counted of them; gives how many rows that were.

        Raises:
            CounterFileError: they may still be in the file.
        """
        if not self.path.exists():
            return 0
        with self._lock, _Told(self.path):
            db, gone = self._open(), 0
            with _Written(db):
                for name in names:
                    for table in ("counts", "uses"):
                        gone += db.execute(f"DELETE FROM {table} WHERE number = 0 AND name = ?", (name,)).rowcount  # noqa: S608 - two names of our own
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return gone

    def counts(self) -> list[Count]:
        """All counts, by day, number, name and kind; none where there is no file.

        Raises:
            CounterFileError: the file cannot be read.
        """
        rows = self._read("SELECT day, revision, number, name, kind, n FROM counts ORDER BY 1, 3, 4, 5, 2")
        return [Count(day=d, revision=r, number=k, name=name, kind=kind, n=n) for d, r, k, name, kind, n in rows]

    def uses(self) -> list[Use]:
        """All uses of deprecated and retired keys; as `counts`."""
        rows = self._read(
            "SELECT day, revision, number, name, kind, session, surface, n, first_at, last_at FROM uses ORDER BY 1, 3, 9"
        )
        return [Use(**dict(zip(USE_FIELDS, row, strict=True))) for row in rows]

    def _read(self, sql: str) -> list[Any]:
        if not self.path.exists():
            return []
        self._refuse_inherited()
        with _Told(self.path), closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            db.execute(f"PRAGMA busy_timeout = {int(_BUSY_S * 1000)}")
            _recognise(db, self.path)
            return db.execute(sql).fetchall()

    def close(self) -> None:
        """Let go of the file; it is opened again when something is added."""
        with self._lock:
            self._let_go()

    def close_idle(self) -> None:
        """Before a fork."""
        if self._lock.acquire(blocking=False):
            try:
                self._let_go()
            finally:
                self._lock.release()

    def in_use(self) -> Path | None:
        """The file, while it is open."""
        return self.path if self._db is not None else None

    def _refuse_inherited(self) -> None:
        try:
            forks.refuse_inherited(self.path)
        except StoreError as error:
            raise CounterFileError(str(error)) from error

    def _let_go(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()

    def _open(self) -> sqlite3.Connection:
        self._refuse_inherited()
        if self._db is not None:
            return self._db
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, _PRIVATE_FILE))
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=_BUSY_S)
        try:
            _recognise(db, self.path)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA secure_delete = ON")
            if db.execute("PRAGMA user_version").fetchone()[0] == 0:
                with _Written(db):
                    for statement in _TABLES.split(";"):
                        db.execute(statement)
                    db.execute(f"PRAGMA application_id = {_APPLICATION}")
                    db.execute(f"PRAGMA user_version = {_FORMAT}")
        except BaseException:
            db.close()
            raise
        self._db = db
        return db


class _Told:
    """Exceptions of the driver and the system become ours."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.Error | OSError):
            said = error.strerror if isinstance(error, OSError) else str(error)
            raise CounterFileError(f"{self.path}: {said}") from error


class _Written:
    """One transaction: committed on a clean exit, undone on any other."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def __enter__(self) -> None:
        self.db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            self.db.execute("COMMIT")
        elif self.db.in_transaction:
            self.db.execute("ROLLBACK")


def _recognise(db: sqlite3.Connection, path: Path) -> None:
    found = db.execute("PRAGMA user_version").fetchone()[0]
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and not {"counts", "uses"} <= tables:
        raise CounterFileError(f"{path}: is a database of something else")
    if found > _FORMAT:
        raise CounterFileError(f"{path}: was written by a newer version of Satchel")


def _bounded(db: sqlite3.Connection, counts: Mapping[Key, int]) -> Mapping[Key, int]:
    """The counts, those of further unknown names taken together where there are too many already."""
    unknown = {key for key in counts if key[0] == 0}
    if not unknown:
        return counts
    (held,) = db.execute("SELECT count(DISTINCT name) FROM counts WHERE number = 0").fetchone()
    if held + len(unknown) <= _MOST_NAMES:
        return counts
    found: dict[Key, int] = {}
    for key, n in counts.items():
        if key in unknown and not db.execute("SELECT 1 FROM counts WHERE number = 0 AND name = ?", key[1:2]).fetchone():
            key = (0, OTHERS, key[2])
        found[key] = found.get(key, 0) + n
    return found
