"""Tombstones: what remains of a forgotten memory. Never its text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from satchel_protocol.record import Access, Json

REASONS = ("user", "source", "superseded", "policy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Through:
    """The version up to which a bounded tombstone counts, and what later versions inherit from the forgotten one."""

    updated_at: datetime | None = None
    created_at: datetime | None = None
    exported_at: datetime | None = None
    digest: str = ""
    revives: tuple[str, ...] = ()
    access: Access | None = None
    unknown: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """Says that a record was forgotten. It beats every version of the record that does not list it in `revives`.

    A replica never drops one: it is what keeps the forgotten from coming back.
    """

    id: str
    """The record that was forgotten."""
    tombstone_id: str
    """This deletion, unique; a record that was deleted, revived and deleted again has two."""
    scope: str
    """The record's scope. A print counts inside this scope and below it."""
    deleted_at: datetime | None = None
    """Unknown when the source shows a delete but not when."""
    actor: str = ""
    """Who deleted it; claimed, not trusted."""
    reason: str = "user"
    """`user`, `source` (the tool it was read from shows it as deleted), `superseded` or `policy`. The first two cascade
    to what was derived from it alone."""
    derived: tuple[str, ...] = ()
    """Ids of records that went with it because they were derived from it."""
    prints: tuple[str, ...] = ()
    """Keyed fingerprints of the forgotten text's normal form, 32 hex digits each."""
    sketch: tuple[int, ...] = ()
    """Keyed MinHash sketch of it, for near-duplicates."""
    cause: str | None = None
    """Tombstone that this one follows from: of the same text under another id, or of its source."""
    through: Through | None = None
    """When set, only versions up to this one are forgotten: the record said the forgotten text at that time."""
    unknown: Mapping[str, Json] = field(default_factory=dict)
    """Fields this version does not know; kept and written back."""

    @classmethod
    def from_json(cls, data: Json, *, where: str = "") -> Tombstone:
        """Read a tombstone tolerantly.

        Raises:
            InvalidRecordError: with every problem found.
        """
        from satchel_protocol.wiretombstone import read_tombstone

        return read_tombstone(data, where=where)

    def to_json(self) -> dict[str, Json]:
        """The tombstone as a JSON object, unset fields omitted."""
        from satchel_protocol.wiretombstone import write_tombstone

        return write_tombstone(self)
