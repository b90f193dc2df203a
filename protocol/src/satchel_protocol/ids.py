"""Ids of records: random ones for new memories, derived ones where the same thing must get the same id twice."""

from __future__ import annotations

import os
import time
import uuid
from hashlib import sha1

KEYED = uuid.UUID("6e9f0c1e-3d55-5d0a-9f5e-0d3c3b1a7a01")
"""Name space of ids of keyed memories."""
FOREIGN = uuid.UUID("6e9f0c1e-3d55-5d0a-9f5e-0d3c3b1a7a02")
"""Name space of ids of items read from foreign tools."""
TWIN = uuid.UUID("6e9f0c1e-3d55-5d0a-9f5e-0d3c3b1a7a03")
"""Name space of tombstones that follow from another one."""

_SEPARATOR = "\x1f"


def new_id() -> str:
    """A fresh UUIDv7: sortable by creation time. Source: RFC 9562, section 5.7."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (
        (milliseconds & ((1 << 48) - 1)) << 80
        | 0x7 << 76
        | (random >> 68) << 64
        | 0b10 << 62
        | random & ((1 << 62) - 1)
    )
    return str(uuid.UUID(int=value))


def keyed_id(scope: str, key: str) -> str:
    """The id of the keyed memory at (scope, key): two replicas that write the same key make the same record."""
    return _derived(KEYED, scope, key)


def foreign_id(tool: str, account: str, native: str) -> str:
    """The id of an item read from a foreign tool.

    Args:
        tool: The tool's name, such as `chatgpt`.
        account: Account or source name, so that two accounts' item 1 differ.
        native: The tool's own id, or the normalised text where it has none.
    """
    return _derived(FOREIGN, tool, account, native)


def twin_tombstone_id(cause: str, id: str) -> str:
    """The id of the tombstone that `cause` brings upon the twin record `id`; equal on every replica."""
    return _derived(TWIN, cause, id)


def _derived(space: uuid.UUID, *parts: str) -> str:
    """UUIDv5 of the parts, as `uuid.uuid5` has it; foreign ids may hold half a surrogate pair, which that refuses."""
    name = _SEPARATOR.join(parts).encode("utf-8", "surrogatepass")
    return str(uuid.UUID(bytes=sha1(space.bytes + name, usedforsecurity=False).digest()[:16], version=5))
