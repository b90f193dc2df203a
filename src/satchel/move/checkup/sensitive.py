"""Sensitive content by class: what files and models would be spared, and what a person may want to take out altogether."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satchel.access.classes import LEVEL_OF
from satchel.access.classify import classified, kinds_beside
from satchel.move.checkup.finding import Action, Finding, Mark
from satchel.move.checkup.subject import Circumstances, Subject
from satchel_protocol.merge import is_stricter

_MOST_QUOTED: Final = 3
_TAKE_OUT: Final = Action("take it out and keep it in a password manager; until then it stays out of files and answers")
_WITHHELD: Final = Action("stays out of files and answers; let it out on purpose with --include-sensitive {name}")
_FLAGGED: Final = Action("flagged only; keep it out of files with --withhold {name}")
_RELAXED: Final = Action("its owner let it out on purpose; nothing to do")


def look(subject: Subject, _circumstances: Circumstances) -> Iterator[Finding]:
    """One finding for each class, with the places where it stands; what stands beside the text counts too."""
    record = subject.record
    places: dict[str, list[tuple[int, int]]] = {}
    for found in subject.sensitive:
        places.setdefault(found.kind, []).append((found.start, found.end))
    beside = kinds_beside(record) - places.keys()
    if not places and not beside:
        return
    relaxed = record.access is not None and record.access.relaxed_at is not None
    marked = classified(record).access
    change = Mark(marked) if marked is not None and is_stricter(marked, record.access) else None
    for kind in sorted({*places, *beside}, key=list(LEVEL_OF).index):
        spans = places.get(kind, [])
        yield Finding(
            rule="sensitive",
            record=record.id,
            kind=kind,
            evidence=_evidence(subject, kind, spans),
            excerpt=subject.around(*spans[0]) if spans else "",
            action=_RELAXED if relaxed else _action(kind),
            severity="info" if relaxed else _severity(kind),
            change=change,
        )


def _evidence(subject: Subject, kind: str, spans: list[tuple[int, int]]) -> str:
    if not spans:
        return f"{kind} in its tags, value or meta"
    quoted = list(dict.fromkeys(subject.quoted(start, end) for start, end in spans[:_MOST_QUOTED]))
    return ", ".join(quoted) + (" …" if len(spans) > _MOST_QUOTED else "")


def _action(kind: str) -> Action:
    level = LEVEL_OF[kind]
    if level == "secret":
        return _TAKE_OUT
    return Action((_WITHHELD if level == "sensitive" else _FLAGGED).text, {"name": kind})


def _severity(kind: str) -> str:
    return {"secret": "error", "sensitive": "warning"}.get(LEVEL_OF[kind], "info")
