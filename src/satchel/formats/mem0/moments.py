"""Times as mem0 wrote them.

Until March 2026 it took the wall clock of US Pacific time and wrote its offset; since then it is UTC. Where the offset
was lost on the way (a driver, a spreadsheet), the clock of that time is Pacific still. Such a reading is an assumption
and says so; a zone that the person names wins.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from satchel.formats.contract import ReadOptions
from satchel.formats.making import Maker
from satchel.instant import Instant, Reader

_CHANGED = datetime(2026, 3, 1, tzinfo=UTC)
_PACIFIC = "America/Los_Angeles"
_CLOCKS = frozenset({"hour", "minute", "second", "millisecond", "microsecond", "nanosecond"})


class Moments:
    """Reads the times of one claim."""

    def __init__(self, maker: Maker, options: ReadOptions) -> None:
        self._maker = maker
        self._pacific = Reader(now=options.clock(), zone=_PACIFIC)

    def read(self, value: object) -> Instant:
        """One time; never raises, never answers "now"."""
        found = self._maker.time(value)
        if found.assumed and found.at is not None and found.at < _CHANGED and found.precision in _CLOCKS:
            return self._pacific.read(value)._replace(assumed=True)
        return found


def ttl_until(last_day: Instant, since: datetime | None) -> float | None:
    """Seconds from `since` to the end of the last day of validity, which is UTC's; None where one of them is unknown."""
    if last_day.at is None or since is None:
        return None
    midnight = datetime.combine(last_day.at.date(), time(), tzinfo=UTC)
    return max(0.0, (midnight - since + timedelta(days=1)).total_seconds())
