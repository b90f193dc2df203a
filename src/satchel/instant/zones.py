"""Zones: by IANA name, fixed offset or abbreviation, and wall-clock times in them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from satchel_protocol.errors import InvalidTimeError

FIXED: dict[str, float] = {
    "Z": 0, "UTC": 0, "GMT": 0, "UT": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
    "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9, "KST": 9, "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
    "EST": -5, "EDT": -4, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10,
}  # fmt: skip
"""Abbreviations with one meaning, in hours. The American ones are those that RFC 2822, section 4.3, defines, without
CST and CDT: in the files at hand these mean China or Cuba as well."""

AMBIGUOUS: dict[str, str] = {
    "CST": "China +08:00, US Central -06:00 or Cuba -05:00",
    "CDT": "US Central -05:00, Cuba -04:00 or China's former summer time +09:00",
    "IST": "India +05:30, Israel +02:00 or Ireland +01:00",
    "BST": "Britain +01:00, Bangladesh +06:00 or Bougainville +11:00",
    "AST": "Atlantic -04:00 or Arabia +03:00",
    "ADT": "Atlantic -03:00 or Arabia +04:00",
    "ACST": "Australia +09:30 or Acre -05:00",
    "AMT": "Amazon -04:00 or Armenia +04:00",
    "ECT": "Ecuador -05:00 or Eastern Caribbean -04:00",
    "GST": "Gulf +04:00 or South Georgia -02:00",
    "SST": "Samoa -11:00 or Singapore +08:00",
    "WST": "Western Australia +08:00 or Samoa +13:00",
    "PYT": "Paraguay -04:00 or Pyongyang +09:00",
}
NAMED: dict[str, str] = {
    "北京时间": "Asia/Shanghai", "北京時間": "Asia/Shanghai", "中国标准时间": "Asia/Shanghai",
    "中國標準時間": "Asia/Shanghai", "china standard time": "Asia/Shanghai", "beijing time": "Asia/Shanghai",
    "香港时间": "Asia/Hong_Kong", "香港時間": "Asia/Hong_Kong", "台北时间": "Asia/Taipei", "台北時間": "Asia/Taipei",
    "台湾时间": "Asia/Taipei", "台灣時間": "Asia/Taipei", "東京時間": "Asia/Tokyo", "日本時間": "Asia/Tokyo",
    "日本標準時": "Asia/Tokyo", "한국시간": "Asia/Seoul", "한국 표준시": "Asia/Seoul",
}  # fmt: skip
_NEAR = {"beijing": "Asia/Shanghai", "北京": "Asia/Shanghai", "上海": "Asia/Shanghai", "china": "Asia/Shanghai"}

_NO_ZONES = frozenset({"", "localtime", "factory", "posixrules"})
"""Files among the zones that name none: they differ from machine to machine."""
_OFFSET = re.compile(r"(?:UTC|GMT|UT)?\s*([+\-\u2212])\s*([0-9]{1,2})(?::?([0-9]{2}))?(?::?([0-9]{2}))?", re.IGNORECASE)
_TAIL = re.compile(
    r"""(?:(?P<word>[A-Za-z]{1,5})\s*)?
        (?P<offset>[+\-\u2212][0-9]{1,2}(?::?[0-9]{2})?(?::?[0-9]{2})?)
        (?:\s*\(.{0,60}\)|\s*\[.{0,60}\]|\s+[A-Z]{2,5}|\s+[+-][0-9]{2,4})?
        (?:\s+m=[+-][0-9.]+)?""",
    re.VERBOSE,
)
_MAX_OFFSET = timedelta(hours=16)


class Wall(NamedTuple):
    """A wall-clock time put on the line of time."""

    at: datetime
    zone: str
    assumed: bool
    note: str


@lru_cache(maxsize=256)
def resolve_zone(name: str) -> tzinfo:
    """The zone of that name: IANA (any case), `+08:00`, `UTC+8`, `Z`, `JST`, 北京时间.

    Raises:
        InvalidTimeError: unknown or ambiguous; the message has what was probably meant.
    """
    text = name.strip()
    fixed = _fixed(text)
    if fixed is not None:
        return fixed
    text = NAMED.get(text.casefold(), text)
    if text.casefold() not in _NO_ZONES:
        try:
            return ZoneInfo(text)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            # Not in that spelling; OSError is what a folder's name ("Asia") gives.
            key = _iana_keys().get(text.casefold())
            if key is not None:
                return ZoneInfo(key)
    raise InvalidTimeError(_no_such_zone(text))


def zone_name(zone: tzinfo) -> str:
    """The name by which `resolve_zone` finds the zone again: the IANA key, `UTC`, or `+08:00`."""
    if zone is UTC:
        return "UTC"
    key = getattr(zone, "key", None)
    if isinstance(key, str):
        return key
    offset = zone.utcoffset(None)
    return offset_name(offset) if offset is not None else str(zone)


def offset_name(offset: timedelta) -> str:
    """`+08:00` for an offset of eight hours."""
    minutes, seconds = divmod(abs(int(offset.total_seconds())), 60)
    text = f"{'-' if offset < timedelta(0) else '+'}{minutes // 60:02}:{minutes % 60:02}"
    return f"{text}:{seconds:02}" if seconds else text


def place(wall: datetime, zone: tzinfo | None, name: str) -> Wall:
    """Put a naive wall-clock time into a declared zone; UTC, marked as assumed, when none was declared.

    A time that the clock skipped or showed twice is read with the offset before the change (fold 0), and said so.
    """
    if zone is None:
        return Wall(wall.replace(tzinfo=UTC), "UTC", True, "")
    if zone is UTC or isinstance(zone, timezone):
        return Wall(wall.replace(tzinfo=zone).astimezone(UTC), name, False, "")
    local = wall.replace(tzinfo=zone, fold=0)
    at = local.astimezone(UTC)
    first, second = local.utcoffset(), local.replace(fold=1).utcoffset()
    note = ""
    if first is not None and second is not None and first != second:
        what = "was skipped by" if first < second else "was shown twice by"
        note = f"this time {what} the clocks of {name}; read with the offset before the change"
    return Wall(at, name, False, note)


def place_with_tail(wall: datetime, tail: str, zone: tzinfo | None, name: str) -> Wall | str:
    """Put a wall-clock time on the line of time by the zone written behind it, or say why that is impossible.

    Args:
        wall: Naive.
        tail: What stands behind the time: `Z`, `+0800`, `PDT-0700`, `GMT+0800 (CST)`, `UTC`, `CST`, `Asia/Shanghai`.
        zone: The declared zone, which may settle an ambiguous abbreviation.
        name: Its name.
    """
    tail = tail.strip()
    if not tail:
        return place(wall, zone, name)
    bare = tail.partition("[")[0].strip() or tail  # an offset wins over the name behind it: Z[UTC]
    bare = bare.strip("()[] ")
    if (found := _TAIL.fullmatch(bare) or _TAIL.fullmatch(tail)) is not None:
        fixed = _fixed(found["offset"])
        return "the zone's offset is impossible" if fixed is None else _at(wall, fixed, tail)
    if bare in AMBIGUOUS:
        return _by_declared(wall, bare, zone, name)
    # "Japan", "Cuba" and "MET" are zones too, and words: behind a time only what can be nothing else is taken for one.
    if "/" in bare or bare in FIXED or bare.lower() in {"z", "utc", "gmt"} or bare.casefold() in NAMED:
        try:
            return place(wall, resolve_zone(bare), bare)._replace(zone=tail)
        except InvalidTimeError:
            pass
    return f"{tail[:40]!r} behind the time is no zone"


def _by_declared(wall: datetime, abbreviation: str, zone: tzinfo | None, name: str) -> Wall | str:
    """Read an ambiguous abbreviation if the declared zone uses it in that year."""
    if zone is not None:
        for month, day in ((wall.month, wall.day), (1, 1), (7, 1)):
            local = wall.replace(month=month, day=day, tzinfo=zone)
            offset = local.utcoffset()
            if local.tzname() == abbreviation and offset is not None:
                return _at(wall, timezone(offset), abbreviation)
        return f"{abbreviation} is not used in the zone {name}: it means {AMBIGUOUS[abbreviation]}"
    return f"ambiguous: {abbreviation} means {AMBIGUOUS[abbreviation]}; name the zone"


def _at(wall: datetime, zone: tzinfo, name: str) -> Wall:
    return Wall(wall.replace(tzinfo=zone).astimezone(UTC), name, False, "")


def _fixed(text: str) -> tzinfo | None:
    """A fixed offset or an abbreviation with one meaning."""
    hours = FIXED.get(text.upper())
    if hours is not None:
        return UTC if hours == 0 else timezone(timedelta(hours=hours))
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    sign, hour, minute, second = match.groups()
    offset = timedelta(hours=int(hour), minutes=int(minute or 0), seconds=int(second or 0))
    if offset > _MAX_OFFSET or int(minute or 0) > 59 or int(second or 0) > 59:
        return None
    return UTC if not offset else timezone(offset if sign == "+" else -offset)


@lru_cache(maxsize=1)
def _iana_keys() -> dict[str, str]:
    return {key.casefold(): key for key in available_timezones() if key.casefold() not in _NO_ZONES}


def _no_such_zone(text: str) -> str:
    if text.upper() in AMBIGUOUS:
        return (
            f"the zone {text!r} is ambiguous ({AMBIGUOUS[text.upper()]}); write an offset or a name like Asia/Shanghai"
        )
    keys = _iana_keys()
    if not keys:
        return f"no zone {text!r}: this machine has no zone data; install the package tzdata, or write +08:00"
    wanted = text.casefold().replace(" ", "_")
    near = _NEAR.get(wanted) or next((key for low, key in keys.items() if low.rpartition("/")[2] == wanted), None)
    if near is None:
        import difflib  # only for the sake of a message

        close = difflib.get_close_matches(wanted, keys, n=1, cutoff=0.7)
        cities = {low.rpartition("/")[2]: low for low in keys}
        close = close or [cities[city] for city in difflib.get_close_matches(wanted.rpartition("/")[2], cities, n=1)]
        near = keys[close[0]] if close else None
    hint = f"; did you mean {near}?" if near else "; write a name like Asia/Shanghai or an offset like +08:00"
    return f"no zone is called {text!r}{hint}"
