"""The two ledgers of an import: what became of every source row, and of every record that came out of them.

Rows are counted once as they are read (`seen`) and once by their fate; that the two agree is the promise, and
`unaccounted` is the difference. Records are counted by the outcome of merging them into the store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from satchel.access.masking import masked
from satchel.access.policy import HELD_BACK
from satchel.formats.contract import Fate, Reading
from satchel_protocol.record import Record
from satchel_protocol.state import Merged, Outcome
from satchel_protocol.wiretime import format_wire

MAX_SAMPLES = 5
"""Examples kept per fate and source, for the report."""
MAX_REJECTED = 2000
"""Rejected rows listed one by one in a report; the rest is counted."""


@dataclass(slots=True)
class Tally:
    """Both ledgers of one source, or of all of them."""

    seen: int = 0
    """Rows that the readers gave out."""
    rows: Counter[Fate] = field(default_factory=Counter)
    memories: int = 0
    """Records made from rows of the fate `memory`; one row may give several."""
    items: int = 0
    """Records, tombstones and unknown lines handed to the store."""
    records: Counter[Outcome] = field(default_factory=Counter)

    @property
    def unaccounted(self) -> int:
        """Rows read whose fate is unknown; anything but 0 is a bug."""
        return self.seen - self.rows.total()

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": {
                "in": self.seen,
                **{fate.value: self.rows[fate] for fate in Fate},
                "unaccounted": self.unaccounted,
            },
            "memories": self.memories,
            "records": {"in": self.items, **{outcome.value: self.records[outcome] for outcome in Outcome}},
        }

    def add(self, other: Tally) -> None:
        self.seen += other.seen
        self.rows.update(other.rows)
        self.memories += other.memories
        self.items += other.items
        self.records.update(other.records)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One row shown in a report."""

    source: str
    table: str
    position: str
    fate: Fate
    text: str
    reason: str = ""

    def to_json(self) -> dict[str, str]:
        return {
            "source": self.source,
            "table": self.table,
            "position": self.position,
            "fate": self.fate.value,
            "text": self.text,
            "reason": self.reason,
        }


@dataclass(slots=True)
class Times:
    """What is known of the times of the records that came in."""

    known: int = 0
    unknown: int = 0
    assumed_zone: int = 0
    """Read from a notation without a zone, in a zone that was assumed."""
    units: Counter[str] = field(default_factory=Counter)
    precisions: Counter[str] = field(default_factory=Counter)
    earliest: datetime | None = None
    latest: datetime | None = None
    by_month: Counter[str] = field(default_factory=Counter)

    def note(self, record: Record) -> None:
        evidence = record.origin.time if record.origin is not None else None
        if evidence is not None:
            self.assumed_zone += evidence.assumed
            self.units[evidence.unit or "?"] += 1
            self.precisions[evidence.precision or "?"] += 1
        at = record.created_at
        if at is None:
            self.unknown += 1
            return
        self.known += 1
        self.earliest = at if self.earliest is None or at < self.earliest else self.earliest
        self.latest = at if self.latest is None or at > self.latest else self.latest
        self.by_month[f"{at.year:04}-{at.month:02}"] += 1

    def to_json(self) -> dict[str, Any]:
        return {
            "known": self.known,
            "unknown": self.unknown,
            "assumed_zone": self.assumed_zone,
            "units": dict(self.units.most_common()),
            "precisions": dict(self.precisions.most_common()),
            "earliest": format_wire(self.earliest) if self.earliest else None,
            "latest": format_wire(self.latest) if self.latest else None,
            "by_month": dict(sorted(self.by_month.items())),
        }


