"""The file of a store, what of it is in memory, and the lock that orders its writers."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from filelock import FileLock, Timeout

from satchel.collector import without_collector
from satchel.stores.folders import make_folder
from satchel.stores.jsonl import disk, journal, salvage
from satchel.stores.jsonl.table import Operation, Table, snapshot, snapshot_size
from satchel.stores.obstacles import of_system
from satchel_protocol.errors import (
    InvalidRecordError,
    StoreBusyError,
    StoreDamagedError,
    StoreError,
    StoreUrlError,
    StoreVersionError,
)

_POLL_S: Final = 0.005
_WASTE_FACTOR: Final = 2
"""The log is compacted when it holds so many times the operations that its content needs …"""
_WASTE_FLOOR_BYTES: Final = 1 << 20
"""… and is larger than this: small logs are not worth it."""
_READS: Final = 5
"""How often a log is read again that looks damaged; somebody may be writing just there."""


@dataclass(frozen=True, slots=True)
class _Place:
    """How much of which file the table holds."""

    status: os.stat_result
    """Of the file, no later than when it was read."""
    end: int
    """Offset behind the last group that was taken in."""
    last: bytes
    """The line before that offset; whoever finds another one there has another history before him."""
    operations: int
    """How many operations stand before that offset."""

    def is_now(self, found: os.stat_result) -> bool:
        """Whether nothing was written since, and nothing unfinished stands at the end."""
        return found.st_size == self.end and _identity(found) == _identity(self.status)


class Log:
    """A log in a file, and the table that it makes.

    No file stays open between two calls: Windows could not rename over it.
    """

    def __init__(self, path: Path, *, ids: Callable[[], str], busy_timeout_s: float) -> None:
        self.path = path
        # Behind a link: renaming over the link itself would leave the old file, forgotten texts and all.
        self._file = Path(os.path.realpath(path))
        self._ids = ids
        self._lock = FileLock(self._file.with_name(self._file.name + ".lock"), timeout=busy_timeout_s, mode=0o600)
        self._place: _Place | None = None
        self._compact_after_operations = 0
        self.table = Table()

    @property
    def file(self) -> Path:
        """The file itself, where `path` is a link."""
        return self._file

    def left_over(self) -> Path | None:
        """The file of a rewriting that was killed; None when there is none, or when somebody is at work on it."""
        left = disk.temporary_of(self._file)
        if not left.exists():
            return None
        try:
            self._acquire(timeout_s=0)
        except StoreBusyError:
            return None
        except StoreError:
            return left  # nobody can write here, so nobody does
        try:
            return left if left.exists() else None
        finally:
            self._lock.release()

    def tidy(self) -> None:
        """Remove what a killed rewriting left, as far as that is possible now."""
        if self.left_over() is not None:
            try:
                with self.locked(timeout_s=0):
                    pass
            except StoreError:
                pass  # the next write does it

    def is_there(self) -> bool:
        """Whether there is a file to be read.

        Raises:
            StoreUrlError: the path names a folder or a device, or cannot name anything.
        """
        with self._translated("read"):
            try:
                found = self._file.stat()
            except FileNotFoundError:
                return False
            if not stat.S_ISREG(found.st_mode):
                raise StoreUrlError(
                    f"{self.path} is a folder or a device; name a file, such as {self.path / 'memory.jsonl'}"
                )
            # An empty file is none: nothing that we write is ever empty.
            return found.st_size > 0

    def make(self) -> None:
        """Make it and its folder, unless another process was quicker."""
        with self._translated("written"):
            make_folder(self._file.parent)
            with self.locked():
                if not self.is_there():
                    disk.replace(self._file, [journal.header(self._ids())])

    @contextmanager
    def locked(self, *, timeout_s: float | None = None) -> Iterator[None]:
        """Be the only one who writes; what a killed rewriting left is removed.

        Args:
            timeout_s: How long to wait for others; None waits as long as this log was made to.

        Raises:
            StoreBusyError: another process held the lock too long.
            StoreReadOnlyError: the folder cannot be written.
        """
        self._acquire(timeout_s)
        try:
            with self._translated("written"):
                disk.temporary_of(self._file).unlink(missing_ok=True)
            yield
        finally:
            self._lock.release()

    def _acquire(self, timeout_s: float | None) -> None:
        with self._translated("written"):
            try:
                self._lock.acquire(timeout_s, poll_interval=_POLL_S)
            except Timeout as error:
                raise StoreBusyError(f"{self.path}: another process is using the store; try again") from error

    # Reading ------------------------------------------------------------------------------------------------------

    def refresh(self, before_change: Callable[[], None]) -> None:
        """Take in what others wrote since the last look; everything, when they compacted.

        Args:
            before_change: Called before `table` changes. When everything is read anew, `table` is another one.

        Raises:
            StoreMissingError: the file is gone.
            StoreDamagedError: it is damaged.
        """
        with self._translated("read"):
            if self._place is not None and (self._place.is_now(self._file.stat()) or self._follow(before_change)):
                return
        self.table, self._place = self.read_anew()

    def forget(self) -> None:
        """Do not trust the table any more: somebody was interrupted while changing it."""
        self._place = None

    def _follow(self, before_change: Callable[[], None]) -> bool:
        """Take in groups behind those that the table holds; false when it must be read anew."""
        assert self._place is not None
        old, self._place = self._place, None  # until all is well: whoever interrupts this leaves half a group applied
        with self._file.open("rb") as file:
            found = os.fstat(file.fileno())
            file.seek(old.end - len(old.last))
            if file.read(len(old.last)) != old.last:
                return False
            before_change()
            reading = journal.Reading(file)
            self._take_in(self.table, reading)
        if reading.faults:
            return False
        self._place = _Place(found, reading.end, reading.last or old.last, old.operations + reading.operations)
        return True

    def read_anew(self) -> tuple[Table, _Place]:
        """Read the whole file.

        Somebody who cuts off a torn group and appends can leave a reader with old and new bytes mixed, so damage is
        believed only when a second look finds the same.
        """
        before: list[journal.Fault] = []
        for _ in range(_READS):
            table = Table()
            with self._translated("read"), without_collector(), self._file.open("rb") as file:
                found = os.fstat(file.fileno())
                first = file.readline(1 << 16)
                self._check_header(first, file)
                reading = journal.Reading(file, line=2, compacted=journal.is_compacted(first))
                self._take_in(table, reading)
            if not reading.faults:
                return table, _Place(found, reading.end, reading.last or first, reading.operations)
            if reading.faults == before:
                raise self._damaged(f"{len(before)} damaged stretches, the first at line {before[0].line}")
            before = reading.faults
        raise StoreBusyError(f"{self.path}: the store changes while it is read; try again")

    def _check_header(self, first: bytes, file: BinaryIO) -> None:
        try:
            journal.check_header(first, self.path)
        except StoreDamagedError:
            if salvage.holds_ours(file):
                raise self._damaged("its first line is damaged") from None
            raise

    def _take_in(self, table: Table, reading: journal.Reading) -> None:
        try:
            for operations in reading.groups():
                for operation in operations:
                    table.apply(operation)
        except (KeyError, TypeError, ValueError, AttributeError, InvalidRecordError) as error:
            raise StoreVersionError(
                f"{self.path}: line {reading.line - 1} or one before it cannot be read by this version of Satchel; update it"
            ) from error

    def _damaged(self, what: str) -> StoreDamagedError:
        return StoreDamagedError(
            f"{self.path}: {what}; `satchel doctor --repair` keeps all that is whole and puts the rest aside"
        )

    # Writing, all under the lock ----------------------------------------------------------------------------------

    def append(self, operations: list[Operation]) -> None:
        """Add a group, durably, whose operations the table has carried out already."""
        assert self._place is not None
        data = journal.encode_group(operations)
        end, count = self._place.end + len(data), self._place.operations + len(operations)
        with self._translated("written"):
            found = disk.append(self._file, data, at=self._place.end)
        self._place = _Place(found, end, journal.last_line(data), count)
        if self._is_wasteful():
            try:
                self.rewrite(self.table)
            except StoreError:
                # The group itself is safe, so this is not its failure.
                self._compact_after_operations = 2 * count

    def rewrite(self, table: Table) -> None:
        """Put a new log in the place of the old one, durably, which holds this table and no trace of anything else."""
        last, size = b"", 0

        def told() -> Iterator[bytes]:
            nonlocal last, size
            for chunk in journal.encode_log(self._ids(), snapshot(table)):
                last, size = journal.last_line(chunk), size + len(chunk)
                yield chunk

        with self._translated("written"):
            self._must_be_writable()
            found = disk.replace(self._file, told())
        self.table, self._place = table, _Place(found, size, last, snapshot_size(table))

    def salvage(self) -> list[Path]:
        """Rewrite a damaged log from all that is whole; gives the file that holds the rest, if there is any."""
        with self._translated("read"), self._file.open("rb") as file:
            salvage.begin(file, self.path)  # before a lock leaves its file beside something that is not ours
        with self.locked(), self._translated("written"):
            self._must_be_writable()
            with self._file.open("rb") as file:
                table, bad = salvage.read_damaged(file, self.path)
            # Aside first: in between, it is in both places.
            aside = [salvage.put_aside(self._file, bad)] if bad else []
            if bad:  # what followers of the change feed hold may be lost here
                table.set_setting("epoch", self._ids())
            self.rewrite(table)
        return aside

    def _must_be_writable(self) -> None:
        # Renaming over a file does not ask for this.
        os.close(os.open(self._file, os.O_RDWR))

    def _is_wasteful(self) -> bool:
        assert self._place is not None
        there = self._place.operations
        if self._place.end < _WASTE_FLOOR_BYTES or there < self._compact_after_operations:
            return False
        needed_at_least = 3 + len(self.table.live)
        return there >= _WASTE_FACTOR * needed_at_least and there >= _WASTE_FACTOR * snapshot_size(self.table)

    @contextmanager
    def _translated(self, doing: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise of_system(error, self.path, doing=doing) from error


def _identity(found: os.stat_result) -> tuple[int, int, int, int]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
