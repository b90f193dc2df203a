"""One end of a sync: what it tells of its changes, how it takes in the other's, and the marks that it keeps of that.

What a replica has taken in of another one it notes itself, in the same transaction, so that a killed sync goes on where
it was. An item bears one sequence number, that of its last change here. What was just taken in exactly as it came need
not be told back: its numbers are known (`Ranges`) and passed over.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Final

from satchel_protocol.batches import about_batch, drop_batch, is_batch, note_batch, undone_batches
from satchel_protocol.errors import CursorError, InvalidRecordError
from satchel_protocol.feed import cursor_at, seq_of
from satchel_protocol.record import Json, Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Buried, Merged, Outcome, Version
from satchel_protocol.transaction import Transaction
from satchel_protocol.undo import Undoer
from satchel_protocol.writing import Writer

if TYPE_CHECKING:
    from satchel_protocol.store import Store

PAGE: Final = 2000
"""Ids in one transaction of a sync."""
FORGOTTEN: Final = "forgotten"
"""Stands where a digest would, for an id that was forgotten."""
_PREFIX: Final = "sync/"
_WHERE: Final = "sync"
"""Where what a sync sets aside is said to come from."""
_PAIR: Final = re.compile(r"(\d{1,18})-(\d{1,18})")
_PAIRS: Final = re.compile(r"(?:\d{1,18}-\d{1,18}(?: |$))*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """All that a replica holds of one id that changed."""

    id: str
    version: Version | None
    tombstones: tuple[Buried, ...]

    @property
    def state(self) -> str:
        """The digest of the live version, `FORGOTTEN`, or nothing."""
        if self.version is not None:
            return self.version.digest
        return FORGOTTEN if self.tombstones else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A part of a change feed, in order."""

    bundles: tuple[Bundle, ...]
    cursor: str
    """Behind these, to go on from."""
    batches: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """The imports that brought some of it, and what is noted of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """An id that both replicas changed since they last agreed, and what came of it."""

    id: str
    scope: str
    here: str
    """Digest at the replica that took it in, or `FORGOTTEN`."""
    there: str
    """The same, at the one that it came from."""
    kept: str
    """What both hold in the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What a replica notes of its last sync with another one."""

    cursor: str = ""
    """How far it has taken in the other's changes; empty for not at all."""
    past: str = ""
    """What its own past was called then: another name says that it lost something since."""
    mine: str = ""
    """Where its own changes were when that sync ended."""
    session: str = ""
    """Of the last sync that changed anything; both ends note the same."""
    known: str = ""
    """Of a sync that has not come to its end: numbers of changes here that the other end holds exactly so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What taking in one page did."""

    merged: tuple[Merged, ...]
    conflicts: tuple[Conflict, ...]
    mark: Mark
    """What is noted of it."""

    def turned(self) -> Taken:
        """The same, with the conflicts as the other end sees them."""
        turned = tuple(replace(conflict, here=conflict.there, there=conflict.here) for conflict in self.conflicts)
        return replace(self, conflicts=turned)


