"""The wording of the report in English and Chinese: sentences keyed by their English, and the names of what is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from satchel.move.report.chinese import CHINESE, CHINESE_NAMES

NOUNS: dict[str, tuple[str, str]] = {
    "row": ("row", "rows"),
    "record": ("record", "records"),
    "memory": ("memory", "memories"),
    "evidence": ("turn of conversation", "turns of conversation"),
    "log": ("log line", "log lines"),
    "vector": ("vector", "vectors"),
    "structure": ("row of structure", "rows of structure"),
    "duplicate": ("duplicate", "duplicates"),
    "empty": ("empty row", "empty rows"),
    "rejected": ("rejected row", "rejected rows"),
    "source": ("source", "sources"),
    "reason": ("reason", "reasons"),
    "more source": ("more source", "more sources"),
    "more reason": ("more reason", "more reasons"),
    "imported": ("new", "new"),
    "unchanged": ("there already", "there already"),
    "superseded": ("older than what is there", "older than what is there"),
    "tombstoned": ("forgotten before and kept out", "forgotten before and kept out"),
    "withheld": ("held back", "held back"),
    "quarantined": ("set aside for a look", "set aside for a look"),
    "refused": ("refused by the store", "refused by the store"),
    "tombstones_applied": ("deletion carried over", "deletions carried over"),
    "passed_through": ("unknown line kept unread", "unknown lines kept unread"),
}
"""What is counted in sentences: one, several."""

NAMES: dict[str, str] = {
    "fate.memory": "Memories",
    "fate.evidence": "Conversation",
    "fate.log": "System log",
    "fate.vector": "Vectors",
    "fate.structure": "Structure",
    "fate.duplicate": "Duplicates",
    "fate.empty": "Empty",
    "fate.rejected": "Rejected",
    "hint.memory": "something worth remembering, now in the store",
    "hint.evidence": "turns of a conversation, kept as evidence out of everyday recall",
    "hint.log": "what a machine wrote down about itself; comes along only with --logs",
    "hint.vector": "numbers computed from text; made anew from it, never moved",
    "hint.structure": "headers, indexes and lookup tables; what they say went into other rows",
    "hint.duplicate": "said elsewhere in the same words; one copy stays",
    "hint.empty": "nothing in it to keep",
    "hint.rejected": "could not be used; listed below, each with its reason",
    "outcome.imported": "New",
    "outcome.unchanged": "Unchanged",
    "outcome.superseded": "Older",
    "outcome.tombstoned": "Forgotten",
    "outcome.withheld": "Held back",
    "outcome.quarantined": "Set aside",
    "outcome.rejected": "Refused",
    "outcome.tombstones_applied": "Deletions",
    "outcome.passed_through": "Passed through",
    "hint.outcome.imported": "written to the store by this import",
    "hint.outcome.unchanged": "the store had exactly this already",
    "hint.outcome.superseded": "the store has a later version",
    "hint.outcome.tombstoned": "you had this forgotten; it does not come back",
    "hint.outcome.withheld": "its scope was not asked for, or it is sensitive",
    "hint.outcome.quarantined": "doubtful; waits until you decide",
    "hint.outcome.rejected": "breaks a rule of the record",
    "hint.outcome.tombstones_applied": "forgotten in the source, so forgotten here",
    "hint.outcome.passed_through": "lines of a newer version, kept as they are",
    "type.fact": "Facts",
    "type.task": "Tasks",
    "type.preference": "Preferences",
    "type.skill": "Skills",
    "type.interaction": "Interactions",
    "unit.iso": "ISO 8601",
    "unit.s": "epoch, seconds",
    "unit.ms": "epoch, milliseconds",
    "unit.us": "epoch, microseconds",
    "unit.ns": "epoch, nanoseconds",
    "unit.date": "a date alone",
    "unit.digits": "digits, such as 20260131",
    "unit.excel": "days of a spreadsheet",
    "unit.text": "written in words",
    "unit.?": "not said",
    "precision.year": "to the year",
    "precision.month": "to the month",
    "precision.week": "to the week",
    "precision.day": "to the day",
    "precision.hour": "to the hour",
    "precision.minute": "to the minute",
    "precision.second": "to the second",
    "precision.millisecond": "to the millisecond",
    "precision.microsecond": "to the microsecond",
    "precision.nanosecond": "to the nanosecond",
    "precision.?": "not said",
}
"""Names and explanations by their key; a key that is missing here is shown as it is."""


@dataclass(frozen=True, slots=True)
class Words:
    """The report's wording in one language."""

    chinese: bool

    @property
    def tag(self) -> str:
        """The language as HTML names it."""
        return "zh-Hans" if self.chinese else "en"

    def say(self, text: str, **values: object) -> str:
        """A sentence, given in English, with its values filled in."""
        text = CHINESE[text] if self.chinese else text
        return text.format(**values) if values else text

    def name(self, kind: str, key: str) -> str:
        """The name of a fate, an outcome, a type, a notation …; what has none is shown as it is."""
        full = f"{kind}.{key}"
        return (CHINESE_NAMES if self.chinese else NAMES).get(full, NAMES.get(full, key))

    def hint(self, kind: str, key: str) -> str:
        """One line about a fate or an outcome; empty for an unknown one."""
        full = f"hint.{key}" if kind == "fate" else f"hint.{kind}.{key}"
        return (CHINESE_NAMES if self.chinese else NAMES).get(full, "")

    def count(self, number: int, noun: str) -> str:
        """`1 memory`, `1,982 memories`, `1,982 条记忆`."""
        if self.chinese:
            counted = CHINESE_NAMES.get(f"noun.{noun}")
            return counted.format(n=f"{number:,}") if counted else f"{number:,} {noun}"
        one, several = NOUNS.get(noun, (noun, noun))
        return f"{number:,} {one if abs(number) == 1 else several}"

    def listing(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        comma, last = ("、", "、") if self.chinese else (", ", " and ")
        return comma.join(parts[:-1]) + last + parts[-1]

    def duration(self, seconds: float) -> str:
        """`0.42 s`, `41.3 s`, `2 min 5 s`, `1 h 3 min`."""
        if seconds < 59.95:
            return self.say("{n} s", n=f"{seconds:.2f}" if seconds < 9.995 else f"{seconds:.1f}")
        minutes, rest = divmod(round(seconds), 60)
        if minutes < 60:
            return self.say("{m} min {s} s", m=minutes, s=rest)
        return self.say("{h} h {m} min", h=f"{minutes // 60:,}", m=minutes % 60)


class WordsBeside(Words):
    """The report's wording and, before it, that of another page with tables of its own. A subclass names them."""

    __slots__ = ()
    SENTENCES: ClassVar[Mapping[str, str]]
    """English → Chinese."""
    ENGLISH_NAMES: ClassVar[Mapping[str, str]]
    """By `kind.key`, hints by `hint.kind.key`."""
    CHINESE_NAMES: ClassVar[Mapping[str, str]]

    def say(self, text: str, **values: object) -> str:
        """A sentence, given in English, with its values filled in."""
        if not self.chinese or text not in self.SENTENCES:
            return Words.say(self, text, **values)
        return self.SENTENCES[text].format(**values) if values else self.SENTENCES[text]

    def name(self, kind: str, key: str) -> str:
        """The name of what the page is about; as the report has it for what it knows, else as it is."""
        full = f"{kind}.{key}"
        return self._names.get(full) or self.ENGLISH_NAMES.get(full) or Words.name(self, kind, key)

    def hint(self, kind: str, key: str) -> str:
        """One line about it; empty for an unknown one."""
        return self._names.get(f"hint.{kind}.{key}", "")

    @property
    def _names(self) -> Mapping[str, str]:
        return self.CHINESE_NAMES if self.chinese else self.ENGLISH_NAMES


def words(language: str) -> Words:
    """The wording for `en`, `zh`, `zh-CN`, `zh_TW.UTF-8` …; what is not Chinese is English."""
    return Words(language.lower().startswith("zh"))


def moment(wire: str | None) -> str:
    """A wire time for a person, to the minute and with its zone: `2026-03-01 08:15 UTC`."""
    return "–" if wire is None else f"{wire[:16].replace('T', ' ')} UTC"


def percent(share: float) -> str:
    """A share of the whole; what is there is never shown as 0 and what is missing never as 100."""
    if share <= 0:
        return "0%"
    if share < 0.001:
        return "< 0.1%"
    return "> 99.9%" if 0.999 < share < 1 else f"{share * 100:.1f}%" if share < 1 else "100%"
