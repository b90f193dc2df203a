"""Full text of a small scope in a large store, in memory: what a record of another scope says costs a search nothing.

The index in the file ranks over all records, so a question put to one of a thousand tenants would wait for the other
nine hundred and ninety-nine. Here each scope that is asked has its own word list, and its own rarity of words.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Final

from satchel.stores.sqlite import filters
from satchel.stores.sqlite.connection import Handle
from satchel.stores.stored_json import decode_record
from satchel.stores.words import WordList
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import ALL, Filter

MOST_RECORDS: Final = 3000
"""Of a scope that is held so; a larger one is looked for in the file's index."""
LARGE_STORE: Final = 20_000
"""Records of a store below which its own index answers quickly enough for any scope."""
_MOST_HELD: Final = 60_000
"""Records held in memory at once, over all scopes; the scope that was asked longest ago goes first."""


@dataclass(slots=True)
class _Scope:
    """The words of one scope, and which change of each record they were read from."""

    words: WordList = field(default_factory=WordList)
    seen: dict[int, int] = field(default_factory=dict)
    """Number → change (`seq`)."""
    records: dict[int, Record] = field(default_factory=dict)


class ScopeWords:
    """Word lists by scope; brought up to date by each search."""

    def __init__(self) -> None:
        self._scopes: OrderedDict[tuple[str, ...], _Scope] = OrderedDict()

    def suits(self, db: Handle, scopes: Scopes) -> bool:
        """Whether these scopes are narrow, small, and in a large store."""
        if not filters.is_narrow(scopes) or (db.value("SELECT max(n) FROM records") or 0) < LARGE_STORE:
            return False
        condition = filters.of_scopes(scopes)
        count = db.value(
            f"SELECT count(*) FROM (SELECT 1 FROM records r WHERE {condition.sql} LIMIT {MOST_RECORDS + 1})",
            condition.parameters,
        )
        return int(count) <= MOST_RECORDS

    def rank(self, db: Handle, query: str, where: Filter, limit: int, also: frozenset[str]) -> list[tuple[int, float]]:
        """(n, score) of the records of these scopes that pass the filter; see `WordList.rank`."""
        scope = self._up_to_date(db, where.scopes)
        condition = filters.of_filter(where)
        numbers = {
            id: n for n, id in db.all(f"SELECT r.n, r.id FROM records r WHERE {condition.sql}", condition.parameters)
        }
        ranked = scope.words.rank(query, numbers.__contains__, limit, also)
        return [(numbers[id], score) for id, score in ranked]

    def _up_to_date(self, db: Handle, scopes: Scopes) -> _Scope:
        key = tuple(sorted(scopes.patterns))
        scope = self._scopes.setdefault(key, _Scope())
        self._scopes.move_to_end(key)
        condition = filters.of_filter(replace(ALL, scopes=scopes))
        now = dict(db.all(f"SELECT r.n, r.seq FROM records r WHERE {condition.sql}", condition.parameters))
        for n in [n for n, seq in scope.seen.items() if now.get(n) != seq]:
            scope.words.remove(scope.records.pop(n))
            del scope.seen[n]
        for n in now.keys() - scope.seen.keys():
            record = decode_record(db.value("SELECT body FROM records WHERE n = ?", (n,)))
            scope.words.add(record)
            scope.seen[n], scope.records[n] = now[n], record
        held = sum(len(other.seen) for other in self._scopes.values())
        while held > _MOST_HELD and len(self._scopes) > 1:
            held -= len(self._scopes.popitem(last=False)[1].seen)
        return scope
