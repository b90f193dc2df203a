"""From a path to a store that can be used: made, recognised, upgraded, or opened for reading where nothing else works."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from satchel.stores.folders import make_folder, remove_folders
from satchel.stores.obstacles import of_system
from satchel.stores.sqlite import filters, fulltext, schema
from satchel.stores.sqlite.connection import Handle, check_features, connect
from satchel.stores.staging import staging_folder
from satchel_protocol.errors import (
    StoreBusyError,
    StoreDamagedError,
    StoreError,
    StoreFullError,
    StoreMissingError,
    StoreReadOnlyError,
    StoreUrlError,
    StoreVersionError,
)

_RETRY_S: Final = 0.02
_PRIVATE_FILE = 0o600
"""Memories are personal: what is made here, only its owner reads."""


@dataclass(slots=True, kw_only=True)
class Place:
    """Where a store is and how it can be opened."""

    file: Path
    mode: str = "mode=rw"
    """As `connection.connect` takes it."""
    read_only: bool = False
    busy_timeout_s: float
    index_is_broken: bool = False
    """The full-text index is broken and could not be mended."""
    refusal: StoreError | None = None
    """Why it cannot be written just now, though it might be later; None for any other store."""
    copy: tempfile.TemporaryDirectory[str] | None = None
    """Holds a copy of a store whose own folder cannot hold the files that reading needs."""

    def connect(self, *, read_only: bool) -> Handle:
        """Open a connection.

        Raises:
            StoreError: a kind of it for each reason.
        """
        handle = connect(self.file, mode=self.mode, read_only=read_only, busy_timeout_s=self.busy_timeout_s)
        try:
            fulltext.register(handle)
            filters.register(handle.connection)
        except BaseException:
            handle.close()
            raise
        return handle

    def clean_up(self) -> None:
        """Remove the copy, if there is one."""
        if self.copy is not None:
            self.copy.cleanup()
            self.copy = None


def prepare(path: Path, *, create: bool, read_only: bool, busy_timeout_s: float) -> Place:
    """Make sure that there is a store of the present format at `path`. See `SqliteStore.open`."""
    _features()
    made = _find_or_make(path, create=create and not read_only)
    try:
        if not _can_write(path):
            place = _readable(path, busy_timeout_s)
            place.refusal = StoreReadOnlyError(
                f"{path}: the store cannot be written: the file or its folder is read-only. Change their rights, or name"
                " another place"
            )
            return place
        place = Place(file=path, read_only=read_only, busy_timeout_s=busy_timeout_s)
        try:
            _bring_up_to_date(place, create=create and not read_only)
        except StoreFullError as error:
            if path in made or path.stat().st_size == 0:
                raise
            # Reading a database takes a little room beside it too, which is not its reader's business.
            place = _readable(path, busy_timeout_s)
            place.refusal = error
    except BaseException:
        _take_back(path, made)
        raise
    return place


@cache
def _features() -> None:
    check_features()


def missing(path: Path) -> StoreMissingError:
    """The error for a place without a store."""
    return StoreMissingError(f'there is no store at {path}; this makes one: satchel --store "{path}" remember "…"')


def _find_or_make(path: Path, *, create: bool) -> list[Path]:
    """What had to be made: the file last."""
    try:
        found = path.stat()
    except FileNotFoundError:
        if not create:
            raise missing(path) from None
        return _make(path)
    except OSError as error:
        raise of_system(error, path, doing="read") from error
    if stat.S_ISDIR(found.st_mode):
        raise StoreUrlError(f"{path} is a folder; name a file in it, such as {path / 'memory.db'}")
    if not stat.S_ISREG(found.st_mode):
        raise StoreUrlError(f"{path} is no regular file and cannot be a store")
    if found.st_size == 0 and not create:
        raise missing(path)
    return []


def _make(path: Path) -> list[Path]:
    made: list[Path] = []
    try:
        made = make_folder(path.parent)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, _PRIVATE_FILE))
    except OSError as error:
        remove_folders(made)
        raise of_system(error, path) from error
    return [*made, path]


def _take_back(path: Path, made: list[Path]) -> None:
    """Remove what was made for a store that could not be made."""
    if path in made:
        try:
            if path.stat().st_size == 0:
                path.unlink()
        except OSError:
            return
        remove_folders(made[:-1])


def _can_write(path: Path) -> bool:
    # SQLite makes its log beside the file, so the folder counts too.
    effective = os.access in os.supports_effective_ids
    return all(os.access(place, os.R_OK | os.W_OK, effective_ids=effective) for place in (path, path.parent))


def _bring_up_to_date(place: Place, *, create: bool) -> None:
    db = place.connect(read_only=False)
    try:
        found = _recognised(db)
        if found == 0 and not create:
            raise missing(place.file)
        if found == schema.present_format():
            return
        if place.read_only:
            raise _too_old(place.file, found)
        # Synced like all else: a half-written first page would make the file that nobody has written to unusable.
        _use_log(db, place.busy_timeout_s)
        db.run("BEGIN IMMEDIATE")
        try:
            # Another process may have done it while this one waited.
            if _recognised(db) != schema.present_format():
                schema.upgrade(db)
            db.run("COMMIT")
        except BaseException:
            db.undo()
            raise
        db.all("PRAGMA wal_checkpoint(TRUNCATE)")  # SQLite throws a log away whose file was never synced
    finally:
        db.close()


def _recognised(db: Handle) -> int:
    found = schema.format_of(db)
    if found is None:
        raise StoreDamagedError(f"{db.path} is a database of another program and no Satchel store; import it instead")
    if found > schema.present_format():
        raise StoreVersionError(
            f"{db.path} was written by a newer version of Satchel (format {found}; this one knows up to"
            f" {schema.present_format()}); update Satchel"
        )
    return found


def _too_old(path: Path, found: int) -> StoreVersionError:
    return StoreVersionError(
        f"{path} is of the older format {found}; open it once for writing, which brings it to {schema.present_format()}"
    )


def _use_log(db: Handle, patience_s: float) -> None:
    """Switch the file to write-ahead logging, for good. SQLite does not wait by itself while others do the same."""
    until = time.monotonic() + patience_s
    mode = ""
    while not mode:
        try:
            mode = str(db.value("PRAGMA journal_mode = WAL")).lower()
        except StoreBusyError:
            if time.monotonic() >= until:
                raise
            time.sleep(_RETRY_S)
    if mode != "wal":
        raise StoreError(
            f"{db.path}: the file system there cannot hold a write-ahead log; keep the store on a local disk"
        )


def _readable(path: Path, busy_timeout_s: float) -> Place:
    """The first way in which a store that cannot be written can be read."""
    log = path.with_name(path.name + "-wal")
    modes = ["mode=ro"]
    if not log.exists() or log.stat().st_size == 0:
        modes.append("immutable=1")
    failure: StoreError = StoreReadOnlyError(f"{path} cannot be read")
    for mode in modes:
        place = Place(file=path, mode=mode, read_only=True, busy_timeout_s=busy_timeout_s)
        try:
            _must_be_present_format(place)
            return place
        except (StoreReadOnlyError, StoreMissingError, StoreFullError) as error:
            failure = error
    if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise failure
    return _copied(path, log, busy_timeout_s)


def _must_be_present_format(place: Place) -> None:
    db = place.connect(read_only=True)
    try:
        found = _recognised(db)
    finally:
        db.close()
    if found == 0:
        raise missing(place.file)
    if found < schema.present_format():
        raise _too_old(place.file, found)


def _copied(path: Path, log: Path, busy_timeout_s: float) -> Place:
    """A log that was never moved into the file can only be read where SQLite may write beside it."""
    copy = staging_folder()
    try:
        for source in (path, log):
            shutil.copyfile(source, Path(copy.name, source.name))
    except OSError as error:
        copy.cleanup()
        raise of_system(error, path) from error
    place = Place(file=Path(copy.name, path.name), read_only=True, busy_timeout_s=busy_timeout_s, copy=copy)
    try:
        _must_be_present_format(place)
    except BaseException:
        place.clean_up()
        raise
    return place
