"""A foreign source as a whole: what tools' readers claim, and the rescue of what is left."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from satchel.formats.contract import Fate, Reading
from satchel.formats.tabular.rows import Shape, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Claim, Tally, ToolReader
from satchel.formats.unwanted import REASON as UNWANTED
from satchel.move.allotment import allot
from satchel.move.infer.secrets import shown_example
from satchel.move.inspection import Inspection
from satchel.move.ledger import Times
from satchel.move.rescue import Rescue, RescueOptions
from satchel_protocol.errors import SourceError, UnknownFormatError

_EXAMPLES_PER_FATE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolInspection:
    """What a tool's reader would make of the files that it claims."""

    claim: Claim
    title: str
    checked: str
    """How far the reader was tried: `samples`, `package`, or `layout` (unverified)."""
    fates: dict[str, int]
    records: int
    tombstones: int
    types: dict[str, int]
    times: dict[str, Any]
    unexplained: dict[str, int]
    """Fields in no list of the format, and how often they stand there."""
    notes: tuple[str, ...] = ()
    examples: tuple[dict[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            **self.claim.to_json(),
            "title": self.title,
            "checked": self.checked,
            "fates": self.fates,
            "records": self.records,
            "tombstones": self.tombstones,
            "types": self.types,
            "times": self.times,
            "unexplained": self.unexplained,
            "notes": list(self.notes),
            "examples": list(self.examples),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceInspection:
    """A whole foreign source, looked at."""

    tools: tuple[ToolInspection, ...]
    generic: Inspection | None
    """Of what no tool's reader claims; None where nothing is left."""
    adapters: tuple[dict[str, Any], ...] = ()
    """Who reads what, how surely, and why."""

    def to_json(self) -> dict[str, Any]:
        tables = self.generic.to_json()["tables"] if self.generic is not None else []
        return {
            "adapters": list(self.adapters),
            "tools": [tool.to_json() for tool in self.tools],
            "tables": tables,
        }


@dataclass(slots=True)
class Found:
    """What one reading of a source told beside its rows."""

    seen: Counter[str] = field(default_factory=Counter)
    """Rows that the readers gave out, by file: what the ledger is checked against."""
    notes: list[str] = field(default_factory=list)
    unexplained: dict[str, Counter[str]] = field(default_factory=dict)
    """Tool → fields in no list of its format."""


class Source:
    """One foreign source, read under one set of options.

    Raises:
        SourceError, UnsafeArchiveError: nothing is at the path, it may not be read, or it breaks a safety limit.
    """

    def __init__(self, path: str | os.PathLike[str], options: RescueOptions) -> None:
        self._options = options
        self._path = Path(path)
        self.allotment = allot(path, exclude=options.exclude)
        self.showing: set[str] = set()
        """Files that show deletes, or whose tool does, as far as `deletes` has told: what they hold beside is alive."""
        self.rescue: Rescue | None = None
        if self.allotment.rest or not self.allotment.claims:
            self.rescue = Rescue(Path(path), options, files=self.allotment.rest)
        self.found = Found()

    def open(self) -> None:
        """Plan how everything is read: what cannot be opened at all raises here, before anything is written.

        Raises:
            UnknownFormatError: a file that somebody named, and nothing in it can be read.
            SourceError: there is nothing in it at all.
        """
        if self.rescue is None:
            return
        plans = self.rescue.plans
        if self.allotment.claims:
            return
        if all(not file.size and not file.companions and not _told(file) for file in self.allotment.rest):
            what = "an empty folder" if self._path.is_dir() else "empty, or holds only empty files"
            raise SourceError(f"{self._path}: is {what}; name the file or folder where the old tool keeps its memories")
        reasons = [_hopeless(plan.table) for plan in plans]
        if not self._path.is_dir() and reasons and all(reasons):
            more = f" (and {len(reasons) - 1} more like it)" if len(reasons) > 1 else ""
            raise UnknownFormatError(
                f"{self._path}: nothing in it can be read: {reasons[0].rstrip('.')}{more}."
                " `satchel tools` lists what is known"
            )

    def readings(self) -> Iterator[Reading]:
        """Every row with its fate: the tools' files first, then the rest."""
        self.found = Found()
        for reader, claim in self.allotment.claims:
            yield from self._tool(reader, claim)
        if self.rescue is not None:
            yield from self.rescue.readings()
            self.found.seen.update(self.rescue.seen)
            self.found.notes += self.rescue.notes

    def deletes(self) -> Iterator[Reading]:
        """The rows that show deletes; asked before `readings`, so that no order of files matters."""
        for reader, claim in self.allotment.claims:
            for reading in reader.deletes(claim, self._options):
                self.showing.update(file.name for file in claim.files)
                yield reading
        if self.rescue is not None:
            for reading in self.rescue.deletes():
                if reading.reason != UNWANTED:
                    self.showing.add(reading.source)
                yield reading

    def inspection(self) -> SourceInspection:
        """What the source holds and who would read it how; nothing is imported."""
        return SourceInspection(
            tools=tuple(self._look(reader, claim) for reader, claim in self.allotment.claims),
            generic=self.rescue.inspection() if self.rescue is not None else None,
            adapters=tuple(self.allotment.to_json()),
        )

    def _tool(self, reader: ToolReader, claim: Claim) -> Iterator[Reading]:
        tally = Tally(reader.shapes)
        refused: set[str] = set()
        for reading in reader.read(claim, self._options, tally):
            if reading.fate is Fate.REJECTED:
                refused.add(reading.source)
            yield reading
        for file in claim.files:
            if file.name not in refused and (gone := _gone(file)):
                tally.seen[file.name] += 1
                yield gone
        self.found.seen.update(tally.seen)
        self.found.notes += [f"{reader.title}: {note}" for note in tally.notes]
        if tally.unexplained.counts:
            self.found.unexplained.setdefault(reader.tool, Counter()).update(tally.unexplained.counts)

    def _look(self, reader: ToolReader, claim: Claim) -> ToolInspection:
        tally, times = Tally(reader.shapes), Times()
        fates: Counter[str] = Counter()
        types: Counter[str] = Counter()
        shown: Counter[str] = Counter()
        examples: list[dict[str, str]] = []
        records = tombstones = 0
        for reading in reader.read(claim, self._options, tally):
            fate = reading.fate.value
            fates[fate] += reading.weight
            tombstones += len(reading.tombstones)
            records += len(reading.records)
            if reading.fate is Fate.MEMORY:
                for record in reading.records:
                    types[record.type] += 1
                    times.note(record)
            if shown[fate] < _EXAMPLES_PER_FATE:
                shown[fate] += 1
                examples.append(_example(reading))
        return ToolInspection(
            claim=claim,
            title=reader.title,
            checked=reader.checked.value,
            fates=dict(fates),
            records=records,
            tombstones=tombstones,
            types=dict(types.most_common()),
            times=times.to_json(),
            unexplained=dict(tally.unexplained.counts.most_common()),
            notes=tuple(tally.notes),
            examples=tuple(examples),
        )


def _told(file: SourceFile) -> bool:
    """Whether a file that is not opened is told about all the same."""
    return bool(file.refusal or file.machinery)


def _gone(file: SourceFile) -> Reading | None:
    """A row for a file that went away, or became another, while its tool's reader was at it: it must not pass unsaid."""
    try:
        file.open().close()
    except OSError as error:
        reason = f"not to be read any more as it was found ({error.strerror or error}); import it again"
        return Reading(source=file.name, table="", position="", fate=Fate.REJECTED, reason=reason)
    return None


def _hopeless(table: Table) -> str:
    """Why nothing of a table can be read; empty where something can."""
    if table.shape is Shape.OPAQUE:
        return table.reason
    if table.columns:
        return ""
    problems = [row.problem for row in islice(table.rows(), 3)]
    return problems[0] if problems and all(problems) else ""


def _example(reading: Reading) -> dict[str, str]:
    text = reading.records[0].content if reading.records else ""
    return {
        "position": ", ".join(part for part in (reading.source, reading.position) if part),
        "fate": reading.fate.value,
        "type": reading.records[0].type if reading.records and reading.fate is Fate.MEMORY else "",
        "text": shown_example(text),
        "reason": shown_example(reading.reason),
    }
