"""A disk that is full, places that cannot be written, files that are no stores: one line that says what to do."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock
from tests.durability import sources
from tests.durability.aftermath import Ran, assert_goes_on, assert_sound, content, holds, satchel
from tests.durability.nursery import Nursery

from satchel.cli import exits
from satchel.service import memory_opened as service
from satchel.stores.jsonl import JsonlStore
from satchel.stores.registry import open_store
from satchel.stores.sqlite import SqliteStore

ENDING = {"sqlite": "db", "jsonl": "jsonl"}
ADVICE = re.compile(
    r"Make room|Raise the limit|Change (its|their|the) rights|[Nn]ame another (file|place)|[Uu]pdate Satchel|try again"
    r"|[Nn]ame a file|import it instead|satchel (import|doctor|--store)"
)


def refused(ran: Ran, code: int, *names: object) -> None:
    """It failed with one line of ours that names the place and says what to do, and with nothing on standard output."""
    assert ran.code == code, ran
    assert ran.err.count("\n") == 1, ran.err
    assert ran.out == ""
    assert all(str(name) in ran.err for name in names), ran.err
    assert ADVICE.search(ran.err), ran.err


# Full -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of some hundred kilobytes, where the system lets us mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if mount is None or sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root mounts a small disk")
    command = [mount, "-t", "tmpfs", "-o", "size=1200k", "none", str(disk)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no mounting here")
    yield disk
    subprocess.run(["umount", disk], check=True)


def fill_up(disk: Path, *, leave: int = 0) -> Path:
    """Take all the room there is, but for so many bytes."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass
    os.truncate(filler, max(0, filler.stat().st_size - leave))
    return filler


def test_a_full_disk_keeps_all_that_was_acknowledged_and_goes_on_when_there_is_room(
    small_disk: Path, kind: str
) -> None:
    url = f"{kind}:{small_disk}/memory.{ENDING[kind]}"
    sources.lived_in(url)
    before = content(url)
    for leave in (0, 4096, 20_000, 60_000, 100_000):
        filler = fill_up(small_disk, leave=leave)
        written: list[str] = []
        while (ran := satchel("remember", f"note {len(written)} {'x' * 15_000}", "--json", "--store", url)).code == 0:
            written.append(ran.json["id"])
            assert len(written) < 200
        assert ran.code == exits.STORE
        assert ran.json["error"]["code"] == "store.full"
        refused(Ran(ran.code, "", ran.err), exits.STORE, small_disk, "the disk is full", "Make room")
        # What only reads does not need any room.
        assert set(written) <= holds(url).texts.keys()
        for command in (["list", "--json"], ["recall", "tea"], ["stats"], ["doctor"]):
            assert satchel(*command, "--store", url).code == 0, command
        filler.unlink()
        assert set(written) <= holds(url).texts.keys()
        for id in written:
            assert satchel("forget", id, "--yes", "--store", url).code == 0
        assert content(url)["records"] == before["records"]
        assert_sound(url)
        assert_goes_on(url, f"n{leave}")


def test_what_needs_much_room_is_refused_whole_and_done_when_there_is_room(small_disk: Path, kind: str) -> None:
    url = f"{kind}:{small_disk}/memory.{ENDING[kind]}"
    sources.lived_in(url)
    source = sources.stream(small_disk.parent / "memories.satchel", 120)
    elsewhere = f"{kind}:{small_disk.parent}/memory.{ENDING[kind]}"
    sources.lived_in(elsewhere)
    assert satchel("import", source, "--store", elsewhere).code == 0
    before = content(url)
    filler = fill_up(small_disk)
    refused(satchel("import", source, "--store", url), exits.STORE, small_disk, "the disk is full")
    refused(
        satchel("export", "--scope", "*", "-o", small_disk / "all.satchel", "--store", url), exits.STORE, "all.satchel"
    )
    refused(
        satchel("move", source, f"{kind}:{small_disk}/other.{ENDING[kind]}"), exits.STORE, "other", "the disk is full"
    )
    for id in list(before["records"])[:1]:
        # A log is written anew by it, a database needs a page or two: either is refused whole.
        ran = satchel("forget", id, "--yes", "--store", url)
        assert ran.code == 0 or (id in holds(url).texts and "the disk is full" in ran.err)
    assert {path.name for path in small_disk.iterdir()} <= {
        "filler", *(f"memory.{ENDING[kind]}{end}" for end in ("", "-wal", "-shm", ".lock")), f"other.{ENDING[kind]}.lock"
    }  # fmt: skip
    filler.unlink()
    assert satchel("import", source, "--store", url).code == 0
    assert_sound(url)
    there = content(elsewhere)["records"]
    assert content(url)["records"].items() <= there.items()
    assert len(content(url)["records"]) >= len(there) - 1
    assert satchel("export", "--scope", "*", "-o", small_disk / "all.satchel", "--store", url).code == 0


