"""Whether a value is of a type."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, Final

from satchel.schema.shapes import named, short
from satchel.schema.types import Type

_DATE: Final = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_TIME: Final = (
    r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_BYTE: Final = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_PATTERNS: Final = {
    name: re.compile(pattern)
    for name, pattern in {
        "date": _DATE,
        "date-time": f"{_DATE}[Tt]{_TIME}",
        "time": _TIME,
        "duration": r"P(?=.)(?:[0-9]+W|(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(?:T(?=.)(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?)?)",
        "email": rf"[^\s@<>()\[\]\\,;:\"]+@{_LABEL}(?:\.{_LABEL})*",
        "uri": r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]+",
        "uuid": r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
        "ipv4": rf"{_BYTE}(?:\.{_BYTE}){{3}}",
        "hostname": rf"(?=.{{1,253}}$){_LABEL}(?:\.{_LABEL})*",
    }.items()
}


def faults(value: Any, kind: Type, path: str = "") -> Iterator[str]:
    """What keeps a value from being of a type, each fault with its path; nothing when it is of it.

    Args:
        kind: A resolved type. Unknown properties are faults: writers are strict.
    """
    where = f"{path}: " if path else ""
    want = kind["type"]
    if want == "json":
        return
    if not _is_kind(value, want):
        yield f"{where}{named(value)} is no {want}"
        return
    if "enum" in kind and value not in kind["enum"]:
        yield f"{where}{short(value)} is none of {', '.join(map(str, kind['enum']))}"
    if want == "string":
        yield from _text_faults(value, kind, where)
    elif want == "array":
        for place, item in enumerate(value):
            yield from faults(item, kind["items"], f"{path}[{place}]")
    elif want == "object":
        yield from _object_faults(value, kind, path)


def _is_kind(value: Any, want: str) -> bool:
    if isinstance(value, bool):
        return want == "boolean"
    if want == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if want == "number":
        return isinstance(value, int | float) and math.isfinite(value)
    return isinstance(value, {"string": str, "boolean": bool, "array": list, "object": dict}[want])


def _text_faults(value: str, kind: Type, where: str) -> Iterator[str]:
    most = kind.get("maxLength")
    if most is not None and len(value) > most:
        yield f"{where}{len(value)} characters, of {most} at most"
    form = kind.get("format")
    if form is not None and not is_format(value, form):
        yield f"{where}{short(value)} is no {form}"


def pattern_of(form: str) -> str | None:
    """What a text of a format matches whole; None for ipv6, which only a parser knows."""
    known = _PATTERNS.get(form)
    return known.pattern if known is not None else None


def is_format(value: str, form: str) -> bool:
    """Whether a text has one of the formats that a type may name."""
    if form == "ipv6":
        import ipaddress

        try:
            return ipaddress.IPv6Address(value).scope_id is None
        except ValueError:
            return False
    if _PATTERNS[form].fullmatch(value) is None:
        return False
    if form in {"date", "date-time"}:
        from datetime import date

        try:
            date.fromisoformat(value[:10])  # the pattern lets 31 February through
        except ValueError:
            return False
    return True


def _object_faults(value: dict[str, Any], kind: Type, path: str) -> Iterator[str]:
    known = kind.get("properties", {})
    more = kind.get("additionalProperties")
    for name in kind.get("required", ()):
        if name not in value:
            yield f"{path}: {name!r} is missing" if path else f"{name!r} is missing"
    for name, inner in value.items():
        here = f"{path}.{name}" if path else str(name)
        if name in known:
            yield from faults(inner, known[name], here)
        elif isinstance(more, dict):
            yield from faults(inner, more, here)
        elif more is not True:
            yield f"{here}: there is no such property"
