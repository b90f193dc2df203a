"""What became of the times of a column or a source, in numbers, for the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from satchel.instant.value import Instant

_DAYS = frozenset({"day", "week", "month", "year"})
_SAMPLES = 3
_SAMPLE_LENGTH = 40
_BEFORE, _AFTER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class Tally:
    """Counts instants; two of them can be added up. Order does not matter except for the samples shown."""

    __slots__ = ("_earliest", "_latest", "_notes", "_samples", "counts", "notations", "precisions", "zones")

    def __init__(self, instants: Iterable[Instant] = ()) -> None:
        self.counts: Counter[str] = Counter()
        """`values`, then `read`, `missing`, `ambiguous`, `unreadable`, which sum to it; `assumed`, `suspicious` of `read`."""
        self.notations: Counter[str] = Counter()
        """By rule, naive ones apart: `iso`, `iso naive`, `epoch-ms`, `written-cjk naive`. Days have no zone to miss."""
        self.precisions: Counter[str] = Counter()
        self.zones: Counter[str] = Counter()
        self._notes: Counter[str] = Counter()
        self._samples: list[dict[str, object]] = []
        self._earliest, self._latest = _AFTER, _BEFORE
        for instant in instants:
            self.add(instant)

    def add(self, instant: Instant) -> None:
        """Count one value."""
        counts = self.counts
        counts["values"] += 1
        at = instant.at
        if at is None:
            counts["missing" if instant.missing else "ambiguous" if instant.ambiguous else "unreadable"] += 1
            if not instant.missing and len(self._samples) < _SAMPLES:
                sample: dict[str, object] = {"raw": str(instant.raw)[:_SAMPLE_LENGTH], "problem": instant.problem}
                if sample not in self._samples:
                    self._samples.append(sample)
            return
        counts["read"] += 1
        zoneless = instant.precision in _DAYS or instant.rule == "epoch-excel"  # a zone was never to be expected
        self.notations[f"{instant.rule} naive" if instant.assumed and not zoneless else instant.rule] += 1
        self.precisions[instant.precision] += 1
        self.zones[instant.zone] += 1
        counts["assumed"] += instant.assumed
        if instant.problem:
            self._notes[instant.problem] += 1
        if instant.suspicious:
            counts["suspicious"] += 1
        else:
            self._earliest, self._latest = min(self._earliest, at), max(self._latest, at)

    def update(self, other: Tally) -> None:
        """Add another tally to this one."""
        for mine, theirs in zip(self._counters(), other._counters(), strict=True):
            mine.update(theirs)
        self._samples = (self._samples + other._samples)[:_SAMPLES]
        self._earliest = min(self._earliest, other._earliest)
        self._latest = max(self._latest, other._latest)

    @property
    def mixed(self) -> bool:
        """True when the values are in more than one notation or unit, or with and without a zone."""
        return len(self.notations) > 1

    def summary(self) -> dict[str, Any]:
        """Everything as JSON; `earliest` and `latest` leave suspicious times out and are null when nothing was read."""
        names = ("values", "read", "missing", "ambiguous", "unreadable", "assumed", "suspicious")
        return {
            **{name: self.counts[name] for name in names},
            "notations": _ordered(self.notations),
            "mixed": self.mixed,
            "precisions": _ordered(self.precisions),
            "zones": _ordered(self.zones),
            "earliest": _stamp(self._earliest) if self._earliest <= self._latest else None,
            "latest": _stamp(self._latest) if self._earliest <= self._latest else None,
            "problems": _ordered(self._notes),
            "samples": list(self._samples),
        }

    def _counters(self) -> tuple[Counter[str], ...]:
        return (self.counts, self.notations, self.precisions, self.zones, self._notes)


def _ordered(counter: Counter[str]) -> dict[str, int]:
    return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))


def _stamp(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")
