"""What a table is as a whole. What its single rows are is decided row by row where this leaves it open."""

from __future__ import annotations

from enum import StrEnum


class TableKind(StrEnum):
    """What a table holds."""

    MEMORIES = "memories"
    MIXED = "mixed"
    """Memories and log lines in one table; each row is judged."""
    LOGS = "logs"
    CONVERSATION = "conversation"
    LOOKUP = "lookup"
    """Codes and what they stand for."""
    PEOPLE = "people"
    """Users and their names."""
    PROFILE = "profile"
    """Keys and values of a person: preferences, facts."""
    SETTINGS = "settings"
    """Keys and values of the tool itself."""
    VECTORS = "vectors"
    INDEX = "index"
    METRICS = "metrics"
    PAYLOADS = "payloads"
    """Answers of tools and services, caches."""
    LINKS = "links"
    """Only ids that point at other rows."""
    OPAQUE = "opaque"
    EMPTY = "empty"


OPEN = frozenset({TableKind.MEMORIES, TableKind.MIXED, TableKind.LOGS})
"""Kinds whose rows are judged one by one."""
