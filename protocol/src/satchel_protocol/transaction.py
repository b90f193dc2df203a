"""What an adapter implements: plain reads and writes of its rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from satchel_protocol.record import Json, Record
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.state import Buried, Quarantined, Version
from satchel_protocol.tombstone import Tombstone


class Transaction(ABC):
    """Plain reads and writes of an adapter's rows. Decides nothing. All or nothing of it becomes durable."""

    @abstractmethod
    def current(self, id: str) -> Version | None:
        """The live version of a record."""

    def expect(self, ids: Sequence[str]) -> None:  # noqa: B027 - a hint; most adapters have no use for it
        """These ids are asked for next, one after the other; an adapter may look them up at once."""

    @abstractmethod
    def history(self, id: str) -> list[Version]:
        """Earlier versions, oldest first; empty when there are none."""

    def earlier_versions(self, scopes: Scopes) -> Iterator[Version]:
        """Earlier versions of all live records. An adapter that keeps them in one place overrides it."""
        for version in self.scan(scopes):
            if version.revision > 1:
                yield from self.history(version.record.id)

    @abstractmethod
    def put(self, version: Version, *, prints: Sequence[str], keep: bool) -> None:
        """Make `version` the live one; the one before moves to the history if `keep`, else vanishes.

        Args:
            version: The new live version.
            prints: Keyed fingerprints of its content, to be looked up by `ids_with_print`.
            keep: Whether the version before it is kept as history.
        """

    @abstractmethod
    def drop(self, id: str) -> None:
        """Remove a record, its history and its index entries."""

    @abstractmethod
    def drop_revision(self, id: str, revision: int) -> None:
        """Remove one earlier version from the history."""

    @abstractmethod
    def reprint(self, id: str, prints: Sequence[str]) -> None:
        """Replace the fingerprints of a live record."""

    @abstractmethod
    def scan(self, scopes: Scopes) -> Iterator[Version]:
        """Live versions in order of id, in constant memory."""

    def scan_lines(self, scopes: Scopes) -> Iterator[tuple[Record, str | None]]:
        """Live records in order of id, in constant memory, each with its JSON on one line if the adapter keeps that."""
        for version in self.scan(scopes):
            yield version.record, None

    def mentioning(self, words: Sequence[str]) -> Iterator[Version]:
        """Live versions of which some field holds these words, in any case and in full width too; others may be among
        them. An adapter that need not read all of them overrides it.

        Args:
            words: Lower-case ASCII letters and digits, or Chinese characters; none for all versions.
        """
        return self.scan(EVERYTHING)

    @abstractmethod
    def count(self, scopes: Scopes) -> int:
        """How many live records there are."""

    @abstractmethod
    def ids_with_print(self, fingerprint: str) -> list[str]:
        """Live records whose content has this fingerprint."""

    @abstractmethod
    def ids_derived_from(self, id: str) -> list[str]:
        """Live records that list `id` in `derived_from`."""

    @abstractmethod
    def ids_of_batch(self, batch: str) -> list[str]:
        """Live records whose present version an import brought."""

    def ids_with_earlier(self, batch: str) -> list[str]:
        """Live records of which an earlier version came by an import. An adapter that can look it up overrides it."""
        changed = (version.record.id for version in self.scan(EVERYTHING) if version.revision > 1)
        return [id for id in changed if any(version.batch == batch for version in self.history(id))]

    @abstractmethod
    def bury(self, buried: Buried) -> None:
        """Store a tombstone, replacing the one of the same (id, tombstone_id)."""

    @abstractmethod
    def exhume(self, id: str, tombstone_id: str) -> None:
        """Remove a tombstone."""

    @abstractmethod
    def tombstones_of(self, id: str) -> list[Buried]:
        """Tombstones of one record's id."""

    @abstractmethod
    def tombstones_with_print(self, fingerprint: str) -> list[Tombstone]:
        """Tombstones that carry this fingerprint."""

    @abstractmethod
    def tombstones(self) -> Iterator[Buried]:
        """All tombstones, by (id, tombstone_id)."""

    def tombstones_of_batch(self, batch: str) -> list[Buried]:
        """Tombstones that an import brought. An adapter that can look it up overrides it."""
        return [buried for buried in self.tombstones() if buried.batch == batch]

    def tombstone_scopes(self) -> set[str]:
        """Scopes that there are tombstones of. An adapter that can look it up overrides it."""
        return {buried.tombstone.scope for buried in self.tombstones()}

    @abstractmethod
    def has_tombstones(self) -> bool:
        """Whether there is any; lets a bulk import skip its look-ups."""

    @abstractmethod
    def changes(self, after: int) -> Iterator[tuple[int, str]]:
        """(seq, id) of everything that changed after a sequence number, ascending, each id at its latest only."""

    @abstractmethod
    def mark_removed(self, id: str, seq: int) -> None:
        """Note in the change feed that a record vanished without a tombstone."""

    @abstractmethod
    def next_seq(self) -> int:
        """The next sequence number; 1 for the first change of a store."""

    @abstractmethod
    def last_seq(self) -> int:
        """The sequence number given out last; 0 when nothing ever changed."""

    @abstractmethod
    def set_aside(self, item: Quarantined) -> int:
        """Store a quarantined or rejected item and give its number."""

    @abstractmethod
    def aside(self) -> Iterator[Quarantined]:
        """Everything that was set aside, by number."""

    @abstractmethod
    def drop_aside(self, number: int) -> None:
        """Remove one item that was set aside."""

    @abstractmethod
    def keep_line(self, line: str, batch: str | None) -> bool:
        """Keep an unknown line of a stream verbatim; False when it was there already."""

    @abstractmethod
    def drop_lines(self, batch: str) -> None:
        """Remove the unknown lines that an import brought."""

    @abstractmethod
    def drop_line(self, line: str) -> None:
        """Remove one unknown line."""

    @abstractmethod
    def kept_lines(self) -> Iterator[str]:
        """Unknown lines, oldest first."""

    @abstractmethod
    def setting(self, name: str) -> Json:
        """A named value of the store's own; None when unset."""

    @abstractmethod
    def settings(self, prefix: str) -> list[tuple[str, Json]]:
        """Names that begin with `prefix`, which is not empty, and their values, in order of name."""

    @abstractmethod
    def set_setting(self, name: str, value: Json) -> None:
        """Set a named value of the store's own; None removes it."""
