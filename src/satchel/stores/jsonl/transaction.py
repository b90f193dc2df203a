"""A transaction on the rows of a JSON Lines store: every change is carried out in memory and noted for the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from satchel.stores.jsonl.copies import own_json, own_version
from satchel.stores.jsonl.table import Operation, Table, bury_operation, put_operation, quarantined_to_json
from satchel_protocol.record import Json
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Buried, Quarantined, Version
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction


class JsonlTransaction(Transaction):
    """See `Transaction`."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._operations: list[Operation] = []
        self._noted_seq = table.seq
        self.erases = False
        """Whether a text must vanish, so that appending to the log is not enough."""

    def read_on(self, table: Table) -> None:
        """Go on with a copy, because the table is about to change under a reader."""
        self._table = table

    def operations(self) -> list[Operation]:
        """What the log must hold before anything is acknowledged."""
        if self._table.seq > self._noted_seq:
            # A number that was given out and that no change bears would be given out again.
            return [*self._operations, {"seq": self._table.seq}]
        return self._operations

    def current(self, id: str) -> Version | None:
        version = self._table.live.get(id)
        return None if version is None else own_version(version)

    def history(self, id: str) -> list[Version]:
        return [own_version(version) for version in self._table.earlier.get(id, ())]

    def earlier_versions(self, scopes: Scopes) -> Iterator[Version]:
        for earlier in list(self._table.earlier.values()):
            yield from (own_version(version) for version in earlier if scopes.match(version.record.scope))

    def put(self, version: Version, *, prints: Sequence[str], keep: bool) -> None:
        self.erases |= not keep and version.record.id in self._table.live
        self._note(put_operation(version, prints, keep=keep), version.seq)
        self._table.put(own_version(version), tuple(prints), keep=keep)

    def drop(self, id: str) -> None:
        if id in self._table.live:
            self.erases = True
            self._do({"drop": id})

    def drop_revision(self, id: str, revision: int) -> None:
        if any(version.revision == revision for version in self._table.earlier.get(id, ())):
            self.erases = True
            self._do({"drop_revision": {"id": id, "revision": revision}})

    def reprint(self, id: str, prints: Sequence[str]) -> None:
        self._do({"reprint": {"id": id, "prints": list(prints)}})

    def scan(self, scopes: Scopes) -> Iterator[Version]:
        # References only: a snapshot, so that a reader who stops half-way does not see later writes.
        found = [version for version in self._table.live.values() if scopes.match(version.record.scope)]
        found.sort(key=lambda version: version.record.id)
        yield from map(own_version, found)

    def count(self, scopes: Scopes) -> int:
        if scopes.everything:
            return len(self._table.live)
        return sum(scopes.match(version.record.scope) for version in self._table.live.values())

    def ids_with_print(self, fingerprint: str) -> list[str]:
        return sorted(self._table.by_print.get(fingerprint, ()))

    def ids_derived_from(self, id: str) -> list[str]:
        return sorted(self._table.by_source.get(id, ()))

    def ids_of_batch(self, batch: str) -> list[str]:
        return sorted(self._table.by_batch.get(batch, ()))

    def ids_with_earlier(self, batch: str) -> list[str]:
        return sorted(id for id, earlier in self._table.earlier.items() if any(v.batch == batch for v in earlier))

    def bury(self, buried: Buried) -> None:
        # Carried out as the log says it, so that a table and its replay hold the very same tombstone.
        operation = bury_operation(buried)
        self._table.apply(operation)
        self._note(operation, buried.seq)

    def exhume(self, id: str, tombstone_id: str) -> None:
        if tombstone_id in self._table.graves.get(id, {}):
            self._do({"exhume": {"id": id, "tombstone_id": tombstone_id}})

    def tombstones_of(self, id: str) -> list[Buried]:
        graves = self._table.graves.get(id, {})
        return [graves[key] for key in sorted(graves)]

    def tombstones_with_print(self, fingerprint: str) -> list[Tombstone]:
        places = sorted(self._table.graves_by_print.get(fingerprint, ()))
        return [self._table.graves[id][tombstone_id].tombstone for id, tombstone_id in places]

    def tombstones(self) -> Iterator[Buried]:
        yield from list(self._table.all_graves())

    def has_tombstones(self) -> bool:
        return bool(self._table.graves)

    def changes(self, after: int) -> Iterator[tuple[int, str]]:
        latest = {id: seq for id, seq in self._table.removed.items() if seq > after}
        for version in self._table.live.values():
            if version.seq > latest.get(version.record.id, after):
                latest[version.record.id] = version.seq
        for buried in self._table.all_graves():
            if buried.seq > latest.get(buried.tombstone.id, after):
                latest[buried.tombstone.id] = buried.seq
        yield from sorted((seq, id) for id, seq in latest.items())

    def mark_removed(self, id: str, seq: int) -> None:
        self._note({"removed": {"id": id, "seq": seq}}, seq)
        self._table.mark_removed(id, seq)

    def next_seq(self) -> int:
        self._table.set_seq(self._table.seq + 1)
        return self._table.seq

    def last_seq(self) -> int:
        return self._table.seq

    def set_aside(self, item: Quarantined) -> int:
        numbered = replace(item, number=self._table.number + 1, item=own_json(item.item))
        self._do({"aside": quarantined_to_json(numbered)})
        return numbered.number

    def aside(self) -> Iterator[Quarantined]:
        for _, item in sorted(self._table.aside.items()):
            yield replace(item, item=own_json(item.item))

    def drop_aside(self, number: int) -> None:
        if number in self._table.aside:
            self.erases = True
            self._do({"drop_aside": number})

    def keep_line(self, line: str, batch: str | None) -> bool:
        if line in self._table.lines:
            return False
        self._do({"line": {"line": line, "batch": batch}})
        return True

    def drop_lines(self, batch: str) -> None:
        if batch in self._table.lines.values():
            self.erases = True
            self._do({"drop_lines": batch})

    def drop_line(self, line: str) -> None:
        if line in self._table.lines:
            self.erases = True
            self._do({"drop_line": line})

    def kept_lines(self) -> Iterator[str]:
        yield from list(self._table.lines)

    def setting(self, name: str) -> Json:
        return own_json(self._table.settings.get(name))

    def settings(self, prefix: str) -> list[tuple[str, Json]]:
        found = sorted(name for name in self._table.settings if name.startswith(prefix))
        return [(name, self.setting(name)) for name in found]

    def set_setting(self, name: str, value: Json) -> None:
        self._do({"setting": {"name": name, "value": own_json(value)}})

    def _do(self, operation: Operation) -> None:
        self._operations.append(operation)
        self._table.apply(operation)

    def _note(self, operation: Operation, seq: int) -> None:
        """Write down a change that bears a sequence number."""
        self._operations.append(operation)
        self._noted_seq = max(self._noted_seq, seq)
