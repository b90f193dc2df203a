"""A time in front of a line or in a file's name: `[2026-03-01] - text`, `2026-03-04: text`, `rollout-2026-03-04T15-20-30-…`."""

from __future__ import annotations

import re
from typing import NamedTuple

from satchel.instant.reader import Reader
from satchel.instant.value import Instant


class Leading(NamedTuple):
    """A line taken apart."""

    instant: Instant
    """May be unknown, as for `[date unknown]` and for `[03/04/2026]` without an order."""
    rest: str
    """The line behind the time and its separator."""
    bracketed: bool
    """True when brackets set the time off. Without them it may as well begin a sentence, which is the caller's to judge."""


_BRACKETED = re.compile(r"\s*(?P<open>[\[(（【<])(?P<time>[^\[\](){}（）【】<>]{3,60})[\])）】>]\s*[-–—:：|,，、]*\s*")
_MAY_BEGIN = re.compile(r"\s*(?:[0-9０-９〇一二令平民]|[A-Z][a-z]{2})")
_BOUNDARY = re.compile(r"(?=[\s\-–—:：_|,，、.。]|$)")
_SEPARATOR = re.compile(r"[\s\-–—:：_|,，、.。]*")
_LONGEST = 40
_DAY_OR_FINER = frozenset({"day", "hour", "minute", "second", "millisecond", "microsecond", "nanosecond"})
_IN_NAME = re.compile(
    r"(?<![0-9])(?:[0-9]{4}([-_.])[0-9]{2}\1[0-9]{2}(?:[T_ -][0-9]{2}([-_.:])[0-9]{2}\2[0-9]{2}(?:[.-][0-9]{3}(?=Z))?Z?)?"
    r"|[0-9]{8}(?:[T_-]?[0-9]{6}Z?)?|[0-9]{4}年[0-9]{1,2}月[0-9]{1,2}日)(?![0-9])"
)


def split_leading(line: str, reader: Reader) -> Leading | None:
    """Take a time off the front of a line.

    Args:
        line: Text of any length; only its first characters are looked at.
        reader: Knows the zone and the order of day and month.

    Returns:
        The longest readable beginning that names at least a day; in brackets a month, a year or "date unknown" too.
        None when the line begins with no time; bare numbers and times of day are none.
    """
    match = _BRACKETED.match(line)
    if match is not None:
        instant = reader.read(match["time"])
        counted = instant.rule.startswith(("epoch-", "not-a-time"))
        if not counted and (instant.at is not None or instant.ambiguous or instant.missing):
            return Leading(instant, line[match.end() :], True)
        return None
    if _MAY_BEGIN.match(line) is None:
        return None
    head = line[: _LONGEST + 1]
    ends = [found.start() for found in _BOUNDARY.finditer(head) if 0 < found.start() <= _LONGEST]
    for end in reversed(ends):
        instant = reader.read(head[:end].strip(" ,，:：-–—"))
        if _names_a_day(instant):
            separator = _SEPARATOR.match(line, end)
            return Leading(instant, line[separator.end() if separator else end :], False)
    return None


def time_in_name(stem: str, reader: Reader) -> Instant | None:
    """The first day, with or without a time of day, that stands anywhere in the name of a file or note; year first only."""
    for match in _IN_NAME.finditer(stem):
        text = match[0].replace("_", "-", 2) if match[1] == "_" else match[0]
        instant = reader.read(text)
        if instant.at is not None:
            return instant
    return None


def _names_a_day(instant: Instant) -> bool:
    if instant.rule.startswith("epoch-"):
        return False
    return instant.rule == "ambiguous-order" or (instant.at is not None and instant.precision in _DAY_OR_FINER)
