"""Which files open as a store, which do not, and what is said then."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.stores.sqlite import SqliteStore, opening, schema
from satchel.stores.sqlite.connection import Handle
from satchel_protocol.errors import (
    EnvironmentProblem,
    SatchelError,
    StoreBusyError,
    StoreDamagedError,
    StoreError,
    StoreFullError,
    StoreMissingError,
    StoreReadOnlyError,
    StoreUrlError,
    StoreVersionError,
)
from satchel_protocol.record import Record

Make = Callable[..., Record]


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_read_never_creates_a_store(tmp_path: Path) -> None:
    path = tmp_path / "new" / "memory.db"
    with pytest.raises(StoreMissingError) as caught:
        SqliteStore.open(path, create=False)
    assert str(path) in str(caught.value)
    assert "remember" in str(caught.value)
    assert names_in(tmp_path) == []


def test_creating_makes_the_folder_and_leaves_one_file(tmp_path: Path) -> None:
    SqliteStore.open(tmp_path / "a" / "b" / "memory.db").close()
    assert names_in(tmp_path / "a" / "b") == ["memory.db"]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_what_is_made_is_for_its_owner_only(tmp_path: Path) -> None:
    SqliteStore.open(tmp_path / "a" / "memory.db").close()
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "a" / "memory.db").stat().st_mode) == 0o600


def test_an_empty_file_is_no_store_for_a_reader_and_becomes_one_for_a_writer(db_path: Path) -> None:
    db_path.touch()
    with pytest.raises(StoreMissingError):
        SqliteStore.open(db_path, create=False)
    assert db_path.stat().st_size == 0
    with SqliteStore.open(db_path) as store:
        assert store.count() == 0


def test_a_file_that_was_cut_off_while_it_was_made_is_made_again(db_path: Path) -> None:
    made = sqlite3.connect(db_path)
    made.execute("PRAGMA journal_mode = WAL")
    made.close()
    assert db_path.stat().st_size > 0
    with pytest.raises(StoreMissingError):
        SqliteStore.open(db_path, create=False)
    with SqliteStore.open(db_path) as store:
        assert store.count() == 0


def test_reading_leaves_no_files_behind(db_path: Path, make: Make) -> None:
    with SqliteStore.open(db_path) as store:
        store.write(make("a"))
    for read_only in (False, True):
        with SqliteStore.open(db_path, create=False, read_only=read_only) as store:
            assert store.count() == 1
    assert names_in(db_path.parent) == [db_path.name]


def test_a_store_opened_for_reading_refuses_writes(db_path: Path, make: Make) -> None:
    with SqliteStore.open(db_path) as store:
        store.write(make("a"))
    with SqliteStore.open(db_path, read_only=True) as store:
        with pytest.raises(StoreReadOnlyError):
            store.write(make("b"))
        assert store.read("a") is not None
        assert store.search("tea") != []
        assert store.count() == 1


@pytest.mark.parametrize(
    "content", [b"hello\n" * 100, b"SQLite format 3\x00" + b"\xff" * 2000, b"PK\x03\x04" + bytes(99)]
)
def test_a_file_that_is_no_database_is_said_to_be_none_and_left_alone(db_path: Path, content: bytes) -> None:
    db_path.write_bytes(content)
    with pytest.raises(StoreDamagedError) as caught:
        SqliteStore.open(db_path)
    assert str(db_path) in str(caught.value)
    assert db_path.read_bytes() == content
    assert names_in(db_path.parent) == [db_path.name]


def test_a_database_of_another_program_is_left_alone(db_path: Path) -> None:
    other = sqlite3.connect(db_path)
    other.execute("CREATE TABLE notes (text)")
    other.close()
    before = db_path.read_bytes()
    with pytest.raises(StoreDamagedError) as caught:
        SqliteStore.open(db_path)
    assert "another program" in str(caught.value)
    assert db_path.read_bytes() == before


def test_a_newer_format_is_refused_and_left_alone(db_path: Path) -> None:
    SqliteStore.open(db_path).close()
    newer = sqlite3.connect(db_path)
    newer.execute(f"PRAGMA user_version = {schema.present_format() + 1}")
    newer.commit()
    newer.close()
    with pytest.raises(StoreVersionError) as caught:
        SqliteStore.open(db_path)
    assert "newer" in str(caught.value)
    assert names_in(db_path.parent) == [db_path.name]


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUrlError):
        SqliteStore.open(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_a_pipe_is_no_store_and_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.db")
    with pytest.raises(StoreUrlError):
        SqliteStore.open(tmp_path / "pipe.db")


def test_a_folder_that_cannot_be_made_is_an_error_of_ours(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SatchelError) as caught:
        SqliteStore.open(tmp_path / "file" / "memory.db")
    assert "memory.db" in str(caught.value)


def test_a_python_without_full_text_search_is_told_so(monkeypatch: pytest.MonkeyPatch, db_path: Path) -> None:
    class Bare(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
            if "fts5" in sql:
                raise sqlite3.OperationalError("no such module: fts5")
            return super().execute(sql, parameters)

    ours = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **kwargs: ours(*args, factory=Bare, **kwargs))
    opening._features.cache_clear()
    with pytest.raises(EnvironmentProblem) as caught:
        SqliteStore.open(db_path)
    assert "FTS5" in str(caught.value)
    assert not db_path.exists()


def test_an_old_sqlite_is_told_so(monkeypatch: pytest.MonkeyPatch, db_path: Path) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    opening._features.cache_clear()
    with pytest.raises(EnvironmentProblem):
        SqliteStore.open(db_path)


def test_a_locked_store_is_busy(db_path: Path, make: Make) -> None:
    with SqliteStore.open(db_path, busy_timeout_s=0.01) as store:
        store.write(make("a"))
        other = sqlite3.connect(db_path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError):
            store.write(make("b"))
        assert store.read("a") is not None
        other.execute("ROLLBACK")
        other.close()
        assert store.write(make("b")).revision == 1


def test_a_full_disk_keeps_nothing_of_the_operation(db_path: Path, make: Make) -> None:
    with SqliteStore.open(db_path) as store:
        store.write(make("a"))
        handle = store._writing_handle()
        pages = handle.value("PRAGMA page_count")
        handle.run(f"PRAGMA max_page_count = {pages + 5}")
        big = [make(f"big-{i}", f"{i} " + "x" * 30_000) for i in range(5)]
        with pytest.raises(StoreFullError):
            store.write_many(big)
        assert [version.record.id for version in store.enumerate()] == ["a"]
        handle.run("PRAGMA max_page_count = 1000000")
        assert len(store.write_many(big)) == 5
        assert store.check() == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte, where the system lets us mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if mount is None or sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root mounts a small disk")
    if subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=1m", "none", disk], capture_output=True, check=False
    ).returncode:
        pytest.skip("no mounting here")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_really_full_disk_keeps_nothing_of_the_operation(small_disk: Path, make: Make) -> None:
    with SqliteStore.open(small_disk / "memory.db") as store:
        store.write(make("a"))
        with pytest.raises(StoreFullError):
            store.write_many([make(f"big-{i}", f"{i} " + "x" * 30_000) for i in range(60)])
        assert [version.record.id for version in store.enumerate()] == ["a"]
    with SqliteStore.open(small_disk / "memory.db") as store:
        assert store.check() == []
        assert store.write(make("b")).revision == 1


def test_no_store_is_left_half_made_on_a_full_disk(small_disk: Path) -> None:
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        while filler.write(bytes(4096)) == 4096:
            if os.statvfs(small_disk).f_bavail == 0:
                break
    with pytest.raises(StoreFullError):
        SqliteStore.open(small_disk / "new" / "memory.db")
    (small_disk / "filler").unlink()
    with SqliteStore.open(small_disk / "new" / "memory.db") as store:
        assert store.count() == 0


def test_a_store_that_was_replaced_while_open_takes_no_more_writes(db_path: Path, make: Make) -> None:
    if sys.platform == "win32":
        pytest.skip("open files cannot be replaced there")
    with SqliteStore.open(db_path) as store:
        store.write(make("a"))
        db_path.unlink()
        with pytest.raises(StoreMissingError):
            store.write(make("b"))


def test_a_closed_store_says_so_and_closes_twice(db_path: Path) -> None:
    store = SqliteStore.open(db_path)
    store.close()
    store.close()
    with pytest.raises(StoreError) as caught:
        store.count()
    assert "closed" in str(caught.value)


# Places that cannot be written. Root may write anywhere, so that these tests work as somebody else then.


@pytest.fixture
def locked_folder() -> Iterator[Path]:
    """A folder that everybody may enter; the tests take away the right to write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


