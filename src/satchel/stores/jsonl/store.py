"""A store that is one file of JSON Lines. Everything is in memory while it is open; the file is the truth."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from filelock import FileLock, Timeout

from satchel.stores.health import Finding
from satchel.stores.jsonl import journal
from satchel.stores.jsonl.table import Operation, Table, snapshot
from satchel.stores.jsonl.transaction import JsonlTransaction
from satchel_protocol.errors import (
    StoreBusyError,
    StoreDamagedError,
    StoreError,
    StoreFullError,
    StoreMissingError,
    StoreReadOnlyError,
)
from satchel_protocol.state import Candidate, Filter
from satchel_protocol.store import Capability, Store
from satchel_protocol.transaction import Transaction

BUSY_TIMEOUT_S: Final = 30.0
COMPACT_FACTOR: Final = 4
"""The log is compacted when it has grown to so many times its size after the last compaction …"""
COMPACT_FLOOR_BYTES: Final = 1 << 20
"""… and is larger than this: small logs are not worth it."""


class JsonlStore(Store):
    """A log of committed groups. Several processes may have it open: a lock file orders the writers, and readers
    take in what others appended before each transaction.

    A write that removes text (forgetting, undoing) rewrites the whole file, since a log that only grows would keep it.
    """

    capabilities = frozenset({Capability.TEXT_SEARCH, Capability.DURABLE, Capability.MANY_PROCESSES})

    def __init__(self, path: Path, *, read_only: bool, busy_timeout_s: float, **injected: Any) -> None:
        super().__init__(**injected)
        self.path = path
        self.url = f"jsonl://{'' if path.as_posix().startswith('/') else '/'}{path.as_posix()}"
        self._read_only, self._busy_timeout_s = read_only, busy_timeout_s
        self._lock = FileLock(path.with_name(path.name + ".lock"), timeout=busy_timeout_s)
        self._file: BinaryIO | None = None
        self._generation = ""
        self._table = Table()
        self._offset = self._size_when_compact = 0
        self._faults: list[journal.Fault] = []

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        create: bool = True,
        read_only: bool = False,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        **injected: Any,
    ) -> JsonlStore:
        """Open a log, and make it when there is none and `create` says so.

        Raises:
            StoreMissingError: there is none and `create` is false.
            StoreDamagedError: the file is no log of ours, or damaged in its middle.
            StoreVersionError: a newer Satchel wrote it.
            StoreReadOnlyError: it cannot be made there.
        """
        store = cls(path.absolute(), read_only=read_only, busy_timeout_s=busy_timeout_s, **injected)
        if not path.exists():
            if not create or read_only:
                raise StoreMissingError(
                    f"there is no store at {path}; the first `satchel remember --store {path}` makes it"
                )
            store._make()
        store._refresh()
        if store._faults:
            store.close()
            fault = store._faults[0]
            raise StoreDamagedError(
                f"{path}: {len(store._faults)} damaged stretches, the first at line {fault.line}; "
                "`satchel doctor --repair` keeps all that is whole and puts the rest aside"
            )
        return store

    def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()
        self._generation = ""
        self._table = Table()

    # Transactions -------------------------------------------------------------------------------------------------

    @contextmanager
    def _begin(self, *, write: bool) -> Iterator[Transaction]:
        if not write:
            self._refresh()
            yield JsonlTransaction(self._table)
            return
        if self._read_only:
            raise StoreReadOnlyError(f"{self.path} was opened read-only")
        with self._locked():
            self._refresh()
            transaction = JsonlTransaction(self._table)
            self._table.begin()
            try:
                yield transaction
                self._commit(transaction)
            except BaseException:
                self._table.rollback()
                raise
            self._table.commit()

    def _commit(self, transaction: JsonlTransaction) -> None:
        if not transaction.operations:
            return
        try:
            if transaction.erases:
                self._compact()
            else:
                self._append(transaction.operations)
        except OSError as error:
            raise self._ours(error) from error

    def _append(self, operations: list[Operation]) -> None:
        data = journal.encode_group(operations)
        try:
            with self.path.open("r+b") as file:
                # A torn last group of a killed writer is cut off: what follows must begin where a group ends.
                file.truncate(self._offset)
                journal.append(file, data)
        except OSError:
            with self.path.open("r+b") as file:
                file.truncate(self._offset)
            raise
        self._offset += len(data)
        if self._offset > max(COMPACT_FLOOR_BYTES, COMPACT_FACTOR * self._size_when_compact):
            self._compact()

    def _compact(self) -> None:
        generation = self._ids()
        journal.write_anew(self.path, generation, snapshot(self._table))
        self._open_file()
        self._generation = generation
        self._offset = self._size_when_compact = self.path.stat().st_size

    # Reading the file ---------------------------------------------------------------------------------------------

    def _make(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._locked():
                if not self.path.exists():
                    journal.write_anew(self.path, self._ids(), ())
        except OSError as error:
            raise self._ours(error) from error

    def _refresh(self) -> None:
        """Take in what others wrote since the last look; everything, when they compacted."""
        try:
            if self._file is None or not self._same_file():
                self._reload()
            elif self._file.seek(0, os.SEEK_END) != self._offset:
                self._take_in()
        except OSError as error:
            raise self._ours(error) from error

    def _reload(self) -> None:
        self._open_file()
        assert self._file is not None
        self._table, self._faults = Table(), []
        self._file.seek(0)
        self._generation = journal.read_generation(self._file, self.path)
        self._offset = self._file.tell()
        self._take_in()
        self._size_when_compact = self._offset

    def _take_in(self) -> None:
        assert self._file is not None
        self._file.seek(self._offset)
        try:
            for group in journal.read_groups(self._file, self._faults):
                for operation in group.operations:
                    self._table.apply(operation)
                self._offset = group.end
        except (KeyError, TypeError, ValueError) as error:
            raise StoreDamagedError(f"{self.path}: an operation cannot be read: {error}") from error

    def _open_file(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = self.path.open("rb")

    def _same_file(self) -> bool:
        """Whether the path still names the file we have open; compaction puts another in its place."""
        assert self._file is not None
        try:
            there = self.path.stat()
        except FileNotFoundError as error:
            raise StoreMissingError(f"there is no store at {self.path} any more") from error
        here = os.fstat(self._file.fileno())
        return (here.st_ino, here.st_dev) == (there.st_ino, there.st_dev) and there.st_size >= self._offset

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self._lock.acquire()
        except Timeout as error:
            raise StoreBusyError(f"{self.path}: another process is using the store; try again") from error
        except OSError as error:
            raise self._ours(error) from error
        try:
            yield
        finally:
            self._lock.release()

    def _ours(self, error: OSError) -> StoreError:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return StoreFullError(f"{self.path}: the disk is full; nothing of the last operation was kept")
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            return StoreReadOnlyError(f"{self.path} cannot be written: {error.strerror}")
        return StoreError(f"{self.path}: {error.strerror or error}")

    # Search and health --------------------------------------------------------------------------------------------

    def _text_candidates(self, query: str, where: Filter, limit: int) -> list[Candidate]:
        self._refresh()
        live = self._table.live
        ranked = self._table.words.rank(query, lambda id: where.match(live[id].record), limit)
        return [Candidate(version=live[id], score=score) for id, score in ranked]

    def check(self) -> list[Finding]:
        """What is wrong with the file: damaged stretches, look-ups that disagree with the records."""
        self._refresh()
        found = [
            Finding(kind="file", message=f"{self.path.name} is damaged from line {fault.line}", count=1)
            for fault in self._faults
        ]
        if self._table.live.keys() != self._table.prints.keys():
            found.append(Finding(kind="lookup", message="fingerprints and records disagree"))
        return found

    def repair(self) -> None:
        """Write the log anew from everything that is whole."""
        with self._locked():
            self._refresh()
            try:
                self._compact()
            except OSError as error:
                raise self._ours(error) from error
            self._faults = []

    @classmethod
    def salvage(cls, path: Path, **injected: Any) -> list[Path]:
        """Repair a log that `open` refuses: whole groups stay, damaged stretches go to files beside it.

        Returns:
            The files that hold what could not be read.
        """
        store = cls(path.absolute(), read_only=False, busy_timeout_s=BUSY_TIMEOUT_S, **injected)
        with store:
            store._refresh()
            aside: list[Path] = []
            for fault in store._faults:
                target = path.with_name(f"{path.name}.damaged-line-{fault.line}")
                target.write_bytes(fault.raw)
                aside.append(target)
            store.repair()
        return aside
