"""One examination: every memory before every finder, and what came of it.

Finders that look at one memory at a time share out the memories among the processors; those that need all of them keep
what they need and answer at the end.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from typing import Any, Final

from satchel.collector import without_collector
from satchel.move.checkup.by_meaning import RULES_BY_MEANING, Compared, Meaning
from satchel.move.checkup.by_meaning import Gatherer as ByMeaning
from satchel.move.checkup.finding import RULES, SEVERITIES, Finding
from satchel.move.checkup.registry import AHEAD, GATHERERS, LOOKS
from satchel.move.checkup.subject import Apply, Circumstances, Subject
from satchel.move.ledger import Times
from satchel_protocol.record import Record
from satchel_protocol.wiretime import format_wire

CHUNK: Final = 1_000
"""Memories that are handed to a process at a time."""
SHARED_FROM: Final = 4_000
"""Fewer memories are not worth starting processes for."""
_AHEAD: Final = 16
"""Chunks that wait for each process at most: as many as they look at while those who need all memories answer."""

Progress = Callable[[int], None]


@dataclass(slots=True, kw_only=True)
class Examined:
    """What an examination found, and what it looked at."""

    circumstances: Circumstances
    rules: tuple[str, ...]
    findings: list[Finding] = field(default_factory=list)
    """By rule in the order of `RULES`, within a rule in the order in which the memories came."""
    records: int = 0
    evidence: int = 0
    """Turns of conversations among them."""
    types: Counter[str] = field(default_factory=Counter)
    scopes: Counter[str] = field(default_factory=Counter)
    times: Times = field(default_factory=Times)
    by_meaning: Compared | None = None
    """What was compared by meaning too; None where only wording counted."""

    @property
    def has_errors(self) -> bool:
        return any(finding.severity == "error" for finding in self.findings)

    def summary(self) -> dict[str, Any]:
        """Counts of everything, as JSON."""
        by_rule = Counter(finding.rule for finding in self.findings)
        by_severity = Counter(finding.severity for finding in self.findings)
        by_class: dict[str, Counter[str]] = {}
        for finding in self.findings:
            if finding.kind:
                by_class.setdefault(finding.rule, Counter())[finding.kind] += 1
        concerned = {finding.record for finding in self.findings} - {None}
        return {
            "now": format_wire(self.circumstances.now),
            "records": self.records,
            "evidence": self.evidence,
            "findings": len(self.findings),
            "records_with_findings": len(concerned),
            "fixable": sum(finding.change is not None for finding in self.findings),
            "by_severity": {severity: by_severity[severity] for severity in SEVERITIES},
            "by_rule": {rule: by_rule[rule] for rule in self.rules},
            "by_class": {rule: dict(counts.most_common()) for rule, counts in sorted(by_class.items())},
            "types": dict(self.types.most_common()),
            "scopes": dict(self.scopes.most_common()),
            "times": self.times.to_json(),
            "by_meaning": self.by_meaning.to_json() if self.by_meaning is not None else None,
        }


def examine(
    records: Iterable[Record],
    circumstances: Circumstances,
    *,
    rules: tuple[str, ...] = RULES,
    processes: int = 1,
    meaning: Meaning | None = None,
    progress: Progress | None = None,
) -> Examined:
    """Look at every record.

    Args:
        records: In any order, each once.
        circumstances: By which they are judged.
        rules: Which finders look.
        processes: Share the work among so many, where there is enough of it. More than one asks for a main module
            that can be imported, as `multiprocessing` does.
        meaning: Look for pairs by meaning too, not by wording alone.
        progress: Told how many have been looked at.
    """
    found = Examined(circumstances=circumstances, rules=rules)
    gatherers = [make(circumstances) for rule, make in GATHERERS if rule in rules]
    asked = [rule for rule in RULES_BY_MEANING if rule in rules]
    # Without vectors that lie ready somewhere it is known early whether there are too many.
    near = ByMeaning(meaning.most if meaning.held is None else None) if meaning is not None and asked else None

    def passing() -> Iterator[Record]:
        for record in records:
            _count(found, record)
            subject = Subject(record)
            for gatherer in gatherers:
                gatherer.add(subject)
            if near is not None:
                near.add(subject)
            if progress is not None and found.records % 500 == 0:
                progress(found.records)
            yield record

    gathered: list[Finding] = []

    def gather(apply: Apply) -> None:
        for findings in [gatherer.findings(apply) for gatherer in gatherers]:
            gathered.extend(findings)
        if near is not None and meaning is not None:
            gathered.extend(near.findings(meaning, asked, list(gathered)))
            found.by_meaning = near.compared

    with without_collector():
        findings = [*_looked_at(passing(), circumstances, rules, processes, meanwhile=gather), *gathered]
    place = {rule: number for number, rule in enumerate(RULES)}
    found.findings = sorted(findings, key=lambda finding: place[finding.rule])
    return found


def look_at(records: list[Record], circumstances: Circumstances, rules: tuple[str, ...]) -> list[Finding]:
    """What the finders of single memories say; called in a process of its own where there are many."""
    looks = [look for rule, look in LOOKS if rule in rules]
    for rule, read_ahead in AHEAD:
        if rule in rules:
            read_ahead(record.content for record in records)
    subjects = list(map(Subject, records))
    # Rule by rule: what one of them needs stays in the processor's cache.
    return [finding for look in looks for subject in subjects for finding in look(subject, circumstances)]


def _looked_at(
    records: Iterator[Record],
    circumstances: Circumstances,
    rules: tuple[str, ...],
    processes: int,
    *,
    meanwhile: Callable[[Apply], None],
) -> Iterator[Finding]:
    """What the finders of single memories say of all; `meanwhile` is called when all have passed, and others still look: it may share work among them."""
    first = list(islice(records, SHARED_FROM))
    if len(first) < SHARED_FROM or processes < 2:
        for chunk in _chunks(first, records):
            yield from look_at(chunk, circumstances, rules)
        meanwhile(map)
        return
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(processes, get_context("spawn"), initializer=gc.disable))
        waiting: list[Future[list[Finding]]] = []
        for chunk in _chunks(first, records):
            waiting.append(pool.submit(look_at, chunk, circumstances, rules))
            if len(waiting) > _AHEAD * processes:
                yield from waiting.pop(0).result()
        meanwhile(pool.map)
        for future in waiting:
            yield from future.result()


def _chunks(first: list[Record], rest: Iterator[Record]) -> Iterator[list[Record]]:
    for start in range(0, len(first), CHUNK):
        yield first[start : start + CHUNK]
    while chunk := list(islice(rest, CHUNK)):
        yield chunk


def _count(found: Examined, record: Record) -> None:
    found.records += 1
    if record.state == "archived" and record.type == "interaction":
        found.evidence += 1
    found.types[record.type] += 1
    found.scopes[record.scope] += 1
    found.times.note(record)
