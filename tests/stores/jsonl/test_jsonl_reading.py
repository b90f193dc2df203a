"""Snapshots, several store objects on one file, the lock, and values that nobody outside can change."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from satchel.stores.jsonl import JsonlStore
from satchel.stores.registry import open_store
from satchel_protocol.errors import StoreBusyError, StoreError, StoreReadOnlyError
from satchel_protocol.record import Origin, Record
from satchel_protocol.state import Outcome, Quarantined
from satchel_protocol.store import Store
from satchel_protocol.stream import StreamReader

Make = Callable[..., Record]


def everything(store: Store) -> dict[str, Any]:
    """All that a store holds, counters included."""
    return {
        "live": list(store.enumerate()),
        "history": {v.record.id: store.history(v.record.id) for v in store.enumerate()},
        "tombstones": store.tombstones(),
        "changes": store.changes(),
        "aside": store.quarantine(),
        "lines": store.kept_lines(),
        "batches": store.batches(),
        "keys": store.print_keys(),
        "identity": (store.store_id, store.cursor()),
    }


@pytest.fixture
def other(path: Path, store: JsonlStore) -> Iterator[JsonlStore]:
    """A second store object on the same file."""
    with JsonlStore.open(path) as opened:
        yield opened


# Snapshots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["itself", "another"])
def test_whoever_is_in_the_middle_of_a_list_sees_it_as_it_was(
    store: JsonlStore, other: JsonlStore, make: Make, who: str
) -> None:
    writer = store if who == "itself" else other
    store.merge(make(f"r{n}") for n in range(6))
    rest = store.enumerate()
    seen = [next(rest).record.id]
    writer.delete("r4")
    writer.write(make("r1", "changed"))
    writer.write(make("r9"))
    assert store.count() == 6
    seen += [version.record.id for version in rest if version.record.content != "changed"]
    assert seen == [f"r{n}" for n in range(6)]
    assert [v.record.id for v in store.enumerate()] == ["r0", "r1", "r2", "r3", "r5", "r9"]


@pytest.mark.parametrize("who", ["itself", "another"])
def test_an_export_is_of_one_moment_though_somebody_writes_between_its_lines(
    store: JsonlStore, other: JsonlStore, make: Make, who: str
) -> None:
    writer = store if who == "itself" else other

    class Sink(io.BytesIO):
        lines = 0

        def write(self, data: Any) -> int:
            self.lines += 1
            writer.write(make(f"late{self.lines}"))
            writer.keep_lines([f'{{"late": {self.lines}}}'])
            if writer.read("gone") is not None:
                writer.delete("gone")
            store.count()
            return super().write(data)

    store.merge([make("a"), make("b"), make("gone")])
    store.delete("b")
    out = Sink()
    trailer = store.export_stream(out)
    out.seek(0)
    items = list(StreamReader(out, name="export"))
    assert [item.id for item in items if isinstance(item, Record)] == ["a", "gone"]
    assert len(items) == 3
    assert trailer.types == {"fact": 2}
    assert store.count() > 2


def test_a_failed_write_leaves_whoever_reads_and_everything_else_as_it_was(store: JsonlStore, make: Make) -> None:
    store.merge([make("a"), make("b", derived_from=("a",))], batch="imp")
    before = everything(store)
    rest = store.enumerate()
    next(rest)

    class OddError(Exception):
        pass

    def fail() -> None:
        with store._begin(write=True) as tx:
            tx.drop("a")
            tx.set_setting("epoch", "other")
            tx.next_seq()
            raise OddError

    with pytest.raises(OddError):
        fail()
    assert everything(store) == before
    assert [v.record.id for v in rest] == ["b"]


def test_a_read_inside_a_write_sees_what_was_committed(store: JsonlStore, make: Make) -> None:
    store.write(make("a"))

    def items() -> Iterator[Quarantined]:
        for n in range(2):
            found = len(store.quarantine()), store.count(), len(store.search("tea"))
            yield Quarantined(number=0, item=[n, *found], outcome=Outcome.REJECTED, reason="odd")

    store.set_aside(items())
    assert [item.item for item in store.quarantine()] == [[0, 0, 1, 1], [1, 0, 1, 1]]
    with store._begin(write=True), pytest.raises(RuntimeError, match="do not nest"):
        store.write(make("b"))
    assert store.count() == 1


# Two objects on one file ----------------------------------------------------------------------------------------------


def test_what_one_object_writes_the_other_one_sees(store: JsonlStore, other: JsonlStore, make: Make) -> None:
    for n, (one, two) in enumerate([(store, other), (other, store)] * 3):
        one.write(make(f"a{n}", f"number {n} of 乌龙茶"))
        one.write(make("same", f"version {n}"))
        if n % 2:
            one.delete(f"a{n - 1}")
        one.keep_lines([f'{{"n": {n}}}'])
        assert everything(two) == everything(one)
        assert [c.record.id for c in two.search(f"number {n}", limit=1)] == [f"a{n}"]
    assert store.check() == other.check() == []


def test_a_retry_of_the_same_size_after_a_write_that_was_taken_back_is_not_mistaken_for_it(
    path: Path, store: JsonlStore, other: JsonlStore, make: Make
) -> None:
    store.write(make("a"))
    before = path.read_bytes()
    other.write(make("b1"))
    assert store.read("b1") is not None
    # What a failed sync does: the group is cut off although others may have seen it.
    path.write_bytes(before)
    with JsonlStore.open(path) as third:
        third.write(make("b2"))
    assert store.read("b1") is None
    assert store.read("b2") is not None


def test_a_reader_never_takes_half_a_group(path: Path, store: JsonlStore, make: Make) -> None:
    store.write(make("a"))
    begin = path.stat().st_size
    with JsonlStore.open(path) as writer:
        writer.merge([make("b"), make("c"), make("d")])
    whole = path.read_bytes()
    store.close()
    for size in range(begin, len(whole), 13):
        path.write_bytes(whole[:size])
        with JsonlStore.open(path) as reader:
            assert reader.count() == 1
            path.write_bytes(whole)
            assert reader.count() == 4


def test_bytes_mixed_while_a_torn_group_is_replaced_are_no_damage(
    path: Path, store: JsonlStore, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    from satchel.stores.jsonl import journal

    store.merge([make("a"), make("b")])
    whole = path.read_bytes()
    mixed = whole.replace(b"as b does", b"as B does") + whole[43:]
    real = journal.Reading.groups
    looks = []

    def groups(reading: journal.Reading) -> Iterator[Any]:
        looks.append(reading)
        if len(looks) == 1:
            begin = reading.file.tell()
            reading.file = io.BytesIO(mixed)
            reading.file.seek(begin)
        return real(reading)

    monkeypatch.setattr(journal.Reading, "groups", groups)
    with JsonlStore.open(path) as reader:
        assert reader.count() == 2
    assert len(looks) == 2


def test_a_store_replaced_by_another_one_is_read_anew(
    tmp_path: Path, path: Path, store: JsonlStore, make: Make
) -> None:
    store.write(make("a"))
    with JsonlStore.open(tmp_path / "second.jsonl") as second:
        second.merge(make(f"s{n}") for n in range(9))
        (tmp_path / "second.jsonl").replace(path)
    assert store.count() == 9
    store.write(make("b"))
    assert store.count() == 10


# The lock -------------------------------------------------------------------------------------------------------------


def test_a_held_lock_makes_writes_busy_and_reads_do_not_wait(path: Path, store: JsonlStore, make: Make) -> None:
    store.write(make("a"))
    hold = "import sys, filelock\nwith filelock.FileLock(sys.argv[1]):\n    print('held', flush=True)\n    input()"
    command = [sys.executable, "-c", hold, f"{path}.lock"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with JsonlStore.open(path, busy_timeout_s=0.02) as hasty:
            assert hasty.count() == 1
            with pytest.raises(StoreBusyError, match=r"notes\.jsonl: another process is using the store; try again"):
                hasty.write(make("b"))
            holder.kill()
            holder.wait()
            hasty.write(make("b"))
    assert store.count() == 2


def test_reading_needs_no_lock_file(path: Path, store: JsonlStore, make: Make) -> None:
    store.write(make("a"))
    store.close()
    path.with_name("notes.jsonl.lock").unlink()
    with JsonlStore.open(path, create=False) as reader:
        assert reader.count() == 1
        assert reader.check() == []
    assert not path.with_name("notes.jsonl.lock").exists()


def test_the_lock_is_free_after_every_kind_of_failure(path: Path, store: JsonlStore, make: Make) -> None:
    store.write(make("a"))
    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error), store._begin(write=True):
            raise error
        with FileLock(f"{path}.lock", timeout=0):
            pass
    assert store.write(make("b")).revision == 1


# Values that stay what they are ---------------------------------------------------------------------------------------


def test_changing_what_was_written_or_read_changes_nothing_in_the_store(path: Path, store: JsonlStore) -> None:
    meta: dict[str, Any] = {"list": [1], "inner": {"a": 1}}
    extra: dict[str, Any] = {"column": ["x"]}
    at = datetime(2026, 1, 1, tzinfo=UTC)
    record = Record(
        id="a",
        type="fact",
        content="tea",
        scope="user:ann",
        source_agent="test",
        created_at=at,
        meta=meta,
        origin=Origin(tool="t", extra=extra),
        unknown={"later": {"b": [2]}},
    )
    item: dict[str, Any] = {"row": [1]}
    store.write(record)
    store.set_aside([Quarantined(number=0, item=item, outcome=Outcome.REJECTED, reason="odd")])
    expected = everything(store)
    meta["list"].append(2)
    extra["column"].clear()
    item["row"] = "other"
    for version in (store.read("a"), next(iter(store.enumerate())), store.search("tea")[0].version):
        assert version is not None
        version.record.meta["inner"]["a"] = 7
        version.record.unknown["later"]["b"].append(9)
    store.quarantine()[0].item["row"].append(3)
    store.write(Record(id="b", type="fact", content="x", scope="user:ann", source_agent="t"))
    store.delete("b")  # writes everything anew from memory
    found = store.read("a")
    assert found is not None
    assert found == expected["live"][0]
    assert store.quarantine() == expected["aside"]
    with JsonlStore.open(path) as again:
        assert again.read("a") == found
        assert again.quarantine() == expected["aside"]


def test_everything_is_there_again_after_opening(path: Path, store: JsonlStore, make: Make) -> None:
    store.open_batch("imp", {"source": "x"})
    store.merge([make(f"r{n}", tags=("t",), meta={"n": 2**70, "s": "\0\u2028"}) for n in range(4)], batch="imp")
    store.write(make("r1", "changed"))
    store.delete("r2")
    store.set_aside([Quarantined(number=0, item={"x": None}, outcome=Outcome.QUARANTINED, reason="r", where="f:1")])
    store.keep_lines(['{"b": 1}', '{"a": 1}'])
    expected = everything(store)
    with JsonlStore.open(path) as again:
        assert everything(again) == expected
        again.repair()
        assert everything(again) == expected
        with again._begin(write=True) as tx:
            given = tx.next_seq()
    with JsonlStore.open(path) as third, third._begin(write=True) as tx:
        assert tx.next_seq() == given + 1, "a number that was given out is not given again"


# Opening and closing --------------------------------------------------------------------------------------------------


def test_a_read_only_store_refuses_every_write_and_changes_no_byte(path: Path, store: JsonlStore, make: Make) -> None:
    store.write(make("a"))
    store.close()
    before = {p.name: p.read_bytes() for p in path.parent.iterdir()}
    with open_store(f"jsonl:{path}", create=False, read_only=True) as reader:
        assert isinstance(reader, JsonlStore)
        assert reader.count() == 1
        writes: list[Callable[[], Any]] = [
            lambda: reader.write(make("b")),
            lambda: reader.delete("a"),
            lambda: reader.keep_lines(["{}"]),
        ]
        for write in writes:
            with pytest.raises(StoreReadOnlyError, match="open for reading only"):
                write()
    assert {p.name: p.read_bytes() for p in path.parent.iterdir()} == before


def test_a_closed_store_says_so(store: JsonlStore, make: Make) -> None:
    store.close()
    store.close()
    uses: list[Callable[[], Any]] = [
        store.count,
        lambda: store.write(make("a")),
        lambda: store.search("tea"),
        store.check,
    ]
    for use in uses:
        with pytest.raises(StoreError, match="is closed"):
            use()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_must_open_its_own_store(store: JsonlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getpid", lambda: -1)
    with pytest.raises(StoreError, match="before this process was forked"):
        store.count()


def test_the_url_opens_the_store_again(tmp_path: Path, make: Make) -> None:
    path = tmp_path / "两 个 %20.jsonl"
    with JsonlStore.open(path) as store:
        store.write(make("a"))
    with open_store(store.url, create=False) as again:
        assert again.count() == 1


def test_time_ids_and_entropy_are_those_given(tmp_path: Path, make: Make) -> None:
    contents = []
    for name in ("one", "two"):
        numbers = iter(range(99))
        with JsonlStore.open(
            tmp_path / f"{name}.jsonl",
            clock=lambda: datetime(2026, 3, 1, tzinfo=UTC) + timedelta(seconds=1),
            ids=lambda numbers=numbers: f"id-{next(numbers)}",
            entropy=bytes,
        ) as store:
            store.write(make("a"))
            store.write(make("a", "changed"))
            store.delete("a")
            contents.append(store.path.read_bytes())
    assert contents[0] == contents[1]
