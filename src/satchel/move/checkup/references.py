"""What a memory points to and does not hold: "that thing", 上次那个, "he said", yesterday.

The rule itself is `satchel.text.reference`, which `remember` warns by as well. Here a relative day becomes a date where
it is known when the memory was made; everything else is told and never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from typing import Final

from satchel.instant import resolve_zone
from satchel.instant.reckoned import reckon
from satchel.move.checkup.finding import Action, Finding, Insert
from satchel.move.checkup.subject import Circumstances, Subject
from satchel.move.infer.lone_logs import reads_like_a_log
from satchel.text.commanding import speaks_to_a_model
from satchel.text.injection import injections
from satchel.text.reference import Reference, unresolved_references
from satchel_protocol.errors import InvalidTimeError
from satchel_protocol.record import Record

_ACTIONS: Final = {
    "thing": Action("say what it is, by name"),
    "earlier": Action("write out what was said there"),
    "person": Action("say who it is, by name"),
    "time": Action("find out when this was, and write the date"),
}


def look(subject: Subject, circumstances: Circumstances) -> Iterator[Finding]:
    """Every place that only its context explained; a turn of a conversation has its context beside it."""
    if subject.is_evidence:
        return
    references = unresolved_references(subject.text)
    if references and reads_like_a_log(subject.text) is not None:
        # What a machine noted is to be dropped, and nobody writes it out.
        return
    if references and (injections(subject.text) or speaks_to_a_model(subject.text)):
        # "Ignore the above": nobody should write out what such words mean.
        references = [reference for reference in references if reference.kind == "time"]
    for reference in references:
        yield _finding(subject, reference, _date_of(subject.record, reference, circumstances.zone))


def _finding(subject: Subject, reference: Reference, day: str | None) -> Finding:
    return Finding(
        rule="dangling_reference",
        record=subject.record.id,
        kind=reference.kind,
        evidence=subject.quoted(reference.start, reference.end),
        excerpt=subject.around(reference.start, reference.end),
        action=Action("write the date: {date}", {"date": day}) if day else _ACTIONS[reference.kind],
        severity="info" if day else "warning",
        resolved=day,
        change=Insert(reference.end, f" ({day})" if _is_latin(reference.text) else f"（{day}）", reference.text)
        if day
        else None,
    )


def _date_of(record: Record, reference: Reference, zone: tzinfo) -> str | None:
    if reference.kind != "time" or record.created_at is None:
        return None
    return reckon(reference.text, at=record.created_at, zone=_zone_of(record) or zone)


def _zone_of(record: Record) -> tzinfo | None:
    """The zone that the writer's own clock named, where it was one; UTC is what machines write."""
    evidence = record.origin.time if record.origin is not None else None
    if evidence is None or evidence.zone in (None, "UTC", "Z") or evidence.assumed:
        return None
    try:
        return resolve_zone(str(evidence.zone))
    except InvalidTimeError:
        return None


def _is_latin(text: str) -> bool:
    return text.isascii()
