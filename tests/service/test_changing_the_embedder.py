"""Another embedder for a store that is in use: the old model answers until the new one is complete, a kill costs a step."""

from __future__ import annotations

import itertools
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.service.embedding_child import register

from satchel import Memory
from satchel.retrieval.embedders import PROVIDERS
from satchel.service.config import Config
from satchel.stores.sqlite import SqliteStore
from satchel_protocol.errors import VectorSpaceError
from satchel_protocol.record import Record

CHILD = Path(__file__).with_name("embedding_child.py")
BATCH = 256
OLD, NEW = "hashed:1", "hashed:2"


@pytest.fixture(autouse=True)
def _hashed() -> Iterator[None]:
    register()
    yield
    assert isinstance(PROVIDERS, dict)
    del PROVIDERS["hashed"]


def opened(path: Path, embedder: str) -> Memory:
    return Memory(f"sqlite:///{path}", config=Config(embedder=embedder, timezone="UTC"))


def filled(path: Path, count: int) -> None:
    """A store of so many records, a part of them at rest, with vectors of the old model."""
    with opened(path, OLD) as memory:
        store = memory.store(create=True)
        for start in range(0, count, 5000):
            store.write_many(
                Record(
                    id=f"r{i:06}",
                    type="fact",
                    content=f"guest{i} sleeps in room{i % 97} and eats dish{i % 13}",
                    scope=f"user:u{i % 7}",
                    source_agent="test",
                    state="archived" if i % 10 == 9 else None,
                )
                for i in range(start, min(count, start + 5000))
            )
        memory.embed()


def vectors(path: Path) -> dict[str, bytes]:
    """Id → vector, whatever its number in the file."""
    with sqlite3.connect(path) as db:
        return dict(db.execute("SELECT r.id, v.vector FROM vectors v JOIN records r ON r.n = v.n"))


def contents(path: Path) -> list[tuple[str, int, str]]:
    with SqliteStore.open(path, create=False) as store:
        assert store.check() == []
        return [(v.record.id, v.revision, v.digest) for v in store.enumerate()]


def replacing(path: Path, kill_after: int | None, meanwhile: Memory, guests: Iterator[int]) -> int:
    """Run `satchel embed --replace`, asking the old model after each batch of texts; killed in the step after so many.

    Returns:
        Its exit code.
    """
    environment = {**os.environ, "SATCHEL_EMBEDDER": NEW, "SATCHEL_STORE": f"sqlite:///{path}"}
    with subprocess.Popen(
        [sys.executable, str(CHILD), "embed", "--replace", "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, bufsize=0,
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        for number, _ in enumerate(iter(child.stdout.readline, b""), 1):
            guest = next(guests)
            (first, *_) = meanwhile.recall(f"guest{guest} dish{guest % 13}")
            assert first.record.id == f"r{guest:06}"
            assert first.cosine is not None
            child.stdin.write(b"go on\n")
            if number == kill_after:
                child.send_signal(signal.SIGKILL)
                break
        assert child.stderr is not None
        errors = child.stderr.read()
    assert b"Traceback" not in errors
    return child.returncode


@pytest.mark.parametrize("count", [3_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_a_new_embedder_takes_over_though_it_is_killed_on_the_way(tmp_path: Path, count: int) -> None:
    path, fresh = tmp_path / "a.db", tmp_path / "fresh.db"
    filled(path, count)
    before, old_vectors = contents(path), vectors(path)
    batches = count // BATCH
    guests = itertools.cycle(range(0, count, 10))
    with opened(path, OLD) as server:
        for kill_after in (2, max(3, batches // 3), 1):
            assert replacing(path, kill_after, server, guests) == -signal.SIGKILL
            serving, filling = server.store().vector_spaces()
            assert (serving.model, serving.records) == ("hashed/1", count)
            assert filling.model == "hashed/2"
            assert filling.records < count
            (first, *_) = server.recall("guest20 dish7")
            assert (first.record.id, first.cosine is not None) == ("r000020", True)
        assert contents(path) == before
        already = server.store().vector_spaces()[1].records
        assert already >= (batches // 3 - 2) * BATCH  # what was committed before the kills is not made again
        assert replacing(path, None, server, guests) == 0
        with pytest.raises(VectorSpaceError, match=r"hashed/2.*hashed/1.*embed --replace"):
            server.recall("guest20")
    assert contents(path) == before
    with opened(path, NEW) as memory:
        assert [(s.model, s.serving, s.records) for s in memory.store().vector_spaces()] == [("hashed/2", True, count)]
        assert memory.recall("guest20 dish7")[0].record.id == "r000020"
        assert memory.embed().made == 0
    filled(fresh, 0)
    with opened(path, NEW) as memory, opened(fresh, NEW) as anew:
        anew.store(create=True).merge(version.record for version in memory.store().enumerate())
        anew.embed(replace=True)
    new_vectors = vectors(path)
    assert len(new_vectors) == count
    assert new_vectors == vectors(fresh)
    assert new_vectors.keys() == old_vectors.keys()
    assert new_vectors != old_vectors