class Ranges:
    """Sets of sequence numbers, as ranges."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, after: int, last: int) -> None:
        """Add the numbers behind `after`, up to `last`; ranges come in ascending order and do not overlap."""
        if self._ends and self._ends[-1] == after:
            self._ends[-1] = last
        else:
            self._starts.append(after)
            self._ends.append(last)

    def __contains__(self, seq: int) -> bool:
        place = bisect_right(self._starts, seq - 1) - 1
        return place >= 0 and seq <= self._ends[place]

    def __str__(self) -> str:
        """As `read` takes it: `4-9 12-30`, the first of each exclusive."""
        return " ".join(f"{after}-{last}" for after, last in zip(self._starts, self._ends, strict=True))

    @classmethod
    def read(cls, text: str) -> Ranges:
        """What `str` wrote; of anything else nothing."""
        ranges, least = cls(), -1
        for pair in _PAIR.finditer(text) if _PAIRS.fullmatch(text) else ():
            after, last = int(pair[1]), int(pair[2])
            if not least <= after < last:
                return cls()
            ranges.add(after, last)
            least = last
        return ranges


class Replica:
    """A store as one end of a sync with one other store.

    Args:
        store: It.
        scopes: What is synced; marks are kept apart for each selection.
    """

    def __init__(self, store: Store, scopes: Scopes) -> None:
        self.store, self.scopes = store, scopes
        self._channel = "all" if scopes.everything else ",".join(sorted(scopes.patterns))
        self.known = Ranges()
        """Numbers of changes here that the other end is known to hold."""

    # Who it is ----------------------------------------------------------------------------------------------------

    def identity(self) -> str:
        """The store's name; made when it has none yet."""
        name = self.store.store_id
        if not name:
            with self._writing() as (_, writer):
                writer.ensure_identity()
            name = self.store.store_id
        return name

    def take_new_identity(self) -> None:
        """Make a store of its own of a copied file: it and the other one have the same past and no common future."""
        with self._writing() as (tx, writer):
            for name, _ in tx.settings(_PREFIX):
                tx.set_setting(name, None)
            tx.set_setting("store_id", None)
            writer.ensure_identity()

    def past(self) -> str:
        """Names what this store remembers of its past: another one after a repair or after an import was taken back,
        which both make it lose what the other end may still have."""
        with self.store._begin(write=False) as tx:
            return _past(tx)

    # Marks --------------------------------------------------------------------------------------------------------

    def mark(self, peer: str) -> Mark | None:
        """What is noted of syncs with a store; None before the first one."""
        with self.store._begin(write=False) as tx:
            noted = tx.setting(self._name(peer))
        if not isinstance(noted, Mapping):
            return None
        # A newer version may note more; what is no text was not written by any.
        known = {field.name for field in fields(Mark)}
        return Mark(**{name: value for name, value in noted.items() if name in known and isinstance(value, str)})

    def note(self, peer: str, mark: Mark) -> None:
        """Note how far it is."""
        with self.store._begin(write=True) as tx:
            self._note(tx, peer, mark)

    def _note(self, tx: Transaction, peer: str, mark: Mark) -> None:
        tx.set_setting(self._name(peer), asdict(mark))

    def _name(self, peer: str) -> str:
        return f"{_PREFIX}{peer}/{self._channel}"

    def holds(self, cursor: str) -> bool:
        """Whether a cursor is one of this store as it is now."""
        with self.store._begin(write=False) as tx:
            try:
                return seq_of(tx, cursor) <= tx.last_seq()
            except CursorError:
                return False

    # Telling ------------------------------------------------------------------------------------------------------

    def pages(self, since: str, *, size: int = PAGE) -> Iterator[Page]:
        """What changed behind a cursor and is not known to the other end, from one snapshot, in order of change.

        The last page may hold nothing: its cursor is the end. No page where there is nothing behind the cursor.
        """
        with self.store._begin(write=False) as tx:
            after = seq_of(tx, since) if since else 0
            end, waiting = tx.last_seq(), list[Bundle]()
            for seq, id in tx.changes(after):
                bundle = None if seq in self.known else self._bundle(tx, id)
                if bundle is not None:
                    waiting.append(bundle)
                if len(waiting) >= size:
                    yield self._page(tx, waiting, seq)
                    waiting, after = [], seq
            if waiting or end > after or not since:
                yield self._page(tx, waiting, end)

    def _bundle(self, tx: Transaction, id: str) -> Bundle | None:
        version = tx.current(id)
        if version is not None and not self.scopes.match(version.record.scope):
            version = None
        tombstones = tuple(b for b in tx.tombstones_of(id) if self.scopes.match(b.tombstone.scope))
        return Bundle(id=id, version=version, tombstones=tombstones) if version is not None or tombstones else None

    def _page(self, tx: Transaction, bundles: Sequence[Bundle], seq: int) -> Page:
        named = {b.version.batch for b in bundles if b.version is not None}
        named |= {buried.batch for b in bundles for buried in b.tombstones}
        batches = {batch: about_batch(tx, batch) for batch in named if batch is not None and is_batch(tx, batch)}
        return Page(bundles=tuple(bundles), cursor=cursor_at(tx, seq), batches=batches)

    # Taking in ----------------------------------------------------------------------------------------------------

    def take_in(self, page: Page, peer: str, mark: Mark, *, agreed: str) -> Taken:
        """Merge a page and note that, in one transaction.

        Args:
            page: Of the other end.
            peer: Its name.
            mark: What to note, with the page's cursor.
            agreed: Cursor of this store where the two agreed last: what changed here behind it and changed there too is
                a conflict. Empty when they never met.
        """
        with self._writing() as (tx, _):
            start = tx.last_seq()
            tx.expect([bundle.id for bundle in page.bundles])
            rivals = self._rivals(tx, page.bundles, seq_of(tx, agreed) if agreed else 0)
            merged = self._merge(tx, page)
            conflicts = [
                Conflict(id=bundle.id, scope=_scope(bundle), here=here, there=bundle.state, kept=_state(tx, bundle.id))
                for bundle, here in rivals
            ]
            taken_as_is = tx.last_seq() - start == sum(m.changed for _, m in merged) and all(
                _holds(tx, bundle) for bundle, m in merged if m.changed
            )
            if taken_as_is and tx.last_seq() > start:
                self.known.add(start, tx.last_seq())
            mark = replace(mark, cursor=page.cursor, known=str(self.known))
            self._note(tx, peer, mark)
        return Taken(merged=tuple(m for _, m in merged), conflicts=tuple(conflicts), mark=mark)

    def take_up(self) -> tuple[tuple[Merged, ...], int]:
        """Take in what earlier syncs set aside and what may be taken by now: what was dated ahead of the clock here.

        Returns:
            What became of it, and how many stay aside.
        """
        with self.store._begin(write=False) as tx:
            waiting = [item.number for item in tx.aside() if item.where == _WHERE]
        if not waiting:
            return (), 0
        taken: list[Merged] = []
        left = 0
        writers: dict[str | None, Writer] = {}
        with self.store._begin(write=True) as tx:
            for item in list(tx.aside()):
                if item.where != _WHERE:
                    continue
                record = _record_of(item.item)
                if record is None or not self.scopes.match(record.scope):
                    left += 1
                    continue
                batch = item.batch if item.batch is not None and is_batch(tx, item.batch) else None
                if batch not in writers:
                    writers[batch] = self.store._writer(tx, batch=batch, where=_WHERE)
                merged = writers[batch].merge(record)
                if merged.outcome in (Outcome.QUARANTINED, Outcome.REJECTED):
                    left += 1
                else:
                    tx.drop_aside(item.number)
                    taken.append(merged)
        return tuple(taken), left

    def _merge(self, tx: Transaction, page: Page) -> list[tuple[Bundle, Merged]]:
        """Tombstones first, and each item in the name of the import that brought it, so that it can be undone here."""
        writers: dict[str | None, Writer] = {}

        def writer(batch: str | None) -> Writer:
            batch = batch if batch in page.batches else None
            if batch not in writers:
                if batch is not None and not is_batch(tx, batch):
                    note_batch(tx, batch, page.batches[batch])
                writers[batch] = self.store._writer(tx, batch=batch, where=_WHERE)
            return writers[batch]

        merged = [
            (bundle, writer(buried.batch).merge(buried.tombstone))
            for bundle in page.bundles
            for buried in bundle.tombstones
        ]
        merged += [
            (bundle, writer(bundle.version.batch).merge(bundle.version.record))
            for bundle in page.bundles
            if bundle.version is not None
        ]
        return merged

    def _rivals(self, tx: Transaction, bundles: Sequence[Bundle], agreed: int) -> list[tuple[Bundle, str]]:
        """Those of which another state is here, and came about since the two replicas agreed; with that state."""
        found: list[tuple[Bundle, str]] = []
        buried_any = tx.has_tombstones()
        for bundle in bundles:
            version = tx.current(bundle.id)
            graves = tx.tombstones_of(bundle.id) if buried_any else []
            seq = max([b.seq for b in graves] + ([version.seq] if version is not None else []), default=0)
            here = version.digest if version is not None else FORGOTTEN if graves else ""
            if seq > agreed and seq not in self.known and here and here != bundle.state:
                found.append((bundle, here))
        return found

    # What is no record --------------------------------------------------------------------------------------------

    def undone(self) -> set[str]:
        """Imports that were taken back here."""
        with self.store._begin(write=False) as tx:
            return undone_batches(tx)

    def undo_too(self, batch: str) -> bool:
        """Take an import back that was taken back at the other end; whether it was here. Noted in either case, so that
        a third store learns of it."""
        with self.store._begin(write=True) as tx:
            here = is_batch(tx, batch)
            if here:
                Undoer(tx, self.store._writer(tx)).undo(batch)
            else:
                drop_batch(tx, batch)
        return here

    @contextmanager
    def _writing(self) -> Iterator[tuple[Transaction, Writer]]:
        with self.store._begin(write=True) as tx:
            yield tx, self.store._writer(tx)


