"""A new file in the place of a damaged one: nobody writes meanwhile, and at any moment one of the two has the name."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from satchel.stores.folders import sync_folder, take_over_rights
from satchel.stores.sqlite.connection import Handle, connect
from satchel.stores.sqlite.pages import Pages
from satchel_protocol.errors import StoreBusyError, StoreDamagedError


@contextmanager
def alone(path: Path, *, busy_timeout_s: float) -> Iterator[Handle | None]:
    """Keep other processes from writing, as far as the damage lets SQLite lock the file.

    Returns:
        The connection that holds the lock; None when SQLite does not take the file for a database any more.

    Raises:
        StoreError: another process is using it, or it cannot be written.
    """
    db: Handle | None = None
    try:
        db = connect(path, mode="mode=rw", read_only=False, busy_timeout_s=busy_timeout_s)
        db.run("BEGIN IMMEDIATE")
    except StoreDamagedError:
        if db is not None:
            db.connection.close()
            db = None
    try:
        yield db
    finally:
        if db is not None:
            db.connection.close()


def empty_log(pages: Pages, db: Handle | None) -> None:
    """Move the write-ahead log of a damaged file into it: beside the new file, SQLite would take it for that one's.

    Args:
        pages: Of the damaged file.
        db: The connection that holds the lock, as `alone` gave it; its transaction ends.

    Raises:
        StoreBusyError: another process is reading.
        OSError: the files cannot be written.
    """
    if db is not None:
        db.undo()
        try:
            busy, *_ = db.one("PRAGMA wal_checkpoint(TRUNCATE)")
        except StoreDamagedError:
            busy = False
        if busy:
            raise StoreBusyError(f"{pages.path}: another process is using the store; close it there, then repair it")
    log, _ = _beside(pages.path)
    if not log.exists() or log.stat().st_size == 0:
        return
    # SQLite does not know any more that this is its log. What it would do is done by hand.
    if pages.in_log:
        with pages.path.open("r+b") as file:
            for number in sorted(pages.in_log):
                file.seek((number - 1) * pages.size)
                file.write(pages.page(number))
            file.flush()
            os.fsync(file.fileno())
    for left in _beside(pages.path):
        left.unlink(missing_ok=True)


def place_of_new(path: Path) -> Path:
    """Where the new file is written; what a killed repair left there is removed.

    Raises:
        OSError: it cannot be.
    """
    new = path.with_name(f".{path.name}.new")
    discard(new)
    return new


def discard(new: Path) -> None:
    """Remove a new file that takes no place."""
    for left in (new, *_beside(new)):
        left.unlink(missing_ok=True)


def put_in_place(new: Path, path: Path) -> Path:
    """Let the new file take the damaged one's name; gives the name under which the damaged one is kept.

    Raises:
        OSError: it cannot be; the damaged file is where it was.
    """
    number = 1
    while (kept := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    with new.open("r+b") as file:
        take_over_rights(path, file.fileno())
        os.fsync(file.fileno())
    try:
        os.link(path, kept)
    except OSError:  # not every file system has a second name for a file
        shutil.copyfile(path, kept)
    new.replace(path)
    sync_folder(path.parent)
    return kept


def _beside(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")