@pytest.fixture
def somebody_else() -> Iterator[None]:
    """Not root, so that permissions count."""
    if sys.platform == "win32":
        pytest.skip("POSIX permissions")
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def as_root(action: Callable[[], object]) -> None:
    before = os.geteuid()
    os.seteuid(os.getuid())
    try:
        action()
    finally:
        os.seteuid(before)


def assert_reads_but_refuses_writes(path: Path, make: Make) -> None:
    before = names_in(path.parent)
    with SqliteStore.open(path) as store:
        assert [version.record.id for version in store.enumerate()] == ["a"]
        assert [hit.record.id for hit in store.search("tea")] == ["a"]
        assert [finding for finding in store.check() if finding.kind != "index"] == []
        with pytest.raises(StoreReadOnlyError):
            store.write(make("b"))
        with pytest.raises(StoreReadOnlyError):
            store.repair() if store.check() else store.delete("a")
    assert names_in(path.parent) == before


def test_a_read_only_folder_is_read_without_a_trace(locked_folder: Path, make: Make, somebody_else: None) -> None:
    path = locked_folder / "memory.db"

    def prepare() -> None:
        with SqliteStore.open(path) as store:
            store.write(make("a"))
        path.chmod(0o644)
        locked_folder.chmod(0o555)

    as_root(prepare)
    assert_reads_but_refuses_writes(path, make)


