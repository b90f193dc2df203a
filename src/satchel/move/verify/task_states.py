"""Task state continues: asked where a task is, the new place answers with its latest state, not an older one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from satchel.move.verify.asking import Tried, ask
from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.responder import Responder
from satchel.move.verify.templates import QUESTIONS
from satchel.move.verify.truth import Truth
from satchel.text.titles import title_of_task
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Record

_UNKNOWN = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Subject:
    """Everything that was ever said of one task, the latest first."""

    records: tuple[Record, ...]

    @property
    def latest(self) -> tuple[Record, ...]:
        """The latest; several where their times do not tell."""
        top = _at(self.records[0])
        return tuple(record for record in self.records if _at(record) == top)


def task_states_continue(truth: Truth, responder: Responder) -> Check:
    """One question a subject; the record of its latest state must be found, as it was, before every older one."""
    subjects = _subjects(truth)
    by_latest = {subject.records[0].id: subject for subject in subjects}
    check = truth.check("tasks", len(subjects))
    for record in truth.chosen(subject.records[0] for subject in subjects):
        subject = by_latest[record.id]
        tried = ask(responder, record, QUESTIONS["tasks"], truth, about=title_of_task(record.content))
        if tried.number:
            check.note(*_judged(subject, tried, responder), at_once=tried.at_once)
        else:
            check.skip()
    return check


def _judged(subject: _Subject, tried: Tried, responder: Responder) -> Iterable[Failure]:
    latest = {record.id: record for record in subject.latest}
    older = {record.id for record in subject.records} - latest.keys()
    expected = subject.records[0]
    for hit in tried.answer:
        named = latest.keys() & set(hit.ids)
        if named:
            found = responder.read(min(named))
            wanted = latest[min(named)]
            if found is not None and normalise_text(found.content) != normalise_text(wanted.content):
                yield Failure.of(wanted, "state_differs", detail="it says something else now", question=tried.question)
            return
        if older.intersection(hit.ids):
            yield Failure.of(expected, "older_state", detail=f"first: {hit.record.id}", question=tried.question)
            return
    yield Failure.of(expected, "not_found", detail=tried.instead(), question=tried.question)


def _subjects(truth: Truth) -> list[_Subject]:
    """Tasks grouped by their key, by what they replace, else by their title within a scope."""
    tasks = {id: record for id, record in truth.records.items() if record.type == "task" and record.state != "archived"}
    root = {id: id for id in tasks}

    def find(id: str) -> str:
        while root[id] != id:
            root[id] = root[root[id]]
            id = root[id]
        return id

    first: dict[tuple[str, str], str] = {}
    for id, record in tasks.items():
        for other in record.supersedes:
            if other in tasks:
                root[find(other)] = find(id)
        name = (record.scope, record.key or normalise_text(title_of_task(record.content)))
        root[find(id)] = find(first.setdefault(name, id))
    groups: defaultdict[str, list[Record]] = defaultdict(list)
    for id, record in tasks.items():
        groups[find(id)].append(record)
    subjects = []
    for records in groups.values():
        # What is replaced or done with ranks behind what is current, whatever its time says.
        ordered = sorted(records, key=lambda r: (r.id in truth.current, _at(r), r.id), reverse=True)
        if ordered[0].id in truth.current:
            subjects.append(_Subject(tuple(ordered)))
    return subjects


def _at(record: Record) -> datetime:
    return record.stamp or _UNKNOWN