def test_a_repair_that_has_no_room_leaves_the_damaged_file_as_it_is(small_disk: Path) -> None:
    path = small_disk / "memory.db"
    sources.lived_in(f"sqlite:{path}")
    with path.open("r+b") as file:
        file.write(b"\xa5" * 100)
    filler, damaged = fill_up(small_disk), path.read_bytes()
    ran = satchel("doctor", "--repair", "--store", f"sqlite:{path}")
    assert ran.code == exits.FINDINGS
    assert "the disk is full" in ran.out
    assert path.read_bytes() == damaged
    assert {file.name for file in small_disk.iterdir()} == {"memory.db", "filler"}
    filler.unlink()
    assert satchel("doctor", "--repair", "--store", f"sqlite:{path}").code == 0
    assert len(holds(f"sqlite:{path}").texts) > 20


def test_a_file_that_may_not_grow_is_a_full_disk_too(nursery: Nursery, kind: str, tmp_path: Path) -> None:
    url = f"{kind}:{tmp_path}/memory.{ENDING[kind]}"
    sources.lived_in(url)
    before = holds(url).texts
    size = (tmp_path / f"memory.{ENDING[kind]}").stat().st_size
    for more in (0, 700, 5000, 30_000, 200_000):
        child = nursery.born("fill", store=url, largest=size + more, name=str(more))
        child.linger(300)
        child.end()
        (said,) = [mark for mark in child.marks if "refused" in mark]
        assert said["refused"] == "store.full", said
        assert str(tmp_path) in said["said"]
        assert ADVICE.search(said["said"])
        before |= {mark["id"]: mark["text"] for mark in child.acknowledged}
        assert holds(url).texts == before
        assert_sound(url)
        assert_goes_on(url, f"n{more}")


# Places that cannot be written ----------------------------------------------------------------------------------------


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
        Path(name).chmod(0o755)


@pytest.fixture
def somebody_else() -> Iterator[Callable[[], None]]:
    """Become a user whom rights concern, until the test ends."""
    if not hasattr(os, "geteuid"):
        pytest.skip("POSIX rights")
    satchel("list", "--store", "memory:")  # whatever is loaded late
    was = os.geteuid()
    yield lambda: os.seteuid(65534) if was == 0 else None
    os.seteuid(was)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_place_that_cannot_be_written_is_read_and_every_write_refused(
    kind: str, what: str, open_folder: Path, somebody_else: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(open_folder))
    path = open_folder / f"memory.{ENDING[kind]}"
    url = f"{kind}:{path}"
    sources.lived_in(url)
    path.chmod(0o444 if what == "file" else 0o644)
    open_folder.chmod(0o555)
    before = path.read_bytes()
    somebody_else()
    for command in (["list", "--json"], ["recall", "note"], ["stats"]):
        assert satchel(*command, "--store", url).code == 0, command
    for command in (
        ["remember", "x"],
        ["forget", "own-1", "--yes"],
        ["edit", "own-1", "--content", "y"],
        ["undo", "b"],
    ):
        refused(satchel(*command, "--store", url), exits.STORE, path)
    refused(satchel("remember", "x", "--store", f"{kind}:{open_folder}/new/other.{ENDING[kind]}"), exits.STORE, "other")
    assert path.read_bytes() == before


