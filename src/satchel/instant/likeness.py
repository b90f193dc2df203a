"""Whether a column holds times, judged by its values first and its name second."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import pairwise

from satchel.instant.epochs import NUMBER, PER_SECOND
from satchel.instant.names import named_unit, names_other, names_time
from satchel.instant.reader import Reader
from satchel.instant.spreadsheet import are_spreadsheet_days
from satchel.instant.value import EPOCH, Instant

_SAMPLE = 500
_ENOUGH, _ENOUGH_NAMED = 0.6, 0.3
"""Least share of readable values; half of a column named `created_at` may well be damaged."""
_LONG = timedelta(days=366 * 15)
"""Few stores reach back further; random numbers that happen to be plausible spread over the whole window."""
_TEXT, _NUMBER, _DAY, _MONTH, _WEAK = "text", "number", "day", "month", "weak"


def looks_like_time(values: Sequence[object], *, now: datetime, name: str = "") -> float:
    """Confidence between 0 and 1 that a column holds times.

    Written times speak for themselves. Numbers must be plausible times, nearly all of them, and must not behave like
    ids, counters or phone numbers; the name then raises or sinks them. Small numbers are never times.

    Args:
        values: Of one column, empty ones included; 500 spread over them are looked at.
        now: Aware; later times count against a column of numbers.
        name: Of the column, if there is one.
    """
    named = names_time(name)
    unit = named_unit(name) if named else ""
    if not unit and are_spreadsheet_days(values, name, now=now):
        unit = "excel"
    reader = Reader(now=now, unit=unit, short_dates=named)
    step = max(1, len(values) // _SAMPLE)
    found = [(value, reader.read(value)) for value in values[::step]]
    given = [(value, instant) for value, instant in found if not instant.missing]
    if not given:
        return 0.0
    kinds: dict[str, list[Instant]] = {_TEXT: [], _NUMBER: [], _DAY: [], _MONTH: [], _WEAK: []}
    for value, instant in given:
        if instant.at is not None or instant.ambiguous:
            kinds[_kind(value, instant)].append(instant)
    score = sum(
        (
            len(kinds[_TEXT]) * (0.97 if not names_other(name) else 0.85),
            len(kinds[_NUMBER]) * _trust_numbers(kinds[_NUMBER], name),
            len(kinds[_DAY]) * _trust_days(kinds[_DAY], name),
            len(kinds[_MONTH]) * (0.95 if named else 0.6),
            len(kinds[_WEAK]) * (0.7 if named else 0.0),
        )
    ) / len(given)
    readable = sum(map(len, kinds.values())) / len(given)
    if readable < (_ENOUGH_NAMED if named else _ENOUGH):
        return round(score * 0.3, 3)
    if named and readable < _ENOUGH:
        score += (1 - readable) * 0.5  # what can be read proves the column; the rest will be reported
    bonus = 0.03 if named and score > 0.5 else 0.0
    return round(min(1.0, score + bonus), 3)


def _kind(value: object, instant: Instant) -> str:
    """How much a reading proves: written out, a count, digits of a day, or something short that could be anything."""
    if instant.rule.startswith("epoch-") and not isinstance(value, dict):
        return _NUMBER
    if instant.rule == "digits":
        size = len(str(instant.raw).removesuffix(".0"))
        return _WEAK if size <= 6 else _DAY
    text = str(value).strip()
    short = NUMBER.fullmatch(text) is not None  # 2026.03
    two_digit_year = instant.rule in {"written-numeric", "ambiguous-order"} and len(text) <= 8
    if short or (two_digit_year and "/" not in text) or _is_version(text):
        return _WEAK
    return _MONTH if instant.precision in {"month", "year"} and text.isascii() and not _has_letters(text) else _TEXT


def _has_letters(text: str) -> bool:
    return any(char.isalpha() for char in text)


def _is_version(text: str) -> bool:
    """2024.1.1 and 24.10.04 are releases as well as days."""
    parts = text.split(".")
    return len(parts) == 3 and all(part.isdigit() for part in parts)


def _trust_numbers(instants: list[Instant], name: str) -> float:
    if not instants:
        return 0.0
    if names_other(name):
        return 0.05
    named = names_time(name)
    numbers = sorted({_number(instant.raw) for instant in instants})
    units = {instant.unit for instant in instants}
    if not units <= set(PER_SECOND):  # declared by the name
        return 0.9
    if _is_snowflake(numbers):
        return 0.3 if named else 0.05
    if named:
        return 0.95
    if len(numbers) < 3 or len(numbers) * 10 < len(instants):
        return 0.3  # one value again and again: a foreign key, a constant
    gaps = sorted(later - earlier for earlier, later in pairwise(numbers))
    if gaps[len(gaps) // 2] <= 1:
        return 0.2  # numbered one by one
    moments = [instant.at or EPOCH for instant in instants]
    span = max(moments) - min(moments)
    if span > _LONG:
        return 0.3
    return 0.5 if span < timedelta(minutes=1) else 0.6 if "ns" in units else 0.8


def _trust_days(instants: list[Instant], name: str) -> float:
    """Trust in 20260304 and 20260304150000: chance spells a day once in 1,500 numbers, so that a few are enough."""
    if names_other(name):
        return 0.2
    if names_time(name):
        return 0.95
    return 0.85 if len({str(instant.raw) for instant in instants}) >= 3 else 0.5


def _is_snowflake(numbers: list[Decimal]) -> bool:
    """True for ids of 18 or 19 digits with a machine number in bits 12 to 21: it hardly ever changes, in times always."""
    large = [int(number) for number in numbers if number >= 10**17]
    machines = {number >> 12 & 0x3FF for number in large}
    return len(large) >= 4 and len(machines) * 2 <= len(large) and len(machines) < 64


def _number(raw: object) -> Decimal:
    return Decimal(str(raw).strip()) if NUMBER.fullmatch(str(raw).strip()) else Decimal(0)
