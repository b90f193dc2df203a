"""Times that are missing, assumed, impossible, in two units, or all of one second as a bulk import leaves them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from satchel.move.checkup.finding import Action, Finding
from satchel.move.checkup.subject import Apply, Circumstances, Subject
from satchel_protocol.record import Record
from satchel_protocol.wiretime import format_wire

_FUTURE_SLACK: Final = timedelta(minutes=10)
"""Two clocks may differ by so much."""
_EARLIEST: Final = datetime(1995, 1, 1, tzinfo=UTC)
"""As everywhere in `satchel.instant`: no tool kept memories before."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_UNITS: Final = frozenset({"s", "ms", "us", "ns"})
_CLUSTER: Final = 5
"""Memories of one second, each another text, that no person and no agent made one by one."""
_SMALL_CLUSTER: Final = 3
"""The same where they are at least half of all that have a time."""
_WHOLE_DAYS: Final = frozenset({"day", "week", "month", "year"})

_FIND_OUT: Final = Action("leave it open, or find out when it was; it is left out of questions about a time")
_NAME_ZONE: Final = Action("name the zone of the source with --timezone if it was not {zone}")
_CHECK_CLOCK: Final = Action("check the clock and the zone of the source; it lies ahead of {now}")
_CHECK_UNIT: Final = Action("read the number in the other unit: {date}")
_CHECK_DATE: Final = Action("check where this date comes from")
_CHECK_UNITS: Final = Action("the same source counts in {units}; check which is right")
_BULK: Final = Action("this is when they were imported, not when they were made; take the time from the source")


def look(subject: Subject, circumstances: Circumstances) -> Iterator[Finding]:
    """What one record shows by itself."""
    record = subject.record
    at = record.created_at
    if at is None:
        if not subject.is_evidence:
            yield _finding(record, "missing", _raw(record) or "created_at is null", _FIND_OUT, "warning")
        return
    evidence = record.origin.time if record.origin is not None else None
    if evidence is not None and evidence.assumed:
        action = Action(_NAME_ZONE.text, {"zone": evidence.zone or "UTC"})
        yield _finding(record, "naive", _raw(record) or format_wire(at), action, "info")
    if (other := _in_another_unit(at, circumstances.now)) is not None:
        action = Action(_CHECK_UNIT.text, {"date": format_wire(other)})
        yield _finding(record, "unit_conflict", _raw(record) or format_wire(at), action, "error")
    elif at > circumstances.now + _FUTURE_SLACK:
        action = Action(_CHECK_CLOCK.text, {"now": format_wire(circumstances.now)})
        yield _finding(record, "future", format_wire(at), action, "error")
    elif at < _EARLIEST:
        yield _finding(record, "implausible", format_wire(at), _CHECK_DATE, "warning")
    if record.updated_at is not None and record.updated_at < at:
        evidence_text = f"{format_wire(record.updated_at)} < {format_wire(at)}"
        yield _finding(record, "reversed", evidence_text, _CHECK_DATE, "warning")


class Gatherer:
    """What only all records together show: units that differ within one source, and clusters of one second."""

    def __init__(self, _circumstances: Circumstances) -> None:
        self._seconds: dict[datetime, dict[str, int]] = {}
        self._units: dict[tuple[str, str], dict[str, list[str]]] = {}
        self._dated = 0

    def add(self, subject: Subject) -> None:
        record = subject.record
        at = record.created_at
        if subject.is_evidence or at is None:
            return
        self._dated += 1
        evidence = record.origin.time if record.origin is not None else None
        if evidence is not None and evidence.unit in _EPOCH_UNITS:
            assert record.origin is not None
            source = (record.origin.tool or "", _file_of(record.origin.path))
            self._units.setdefault(source, {}).setdefault(str(evidence.unit), []).append(record.id)
        precision = evidence.precision if evidence is not None else None
        if precision not in _WHOLE_DAYS and (at.hour, at.minute, at.second, at.microsecond) != (0, 0, 0, 0):
            # A date alone is the same moment for everything of that day.
            self._seconds.setdefault(at.replace(microsecond=0), {})[record.id] = hash(subject.text)

    def findings(self, _apply: Apply) -> Iterator[Finding]:
        for units in self._units.values():
            if len(units) > 1:
                yield from self._conflict(units)
        for second, texts in sorted(self._seconds.items()):
            count = len(set(texts.values()))
            if count >= _CLUSTER or (count >= _SMALL_CLUSTER and 2 * len(texts) >= self._dated):
                first, *others = texts
                told = f"{len(texts)} memories at {format_wire(second)}"
                yield Finding(
                    rule="time", record=first, kind="same_second", evidence=told, action=_BULK,
                    severity="warning", others=tuple(others),
                )  # fmt: skip

    def _conflict(self, units: dict[str, list[str]]) -> Iterator[Finding]:
        """The records of every unit but the commonest."""
        common = max(units, key=lambda unit: len(units[unit]))
        action = Action(_CHECK_UNITS.text, {"units": ", ".join(sorted(units))})
        for unit, ids in sorted(units.items()):
            for id in ids if unit != common else ():
                yield Finding(
                    rule="time", record=id, kind="unit_conflict", evidence=f"{unit}, not {common}", action=action, severity="warning"
                )  # fmt: skip


def _in_another_unit(at: datetime, now: datetime) -> datetime | None:
    """What a time would be if its number had been read in the wrong unit: a count of seconds taken for milliseconds
    lies in January 1970, one of milliseconds taken for seconds tens of thousands of years ahead, where none is kept."""
    counted = (at - _EPOCH).total_seconds()
    if not 0 < counted < (_EARLIEST - _EPOCH).total_seconds():
        return None
    for factor in (1e3, 1e6):
        moment = _EPOCH + timedelta(seconds=counted * factor) if counted * factor < 1e11 else None
        if moment is not None and _EARLIEST <= moment <= now + timedelta(days=2):
            return moment.replace(microsecond=0)
    return None


def _file_of(path: str | None) -> str:
    """The file without the place in it."""
    return (path or "").partition(",")[0]


def _raw(record: Record) -> str:
    evidence = record.origin.time if record.origin is not None else None
    return "" if evidence is None or evidence.raw is None else str(evidence.raw)[:80]


def _finding(record: Record, kind: str, evidence: str, action: Action, severity: str) -> Finding:
    return Finding(rule="time", record=record.id, kind=kind, evidence=evidence, action=action, severity=severity)
