"""Bringing sources into a store: detect, read, merge in chunks, and keep both ledgers."""

from __future__ import annotations

import stat
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from operator import is_not
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from satchel.access.classify import arriving, classified
from satchel.access.masking import masked
from satchel.access.ownership import claimable
from satchel.formats import record_lines, stream_file
from satchel.formats.contract import Fate, Reading
from satchel.formats.making import plain
from satchel.formats.tabular.walk import source_status
from satchel.move.ledger import Report
from satchel.move.mapping import Mapping as ColumnMapping
from satchel.service.deletes import ShownDeletes
from satchel.service.keyring import Keyring, opener_for
from satchel.service.wording import is_log, type_of
from satchel.stores.registry import is_store
from satchel_protocol.errors import SourceError, StoreMissingError
from satchel_protocol.record import Record, evolve
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.scopemap import ScopeMap
from satchel_protocol.state import Merged, Outcome, Quarantined
from satchel_protocol.store import Store
from satchel_protocol.stream import StreamReader
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transfer import CHUNK_CHARACTERS, bounded
from satchel_protocol.wiretime import format_wire

if TYPE_CHECKING:
    from satchel.move.rescue import RescueOptions
    from satchel.move.source import Source

CHUNK = 2000
"""Items merged in one transaction: the sync to disk is shared, and other writers get their turn."""

_PROGRESS_EVERY = 500

Progress = Callable[[str, int, int | None], None]
"""Called with (what is being done, how far, of how much or None)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How an import behaves."""

    scope: str = "user:me"
    """Scope of what names no owner of its own."""
    timezone: str | None = None
    """Zone of times that name none; None reads them as UTC and marks them as assumed."""
    mapping: ColumnMapping | None = None
    """What columns mean, where that is not to be inferred."""
    logs: bool = False
    """Bring log rows in, as archived interactions tagged `log`."""
    scopes: Scopes = EVERYTHING
    """Whitelist; records of other scopes are withheld."""
    scope_map: ScopeMap = field(default_factory=ScopeMap)
    """Scopes that become others, before the whitelist is asked: what another person's file calls `user:me`."""
    principal: str | None = None
    """Whose things come in, as a scope such as `user:bob`: what claims a scope that they may not own is withheld. None:
    the owner's of this store, who owns everything in it."""
    quarantine_similar: bool = True
    """Set near-duplicates of forgotten texts aside. Not between stores of one owner: there they live side by side."""
    accept_partial: bool = False
    """Take what a cut or altered stream holds."""
    signed_by: str | None = None
    """Take streams that this person signed; `""` takes anybody's whose key is known here, None unsigned ones too."""
    passphrase: str | None = field(default=None, repr=False)
    """For streams that were encrypted with one."""
    dry_run: bool = False
    embed: bool = True
    """Make the vectors of what came in, where something searches by meaning."""
    agent: str | None = None
    """`source_agent` of what names none; None takes the source's name."""
    exclude: tuple[Path, ...] = ()
    """Files that are not part of a source, such as the store itself."""
    progress: Progress | None = None

    def accepted(self) -> Scopes:
        """The scopes that come in.

        Raises:
            UsageError, InvalidScopeError: see `claimable`.
        """
        return self.scopes if self.principal is None else claimable(self.principal, self.scopes)


