"""Taking an import back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from satchel_protocol.batches import drop_batch, is_batch
from satchel_protocol.errors import NotFoundError
from satchel_protocol.forgetting import widened_by
from satchel_protocol.merge import order_of
from satchel_protocol.state import Buried, Undone, Version
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction
from satchel_protocol.writing import Writer


@dataclass(slots=True)
class Undoer:
    """Takes an import back, inside one transaction."""

    tx: Transaction
    writer: Writer

    def undo(self, batch: str) -> Undone:
        if not is_batch(self.tx, batch):
            raise NotFoundError(f"no import {batch} that could be undone; `satchel undo` without an id lists them")
        tally: Counter[str] = Counter()
        # The tombstones first: what they forbade may come back with the versions before.
        for buried in self.tx.tombstones_of_batch(batch):
            self.tx.exhume(buried.tombstone.id, buried.tombstone.tombstone_id)
            self.tx.mark_removed(buried.tombstone.id, self.tx.next_seq())
            tally["exhumed"] += 1
        self._narrow(batch)
        for id in self.tx.ids_of_batch(batch):
            tally[self._take_back(id, batch)] += 1
        kept = tuple(sorted(self._changed_since(batch)))
        for item in list(self.tx.aside()):
            if item.batch == batch:
                self.tx.drop_aside(item.number)
        self.tx.drop_lines(batch)
        drop_batch(self.tx, batch)
        return Undone(
            removed=tally["removed"], restored=tally["restored"], kept=kept, tombstones_removed=tally["exhumed"]
        )

    def _narrow(self, batch: str) -> None:
        """Give the tombstones that the import widened their former extent, unless they changed again since."""
        for name, (before, after) in reversed(self.tx.settings(widened_by(batch))):
            for held in self.tx.tombstones_of(before["id"]):
                if held.tombstone.to_json() == after:
                    narrowed = Tombstone.from_json(before)
                    self.tx.bury(Buried(tombstone=narrowed, seq=self.tx.next_seq(), batch=held.batch))
            self.tx.set_setting(name, None)

    def _take_back(self, id: str, batch: str) -> str:
        current = self.tx.current(id)
        assert current is not None
        earlier = self.tx.history(id)
        prior = next((version for version in reversed(earlier) if version.batch != batch), None)
        if prior is None or self._is_forgotten(prior):
            self.tx.drop(id)
            self.tx.mark_removed(id, self.tx.next_seq())
            return "removed"
        restored = replace(prior, revision=current.revision + 1, seq=self.tx.next_seq())
        self.tx.put(restored, prints=self.writer.prints(prior.record), keep=False)
        for version in earlier:
            if version.revision >= prior.revision or version.batch == batch:
                self.tx.drop_revision(id, version.revision)
        return "restored"

    def _is_forgotten(self, version: Version) -> bool:
        """Whether the version before was forgotten while the import's stood in front of it."""
        order = order_of(version.record, digest=version.digest)
        return self.writer.graves.forbidden(version.record, order) is not None

    def _changed_since(self, batch: str) -> Iterator[str]:
        """Records that the import brought or changed and somebody changed again; its versions leave their history."""
        for id in self.tx.ids_with_earlier(batch):
            for earlier in self.tx.history(id):
                if earlier.batch == batch:
                    self.tx.drop_revision(id, earlier.revision)
            yield id
