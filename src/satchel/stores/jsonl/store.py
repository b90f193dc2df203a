"""A store that is one file of JSON Lines. Everything is in memory while it is open; the file is the truth."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from satchel.stores.health import Finding
from satchel.stores.jsonl import checkup, purge
from satchel.stores.jsonl.copies import own_version
from satchel.stores.jsonl.log import Log
from satchel.stores.jsonl.table import Table
from satchel.stores.jsonl.transaction import JsonlTransaction
from satchel.stores.urls import url_of
from satchel_protocol.errors import StoreDamagedError, StoreError, StoreMissingError, StoreReadOnlyError
from satchel_protocol.purging import Receipt
from satchel_protocol.state import Candidate, Filter
from satchel_protocol.store import Capability, Store
from satchel_protocol.transaction import Transaction

BUSY_TIMEOUT_S: Final = 30.0
"""How long a write waits for other processes before it gives up."""


class JsonlStore(Store):
    """A log of committed groups. Several processes may have it open: a lock file orders the writers, and readers, who
    need no lock, take in what others appended before each transaction.

    A write that removes text (forgetting, undoing) rewrites the whole file, since a log that only grows would keep it.
    """

    capabilities = frozenset({Capability.TEXT_SEARCH, Capability.DURABLE, Capability.MANY_PROCESSES})

    def __init__(self, path: Path, *, read_only: bool, busy_timeout_s: float, **injected: Any) -> None:
        """Use `open`."""
        super().__init__(**injected)
        self.path = path
        self.url = url_of("jsonl", path)
        self._read_only = read_only
        self._log = Log(path, ids=self._ids, busy_timeout_s=busy_timeout_s)
        self._readers: list[JsonlTransaction] = []
        self._writing = self._closed = False
        self._process = os.getpid()

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        create: bool = True,
        read_only: bool = False,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        **injected: Any,
    ) -> JsonlStore:
        """Open the store in a file.

        Args:
            path: The file.
            create: Make it, and its folder, where there is none.
            read_only: Refuse writes and never create.
            busy_timeout_s: How long a write waits for other processes.
            injected: `clock`, `ids`, `entropy`, as for every store.

        Raises:
            StoreMissingError: there is none and `create` is false; a read never makes one.
            StoreDamagedError: the file is no log of ours, or is damaged elsewhere than in a torn last group.
            StoreVersionError: a newer Satchel wrote it.
            StoreUrlError: the path names a folder or a device.
            StoreReadOnlyError, StoreFullError, StoreBusyError: it cannot be made there.
        """
        store = cls(Path(path).absolute(), read_only=read_only, busy_timeout_s=busy_timeout_s, **injected)
        if not store._log.is_there():
            if not create or read_only:
                raise StoreMissingError(
                    f'there is no store at {path}; this makes one: satchel --store "{path}" remember "…"'
                )
            store._log.make()
        if not read_only:
            store._log.tidy()
        store._refresh()
        return store

    def close(self) -> None:
        self._closed = True
        self._log.forget()
        self._log.table = Table()

    # Transactions -------------------------------------------------------------------------------------------------

    @contextmanager
    def _begin(self, *, write: bool) -> Iterator[Transaction]:
        self._check_usable()
        if write:
            with self._begin_write() as transaction:
                yield transaction
            return
        reader = JsonlTransaction(self._committed())
        self._readers.append(reader)
        try:
            yield reader
        finally:
            if reader in self._readers:
                self._readers.remove(reader)

    @contextmanager
    def _begin_write(self) -> Iterator[JsonlTransaction]:
        if self._writing:
            raise RuntimeError("transactions do not nest: this store is in the middle of a write")
        self._refuse_if_read_only()
        with self._log.locked():
            self._refresh()
            self._let_readers_go_on()
            table = self._log.table
            transaction = JsonlTransaction(table)
            table.begin()
            self._writing = True
            try:
                yield transaction
                self._commit(transaction)
            except Exception:
                table.rollback()
                raise
            except BaseException:
                # Interrupted anywhere, perhaps between a change and the note of how to take it back.
                self._log.forget()
                raise
            finally:
                self._writing = False
            table.commit()

    def _committed(self) -> Table:
        """The rows as they are on disk."""
        if self._writing:
            # A read inside a write, on the same store object, must not see half of it.
            table, _ = self._log.read_anew()
            return table
        self._refresh()
        return self._log.table

    def _commit(self, transaction: JsonlTransaction) -> None:
        operations = transaction.operations()
        if transaction.erases:
            self._log.rewrite(self._log.table)
        elif operations:
            self._log.append(operations)

    def _refresh(self) -> None:
        before = self._log.table
        self._log.refresh(self._let_readers_go_on)
        if self._log.table is not before:
            self._readers.clear()  # they keep the table that was left behind

    def _let_readers_go_on(self) -> None:
        """Give those who are in the middle of reading a copy, before the table changes under them."""
        if self._readers:
            frozen = self._log.table.frozen()
            for reader in self._readers:
                reader.read_on(frozen)
            self._readers.clear()

    def _refuse_if_read_only(self) -> None:
        if self._read_only:
            raise StoreReadOnlyError(f"{self.path}: the store is open for reading only")

    def _check_usable(self) -> None:
        if self._closed:
            raise StoreError(f"the store at {self.path} is closed")
        if self._process != os.getpid():
            raise StoreError(f"the store at {self.path} was opened before this process was forked; open it again here")

    # Search and health --------------------------------------------------------------------------------------------

    def _text_candidates(self, query: str, where: Filter, limit: int, also: frozenset[str]) -> list[Candidate]:
        """BM25 over the project's own tokens."""
        self._check_usable()
        table = self._committed()
        ranked = table.words.rank(query, lambda found: where.match(table.live[found].record), limit, also)
        return [Candidate(version=own_version(table.live[id]), score=score) for id, score in ranked]

    def _erase(self) -> list[Receipt]:
        self._check_usable()
        self._refuse_if_read_only()
        return list(purge.erase(self._log, self._let_readers_go_on))

    def check(self) -> list[Finding]:
        """Read the file again from its beginning and look for what is wrong. Changes nothing."""
        self._check_usable()
        try:
            table, _ = self._log.read_anew()
        except StoreDamagedError as error:
            return [Finding(kind="file", message=str(error))]
        return checkup.look(table, left_over=self._log.left_over())

    def repair(self) -> list[Finding]:
        """Mend what `check` finds; gives what was found. Never removes a live record.

        Raises:
            StoreReadOnlyError: the store cannot be written.
        """
        found = self.check()
        if any(finding.kind == "file" for finding in found):
            self._refuse_if_read_only()
            self._readers.clear()
            found += [checkup.kept(aside) for aside in self._log.salvage()]
        elif found:
            with self._begin_write() as transaction:
                checkup.mend(transaction)
                transaction.erases = True  # writes everything anew
        return found

    @classmethod
    def salvage(cls, path: Path | str, **injected: Any) -> list[Path]:
        """Repair a log that `open` refuses: every line that is whole stays, the others go to a file beside it.

        Returns:
            The files that hold what could not be read; none when the log was whole.

        Raises:
            StoreDamagedError: nothing in the file is ours.
            StoreVersionError: a newer Satchel wrote it.
            StoreError: a kind of it for each reason why it cannot be read or written.
        """
        store = cls(Path(path).absolute(), read_only=False, busy_timeout_s=BUSY_TIMEOUT_S, **injected)
        with store:
            return store._log.salvage()
