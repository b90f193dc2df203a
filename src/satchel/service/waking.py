"""`wake`: what a new agent should know before it begins a task, without having to ask.

An index of what there is, then what the task needs, section by section; for the rest the agent asks by itself. A
preference must be kept to unprompted, so that those come first: the ones that the task touches, then the ones that
hold whatever it is about. A skill comes only where the situation is like its own, a conversation last.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from satchel.access.policy import STRICT, Policy
from satchel.retrieval.blocks import Note, Quote
from satchel.retrieval.context import UNITS
from satchel.retrieval.embedders import Embedder
from satchel.retrieval.embedders.remembering import Remembering
from satchel.retrieval.pipeline import Hit, recall
from satchel.retrieval.profile import DEFAULT, Profile
from satchel.retrieval.supersession import stated_task, successors
from satchel.service.wake_blocks import MANNERS, Counts, WakeBlock, wake_block
from satchel_protocol.errors import UsageError
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Record
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.state import Filter
from satchel_protocol.store import Store

BUDGETS: Final[Mapping[str, int]] = {"tokens": 1500, "characters": 6000}
"""How large a block is where nobody says."""
_MOST: Final[Mapping[str, int]] = {"preferences": 10, "tasks": 5, "lessons": 5, "facts": 6, "history": 3}
"""Notes that a task brings into a section."""
_STANDING: Final = 0.25
"""Share of the budget for preferences that hold whatever the task is about; without a task, for all of them."""
_LONGEST: Final = 600
"""Characters of one note; an agent that wants all of it reads it by its id."""
_IMPORTANT: Final = 0.8
"""Importance from which a preference holds at large."""
_MANNER = re.compile(
    r"\b(?:answer|answers|answering|reply|replies|respond|responses?|explain|explanations?|tone|language|english|chinese|"
    r"format(?:ting)?|bullet(?:s| points)?|markdown|emojis?|concise(?:ly)?|brief(?:ly)?|short|polite|formal|informal|units|metric|"
    r"time ?zone|call (?:him|her|them|me|the user)|address(?:ed)? as|pronouns?)\b"
    r"|回答|回复|答复|称呼|叫我|叫他|叫她|语言|中文|英文|语气|口吻|格式|简洁|简短|详细|表情|单位|时区",
    re.IGNORECASE,
)
"""How a person wants to be answered and addressed."""
_ALWAYS = re.compile(r"\b(?:always|never)\b|永远|总是|从不|一律|一定要|不要", re.IGNORECASE)
"""What they want always or never."""
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)

_TYPES: Final[Mapping[str, str]] = {
    "preferences": "preference",
    "tasks": "task",
    "lessons": "skill",
    "facts": "fact",
    "history": "interaction",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Woken:
    """A block for a new agent, and what it holds."""

    text: str
    sections: Mapping[str, Sequence[Note]]
    counts: Counts
    budget: int
    unit: str
    size: int
    """Of the text, in units; for tokens an estimate."""

    def places(self) -> dict[str, str]:
        """Id → section, of every memory in the block and of those that say the same and were folded into one."""
        return {
            id: name
            for name, notes in self.sections.items()
            for note in notes
            for id in (note.quote.record.id, *note.folded)
        }

    def to_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "sections": {name: [note.quote.record.id for note in notes] for name, notes in self.sections.items()},
            "index": dict(self.counts.by_type),
            "withheld": self.counts.withheld,
            "left_out": self.counts.left_out,
            "budget": self.budget,
            "unit": self.unit,
            "size": self.size,
        }


@dataclass(slots=True, kw_only=True)
class Waking:
    """Makes blocks from one store; what is the same for every task is looked up once.

    Args:
        store: Where the memories are.
        scopes: What the agent may see.
        embedder: For the search by meaning; None searches words alone.
        policy: What is withheld; a block is for a model, so that what is sensitive stays out unless it was allowed.
    """

    store: Store
    scopes: Scopes = EVERYTHING
    embedder: Embedder | None = None
    policy: Policy = STRICT
    profile: Profile = DEFAULT
    zone: tzinfo = UTC
    _asker: Embedder | None = None
    _standing: list[Record] | None = None
    _counts: Mapping[str, int] = field(default_factory=dict)
    _held_back: int = 0
    _newer: dict[str, Record] = field(default_factory=dict)
    _replaced: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def wake(
        self,
        task: str,
        *,
        now: datetime,
        budget: int | None = None,
        unit: str = "tokens",
        format: str = "plain",
    ) -> Woken:
        """The block for a task.

        Args:
            task: What the agent is about to do, in a person's words; empty for what holds whatever it does.
            now: For the age and the expiry of memories.
            budget: Units that the whole block may take; None takes the usual.
            unit: `tokens` or `characters`.
            format: `plain`, `xml` or `json`.

        Raises:
            UsageError: an unknown unit or format, or a budget that is too small for the frame alone.
            VectorSpaceError, EmbedderError: as a recall.
        """
        if unit not in UNITS:
            raise UsageError(f"there is no unit {unit!r}; known are {', '.join(UNITS)}")
        self._look(now)
        self._asker = Remembering(self.embedder) if self.embedder is not None else None
        hits = {name: self._needed(name, task, now) for name in MANNERS}
        standing = self._standing or []
        if task.strip():
            standing = [record for record in standing if _at_large(record)]
        else:
            hits |= {name: self._latest(name, now) for name in ("tasks", "lessons", "facts")}
        block = wake_block(format, zone=self.zone)
        room = _Room(block, BUDGETS[unit] if budget is None else budget, UNITS[unit], self._counts)
        for name in ("preferences", "tasks", "lessons"):
            room.fill(name, hits[name])
        room.fill("preferences", map(_of_record, standing), most=int(room.budget * _STANDING))
        for name in ("facts", "history"):
            room.fill(name, hits[name])
        counts = Counts(by_type=self._counts, withheld=self._held_back, left_out=room.left_out)
        text = block.whole(room.sections, counts)
        return Woken(
            text=text, sections=room.sections, counts=counts, budget=room.budget, unit=unit, size=UNITS[unit](text)
        )

    def _look(self, now: datetime) -> None:
        """The index, and the preferences: those that hold at large first, then the most important, then the latest."""
        if self._standing is not None:
            return
        counts: Counter[str] = Counter()
        standing: list[Record] = []
        everything = Filter(scopes=self.scopes, include_archived=True, expired_at=now)
        for version in self.store.enumerate(everything):
            record = version.record
            if record.state is None and (record.supersedes or stated_task(record) is not None):
                # One that may not be shown leaves no outdated rival either.
                self._newer[record.id] = record
            if self.policy.withhold(record) is not None:
                self._held_back += 1
                continue
            counts[record.type] += 1
            if record.type == "preference" and record.state is None:
                standing.append(record)
        self._replaced = self._all_replaced(now)
        standing.sort(key=lambda record: (_at_large(record), *_rank(record)), reverse=True)
        self._standing = [record for record in standing if record.id not in self._replaced]
        self._counts = dict(counts.most_common())

    def _all_replaced(self, now: datetime) -> Mapping[str, Sequence[str]]:
        """What newer memories say they replace, and earlier states of tasks, whichever words they share: all were
        looked at."""
        named = {id for record in self._newer.values() for id in record.supersedes} - self._newer.keys()
        older = {id: version.record for id in named if (version := self.store.read(id)) is not None}
        return successors({**older, **self._newer}, now, lambda _: None)

    def _needed(self, section: str, task: str, now: datetime) -> list[Note]:
        if not task.strip():
            return []
        archived = section == "history"
        found = recall(
            self.store,
            task,
            where=Filter(scopes=self.scopes, types=frozenset({_TYPES[section]}), include_archived=archived),
            now=now,
            limit=_MOST[section],
            # Nobody asked for it: what is only a little like the task stays out, whatever stands beside it.
            profile=replace(self.profile, beside=1.0),
            embedder=self._asker,
            may_show=lambda record: self.policy.withhold(record) is None and not record.is_expired(now),
        )
        return [note for hit in found.hits for note in self._as_of_now(hit, found.hits)]

    def _as_of_now(self, hit: Hit, hits: Sequence[Hit]) -> list[Note]:
        """The note of a hit, or of what replaces it and does not stand there by itself."""
        if hit.record.id not in self._replaced:
            return [_of_hit(hit)]
        standing = {other.record.id for other in hits}
        newer = [self._newer[id] for id in self._replaced[hit.record.id] if id not in standing]
        return [
            _of_record(record)
            for record in newer
            if record.type == hit.record.type and self.policy.withhold(record) is None
        ]

    def _latest(self, section: str, now: datetime) -> list[Note]:
        """Without a task of its own an agent is told what is important, and what was worked on last."""
        where = Filter(scopes=self.scopes, types=frozenset({_TYPES[section]}), expired_at=now)
        records = [v.record for v in self.store.enumerate(where) if self.policy.withhold(v.record) is None]
        replaced = successors({record.id: record for record in records}, now, lambda _: None)
        records = [record for record in records if record.id not in replaced and record.id not in self._replaced]
        records.sort(key=_rank if section != "tasks" else lambda record: _rank(record)[1:], reverse=True)
        return [_of_record(record) for record in records[: _MOST[section]]]


class _Room:
    """How much of the budget is left, and what stands in the block."""

    def __init__(self, block: WakeBlock, budget: int, measure: Callable[[str], int], counts: Mapping[str, int]) -> None:
        self._block, self._measure = block, measure
        self.budget = budget
        self.left_out = 0
        self.sections: dict[str, list[Note]] = {}
        self._texts: set[tuple[str, str]] = set()
        # The foot that says most is reckoned with; one that says less leaves a little room unused.
        frame = measure(block.whole({}, Counts(by_type=counts, withheld=9_999, left_out=999)))
        self.left = budget - frame
        if self.left < 0:
            raise UsageError(f"a budget of {budget} is too small: the frame alone takes {frame}")

    def fill(self, section: str, notes: Iterable[Note], *, most: int | None = None) -> None:
        """Take notes in while there is room: of all, and of `most` for these; the best of a search are first."""
        left = self.left if most is None else min(most, self.left)
        for note in notes:
            record = note.quote.record
            name = (record.scope, normalise_text(record.content))
            if name in self._texts:
                continue
            cost = self._measure(self._block.note(note, 1)) + 2
            if section not in self.sections:
                cost += self._measure(self._block.section(section, (), 1)) + 2
            if cost > left:
                self.left_out += 1
                continue
            left -= cost
            self.left -= cost
            self._texts.add(name)
            self.sections.setdefault(section, []).append(note)


def _of_hit(hit: Hit) -> Note:
    return replace(_of_record(hit.record), score=hit.score, expired=hit.expired, folded=hit.folded)


def _of_record(record: Record) -> Note:
    cut = len(record.content) > _LONGEST
    return Note(quote=Quote(record=record, text=record.content[:_LONGEST].rstrip() if cut else record.content, cut=cut))


def _importance(record: Record) -> float:
    return 0.5 if record.importance is None else record.importance


def _rank(record: Record) -> tuple[float, datetime, str]:
    """The more important, then the later; greater is first."""
    return _importance(record), record.stamp or _LONG_AGO, record.id


def _at_large(record: Record) -> int:
    """How surely a preference holds whatever the task is about, 0 for one that does not.

    Many a dish is never to be salted: what says how to answer, or is important, is not crowded out by all of those.
    """
    if _importance(record) >= _IMPORTANT or _MANNER.search(record.content):
        return 2
    return 1 if _ALWAYS.search(record.content) else 0
