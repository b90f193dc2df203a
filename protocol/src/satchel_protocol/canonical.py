"""Canonical JSON: one value, one sequence of bytes, for hashing and signing.

Source: RFC 8785 (JSON Canonicalization Scheme). One deviation, on purpose: integers beyond 2**53 keep their digits
instead of being rounded to a double, because a rounded value would be another value.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"), check_circular=False
).encode


def canonical_json(value: Any) -> bytes:
    """Serialise a JSON value canonically.

    Args:
        value: None, bool, int, float, str, and lists, tuples and string-keyed mappings of them.

    Returns:
        UTF-8 bytes; equal values (1 and 1.0 count as equal) give equal bytes.

    Raises:
        ValueError: NaN, an infinity, or a lone surrogate, none of which JSON has.
        TypeError: a value that is not JSON.
    """
    if _is_plain(value):
        return _encode(value).encode("utf-8")
    return _careful(value).encode("utf-8")


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON, lower-case hex."""
    return sha256(canonical_json(value)).hexdigest()


_ATOMS = frozenset((str, int, bool, type(None)))


def _is_plain(value: Any) -> bool:
    """Whether the standard encoder gives the canonical form: no number or key that it writes or sorts differently."""
    kind = type(value)
    if kind in _ATOMS:
        return True
    if kind is dict:
        for key, member in value.items():
            if type(key) is not str or not (key.isascii() or max(key) < "\ud800"):
                return False
            if type(member) not in _ATOMS and not _is_plain(member):
                return False
        return True
    if kind is list or kind is tuple:
        return all(map(_is_plain, value))
    if kind is float:
        # Python and ECMAScript both write the shortest digits that read back; they differ in exponents and in `.0`.
        text = repr(value)
        return "e" not in text and "n" not in text and not text.endswith(".0")
    return False


def _careful(value: Any) -> str:
    if value is None or isinstance(value, bool | str | int):
        return _encode(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, Mapping):
        members = sorted(value.items(), key=lambda member: _utf16(member[0]))
        return "{" + ",".join(f"{_encode(k)}:{_careful(v)}" for k, v in members) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_careful, value)) + "]"
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def _utf16(key: Any) -> bytes:
    if not isinstance(key, str):
        raise TypeError(f"a JSON object has string keys, not {key!r}")
    return key.encode("utf-16-be", "surrogatepass")


def _number(value: float) -> str:
    """ECMAScript's Number::toString, which RFC 8785 prescribes."""
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a JSON number")
    text = repr(value)
    mantissa, _, exponent = text.partition("e")
    power = int(exponent) if exponent else 0
    if not exponent:
        return "0" if value == 0 else text.removesuffix(".0")
    if -7 < power < 0:
        return _plain_decimal(mantissa, power)
    if 0 < power < 21:
        whole, _, fraction = mantissa.partition(".")
        return whole + fraction.ljust(power, "0")
    return f"{mantissa.removesuffix('.0')}e{'+' if power > 0 else '-'}{abs(power)}"


def _plain_decimal(mantissa: str, power: int) -> str:
    """Write mantissa × 10**power without an exponent, where repr already uses one (1e-05 → 0.00001)."""
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    digits = whole + fraction.rstrip("0")
    return sign + "0." + "0" * (-power - len(whole)) + digits
