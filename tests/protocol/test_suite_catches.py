"""The conformance suite fails stores that are wrong; a suite that lets them pass would promise nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from satchel_protocol.conformance import FixedEntropy, FrozenClock, SequentialIds, StoreSuite
from satchel_protocol.ephemeral import EphemeralStore, _EphemeralTransaction
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Buried, Candidate, Filter, Version
from satchel_protocol.transaction import Transaction

Tx = _EphemeralTransaction


def loses_history(tx: Tx, version: Version, *, prints: Sequence[str], keep: bool) -> None:
    Tx.put(tx, version, prints=prints, keep=False)


def keeps_old_prints(tx: Tx, version: Version, *, prints: Sequence[str], keep: bool) -> None:
    old = tx._rows.prints.get(version.record.id)
    Tx.put(tx, version, prints=prints, keep=keep)
    if old is not None:
        tx._rows.prints[version.record.id] = old


def loses_null(tx: Tx, version: Version, *, prints: Sequence[str], keep: bool) -> None:
    data = {name: value for name, value in version.record.to_json().items() if value is not None}
    Tx.put(tx, replace(version, record=type(version.record).from_json(data)), prints=prints, keep=keep)


def forgets_batches(tx: Tx, version: Version, *, prints: Sequence[str], keep: bool) -> None:
    Tx.put(tx, replace(version, batch=None), prints=prints, keep=keep)


def keeps_history_of_the_dead(tx: Tx, id: str) -> None:
    tx._rows.live.pop(id, None)
    tx._rows.prints.pop(id, None)


def matches_scopes_by_prefix(tx: Tx, scopes: Scopes) -> Iterator[Version]:
    for id in sorted(tx._rows.live):
        scope = tx._rows.live[id].record.scope
        if scopes.match(scope) or any(scope.startswith(pattern) for pattern in scopes.patterns):
            yield tx._rows.live[id]


def overwrites_every_tombstone(tx: Tx, buried: Buried) -> None:
    for name in [name for name in tx._rows.graves if name[0] == buried.tombstone.id]:
        del tx._rows.graves[name]
    Tx.bury(tx, buried)


def misses_derived(tx: Tx, id: str) -> list[str]:
    return []


def never_keeps_lines_apart(tx: Tx, line: str, batch: str | None) -> bool:
    return Tx.keep_line(tx, line, None)


def does_nothing(tx: Tx, *args: object, **named: object) -> None:
    pass


SABOTAGE: dict[str, Callable[..., Any]] = {
    "put": loses_history,
    "put ": keeps_old_prints,
    "put  ": loses_null,
    "put   ": forgets_batches,
    "drop": keeps_history_of_the_dead,
    "scan": matches_scopes_by_prefix,
    "bury": overwrites_every_tombstone,
    "ids_derived_from": misses_derived,
    "keep_line": never_keeps_lines_apart,
    "exhume": does_nothing,
    "drop_revision": does_nothing,
    "mark_removed": does_nothing,
    "has_tombstones": lambda tx: False,
    "tombstones_with_print": lambda tx, fingerprint: [],
    "ids_with_print": lambda tx, fingerprint: [],
    "drop_aside": lambda tx, number: None,
    "count": lambda tx, scopes: len(tx._rows.live),
    "reprint": does_nothing,
}


class Broken(EphemeralStore):
    """The reference store with one method of its transaction replaced."""

    method = ""
    instead: Callable[..., Any]

    @contextmanager
    def _begin(self, *, write: bool) -> Iterator[Transaction]:
        with super()._begin(write=write) as tx:
            sabotaged = type("Sabotaged", (Tx,), {self.method: type(self).instead})
            tx.__class__ = sabotaged
            yield tx


class PostFiltering(EphemeralStore):
    """A store that filters after the limit."""

    def _text_candidates(self, query: str, where: Filter, limit: int, also: frozenset[str]) -> list[Candidate]:
        every = super()._text_candidates(query, Filter(), limit, also)
        return [candidate for candidate in every if where.match(candidate.record)]


def fails(store: type[EphemeralStore], folder: Path) -> bool:
    """Whether some test of the suite fails on a store."""

    class Suite(StoreSuite):
        machine_runs, machine_steps, examples = 15, 20, 1

        def make(self, folder: Path, **injected: Any) -> EphemeralStore:
            return store(**injected)

    names = [name for name in dir(Suite) if name.startswith("test_")]
    for number, name in enumerate(sorted(names, key=lambda name: name.startswith(("test_any", "test_random")))):
        suite = Suite()
        suite._places, suite._open, suite._folder = {}, [], folder / str(number)
        suite.clock = FrozenClock()
        injected = {"clock": suite.clock, "ids": SequentialIds(), "entropy": FixedEntropy()}
        test = getattr(suite, name)
        wanted = test.__code__.co_varnames[1 : test.__code__.co_argcount]
        if any(capability in ("durable", "many_processes") for capability in getattr(test, "needs", ())):
            continue
        if not {*wanted} <= {"store", "other"}:
            continue
        try:
            test(**{name: suite.new_store(name, **injected) for name in wanted})
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 - a broken store may fail in any way
            return True
    return False


def test_the_harness_passes_the_reference_store(tmp_path: Path) -> None:
    assert not fails(EphemeralStore, tmp_path)


@pytest.mark.parametrize("method", SABOTAGE, ids=lambda method: f"{method.strip()} {SABOTAGE[method].__name__}")
def test_a_store_with_one_broken_method_fails(method: str, tmp_path: Path) -> None:
    broken = type("Sabotage", (Broken,), {"method": method.strip(), "instead": SABOTAGE[method]})
    assert fails(broken, tmp_path)


def test_a_store_that_filters_after_the_limit_fails(tmp_path: Path) -> None:
    assert fails(PostFiltering, tmp_path)
