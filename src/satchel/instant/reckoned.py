"""What a relative day in a memory means, reckoned from when the memory was made: "yesterday" → 2026-03-03.

Beside it, `spoken` reads times out of questions and is generous, since a filter that is too narrow loses the answer.
Here nothing is: the words become a date that is put into a text. Where people mean two days by the same words ("last
Monday", said on a Friday) both are named; where the words are vague ("a few days ago") nothing is said but before when.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from satchel.instant.dates import han_number

_DAYS: Final = {
    "the day before yesterday": -2, "yesterday": -1, "today": 0, "tomorrow": 1, "the day after tomorrow": 2,
    "tonight": 0, "last night": -1, "this morning": 0, "this afternoon": 0, "this evening": 0,
    "yesterday morning": -1, "yesterday afternoon": -1, "yesterday evening": -1,
    "tomorrow morning": 1, "tomorrow afternoon": 1, "tomorrow evening": 1, "tomorrow night": 1,
}  # fmt: skip
_DAYS_HAN: Final = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_MONTHS: Final = "january february march april may june july august september october november december".split()
_WEEKDAYS: Final = "monday tuesday wednesday thursday friday saturday sunday".split()
_WEEKDAYS_HAN: Final = {name: number for number, name in enumerate("一二三四五六日")} | {"天": 6}
_SHIFT: Final = {
    "last": -1,
    "this past": -1,
    "past": -1,
    "previous": -1,
    "this": 0,
    "this coming": 0,
    "coming": 0,
    "next": 1,
}
_SHIFT_HAN: Final = {"上上": -2, "上": -1, "这": 0, "本": 0, "当": 0, "下": 1, "下下": 2}
_YEARS_HAN: Final = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
_COUNTS: Final = {
    word: number for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
} | {"a": 1, "an": 1, "a couple of": 2}  # fmt: skip
_VAGUE: Final = frozenset({"a few", "few", "several", "some", "几", "数", "好几"})

_DAY_HAN = re.compile(r"(大前|前|昨|今|明|大后|后)(?:天|日|晚|早|夜)(?:早上|上午|中午|下午|傍晚|晚上|夜里|凌晨|晚|早)?")
_WEEK_HAN = re.compile(r"(上上|上|这|本|当|下下|下)(?:一)?(?:个)?(?:周|星期|礼拜)(?:([一二三四五六日天])|(末))?")
_MONTH_HAN = re.compile(r"(上上|上|这|本|当|下下|下)(?:一)?个?月")
_QUARTER_HAN = re.compile(r"(上|这|本|下)(?:一)?(?:个)?季度")
_COUNTED_HAN = re.compile(
    r"(\d{1,4}|[〇一二两三四五六七八九十]{1,4}|半|几|好几|数)多?个?(半)?(天|日|周|星期|礼拜|月|年|小时|钟头|分钟)(半)?(?:以前|之前|前|以后|之后|后)"
)
_SHIFTED = re.compile(
    r"(last|this past|past|previous|this coming|coming|this|next) (week|weekend|month|year|quarter|"
    + "|".join([*_WEEKDAYS, *_MONTHS])
    + ")"
)
_COUNTED = re.compile(
    r"(?P<count>\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a few|few|a couple of|several|some) "
    r"(?P<unit>minute|hour|day|week|month|year)s? (?:ago|earlier|from now)|in (?P<count2>\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a few|a couple of|several) "
    r"(?P<unit2>minute|hour|day|week|month|year)s?"
)
_UNITS_HAN: Final = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year", "小时": "hour", "钟头": "hour", "分钟": "minute"}  # fmt: skip


def reckon(words: str, *, at: datetime, zone: tzinfo) -> str | None:
    """The day, month or year that relative words mean.

    Args:
        words: The words alone, such as `last week` or 上周三.
        at: When they were written; aware.
        zone: The writer's, by whose days they are meant.

    Returns:
        `2026-03-03`, `2026-03`, `2026`, a range `2026-03-02 to 2026-03-08`, `around …` for a count of weeks or more,
        `before …` for "a few days ago", two days joined by `or`; None where the words are not known or lead beyond
        the calendar.
    """
    plain = " ".join(words.lower().replace("’", "'").split())
    try:
        local = at.astimezone(zone)
        for reader in (_day, _shifted, _counted, _han):
            if found := reader(plain, local):
                return found
    except (OverflowError, ValueError):
        pass
    return None


def _day(words: str, at: datetime) -> str | None:
    days = _DAYS.get(words)
    return None if days is None else _iso(at.date() + timedelta(days=days))


def _shifted(words: str, at: datetime) -> str | None:
    match = _SHIFTED.fullmatch(words)
    if match is None:
        return None
    shift, unit, today = _SHIFT[match[1]], match[2], at.date()
    if unit == "week":
        return _week(today, shift)
    if unit == "weekend":
        return _weekend(today, shift)
    if unit == "month":
        return _month(today, shift)
    if unit == "year":
        return f"{today.year + shift:04}"
    if unit == "quarter":
        return _quarter(today, shift)
    if unit in _WEEKDAYS:
        return _either(_weekdays(_WEEKDAYS.index(unit), today, shift))
    return _either_month(_MONTHS.index(unit) + 1, today, shift)


def _weekdays(number: int, today: date, shift: int) -> list[date]:
    """The days that may be meant: that of the week so named, and the nearest one in that direction."""
    of_week = today + timedelta(days=number - today.weekday() + 7 * shift)
    if shift == 0:
        nearest = today + timedelta(days=(number - today.weekday()) % 7)
    elif shift < 0:
        nearest = today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    else:
        nearest = today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    return sorted({of_week, nearest})


def _either(days: list[date]) -> str:
    return " or ".join(map(_iso, days))


def _either_month(month: int, today: date, shift: int) -> str:
    """Last May, said in August: of this year to some, of the year before to others."""
    years = {today.year + shift}
    if shift < 0 and month < today.month:
        years.add(today.year)
    if shift > 0 and month > today.month:
        years.add(today.year)
    return " or ".join(f"{year:04}-{month:02}" for year in sorted(years))


def _counted(words: str, at: datetime) -> str | None:
    match = _COUNTED.fullmatch(words)
    if match is None:
        return None
    count, unit = match["count"] or match["count2"], match["unit"] or match["unit2"]
    back = words.endswith(("ago", "earlier"))
    if count in _VAGUE:
        return _vaguely(at, unit, back=back)
    number = int(count) if count.isdigit() else _COUNTS[count]
    return _away(at, number, unit, back=back)


def _han(words: str, at: datetime) -> str | None:
    today = at.date()
    for pattern, read in _HAN_READERS:
        if match := pattern.fullmatch(words):
            return read(match, today)
    if words in _YEARS_HAN:
        return f"{today.year + _YEARS_HAN[words]:04}"
    if match := _COUNTED_HAN.fullmatch(words):
        return _counted_han(match, at)
    return None


def _counted_han(match: re.Match[str], at: datetime) -> str | None:
    count, unit, back = match[1], _UNITS_HAN[match[3]], match[0].endswith("前")
    if count in _VAGUE:
        return _vaguely(at, unit, back=back)
    half = 0.5 if match[2] or match[4] else 0.0
    if count == "半":
        return _away(at, 0.5, unit, back=back)
    value = int(count) if count.isdigit() else han_number(count.replace("两", "二"))
    return None if value is None else _away(at, value + half, unit, back=back)


def _week_han(match: re.Match[str], today: date) -> str:
    shift = _SHIFT_HAN[match[1]]
    if match[3]:
        return _weekend(today, shift)
    if match[2]:
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=shift)
        return _iso(monday + timedelta(days=_WEEKDAYS_HAN[match[2]]))
    return _week(today, shift)


_HAN_READERS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], str]], ...]] = (
    (_DAY_HAN, lambda match, today: _iso(today + timedelta(days=_DAYS_HAN[match[1]]))),
    (_WEEK_HAN, _week_han),
    (_MONTH_HAN, lambda match, today: _month(today, _SHIFT_HAN[match[1]])),
    (_QUARTER_HAN, lambda match, today: _quarter(today, _SHIFT_HAN[match[1]])),
)


def _away(at: datetime, count: float, unit: str, *, back: bool) -> str:
    """So many units away; counts of weeks and more are never meant to the day."""
    sign = -1 if back else 1
    if unit in {"minute", "hour"}:
        moment = at + sign * timedelta(**{f"{unit}s": count})
        return _iso(moment.date())
    if unit == "day":
        return _iso(at.date() + sign * timedelta(days=round(count)))
    if unit == "week":
        return f"around {_iso(at.date() + sign * timedelta(days=round(7 * count)))}"
    if unit == "year" and count != int(count):
        unit, count = "month", count * 12
    if unit == "year":
        return f"around {at.year + sign * int(count):04}"
    if count != int(count):
        return f"around {_iso(at.date() + sign * timedelta(days=round(30.4 * count)))}"
    return f"around {_month(at.date(), sign * int(count))}"


def _vaguely(at: datetime, unit: str, *, back: bool) -> str:
    """Nobody knows how many: only from when they are counted."""
    day = _iso(at.date())
    if unit in {"minute", "hour"}:
        return day
    return f"before {day}" if back else f"after {day}"


def _week(today: date, shift: int) -> str:
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=shift)
    return f"{_iso(monday)} to {_iso(monday + timedelta(days=6))}"


def _weekend(today: date, shift: int) -> str:
    saturday = today - timedelta(days=today.weekday()) + timedelta(weeks=shift, days=5)
    return f"{_iso(saturday)} to {_iso(saturday + timedelta(days=1))}"


def _month(today: date, shift: int) -> str:
    year, month = divmod(today.year * 12 + today.month - 1 + shift, 12)
    return f"{date(year, month + 1, 1):%Y-%m}"


def _quarter(today: date, shift: int) -> str:
    year, quarter = divmod(today.year * 4 + (today.month - 1) // 3 + shift, 4)
    return f"{year:04} Q{quarter + 1}"


def _iso(day: date) -> str:
    return day.isoformat()