def newer_database(path: Path) -> None:
    SqliteStore.open(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 9")


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE notes (text TEXT)")


NO_STORES: dict[str, tuple[str, Callable[[Path], object], int]] = {
    "a newer database": ("memory.db", newer_database, exits.STORE),
    "a newer log": ("memory.jsonl", lambda p: p.write_text('{"satchel_log": 9, "generation": "x"}\n'), exits.STORE),
    "a database of another program": ("memory.db", other_database, exits.STORE),
    "a letter called .db": ("memory.db", lambda p: p.write_text("Dear Ann,\n" * 999), exits.STORE),
    "a letter called .jsonl": ("memory.jsonl", lambda p: p.write_text("Dear Ann,\n" * 999), exits.STORE),
    "somebody's own lines": ("memory.jsonl", lambda p: p.write_text('{"note": "tea"}\n' * 9), exits.STORE),
    "a folder called .db": ("memory.db", lambda p: p.mkdir(), exits.USAGE),
    "a folder called .jsonl": ("memory.jsonl", lambda p: p.mkdir(), exits.USAGE),
    "a file in place of a folder": ("file/memory.db", lambda p: p.parent.write_text("x"), exits.USAGE),
    "a file in place of a folder of a log": ("file/memory.jsonl", lambda p: p.parent.write_text("x"), exits.USAGE),
    "a name that is too long": ("x" * 300 + ".db", lambda p: None, exits.USAGE),
    "a log with a name that is too long": ("x" * 300 + ".jsonl", lambda p: None, exits.USAGE),
}


@pytest.mark.parametrize("what", NO_STORES)
def test_what_is_no_store_is_named_and_left_alone(what: str, tmp_path: Path) -> None:
    name, make, code = NO_STORES[what]
    path = tmp_path / name
    make(path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    for command in (
        ["remember", "x"],
        ["forget", "a", "--yes"],
        ["list"],
        ["recall", "x"],
        ["export", "--scope", "*", "-o", "-"],
    ):
        ran = satchel(*command, "--store", str(path))
        if "too long" in what and command[0] != "remember":
            code = ran.code  # that there is none may be said as well
        refused(ran, code, name[:50])
    doctor = satchel("doctor", "--repair", "--store", str(path))
    assert doctor.code == exits.FINDINGS or "too long" in what
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for other processes, made short."""
    for store in (SqliteStore, JsonlStore):
        defaults = store.open.__kwdefaults__
        assert defaults is not None
        monkeypatch.setitem(defaults, "busy_timeout_s", 0.05)
    monkeypatch.setattr(service, "_RETRY_WAITS_S", (0.0, 0.0))


def test_a_store_that_another_process_keeps_locked_is_busy_for_writers_only(
    kind: str, tmp_path: Path, impatient: None
) -> None:
    path = tmp_path / f"memory.{ENDING[kind]}"
    url = f"{kind}:{path}"
    sources.lived_in(url)
    before = holds(url)
    with closing(sqlite3.connect(path if kind == "sqlite" else ":memory:", isolation_level=None)) as db:
        lock = FileLock(f"{path}.lock")
        if kind == "sqlite":
            db.execute("BEGIN IMMEDIATE")
        else:
            lock.acquire()
        for command in (
            ["remember", "x"],
            ["forget", "own-1", "--yes"],
            ["import", str(sources.lines(tmp_path / "r.jsonl", 5))],
        ):
            refused(satchel(*command, "--store", url), exits.BUSY, path, "try again")
        assert satchel("list", "--json", "--store", url).code == 0
        assert satchel("recall", "note", "--store", url).code == 0
        assert holds(url) == before
        lock.release()
    assert_goes_on(url, "later")


def test_an_empty_file_and_a_missing_one_are_no_store_for_who_reads_and_become_one_for_who_writes(
    kind: str, tmp_path: Path
) -> None:
    for name in ("empty", "missing"):
        path = tmp_path / f"{name}.{ENDING[kind]}"
        if name == "empty":
            path.touch()
        for command in (["list"], ["recall", "x"], ["forget", "a", "--yes"], ["stats"]):
            refused(satchel(*command, "--store", str(path)), exits.NOT_FOUND, path)
        assert satchel("remember", "x", "--store", str(path)).code == 0
        with open_store(f"{kind}:{path}", create=False) as store:
            assert store.count() == 1
