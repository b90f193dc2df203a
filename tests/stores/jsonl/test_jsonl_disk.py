"""What reaches the disk and when, and what happens when it does not."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.stores.jsonl import JsonlStore, disk
from satchel_protocol.errors import (
    RevisionConflictError,
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreReadOnlyError,
)
from satchel_protocol.record import Record

Make = Callable[..., Record]


@pytest.fixture
def syncs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """(inode, size) of everything that was synced, in order."""
    seen: list[tuple[int, int]] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        found = os.fstat(handle)
        seen.append((found.st_ino, found.st_size))

    monkeypatch.setattr(os, "fsync", fsync)
    return seen


def test_each_committed_write_is_synced_once_with_all_its_bytes(
    path: Path, store: JsonlStore, make: Make, syncs: list[tuple[int, int]]
) -> None:
    for n in range(5):
        store.write(make(f"a{n}"))
        found = path.stat()
        assert syncs == [(found.st_ino, found.st_size)]
        syncs.clear()
    store.merge(make(f"b{n}") for n in range(300))
    assert len(syncs) == 1


def test_a_rewriting_syncs_the_new_file_and_then_its_name(
    path: Path, store: JsonlStore, make: Make, syncs: list[tuple[int, int]]
) -> None:
    store.write(make("a"))
    syncs.clear()
    store.delete("a")
    assert [inode for inode, _ in syncs] == [path.stat().st_ino, path.parent.stat().st_ino]
    assert syncs[0][1] == path.stat().st_size


def test_what_changes_nothing_writes_nothing(
    path: Path, store: JsonlStore, make: Make, syncs: list[tuple[int, int]]
) -> None:
    store.write(make("a"))
    before = path.read_bytes()
    syncs.clear()
    store.write(make("a"))
    store.merge([make("a")])
    store.delete("nobody")
    store.drop_quarantined(9)
    with pytest.raises(RevisionConflictError):
        store.write(make("a", "other"), expected_revision=7)
    assert list(store.enumerate())
    assert store.search("tea")
    assert syncs == []
    assert path.read_bytes() == before


def test_making_a_store_syncs_file_and_every_new_folder(tmp_path: Path, syncs: list[tuple[int, int]]) -> None:
    path = tmp_path / "one" / "two" / "notes.jsonl"
    JsonlStore.open(path).close()
    synced = {inode for inode, _ in syncs}
    assert {place.stat().st_ino for place in (path, path.parent, path.parents[1], tmp_path)} <= synced


# A disk that fails ----------------------------------------------------------------------------------------------------


class Failing:
    """`os.write` and `os.fsync` that fail at a chosen call, the write after half of its bytes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.write, self.fsync = os.write, os.fsync
        self.calls = 0
        self.at = -1
        self.code = errno.ENOSPC
        monkeypatch.setattr(os, "write", self._write)
        monkeypatch.setattr(os, "fsync", self._fsync)

    def fail_at(self, call: int, code: int = errno.ENOSPC) -> None:
        self.calls, self.at, self.code = 0, call, code

    def _write(self, handle: int, data: Any) -> int:
        if self._is_due():
            self.write(handle, data[: len(data) // 2])
            raise OSError(self.code, os.strerror(self.code))
        return self.write(handle, data)

    def _fsync(self, handle: int) -> None:
        if self._is_due():
            raise OSError(self.code, os.strerror(self.code))
        self.fsync(handle)

    def _is_due(self) -> bool:
        self.calls += 1
        return self.calls == self.at


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch, store: JsonlStore) -> Iterator[Failing]:
    failing = Failing(monkeypatch)
    yield failing
    failing.fail_at(-1)


@pytest.mark.parametrize("call", [1, 2])
def test_a_full_disk_keeps_nothing_of_the_write_and_all_before_it(
    path: Path, store: JsonlStore, make: Make, failing: Failing, call: int
) -> None:
    store.write(make("a"))
    before, bytes_before, changes = list(store.enumerate()), path.read_bytes(), store.changes()
    failing.fail_at(call)
    with pytest.raises(StoreFullError, match=r"notes\.jsonl: the disk is full; nothing of the last operation was kept"):
        store.merge(make(f"b{n}") for n in range(10))
    failing.fail_at(-1)
    assert list(store.enumerate()) == before
    assert store.changes() == changes
    assert path.read_bytes() == bytes_before
    store.write(make("c"))
    with JsonlStore.open(path) as again:
        assert [v.record.id for v in again.enumerate()] == ["a", "c"]


@pytest.mark.parametrize("call", [1, 2, 3])
def test_a_full_disk_while_forgetting_forgets_nothing_and_leaves_no_file(
    path: Path, store: JsonlStore, make: Make, failing: Failing, call: int
) -> None:
    store.merge([make("a"), make("b")])
    before, bytes_before = list(store.enumerate()), path.read_bytes()
    failing.fail_at(call)
    with pytest.raises(StoreFullError):
        store.delete("a")
    failing.fail_at(-1)
    assert list(store.enumerate()) == before
    assert store.tombstones() == []
    assert path.read_bytes() == bytes_before
    assert sorted(p.name for p in path.parent.iterdir()) == ["notes.jsonl", "notes.jsonl.lock"]
    assert store.delete("a") is not None


def test_after_a_failed_sync_of_the_folder_memory_and_file_agree(
    path: Path, store: JsonlStore, make: Make, failing: Failing
) -> None:
    store.merge([make("a"), make("b")])
    failing.fail_at(5, errno.EIO)  # header, rows, sync of the file, …
    failing.calls = 1
    with pytest.raises(StoreError, match="cannot be written"):
        store.delete("a")
    failing.fail_at(-1)
    with JsonlStore.open(path) as again:
        assert list(store.enumerate()) == list(again.enumerate())
        assert store.tombstones() == again.tombstones()


def test_a_full_disk_while_compacting_is_no_failure_of_the_write_that_started_it(
    path: Path, store: JsonlStore, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.merge(make(f"r{n}", "long " * 300) for n in range(800))

    def full(*_: object) -> os.stat_result:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(disk, "replace", full)
    for n in range(3):
        store.adopt_print_keys({"user:ann": [bytes([n]) * 32]})
    store.write(make("last"))
    with JsonlStore.open(path) as again:
        assert again.count() == 801
        assert again.print_keys() == store.print_keys()


def test_a_store_that_cannot_be_made_leaves_an_error_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Failing(monkeypatch).fail_at(1)
    with pytest.raises(StoreFullError):
        JsonlStore.open(tmp_path / "notes.jsonl")
    assert not (tmp_path / "notes.jsonl").exists()


def test_an_interrupted_write_is_either_there_or_not_and_the_store_goes_on(
    path: Path, store: JsonlStore, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(make("a"))
    for name in ("write", "fsync", "lseek", "fstat"):
        real = getattr(os, name)

        def interrupt(*arguments: Any, real: Any = real) -> Any:
            real(*arguments)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(os, name, interrupt)
            with pytest.raises(KeyboardInterrupt):
                store.merge([make(f"{name}1"), make(f"{name}2")])
        seen = {v.record.id for v in store.enumerate()}
        assert (f"{name}1" in seen) == (f"{name}2" in seen)
        store.write(make(f"after {name}"))
        with JsonlStore.open(path) as again:
            assert list(again.enumerate()) == list(store.enumerate())
            assert again.check() == []


# Windows --------------------------------------------------------------------------------------------------------------


class Held:
    """`Path.replace` as on Windows while another program has the file open: refused a number of times."""

    def __init__(self, times: int) -> None:
        self.times, self.tries = times, 0

    def rename(self, source: Path, target: Path) -> None:
        self.tries += 1
        if self.tries <= self.times:
            error = PermissionError(errno.EACCES, "Access is denied")
            error.winerror = 32  # type: ignore[attr-defined,unused-ignore]
            raise error
        os.replace(source, target)  # noqa: PTH105 - `Path.replace` is what is put in place here


def _held(monkeypatch: pytest.MonkeyPatch, times: int) -> Held:
    held = Held(times)
    # A bound method would not be given the path that is renamed.
    monkeypatch.setattr(Path, "replace", lambda source, target: held.rename(source, target))  # noqa: PLW0108
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    return held


def test_renaming_over_a_file_that_somebody_has_open_is_tried_again(
    store: JsonlStore, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(make("a"))
    held = _held(monkeypatch, 3)
    assert store.delete("a") is not None
    assert held.tries == 4
    assert store.count() == 0


def test_a_file_that_stays_open_elsewhere_is_a_busy_store_and_nothing_is_forgotten(
    path: Path, store: JsonlStore, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(make("a"))
    with monkeypatch.context() as patch:
        _held(patch, 10_000)
        with pytest.raises(StoreBusyError, match="another program has the file open"):
            store.delete("a")
    assert store.count() == 1
    assert not path.with_name(".notes.jsonl.new").exists()


def test_no_file_stays_open_between_transactions(path: Path, store: JsonlStore, make: Make) -> None:
    handles = Path("/proc/self/fd")
    if not handles.is_dir():
        pytest.skip("needs /proc")
    store.write(make("a"))
    rest = store.enumerate()
    next(rest)
    names = {os.path.realpath(handle) for handle in handles.iterdir()}
    assert str(path) not in names
    assert str(path) + ".lock" not in names


# Rights ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def plain_user(store: JsonlStore, make: Make) -> Iterator[Callable[[], None]]:
    """A function that makes rights count: root has them all, so it becomes somebody else until the test ends."""
    store.write(make("warm"))  # whatever is imported late, as long as it can be read
    uid = os.geteuid() if hasattr(os, "geteuid") else 1

    def become() -> None:
        if uid == 0:
            os.seteuid(65534)

    yield become
    if uid == 0:
        os.seteuid(0)


@pytest.fixture
def open_folder(path: Path) -> Iterator[Path]:
    """The store's folder, which others may enter; it is what it was afterwards."""
    parents = [folder for folder in path.parents if str(folder).startswith("/tmp/")]
    before = [(folder, folder.stat().st_mode) for folder in parents]
    for folder, mode in before:
        folder.chmod(mode & 0o7777 | 0o055)
    yield path.parent
    for folder, mode in before:
        folder.chmod(mode & 0o7777)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX rights")
def test_a_folder_that_cannot_be_written_can_be_read(
    path: Path, store: JsonlStore, make: Make, open_folder: Path, plain_user: Callable[[], None]
) -> None:
    path.chmod(0o444)
    open_folder.chmod(0o555)
    plain_user()
    for read_only in (True, False):
        with JsonlStore.open(path, read_only=read_only) as reader:
            assert reader.count() == 1
            assert [c.record.id for c in reader.search("tea")] == ["warm"]
            for write in (lambda: reader.write(make("b")), lambda: reader.delete("warm")):
                with pytest.raises(StoreReadOnlyError, match=r"notes\.jsonl"):
                    write()
    assert not path.with_name(".notes.jsonl.new").exists()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX rights")
def test_a_file_that_cannot_be_written_is_not_replaced_either(
    path: Path, store: JsonlStore, make: Make, open_folder: Path, plain_user: Callable[[], None]
) -> None:
    path.chmod(0o444)
    path.with_name(path.name + ".lock").chmod(0o666)
    open_folder.chmod(0o777)
    before = path.read_bytes()
    plain_user()
    with JsonlStore.open(path) as again:
        for write in (lambda: again.write(make("b")), lambda: again.delete("warm")):
            with pytest.raises(StoreReadOnlyError, match=r"notes\.jsonl"):
                write()
    assert path.read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX rights")
def test_a_file_that_cannot_be_read_says_so(
    path: Path, store: JsonlStore, open_folder: Path, plain_user: Callable[[], None]
) -> None:
    path.chmod(0)
    plain_user()
    with pytest.raises(StoreError, match=r"notes\.jsonl cannot be read: Permission denied"):
        JsonlStore.open(path)
