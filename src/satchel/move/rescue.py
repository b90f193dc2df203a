"""The rescue: every row of an undocumented folder, file or archive, with its fate and the memories it gave.

Three passes: a sample of each table to plan how it is read; all rows to find copies of one another; all rows again to
give them out. Memory grows by some 300 bytes for each different memory, not with the size of the source.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.tabular.reader import read_file
from satchel.formats.tabular.rows import Row, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.unwanted import REASON
from satchel.move.allotment import source_files, source_label
from satchel.move.infer.draft import Draft, Judged
from satchel.move.infer.duplicates import Copies, text_key
from satchel.move.infer.identity import TOOL, record_id
from satchel.move.infer.judging import Judge, is_unwanted_table
from satchel.move.infer.manner import Manner
from satchel.move.infer.plan import Plan
from satchel.move.infer.replicas import Replicas, Told, candidates, settle
from satchel.move.infer.role import Role
from satchel.move.infer.survey import survey
from satchel.move.infer.times import ColumnTimes
from satchel.move.inspection import Inspection, inspect_plans
from satchel.move.mapping import NOTHING, Mapping
from satchel.text.language import split_long
from satchel_protocol.ids import foreign_id
from satchel_protocol.record import MAX_CONTENT_BYTES, Origin, Record
from satchel_protocol.tombstone import Tombstone

IMPORTER = "satchel.generic"
IMPORTER_VERSION = "1"
"""Goes up when the same source would be read differently."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RescueOptions(ReadOptions):
    """How an undocumented source is read."""

    mapping: Mapping | None = None
    exclude: tuple[Path, ...] = ()
    """Files that are not part of the source, such as the store itself."""


