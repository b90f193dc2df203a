"""Times in a wrapping: MongoDB's {"$date": …}, {"seconds": …, "nanos": …}, /Date(…)/, ISODate("…")."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple


class Inner(NamedTuple):
    """What a wrapping holds."""

    value: object
    """A number or text, to be read by the other rules."""
    unit: str
    """The unit that the wrapping itself declares, or an empty text."""


_CALL = re.compile(
    r"(?:new )?(?:ISODate|Date|Timestamp|NumberLong|datetime|DateTime)\(\s*(?P<quote>[\"']?)(?P<inner>[^()]{1,60})(?P=quote)\s*\)",
    re.IGNORECASE,
)
_DOTNET = re.compile(r"\\?/Date\((?P<ms>-?[0-9]{1,16})(?:[+-][0-9]{4})?\)\\?/")
_SECONDS = ("seconds", "_seconds")
_NANOS = ("nanos", "nanoseconds", "_nanoseconds")


def unwrap(value: Mapping[object, object]) -> Inner | None:
    """The time inside a JSON object, or None when the object is not a known wrapping."""
    keys = set(value)
    if keys == {"$date"}:
        inner = value["$date"]
        if isinstance(inner, Mapping):
            number = _number(inner)
            return Inner(number, "ms") if number is not None else None
        counted = isinstance(inner, int | float) or (isinstance(inner, str) and inner.lstrip("-").isdigit())
        return Inner(inner, "ms" if counted else "")
    if keys == {"$timestamp"} and isinstance(value["$timestamp"], Mapping):
        return Inner(value["$timestamp"].get("t"), "s")
    if value.get("__type") == "Date" and "iso" in keys:
        return Inner(value["iso"], "")
    number = _number(value)
    if number is not None:
        return Inner(number, "")
    return _seconds_and_nanos(value)


def unwrap_text(text: str) -> Inner | None:
    """The same for a wrapping that was written down as text; None for all other texts."""
    if text[:1] == "{" and text[-1:] == "}":
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return unwrap(found) if isinstance(found, dict) else None
    if (match := _DOTNET.fullmatch(text)) is not None:
        return Inner(match["ms"], "ms")
    if (match := _CALL.fullmatch(text)) is not None:
        return Inner(match["inner"], "")
    return None


def _number(value: Mapping[object, object]) -> str | None:
    for key in ("$numberLong", "$numberInt", "$numberDouble", "$numberDecimal"):
        if set(value) == {key}:
            return str(value[key])
    return None


def _seconds_and_nanos(value: Mapping[object, object]) -> Inner | None:
    whole = next((value[key] for key in _SECONDS if key in value), None)
    nanos = next((value[key] for key in _NANOS if key in value), 0)
    if len(value) > 2 or isinstance(whole, bool) or not isinstance(whole, int | str) or not isinstance(nanos, int):
        return None
    if not str(whole).isdigit() or not 0 <= nanos < 10**9:
        return None
    return Inner(f"{whole}.{nanos:09}" if nanos else str(whole), "s")
