"""Several processes on one log, and one killed at a chosen step. At random moments: see tests/durability."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from satchel.stores.jsonl import JsonlStore
from satchel_protocol.record import Record

Make = Callable[..., Record]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills processes the POSIX way")

HEAD = """
import os, signal, sys
from pathlib import Path
from satchel.stores.jsonl import JsonlStore, disk
from satchel_protocol.errors import RevisionConflictError
from satchel_protocol.record import Record

def record(id, content=""):
    content = content or f"likes tea as {id} does"
    return Record(id=id, type="fact", content=content, scope="user:ann", source_agent="test")

path, name = sys.argv[1], sys.argv[2]
"""
WRITER = """
with JsonlStore.open(path) as store:
    for i in range(int(sys.argv[3])):
        assert store.write(record(f"{name}-{i}")).revision == 1
"""
FORGETTER = """
with JsonlStore.open(path) as store:
    for i in range(int(sys.argv[3])):
        store.write(record(f"{name}-{i}"))
        store.delete(f"{name}-{i}")
        assert store.read(f"{name}-{i}") is None
"""
COUNTER = """
with JsonlStore.open(path) as store:
    for _ in range(int(sys.argv[3])):
        while True:
            version = store.read("counter")
            try:
                store.write(record("counter", f"{int(version.record.content) + 1}"), expected_revision=version.revision)
                break
            except RevisionConflictError:
                pass
"""
READER = """
with JsonlStore.open(path, create=False) as store:
    seen = 0
    while seen < int(sys.argv[3]):
        before = seen
        seen = sum(1 for version in store.enumerate() if version.record.id.startswith("w"))
        assert seen >= before, (seen, before)
        assert store.count() >= seen
        store.search("tea", limit=3)
"""
DYING = """
step, call, share = sys.argv[3], int(sys.argv[4]), float(sys.argv[5])
calls = 0

def die_at(real, before):
    def run(*arguments):
        global calls
        calls += 1
        if calls == call:
            before(*arguments)
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments)
    return run

write = os.write
with JsonlStore.open(path) as store:
    store.merge([record(f"{name}-kept"), record(f"{name}-gone", f"the cellar door {name}")])
    if step.endswith("write"):
        os.write = die_at(os.write, lambda handle, data: write(handle, data[: int(len(data) * share)]))
    elif step.endswith("sync"):
        os.fsync = die_at(os.fsync, lambda handle: None)
    else:
        Path.replace = die_at(Path.replace, lambda *_: None)
    if step.startswith("append"):
        store.merge([record(f"{name}-{i}") for i in range(20)])
    else:
        store.delete(f"{name}-gone")
"""


def start(body: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HEAD + body, *map(str, arguments)]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[str]) -> None:
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors


def ids(store: JsonlStore) -> set[str]:
    return {version.record.id for version in store.enumerate()}


def beside_each_other(path: Path, *, writers: int, readers: int, each: int, forgets: int) -> None:
    JsonlStore.open(path).close()
    running = [start(WRITER, path, f"w{i}", each) for i in range(writers)]
    running += [start(FORGETTER, path, "f", forgets)]
    running += [start(READER, path, "reader", writers * each) for _ in range(readers)]
    for process in running:
        finish(process)
    with JsonlStore.open(path) as store:
        assert ids(store) == {f"w{w}-{i}" for w in range(writers) for i in range(each)}
        assert len(store.tombstones()) == forgets
        assert store.check() == []
        seqs = [change.seq for change in store.changes()[0]]
        assert len(set(seqs)) == len(seqs)
        assert store.cursor() == store.changes()[1]


def test_writers_lose_nothing_and_readers_see_no_error_while_others_forget(path: Path) -> None:
    beside_each_other(path, writers=4, readers=2, each=100, forgets=15)


def test_no_counted_step_is_lost_between_processes(path: Path, make: Make) -> None:
    with JsonlStore.open(path) as store:
        store.write(make("counter", "0"))
        for process in [start(COUNTER, path, "c", 25) for _ in range(3)]:
            finish(process)
        version = store.read("counter")
        assert version is not None
        assert version.record.content == "75"
        assert version.revision == 76
        assert [v.revision for v in store.history("counter")] == list(range(1, 77))


@pytest.mark.parametrize(
    ("step", "call", "share"),
    [
        ("append write", 1, 0.0),
        ("append write", 1, 0.4),
        ("append write", 1, 0.999),
        ("append sync", 1, 0),
        ("rewrite write", 1, 0.5),
        ("rewrite write", 2, 0.5),
        ("rewrite sync", 1, 0),
        ("rewrite rename", 1, 0),
        ("rewrite sync", 2, 0),
    ],
)
def test_a_writer_killed_in_the_middle_leaves_the_state_before_or_after(
    path: Path, make: Make, step: str, call: int, share: float
) -> None:
    for round in range(2):
        process = start(DYING, path, f"r{round}", step, call, share)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL, errors
        name = f"r{round}"
        with JsonlStore.open(path, busy_timeout_s=5) as store:
            found = {id for id in ids(store) if id.startswith(name)}
            added = {f"{name}-{i}" for i in range(20)}
            assert f"{name}-kept" in found
            assert not found & added or added <= found
            forgotten = {t.id for t in store.tombstones()}
            assert (f"{name}-gone" in found) != (f"{name}-gone" in forgotten)
            assert [finding.kind for finding in store.check()] in ([], ["orphan"])
            store.write(make(f"after-{round}"))
            assert store.check() == []
            assert not path.with_name(".notes.jsonl.new").exists()
            store.delete(f"{name}-gone")
            assert all(b"cellar" not in file.read_bytes() for file in path.parent.iterdir())
    with JsonlStore.open(path) as store:
        assert {"r0-kept", "r1-kept", "after-0", "after-1"} <= ids(store)