class Rescue:
    """One source, read under one set of options.

    Raises:
        SourceError: on reading, when there is nothing at the path or it may not be read.
        UnsafeArchiveError: on reading, when the path is an archive that breaks a safety limit.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        options: RescueOptions | None = None,
        *,
        files: Sequence[SourceFile] | None = None,
    ) -> None:
        """`files`: those of the source that are to be read, when they are known; None: all of them."""
        self._path = Path(path)
        self._options = options or RescueOptions()
        self._files = files
        self._mapping = self._options.mapping or NOTHING
        self._now = self._options.clock()
        self._agent = self._options.source_agent or source_label(self._path)
        self._replicas = Replicas()
        self._found: tuple[Copies, dict[str, str], int] | None = None
        """What `deletes` found on its way, for the reading that follows."""
        self._gone: list[Reading] = []
        self.seen: Counter[str] = Counter()
        """Rows that the readers gave out, by source: what the ledger is checked against."""
        self.notes: list[str] = []
        """What a person should know about the whole, for the report."""

    @cached_property
    def plans(self) -> list[Plan]:
        """How each table is read."""
        zone = self._options.timezone
        return survey(
            self._tables(),
            now=self._now,
            zone=None if zone in (None, "", "UTC") else zone,
            say=lambda table: self._mapping.find(table.source, table.name),
        )

    def inspection(self) -> Inspection:
        """What the source holds and what was inferred from what; nothing is imported."""
        return inspect_plans(self._path.name, self.plans, Judge(scope=self._options.scope))

    def readings(self) -> Iterator[Reading]:
        """Every row of the source with its fate, in reading order."""
        self.seen.clear()
        self.notes.clear()
        plans = self.plans
        copies, turns, total = self._found or self._find_copies(plans)
        self._found, self._gone = None, []
        judge = Judge(scope=self._options.scope, logs=self._options.logs, manner=self._manner)
        occurrences: Counter[str] = Counter()
        clock = _Progress(self._options.progress, total)
        ordinal = 0
        for place, plan in enumerate(plans):
            for number, row in enumerate(plan.table.rows()):
                weight = max(row.weight, _inner_rows(plan, row))
                self.seen[plan.table.source] += weight
                judged = self._replicas.overrule(judge.judge(plan, row, number), (place, number))
                reading = self._reading(plan, row, judged, copies, turns, occurrences, ordinal)
                yield reading if weight == row.weight else replace(reading, weight=weight)
                ordinal += 1
                clock.step()
        self._tell(plans)

    def deletes(self) -> Iterator[Reading]:
        """Those rows that show deletes, with what the deleted items said unless a copy of it lives in the source.

        To be asked before `readings`, which then need not look for them once more.
        """
        self._found = self._find_copies(self.plans)
        gone, self._gone = self._gone, []
        copies = self._found[0]
        for reading in gone:
            (tombstone,), (text,) = reading.tombstones, reading.said
            yield replace(reading, said=("" if copies.lives(text_key(text), tombstone.scope) else text,))

    def _tables(self) -> list[Table]:
        files = self._files if self._files is not None else source_files(self._path, exclude=self._options.exclude)
        return [table for file in files for table in read_file(file)]

    # Copies ------------------------------------------------------------------------------------------------------

    def _find_copies(self, plans: list[Plan]) -> tuple[Copies, dict[str, str], int]:
        """Judge every row once to know which copies of a text there are; the ids of conversation turns by the way."""
        copies, turns = Copies(), dict[str, str]()
        self._gone = []
        wanted = _wanted_sources(plans)
        self._manner = Manner()
        judge = Judge(scope=self._options.scope, manner=self._manner)
        self._replicas = _find_replicas(plans, judge)
        ordinal = 0
        for place_of_plan, plan in enumerate(plans):
            for number, row in enumerate(plan.table.rows()):
                judged = self._replicas.overrule(judge.judge(plan, row, number), (place_of_plan, number))
                place = f"{plan.table.source}, {row.position}"
                if judged.deleted is not None:
                    gone = judged.deleted
                    # A list of what is not to be remembered means the copies in its own file too.
                    source = "" if is_unwanted_table(plan.table) else plan.table.source
                    copies.forget(text_key(gone.content), scope=gone.scope, at=judged.deleted_at, source=source)
                    self._gone.append(self._shown_delete(plan, row, gone, judged.deleted_at))
                if judged.fate is Fate.MEMORY:
                    for part, draft in enumerate(judged.drafts):
                        if draft.evidence:
                            continue
                        copies.offer(
                            text_key(draft.content),
                            scope=draft.scope,
                            said=draft.said,
                            quality=draft.quality,
                            ordinal=(ordinal, part),
                            place=place,
                            at=draft.created_at,
                            evidence=draft.time,
                            source=plan.table.source,
                        )
                elif judged.fate is Fate.EVIDENCE and wanted:
                    for draft in judged.drafts:
                        if draft.native in wanted:
                            turns[draft.native] = self._id(draft)
                ordinal += 1
        copies.settle()
        self._manner.settle()
        return copies, turns, ordinal

    # Readings ----------------------------------------------------------------------------------------------------

    def _reading(
        self,
        plan: Plan,
        row: Row,
        judged: Judged,
        copies: Copies,
        turns: dict[str, str],
        occurrences: Counter[str],
        ordinal: int,
    ) -> Reading:
        fate, reason, records, tombstones = judged.fate, judged.reason, list[Record](), list[Tombstone]()
        if fate is Fate.MEMORY:
            fate, reason, records = self._memories(plan, row, judged, copies, turns, ordinal)
            spoken = replace(judged, drafts=tuple(draft for draft in judged.drafts if draft.evidence))
            if spoken.drafts:
                records += self._evidence(plan, row, spoken, occurrences)[2]
        elif fate is Fate.EVIDENCE:
            fate, reason, records = self._evidence(plan, row, judged, occurrences)
        elif fate is Fate.LOG and self._options.logs:
            records = self._logs(plan, row, judged, occurrences)
        if judged.deleted is not None:
            tombstones.append(self._tombstone(judged.deleted, judged.deleted_at))
        return Reading(
            source=plan.table.source,
            table=plan.table.name,
            position=row.position,
            fate=fate,
            reason=reason,
            records=tuple(records),
            tombstones=tuple(tombstones),
            raw=judged.raw if fate is Fate.REJECTED else None,
            weight=row.weight,
        )

    def _memories(
        self, plan: Plan, row: Row, judged: Judged, copies: Copies, turns: dict[str, str], ordinal: int
    ) -> tuple[Fate, str, list[Record]]:
        records: list[Record] = []
        first = gone = ""
        for number, draft in enumerate(judged.drafts):
            if draft.evidence:
                continue
            key = text_key(draft.content)
            kept = copies.winner(key, draft.scope)
            if kept is None:
                gone = "deleted at the source, of which this is a copy"
                continue
            if kept.ordinal != (ordinal, number):
                first = kept.place
                continue
            created = kept.earliest or draft.created_at
            merged = replace(
                draft, created_at=created, time=kept.evidence if kept.earliest and kept.evidence else draft.time
            )
            id = self._id(draft)
            if not copies.claim(id, key, ordinal):
                # Two rows with one native id and different texts: the text tells them apart.
                id = self._id(replace(draft, turn=draft.turn + "\x1f" + draft.content))
            sources = tuple(dict.fromkeys(turns[source] for source in draft.sources if source in turns))
            records += self._records(plan, row, merged, id, sources)
        if records:
            return Fate.MEMORY, "", records
        if first:
            return Fate.DUPLICATE, f"the same memory as {first}", []
        return Fate.REJECTED, gone or "nothing to keep", []

    def _evidence(
        self, plan: Plan, row: Row, judged: Judged, occurrences: Counter[str]
    ) -> tuple[Fate, str, list[Record]]:
        records: list[Record] = []
        for draft in judged.drafts:
            id = self._id(draft)
            occurrences[id] += 1
            if occurrences[id] > 1:
                if draft.native:
                    continue
                # Somebody said the same twice; without ids and times only the order tells them apart.
                id = self._id(replace(draft, turn=f"{draft.turn}\x1f{occurrences[id]}"))
            records += self._records(plan, row, draft, id, ())
        if not records:
            return Fate.DUPLICATE, "the same turn of the conversation once more", []
        return Fate.EVIDENCE, judged.reason, records

    def _logs(self, plan: Plan, row: Row, judged: Judged, occurrences: Counter[str]) -> list[Record]:
        records: list[Record] = []
        for draft in judged.drafts:
            turn = f"log\x1f{draft.time.raw if draft.time else ''}"
            id = self._id(replace(draft, turn=turn))
            occurrences[id] += 1
            if occurrences[id] > 1:
                id = self._id(replace(draft, turn=f"{turn}\x1f{occurrences[id]}"))
            tagged = replace(
                draft, tags=tuple(dict.fromkeys((*draft.tags, "log"))), state="archived", type="interaction"
            )
            records += self._records(plan, row, tagged, id, ())
        return records

    def _id(self, draft: Draft) -> str:
        return record_id(
            draft.plan,
            draft.values,
            account=self._options.account,
            scope=draft.scope,
            content=draft.content,
            native=draft.native,
            turn=draft.turn,
        )

    def _records(self, plan: Plan, row: Row, draft: Draft, id: str, sources: tuple[str, ...]) -> list[Record]:
        """The record of a draft; a long text becomes several, each linked to the first."""
        pieces = split_long(draft.content, MAX_CONTENT_BYTES)
        place = ", ".join(part for part in (plan.table.source, plan.table.name, row.position) if part)
        records: list[Record] = []
        for number, piece in enumerate(pieces):
            extra = dict(draft.extra)
            if len(pieces) > 1:
                extra |= {"part": number + 1, "parts": len(pieces)}
            records.append(
                Record(
                    id=id if number == 0 else foreign_id(TOOL, self._options.account, f"{id}\x1fpart\x1f{number}"),
                    type=draft.type,
                    content=piece,
                    scope=draft.scope,
                    source_agent=draft.agent or self._agent,
                    created_at=draft.created_at,
                    updated_at=draft.updated_at,
                    ttl=draft.ttl,
                    tags=draft.tags,
                    state=draft.state,
                    importance=draft.importance,
                    confidence=draft.confidence,
                    derived_from=sources if number == 0 else (id,),
                    origin=Origin(
                        tool=TOOL,
                        account=self._options.account or None,
                        path=place,
                        id=draft.native or None,
                        role=draft.role,
                        exported_at=draft.exported_at,
                        importer=IMPORTER,
                        importer_version=IMPORTER_VERSION,
                        time=draft.time,
                        extra=extra,
                    ),
                )
            )
        return records

    def _shown_delete(self, plan: Plan, row: Row, draft: Draft, at: datetime | None) -> Reading:
        return Reading(
            source=plan.table.source,
            table=plan.table.name,
            position=row.position,
            fate=Fate.STRUCTURE,
            reason=REASON if is_unwanted_table(plan.table) else "",
            tombstones=(self._tombstone(draft, at),),
            said=(draft.content,),
        )

    def _tombstone(self, draft: Draft, at: datetime | None) -> Tombstone:
        id = self._id(draft)
        return Tombstone(
            id=id,
            tombstone_id=foreign_id(TOOL, self._options.account, f"{id}\x1fdeleted"),
            scope=draft.scope,
            deleted_at=at,
            actor=draft.agent or self._agent,
            reason="source",
        )

    # Notes -------------------------------------------------------------------------------------------------------

    def _tell(self, plans: list[Plan]) -> None:
        assumed = sum(clock.tally.counts["assumed"] for plan in plans for clock in plan.clocks.values())
        if assumed:
            self.notes.append("times without a zone were read as UTC; name their zone with --timezone")
        for zone, where in dict.fromkeys(plan.zone_setting for plan in plans if plan.zone_setting is not None):
            self.notes.append(f"times without a zone were read in {zone}, the zone that {where} sets")
        for plan in plans:
            self.notes += [f"{plan.table.source}: {doubt}" for doubt in plan.doubts]
            for column, clock in plan.clocks.items():
                where = ".".join(part for part in (plan.table.source, plan.table.name, column) if part)
                self.notes += [f"{where}: {note}" for note in _notes(clock)]
            dropped = [c for c, role in plan.roles.items() if role.value == "vector"]
            if dropped:
                self.notes.append(
                    f"{plan.table.source}, {plan.table.name}: vectors in {', '.join(dropped)} left out; an index that is rebuilt from the text"
                )
        users = {plan.first_user for plan in plans if plan.first_user}
        if not users:
            self.notes.append(f"no column names a user; memories went to {self._options.scope}")


def _find_replicas(plans: list[Plan], judge: Judge) -> Replicas:
    """What tables that stand in several files say together; nothing is read where no two share their ids."""
    numbers = sorted({number for group in candidates(plans) for number in group})
    told: dict[int, dict[str, Told]] = {}
    for place in numbers:
        plan, said = plans[place], dict[str, Told]()
        for number, row in enumerate(plan.table.rows()):
            judged = judge.judge(plan, row, number)
            draft = judged.deleted or next((draft for draft in judged.drafts if not draft.evidence), None)
            if draft is not None and draft.native and (judged.deleted is not None or judged.fate is Fate.MEMORY):
                said[draft.native] = Told(
                    key=text_key(draft.content),
                    at=draft.updated_at or draft.created_at,
                    deleted=judged.deleted is not None,
                    row=(place, number),
                    place=f"{plan.table.source}, {row.position}",
                )
        told[place] = said
    return settle(plans, told)


def _inner_rows(plan: Plan, row: Row) -> int:
    """Rows inside a row: the turns of a conversation, the entries of a list of memories. Each counts in the ledger."""
    inner = 0
    for column in (*plan.all(Role.TURNS), *plan.all(Role.ITEMS)):
        value = row.values.get(column)
        inner += len(value) if isinstance(value, list) else 0
    return inner


def _wanted_sources(plans: list[Plan]) -> frozenset[str]:
    """Native ids that some memory says it was made from; sampled rows are enough to know whether to look at all."""
    wanted: set[str] = set()
    for plan in plans:
        for column in plan.all(Role.SOURCE_REF):
            for row in plan.table.rows():
                value = row.values.get(column)
                for item in value if isinstance(value, list) else str(value or "").split(","):
                    wanted.add(str(item).strip())
    return frozenset(wanted)


def _notes(clock: ColumnTimes) -> list[str]:
    found = clock.summary()["notes"]
    return [str(note) for note in found] if isinstance(found, list) else []


class _Progress:
    """Tells every thousandth row, and the last."""

    def __init__(self, tell: Callable[[int, int], None] | None, total: int) -> None:
        self._tell, self._total, self._done = tell, total, 0

    def step(self) -> None:
        self._done += 1
        if self._tell is not None and (self._done % 1000 == 0 or self._done == self._total):
            self._tell(self._done, self._total)
