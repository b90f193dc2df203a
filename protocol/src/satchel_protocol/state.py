"""Plain values that a store takes and gives: versions, outcomes, filters, entries of the change feed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from satchel_protocol.record import Json, Record
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.tombstone import Tombstone


class Outcome(StrEnum):
    """What became of a record, tombstone or unknown line. Every one ends in exactly one."""

    IMPORTED = "imported"
    UNCHANGED = "unchanged"
    SUPERSEDED = "superseded"
    """The store has a later version."""
    TOMBSTONED = "tombstoned"
    """It was forgotten here."""
    WITHHELD = "withheld"
    QUARANTINED = "quarantined"
    REJECTED = "rejected"
    TOMBSTONE_APPLIED = "tombstones_applied"
    PASSED_THROUGH = "passed_through"


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A record as a store holds it."""

    record: Record
    revision: int
    """1 for the first version here; store-local, grows by one with each change."""
    seq: int
    """Place in the change feed."""
    digest: str
    """`record.digest()`, kept so that it is computed once."""
    batch: str | None = None
    """The import that brought this version; None for a local write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Buried:
    """A tombstone as a store holds it."""

    tombstone: Tombstone
    seq: int
    batch: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What became of one item of a merge."""

    id: str
    outcome: Outcome
    reason: str = ""
    """For a person; empty where the outcome says it all."""
    revision: int | None = None
    changed: bool = False
    """Whether the store is another one than before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A hit of one kind of search, before any ranking."""

    version: Version
    score: float
    """Higher is better; comparable within one call only."""

    @property
    def record(self) -> Record:
        return self.version.record


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One entry of the change feed: the present state of one id that changed. Exactly one of the three is set."""

    seq: int
    id: str
    version: Version | None = None
    tombstone: Tombstone | None = None
    removed: bool = False
    """The record was taken back by undoing an import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarantined:
    """An item that was set aside: not in the store, not lost."""

    number: int
    """Its handle, for listing, accepting and dropping; 0 until stored."""
    item: Json
    """The record, tombstone or row as JSON."""
    outcome: Outcome
    """`quarantined` or `rejected`."""
    reason: str
    where: str = ""
    """File and line it came from."""
    batch: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What `search` and `enumerate` leave out. Applied inside the query, never after a limit."""

    scopes: Scopes = EVERYTHING
    types: frozenset[str] = frozenset()
    """Empty means all."""
    tags: frozenset[str] = frozenset()
    """A record must carry all of them."""
    since: datetime | None = None
    """Earliest `created_at`, inclusive; a record of unknown time is left out by either bound."""
    until: datetime | None = None
    """Latest `created_at`, exclusive."""
    include_archived: bool = False
    include_superseded: bool = False
    expired_at: datetime | None = None
    """When given, records whose validity is over at this instant are left out."""
    sources: frozenset[str] = frozenset()
    """Values of `origin.tool`; empty means all."""
    undated: bool = False
    """Only records of unknown time."""

    def match(self, record: Record) -> bool:
        """Whether a record passes; the reference that every adapter's query must agree with."""
        if record.state == "archived" and not self.include_archived:
            return False
        if record.state == "superseded" and not self.include_superseded:
            return False
        if self.types and record.type not in self.types:
            return False
        if self.tags and not self.tags.issubset(record.tags):
            return False
        if self.since is not None and (record.created_at is None or record.created_at < self.since):
            return False
        if self.until is not None and (record.created_at is None or record.created_at >= self.until):
            return False
        if self.undated and record.created_at is not None:
            return False
        if self.expired_at is not None and record.is_expired(self.expired_at):
            return False
        if self.sources and (record.origin is None or record.origin.tool not in self.sources):
            return False
        return self.scopes.match(record.scope)


ALL: Final = Filter(include_archived=True, include_superseded=True)
"""Lets every record through."""
DEFAULT: Final = Filter()
"""What recall sees: neither archived nor superseded records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What undoing an import did."""

    removed: int = 0
    restored: int = 0
    kept: tuple[str, ...] = ()
    """Records that were changed after the import and stay."""
    tombstones_removed: int = 0
    tombstones_kept: int = 0
    """Tombstones that removed a text and therefore stay."""
