"""What a row gives before ids and duplicates are settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from satchel.formats.contract import Fate
from satchel.move.infer.plan import Plan
from satchel_protocol.record import TimeEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One record to be."""

    plan: Plan
    values: Mapping[str, Any]
    content: str
    type: str
    scope: str
    said: bool = False
    """Whether the row itself names its scope."""
    created_at: datetime | None = None
    updated_at: datetime | None = None
    time: TimeEvidence | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None
    confidence: float | None = None
    ttl: float | None = None
    state: str | None = None
    native: str = ""
    role: str | None = None
    turn: str = ""
    """For turns of a conversation and parts of a row: what tells them apart."""
    agent: str | None = None
    evidence: bool = False
    """A turn of a conversation: archived, never merged with its like."""
    sources: tuple[str, ...] = ()
    """Native ids of what it was made from."""
    exported_at: datetime | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def quality(self) -> int:
        """How well informed a copy is: whose it is, when it was, what kind, then how much beside."""
        return (
            16 * self.said
            + 8 * (self.created_at is not None)
            + 4 * bool(self.native)
            + 2 * (self.importance is not None or bool(self.tags))
            + (self.updated_at is not None)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A row with its fate, before duplicates are known."""

    fate: Fate
    reason: str = ""
    drafts: tuple[Draft, ...] = ()
    deleted: Draft | None = None
    """What the source shows as deleted."""
    deleted_at: datetime | None = None
    raw: Any = None
