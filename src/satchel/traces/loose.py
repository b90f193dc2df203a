"""Values of documents that may be anything: what is not of the kind that is wanted is as good as absent."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping
from typing import Any

import orjson


def is_one_of(value: Any, names: Container[str]) -> bool:
    """Whether this is a text and one of these; a list or mapping in its place is none and no error."""
    return isinstance(value, str) and value in names


def mapping(value: Any) -> Mapping[str, Any]:
    """The mapping, or an empty one."""
    return value if isinstance(value, Mapping) else {}


def listed(value: Any) -> list[Any]:
    """The list, or an empty one."""
    return value if isinstance(value, list) else []


def canonical(value: Any) -> bytes:
    """The same bytes for the same JSON, in whatever order its names stand."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # numbers beyond 64 bits, halves of characters
        return json.dumps(value, sort_keys=True, default=str).encode("utf-8", "surrogatepass")
