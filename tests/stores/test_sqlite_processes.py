"""Several processes and several snapshots. Processes that are killed, and many at once, are in tests/durability."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from satchel.stores.sqlite import SqliteStore
from satchel_protocol.errors import ScopeCollisionError, StoreError
from satchel_protocol.record import Record
from satchel_protocol.scope import EVERYTHING
from satchel_protocol.state import ALL

Make = Callable[..., Record]

HEAD = """
import os, sys
from satchel.stores.sqlite import SqliteStore
from satchel_protocol.record import Record

def record(id, content=""):
    content = content or f"likes tea as {id} does"
    return Record(id=id, type="fact", content=content, scope="user:ann", source_agent="test")

path, name = sys.argv[1], sys.argv[2]
"""
COUNTER = """
with SqliteStore.open(path) as store:
    for _ in range(int(sys.argv[3])):
        while True:
            version = store.read("counter")
            try:
                store.write(record("counter", f"{int(version.record.content) + 1}"), expected_revision=version.revision)
                break
            except RevisionConflictError:
                pass
"""


def start(body: str, *arguments: object, **options: object) -> subprocess.Popen[str]:
    head = HEAD + "from satchel_protocol.errors import RevisionConflictError\n"
    command = [sys.executable, "-c", head + body, *map(str, arguments)]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[str]) -> None:
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors


def test_compare_and_set_across_processes_loses_no_increment(db_path: Path, make: Make) -> None:
    with SqliteStore.open(db_path) as store:
        store.write(make("counter", "0"))
        running = [start(COUNTER, db_path, f"c{i}", 30) for i in range(2)]
        for process in running:
            finish(process)
        version = store.read("counter")
    assert version is not None
    assert version.record.content == "60"
    assert version.revision == 61


def test_what_another_process_changed_is_seen_by_the_next_write(db_path: Path, make: Make) -> None:
    # The writing connection remembers settings, keys and the sequence number between transactions.
    with SqliteStore.open(db_path) as one, SqliteStore.open(db_path) as other:
        one.write(make("a"))
        other.write(make("b", scope="user:bob"))
        one.open_batch("first", {})
        other.open_batch("second", {})
        one.write(make("c", scope="user:bob"))
        assert set(one.batches()) == set(other.batches()) == {"first", "second"}
        assert [change.seq for change in one.changes()[0]] == [1, 2, 3]
        assert one.print_keys() == other.print_keys()
        other.delete("b")
        assert one.write(make("d", scope="user:bob")).seq == 5
        assert one.check() == []


def test_a_failed_write_leaves_nothing_remembered(store: SqliteStore, make: Make) -> None:
    store.write(make("first"))
    before = store.cursor(), store.print_keys(), store.count()
    with pytest.raises(ScopeCollisionError):
        store.write_many([make("a", scope="user:new"), make("first", scope="user:new")])
    assert (store.cursor(), store.print_keys(), store.count()) == before
    assert store.write(make("b", scope="user:new")).seq == 2
    assert set(store.print_keys()) == {"user:ann", "user:new"}
    assert sorted(hit.record.id for hit in store.search("tea")) == ["b", "first"]
    assert store.check() == []


def test_rows_outlive_no_transaction(store: SqliteStore, make: Make) -> None:
    store.write_many([make("a"), make("b")])
    with store._begin(write=False) as tx:
        rows = tx.scan(EVERYTHING)
        next(rows)
    store.write(make("c"))
    assert store.count() == 3
    with pytest.raises((StoreError, StopIteration)):
        next(rows)


def test_a_listing_left_half_read_blocks_no_write_and_keeps_its_snapshot(store: SqliteStore, make: Make) -> None:
    store.write_many([make(f"r{i}") for i in range(10)])
    half = store.enumerate()
    scoped = store.enumerate(ALL)
    first = [next(half), next(half)]
    next(scoped)
    store.write(make("r3", "changed meanwhile"))
    store.delete("r4")
    store.write(make("new"))
    rest = list(half)
    assert [version.record.id for version in first + rest] == [f"r{i}" for i in range(10)]
    assert all(version.record.content.startswith("likes tea") for version in rest)
    assert store.count() == 10
    assert store.check() == []
    del scoped
    gc.collect()
    store.write(make("r5", "after the other one was given up"))


def test_many_open_listings_do_not_disturb_each_other(store: SqliteStore, make: Make) -> None:
    store.write_many([make(f"r{i}") for i in range(5)])
    listings = [store.enumerate() for _ in range(12)]
    for number, listing in enumerate(listings):
        next(listing)
        store.write(make(f"x{number:02}"))
    assert [len(list(listing)) for listing in listings] == [4 + number for number in range(12)]
    assert len(store._readers) <= 4


def test_a_store_that_is_closed_while_a_listing_is_open_closes(db_path: Path, make: Make) -> None:
    store = SqliteStore.open(db_path)
    store.write_many([make(f"r{i}") for i in range(5)])
    listing = store.enumerate()
    next(listing)
    store.close()
    del listing
    gc.collect()
    with SqliteStore.open(db_path) as again:
        assert again.count() == 5
    assert [path.name for path in db_path.parent.iterdir()] == [db_path.name]


def test_a_write_within_a_write_is_refused(store: SqliteStore, make: Make) -> None:
    with store._begin(write=True), pytest.raises(RuntimeError):
        store.write(make("a"))
    assert store.write(make("a")).revision == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_is_told_to_open_the_store_itself(store: SqliteStore, make: Make) -> None:
    store.write(make("a"))
    child = os.fork()
    if child == 0:
        try:
            store.count()
        except StoreError:
            os._exit(0)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert store.count() == 1


SETTINGS = """
with SqliteStore.open(path) as store:
    store.write(record("a"))
    handle = store._writing_handle()
    print(*(handle.value(f"PRAGMA {name}") for name in ("journal_mode", "synchronous", "secure_delete")))
