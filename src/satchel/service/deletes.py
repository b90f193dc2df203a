"""Deletes that the sources of an import show, and what the deleted items said.

They are applied before anything else of any source, with prints of their texts by the store's own key: the same text
under another id stays out, in this import and in later ones. What was written again after the delete lives, by the
order of events; so does what a person wrote into this store. The texts are held in memory until the import ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, zip_longest
from typing import Final

from satchel.formats.contract import Reading
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.merge import Verdict, is_revived, is_said_again, revival_of
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes, is_within
from satchel_protocol.state import Merged, Outcome, Version
from satchel_protocol.store import Store
from satchel_protocol.tombstone import Tombstone

_AT_ONCE: Final = 1000
"""Deletes in one transaction."""


class ShownDeletes:
    """The deletes of one import into one store.

    Args:
        store: It.
        batch: The import's id.
        scopes: Of what may come in; deletes of others are left to the reading that follows, which counts them.
        is_new: Whether nothing is in the store yet, so that nothing need be looked for.
    """

    def __init__(self, store: Store, batch: str, scopes: Scopes, *, is_new: bool = False) -> None:
        self._store, self._batch, self._scopes, self._is_new = store, batch, scopes, is_new
        self._applied: set[tuple[str, str]] = set()
        self.ids: set[str] = set()
        """Of the tombstones that were applied."""
        self._by_text: dict[str, list[Tombstone]] = {}
        self._kept = 0

    def apply(self, readings: Iterable[Reading]) -> Iterator[tuple[str, Merged]]:
        """Merge their tombstones; gives the source of each, and what became of it."""
        shown = (
            (reading.source, tombstone, text)
            for reading in readings
            for tombstone, text in zip_longest(reading.tombstones, reading.said, fillvalue="")
            if isinstance(tombstone, Tombstone) and self._scopes.match(tombstone.scope)
        )
        while chunk := list(islice(shown, _AT_ONCE)):
            for _, tombstone, text in chunk:
                self._applied.add((tombstone.id, tombstone.tombstone_id))
                self.ids.add(tombstone.tombstone_id)
                if text:
                    self._by_text.setdefault(normalise_text(text), []).append(tombstone)
                    if not self._is_new:
                        self._keep_what_lives(tombstone, text)
            said = {tombstone.tombstone_id: text for _, tombstone, text in chunk if text}
            merged = self._store.merge((tombstone for _, tombstone, _ in chunk), batch=self._batch, said=said)
            yield from zip((source for source, _, _ in chunk), merged, strict=True)

    def others(self, tombstones: Iterable[Tombstone]) -> list[Tombstone]:
        """Those that were not applied yet."""
        return [t for t in tombstones if (t.id, t.tombstone_id) not in self._applied]

    def said_again(self, record: Record) -> Record:
        """The record, listing the deletes after which it was written: by them it is not meant."""
        if not self._by_text:
            return record
        for tombstone in self._by_text.get(normalise_text(record.content), ()):
            if _is_meant(tombstone, record) and is_said_again(tombstone, record):
                record = _revived(record, tombstone)
        return record

    def keeps_out(self, record: Record) -> bool:
        """Whether a record says what a source shows as deleted, and is kept out by that."""
        if not self._by_text:
            return False
        return any(_is_meant(t, record) for t in self._by_text.get(normalise_text(record.content), ()))

    def notes(self) -> list[str]:
        """What a person should know."""
        if not self._kept:
            return []
        return [
            f"{self._kept} memories here say what a source shows as deleted, and stay: they were written here, or later"
        ]

    def _keep_what_lives(self, tombstone: Tombstone, text: str) -> None:
        """Memories that are here already and that the delete does not mean list it before it arrives."""
        living = [
            _revived(version.record, tombstone)
            for version in self._store.saying(text, tombstone.scope)
            if _is_meant(tombstone, version.record) and _may_stay(tombstone, version)
        ]
        if living:
            merged = self._store.merge(living, batch=self._batch)
            self._kept += sum(one.outcome is Outcome.IMPORTED for one in merged)


def _is_meant(tombstone: Tombstone, record: Record) -> bool:
    """Whether the print of a tombstone would forbid a record that says the same."""
    within = is_within(record.scope, tombstone.scope)
    return within and tombstone.id != record.id and not is_revived(tombstone, record)


def _may_stay(tombstone: Tombstone, version: Version) -> bool:
    """An import never removes what a person wrote here, nor what was written after the delete."""
    return version.batch is None or is_said_again(tombstone, version.record)


def _revived(record: Record, tombstone: Tombstone) -> Record:
    more = revival_of(Verdict(tombstone, "print"), record)
    return replace(record, revives=tuple(sorted({*record.revives, *more})))
