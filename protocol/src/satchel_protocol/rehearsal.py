"""A dry run on a real store: everything is carried out in one transaction, which is then undone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType

from satchel_protocol.purging import Receipt
from satchel_protocol.state import Candidate, Filter
from satchel_protocol.store import Store
from satchel_protocol.transaction import Transaction
from satchel_protocol.vectors import VectorSpace


class _Rehearsed(Exception):
    """Makes the store undo the transaction."""


class Rehearsal(Store):
    """Behaves as `store` would, and leaves it untouched. Other writers wait while it is open."""

    def __init__(self, store: Store) -> None:
        super().__init__(clock=store._clock, ids=store._ids, entropy=store._entropy)
        self.capabilities, self.url = store.capabilities, store.url
        self._store = store
        self._outer: AbstractContextManager[Transaction] | None = None
        self._tx: Transaction | None = None

    def __enter__(self) -> Rehearsal:
        self._outer = self._store._begin(write=True)
        self._tx = self._outer.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        outer, self._outer, self._tx = self._outer, None, None
        if outer is None:
            return
        try:
            outer.__exit__(_Rehearsed, _Rehearsed(), None)
        except _Rehearsed:
            pass

    @contextmanager
    def _begin(self, *, write: bool) -> Iterator[Transaction]:
        if self._tx is None:
            raise RuntimeError("a rehearsal is used inside its with block")
        yield self._tx

    def _erase(self) -> list[Receipt]:
        return []  # what lies below the rows cannot be done and undone

    def _text_candidates(self, query: str, where: Filter, limit: int, also: frozenset[str]) -> list[Candidate]:
        return self._store._text_candidates(query, where, limit, also)

    def vector_spaces(self) -> list[VectorSpace]:
        return self._store.vector_spaces()

    def _vector_candidates(
        self, vector: list[float], where: Filter, limit: int, also: frozenset[str]
    ) -> list[Candidate]:
        return self._store._vector_candidates(vector, where, limit, also)
