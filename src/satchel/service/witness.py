"""A witness of an import: everything that is handed to a store is handed to the truth too, for a verification after it.

So a move is not read twice, and is judged by what its readers gave and not by what its store made of that.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from satchel.move.verify.truth import Truth
from satchel.service.arrival import ImportOptions, kind_of
from satchel.service.verification_places import Circumstances, TruthStore, old_place, truth_of
from satchel_protocol.record import Record
from satchel_protocol.state import ALL, Merged
from satchel_protocol.store import Store
from satchel_protocol.tombstone import Tombstone


class Witness:
    """Sees one move, and knows afterwards what should be in the new store."""

    def __init__(self, circumstances: Circumstances, reading: ImportOptions) -> None:
        self._circumstances, self._reading = circumstances, reading
        self._truth: Truth | None = None
        self._given: TruthStore | None = None
        self._earlier: frozenset[str] = frozenset()
        self._was_empty = True

    def before(self, store: Store) -> None:
        """Note what is in the new store before anything is moved to it."""
        self._earlier = frozenset(version.record.id for version in store.enumerate(ALL))
        self._was_empty = not self._earlier and not store.tombstones()

    def of_store(self, source: Store) -> None:
        """What is moved is all of this store."""
        self._truth = truth_of(source, self._circumstances)

    def of_import(self, old: Path, store: Store) -> Store:
        """What is moved is what the readers give; gives the store that the import shall run into."""
        self.before(store)
        if kind_of(old) == "stream":
            self._truth = old_place(str(old), self._reading, self._circumstances)
            return store
        self._given = TruthStore(clock=self._circumstances.clock, ids=self._circumstances.ids)
        return cast(Store, _Witnessed(store, self._given))

    def truth(self, store: Store) -> Truth:
        """What should be in the new store.

        What a store refused that was in use before, because it was forgotten there or is like something that was, is
        told in the import's report and is no failure of the move.
        """
        truth = self._truth
        if truth is None:
            assert self._given is not None, "nothing was moved"
            truth = truth_of(self._given, self._circumstances)
        truth.earlier = self._earlier
        if not self._was_empty:
            aside = {str(q.item.get("id")) for q in store.quarantine() if isinstance(q.item, dict)}
            refused = {
                id for id in truth.records if store.read(id) is None and (id in aside or store.tombstones_of(id))
            }
            truth.records = {id: record for id, record in truth.records.items() if id not in refused}
        return truth


class _Witnessed:
    def __init__(self, store: Store, truth: TruthStore) -> None:
        self._store, self._truth = store, truth

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def merge(self, items: Iterable[Record | Tombstone], **how: Any) -> list[Merged]:
        """As the store's, which alone is answered with."""
        taken = list(items)
        merged = self._store.merge(taken, **how)
        # What is like a forgotten text is estimated with a random key; with another one the two would differ over it.
        self._truth.take_keys_of(self._store)
        self._truth.merge(taken, **how)
        return merged
