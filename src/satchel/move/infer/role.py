"""What a column can be, and how sure we are of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Role(StrEnum):
    """The part that a column plays for a memory."""

    TEXT = "text"
    """What was remembered, in words."""
    TITLE = "title"
    """A subject, a name, a heading: what the row is about."""
    DETAIL = "detail"
    """Something a person wrote about the subject: an owner, a reason, a place."""
    STATE = "state"
    NEXT = "next"
    DUE = "due"
    PROMPT = "prompt"
    """What the user said, in a table with one row per exchange."""
    REPLY = "reply"
    """What the assistant answered, in such a table."""
    CREATED = "created"
    UPDATED = "updated"
    DELETED_AT = "deleted_at"
    EXPORTED = "exported"
    EXPIRES = "expires"
    OTHER_TIME = "other_time"
    """A time that says nothing about the memory's own age: last access, next run."""
    TTL = "ttl"
    USER = "user"
    AGENT = "agent"
    PROJECT = "project"
    TEAM = "team"
    SESSION = "session"
    SPEAKER = "speaker"
    """Who speaks in a conversation: user, assistant, system, tool."""
    KIND = "kind"
    LEVEL = "level"
    LOGGER = "logger"
    ID = "id"
    REF = "ref"
    """Points at another row or table."""
    SOURCE_REF = "source_ref"
    """Points at what this row was made from."""
    TAGS = "tags"
    IMPORTANCE = "importance"
    CONFIDENCE = "confidence"
    KEY = "key"
    VALUE = "value"
    DELETED = "deleted"
    ARCHIVED = "archived"
    VECTOR = "vector"
    HASH = "hash"
    METRIC = "metric"
    """A number that a machine counted: tokens, milliseconds, hits."""
    TURNS = "turns"
    """A list of a conversation's messages inside one row."""
    ITEMS = "items"
    """A list of texts inside one row, each a memory of its own."""
    PAYLOAD = "payload"
    """A machine's answer: JSON, HTML, code, a stack trace."""
    COPY = "copy"
    """The text once more: lower-cased, shortened, as a prompt quoted it."""
    EXTRA = "extra"
    """Kept beside the memory in `origin.extra`."""
    EMPTY = "empty"
    """Never filled, or the same for all rows."""


TIMES = frozenset({Role.CREATED, Role.UPDATED, Role.DELETED_AT, Role.EXPORTED, Role.EXPIRES, Role.DUE, Role.OTHER_TIME})
"""Roles whose values are read as times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a column was taken for."""

    column: str
    role: Role
    confidence: float
    """0 to 1: how far this reading stands above the next best."""
    evidence: tuple[str, ...] = ()
    """Why, in short phrases for a person."""
    rivals: tuple[tuple[Role, float], ...] = ()
    """Other readings that came close, best first."""

    def to_json(self) -> dict[str, Any]:
        """As shown by `satchel inspect --json`."""
        out: dict[str, Any] = {
            "column": self.column,
            "role": self.role.value,
            "confidence": round(self.confidence, 2),
            "evidence": list(self.evidence),
        }
        if self.rivals:
            out["rivals"] = [{"role": role.value, "score": round(score, 2)} for role, score in self.rivals]
        return out
