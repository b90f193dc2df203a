"""The order of day and month in a column of dates such as 03/04/2026: what the values prove, and what their order does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

_STRAY = 0.05
"""Share of steps against the direction with which rows still count as sorted; a few late entries are usual."""
_LEAST_STEPS = 6
"""Seven rows stand in order by chance in 2 of 5,040 cases."""

_UNDECIDED = "nothing in the column tells day from month; say --day-first or --month-first"

WORDS = {"dmy": "day first", "mdy": "month first", "ymd": "year first"}


class Order(NamedTuple):
    """The order found, or an empty text, and why."""

    order: str
    reason: str


def decide_order(values: Sequence[dict[str, datetime]]) -> Order:
    """Decide how a column writes day and month.

    Values that can be read in one order only settle it for all, unless they contradict each other; then nothing is
    settled. Failing that, the order in which the rows are (nearly) sorted, if there is exactly one.

    Args:
        values: In row order; for each date its readings by order, see `Date.choices`.
    """
    votes = Counter(next(iter(readings)) for readings in values if len(readings) == 1)
    if len(votes) == 1:
        order, count = votes.most_common(1)[0]
        return Order(order, f"{count} of {len(values)} dates can only be read {WORDS[order]}")
    if votes:
        found = ", ".join(f"{count} {WORDS[order]}" for order, count in votes.most_common())
        return Order("", f"the dates contradict each other ({found}); those that could be either were not read")
    return _by_rows(values)


def _by_rows(values: Sequence[dict[str, datetime]]) -> Order:
    """The only order in which the rows go steadily forwards or backwards in time.

    Read in the wrong order, days that go forwards fall back at every change of the month: a whole year of them has only
    eleven such steps, so the steps are compared and not their share.
    """
    ranked = []
    for order in sorted({order for readings in values for order in readings}):
        steps, strays = _steps([readings[order] for readings in values if order in readings])
        if steps < _LEAST_STEPS:
            return Order("", _UNDECIDED)
        ranked.append((strays, steps, order))
    ranked.sort()
    (strays, steps, order), others = ranked[0], ranked[1:]
    if strays <= _STRAY * steps and others and others[0][0] >= 2 + 3 * strays:
        return Order(order, f"the rows are in order of time only when read {WORDS[order]}")
    return Order("", _UNDECIDED)


def _steps(moments: Sequence[datetime]) -> tuple[int, int]:
    """How many neighbours differ, and how many of those go against the direction of most."""
    steps = [(later > earlier) - (later < earlier) for earlier, later in pairwise(moments)]
    up, down = steps.count(1), steps.count(-1)
    return up + down, min(up, down)
