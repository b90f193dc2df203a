"""Memories past their validity: demoted in recall, and out of place in a new tool."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from satchel.move.checkup.finding import Action, Archive, Finding
from satchel.move.checkup.subject import Circumstances, Subject
from satchel_protocol.wiretime import format_wire

_ARCHIVE: Final = Action("archive it; it was valid until {until}")


def look(subject: Subject, circumstances: Circumstances) -> Iterator[Finding]:
    """One finding where the time is up. A record without any time never expires: nobody knows from when to count."""
    record = subject.record
    if not subject.is_live or not record.is_expired(circumstances.now):
        return
    assert record.valid_from is not None
    assert record.ttl is not None
    until = format_wire((record.valid_from + timedelta(seconds=record.ttl)).replace(microsecond=0))
    yield Finding(
        rule="expired",
        record=record.id,
        evidence=until,
        excerpt=subject.opening(),
        action=Action(_ARCHIVE.text, {"until": until}),
        severity="info",
        change=Archive(),
    )
