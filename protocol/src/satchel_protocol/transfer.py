"""Moving everything out of and into a store as a stream."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, BinaryIO, Final, TypeVar

from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.feed import changes_of, cursor_at, seq_of
from satchel_protocol.printkeys import key_names, keys_of_root, readable_keys
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes, parse_scope, scope_root
from satchel_protocol.scopemap import ScopeMap
from satchel_protocol.state import Merged, Outcome, Quarantined
from satchel_protocol.stream import (
    BadLine,
    Header,
    Signer,
    StreamItem,
    StreamReader,
    StreamWriter,
    Trailer,
    UnknownLine,
)
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction
from satchel_protocol.wiretime import format_wire

if TYPE_CHECKING:
    from satchel_protocol.store import Store

CHUNK: Final = 2000
"""Items per transaction of an import: enough to make the sync to disk cheap, few enough to let others write."""
CHUNK_CHARACTERS: Final = 1_000_000
"""Text after which a transaction takes no more items, however few it has. Beside each text wait its JSON and its tokens;
memories of a sentence or two come nowhere near it, long turns of conversations do."""


_Item = TypeVar("_Item")


@dataclass(slots=True, kw_only=True)
class Arrival:
    """What an import of a stream did: the ledger of records, tombstones and unknown lines."""

    batch: str
    ledger: Counter[Outcome] = field(default_factory=Counter)
    """Outcome → count; their sum is `items`."""
    items: int = 0
    """Records, tombstones and unknown lines in the stream, bad lines included."""
    reasons: Counter[str] = field(default_factory=Counter)
    """Why items were not imported, with counts."""
    by_id_only: int = 0
    """Tombstones whose prints cannot be compared here, for want of their key."""
    header: Header | None = None
    trailer: Trailer | None = None
    partial: str = ""
    """What was wrong with a stream that was taken all the same."""

    def note(self, merged: Merged) -> None:
        self.ledger[merged.outcome] += 1
        if merged.reason:
            self.reasons[merged.reason] += 1


def sensitivity(record: Record) -> str | None:
    """The default rule of what stays out of a file: everything that is not of the level `normal`."""
    return None if record.level == "normal" else record.level


def export_stream(
    tx: Transaction,
    out: BinaryIO,
    about: tuple[str, str, datetime],
    *,
    scopes: Scopes,
    since: str | None,
    withhold: Callable[[Record], str | None],
    withhold_line: Callable[[str], str | None] | None,
    progress: Callable[[int], None] | None,
    sign: Signer | None = None,
    carry_keys: bool = False,
) -> Trailer:
    """See `Store.export_stream`; `about` is (stream id, producer, time)."""
    writer = StreamWriter(out)
    stream_id, producer, at = about
    cursor = cursor_at(tx, tx.last_seq())
    roots = sorted({scope_root(s) for s in tx.tombstone_scopes() if scopes.match(s)})
    header = Header(
        stream_id=stream_id,
        producer=producer,
        created_at=at,
        scopes=scopes.patterns,
        base=since,
        cursor=cursor,
        print_keys=key_names(tx, roots),
        print_key_values={root: tuple(key.hex() for key in keys_of_root(tx, root)) for root in roots}
        if carry_keys
        else {},
    )
    writer.header(header)
    after = seq_of(tx, since) if since is not None else None
    for tombstone in _tombstones(tx, scopes, after):
        writer.tombstone(tombstone)
    for count, (record, line) in enumerate(_records(tx, scopes, after), 1):
        reason = withhold(record)
        if reason is None:
            writer.record(record, line)
        else:
            writer.withhold(reason)
        if progress is not None and count % 500 == 0:
            progress(count)
    for line in tx.kept_lines():
        reason = withhold_line(line) if withhold_line is not None else None
        if not may_pass(line, scopes):
            writer.withhold("unknown line of another scope")
        elif reason is not None:
            writer.withhold(reason)
        else:
            writer.line(line)
    return writer.trailer(sign)


def may_pass(line: str, scopes: Scopes) -> bool:
    """Whether an unknown line goes with these scopes: by the `scope` it names, else only with all of them."""
    if "*" in scopes.patterns:
        return True
    scope = _scope_named_in(line)
    return scope is not None and scopes.match(scope)


def _scope_named_in(line: str) -> str | None:
    data = json.loads(line)
    if isinstance(data, dict) and len(data) == 1 and "scope" not in data:
        # One kind of line and its body, as a tombstone has it.
        data = next(iter(data.values()))
    scope = data.get("scope") if isinstance(data, dict) else None
    try:
        return parse_scope(scope) if isinstance(scope, str) else None
    except InvalidScopeError:
        return None


def _stays_in_place(line: str, scope_map: ScopeMap) -> bool:
    """Whether a line may come in as it is, since nobody here can put it into another scope."""
    scope = _scope_named_in(line) if scope_map.rules else None
    return scope is None or scope_map.scope(scope) == scope


def _tombstones(tx: Transaction, scopes: Scopes, after: int | None) -> Iterator[Tombstone]:
    for buried in tx.tombstones():
        if scopes.match(buried.tombstone.scope) and (after is None or buried.seq > after):
            yield buried.tombstone


def _records(tx: Transaction, scopes: Scopes, after: int | None) -> Iterator[tuple[Record, str | None]]:
    if after is None:
        yield from tx.scan_lines(scopes)
        return
    for seq, id in tx.changes(after):
        for change in changes_of(tx, id, seq, after, scopes):
            if change.version is not None:
                yield change.version.record, None


def import_stream(
    store: Store,
    source: BinaryIO,
    *,
    name: str,
    batch: str,
    scopes: Scopes,
    accept_partial: bool,
    quarantine_similar: bool,
    progress: Callable[[int], None] | None,
    on_item: Callable[[StreamItem, int], None] | None,
    admit: Callable[[Record], Record] | None,
    check: Callable[[StreamReader], None] | None = None,
    scope_map: ScopeMap,
) -> Arrival:
    """See `Store.import_stream`."""
    with tempfile.TemporaryFile() as stage:
        if not source.seekable():
            shutil.copyfileobj(source, stage)
            source = stage
            source.seek(0)
        start = source.tell()
        whole = StreamReader(source, name=name, accept_partial=accept_partial)
        whole.verify()
        if check is not None:
            check(whole)
        header = _relocated_header(whole.header, scope_map)
        if header is not None and (keys := readable_keys(header.print_key_values, scopes)):
            store.adopt_print_keys(keys)
        source.seek(start)
        reader = StreamReader(source, name=name, accept_partial=accept_partial)
        items = _told(reader, on_item, admit, scope_map)
        theirs = header.print_keys if header is not None else {}
        wanted = _Wanted(scopes=scopes, scope_map=scope_map, theirs=theirs, quarantine_similar=quarantine_similar)
        return _apply(store, reader, items, batch, wanted, progress)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """What of a stream is taken, and how."""

    scopes: Scopes
    scope_map: ScopeMap
    theirs: Mapping[str, Collection[str]]
    """Root scope → names of the keys that its tombstones' prints were made with."""
    quarantine_similar: bool


