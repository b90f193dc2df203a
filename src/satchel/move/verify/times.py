"""No time was invented: every record is as old as it was, and none was born, or made newer, in the import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.truth import Truth, is_later
from satchel_protocol.record import Record
from satchel_protocol.wiretime import format_wire


def compare_times(truth: Truth, new: Mapping[str, Record], *, rewritten: Callable[[str], bool]) -> Check:
    """Compare `created_at` record by record, and the time of the last change of what says the same as before.

    A record that was there before the move may be older. One that says what it said, came in once and is dated later
    all the same would stand before whatever is really newer.

    Args:
        truth: The old place.
        new: The new one, by id.
        rewritten: Whether the new place had another version of a record before.
    """
    check = truth.check("time", len(truth.records), exact=True)
    unknown = 0
    for id, old in truth.records.items():
        here = new.get(id)
        if here is None:
            continue
        unknown += old.created_at is None
        if here.created_at != old.created_at and not (id in truth.earlier and _is_earlier(here, old)):
            imported = any(window.holds(here.created_at) for window in truth.windows)
            kind = "import_time" if imported else "invented_time" if old.created_at is None else "time_changed"
            check.note(Failure.of(old, kind, detail=f"{_shown(old.created_at)} → {_shown(here.created_at)}"))
        elif id not in truth.earlier and _is_redated(here, old, rewritten):
            check.note(Failure.of(old, "update_changed", detail=f"{_shown(old.stamp)} → {_shown(here.stamp)}"))
        else:
            check.note()
    check.figures = {"unknown": unknown}
    return check


def _is_earlier(here: Record, old: Record) -> bool:
    return here.created_at is not None and (old.created_at is None or here.created_at < old.created_at)


def _is_redated(here: Record, old: Record, rewritten: Callable[[str], bool]) -> bool:
    if here.stamp == old.stamp or here.digest() != old.digest() or here.access != old.access:
        return False
    return not is_later(here, old) or not rewritten(here.id)


def _shown(at: datetime | None) -> str:
    return format_wire(at) if at is not None else "unknown"
