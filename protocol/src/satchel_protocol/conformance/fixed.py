"""Time, ids and randomness that a test decides, and a record to start from."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from satchel_protocol.record import Record

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
"""When every test begins."""


class FrozenClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **step: float) -> datetime:
        """Move on by a timedelta given in its own words: `advance(seconds=5)`."""
        self.now += timedelta(**step)
        return self.now


class SequentialIds:
    """Ids `PREFIX-1`, `PREFIX-2`, …"""

    def __init__(self, prefix: str = "id") -> None:
        self.prefix, self.last = prefix, 0

    def __call__(self) -> str:
        self.last += 1
        return f"{self.prefix}-{self.last}"


class OperationIds:
    """Ids that name the operation they were drawn in, so that a store may draw some of its own in between."""

    def __init__(self) -> None:
        self.begin(0)

    def begin(self, operation: int) -> None:
        """Start counting anew for the next operation."""
        self.operation, self.last = operation, 0

    def __call__(self) -> str:
        self.last += 1
        return f"{self.operation}-{self.last}"


class FixedEntropy:
    """Bytes that look random and are the same every time; each call gives others."""

    def __init__(self, seed: bytes = b"seed") -> None:
        self.seed, self.calls = seed, 0

    def __call__(self, size: int) -> bytes:
        from hashlib import shake_128

        self.calls += 1
        return shake_128(self.seed + self.calls.to_bytes(4, "big")).digest(size)


def memory(id: str = "one", **changes: Any) -> Record:
    """A valid record of `user:ann`, changed as asked."""
    fields: dict[str, Any] = {
        "id": id,
        "type": "fact",
        "content": f"Note {id}: Ann waters the plants on Sunday.",
        "scope": "user:ann",
        "source_agent": "agent",
        "created_at": START - timedelta(days=30),
    }
    return Record(**{**fields, **changes})
