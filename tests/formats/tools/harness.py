"""What the tests of every tool's reader share: reading a path as `import` does, and checking what each reading promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from satchel.formats.contract import Fate, Reading
from satchel.move.rescue import RescueOptions
from satchel.move.source import Source
from satchel_protocol.record import Origin, Record, TimeEvidence
from satchel_protocol.tombstone import Tombstone

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
FIXTURES = Path(__file__).parents[2] / "fixtures" / "tools"
"""One folder a tool; in it, one file or folder a case."""


@dataclass(frozen=True)
class Read:
    """What reading a path gave."""

    source: Source
    readings: tuple[Reading, ...]

    @property
    def tools(self) -> list[str]:
        return [claim.tool for _, claim in self.source.allotment.claims]

    def records(self, *fates: Fate) -> list[Record]:
        return [record for r in self.readings if not fates or r.fate in fates for record in r.records]

    @property
    def memories(self) -> list[Record]:
        return self.records(Fate.MEMORY)

    @property
    def evidence(self) -> list[Record]:
        return self.records(Fate.EVIDENCE)

    @property
    def tombstones(self) -> list[Tombstone]:
        return [tombstone for r in self.readings for tombstone in r.tombstones]

    @property
    def fates(self) -> Counter[Fate]:
        counts: Counter[Fate] = Counter()
        for reading in self.readings:
            counts[reading.fate] += reading.weight
        return counts

    @property
    def unexplained(self) -> dict[str, Counter[str]]:
        return self.source.found.unexplained

    @property
    def notes(self) -> list[str]:
        return self.source.found.notes


def read(path: Path, **options: Any) -> Read:
    """Read a file, folder or archive with every reader there is."""
    source = Source(path, RescueOptions(**{"clock": lambda: NOW, **options}))
    source.open()
    return Read(source, tuple(source.readings()))


def origin(record: Record) -> Origin:
    assert record.origin is not None
    return record.origin


def written(record: Record) -> TimeEvidence:
    """How the time of a record was written."""
    found = origin(record).time
    assert found is not None
    return found


def check(found: Read) -> None:
    """What holds for every reading, good source or bad: nothing unaccounted, every left-out row with its reason."""
    by_source: Counter[str] = Counter()
    for reading in found.readings:
        by_source[reading.source] += reading.weight
        if reading.fate not in {Fate.MEMORY, Fate.EVIDENCE}:
            assert reading.reason, reading
        if reading.fate in {Fate.MEMORY, Fate.EVIDENCE}:
            assert reading.records, reading
    assert by_source == found.source.found.seen
    assert {claim_file.name for _, claim in found.source.allotment.claims for claim_file in claim.files} <= set(
        by_source
    )
    ids = Counter(record.id for record in found.records())
    assert not [id for id, count in ids.items() if count > 1]
    for record in found.records():
        Record.from_json(record.to_json())
        assert record.origin is not None
        evidence = record.origin.time
        if record.created_at is not None:
            assert evidence is not None, record
            assert record.created_at != NOW
        if record.origin.tool != "generic":
            assert record.origin.path
            assert (record.type == "interaction") == (record.state == "archived")
