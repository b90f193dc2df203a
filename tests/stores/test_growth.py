"""What is noted once for each user, import or tombstone costs the thousandth no more than the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from satchel.stores.jsonl import JsonlStore
from satchel.stores.sqlite import SqliteStore
from satchel_protocol.conformance import memory
from satchel_protocol.store import Store
from satchel_protocol.tombstone import Through, Tombstone

STEPS = 120


def new_user(store: Store, number: int) -> None:
    store.write(memory(f"id {number:04}", scope=f"user:u{number:04}"))


def new_import(store: Store, number: int) -> None:
    store.open_batch(f"batch {number:04}", {"source": "notes.jsonl"})


def widened_tombstone(store: Store, number: int) -> None:
    """A tombstone that is here with a bound, and that an import brings without one."""
    bounded = Tombstone(
        id=f"id {number:04}", tombstone_id=f"t {number:04}", scope="user:ann", through=Through(digest="0" * 64)
    )
    store.merge([bounded])
    store.merge([replace(bounded, through=None)], batch="one import")


@pytest.mark.parametrize("step", [new_user, new_import, widened_tombstone])
def test_a_log_grows_by_the_same_length_each_time(step: Callable[[Store, int], None], tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    sizes = []
    with JsonlStore.open(path) as store:
        for number in range(STEPS):
            step(store, number)
            sizes.append(path.stat().st_size)
    steps = [after - before for before, after in pairwise(sizes)]
    assert max(steps) <= 1.1 * min(steps)


@pytest.mark.parametrize("step", [new_user, new_import, widened_tombstone])
def test_no_row_of_a_database_grows(step: Callable[[Store, int], None], tmp_path: Path) -> None:
    with SqliteStore.open(tmp_path / "a.db") as store:
        lengths = []
        for number in range(STEPS):
            step(store, number)
            if number in (STEPS // 4, STEPS - 1):
                with store._begin_read() as tx:
                    lengths.append(tx.handle.value("SELECT max(length(value)) FROM settings"))
    assert lengths[1] - lengths[0] <= 2, "a number may have got another digit"


def test_widened_tombstones_of_one_import_are_narrowed_and_those_of_another_stay(tmp_path: Path) -> None:
    with SqliteStore.open(tmp_path / "a.db") as store:
        store.open_batch("a", {})
        bounded = [
            Tombstone(id=id, tombstone_id=f"t {id}", scope="user:ann", through=Through(digest="0" * 64))
            for id in ("one", "two")
        ]
        store.merge(bounded)
        store.merge([replace(bounded[0], through=None)], batch="a")
        store.merge([replace(bounded[1], through=None)], batch="a/b")
        store.undo("a")
        assert [t.through is None for t in sorted(store.tombstones(), key=lambda t: t.id)] == [False, True]


def test_imports_come_in_their_order_whatever_they_are_called(tmp_path: Path) -> None:
    with JsonlStore.open(tmp_path / "a.jsonl") as store:
        for name in ("b", "a/10", "a/9", "c"):
            store.open_batch(name, {"source": name})
        store.undo("a/9")
        assert list(store.batches().items()) == [(name, {"source": name}) for name in ("b", "a/10", "c")]