"""


def test_each_commit_waits_for_the_disk(db_path: Path) -> None:
    process = start(SETTINGS, db_path, "x")
    shown, errors = process.communicate(timeout=60)
    assert shown.strip() == "wal 2 1", errors  # 2 is FULL


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_that_opens_its_parents_store_loses_nothing_and_costs_it_nothing(db_path: Path) -> None:
    """SQLite's locks are the parent's; with a connection carried over, what the child wrote went with the log."""
    for n in range(5):
        process = start(FORKED, db_path, str(n))
        shown, errors = process.communicate(timeout=60)
        assert shown.strip() == "done", errors
        with SqliteStore.open(db_path, create=False) as store:
            assert store.count() == 13 * (n + 1)
            assert store.check() == []


FORKED = """
with SqliteStore.open(path) as store:
    store.write(record(f"{name} first"))
    assert store.count() % 13 == 1
    child = os.fork()
    if child == 0:
        with SqliteStore.open(path) as own:
            for n in range(6):
                own.write(record(f"{name} child {n}"))
        os._exit(0)
    for n in range(6):
        store.write(record(f"{name} parent {n}"))
    assert store.read(f"{name} first") is not None
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("writing", [False, True], ids=["reading", "writing"])
def test_a_child_of_a_parent_in_the_middle_is_refused_the_store(store: SqliteStore, make: Make, writing: bool) -> None:
    store.write_many([make("a"), make("b")])
    with store._begin(write=writing):
        child = os.fork()
        if child == 0:
            try:
                SqliteStore.open(store.path)
            except StoreError as error:
                os._exit(0 if "while its parent" in str(error) else 2)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    store.write(make("c"))
    assert store.count() == 3


def test_many_that_make_the_same_stores_at_once_take_none_for_somebody_elses(tmp_path: Path) -> None:
    """What a file is must be read in one moment: between two looks another process makes the tables."""
    go = tmp_path / "go"
    running = [start(MAKER, tmp_path, str(go)) for _ in range(3)]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    go.touch()
    for process in running:
        finish(process)


MAKER = """
print("ready", flush=True)
while not os.path.exists(name):
    pass
for n in range(120):
    SqliteStore.open(f"{path}/{n}.db").close()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_only_looked_at_the_index_is_closed_before_a_fork_too(store: SqliteStore, make: Make) -> None:
    store.write(make("a"))
    store._reconnect()
    assert store.check() == []
    child = os.fork()
    if child == 0:
        with SqliteStore.open(store.path) as own:
            own.write(make("b"))
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert store.count() == 2
