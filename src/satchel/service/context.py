"""A block of memories for a model: what recall finds, with what explains it, within a budget and without what is withheld."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from typing import Final

from satchel.retrieval.conversation import in_order, place
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Filter
from satchel_protocol.store import Store

_NEAR: Final = timedelta(hours=1)
"""Before and after a turn in which the turns beside it are looked for."""
_LOOKED_AT: Final = 2000
"""Turns among which they are looked for; of a conversation without times there may be very many."""


class Explaining:
    """What may be shown beside a memory: the turns it was made from, or the turns before and after it.

    Whatever it gives passes the filter that the memories passed, but for being archived, and may be shown to whoever asks.

    Args:
        store: Where to look.
        where: What was asked for.
        may_show: Whether a record may be shown.
    """

    def __init__(self, store: Store, where: Filter, may_show: Callable[[Record], bool]) -> None:
        self._store, self._may_show = store, may_show
        self._where = replace(where, include_archived=True)

    def __call__(self, record: Record) -> Sequence[tuple[str, Record]]:
        """(`source`, `before` or `after`, the record), the most telling first."""
        if record.derived_from:
            return [("source", found) for found in self._sources(record)]
        return self._beside(record)

    def _sources(self, record: Record) -> Iterator[Record]:
        for id in record.derived_from:
            version = self._store.read(id)
            if version is not None and self._passes(version.record):
                yield version.record

    def _beside(self, record: Record) -> list[tuple[str, Record]]:
        here = place(record)
        if here is None:
            return []
        at = record.created_at
        around = Filter(
            scopes=Scopes.of(record.scope),
            types=frozenset({"interaction"}),
            include_archived=True,
            since=at - _NEAR if at is not None else None,
            until=at + _NEAR if at is not None else None,
            undated=at is None,
        )
        turns = []
        for version in islice(self._store.enumerate(around), _LOOKED_AT):
            there = place(version.record)
            if there is not None and there.conversation == here.conversation:
                turns.append((in_order(there, version.record.id), version.record))
        turns.sort(key=lambda turn: turn[0])
        at_place = next((n for n, (_, turn) in enumerate(turns) if turn.id == record.id), None)
        if at_place is None:
            return []
        found = []
        # What follows first: an answer says more than what came before it.
        for relation, n in (("after", at_place + 1), ("before", at_place - 1)):
            if 0 <= n < len(turns) and self._passes(turns[n][1]):
                found.append((relation, turns[n][1]))
        return found

    def _passes(self, record: Record) -> bool:
        return self._where.match(record) and self._may_show(record)
