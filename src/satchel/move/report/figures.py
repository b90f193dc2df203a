"""The JSON document of an import as typed values, ready to be shown: every text in it has passed `shown`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from satchel.formats.contract import Fate
from satchel.move.report.shown import HIDDEN, one_line, shown
from satchel_protocol.state import Outcome

FATES = tuple(fate.value for fate in Fate)
OUTCOMES = tuple(outcome.value for outcome in Outcome)
KEPT = (Fate.MEMORY.value, Fate.EVIDENCE.value)
"""Fates of rows that came into the store; the others stayed behind, except for `rejected`, which waits for a person."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What went in, and the parts it was sorted into."""

    total: int
    parts: Mapping[str, int]
    """In a fixed order, those of 0 included."""

    @classmethod
    def of(cls, data: Mapping[str, Any], names: Iterable[str]) -> Ledger:
        """Read `{"in": …, name: count …}`; a part that this version does not know is counted like any other."""
        counts = {one_line(name): int(count) for name, count in data.items() if name not in ("in", "unaccounted")}
        parts = {name: counts.pop(name, 0) for name in names} | counts
        return cls(int(data.get("in", sum(parts.values()))), parts)

    @property
    def accounted(self) -> int:
        """Sum of the parts, added up here and not taken from the document."""
        return sum(self.parts.values())

    @property
    def difference(self) -> int:
        """What went in and is in no part; below 0 when more was sorted than went in."""
        return self.total - self.accounted

    def __getitem__(self, name: str) -> int:
        return self.parts.get(name, 0)

    def share(self, name: str) -> float:
        """Part of the whole, 0 to 1."""
        whole = max(self.total, self.accounted)
        return self[name] / whole if whole else 0.0


@dataclass(frozen=True, slots=True)
class Reason:
    """Why rows or records ended where they did."""

    what: str
    """A fate or an outcome."""
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Source:
    """The ledgers of one file or table."""

    name: str
    rows: Ledger
    memories: int
    records: Ledger
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One row shown word by word."""

    place: tuple[str, ...]
    """Source, table and position, without what is empty or repeated."""
    fate: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Times:
    """What is known of the times of the memories."""

    known: int
    unknown: int
    assumed_zone: int
    units: Mapping[str, int]
    precisions: Mapping[str, int]
    earliest: str | None
    latest: str | None
    by_month: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that a report shows."""

    batch: str
    store: str
    stream: str | None
    page: str | None
    """Where the page was written, when the terminal's report is shown after it."""
    dry_run: bool
    seconds: float
    rows: Ledger
    memories: int
    records: Ledger
    types: Mapping[str, int]
    scopes: Mapping[str, int]
    times: Times
    sources: tuple[Source, ...]
    examples: tuple[Row, ...]
    rejected: tuple[Row, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, report: Mapping[str, Any]) -> Figures:
        """Read the document of `satchel.move.ledger.Report.to_json`; what it does not have counts as nothing."""
        return cls(
            batch=one_line(report.get("batch", "")),
            store=one_line(report.get("store", "")),
            stream=_optional(report.get("stream")),
            page=_optional(report.get("report")),
            dry_run=bool(report.get("dry_run")),
            seconds=float(report.get("seconds", 0.0)),
            rows=Ledger.of(report.get("rows", {}), FATES),
            memories=int(report.get("memories", 0)),
            records=Ledger.of(report.get("records", {}), OUTCOMES),
            types=_counts(report.get("types", {})),
            scopes=_counts(report.get("scopes", {})),
            times=_times(report.get("times", {})),
            sources=tuple(_source(source) for source in report.get("sources", ())),
            examples=tuple(_row(example) for example in report.get("examples", ())),
            rejected=tuple(_row(example) for example in report.get("rejected", ())),
            notes=tuple(shown(note) for note in report.get("notes", ())),
        )

    @property
    def balanced(self) -> bool:
        """Whether both ledgers add up, in all and for each source."""
        ledgers = [self.rows, self.records, *(part for s in self.sources for part in (s.rows, s.records))]
        return not any(ledger.difference for ledger in ledgers)

    @property
    def store_is_told(self) -> bool:
        """Whether the store's URL is shown as it is, so that a command can name it."""
        return bool(self.store) and HIDDEN not in self.store

    def reasons(self) -> list[Reason]:
        """The reasons of all sources, most frequent first."""
        together: dict[tuple[str, str], int] = {}
        for source in self.sources:
            for reason in source.reasons:
                key = (reason.what, reason.text)
                together[key] = together.get(key, 0) + reason.count
        return [Reason(what, text, n) for (what, text), n in sorted(together.items(), key=lambda item: -item[1])]


def _optional(value: object) -> str | None:
    return None if value is None else one_line(value)


def _counts(data: Mapping[str, Any]) -> dict[str, int]:
    """Counts by name, greatest first; names that look alike once they are masked are added up."""
    counts: dict[str, int] = {}
    for name, count in data.items():
        counts[one_line(name)] = counts.get(one_line(name), 0) + int(count)
    return dict(sorted(counts.items(), key=lambda item: -item[1]))


def _times(data: Mapping[str, Any]) -> Times:
    return Times(
        known=int(data.get("known", 0)),
        unknown=int(data.get("unknown", 0)),
        assumed_zone=int(data.get("assumed_zone", 0)),
        units=_counts(data.get("units", {})),
        precisions=_counts(data.get("precisions", {})),
        earliest=_optional(data.get("earliest")),
        latest=_optional(data.get("latest")),
        by_month={one_line(month): int(count) for month, count in data.get("by_month", {}).items()},
    )


def _source(data: Mapping[str, Any]) -> Source:
    reasons = (
        Reason(one_line(reason.get("what", "")), shown(reason.get("reason", "")), int(reason.get("count", 0)))
        for reason in data.get("reasons", ())
    )
    return Source(
        name=one_line(data.get("source", "")),
        rows=Ledger.of(data.get("rows", {}), FATES),
        memories=int(data.get("memories", 0)),
        records=Ledger.of(data.get("records", {}), OUTCOMES),
        reasons=tuple(reasons),
    )


def _row(data: Mapping[str, Any]) -> Row:
    place: list[str] = []
    for name in ("source", "table", "position"):
        part = one_line(data.get(name, ""))
        if part and part not in place:
            place.append(part)
    return Row(
        place=tuple(place),
        fate=one_line(data.get("fate", "")),
        text=shown(data.get("text", "")),
        reason=shown(data.get("reason", "")),
    )
