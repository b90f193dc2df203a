"""Memories that command the model which reads them; the rule itself is `satchel.text.injection`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satchel.move.checkup.finding import Action, Finding
from satchel.move.checkup.subject import Circumstances, Subject
from satchel.text.injection import injections, read_ahead

__all__ = ["look", "read_ahead"]

_LOOK: Final = Action("read it; if you did not write this, forget it. It is shown to models as data, never as an order")


def look(subject: Subject, _circumstances: Circumstances) -> Iterator[Finding]:
    """One finding for a text with such words, quoting the first; evidence counts too, since it is shown as well."""
    found = injections(subject.text)
    if found:
        first = found[0]
        yield Finding(
            rule="injection",
            record=subject.record.id,
            kind=first.kind,
            evidence=subject.quoted(first.start, first.end),
            excerpt=subject.around(first.start, first.end),
            action=_LOOK,
            severity="error",
        )
