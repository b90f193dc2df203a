"""Several processes on one store: nothing is lost, nothing is seen half, nobody gets an error."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.durability import sources
from tests.durability.aftermath import assert_sound, content, holds
from tests.durability.nursery import Nursery

from satchel.stores.registry import open_store

ENDING = {"sqlite": "db", "jsonl": "jsonl"}


@pytest.fixture
def url(kind: str) -> Iterator[str]:
    """A store in memory where there is such a disk: what is looked at here is the order of things, not the waiting."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if os.access(shared, os.W_OK) else None) as folder:
        yield f"{kind}:{folder}/memory.{ENDING[kind]}"


def together(nursery: Nursery, *orders: dict[str, Any]) -> None:
    """Carry out orders at the same time; whoever fails fails the test."""
    children = [nursery.born(**order) for order in orders]
    for child in children:
        child.end()


def written(writers: int, each: int) -> dict[str, str]:
    return {f"w{w}-{n}": f"w{w} writes number {n}" for w in range(writers) for n in range(each)}


def test_four_writers_of_500_beside_four_readers_lose_nothing(nursery: Nursery, url: str) -> None:
    open_store(url, create=True).close()
    writers = [{"job": "many", "store": url, "name": f"w{w}", "count": 500} for w in range(4)]
    readers = [{"job": "look", "store": url, "until": 2000}] * 4
    together(nursery, *writers, *readers)
    assert holds(url).texts == written(4, 500)
    with open_store(url, create=False) as store:
        assert len(store.search("number writes", limit=5000)) == 2000
        assert [change.seq for change in store.changes()[0]] == list(range(1, 2001))
    assert_sound(url)


def test_four_imports_at_once_end_where_one_after_the_other_ends(nursery: Nursery, url: str, tmp_path: Path) -> None:
    made = [
        sources.stream(tmp_path / "memories.satchel", 300),
        sources.lines(tmp_path / "records.jsonl", 400),
        sources.folder(tmp_path / "old", 300),
        sources.lines(tmp_path / "same.jsonl", 400),
    ]
    sources.lived_in(url)
    before = Path(url.partition(":")[2]).read_bytes()
    together(
        nursery,
        *({"job": "bring", "store": url, "sources": [str(source)], "chunk": 20} for source in made),
        {"job": "look", "store": url, "until": 400, "changing": True},
    )
    at_once = content(url)
    assert_sound(url)
    alone = url.replace("memory.", "alone.")
    Path(alone.partition(":")[2]).write_bytes(before)
    for source in made:
        together(nursery, {"job": "bring", "store": alone, "sources": [str(source)]})
    assert at_once == content(alone)
    with open_store(url, create=False) as store:
        batches = list(store.batches())
        assert len(batches) == 4
        for batch in batches:
            store.undo(batch)
    assert_sound(url)


def test_writers_beside_one_who_rewrites_the_store_lose_nothing(nursery: Nursery, url: str, kind: str) -> None:
    sources.lived_in(url)
    own = holds(url).texts
    writers = [{"job": "many", "store": url, "name": f"w{w}", "count": 150} for w in range(2)]
    if kind == "jsonl":
        keys = [bytes([number]).hex() * 32 for number in range(12)]
        rewriting = {"job": "rekey", "store": url, "keys": keys, "floor": 1}
    else:
        rewriting = {"job": "mend", "store": url, "ways": ["rows", "table"] * 6}
    together(nursery, *writers, rewriting, {"job": "look", "store": url, "until": len(own) + 300})
    assert holds(url).texts == own | written(2, 150)
    assert_sound(url)
    with open_store(url, create=False) as store:
        assert len(store.search("number writes", limit=5000)) >= 300


def test_processes_that_make_a_store_at_once_make_one(nursery: Nursery, url: str) -> None:
    for round in range(6):
        folder = Path(url.partition(":")[2]).parent / f"new {round}"
        fresh = url.replace("/memory.", f"/new {round}/deep/memory.")
        go = folder.with_name("go")
        orders: list[dict[str, Any]] = [
            {"job": "many", "store": fresh, "name": f"w{w}", "count": 3, "after": str(go)} for w in range(3)
        ]
        children = [nursery.born(**order) for order in orders]
        go.touch()
        for child in children:
            child.end()
        assert holds(fresh).texts == written(3, 3)
        assert_sound(fresh)
        go.unlink()
