"""Lines of system logs that somebody filed as memories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satchel.move.checkup.finding import Action, Archive, Finding
from satchel.move.checkup.subject import Circumstances, Subject
from satchel.move.infer.lone_logs import read_ahead, reads_like_a_log

__all__ = ["look", "read_ahead"]

_ARCHIVE: Final = Action("archive it, or drop it: what a machine noted about itself is no memory")


def look(subject: Subject, _circumstances: Circumstances) -> Iterator[Finding]:
    """One finding for a text that is clearly a log line, by the same signs as in a rescue."""
    if not subject.is_live or subject.record.key is not None:
        return
    if reads_like_a_log(subject.text) is None:
        return
    yield Finding(
        rule="log_line",
        record=subject.record.id,
        evidence=subject.opening(),
        action=_ARCHIVE,
        severity="warning",
        change=Archive(),
    )
