"""Sources that are at work while they are read: gone, grown, written anew or exchanged between two readings."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.badinput.trial import NOW
from tests.formats.tools.harness import FIXTURES

from satchel.formats.contract import Fate
from satchel.move.rescue import RescueOptions
from satchel.move.source import Source

ROWS = [
    {"id": n, "memory": f"User keeps the number {n} in mind", "created_at": "2026-01-02T03:04:05Z"} for n in range(9)
]


def _json(path: Path, rows: list[dict[str, object]] = ROWS) -> None:
    path.write_text(json.dumps(rows), "utf-8")


def _lines(path: Path) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")


def _database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE memories (id, memory, created_at)")
        connection.executemany("INSERT INTO memories VALUES (:id, :memory, :created_at)", ROWS)
    connection.close()


KINDS: dict[str, Callable[[Path], None]] = {"a.json": _json, "a.jsonl": _lines, "a.db": _database}


def _gone(path: Path) -> None:
    path.unlink()


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _overwritten(path: Path) -> None:
    at = path.stat()
    path.write_bytes(path.read_bytes().replace(b"number", b"letter"))
    os.utime(path, ns=(at.st_atime_ns, at.st_mtime_ns + 1_000_000))


def _exchanged(path: Path) -> None:
    other = path.with_name("other")
    _json(other, [{**row, "memory": "Somebody else's words entirely"} for row in ROWS])
    other.replace(path)


def _a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


CHANGES = [_gone, _cut, _overwritten, _exchanged, _a_pipe, _a_folder]


@pytest.mark.skipif(sys.platform == "win32", reason="an open file is not exchanged there")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__[1:])
@pytest.mark.parametrize("kind", KINDS)
def test_what_changed_since_it_was_found_is_said_and_the_rest_comes_in(
    kind: str, change: Callable[[Path], None], tmp_path: Path
) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    KINDS[kind](folder / kind)
    _json(folder / "z.json", [{"memory": "User lives in Oslo near the sea", "created_at": "2026-01-02T03:04:05Z"}])
    source = Source(folder, RescueOptions(clock=lambda: NOW))
    source.open()
    change(folder / kind)
    readings = list(source.readings())
    kept = [record.content for reading in readings for record in reading.records if reading.source == "z.json"]
    assert kept == ["User lives in Oslo near the sea"]
    theirs = [reading for reading in readings if reading.source == kind]
    if kind == "a.db" and all(reading.fate is Fate.MEMORY for reading in theirs):
        assert len(theirs) == len(ROWS)  # a database is copied once, and the copy is what was found
    else:
        assert any(reading.fate is Fate.REJECTED and reading.reason for reading in theirs)
    assert not any("Somebody" in record.content for reading in readings for record in reading.records)
    assert sum(reading.weight for reading in readings) == source.found.seen.total()


def test_a_log_that_grows_is_read_to_where_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    _lines(file)
    source = Source(file, RescueOptions(clock=lambda: NOW))
    source.open()
    with file.open("a") as out:
        out.write('{"id": 99, "memory": "Too late for this time", "created_at": null}\n{"id": 100, "mem')
    readings = list(source.readings())
    assert [reading.fate for reading in readings] == [Fate.MEMORY] * len(ROWS)


@pytest.mark.parametrize("case", ["chatgpt", "claude_ai", "claude_code", "codex", "mem0", "mcp_memory", "langgraph"])
def test_a_tools_files_that_vanish_after_they_were_claimed(case: str, tmp_path: Path) -> None:
    for number, sample in enumerate(sorted((FIXTURES / case).iterdir())[:3]):
        copy = tmp_path / str(number) / sample.name
        copy.parent.mkdir()
        (shutil.copytree if sample.is_dir() else shutil.copy)(sample, copy)
        source = Source(copy, RescueOptions(clock=lambda: NOW))
        source.open()
        files = [copy] if copy.is_file() else [path for path in copy.rglob("*") if path.is_file()]
        for file in files:
            file.unlink()
        readings = list(source.readings())
        assert all(reading.reason for reading in readings if not reading.records), sample
        told = {reading.source for reading in readings}
        assert {file.name for _, claim in source.allotment.claims for file in claim.files} <= told, sample
        assert sum(reading.weight for reading in readings) == source.found.seen.total()
