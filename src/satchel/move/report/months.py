"""Counts by month as the bars of a histogram: gaps filled, and never more bars than fit on a screen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

MOST_BARS = 40
_STEPS = (1, 3, 12, 60, 120, 600, 1200, 6000, 12000)
"""Months of a bar: a month, a quarter, a year, 5, 10, 50, 100, 500 and 1000 years."""
_MONTH = re.compile(r"(\d{1,4})-(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar."""

    first: str
    """Its first month, such as `2026-03`."""
    label: str
    """`2026-03`, `2026 Q1`, `2026` or `2020–2029`."""
    count: int


def bars(by_month: Mapping[str, int], *, most: int = MOST_BARS) -> list[Bar]:
    """Counts by month (`2026-03` → 12) as at most `most` bars of equal length, oldest first, empty ones included."""
    counts: dict[int, int] = {}
    for name, count in by_month.items():
        match = _MONTH.fullmatch(name)
        if match:
            month = int(match[1]) * 12 + int(match[2]) - 1
            counts[month] = counts.get(month, 0) + count
    if not counts:
        return []
    first, last = min(counts), max(counts)
    step = next((step for step in _STEPS if last // step - first // step < most), _STEPS[-1])
    binned: dict[int, int] = {}
    for month, count in counts.items():
        binned[month // step] = binned.get(month // step, 0) + count
    return [_bar(number, step, binned.get(number, 0)) for number in range(first // step, last // step + 1)]


def _bar(number: int, step: int, count: int) -> Bar:
    year, month = divmod(number * step, 12)
    first = f"{year:04}-{month + 1:02}"
    if step == 1:
        label = first
    elif step == 3:
        label = f"{year:04} Q{month // 3 + 1}"
    elif step == 12:
        label = f"{year:04}"
    else:
        label = f"{year:04}–{year + step // 12 - 1:04}"
    return Bar(first, label, count)
