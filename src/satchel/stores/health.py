"""What a check of a store finds. Shared by all stores that can check and repair themselves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong with a store."""

    kind: str
    """What a program can switch on: `file` (broken), `space` (pages that nothing uses), `index`, `lookup`, `vectors`,
    `orphan`, `record`, `sequence`."""
    message: str
    """What was found, for a person; never a memory's text."""
    count: int = 1
    """How many rows or records are concerned."""
    repairable: bool = True
    """Whether `repair` mends it."""