@pytest.mark.parametrize("with_shared_memory", [True, False])
def test_a_log_that_a_crash_left_in_a_read_only_folder_is_read(
    locked_folder: Path, make: Make, somebody_else: None, *, with_shared_memory: bool
) -> None:
    path = locked_folder / "memory.db"

    def prepare() -> None:
        with tempfile.TemporaryDirectory() as elsewhere, SqliteStore.open(Path(elsewhere) / "memory.db") as store:
            store.write(make("a"))
            for name in names_in(Path(elsewhere)):
                if with_shared_memory or not name.endswith("-shm"):
                    shutil.copyfile(Path(elsewhere) / name, locked_folder / name)
                    (locked_folder / name).chmod(0o644)
        locked_folder.chmod(0o555)

    as_root(prepare)
    assert (locked_folder / "memory.db-wal").stat().st_size > 0
    assert_reads_but_refuses_writes(path, make)


def test_a_store_that_may_not_be_read_says_so(locked_folder: Path, make: Make, somebody_else: None) -> None:
    path = locked_folder / "memory.db"

    def prepare() -> None:
        SqliteStore.open(path).close()
        path.chmod(0o000)

    as_root(prepare)
    with pytest.raises(StoreError) as caught:
        SqliteStore.open(path)
    assert "ermission" in str(caught.value)


def test_no_store_can_be_made_in_a_read_only_folder(locked_folder: Path, somebody_else: None) -> None:
    as_root(lambda: locked_folder.chmod(0o555))
    with pytest.raises(StoreReadOnlyError):
        SqliteStore.open(locked_folder / "new" / "memory.db")


# Formats


def _add_column(db: Handle) -> None:
    db.run("ALTER TABLE records ADD COLUMN mood TEXT")


def _fail(db: Handle) -> None:
    db.run("ALTER TABLE records ADD COLUMN mood TEXT")
    db.run("this is no SQL")


def test_an_older_format_is_upgraded_to_what_a_new_file_has(
    db_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SqliteStore.open(db_path) as store:
        store.write(make("a"))
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, _add_column))
    with SqliteStore.open(db_path) as old, SqliteStore.open(db_path.with_name("fresh.db")) as fresh:
        assert old.read("a") is not None
        with old._begin_read() as one, fresh._begin_read() as other:
            assert schema.objects_of(one.handle) == schema.objects_of(other.handle)
            assert one.handle.value("PRAGMA user_version") == schema.present_format()


def test_a_failing_upgrade_changes_nothing(db_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    with SqliteStore.open(db_path) as store:
        store.write(make("a"))
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", (*schema.STEPS, _fail))
        with pytest.raises(StoreError):
            SqliteStore.open(db_path)
    with SqliteStore.open(db_path) as store:
        assert store.read("a") is not None
        assert store.check() == []


def test_an_older_format_is_not_upgraded_by_a_read_only_opening(db_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SqliteStore.open(db_path).close()
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, _add_column))
    with pytest.raises(StoreVersionError) as caught:
        SqliteStore.open(db_path, read_only=True)
    assert "older" in str(caught.value)
