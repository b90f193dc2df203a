"""The order of day and month in a column of dates such as 03/04/2026: what the values prove, and what their order does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

_SORTED = 0.95
"""Share of steps in one direction from which rows count as sorted; a few late entries are usual."""
_UNSORTED = 0.8
"""The other orders must stay below this, or both would do."""
_LEAST_STEPS = 6
"""Seven rows stand in order by chance in 2 of 5,040 cases."""

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
    fitting = set.intersection(*(set(readings) for readings in values)) if values else set()
    if len(fitting) == 1:
        order = fitting.pop()
        return Order(order, f"only {WORDS[order]} fits all {len(values)} dates")
    return _by_rows(values)


def _by_rows(values: Sequence[dict[str, datetime]]) -> Order:
    """The only order in which the rows go steadily forwards or backwards in time."""
    orders = sorted({order for readings in values for order in readings})
    steadiness = {order: _steadiness([readings[order] for readings in values if order in readings]) for order in orders}
    steady = [order for order, share in steadiness.items() if share >= _SORTED]
    if len(steady) == 1 and all(share < _UNSORTED for order, share in steadiness.items() if order != steady[0]):
        return Order(steady[0], f"the rows are in order of time only when read {WORDS[steady[0]]}")
    return Order("", "nothing in the column tells day from month; say --day-first or --month-first")


def _steadiness(moments: Sequence[datetime]) -> float:
    steps = [(later > earlier) - (later < earlier) for earlier, later in pairwise(moments)]
    up, down = steps.count(1), steps.count(-1)
    return max(up, down) / (up + down) if up + down >= _LEAST_STEPS else 0.0
