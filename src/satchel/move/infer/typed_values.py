"""Values that say their type, as document databases export them: `{"stringValue": "tea"}`, `{"N": "3"}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_PLAIN = frozenset(
    {"stringValue", "booleanValue", "timestampValue", "referenceValue", "bytesValue", "doubleValue", "keywordValue"}
)
_NUMBERS = frozenset({"integerValue", "N", "longValue", "intValue"})
_DEEPEST = 12


def untyped(value: Any, depth: int = 0) -> Any:
    """The bare value of one that says its type; anything else as it is."""
    if not isinstance(value, Mapping) or len(value) != 1 or depth > _DEEPEST:
        return value
    ((kind, inner),) = value.items()
    if kind in _PLAIN and not isinstance(inner, Mapping | list):
        return inner
    if kind in _NUMBERS and isinstance(inner, str | int):
        return _number(inner)
    if kind in ("S", "B") and isinstance(inner, str):
        return inner
    if (kind, type(inner)) == ("BOOL", bool):
        return inner
    if (kind, inner) in (("NULL", True), ("nullValue", None), ("nullValue", "NULL_VALUE")):
        return None
    if kind in ("SS", "NS") and isinstance(inner, list):
        return [_number(item) if kind == "NS" else item for item in inner]
    if kind in ("L", "arrayValue"):
        items = inner.get("values", []) if isinstance(inner, Mapping) else inner
        return [untyped(item, depth + 1) for item in items] if isinstance(items, list) else value
    if kind in ("M", "mapValue") and isinstance(inner, Mapping):
        members = inner.get("fields", inner) if kind == "mapValue" else inner
        return (
            {key: untyped(item, depth + 1) for key, item in members.items()} if isinstance(members, Mapping) else value
        )
    return value


def _number(text: Any) -> Any:
    try:
        number = float(text)
    except (TypeError, ValueError):
        return text
    return int(number) if number.is_integer() and abs(number) < 1 << 53 else number
