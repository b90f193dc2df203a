"""The default store: one SQLite file, open in several processes at once, synced before it acknowledges."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from satchel.stores.forks import identity
from satchel.stores.health import Finding
from satchel.stores.obstacles import of_system
from satchel.stores.sqlite import checkup, fulltext, opening, purge, replacing, salvage, vectors
from satchel.stores.sqlite.candidates import Candidates
from satchel.stores.sqlite.connection import Handle
from satchel.stores.sqlite.nearest import VectorSearch
from satchel.stores.sqlite.pages import Pages
from satchel.stores.sqlite.postings import Postings
from satchel.stores.sqlite.rows import Memo, ReadTransaction, WriteTransaction
from satchel.stores.sqlite.sieve import Sieves
from satchel.stores.urls import url_of
from satchel.text.query import Query
from satchel.text.tokens import index_tokens
from satchel.text.tokens import query as parsed
from satchel_protocol.errors import StoreDamagedError, StoreError, StoreMissingError, StoreReadOnlyError
from satchel_protocol.purging import Receipt
from satchel_protocol.scope import EVERYTHING
from satchel_protocol.state import ALL, Candidate, Filter, Version
from satchel_protocol.store import Capability, Store
from satchel_protocol.transaction import Transaction
from satchel_protocol.vectors import RecordVectors, VectorSpace

BUSY_TIMEOUT_S: Final = 20.0
"""How long a write waits for other processes before it gives up."""
_ATTEMPTS: Final = 2
"""Searches by the index: one that was damaged is mended, and by then another process may have hurt it again."""
_POOL: Final = 4
"""Reading connections that are kept; more exist while more snapshots are open at once."""


_SQUEEZED_ROWS: Final = 20_000
"""Records up to which closing may take the time (a tenth of a second) to rewrite the full-text index."""


class SqliteStore(Store):
    """Memories in one SQLite file. Make it with `open`."""

    capabilities = frozenset(
        {Capability.TEXT_SEARCH, Capability.VECTOR_SEARCH, Capability.DURABLE, Capability.MANY_PROCESSES}
    )

    def __init__(self, path: Path, place: opening.Place, **injected: Any) -> None:
        """Use `open`."""
        super().__init__(**injected)
        self.path = path
        self.url = url_of("sqlite", path)
        self._place = place
        self._readers: list[Handle] = []
        self._writer_handle: Handle | None = None
        self._memo = Memo()
        self._begin_searching()
        self._writing = False
        self._closed = False
        self._erased = False
        self._process = os.getpid()
        self._identity = identity(path)

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        create: bool = True,
        read_only: bool = False,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        **injected: Any,
    ) -> SqliteStore:
        """Open the store in a file.

        Args:
            path: The file.
            create: Make it, and its folder, where there is none.
            read_only: Refuse writes and never create. What cannot be written is opened so by itself.
            busy_timeout_s: How long to wait for other processes.
            injected: `clock`, `ids`, `entropy`, as for every store.

        Raises:
            StoreMissingError: there is none and `create` is false; a read never makes one.
            StoreDamagedError: the file is no database, a damaged one, or one of another program.
            StoreVersionError: a newer version of Satchel wrote it.
            StoreReadOnlyError, StoreFullError, StoreBusyError: it cannot be made.
            EnvironmentProblem: this Python's SQLite cannot do what the store needs.
        """
        path = Path(path).absolute()
        place = opening.prepare(path, create=create, read_only=read_only, busy_timeout_s=busy_timeout_s)
        store = cls(path, place, **injected)
        try:
            store._look_at_index()
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        if self._closed:
            return
        if self._erased and self._process == os.getpid():
            self._squeeze_index()
        self._closed = True
        if self._process != os.getpid():
            return  # the connections belong to the process that forked this one
        self._reconnect()
        self._place.clean_up()

    def _begin_searching(self) -> None:
        """Keep nothing in memory of earlier searches."""
        sieves = Sieves()
        self._postings, self._vector_search, self._candidates = Postings(sieves), VectorSearch(sieves), Candidates()

    # Transactions -------------------------------------------------------------------------------------------------

    @contextmanager
    def _begin(self, *, write: bool) -> Iterator[Transaction]:
        self._check_usable()
        if write:
            with self._begin_write() as writing:
                yield writing
        else:
            with self._begin_read() as reading:
                yield reading

    @contextmanager
    def _begin_read(self) -> Iterator[ReadTransaction]:
        handle = self._reader()
        try:
            handle.run("BEGIN")
            yield ReadTransaction(handle)
        finally:
            self._give_back(handle)

    def _reader(self) -> Handle:
        while self._readers:
            handle = self._readers.pop()
            handle.idle = False
            if not handle.is_closed:  # before a fork
                return handle
        return self._connect(read_only=True)

    def _give_back(self, handle: Handle) -> None:
        try:
            handle.undo()
        except StoreError:
            handle.close()
            return
        if self._closed or len(self._readers) >= _POOL:
            handle.close()
        else:
            handle.idle = True
            self._readers.append(handle)

    @contextmanager
    def _begin_write(self) -> Iterator[WriteTransaction]:
        if self._writing:
            raise RuntimeError("transactions do not nest: this store is in the middle of a write")
        handle = self._writing_handle()
        with handle.in_hand():
            handle.run("BEGIN IMMEDIATE")
            self._writing = True
            try:
                self._must_be_the_same()  # a repair may have put another file there while this one waited
                tx = WriteTransaction(handle, self._memo)
                yield tx
                handle.end_rows()
                tx.flush()
                handle.run("COMMIT")
            except BaseException:
                self._memo.data_version = -1
                handle.undo()
                raise
            finally:
                self._writing = False
            if tx.erased:
                self._erased = True
                self._empty_log(handle)

    def _writing_handle(self) -> Handle:
        if self._place.refusal is not None:
            self._find_another_way()
        if self._place.read_only:
            raise StoreReadOnlyError(f"{self.path}: the store is open for reading only")
        if self._writer_handle is None or self._writer_handle.is_closed:
            self._memo.data_version = -1
            self._must_be_the_same()
            self._writer_handle = self._connect(read_only=False)
            self._writer_handle.idle = True
        return self._writer_handle

    def _find_another_way(self) -> None:
        """Look whether what could not be written when it was opened can be written now.

        Raises:
            StoreFullError, StoreReadOnlyError: it cannot.
        """
        place = opening.prepare(self.path, create=False, read_only=False, busy_timeout_s=self._place.busy_timeout_s)
        if place.refusal is not None:
            place.clean_up()
            raise place.refusal
        self._reconnect()
        self._place.clean_up()
        self._place = place

    def _must_be_the_same(self) -> None:
        if identity(self.path) != self._identity:
            raise StoreMissingError(
                f"the store at {self.path} was removed or replaced while it was open; open it again"
            )

    def _connect(self, *, read_only: bool) -> Handle:
        return self._place.connect(read_only=read_only)

    def _empty_log(self, handle: Handle) -> None:
        """Move the write-ahead log into the file and cut it off, so that a removed text is in neither.

        Not while others read: they may need the log, and the next such step does it.
        """
        try:
            handle.run("PRAGMA busy_timeout = 0")
            handle.run("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except StoreError:
            pass  # the write itself is safe
        finally:
            handle.run(f"PRAGMA busy_timeout = {int(self._place.busy_timeout_s * 1000)}")

    def _erase(self) -> list[Receipt]:
        self._check_usable()
        self._reconnect()  # a connection that was ever in use may hold on to the log
        self._erased = False
        handle = self._writing_handle()
        with handle.in_hand():
            return list(purge.erase(Path(os.path.realpath(self.path)), self._begin_write, handle))

    def _squeeze_index(self) -> None:
        """Take the words of removed texts out of a small index; in a large one they go with its next merges."""
        try:
            with self._begin_write() as tx:
                if tx.count(EVERYTHING) <= _SQUEEZED_ROWS:
                    fulltext.squeeze(tx.handle)
        except StoreError:
            pass  # nothing is lost by it; the next removal tries again

    def _check_usable(self) -> None:
        if self._closed:
            raise StoreError(f"the store at {self.path} is closed")
        if self._process != os.getpid():
            raise StoreError(f"the store at {self.path} was opened before this process was forked; open it again here")

    # Reading ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _begin_checked(self) -> Iterator[ReadTransaction]:
        self._check_usable()
        with self._begin_read() as tx:
            yield tx

    def enumerate(self, where: Filter = ALL) -> Iterator[Version]:
        """Every live record that passes, in order of id, in constant memory, from one snapshot."""
        with self._begin_checked() as tx:
            yield from tx.select(where)

    def _text_candidates(self, query: str, where: Filter, limit: int, also: frozenset[str]) -> list[Candidate]:
        """BM25 over the project's own tokens."""
        wanted = parsed(query)
        if not wanted:
            return []
        self._check_usable()
        for _ in range(_ATTEMPTS):
            if self._place.index_is_broken:
                break
            try:
                return self._ranked(wanted, where, limit, also)
            except StoreError as error:
                if not fulltext.is_damage(error):
                    raise
            if not self._mend_index():
                break
        return self._candidates_without_index(wanted, where, limit, also)

    def _ranked(self, wanted: Query, where: Filter, limit: int, also: frozenset[str]) -> list[Candidate]:
        with self._begin_read() as tx:
            return self._candidates.of(tx, self._postings.rank(tx.handle, wanted.terms, where, limit, also))

    def _candidates_without_index(
        self, wanted: Query, where: Filter, limit: int, also: frozenset[str]
    ) -> list[Candidate]:
        """Look at every record. For a store that cannot be written and whose index is broken."""
        found: list[Candidate] = []
        for version in self.enumerate(where):
            hits = wanted.hits(set(index_tokens(fulltext.searchable(version.record))))
            if hits:
                found.append(Candidate(version=version, score=hits / len(wanted.terms)))
        found.sort(key=lambda candidate: (-candidate.score, candidate.record.id))
        return found[:limit] + [candidate for candidate in found[limit:] if candidate.record.id in also]

    # Vectors ------------------------------------------------------------------------------------------------------

    def vector_spaces(self) -> list[VectorSpace]:
        with self._begin_checked() as tx:
            return vectors.spaces(tx.handle)

    def add_vector_space(self, model: str, dimension: int) -> None:
        self._check_usable()
        with self._begin_write() as tx:
            vectors.add_space(tx.handle, model, dimension)

    def put_vectors(self, model: str, vectors_of: Iterable[RecordVectors]) -> int:
        items = [(item.id, item.revision, item.vectors) for item in vectors_of]  # before the transaction
        self._check_usable()
        with self._begin_write() as tx:
            space, dimension = vectors.space_of(tx.handle, model)
            return vectors.put(tx.handle, space, dimension, items)

    def unembedded(self, model: str, *, where: Filter = ALL, limit: int = 1000) -> list[Version]:
        with self._begin_checked() as tx:
            space, _ = vectors.space_of(tx.handle, model)
            return tx.without_vectors(space, where, limit)

    def whole_vectors(self, model: str) -> dict[str, npt.NDArray[np.float32]]:
        """Id → the vector of all of a record's text, of those that the model has vectors of; each of length 1."""
        with self._begin_checked() as tx:
            return {id: vectors.unpacked(packed) for id, packed in vectors.whole(tx.handle, model)}

    def serve_vectors(self, model: str) -> None:
        self._check_usable()
        with self._begin_write() as tx:
            vectors.serve(tx.handle, model)

    def drop_vectors(self) -> None:
        self._check_usable()
        with self._begin_write() as tx:
            vectors.drop(tx.handle)

    def _vector_candidates(
        self, vector: list[float], where: Filter, limit: int, also: frozenset[str]
    ) -> list[Candidate]:
        with self._begin_checked() as tx:
            hits = dict(self._vector_search.nearest(tx.handle, vector, where, limit)) if limit else {}
            if also:
                hits |= self._vector_search.of_records(tx.handle, vector, where, also)
            return self._candidates.of(tx, list(hits.items()))

    # Health -------------------------------------------------------------------------------------------------------

    def _look_at_index(self) -> None:
        with self._begin_read() as tx:
            whole = fulltext.looks_whole(tx.handle)
        if not whole:
            self._mend_index()

    def _mend_index(self) -> bool:
        """Build the full-text index anew from the records; false when the store cannot be written just now."""
        try:
            try:
                self._rebuild_index()
            except StoreDamagedError:
                self._reconnect()
                fulltext.erase(self._writing_handle())
                self._rebuild_index()
        except StoreError:
            self._place.index_is_broken = True
            return False
        finally:
            self._reconnect()  # FTS5 may go on failing in connections that have seen the broken index
        return True

    def _rebuild_index(self) -> None:
        with self._begin_write() as tx:
            fulltext.rebuild(tx.handle)

    def _reconnect(self) -> None:
        """Close all connections; the next transaction opens its own."""
        handles = [*self._readers, *([self._writer_handle] if self._writer_handle else [])]
        self._readers.clear()
        self._writer_handle = None
        self._memo = Memo()
        self._begin_searching()  # there may be another file now
        for handle in handles:
            handle.close()

    def check(self) -> list[Finding]:
        """Look for damage: the file, the schema, the index, look-up tables, orphans. Changes nothing.

        Raises:
            StoreBusyError: another process kept writing.
        """
        self._check_usable()
        try:
            with self._begin_read() as tx:
                found = checkup.look(tx)
            return found if self._place.read_only or checkup.is_broken(found) else found + self._check_index()
        except StoreDamagedError as error:
            return [checkup.broken(error)]

    def _check_index(self) -> list[Finding]:
        # SQLite compares only in a transaction that may write; there is nothing in it to be committed.
        handle = self._writing_handle()
        with handle.in_hand():
            handle.run("BEGIN IMMEDIATE")
            try:
                return checkup.look_at_index(handle)
            finally:
                handle.undo()

    def repair(self) -> list[Finding]:
        """Mend what can be mended from the records; gives what was found. Never removes a record that can be read.

        Where pages of the file are broken, all that can be read goes into a new file that takes its place, and the
        damaged one is kept beside it.

        Raises:
            StoreReadOnlyError: the store cannot be written.
            StoreBusyError: another process is using it.
        """
        self._check_usable()
        if self._place.refusal is not None:
            self._find_another_way()
        if self._place.read_only:
            raise StoreReadOnlyError(f"{self.path}: the store is open for reading only and cannot be repaired")
        found = self.check()
        if not found:
            return found
        if checkup.is_broken(found):
            return [*found, *self._salvage()]
        try:
            with self._begin_write() as tx:
                checkup.mend(tx)
            self._place.index_is_broken = not self._mend_index()
            handle = self._writing_handle()
            with handle.in_hand():
                checkup.compact(handle)
        except StoreDamagedError as error:
            return [*found, checkup.broken(error), *self._salvage()]
        return found

    def _salvage(self) -> Iterator[Finding]:
        self._reconnect()
        for kept in self.salvage(
            self.path,
            busy_timeout_s=self._place.busy_timeout_s,
            clock=self._clock,
            ids=self._ids,
            entropy=self._entropy,
        ):
            yield checkup.kept(kept)
        self._identity = identity(self.path)
        self._place.index_is_broken = False

    @classmethod
    def salvage(cls, path: Path | str, *, busy_timeout_s: float = BUSY_TIMEOUT_S, **injected: Any) -> list[Path]:
        """Mend a file that `open` refuses as damaged: all that can be read goes into a new one that takes its place.

        Returns:
            The damaged file, under its new name.

        Raises:
            StoreDamagedError: nothing in the file is ours.
            StoreVersionError: a newer Satchel wrote it.
            StoreError: a kind of it for each reason why it cannot be read or written.
        """
        path = Path(os.path.realpath(path))
        try:
            new = replacing.place_of_new(path)
            try:
                with Pages(path) as pages:
                    with replacing.alone(path, busy_timeout_s=busy_timeout_s) as lock:
                        cls._fill(new, pages, **injected)
                        replacing.empty_log(pages, lock)
                    # Without the lock now: SQLite removes the log by its name when it is closed.
                    return [replacing.put_in_place(new, path)]
            finally:
                replacing.discard(new)
        except OSError as error:
            raise of_system(error, path) from error

    @classmethod
    def _fill(cls, new: Path, pages: Pages, **injected: Any) -> None:
        with cls.open(new, **injected) as store:
            with store._begin_write() as tx:
                salvage.fill(pages, tx, store._ids)
            with store._begin_write() as tx:
                checkup.mend(tx)