def _relocated_header(header: Header | None, scope_map: ScopeMap) -> Header | None:
    if header is None or not scope_map.rules:
        return header
    return replace(
        header,
        print_keys=scope_map.roots(header.print_keys),
        print_key_values=scope_map.roots(header.print_key_values),
    )


def _relocated(item: StreamItem, scope_map: ScopeMap) -> StreamItem:
    if isinstance(item, Record):
        return scope_map.record(item)
    return scope_map.tombstone(item) if isinstance(item, Tombstone) else item


def _apply(
    store: Store,
    reader: StreamReader,
    items: Iterator[StreamItem],
    batch: str,
    wanted: _Wanted,
    progress: Callable[[int], None] | None,
) -> Arrival:
    arrival = Arrival(batch=batch)
    store.open_batch(batch, {"source": reader.name, "at": format_wire(store.now())})
    for chunk in bounded(items, _characters):
        arrival.items += len(chunk)
        _apply_chunk(store, chunk, arrival, wanted, reader.name)
        arrival.by_id_only += _by_id_only(store, wanted.theirs, chunk)
        if progress is not None:
            progress(arrival.items)
    arrival.header, arrival.trailer, arrival.partial = reader.header, reader.trailer, reader.partial
    return arrival


def bounded(items: Iterable[_Item], characters_of: Callable[[_Item], int], *, share: int = 1) -> Iterator[list[_Item]]:
    """Items in lists of at most `CHUNK` and of about `CHUNK_CHARACTERS`, or of a share of that: `1 / share` of both."""
    most, enough = max(1, CHUNK // share), CHUNK_CHARACTERS // share
    part: list[_Item] = []
    characters = 0
    for item in items:
        part.append(item)
        characters += characters_of(item)
        if len(part) >= most or characters >= enough:
            yield part
            part, characters = [], 0
    if part:
        yield part


def _characters(item: StreamItem) -> int:
    return len(item.content) if isinstance(item, Record) else 0


def _told(
    reader: StreamReader,
    on_item: Callable[[StreamItem, int], None] | None,
    admit: Callable[[Record], Record] | None,
    scope_map: ScopeMap,
) -> Iterator[StreamItem]:
    # One step for some hundred of them, then the next, which is quicker than one item after the other.
    numbered = ((_relocated(item, scope_map) if scope_map.rules else item, reader.line_number) for item in reader)
    for part in bounded(numbered, lambda one: _characters(one[0]), share=4):
        items = [item if admit is None or not isinstance(item, Record) else admit(item) for item, _ in part]
        if on_item is not None:
            for item, (_, number) in zip(items, part, strict=True):
                on_item(item, number)
        yield from items


def _by_id_only(store: Store, theirs: Mapping[str, Collection[str]], chunk: Sequence[StreamItem]) -> int:
    """How many tombstones carry no print, or one made with a key that is not here."""
    tombstones = [item for item in chunk if isinstance(item, Tombstone)]
    if not tombstones:
        return 0
    with store._begin(write=False) as tx:
        ours = key_names(tx, {scope_root(tombstone.scope) for tombstone in tombstones})
    shared = {root for root, names in ours.items() if not set(names).isdisjoint(theirs.get(root, ()))}
    return sum(not (tombstone.prints and scope_root(tombstone.scope) in shared) for tombstone in tombstones)


def _apply_chunk(store: Store, chunk: Sequence[StreamItem], arrival: Arrival, wanted: _Wanted, name: str) -> None:
    taken: list[Record | Tombstone] = []
    for item in chunk:
        if isinstance(item, Record | Tombstone):
            if wanted.scopes.match(item.scope):
                taken.append(item)
            else:
                arrival.note(
                    Merged(id=item.id, outcome=Outcome.WITHHELD, reason=f"scope {item.scope} was not asked for")
                )
    for merged in store.merge(taken, batch=arrival.batch, where=name, quarantine_similar=wanted.quarantine_similar):
        arrival.note(merged)
    bad = [item for item in chunk if isinstance(item, BadLine)]
    if bad:
        store.set_aside(
            Quarantined(
                number=0, item=b.text, outcome=Outcome.REJECTED, reason=b.reason, where=name, batch=arrival.batch
            )
            for b in bad
        )
        for line in bad:
            arrival.note(Merged(id="", outcome=Outcome.REJECTED, reason=line.reason))
    unknown = [item.text for item in chunk if isinstance(item, UnknownLine)]
    lines = [line for line in unknown if may_pass(line, wanted.scopes) and _stays_in_place(line, wanted.scope_map)]
    if lines:
        store.keep_lines(lines, batch=arrival.batch)
        arrival.ledger[Outcome.PASSED_THROUGH] += len(lines)
    for _ in range(len(unknown) - len(lines)):
        arrival.note(Merged(id="", outcome=Outcome.WITHHELD, reason="an unknown line of another scope"))
