"""By which clock the times of a table are read: zones told elsewhere, days in names, like files together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from satchel.formats.tabular.rows import Shape
from satchel.instant import resolve_zone
from satchel.move.infer.names import words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.role import TIMES, Role
from satchel.move.infer.times import ColumnTimes, ZonedTimes, column_times, day_clock
from satchel_protocol.errors import InvalidTimeError

READ_ONLY_COUNTED = (Shape.VECTORS, Shape.INDEX, Shape.OPAQUE)


_DATE_IN_NAME = re.compile(
    r"^(?:[^\W\d]{0,12}[\W_]*)?(\d{4}[-_.年/]?\d{1,2}[-_.月/]?\d{1,2}日?)(?:[\W_]*[^\W\d]{0,12})?$"
)


_MONTH_IN_NAME = re.compile(
    r"(?i)\b(?:[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th)?\.? [a-z]{3,9}\.?,? \d{4})\b"
)


_WEEKDAY = re.compile(
    r"(?i)[,，(（]?\s*(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?|(?:周|星期)[一二三四五六日天])\s*[,，)）]?"
)


def _days_in(name: str) -> Iterator[str]:
    """Parts of a heading that may be a day: all of it, its digits, a month by name with day and year; weekdays aside."""
    bare = _WEEKDAY.sub(" ", name).strip()
    yield bare
    if match := _DATE_IN_NAME.match(bare):
        yield match[1].replace("_", "-")
    if (month := _MONTH_IN_NAME.search(bare)) and len(month[0]) >= 0.5 * len(bare):
        yield month[0]


_NO_DIARY = re.compile(r"(?i)export|backup|dump|bak|snapshot|memories|导出|备份|log$|日志")


def day_of(plan: Plan, now: datetime) -> tuple[str, ColumnTimes] | None:
    """The day that a heading or a diary's file name gives to items without a time of their own."""
    if plan.table.container not in ("markdown", "text") or plan.first(Role.CREATED) is not None:
        return None
    stem = plan.table.source.rsplit("!", 1)[-1].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    for name in (*reversed(plan.table.headings), stem):
        if _NO_DIARY.search(name):
            continue
        for day in _days_in(name.strip()):
            clock = day_clock(day, now=now)
            if clock is not None:
                return day, clock
    return None


_KIN = 3
"""Files of one kind in a folder from which they count as written by one hand."""


_KIN_TIMES = 600


def share_times(plans: Sequence[Plan]) -> None:
    """Let the many small files of one folder settle together how their times are written: `02.11.2024` alone says little."""
    groups: dict[tuple[str, str, str], list[Plan]] = {}
    for plan in plans:
        folder, slash, _ = plan.table.source.rpartition("/")
        if slash and plan.table.shape not in READ_ONLY_COUNTED:
            groups.setdefault((folder, plan.table.container, plan.table.name), []).append(plan)
    for kin in groups.values():
        if len(kin) < _KIN:
            continue
        pooled: dict[str, list[Any]] = {}
        for plan in kin:
            for column, share in plan.time_shares.items():
                if share >= 0.5:
                    pooled.setdefault(column, []).extend(plan.profiles[column].samples[:_KIN_TIMES])
        shared = {column: values[:: 1 + len(values) // _KIN_TIMES] for column, values in pooled.items()}
        for plan in kin:
            plan.kin_times = shared


def set_clocks(plan: Plan, zone: str | None, now: datetime) -> None:
    """How each column of times is read: one zone for all rows, or the one that each row names."""
    plan.zone_column, zones = _zone_column(plan)
    for column, role in plan.roles.items():
        if role not in TIMES:
            continue
        values = [row.get(column) for row in plan.sample]
        values += plan.kin_times.get(column, ())
        plan.clocks[column] = column_times(values, zone=zone, name=column, now=now)
        if plan.zone_column is not None:
            plan.zoned[column] = ZonedTimes(values, zones, zone=zone, name=column, now=now)


def _zone_column(plan: Plan) -> tuple[str | None, list[str]]:
    """The column that names the zone of its row's times, and the zones in it."""
    for column, profile in plan.profiles.items():
        if not profile.few or profile.strings < 0.9 * profile.filled or not _names_zone(column):
            continue
        zones = [value for value in profile.counter if _is_zone(value)]
        if zones and len(zones) >= 0.8 * len(profile.counter):
            return column, zones
    return None, []


def _names_zone(column: str) -> bool:
    called = column.rsplit(".", 1)[-1].lstrip("^")
    return "_".join(words_of(called)) in _ZONE_NAMES or "时区" in called


def _is_zone(value: str) -> bool:
    try:
        resolve_zone(value)
    except InvalidTimeError:
        return False
    return True


_ZONE_NAMES = frozenset(
    "timezone time_zone tz tzname zone_name user_timezone default_timezone timezone_name shiqu utc_offset tz_offset 时区".split()
)


def zones_of(plans: Iterable[Plan]) -> dict[str, str]:
    """Source → the zone that the file itself names, in a field or a setting called `timezone`."""
    found: dict[str, str] = {}
    for plan in plans:
        many = plan.table.shape is Shape.ROWS and plan.sampled > 3
        for values in plan.sample[:200]:
            # Rows that each name a zone speak for themselves alone.
            pairs = [] if many else [*values.items()]
            if isinstance(values.get("$key"), str):
                pairs.append((values["$key"].rsplit(".", 1)[-1], values.get("$value")))
            for name, value in pairs:
                if isinstance(value, str) and _names_zone(name) and _is_zone(value):
                    found.setdefault(plan.table.source, value)
    return found
