"""No time was invented: every record is as old as it was, and none was born in the import."""

from __future__ import annotations

from collections.abc import Mapping

from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.truth import Truth
from satchel_protocol.record import Record
from satchel_protocol.wiretime import format_wire


def compare_times(truth: Truth, new: Mapping[str, Record]) -> Check:
    """Compare `created_at` record by record; of one that was there before the move the earlier one may stand."""
    check = truth.check("time", len(truth.records), exact=True)
    unknown = 0
    for id, old in truth.records.items():
        here = new.get(id)
        if here is None:
            continue
        unknown += old.created_at is None
        if here.created_at == old.created_at or (id in truth.earlier and _is_earlier(here, old)):
            check.note()
            continue
        imported = any(window.holds(here.created_at) for window in truth.windows)
        kind = "import_time" if imported else "invented_time" if old.created_at is None else "time_changed"
        check.note(Failure.of(old, kind, detail=f"{_shown(old)} → {_shown(here)}"))
    check.figures = {"unknown": unknown}
    return check


def _is_earlier(here: Record, old: Record) -> bool:
    return here.created_at is not None and (old.created_at is None or here.created_at < old.created_at)


def _shown(record: Record) -> str:
    return format_wire(record.created_at) if record.created_at is not None else "unknown"
