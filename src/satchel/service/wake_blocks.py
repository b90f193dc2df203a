"""The block that a new agent is woken with: sections, each in its own manner, in the formats of every other block.

Its plain text is a list as assistants take it for an import, `[date from where] - text`, one line a memory, under
headings that our own reader of pasted lists knows.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from satchel.retrieval.blocks import PREAMBLE, Block, JsonBlock, Note, PlainBlock, XmlBlock, facts, visible
from satchel_protocol.errors import UsageError

MANNERS: Final[Mapping[str, tuple[str, str]]] = {
    "preferences": ("Preferences (standing rules)", "to be kept to without being asked"),
    "tasks": ("Tasks (state and next step)", "where each stands"),
    "lessons": ("Lessons (for a situation like this)", "what worked before"),
    "facts": ("Facts", "what is known"),
    "history": ("History (what was said)", "turns of earlier conversations"),
}
"""Section → its heading in plain text, and in what manner its notes are meant; in the order of a block."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What there is beyond the block."""

    by_type: Mapping[str, int]
    withheld: int = 0
    left_out: int = 0


class WakeBlock(Block):
    """A block in sections."""

    @abstractmethod
    def section(self, name: str, notes: Sequence[Note], first: int) -> str:
        """One section with its notes, counted on from `first`."""

    @abstractmethod
    def whole(self, sections: Mapping[str, Sequence[Note]], counts: Counts) -> str:
        """All of it, ending in a line break; sections without notes are left out."""

    def _sections(self, sections: Mapping[str, Sequence[Note]]) -> list[str]:
        parts, number = [], 1
        for name in MANNERS:
            if notes := sections.get(name, ()):
                parts.append(self.section(name, notes, number))
                number += len(notes)
        return parts


class PlainWake(PlainBlock, WakeBlock):
    """A list that a person can paste into another assistant."""

    def note(self, note: Note, number: int) -> str:
        about = facts(note.quote.record, self.zone)
        text = " ".join(visible(note.quote.text).split()) + (" […]" if note.quote.cut else "")
        marks = "".join(f", {mark}" for mark in _marks(note, about))
        # The day alone: an importer takes no more, and a clock's time says nothing about a standing rule.
        day = _day(about["date"])
        # A name with a bracket in it must not end the one that it stands in.
        source = about["from"].translate(_ROUND)
        return f"[{day} from {source}{marks}] - {text}"

    def section(self, name: str, notes: Sequence[Note], first: int) -> str:
        lines = [self.note(note, number) for number, note in enumerate(notes, first)]
        return "\n".join([f"## {MANNERS[name][0]}", "", *lines, ""])

    def whole(self, sections: Mapping[str, Sequence[Note]], counts: Counts) -> str:
        # What a foot says elsewhere stands above: a line below the list would be read as one of it.
        parts = [self.head(), "", index(counts), "", *self._sections(sections)]
        return "\n".join(parts).rstrip("\n") + "\n"


class XmlWake(XmlBlock, WakeBlock):
    """The same as XML."""

    def section(self, name: str, notes: Sequence[Note], first: int) -> str:
        lines = [self.note(note, number) for number, note in enumerate(notes, first)]
        return "\n".join([f"<{name} manner={quoteattr(MANNERS[name][1])}>", *lines, f"</{name}>"])

    def whole(self, sections: Mapping[str, Sequence[Note]], counts: Counts) -> str:
        notes = sum(map(len, sections.values()))
        foot = self.foot(notes=notes, withheld=counts.withheld, left_out=counts.left_out)
        return (
            "\n".join([self.head(), f"<index>{escape(index(counts))}</index>", *self._sections(sections), foot]) + "\n"
        )


class JsonWake(JsonBlock, WakeBlock):
    """The same as JSON."""

    def section(self, name: str, notes: Sequence[Note], first: int) -> str:
        shown = [json.loads(self.note(note, 1)) for note in notes]
        return json.dumps({"kind": name, "manner": MANNERS[name][1], "memories": shown}, ensure_ascii=False)

    def whole(self, sections: Mapping[str, Sequence[Note]], counts: Counts) -> str:
        document: dict[str, Any] = {
            "about": PREAMBLE,
            "index": dict(counts.by_type),
            "sections": [json.loads(part) for part in self._sections(sections)],
            "withheld": counts.withheld,
            "left_out": counts.left_out,
        }
        return json.dumps(document, ensure_ascii=False) + "\n"


_ROUND: Final = str.maketrans("[]", "()")
_FORMATS: Final[Mapping[str, type[WakeBlock]]] = {"plain": PlainWake, "xml": XmlWake, "json": JsonWake}


def wake_block(name: str, *, zone: tzinfo = UTC) -> WakeBlock:
    """A format by its name.

    Raises:
        UsageError: there is no such format.
    """
    if name not in _FORMATS:
        raise UsageError(f"there is no format {name!r}; known are {', '.join(_FORMATS)}")
    return _FORMATS[name](zone=zone)


def index(counts: Counts) -> str:
    """One line about everything there is, so that an agent knows what is worth asking for."""
    named = ", ".join(f"{name} {count:,}" for name, count in counts.by_type.items()) or "nothing yet"
    missing = [f"withheld as sensitive: {counts.withheld:,}"] if counts.withheld else []
    missing += [f"left out for want of room: {counts.left_out:,}"] if counts.left_out else []
    return "; ".join(
        [f"Below is a part of what is remembered ({named})", *missing, "more of it: satchel recall QUESTION --context"]
    )


def _marks(note: Note, about: Mapping[str, Any]) -> list[str]:
    marks = ["expired"] if note.expired else []
    marks += [about["level"]] if about["level"] != "normal" else []
    # The state of a task is as new as its last change, whenever the task was begun.
    updated = about["updated"] is not None and _day(about["updated"]) != _day(about["date"])
    return marks + ([f"updated {_day(about['updated'])}"] if updated else [])


def _day(date: str | None) -> str:
    return (date or "unknown").partition(" ")[0]