def synced_with(store: Store) -> list[str]:
    """Names of the stores that this one was synced with."""
    with store._begin(write=False) as tx:
        return sorted({name.removeprefix(_PREFIX).partition("/")[0] for name, _ in tx.settings(_PREFIX)})


def _record_of(item: Json) -> Record | None:
    try:
        return Record.from_json(item) if isinstance(item, Mapping) and "tombstone" not in item else None
    except InvalidRecordError:
        return None


def _past(tx: Transaction) -> str:
    return f"{tx.setting('epoch') or ''}:{len(undone_batches(tx))}"


def _state(tx: Transaction, id: str) -> str:
    version = tx.current(id)
    return version.digest if version is not None else FORGOTTEN if tx.tombstones_of(id) else ""


def _scope(bundle: Bundle) -> str:
    return bundle.version.record.scope if bundle.version is not None else bundle.tombstones[0].tombstone.scope


def _holds(tx: Transaction, bundle: Bundle) -> bool:
    """Whether exactly what the other end has of an id is here."""
    version = tx.current(bundle.id)
    if (version is None) != (bundle.version is None):
        return False
    if version is not None and bundle.version is not None and version.record != bundle.version.record:
        return False
    here = [buried.tombstone for buried in tx.tombstones_of(bundle.id)] if tx.has_tombstones() else []
    return here == [buried.tombstone for buried in bundle.tombstones]
