"""What a store promises, and the rules every store shares.

An adapter implements `Transaction` – a few plain reads and writes of rows – and two methods of `Store`: `_begin` and
`_text_candidates`. Everything that decides something (merging, forgetting, revisions, undo, the change feed) is here,
once, on top of those. Names of the six operations are the protocol's own: `write read search delete export_stream
import_stream`.

Absence is `None`, never an exception. Times and ids come from the injected clock and id source. Stores are synchronous;
a store object belongs to one thread at a time.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

from satchel_protocol.batches import all_batches, note_batch
from satchel_protocol.errors import NotFoundError, UnsupportedError, VectorSpaceError
from satchel_protocol.feed import changes_of, cursor_at, seq_of
from satchel_protocol.fingerprint import text_print
from satchel_protocol.forgetting import dead_sources
from satchel_protocol.ids import keyed_id, new_id
from satchel_protocol.merge import is_forgotten_source
from satchel_protocol.permissions import Permission, all_permissions, drop_permission, note_permission
from satchel_protocol.printkeys import all_keys, keys_of_root
from satchel_protocol.purging import (
    Erasure,
    Receipt,
    clear_pending,
    note_pending,
    pending,
    purge_rows,
    records_holding,
)
from satchel_protocol.record import Json, Record
from satchel_protocol.scope import EVERYTHING, Scopes, is_within, scope_root
from satchel_protocol.scopemap import ScopeMap
from satchel_protocol.state import ALL, DEFAULT, Candidate, Change, Filter, Merged, Quarantined, Undone, Version
from satchel_protocol.stream import Signer, StreamItem, StreamReader, Trailer
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction
from satchel_protocol.transfer import Arrival, export_stream, import_stream, sensitivity
from satchel_protocol.undo import Undoer
from satchel_protocol.vectors import RecordVectors, VectorSpace, unit
from satchel_protocol.writing import Writer

_EXPECTED_AT_ONCE: Final = 1000
"""Items of a merge or of one write that a store may look up together."""
_DELETED_AT_ONCE: Final = 1000
"""Records that one transaction forgets, where everything of a scope is asked for."""
_AS_THEY_ARE: Final = ScopeMap()
"""Every scope stays what it is."""


class Capability(StrEnum):
    """What a store can do beyond the floor; declared, never probed."""

    TEXT_SEARCH = "text_search"
    VECTOR_SEARCH = "vector_search"
    DURABLE = "durable"
    """An acknowledged write survives a power loss."""
    MANY_PROCESSES = "many_processes"
    """Several processes may have the store open at once."""


class Store(ABC):
    """A place for memories. Use it as a context manager, or call `close`."""

    capabilities: frozenset[Capability] = frozenset()
    url: str = ""

    def __init__(
        self,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        ids: Callable[[], str] = new_id,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._clock, self._ids, self._entropy = clock, ids, entropy

    # What an adapter implements -----------------------------------------------------------------------------------

    @abstractmethod
    def _begin(self, *, write: bool) -> AbstractContextManager[Transaction]:
        """Open a transaction: a consistent snapshot; when `write`, exclusive, durable on a clean exit, undone on an
        exception. Transactions do not nest.

        Raises:
            StoreBusyError: another process held it too long.
        """

    def _erase(self) -> list[Receipt]:
        """Make sure that nothing of what was removed from the rows is left below them: in an index, in a log, in unused
        pages, in files that the store made. Runs after the rows are gone, outside a transaction, any number of times.

        Returns:
            One receipt for each place; `FAILED` where another run may succeed.
        """
        return [Receipt(place=self.url, outcome=Erasure.UNSUPPORTED, detail="this kind of store does not say")]

    def _text_candidates(self, query: str, where: Filter, limit: int, also: frozenset[str]) -> list[Candidate]:
        raise UnsupportedError(f"{self.url or type(self).__name__} has no text search")

    def _vector_candidates(
        self, vector: list[float], where: Filter, limit: int, also: frozenset[str]
    ) -> list[Candidate]:
        raise self._no_vectors()

    def _no_vectors(self) -> UnsupportedError:
        return UnsupportedError(f"{self.url or type(self).__name__} keeps no vectors")

    def _writer(self, tx: Transaction, **about: Any) -> Writer:
        return Writer(tx, self._clock, self._ids, self._entropy, **about)

    def now(self) -> datetime:
        """The time by this store's clock, aware, UTC."""
        return self._clock()

    def close(self) -> None:  # noqa: B027 - a store without a handle has nothing to close
        """Release files and connections. Closing twice is harmless."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Reading ------------------------------------------------------------------------------------------------------

    def read(self, id: str) -> Version | None:
        """The live version of a record; None when there is none, or it was forgotten."""
        with self._begin(write=False) as tx:
            return tx.current(id)

    def find(self, scope: str, key: str) -> Version | None:
        """The keyed memory at (scope, key)."""
        return self.read(keyed_id(scope, key))

    def history(self, id: str) -> list[Version]:
        """Every version of a record, oldest first, the live one last; empty for an unknown or forgotten one."""
        with self._begin(write=False) as tx:
            current = tx.current(id)
            return [*tx.history(id), current] if current is not None else []

    def enumerate(self, where: Filter = ALL) -> Iterator[Version]:
        """Every live record that passes, in order of id, in constant memory, from one snapshot."""
        with self._begin(write=False) as tx:
            for version in tx.scan(where.scopes):
                if where.match(version.record):
                    yield version

    def count(self, scopes: Scopes = EVERYTHING) -> int:
        """How many live records there are, archived and superseded ones included."""
        with self._begin(write=False) as tx:
            return tx.count(scopes)

    def search(
        self, query: str, *, where: Filter = DEFAULT, limit: int = 50, also: Collection[str] = ()
    ) -> list[Candidate]:
        """Candidates by full text, best first, ties by id. Any query text is safe.

        Args:
            query: A question or words.
            where: What may be found.
            limit: How many of the best; 0 for those of `also` alone.
            also: Ids that are scored too where they match and pass, however far behind; they come after the best. So
                the hits of another kind of search get their score of this kind.

        Raises:
            UnsupportedError: the store has no text search.
            ValueError: `limit` is negative.
        """
        if limit < 0:
            raise ValueError(f"limit is {limit}")
        if (limit == 0 and not also) or not query.strip():
            return []
        return self._text_candidates(query, where, limit, frozenset(also))

    def search_vector(
        self, vector: Sequence[float], *, where: Filter = DEFAULT, limit: int = 50, also: Collection[str] = ()
    ) -> list[Candidate]:
        """Candidates by meaning, nearest first, ties by id; the score is the cosine, -1 to 1, of the nearest piece.

        The filter holds inside the search: records of other scopes never crowd these out.

        Args:
            vector: Of the question, by the model of the serving space.
            where: What may be found.
            limit: How many of the nearest; 0 for those of `also` alone.
            also: As for `search`.

        Raises:
            UnsupportedError: the store keeps no vectors.
            VectorSpaceError: no space serves, or the vector has another dimension or is not finite.
            ValueError: `limit` is negative.
        """
        if limit < 0:
            raise ValueError(f"limit is {limit}")
        if Capability.VECTOR_SEARCH not in self.capabilities:
            raise self._no_vectors()
        space = next((space for space in self.vector_spaces() if space.serving), None)
        if space is None:
            raise VectorSpaceError(f"{self.url}: there are no vectors yet; run: satchel embed")
        asked = unit(vector, space.dimension, what="the question's vector")
        if (limit == 0 and not also) or asked is None:
            return []
        return self._vector_candidates(asked, where, limit, frozenset(also))

    def tombstones(self, scopes: Scopes = EVERYTHING) -> list[Tombstone]:
        """Every tombstone of these scopes, by id."""
        with self._begin(write=False) as tx:
            return [b.tombstone for b in tx.tombstones() if scopes.match(b.tombstone.scope)]

    def tombstones_of(self, id: str) -> list[Tombstone]:
        """The tombstones of one record's id; empty when it was never forgotten."""
        with self._begin(write=False) as tx:
            return [buried.tombstone for buried in tx.tombstones_of(id)]

    def needing_rebuild(self, scopes: Scopes = EVERYTHING, *, of: Iterable[str] | None = None) -> list[Version]:
        """Live records that were derived from a forgotten one among others, by id: what they say may hold what was
        forgotten. One leaves this list when it is written anew without naming that source.

        Args:
            scopes: Of these.
            of: Only for these sources; None for whatever was forgotten.
        """
        with self._begin(write=False) as tx:
            sources = (
                of
                if of is not None
                else {buried.tombstone.id for buried in tx.tombstones() if is_forgotten_source(buried.tombstone)}
            )
            ids = {id for source in sources for id in tx.ids_derived_from(source)}
            found = [version for id in sorted(ids) if (version := tx.current(id)) is not None]
            return [v for v in found if scopes.match(v.record.scope) and dead_sources(tx, v.record)]

    def dead_sources(self, record: Record) -> tuple[str, ...]:
        """Those of a record's sources that a person forgot and that are not remembered again."""
        with self._begin(write=False) as tx:
            return dead_sources(tx, record)

    def saying(self, text: str, scope: str) -> list[Version]:
        """Live records within a scope that say this text, in any spelling that counts as the same; by id."""
        with self._begin(write=False) as tx:
            keys = keys_of_root(tx, scope_root(scope))
            ids = {id for key in keys for id in tx.ids_with_print(text_print(key, text))}
            found = [tx.current(id) for id in sorted(ids)]
            return [version for version in found if version is not None and is_within(version.record.scope, scope)]

    def holding(self, texts: Iterable[str], *, but: Collection[str] = ()) -> list[str]:
        """Ids of live records in which one of these texts stands, in whatever field; see `records_holding`."""
        with self._begin(write=False) as tx:
            return records_holding(tx, texts, but=but)

    # Writing ------------------------------------------------------------------------------------------------------

    def write(
        self, record: Record, *, expected_revision: int | None = None, revive: bool = False, relax: bool = False
    ) -> Version:
        """Write one record on somebody's word: it replaces the live version whatever the times say.

        A changed record is dated max(now, previous + 1 µs); an unchanged one stays as it is, at its revision. The
        earliest known `created_at` survives.

        Args:
            record: The record; checked here.
            expected_revision: Compare-and-set: the live revision, 0 for "there is none".
            revive: Write it although it, or its text, was forgotten; the record then lists what it revives.
            relax: Let `access` become milder than it is; else the stricter stays.

        Returns:
            The version that is live now.

        Raises:
            InvalidRecordError: the record breaks the protocol's rules.
            RevisionConflictError: the live revision is another one than expected.
            TombstonedError: it was forgotten and `revive` is false.
            ScopeCollisionError: the id belongs to another scope.
        """
        return self.write_many([record], expected_revision=expected_revision, revive=revive, relax=relax)[0]

    def write_many(
        self,
        records: Iterable[Record],
        *,
        expected_revision: int | None = None,
        revive: bool = False,
        relax: bool = False,
    ) -> list[Version]:
        """Write several records in one transaction: all of them or none. As `write`."""
        checked = [record.check() for record in records]
        with self._begin(write=True) as tx:
            writer = self._writer(tx)
            written: list[Version] = []
            for start in range(0, len(checked), _EXPECTED_AT_ONCE):
                part = checked[start : start + _EXPECTED_AT_ONCE]
                if len(part) > 1:
                    tx.expect([record.id for record in part])
                written += [writer.local(r, expected_revision, revive=revive, relax=relax) for r in part]
            return written

    def merge(
        self,
        items: Iterable[Record | Tombstone],
        *,
        batch: str | None = None,
        where: str = "",
        quarantine_similar: bool = False,
        said: Mapping[str, str] | None = None,
        beside: Collection[str] = (),
    ) -> list[Merged]:
        """Merge versions and tombstones from elsewhere in one transaction, by the rules of `satchel_protocol.merge`.

        Args:
            items: Records and tombstones, in any order. One that breaks a rule of the protocol is rejected and set
                aside, and does not stop the others.
            batch: Id of the import, to undo it by.
            where: Source name, for items that are set aside.
            quarantine_similar: Set near-duplicates of forgotten texts aside; for automatic writers.
            said: Tombstone id → what the deleted record said, where a source shows both: the tombstone gets prints and
                sketch of it, by this store's key. The text itself is not kept.
            beside: Ids of tombstones that the source of these items shows itself: what is only much like them lives
                there beside them, and is not set aside for them.

        Returns:
            One entry for each item, in order.
        """
        items = list(items)  # before the transaction: they may come from a generator that reads this store
        with self._begin(write=True) as tx:
            writer = self._writer(
                tx, batch=batch, where=where, quarantine_similar=quarantine_similar, said=said or {}, beside=beside
            )
            merged: list[Merged] = []
            for start in range(0, len(items), _EXPECTED_AT_ONCE):
                part = items[start : start + _EXPECTED_AT_ONCE]
                tx.expect([item.id for item in part])
                merged += writer.merge_all(part)
            return merged

    def delete(
        self, id: str, *, actor: str = "", reason: str = "user", expected_revision: int | None = None
    ) -> Tombstone | None:
        """Forget a record: its text goes at once, a tombstone stays.

        With reason `user`, what was derived from it alone goes too; its ids are in the tombstone's `derived`.

        Returns:
            The tombstone, or None when there is no such record; deleting an absent record is silent.

        Raises:
            RevisionConflictError: the live revision is another one than expected.
            InvalidRecordError: `actor` is no Unicode text, or `reason` is empty.
        """
        with self._begin(write=True) as tx:
            return self._writer(tx).delete(id, actor=actor, reason=reason, expected=expected_revision)

    def delete_many(self, ids: Iterable[str], *, actor: str = "", reason: str = "user") -> list[Tombstone]:
        """Forget several records in one transaction: all of them or none. As `delete`; absent ones are left out.

        Raises:
            InvalidRecordError: `actor` is no Unicode text, or `reason` is empty.
        """
        ids = list(ids)
        with self._begin(write=True) as tx:
            writer = self._writer(tx)
            gone = [writer.delete(id, actor=actor, reason=reason, expected=None) for id in ids]
        return [tombstone for tombstone in gone if tombstone is not None]

    def delete_scope(
        self,
        scopes: Scopes,
        *,
        actor: str = "",
        reason: str = "user",
        progress: Callable[[int], None] | None = None,
    ) -> int:
        """Forget every live record of these scopes, however many; gives how many went.

        In transactions of a thousand, so that others get their turn and nothing has to be held in memory. What was
        forgotten before an interruption stays forgotten; call it again for the rest.

        Args:
            scopes: Whose memories go.
            actor, reason: As for `delete`.
            progress: Called with the number forgotten so far.

        Raises:
            InvalidRecordError: `actor` is no Unicode text, or `reason` is empty.
        """
        forgotten = 0
        while True:
            with self._begin(write=False) as tx:
                ids = [version.record.id for version in islice(tx.scan(scopes), _DELETED_AT_ONCE)]
            if not ids:
                return forgotten
            self.delete_many(ids, actor=actor, reason=reason)
            forgotten += len(ids)
            if progress is not None:
                progress(forgotten)

    def purge(self, ids: Iterable[str], *, texts: Iterable[str] = ()) -> list[Receipt]:
        """Erase what was forgotten from every place that this store has; see `purging`.

        Killed in the middle, it is taken up by the next purge; `unfinished_purges` names it until then.

        Args:
            ids: Of records that were forgotten.
            texts: What they said, where the caller still has it: so found inside longer texts that were set aside.

        Returns:
            One receipt for each place.

        Raises:
            NotFoundError: one of the ids was never forgotten here.
        """
        ids = list(ids)
        with self._begin(write=True) as tx:
            for id in ids:
                if not tx.tombstones_of(id):
                    raise NotFoundError(f"{id} was never forgotten here")
            ids = list(dict.fromkeys([*ids, *pending(tx)]))
            note_pending(tx, ids)
            receipts = purge_rows(tx, self._writer(tx).keys, ids, texts)
        receipts += self._erase()
        if not any(receipt.outcome is Erasure.FAILED for receipt in receipts):
            with self._begin(write=True) as tx:
                clear_pending(tx, ids)
        return receipts

    def unfinished_purges(self) -> list[str]:
        """Ids whose purge was begun and did not come to its end."""
        with self._begin(write=False) as tx:
            return pending(tx)

    def undo(self, batch: str) -> Undone:
        """Take an import back: what it brought vanishes, what it replaced returns.

        A record that was changed since stays and is named. A tombstone that the import brought goes too, unless it
        removed a text: what was forgotten is not kept anywhere and cannot return.

        Raises:
            NotFoundError: no import of that id, or it was undone already.
        """
        with self._begin(write=True) as tx:
            return Undoer(tx, self._writer(tx)).undo(batch)

    # Batches, quarantine, lines, keys -----------------------------------------------------------------------------

    def open_batch(self, batch: str, about: Mapping[str, Json]) -> None:
        """Note that an import begins, before its first write."""
        with self._begin(write=True) as tx:
            note_batch(tx, batch, about)

    def batches(self) -> dict[str, dict[str, Json]]:
        """Imports that can be undone, by id, oldest first."""
        with self._begin(write=False) as tx:
            return all_batches(tx)

    def set_aside(self, items: Iterable[Quarantined]) -> list[int]:
        """Keep items that could not be imported, to be looked at and repaired; gives their numbers.

        What is there already, with the same reason, is not kept twice; its number is given again.
        """
        with self._begin(write=True) as tx:
            writer = self._writer(tx)
            return [writer.set_aside(item) for item in items]

    def quarantine(self) -> list[Quarantined]:
        """Everything that was set aside, by number."""
        with self._begin(write=False) as tx:
            return list(tx.aside())

    def drop_quarantined(self, number: int) -> None:
        """Remove one item that was set aside; silent when it is not there."""
        with self._begin(write=True) as tx:
            tx.drop_aside(number)

    def keep_lines(self, lines: Iterable[str], *, batch: str | None = None) -> int:
        """Keep unknown stream lines verbatim, to be passed on by the next export; gives how many were new.

        Raises:
            ValueError: one of them is empty or is more than one line; it would break the stream it goes into.
        """
        lines = list(lines)
        for line in lines:
            if not line.strip() or "\n" in line:
                raise ValueError(f"not one line: {line[:60]!r}")
        with self._begin(write=True) as tx:
            return sum(tx.keep_line(line, batch) for line in lines)

    def kept_lines(self) -> list[str]:
        """Unknown stream lines, oldest first."""
        with self._begin(write=False) as tx:
            return list(tx.kept_lines())

    def print_keys(self) -> dict[str, list[bytes]]:
        """Keys of the fingerprints, by root scope. They belong to the owner: never into an unencrypted file."""
        with self._begin(write=False) as tx:
            return all_keys(tx)

    def adopt_print_keys(self, keys: Mapping[str, Iterable[bytes]]) -> None:
        """Take over the keys of another store of the same owner, so that its tombstones' prints match here."""
        with self._begin(write=True) as tx:
            self._writer(tx).adopt_keys(keys)

    def rotate_print_keys(self, roots: Iterable[str] | None = None) -> dict[str, str]:
        """Make the fingerprints of what is forgotten from now on with new keys; the earlier keys stay beside them.

        Args:
            roots: Root scopes such as `user:ann`; None takes all that have a key.

        Returns:
            Root → the public name of its new key.
        """
        with self._begin(write=True) as tx:
            return self._writer(tx).rotate_keys(all_keys(tx) if roots is None else roots)

    # Permissions --------------------------------------------------------------------------------------------------

    def permissions(self) -> list[Permission]:
        """What the owner lets through to models on purpose, by class and scope."""
        with self._begin(write=False) as tx:
            return all_permissions(tx)

    def permit(self, kind: str, scope: str, *, actor: str) -> Permission:
        """Let a class of sensitive content through to models in a scope; it stays in this store.

        Args:
            kind: The class, such as `health`.
            scope: A pattern of scopes.
            actor: Who says so.

        Raises:
            InvalidScopeError: the pattern is none.
        """
        permission = Permission(kind=kind, scope=Scopes.of(scope).patterns[0], actor=actor, at=self.now())
        with self._begin(write=True) as tx:
            note_permission(tx, permission)
        return permission

    def withdraw(self, kind: str, scope: str) -> bool:
        """Take a permission back. Silent when there is none; says whether there was."""
        with self._begin(write=True) as tx:
            return drop_permission(tx, kind, Scopes.of(scope).patterns[0])

    # Vectors ------------------------------------------------------------------------------------------------------

    def vector_spaces(self) -> list[VectorSpace]:
        """The models that the store has vectors of, the serving one first; empty for a store that keeps none."""
        return []

    def add_vector_space(self, model: str, dimension: int) -> None:
        """Make room for the vectors of a model; the first one serves at once. Silent when it is there.

        Raises:
            VectorSpaceError: it is there with another dimension, or the dimension is not positive.
        """
        raise self._no_vectors()

    def put_vectors(self, model: str, vectors: Iterable[RecordVectors]) -> int:
        """Keep vectors in one transaction; gives how many records took them.

        They replace earlier ones of the model. Vectors of a record that is gone or whose text has changed since are
        left out without a word: `unembedded` names it again.

        Raises:
            VectorSpaceError: there is no such space, or a vector has another dimension or is not finite.
        """
        raise self._no_vectors()

    def unembedded(self, model: str, *, where: Filter = ALL, limit: int = 1000) -> list[Version]:
        """Live records that pass and that the model has no vectors of, in a stable order.

        Raises:
            VectorSpaceError: there is no such space.
        """
        raise self._no_vectors()

    def serve_vectors(self, model: str) -> None:
        """Let a model's vectors answer from now on, and drop those of all others.

        Raises:
            VectorSpaceError: there is no such space.
        """
        raise self._no_vectors()

    def drop_vectors(self) -> None:
        """Remove all vectors of all models. Records stay."""
        raise self._no_vectors()

    # Change feed --------------------------------------------------------------------------------------------------

    @property
    def store_id(self) -> str:
        """Names this store for good; made when it is first written."""
        with self._begin(write=False) as tx:
            return str(tx.setting("store_id") or "")

    def cursor(self) -> str:
        """The present end of the change feed."""
        with self._begin(write=False) as tx:
            return cursor_at(tx, tx.last_seq())

    def changes(self, since: str | None = None, *, scopes: Scopes = EVERYTHING) -> tuple[list[Change], str]:
        """What changed after a cursor, and the cursor to ask with next time.

        Args:
            since: A cursor of this store; None for everything.
            scopes: Entries of other scopes are left out; entries of removed records never are.

        Raises:
            CursorError: the cursor is of another store or epoch; resynchronise with `since=None`.
        """
        with self._begin(write=False) as tx:
            after = seq_of(tx, since) if since is not None else 0
            found: list[Change] = []
            last = after
            for seq, id in tx.changes(after):
                last = max(last, seq)
                found.extend(changes_of(tx, id, seq, after, scopes))
            return found, cursor_at(tx, last)

    # Streams ------------------------------------------------------------------------------------------------------

    def export_stream(
        self,
        out: BinaryIO,
        *,
        scopes: Scopes = EVERYTHING,
        since: str | None = None,
        withhold: Callable[[Record], str | None] = sensitivity,
        withhold_line: Callable[[str], str | None] | None = None,
        producer: str = "satchel-protocol",
        progress: Callable[[int], None] | None = None,
        sign: Signer | None = None,
        carry_keys: bool = False,
    ) -> Trailer:
        """Write everything of these scopes as one stream, from one snapshot, in constant memory.

        Args:
            out: Binary sink; not closed here.
            scopes: What is asked for.
            since: A cursor; then only what changed after it.
            withhold: Gives the reason why a record stays behind, or None. By default sensitive and secret ones do.
            withhold_line: The same for lines that this version does not know. By default they go along.
            producer: `tool/version` for the header.
            progress: Called with the number of records written so far.
            sign: Signs the trailer, and with it every byte.
            carry_keys: Put the keys of the fingerprints in, so that they match elsewhere: for a sink that encrypts.

        Returns:
            The trailer that was written.
        """
        with self._begin(write=False) as tx:
            header_ids = (self._ids(), producer, self._clock())
            return export_stream(
                tx,
                out,
                header_ids,
                scopes=scopes,
                since=since,
                withhold=withhold,
                withhold_line=withhold_line,
                progress=progress,
                sign=sign,
                carry_keys=carry_keys,
            )

    def import_stream(
        self,
        source: BinaryIO,
        *,
        name: str = "stream",
        batch: str | None = None,
        scopes: Scopes = EVERYTHING,
        accept_partial: bool = False,
        quarantine_similar: bool = True,
        progress: Callable[[int], None] | None = None,
        on_item: Callable[[StreamItem, int], None] | None = None,
        admit: Callable[[Record], Record] | None = None,
        check: Callable[[StreamReader], None] | None = None,
        scope_map: ScopeMap = _AS_THEY_ARE,
    ) -> Arrival:
        """Merge a stream. It is verified to its end before the first write; what cannot seek is staged in a file.

        Args:
            source: Binary lines, uncompressed.
            name: For messages.
            batch: Id of the import, to undo it by; made here when None.
            scopes: Whitelist; records of other scopes are withheld.
            accept_partial: Take what a damaged or cut stream holds.
            quarantine_similar: Set near-duplicates of forgotten texts aside.
            progress: Called with the number of lines applied so far.
            on_item: Called with each item and its line number as it is applied.
            admit: Gives each record as it shall be taken, such as with its access set.
            check: Looks at the header and the trailer of a stream that is whole, and raises if it must not be taken.
            scope_map: Scopes that become others, before the whitelist is asked.

        Raises:
            StreamError: a kind of it for each kind of damage; nothing was written then.
        """
        return import_stream(
            self,
            source,
            name=name,
            batch=batch if batch is not None else self._ids(),
            scopes=scopes,
            accept_partial=accept_partial,
            quarantine_similar=quarantine_similar,
            progress=progress,
            on_item=on_item,
            admit=admit,
            check=check,
            scope_map=scope_map,
        )
