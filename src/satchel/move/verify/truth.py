"""What should be in the new place: the records of the old one, what was forgotten there, and how to recognise it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from functools import cached_property

from satchel.move.verify.outcome import Check
from satchel.move.verify.topic import Lexicon
from satchel.retrieval.supersession import successors
from satchel_protocol.merge import is_stricter
from satchel_protocol.record import Record
from satchel_protocol.tombstone import Tombstone


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """A text that must not come back; it lives in memory only and is in no report."""

    id: str
    scope: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The time in which records came into the new place, both ends inclusive."""

    start: datetime
    end: datetime

    def holds(self, at: datetime | None) -> bool:
        return at is not None and self.start <= at <= self.end


@dataclass(kw_only=True)
class Truth:
    """The old place as it should be found in the new one."""

    records: Mapping[str, Record]
    """Everything live, by id; archived and superseded records too."""
    now: datetime
    zone: tzinfo
    """The reader's, by whose days a question means "last Wednesday"."""
    tombstones: Sequence[Tombstone] = ()
    forgotten: Sequence[Forgotten] = ()
    keys: Mapping[str, Sequence[bytes]] = field(default_factory=dict)
    """Keys of the tombstones' prints by root scope, as far as the old place has them."""
    earlier: frozenset[str] = frozenset()
    """Ids of records that were in the new place before the move and are not judged by their number."""
    stayed_behind: frozenset[str] = frozenset()
    """Ids of records of the new place that the old one, a stream, left out when it was written."""
    more_allowed: bool = False
    """Whether the new place may hold others too. What was forgotten is looked for among those all the same."""
    windows: Sequence[Window] = ()
    seed: int = 0
    sample: int | None = None
    """Most records asked about for each question; None: all."""
    withheld: Callable[[Record], bool] = lambda record: False
    """Whether a record stays out of what a model is shown."""
    progress: Callable[[str, int, int | None], None] | None = None
    """Told of each check how many records were tried, of how many."""

    def check(self, name: str, applies: int, *, exact: bool = False) -> Check:
        """A check that is about to begin; an exact one tries all records."""
        planned = applies if exact or self.sample is None else min(applies, self.sample)
        return Check(name=name, applies=applies, progress=self.progress, planned=planned)

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon(self.records.values())

    @cached_property
    def current(self) -> Mapping[str, Record]:
        """What answers a question now: neither archived, superseded, replaced by another one, nor expired."""
        live = {id: record for id, record in self.records.items() if record.state is None}
        replaced = successors(live, self.now, self.records.get)
        return {id: record for id, record in live.items() if id not in replaced and not record.is_expired(self.now)}

    def as_changed(self, new: Mapping[str, Record], *, rewritten: Callable[[str], bool]) -> Truth:
        """The same, with what was written to in the new place since as it is there: nobody asks for what it said.

        What is guarded more strictly there is expected nowhere that it is withheld from.

        Args:
            new: The new place, by id.
            rewritten: Whether the new place had another version of a record before.
        """
        records: dict[str, Record] = {}
        for id, old in self.records.items():
            here = new.get(id)
            if here is None or here.scope != old.scope:
                continue
            if is_later(here, old) and (here.digest() != old.digest() or rewritten(id)):
                records[id] = here
            elif is_stricter(here.access, old.access):
                records[id] = replace(old, access=here.access)
        return replace(self, records={**self.records, **records}) if records else self

    def chosen(self, records: Iterable[Record]) -> list[Record]:
        """All of these, or a sample of them drawn by the seed, in order of id."""
        ordered = sorted(records, key=lambda record: record.id)
        if self.sample is None or len(ordered) <= self.sample:
            return ordered
        drawn = random.Random(self.seed).sample(ordered, self.sample)
        return sorted(drawn, key=lambda record: record.id)


def is_later(here: Record, old: Record) -> bool:
    """Whether the new place has a later version of a record, by its own word."""
    return here.updated_at is not None and (old.stamp is None or here.updated_at > old.stamp)
