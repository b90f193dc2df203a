"""What is no store, or one that cannot be used now: every command says so in one line and leaves it as it is."""

from __future__ import annotations

import errno
import functools
import gzip
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.cli import exits
from satchel.stores import registry
from satchel.stores.sqlite import SqliteStore

MEMORY = b'[{"memory": "User lives in Oslo near the sea", "created_at": "2026-01-02T03:04:05Z"}]'


def commands(url: object, place: Path) -> list[tuple[object, ...]]:
    source = place / "source.json"
    source.write_bytes(MEMORY)
    return [
        ("import", source, "--store", url),
        ("move", source, url),
        ("export", "--scope", "*", "-o", place / "out.satchel", "--store", url),
        ("recall", "tea", "--store", url),
        ("embed", "--embedder", "use", "--store", url),
        ("undo", "x", "--store", url),
    ]


def _junk(path: Path) -> None:
    path.write_bytes(random.Random(5).randbytes(5000))


def _foreign(path: Path) -> None:
    if path.suffix == ".jsonl":
        path.write_text('{"note": "of another program"}\n', "utf-8")
        return
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()


def _newer(path: Path) -> None:
    registry.open_store(str(path), create=True).close()
    if path.suffix == ".jsonl":
        first, rest = path.read_text("utf-8").split("\n", 1)
        path.write_text(first.replace(":1", ":99", 1).replace('"1.0"', '"99.0"') + "\n" + rest, "utf-8")
        return
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes and links of this kind")
@pytest.mark.parametrize("make", [_junk, _foreign, _newer, _folder, _pipe, _loop], ids=lambda make: make.__name__[1:])
@pytest.mark.parametrize("ending", ["db", "jsonl"])
def test_what_is_no_store_of_ours(
    ending: str, make: Callable[[Path], None], run: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / f"notes.{ending}"
    make(path)
    before = path.lstat()
    content = path.read_bytes() if path.is_file() else b""
    for command in commands(path, tmp_path):
        run(*command).refused(exits.USAGE, exits.STORE, exits.NOT_FOUND, names=path.name)
    assert not (tmp_path / "out.satchel").exists()
    assert not (tmp_path / "notes.satchel").exists()
    assert (path.read_bytes() if path.is_file() else b"") == content
    assert path.lstat().st_mode == before.st_mode
    if make is not _loop:  # which looks like a place with nothing there yet
        doctor = run("doctor", "--store", path)
        assert doctor.code == exits.FINDINGS
        assert not doctor.json["ok"]


def test_a_store_that_another_process_holds(run: Callable[..., Any], kept: Any, tmp_path: Path, monkeypatch) -> None:
    source = _source(tmp_path)
    monkeypatch.setattr(SqliteStore, "open", functools.partial(SqliteStore.open, busy_timeout_s=0.05))
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    holder = sqlite3.connect(kept.url.removeprefix("sqlite:"), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        for command in (("import", source), ("remember", "a thing to know"), ("undo", "x")):
            run(*command, "--store", kept.url).refused(exits.BUSY, names="store.db", says="another process")
        run("move", source, kept.url).refused(exits.BUSY, names="store.db", says="another process")
        assert run("recall", "tea", "--store", kept.url).json["hits"]  # reading goes on
        assert run("export", "--scope", "*", "-o", tmp_path / "out.satchel", "--store", kept.url).code == 0
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    kept.unchanged(run)


@pytest.mark.parametrize(
    "url",
    [
        "nonsense:x",
        "sqlite",
        "sqlite:",
        "sqlite://",
        "sqlite:///",
        "http://x",
        "ftp://x/y",
        "a b",
        ":",
        "memory:x",
        "notes.txt",
    ],
)
def test_a_store_url_that_is_none(url: str, run: Callable[..., Any], tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (("recall", "tea", "--store", url), ("import", _source(tmp_path), "--store", url)):
        run(*command).refused(exits.USAGE, names=url)
    run("move", _source(tmp_path), url).refused(exits.USAGE, names=url)
    run("move", f"sqlite:{tmp_path}/absent.db", f"sqlite:{tmp_path}/new.db").refused(exits.NOT_FOUND, names="absent.db")
    assert [path.name for path in tmp_path.iterdir() if path.name != "scratch"] == ["source.json"]


def _source(place: Path) -> Path:
    (place / "source.json").write_bytes(MEMORY)
    return place / "source.json"


# ------------------------------------------------------------------------------------------------------- a full disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte, where the system lets us mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if mount is None or sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root mounts a small disk")
    if subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=1m", "none", disk], check=False, capture_output=True
    ).returncode:
        pytest.skip("no mounting here")
    yield disk
    subprocess.run(["umount", disk], check=True)


def _large(place: Path) -> Path:
    """More than the disk holds, in sentences that are worth keeping."""
    words = "tea bread river garden winter letter candle bridge market violin harbour lantern meadow".split()
    chance = random.Random(1)
    rows = [
        {"id": n, "memory": "User likes " + " and ".join(chance.choices(words, k=300)) + f" on day {n}"}
        for n in range(400)
    ]
    file = place / "large.json"
    file.write_text(json.dumps(rows), "utf-8")
    return file


def test_the_disk_of_the_store_is_full(small_disk: Path, run: Callable[..., Any], tmp_path: Path) -> None:
    url = f"sqlite:{small_disk}/s.db"
    assert run("remember", "User likes green tea with toast", "--store", url).code == 0
    run("import", _large(tmp_path), "--store", url).refused(exits.STORE, names="s.db", says="full")
    assert run("recall", "green tea", "--store", url).json["hits"]
    assert run("doctor", "--store", url).json["ok"]


def test_the_disk_of_the_stream_is_full(small_disk: Path, run: Callable[..., Any], tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/s.db"
    assert run("import", _large(tmp_path), "--store", url).code == 0
    run("export", "--scope", "*", "-o", small_disk / "all.satchel", "--store", url).refused(
        exits.STORE, names="all.satchel", says="full"
    )
    assert list(small_disk.iterdir()) == []


def test_the_disk_of_temporary_files_is_full(small_disk: Path, run, kept, tmp_path: Path, monkeypatch) -> None:
    packed = tmp_path / "large.json.gz"
    packed.write_bytes(gzip.compress(_large(tmp_path).read_bytes()))
    monkeypatch.setattr("tempfile.tempdir", str(small_disk))
    run("import", packed, "--store", kept.url).refused(exits.ENVIRONMENT, names=str(small_disk), says="room")
    assert list(small_disk.iterdir()) == []
    monkeypatch.setattr("tempfile.tempdir", None)
    kept.unchanged(run)


def test_a_page_that_cannot_be_written_is_said_before_the_import(run, kept, tmp_path: Path) -> None:
    for page in (tmp_path, tmp_path / "source.json" / "x.html", tmp_path / ("x" * 300)):
        run("import", _source(tmp_path), "--store", kept.url, "--report", page).refused(exits.USAGE, names=str(page))
    kept.unchanged(run)


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes of this kind")
def test_a_device_keeps_its_place(run, kept, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("export", "--scope", "*", "-o", pipe, "--store", kept.url).code == 0
        assert b'"trailer"' in os.read(reader, 1 << 16)
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_no_space_says_the_system(run, kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no small disk can be mounted, the system's answer stands in for one."""

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("satchel.formats.stream_file.os.fsync", full)
    run("export", "--scope", "*", "-o", tmp_path / "out.satchel", "--store", kept.url).refused(
        exits.STORE, names="out.satchel", says="full"
    )
    assert not [path for path in tmp_path.iterdir() if "out.satchel" in path.name]
