"""Exceptions of the SQLite driver → errors of ours. Nothing of `sqlite3` leaves this package."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from satchel.stores.obstacles import full, of_system
from satchel_protocol.errors import (
    StoreBusyError,
    StoreDamagedError,
    StoreError,
    StoreMissingError,
    StoreReadOnlyError,
)

if sys.platform != "win32":
    import resource

BUSY, LOCKED, READ_ONLY, IO_ERROR, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE = 5, 6, 8, 10, 11, 13, 14, 26
"""Primary result codes. Source: https://www.sqlite.org/rescode.html"""
CORRUPT_INDEX: Final = 267
"""SQLITE_CORRUPT_VTAB: the full-text index, not the records."""
_NO_ROOM_BYTES: Final = 1 << 20
_LARGEST_WRITE: Final = 1 << 17
"""Bytes: no single one of SQLite's writes is larger than a page, or a piece of the log's index."""


OF_DRIVER: Final = (sqlite3.Error, UnicodeDecodeError)
"""What a statement raises; the second one where even the message of a damaged file is no text."""


def said(error: StoreDamagedError) -> str:
    """What SQLite said of the damage, without a piece of a memory, as it shows of a text that it cannot decode."""
    cause = error.__cause__
    return str(cause) if isinstance(cause, sqlite3.Error) and not _shows_text(cause) else "a text in it is no text"


def _shows_text(error: Exception) -> bool:
    return isinstance(error, UnicodeDecodeError) or "decode to UTF-8" in str(error)


def ours(error: Exception, path: Path) -> StoreError:
    """The error of ours that says what a driver's exception means for the store at `path`."""
    if _shows_text(error):
        return StoreDamagedError(
            f"{path}: the store's file is damaged (a text in it is no text); run: satchel doctor --repair"
        )
    code = getattr(error, "sqlite_errorcode", None) or 0
    primary = code & 0xFF
    if primary in (BUSY, LOCKED):
        return StoreBusyError(f"{path}: another process is using the store; try again")
    if primary == READ_ONLY:
        return StoreReadOnlyError(
            f"{path}: the store cannot be written: the file, its folder or its disk is read-only."
            " Change their rights, or name another place"
        )
    if primary == FULL or (primary == IO_ERROR and _no_room(path)):
        return full(path)
    if primary == IO_ERROR and _at_limit(path):
        return of_system(OSError(errno.EFBIG, os.strerror(errno.EFBIG)), path)
    if primary == NOT_A_DATABASE:
        return StoreDamagedError(
            f"{path} is no Satchel store: it is no SQLite database, or its beginning is damaged. Name another file,"
            " put a backup in its place, or take in what it holds: satchel import"
        )
    if primary == CORRUPT:
        return StoreDamagedError(f"{path}: the store's file is damaged ({error}); run: satchel doctor --repair")
    if primary == CANNOT_OPEN:
        return _cannot_open(path)
    return StoreError(f"{path}: SQLite says: {error}. If trying again does not help: satchel doctor")


def _cannot_open(path: Path) -> StoreError:
    try:
        with path.open("rb"):
            pass
    except FileNotFoundError:
        return StoreMissingError(f"there is no store at {path} any more; name the place where it is now")
    except OSError as error:
        return of_system(error, path, doing="read")
    return StoreReadOnlyError(
        f"{path}: the store cannot be opened for writing: its folder is read-only. Change its rights, or name another place"
    )


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn the driver's exceptions into ours."""
    try:
        yield
    except OF_DRIVER as error:
        raise ours(error, path) from error


def _at_limit(path: Path) -> bool:
    """Whether a file of the store is as large as this process may make one."""
    if sys.platform == "win32":
        return False
    most, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    files = (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm"))
    largest = max((file.stat().st_size for file in files if file.exists()), default=0)
    return most != resource.RLIM_INFINITY and largest + _LARGEST_WRITE > most


def _no_room(path: Path) -> bool:
    # Some file systems report a full disk or a used-up quota as a failed write.
    try:
        return shutil.disk_usage(path.parent).free < _NO_ROOM_BYTES
    except OSError:
        return False