@dataclass(slots=True, kw_only=True)
class Report:
    """Everything an import has to tell. `to_json` is what `--json` prints; the page and the terminal show the same."""

    batch: str
    store: str
    sources: dict[str, Tally] = field(default_factory=dict)
    reasons: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)
    """Source → (fate or outcome, reason) → count."""
    types: Counter[str] = field(default_factory=Counter)
    """Of memories; evidence is counted apart."""
    scopes: Counter[str] = field(default_factory=Counter)
    times: Times = field(default_factory=Times)
    """Of memories."""
    examples: list[Example] = field(default_factory=list)
    rejected: list[Example] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unexplained: dict[str, Counter[str]] = field(default_factory=dict)
    """Tool → fields of its files that are in no list of its format, and how often they stood there. They were kept."""
    dry_run: bool = False
    seconds: float = 0.0
    stream: str | None = None
    """Path of the stream file written beside, after a move."""
    stream_withheld: dict[str, int] = field(default_factory=dict)
    """Why records stayed out of that file → how many; the store has them."""
    verification: dict[str, Any] | None = None
    """What a verification after a move found; None where there was none."""
    _shown: Counter[tuple[str, Fate]] = field(default_factory=Counter)

    @property
    def total(self) -> Tally:
        """Both ledgers over all sources."""
        total = Tally()
        for tally in self.sources.values():
            total.add(tally)
        return total

    def tally(self, source: str) -> Tally:
        """The ledgers of one source, made on first use."""
        if source not in self.sources:
            self.sources[source] = Tally()
            self.reasons[source] = Counter()
        return self.sources[source]

    def saw(self, seen: Mapping[str, int]) -> None:
        """Note how many rows the readers gave out, by source."""
        for source, count in seen.items():
            self.tally(source).seen += count

    def note_reading(self, reading: Reading, *, shown: bool = True) -> None:
        """Enter one row into the ledger of rows; not `shown`, as no example of what it says."""
        tally = self.tally(reading.source)
        tally.rows[reading.fate] += reading.weight
        if reading.fate is Fate.MEMORY:
            tally.memories += len(reading.records)
            for record in reading.records:
                self.types[record.type] += 1
                self.scopes[record.scope] += 1
                self.times.note(record)
        if reading.reason:
            self.reasons[reading.source][reading.fate.value, _quiet(reading.reason)] += reading.weight
        if shown:
            self._keep_example(reading)

    def note_merged(self, source: str, merged: Merged) -> None:
        """Enter one record, tombstone or line into the ledger of records."""
        tally = self.tally(source)
        tally.items += 1
        tally.records[merged.outcome] += 1
        if merged.reason:
            self.reasons[source][merged.outcome.value, _quiet(merged.reason)] += 1

    def note_unexplained(self, unexplained: Mapping[str, Counter[str]]) -> None:
        """Note fields that a tool's reader does not know."""
        for tool, counts in unexplained.items():
            self.unexplained.setdefault(tool, Counter()).update(counts)

    def note_stream(self, path: str, withheld: Mapping[str, int]) -> None:
        """Note the stream file that was written beside the store, and what stayed out of it."""
        self.stream, self.stream_withheld = path, dict(sorted(withheld.items()))
        if withheld:
            reasons = ", ".join(f"{count} {reason}" for reason, count in self.stream_withheld.items())
            note = f"{sum(withheld.values())} stayed out of the stream file ({reasons}); the store has them"
            if not all(reason.startswith(HELD_BACK) for reason in withheld):
                note += ". --include-sensitive CLASS, or all, lets them into the file"
            self.notes.insert(0, note)

    def note_outcomes(self, source: str, outcomes: Mapping[Outcome, int]) -> None:
        """Enter the ledger of a whole stream."""
        tally = self.tally(source)
        tally.records.update(outcomes)
        tally.items += sum(outcomes.values())

    def _keep_example(self, reading: Reading) -> None:
        if reading.fate is Fate.REJECTED:
            if len(self.rejected) < MAX_REJECTED:
                self.rejected.append(_example(reading))
        elif self._shown[reading.source, reading.fate] < MAX_SAMPLES:
            self._shown[reading.source, reading.fate] += 1
            self.examples.append(_example(reading))

    def to_json(self) -> dict[str, Any]:
        total = self.total
        return {
            "batch": self.batch,
            "store": masked(self.store),
            "stream": self.stream,
            "stream_withheld": dict(self.stream_withheld),
            "dry_run": self.dry_run,
            "seconds": round(self.seconds, 3),
            **total.to_json(),
            "types": dict(self.types.most_common()),
            "scopes": dict(self.scopes.most_common()),
            "times": self.times.to_json(),
            "sources": [
                {"source": source, **tally.to_json(), "reasons": _reasons(self.reasons[source])}
                for source, tally in self.sources.items()
            ],
            "examples": [example.to_json() for example in self.examples],
            "rejected": [example.to_json() for example in self.rejected],
            "notes": [_quiet(note) for note in self.notes],
            "unexplained": {tool: dict(counts.most_common()) for tool, counts in self.unexplained.items()},
            **({"verification": self.verification} if self.verification is not None else {}),
        }


@lru_cache(maxsize=4096)
def _quiet(text: str) -> str:
    """A reason or a note without what is withheld; most of them repeat."""
    return masked(text)


def _reasons(reasons: Counter[tuple[str, str]]) -> list[dict[str, Any]]:
    return [{"what": what, "reason": reason, "count": count} for (what, reason), count in reasons.most_common()]


def _example(reading: Reading) -> Example:
    return Example(
        source=reading.source,
        table=reading.table,
        position=reading.position,
        fate=reading.fate,
        text=_shown_text(reading),
        reason=_quiet(reading.reason),
    )


def _shown_text(reading: Reading) -> str:
    """What the row says, without what is withheld; masked before it is cut, since half a key is none that is known."""
    texts: Iterable[str] = (record.content for record in reading.records if record.level == "normal")
    text = masked(" / ".join(texts) or ("" if reading.raw is None else str(reading.raw)))
    return text if len(text) <= 200 else text[:199] + "…"
