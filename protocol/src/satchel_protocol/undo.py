"""Taking an import back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from satchel_protocol.errors import NotFoundError
from satchel_protocol.scope import EVERYTHING
from satchel_protocol.state import Undone
from satchel_protocol.transaction import Transaction
from satchel_protocol.writing import Writer


@dataclass(slots=True)
class Undoer:
    """Takes an import back, inside one transaction."""

    tx: Transaction
    writer: Writer

    def undo(self, batch: str) -> Undone:
        batches = dict(self.tx.setting("batches") or {})
        if batch not in batches:
            raise NotFoundError(f"no import {batch} that could be undone; `satchel undo` without an id lists them")
        tally: Counter[str] = Counter()
        for id in self.tx.ids_of_batch(batch):
            tally[self._take_back(id, batch)] += 1
        kept = tuple(sorted(self._changed_since(batch)))
        for buried in list(self.tx.tombstones()):
            if buried.batch == batch:
                self.tx.exhume(buried.tombstone.id, buried.tombstone.tombstone_id)
                self.tx.mark_removed(buried.tombstone.id, self.tx.next_seq())
                tally["exhumed"] += 1
        for item in list(self.tx.aside()):
            if item.batch == batch:
                self.tx.drop_aside(item.number)
        self.tx.drop_lines(batch)
        del batches[batch]
        self.tx.set_setting("batches", batches or None)
        return Undone(
            removed=tally["removed"], restored=tally["restored"], kept=kept, tombstones_removed=tally["exhumed"]
        )

    def _take_back(self, id: str, batch: str) -> str:
        current = self.tx.current(id)
        assert current is not None
        earlier = self.tx.history(id)
        prior = next((version for version in reversed(earlier) if version.batch != batch), None)
        if prior is None:
            self.tx.drop(id)
            self.tx.mark_removed(id, self.tx.next_seq())
            return "removed"
        restored = replace(prior, revision=current.revision + 1, seq=self.tx.next_seq())
        self.tx.put(restored, prints=self.writer.prints(prior.record), keep=False)
        for version in earlier:
            if version.revision >= prior.revision:
                self.tx.drop_revision(id, version.revision)
        return "restored"

    def _changed_since(self, batch: str) -> Iterator[str]:
        """Records that the import brought or changed and somebody changed again afterwards."""
        for version in self.tx.scan(EVERYTHING):
            if version.revision > 1 and version.batch != batch:
                if any(earlier.batch == batch for earlier in self.tx.history(version.record.id)):
                    yield version.record.id
