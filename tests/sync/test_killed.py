"""A sync that is killed at any moment: both stores are whole, and the next run brings them to the same state."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from satchel.stores.registry import open_store
from satchel_protocol.conformance.fixed import memory
from satchel_protocol.sync import Sync

CHILD = """
import sys
from satchel.stores.registry import open_store
from satchel_protocol.sync import Sync
def step(way, done, total):
    print(way, done, flush=True)
with open_store(sys.argv[1], create=False) as a, open_store(sys.argv[2], create=False) as b:
    Sync(a, b, page=7, progress=step).run()
"""
PAGES = 20


def filled(url: str, name: str, tombstones: int) -> None:
    with open_store(url, create=True) as store:
        store.write_many([memory(f"{name}{n}", content=f"Note {n} of {name}.") for n in range(70)])
        store.write(memory("both", content=f"What {name} says."))
        store.delete_many([f"{name}{n}" for n in range(tombstones)])


def state(url: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    with open_store(url, create=False) as store:
        live = {version.record.id: version.digest for version in store.enumerate()}
        return live, [(t.id, t.tombstone_id) for t in store.tombstones()]


@pytest.mark.parametrize("kinds", [("db", "jsonl"), ("jsonl", "db"), ("db", "db")])
def test_a_killed_sync_goes_on_where_it_was(tmp_path: Path, kinds: tuple[str, str]) -> None:
    chance = random.Random("".join(kinds))
    a, b = (str(tmp_path / f"{name}.{kind}") for name, kind in zip("ab", kinds, strict=True))
    filled(a, "a", 9)
    filled(b, "b", 5)
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-c", CHILD, a, b], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for _ in range(chance.randrange(1, PAGES // 3)):
                child.stdout.readline()
            child.kill()
        state(a), state(b)
    with open_store(a, create=False) as one, open_store(b, create=False) as two:
        last = Sync(one, two, page=7).run()
        assert last.there.read < 75, "what was acknowledged before is not told again"
        quiet = Sync(one, two, page=7).run()
        assert not quiet.changed
        assert (quiet.there.read, quiet.back.read) == (0, 0)
    assert state(a) == state(b)
    assert len(state(a)[0]) == 70 - 9 + 70 - 5 + 1
    assert len(state(a)[1]) == 14