def rescue_options(
    options: ImportOptions, *, name: str, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> RescueOptions:
    """The part of the options that reading a foreign source needs."""
    progress = options.progress
    from satchel.move.rescue import RescueOptions

    return RescueOptions(
        scope=options.scope,
        timezone=options.timezone,
        mapping=options.mapping,
        logs=options.logs,
        source_agent=options.agent,
        clock=clock,
        type_of=type_of,
        is_log=is_log,
        exclude=options.exclude,
        progress=(lambda done, total: progress(name, done, total)) if progress is not None else None,
    )


Kind = Literal["stream", "records", "foreign"]


def kind_of(path: Path) -> Kind:
    """What sort of source this is: a stream, JSON Lines of records, or something to be rescued.

    Raises:
        SourceError: there is no such file, it cannot be looked at, or it is a store of ours, whose tables are no source.
    """
    if stat.S_ISREG(source_status(path).st_mode):
        if is_store(str(path)):
            raise SourceError(
                f"{path} is a Satchel store; satchel move {path} NEW or satchel sync {path} OTHER brings it over as it is"
            )
        if stream_file.is_stream_file(path):
            return "stream"
        if record_lines.is_record_lines(path):
            return "records"
    return "foreign"


class Arrivals:
    """One import of one or more sources, undone by one batch id."""

    def __init__(
        self,
        sources: Sequence[str | Path],
        options: ImportOptions,
        *,
        ids: Callable[[], str],
        clock: Callable[[], datetime],
    ) -> None:
        """Open every source; one that cannot be read stops the import before there is a store to write to.

        Raises:
            SourceError, UnsafeArchiveError: names the source and says what to do.
        """
        self._options = options
        self._scopes = options.accepted()
        self._paths = [Path(source) for source in sources]
        self._kinds = [kind_of(path) for path in self._paths]
        self._foreign = {
            path: _opened(path, options, clock)
            for path, kind in zip(self._paths, self._kinds, strict=True)
            if kind == "foreign"
        }
        self._batch = ids()
        self._report = Report(batch=self._batch, store="", dry_run=options.dry_run)
        self.stayed_behind: Counter[str] = Counter()
        """What the streams that were read say was left out of them when they were written, by reason."""
        self._waiting: list[tuple[str, Record | Tombstone]] = []
        self._characters = 0
        """Of the texts that wait."""
        self._aside: list[Quarantined] = []
        self._known_aside: set[tuple[str, str, str]] | None = None
        self._is_new = False
        self._beside: Collection[str] = frozenset()

    def target(self, open_it: Callable[[bool], Store]) -> Store:
        """The store to write to. Where there is none yet, none is made before every stream is known to be whole.

        Args:
            open_it: Opens it; told whether to make it.
        """
        try:
            return open_it(False)
        except StoreMissingError:
            for path, kind in zip(self._paths, self._kinds, strict=True):
                if kind == "stream":
                    with self._opened_stream(path) as source:
                        reader = StreamReader(source, name=path.name, accept_partial=self._options.accept_partial)
                        reader.verify()
                        self._check_signature(reader)
            return open_it(True)

    def run(self, store: Store) -> Report:
        """Merge everything into a store."""
        started = time.monotonic()
        self._store = store
        self._report.store = store.url
        self._is_new = store.count() == 0
        self._begin()
        self._deletes = ShownDeletes(store, self._batch, self._scopes, is_new=self._is_new)
        self._apply_deletes()
        for path, kind in zip(self._paths, self._kinds, strict=True):
            self._arrive(path, kind)
        for tool, counts in self._report.unexplained.items():
            named = ", ".join(name for name, _ in counts.most_common(5)) + (" …" if len(counts) > 5 else "")
            self._report.notes.append(f"{tool}: fields in no list of its format, kept as they are: {named}")
        withheld = self._report.total.records[Outcome.WITHHELD]
        if withheld and self._options.principal is not None:
            self._report.notes.append(
                f"{withheld} held back: not for {self._options.principal} to claim; a scope map gives them a scope of theirs"
            )
        self._report.seconds = time.monotonic() - started
        return self._report

    def _arrive(self, path: Path, kind: Kind) -> None:
        if kind == "stream":
            self._stream(path)
            return
        if kind == "records":
            seen: dict[str, int] = {}
            self._merge(self._counted(record_lines.readings(path, source=path.name), seen))
        else:
            source = self._foreign[path]
            self._merge(source.readings(), source.showing)
            seen = dict(source.found.seen)
            self._report.notes.extend(source.found.notes)
            self._report.note_unexplained(source.found.unexplained)
        self._report.saw(seen)

    def _counted(self, readings: Iterable[Reading], seen: dict[str, int]) -> Iterator[Reading]:
        progress = self._options.progress
        for number, reading in enumerate(readings, 1):
            seen[reading.source] = seen.get(reading.source, 0) + reading.weight
            yield reading
            if progress is not None and number % _PROGRESS_EVERY == 0:
                progress(reading.source, number, None)

    def _begin(self) -> None:
        """Note the batch before its first write, so that a killed import can be taken back too."""
        if "stream" in self._kinds and len(self._kinds) == 1:
            return  # `import_stream` does it, once the stream is verified
        about = {"source": ", ".join(path.name for path in self._paths), "at": format_wire(self._store.now())}
        self._store.open_batch(self._batch, about)

    # Deletes ------------------------------------------------------------------------------------------------------

    def _apply_deletes(self) -> None:
        """What any of the sources shows as deleted comes first: in whatever order files stand, it keeps its text out."""
        for path, kind in zip(self._paths, self._kinds, strict=True):
            if kind == "stream":
                continue  # its own tombstones stand before its records
            readings = (
                record_lines.tombstones(path, source=path.name) if kind == "records" else self._foreign[path].deletes()
            )
            for source, merged in self._deletes.apply(self._relocated(readings)):
                self._report.note_merged(source, merged)
        self._report.notes.extend(self._deletes.notes())

    # Streams ------------------------------------------------------------------------------------------------------

    def _stream(self, path: Path) -> None:
        progress = self._options.progress
        with self._opened_stream(path) as source:
            arrival = self._store.import_stream(
                source,
                name=path.name,
                batch=self._batch,
                scopes=self._scopes,
                scope_map=self._options.scope_map,
                accept_partial=self._options.accept_partial,
                quarantine_similar=self._options.quarantine_similar,
                progress=(lambda done: progress(path.name, done, None)) if progress else None,
                on_item=lambda item, number: self._report.note_reading(
                    _reading_of(item, path.name, number),
                    shown=not (isinstance(item, Record) and self._deletes.keeps_out(item)),
                ),
                admit=self._judged,
                check=self._check_signature,
            )
        self._report.note_outcomes(path.name, arrival.ledger)
        for reason, count in arrival.reasons.items():
            self._report.reasons[path.name]["records", masked(reason)] += count
        self._report.saw({path.name: arrival.items})
        if arrival.by_id_only:
            self._report.notes.append(
                f"{path.name}: {arrival.by_id_only} tombstones by id only; the key of their fingerprints is not here"
            )
        if arrival.partial:
            self._report.notes.append(f"{path.name}: taken although {arrival.partial}")
        if arrival.trailer is not None:
            self.stayed_behind.update(arrival.trailer.withheld)
            for reason, count in sorted(arrival.trailer.withheld.items()):
                self._report.notes.append(f"{path.name}: {count} stayed behind when it was written ({reason})")

    def _opened_stream(self, path: Path) -> AbstractContextManager[BinaryIO]:
        return stream_file.open_stream(path, opener_for(path, self._options.passphrase))

    def _check_signature(self, reader: StreamReader) -> None:
        """Tell who signed a stream; refuse it where that is not who was asked for."""
        wanted = self._options.signed_by
        if wanted is None and (reader.trailer is None or reader.trailer.signature is None):
            return
        ring = Keyring.open()
        vouched = ring.vouched(reader.trailer)
        ring.demand(vouched, name=reader.name, by=wanted)
        note = f"{reader.name}: {vouched}"
        if note not in self._report.notes:
            self._report.notes.append(note)

    # Rows ---------------------------------------------------------------------------------------------------------

    def _merge(self, readings: Iterable[Reading], showing: Collection[str] = ()) -> None:
        """Take rows in. Those of the files in `showing`, which show deletes, live beside what they are only much like."""
        # One step for some hundred of them, then the next, which is quicker than one row after the other.
        for part in bounded(self._relocated(readings), _characters, share=4):
            # Judged before anything is reported of them, so that no example shows what is withheld.
            judged = [tuple(map(self._judged, reading.records)) for reading in part]
            for reading, records in zip(part, judged, strict=True):
                if (reading.source in showing) is not bool(self._beside):
                    self._flush()
                    self._beside = self._deletes.ids if reading.source in showing else frozenset()
                self._take(reading, records)
        self._flush()

    def _relocated(self, readings: Iterable[Reading]) -> Iterable[Reading]:
        """The readings with everything in the scope that it has here."""
        to = self._options.scope_map
        if not to.rules:
            return readings
        return (
            replace(
                reading,
                records=tuple(map(to.record, reading.records)),
                tombstones=tuple(map(to.tombstone, reading.tombstones)),
            )
            for reading in readings
        )

    def _take(self, reading: Reading, records: tuple[Record, ...]) -> None:
        """Report a row, and let what it gave wait for its merge."""
        if any(map(is_not, records, reading.records)):
            reading = replace(reading, records=records)
        self._report.note_reading(reading, shown=not any(map(self._deletes.keeps_out, records)))
        if reading.fate is Fate.REJECTED and reading.raw is not None:
            self._keep_aside(reading)
        items: list[Record | Tombstone] = [*self._deletes.others(reading.tombstones), *reading.records]
        for item in items:
            if self._scopes.match(item.scope):
                self._waiting.append((reading.source, self._stamped(item)))
                self._characters += len(item.content) if isinstance(item, Record) else 0
            else:
                reason = f"scope {item.scope} was not asked for"
                self._report.note_merged(reading.source, Merged(id=item.id, outcome=Outcome.WITHHELD, reason=reason))
        if len(self._waiting) >= CHUNK or self._characters >= CHUNK_CHARACTERS:
            self._flush()

    def _judged(self, record: Record) -> Record:
        """The record with its access set by what is in it, and by what its owner decided about the one that is here."""
        record = self._deletes.said_again(classified(record))
        if record.level == "normal" or self._is_new:
            return record
        held = self._store.read(record.id)
        return arriving(record, held.record if held is not None else None)

    def _stamped(self, item: Record | Tombstone) -> Record | Tombstone:
        if isinstance(item, Tombstone) or item.origin is None:
            return item
        return evolve(item, origin=evolve(item.origin, imported_at=self._store.now()))

    def _flush(self) -> None:
        waiting, self._waiting, self._characters = self._waiting, [], 0
        if waiting:
            merged = self._store.merge(
                (item for _, item in waiting),
                batch=self._batch,
                quarantine_similar=self._options.quarantine_similar,
                beside=self._beside,
            )
            for (source, _), outcome in zip(waiting, merged, strict=True):
                self._report.note_merged(source, outcome)
        aside, self._aside = self._aside, []
        if aside:
            self._store.set_aside(aside)

    def _keep_aside(self, reading: Reading) -> None:
        """Set a rejected row aside, once: reading the same export again must not pile it up."""
        if self._known_aside is None:
            self._known_aside = {(q.where, str(q.item), q.reason) for q in self._store.quarantine()}
        where = ":".join(part for part in (reading.source, reading.table, reading.position) if part)
        item = Quarantined(
            number=0,
            item=plain(reading.raw),
            outcome=Outcome.REJECTED,
            reason=masked(reading.reason),
            where=where,
            batch=self._batch,
        )
        known = (item.where, str(item.item), item.reason)
        if known not in self._known_aside:
            self._known_aside.add(known)
            self._aside.append(item)


def _characters(reading: Reading) -> int:
    return sum(len(record.content) for record in reading.records)


def _opened(path: Path, options: ImportOptions, clock: Callable[[], datetime]) -> Source:
    # Everything that tells foreign files apart takes a second to load; a stream or records do not wait for it.
    from satchel.move.source import Source

    source = Source(path, rescue_options(options, name=path.name, clock=clock))
    source.open()
    return source


def _reading_of(item: Any, source: str, number: int) -> Reading:
    """A stream's item as a row of the first ledger."""
    place = f"line {number}"
    if isinstance(item, Record):
        fate = Fate.EVIDENCE if item.type == "interaction" and item.state == "archived" else Fate.MEMORY
        return Reading(source=source, table="", position=place, fate=fate, records=(item,))
    if isinstance(item, Tombstone):
        return Reading(source=source, table="", position=place, fate=Fate.STRUCTURE, reason="a tombstone")
    reason = getattr(item, "reason", "")
    if reason:
        return Reading(source=source, table="", position=place, fate=Fate.REJECTED, reason=reason)
    return Reading(source=source, table="", position=place, fate=Fate.STRUCTURE, reason="a line passed through unread")
