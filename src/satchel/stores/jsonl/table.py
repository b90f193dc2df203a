"""The rows of a JSON Lines store in memory, with their look-ups. Every change can be taken back and is written down.

A change is an operation, a small JSON object. `Table.apply` is the only way to change anything, so replaying the
operations of a log gives the same table that wrote them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from satchel.stores.stored_json import record_from
from satchel.stores.words import WordList
from satchel_protocol.record import Json
from satchel_protocol.state import Buried, Outcome, Quarantined, Version
from satchel_protocol.tombstone import Tombstone

Operation = dict[str, Json]


@dataclass(slots=True)
class Table:
    """All there is in the store, and how to go back."""

    live: dict[str, Version] = field(default_factory=dict)
    prints: dict[str, tuple[str, ...]] = field(default_factory=dict)
    earlier: dict[str, tuple[Version, ...]] = field(default_factory=dict)
    graves: dict[str, dict[str, Buried]] = field(default_factory=dict)
    removed: dict[str, int] = field(default_factory=dict)
    aside: dict[int, Quarantined] = field(default_factory=dict)
    lines: dict[str, str | None] = field(default_factory=dict)
    settings: dict[str, Json] = field(default_factory=dict)
    seq: int = 0
    number: int = 0
    words: WordList = field(default_factory=WordList)
    by_print: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    by_source: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    by_batch: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    graves_by_print: defaultdict[str, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))
    _undo: list[Callable[[], None]] | None = None

    def frozen(self) -> Table:
        """A copy for somebody who still reads while this one changes; full text is left out."""
        return Table(
            live=dict(self.live),
            prints=dict(self.prints),
            earlier=dict(self.earlier),
            graves={id: dict(graves) for id, graves in self.graves.items()},
            removed=dict(self.removed),
            aside=dict(self.aside),
            lines=dict(self.lines),
            settings=dict(self.settings),
            seq=self.seq,
            number=self.number,
            by_print=_copied(self.by_print),
            by_source=_copied(self.by_source),
            by_batch=_copied(self.by_batch),
            graves_by_print=_copied(self.graves_by_print),
        )

    def begin(self) -> None:
        """Start noting how to go back."""
        self._undo = []

    def commit(self) -> None:
        """Keep what was done since `begin`."""
        self._undo = None

    def rollback(self) -> None:
        """Take back what was done since `begin`, last thing first."""
        steps, self._undo = self._undo or [], None
        for step in reversed(steps):
            step()

    def apply(self, operation: Operation) -> None:
        """Carry out one operation.

        Raises:
            KeyError, TypeError, ValueError, InvalidRecordError: it is none of ours, or damaged.
        """
        ((name, about),) = operation.items()
        OPERATIONS[name](self, about)

    def _later(self, step: Callable[[], None]) -> None:
        if self._undo is not None:
            self._undo.append(step)

    # Records ------------------------------------------------------------------------------------------------------

    def put(self, version: Version, prints: tuple[str, ...], *, keep: bool) -> None:
        id = version.record.id
        before, old_prints, old_earlier = self.live.get(id), self.prints.get(id, ()), self.earlier.get(id, ())
        removed = self.removed.pop(id, None)
        if before is not None:
            self._unlist(before, old_prints)
            if keep:
                self.earlier[id] = (*old_earlier, before)
        self.live[id], self.prints[id] = version, prints
        self._list(version, prints)
        self._reach(version.seq)

        def back() -> None:
            self._unlist(version, prints)
            _restore(self.live, id, before)
            _restore(self.prints, id, old_prints if before is not None else None)
            _restore(self.earlier, id, old_earlier or None)
            _restore(self.removed, id, removed)
            if before is not None:
                self._list(before, old_prints)

        self._later(back)

    def drop(self, id: str) -> None:
        if id not in self.live:
            return
        before, prints, earlier = self.live.pop(id), self.prints.pop(id), self.earlier.pop(id, ())
        self._unlist(before, prints)

        def back() -> None:
            self.live[id], self.prints[id] = before, prints
            _restore(self.earlier, id, earlier or None)
            self._list(before, prints)

        self._later(back)

    def drop_revision(self, id: str, revision: int) -> None:
        before = self.earlier.get(id, ())
        _restore(self.earlier, id, tuple(v for v in before if v.revision != revision) or None)
        self._later(lambda: _restore(self.earlier, id, before or None))

    def reprint(self, id: str, prints: tuple[str, ...]) -> None:
        if id not in self.live:
            raise KeyError(id)
        before = self.prints[id]
        self._set_prints(id, prints)
        self._later(lambda: self._set_prints(id, before))

    def _set_prints(self, id: str, prints: tuple[str, ...]) -> None:
        for fingerprint in self.prints[id]:
            _discard(self.by_print, fingerprint, id)
        for fingerprint in prints:
            self.by_print[fingerprint].add(id)
        self.prints[id] = prints

    def _list(self, version: Version, prints: tuple[str, ...]) -> None:
        record = version.record
        for fingerprint in prints:
            self.by_print[fingerprint].add(record.id)
        for source in record.derived_from:
            self.by_source[source].add(record.id)
        if version.batch is not None:
            self.by_batch[version.batch].add(record.id)
        self.words.add(record)

    def _unlist(self, version: Version, prints: tuple[str, ...]) -> None:
        record = version.record
        for fingerprint in prints:
            _discard(self.by_print, fingerprint, record.id)
        for source in record.derived_from:
            _discard(self.by_source, source, record.id)
        if version.batch is not None:
            _discard(self.by_batch, version.batch, record.id)
        self.words.remove(record)

    # Tombstones ---------------------------------------------------------------------------------------------------

    def bury(self, buried: Buried) -> None:
        tombstone = buried.tombstone
        before = self.graves.get(tombstone.id, {}).get(tombstone.tombstone_id)
        removed = self.removed.pop(tombstone.id, None)
        self._set_grave(tombstone.id, tombstone.tombstone_id, buried)
        self._reach(buried.seq)

        def back() -> None:
            self._set_grave(tombstone.id, tombstone.tombstone_id, before)
            _restore(self.removed, tombstone.id, removed)

        self._later(back)

    def exhume(self, id: str, tombstone_id: str) -> None:
        before = self.graves.get(id, {}).get(tombstone_id)
        self._set_grave(id, tombstone_id, None)
        self._later(lambda: self._set_grave(id, tombstone_id, before))

    def _set_grave(self, id: str, tombstone_id: str, buried: Buried | None) -> None:
        graves = self.graves.setdefault(id, {})
        before = graves.pop(tombstone_id, None)
        if before is not None:
            for fingerprint in before.tombstone.prints:
                _discard(self.graves_by_print, fingerprint, (id, tombstone_id))
        if buried is not None:
            graves[tombstone_id] = buried
            for fingerprint in buried.tombstone.prints:
                self.graves_by_print[fingerprint].add((id, tombstone_id))
        elif not graves:
            del self.graves[id]

    def all_graves(self) -> Iterator[Buried]:
        for id in sorted(self.graves):
            yield from (self.graves[id][key] for key in sorted(self.graves[id]))

    # The rest -----------------------------------------------------------------------------------------------------

    def mark_removed(self, id: str, seq: int) -> None:
        before = self.removed.get(id)
        self.removed[id] = seq
        self._reach(seq)
        self._later(lambda: _restore(self.removed, id, before))

    def set_seq(self, seq: int) -> None:
        before, self.seq = self.seq, seq
        self._later(lambda: setattr(self, "seq", before))

    def _reach(self, seq: int) -> None:
        """A change bears this number, so it was given out."""
        if seq > self.seq:
            self.set_seq(seq)

    def set_number(self, number: int) -> None:
        before, self.number = self.number, number
        self._later(lambda: setattr(self, "number", before))

    def set_aside(self, item: Quarantined) -> None:
        before = self.aside.get(item.number)
        self.set_number(max(self.number, item.number))
        self.aside[item.number] = item
        self._later(lambda: _restore(self.aside, item.number, before))

    def drop_aside(self, number: int) -> None:
        before = self.aside.pop(number, None)
        self._later(lambda: _restore(self.aside, number, before))

    def keep_line(self, line: str, batch: str | None) -> None:
        if line in self.lines:
            return
        self.lines[line] = batch
        self._later(lambda: _restore(self.lines, line, None))

    def drop_lines(self, batch: str) -> None:
        before = dict(self.lines)
        self.lines = {line: of for line, of in before.items() if of != batch}
        self._later(lambda: setattr(self, "lines", before))

    def drop_line(self, line: str) -> None:
        if line not in self.lines:
            return
        before = dict(self.lines)
        del self.lines[line]
        self._later(lambda: setattr(self, "lines", before))

    def set_setting(self, name: str, value: Json) -> None:
        before = self.settings.get(name)
        _restore(self.settings, name, value)
        self._later(lambda: _restore(self.settings, name, before))


def version_to_json(version: Version) -> Json:
    """A version as a log has it."""
    return {
        "revision": version.revision,
        "seq": version.seq,
        "digest": version.digest,
        "batch": version.batch,
        "record": version.record.to_json(),
    }


def version_from_json(data: Any) -> Version:
    """The inverse of `version_to_json`."""
    return Version(
        record=record_from(data["record"]),
        revision=int(data["revision"]),
        seq=int(data["seq"]),
        digest=str(data["digest"]),
        batch=data["batch"],
    )


def quarantined_to_json(item: Quarantined) -> Json:
    """An item that was set aside, as a log has it."""
    return {
        "number": item.number,
        "item": item.item,
        "outcome": item.outcome.value,
        "reason": item.reason,
        "where": item.where,
        "batch": item.batch,
    }


def _put(table: Table, about: Any) -> None:
    table.put(version_from_json(about["version"]), tuple(about["prints"]), keep=bool(about["keep"]))


def _bury(table: Table, about: Any) -> None:
    tombstone = Tombstone.from_json(about["tombstone"])
    table.bury(Buried(tombstone=tombstone, seq=int(about["seq"]), batch=about["batch"]))


def _aside(table: Table, about: Any) -> None:
    table.set_aside(Quarantined(**{**about, "outcome": Outcome(about["outcome"])}))


OPERATIONS: dict[str, Callable[[Table, Any], None]] = {
    "put": _put,
    "drop": lambda table, about: table.drop(about),
    "drop_revision": lambda table, about: table.drop_revision(about["id"], about["revision"]),
    "reprint": lambda table, about: table.reprint(about["id"], tuple(about["prints"])),
    "bury": _bury,
    "exhume": lambda table, about: table.exhume(about["id"], about["tombstone_id"]),
    "removed": lambda table, about: table.mark_removed(about["id"], about["seq"]),
    "seq": lambda table, about: table.set_seq(about),
    "aside": _aside,
    "number": lambda table, about: table.set_number(about),
    "drop_aside": lambda table, about: table.drop_aside(about),
    "line": lambda table, about: table.keep_line(about["line"], about["batch"]),
    "drop_lines": lambda table, about: table.drop_lines(about),
    "drop_line": lambda table, about: table.drop_line(about),
    "setting": lambda table, about: table.set_setting(about["name"], about["value"]),
    "compacted": lambda table, about: None,
}
"""What a log may hold, by name."""


def snapshot(table: Table) -> Iterator[Operation]:
    """The operations that make this table anew: what a compacted log holds. History first, since `put` makes it."""
    yield {"seq": table.seq}
    yield {"number": table.number}
    for name, value in sorted(table.settings.items()):
        yield {"setting": {"name": name, "value": value}}
    for buried in table.all_graves():
        yield bury_operation(buried)
    for id in sorted(table.live):
        for version in table.earlier.get(id, ()):
            yield put_operation(version, (), keep=True)
        yield put_operation(table.live[id], table.prints[id], keep=True)
    for id, seq in sorted(table.removed.items()):
        yield {"removed": {"id": id, "seq": seq}}
    for number in sorted(table.aside):
        yield {"aside": quarantined_to_json(table.aside[number])}
    for line, batch in table.lines.items():
        yield {"line": {"line": line, "batch": batch}}


def snapshot_size(table: Table) -> int:
    """How many operations a log has that is written anew: those of `snapshot`, and the one that closes them."""
    rows = len(table.settings) + len(table.live) + len(table.removed) + len(table.aside) + len(table.lines)
    return 3 + rows + sum(map(len, table.graves.values())) + sum(map(len, table.earlier.values()))


def put_operation(version: Version, prints: Sequence[str], *, keep: bool) -> Operation:
    return {"put": {"version": version_to_json(version), "prints": list(prints), "keep": keep}}


def bury_operation(buried: Buried) -> Operation:
    return {"bury": {"tombstone": buried.tombstone.to_json(), "seq": buried.seq, "batch": buried.batch}}


def _restore(rows: dict[Any, Any], key: Any, value: Any) -> None:
    if value is None:
        rows.pop(key, None)
    else:
        rows[key] = value


def _discard(rows: defaultdict[str, set[Any]], key: str, item: Any) -> None:
    items = rows.get(key)
    if items is not None:
        items.discard(item)
        if not items:
            del rows[key]


def _copied(rows: defaultdict[str, set[Any]]) -> defaultdict[str, set[Any]]:
    copies: defaultdict[str, set[Any]] = defaultdict(set)
    copies.update({key: set(items) for key, items in rows.items()})
    return copies
