"""The candidates of a question: what the searches of a store bring, and what belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from satchel_protocol.record import Record
from satchel_protocol.state import Candidate, Filter
from satchel_protocol.store import Store

CANDIDATES = 50
"""How many candidates each side is asked for."""


@dataclass(slots=True)
class Gathered:
    """Candidates by id, with the raw scores of both searches."""

    records: dict[str, Record] = field(default_factory=dict)
    text: dict[str, float] = field(default_factory=dict)
    cosines: dict[str, float] | None = None

    def take(self, found: Sequence[Candidate], scores: dict[str, float]) -> None:
        """Take over what a search brought, its scores into `scores`."""
        for candidate in found:
            self.records[candidate.record.id] = candidate.record
            scores[candidate.record.id] = candidate.score

    def apart(self) -> Iterator[tuple[dict[str, Record], dict[str, float], dict[str, float] | None]]:
        """Memories and conversations by themselves: a short statement and a turn are not measured by one another."""
        for archived in (False, True):
            records = {id: r for id, r in self.records.items() if (r.state == "archived") == archived}
            if records:
                yield records, _of(self.text, records), _of(self.cosines, records) if self.cosines is not None else None

    def add(self, other: Gathered, wanted: Callable[[Record], bool]) -> None:
        """Take over what another filter's searches found, as far as it is wanted."""
        for id, record in other.records.items():
            if id in self.records or not wanted(record):
                continue
            self.records[id] = record
            for mine, scores in ((self.text, other.text), (self.cosines, other.cosines)):
                if mine is not None and scores is not None and id in scores:
                    mine[id] = scores[id]


def _of(scores: dict[str, float], records: dict[str, Record]) -> dict[str, float]:
    return {id: score for id, score in scores.items() if id in records}


def gather(store: Store, query: str, where: Filter, asked: Any) -> Gathered:
    """Everything that may answer.

    Where conversations are asked for too, memories and turns are looked for apart, so that neither crowds the other out.

    Args:
        asked: The question's vector; None searches words alone.
    """
    if not where.include_archived or where.types:
        return _gather(store, query, where, asked)
    found = _gather(store, query, replace(where, include_archived=False), asked)
    turns = _gather(store, query, replace(where, types=frozenset({"interaction"})), asked, also=_sources(found.records))
    found.add(turns, lambda record: True)
    found.add(_gather(store, query, where, None), lambda record: record.state == "archived")
    return found


def _gather(store: Store, query: str, where: Filter, asked: Any, *, also: Collection[str] = ()) -> Gathered:
    """Both searches; each scores what only the other one found, and the turns that memories were made from."""
    found = Gathered()
    if asked is None:
        found.take(store.search(query, where=where, limit=CANDIDATES, also=also), found.text)
    else:
        found.cosines = {}
        found.take(store.search_vector(asked.tolist(), where=where, limit=CANDIDATES, also=also), found.cosines)
        both = found.records.keys() | set(also)
        found.take(store.search(query, where=where, limit=CANDIDATES, also=both), found.text)
        missing = found.records.keys() - found.cosines.keys()
        found.take(store.search_vector(asked.tolist(), where=where, limit=0, also=missing), found.cosines)
    if sources := _sources(found.records) - found.records.keys():
        found.take(store.search(query, where=where, limit=0, also=sources), found.text)
        if asked is not None and found.cosines is not None:
            found.take(store.search_vector(asked.tolist(), where=where, limit=0, also=sources), found.cosines)
    return found


def _sources(records: dict[str, Record]) -> set[str]:
    """What the candidates were made from."""
    return {source for record in records.values() for source in record.derived_from}
