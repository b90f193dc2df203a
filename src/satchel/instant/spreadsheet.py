"""Days of a spreadsheet without a word that says so: `45987,409722` in a column called `Datum`.

A sheet that is saved as text before its cells were given a format for dates leaves its own numbers behind, with a comma
for the point where the machine was set to German or French.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from satchel.instant.names import names_time, words
from satchel.instant.value import EPOCH
from satchel.instant.window import EARLIEST

_ZERO = 25_569
"""The day of the spreadsheet on which Unix begins to count."""
_NUMBER = re.compile(r"(\d{5})(?:[.,](\d{1,12}))?")
_AHEAD = timedelta(days=5 * 366)
"""Deadlines lie ahead; the further a range reaches, the more sizes and counts of five digits fit into it."""
_FEWEST = 3
_SAMPLE = 500


def days_written(text: str) -> str:
    """The number with a point, where it is written with a comma; empty when it is no such number."""
    found = _NUMBER.fullmatch(text)
    return "" if found is None else f"{found[1]}.{found[2]}" if found[2] else found[1]


def are_spreadsheet_days(values: Sequence[object], name: str, *, now: datetime) -> bool:
    """Whether a column that is called a time holds the days of a spreadsheet and nothing else.

    Sizes, counts and postcodes of five digits are kept out by the name, by fractions or by days that differ, and by the
    narrow range: all of them lie between 1995 and what is near.

    Args:
        values: Of one column; 500 spread over them are looked at.
        name: Of the column.
        now: Aware.
    """
    if not names_time(name) and words(name) != ["data"]:  # what Italian and Portuguese call a date
        return False
    low, high = (_ZERO + (moment - EPOCH).days for moment in (EARLIEST, now + _AHEAD))
    step = max(1, len(values) // _SAMPLE)
    days: list[str] = []
    for value in values[::step]:
        if value is None or (isinstance(value, str) and not value.strip()):
            continue
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return False
        day = days_written(str(value).strip())
        if not day or not low <= int(day[:5]) <= high:
            return False
        days.append(day)
    return len(days) >= _FEWEST and len(set(days)) >= 2
