"""What reading a time gives: the instant, how it was written, and what is doubtful about it."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import NamedTuple

from satchel_protocol.record import TimeEvidence

Raw = str | int | float | dict[str, object] | None


class Instant(NamedTuple):
    """One value of a foreign source, read as a time.

    A named tuple and not a dataclass: columns hold millions of them, and it is built in a quarter of the time.
    """

    at: datetime | None
    """Aware, UTC, up to microseconds; the first moment of the period that was named. None: unknown, see `problem`."""
    raw: Raw
    """The value as the source had it; for a date or datetime object its ISO text."""
    unit: str
    """The notation: `iso`, `s`, `ms`, `us`, `ns`, `date`, `digits`, `text`, `uuid7` …; empty where there is no time."""
    zone: str = ""
    """The zone it was read in, as found (`Z`, `+08:00`, `Asia/Shanghai`); the assumed one when `assumed`."""
    precision: str = ""
    """`year`, `month`, `week`, `day`, `hour`, `minute`, `second`, `millisecond`, `microsecond`, `nanosecond`."""
    assumed: bool = False
    """True when neither the value nor the caller named a zone, so UTC was taken."""
    rule: str = ""
    """Which rule read it or turned it down; see the ladder in `satchel.instant`."""
    problem: str = ""
    """What is doubtful or wrong, for a person; empty for a plain time."""
    suspicious: bool = False
    """True when `at` is what was written, yet lies outside the plausible window."""

    @property
    def missing(self) -> bool:
        """True when the source said nothing: empty, `null`, a placeholder such as 0 or 1970-01-01."""
        return self.rule in {"missing", "placeholder"}

    @property
    def ambiguous(self) -> bool:
        """True when it is a time, but which one depends on something only a person can say."""
        return self.at is None and self.rule.startswith("ambiguous")

    def evidence(self) -> TimeEvidence:
        """How the time was read, as a record carries it in `origin.time`."""
        return TimeEvidence(
            raw=self.raw,
            unit=self.unit or None,
            zone=self.zone or None,
            precision=self.precision or None,
            assumed=self.assumed,
        )

    def origin_time(self) -> dict[str, object]:
        """The same as a JSON object: raw, unit, zone, precision, assumed."""
        return {
            "raw": self.raw,
            "unit": self.unit,
            "zone": self.zone,
            "precision": self.precision,
            "assumed": self.assumed,
        }


def unknown(raw: object, rule: str, problem: str) -> Instant:
    """A value that gives no time, with the reason."""
    return Instant(None, keepable(raw), "", "", "", False, rule, problem)


def keepable(raw: object) -> Raw:
    """`raw` in a form that JSON can hold, unchanged wherever it can."""
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, float) and not math.isfinite(raw):
        return str(raw)
    if isinstance(raw, int) and not -(2**63) <= raw < 2**63:
        return hex(raw)  # beyond what JSON readers keep exact; `str` refuses thousands of digits
    if raw is None or isinstance(raw, str | int | float):
        return raw
    if isinstance(raw, bytes | bytearray | memoryview):
        return bytes(raw).decode("utf-8", "replace")
    if isinstance(raw, dict):
        return {str(key): _plain(value) for key, value in raw.items()}
    isoformat = getattr(raw, "isoformat", None)
    return str(isoformat()) if callable(isoformat) else str(raw)


def _plain(value: object) -> object:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return keepable(value)


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
