"""The time of day in a written time: 15:20:07.123, 3:20 PM, 下午3点20分, 오후 3:20, 21h 32m 29s 228ms."""

from __future__ import annotations

import re
from typing import NamedTuple


class Clock(NamedTuple):
    """A time of day and where its text ends."""

    seconds: int
    """Since midnight; 86,400 for the end of the day."""
    microsecond: int
    precision: str
    end: int


_AM = frozenset({"am", "a.m.", "a.m", "上午", "早上", "早晨", "清晨", "凌晨", "午前", "오전"})
_PM = frozenset({"pm", "p.m.", "p.m", "下午", "傍晚", "午后", "午後", "오후", "晚上", "晚间", "晚間", "夜晚"})
_NOON = "中午"
_NIGHT = frozenset({"晚上", "晚间", "晚間", "夜晚"})
_BEFORE = "上午|早上|早晨|清晨|凌晨|午前|오전|下午|傍晚|午后|午後|오후|晚上|晚间|晚間|夜晚|中午|[ap]\\.?m\\.?"
_AFTER = r"(?:[ap]m|[ap]\.\s?m)\b\.?"

_COLON = re.compile(
    rf"""(?:(?P<before>{_BEFORE})\s*)?
    (?P<hour>[0-9]{{1,2}}):(?P<minute>[0-9]{{1,2}})(?::(?P<second>[0-9]{{1,2}})(?:[.,:](?P<fraction>[0-9]{{1,12}}))?)?(?![0-9:])
    (?:\s*(?P<after>{_AFTER}))?""",
    re.VERBOSE | re.IGNORECASE,
)
_HAN = re.compile(
    rf"""(?:(?P<before>{_BEFORE})\s*)?
    (?P<hour>[0-9]{{1,2}})\s*[点點时時시](?:\s*鐘|\s*钟|整)?
    (?:\s*(?P<half>半)|\s*(?P<quarter>[一三13])刻|\s*(?P<minute>[0-9]{{1,2}})\s*(?:[分분]|(?![0-9]))
       (?:\s*(?P<second>[0-9]{{1,2}})\s*[秒초](?:\s*(?P<fraction>[0-9]{{1,3}})\s*毫秒)?)?)?""",
    re.VERBOSE | re.IGNORECASE,
)
_LETTERS = re.compile(
    r"(?P<hour>[0-9]{1,2})h\s?(?P<minute>[0-9]{1,2})(?:m(?:\s?(?P<second>[0-9]{1,2})s(?:\s?(?P<ms>[0-9]{1,3})ms)?)?)?(?![0-9a-z])",
    re.IGNORECASE,
)
_DASHES = re.compile(
    r"(?P<hour>[0-9]{2})(?P<sep>[-_.])(?P<minute>[0-9]{2})(?:(?P=sep)(?P<second>[0-9]{2})(?:[-_.](?P<fraction>[0-9]{3,9}))?)?(?![0-9])"
)
_BASIC = re.compile(
    r"(?P<hour>[0-9]{2})(?P<minute>[0-9]{2})(?:(?P<second>[0-9]{2})(?:[.,]?(?P<fraction>[0-9]{1,9}))?)?(?![0-9])"
)
_HOUR = re.compile(rf"(?P<hour>[0-9]{{1,2}})\s*(?P<after>{_AFTER})", re.IGNORECASE)
_ISO_HOUR = re.compile(r"(?P<hour>[0-9]{2})(?![0-9:])")

_FREE = (_COLON, _HAN, _LETTERS, _HOUR)
_JOINED = (*_FREE, _DASHES, _BASIC, _ISO_HOUR)
"""Forms that are read only right behind a date and a `T`, `_`, `@` or space: alone they are plain numbers."""


def scan_clock(text: str, start: int, *, joined: bool) -> Clock | None:
    """Read the time of day that begins at `start`.

    Args:
        text: Normalised: ASCII digits and colons, single spaces.
        start: Where to begin.
        joined: A date stands right before, so that bare digits may be a time too.

    Returns:
        None where there is none, or one that no clock shows (25:00, 13:00 AM).
    """
    for pattern in _JOINED if joined else _FREE:
        match = pattern.match(text, start)
        if match is not None:
            return _checked(match.groupdict(), match.end())
    return None


def _checked(found: dict[str, str | None], end: int) -> Clock | None:
    hour, minute, second = int(found["hour"] or 0), _minute(found), int(found.get("second") or 0)
    turned = _turned(hour, (found.get("before") or found.get("after") or "").lower().replace(" ", ""))
    if turned is None or minute > 59 or second > 60:
        return None
    fraction = found.get("fraction") or (found["ms"].zfill(3) if found.get("ms") else "")  # type: ignore[union-attr]
    microsecond = int(fraction[:6].ljust(6, "0")) if fraction else 0
    if second == 60:  # a leap second: the last microsecond before the next minute, as on the wire
        second, microsecond = 59, 999_999
    seconds = turned * 3600 + minute * 60 + second
    if seconds > 86_400 or (seconds == 86_400 and microsecond):
        return None
    return Clock(seconds, microsecond, _precision(found, fraction), end)


def _minute(found: dict[str, str | None]) -> int:
    if found.get("half"):
        return 30
    quarter = found.get("quarter")
    if quarter:
        return 15 if quarter in "一1" else 45
    return int(found.get("minute") or 0)


def _turned(hour: int, half: str) -> int | None:
    """The hour of 24 for an hour and the half of the day written with it; None where they contradict each other."""
    if not half:
        return hour if hour <= 24 else None
    if half == _NOON:
        return {11: 11, 12: 12, 1: 13, 2: 14, 13: 13, 14: 14}.get(hour)
    if half in _NIGHT and (hour == 12 or hour <= 4):
        # 晚上12点 is the end of that day; 晚上1点 may be either night.
        return 24 if hour == 12 else None
    if half in _AM or half[0] == "a":
        return 0 if hour == 12 else hour if hour < 12 else None
    if half in _PM or half[0] == "p":
        return hour if 12 <= hour <= 23 else hour + 12 if hour < 12 else None
    return None


def _precision(found: dict[str, str | None], fraction: str) -> str:
    if fraction:
        return "millisecond" if len(fraction) <= 3 else "microsecond" if len(fraction) <= 6 else "nanosecond"
    if found.get("second"):
        return "second"
    return "minute" if any(found.get(name) for name in ("minute", "half", "quarter")) else "hour"
