"""The doctor on damaged stores: it says what is wrong, mends what it can, and never loses a record."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from satchel import Memory
from satchel.service.config import Config
from satchel.service.upkeep import examine
from satchel_protocol.errors import StoreDamagedError


def filled(url: str) -> Memory:
    memory = Memory(url, config=Config())
    for n in range(20):
        memory.remember(f"User keeps recipe number {n} in the blue folder")
    memory.close()
    return memory


def test_a_full_text_index_that_was_dropped_is_rebuilt_and_nothing_is_lost(tmp_path: Path) -> None:
    memory = filled(f"sqlite:{tmp_path}/a.db")
    with sqlite3.connect(tmp_path / "a.db") as connection:
        (table,) = connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%USING fts5%'").fetchone()
        connection.execute(f'DROP TABLE "{table}"')
    assert all(check.ok for check in examine(memory, repair=True))
    assert len(memory.recall("recipe folder", limit=30)) == 20
    assert len(list(memory.list())) == 20


def test_a_damaged_log_is_reported_and_then_mended_without_losing_what_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    memory = filled(f"jsonl:{path}")
    lines = path.read_bytes().splitlines(keepends=True)
    middle = len(lines) // 2
    path.write_bytes(b"".join([*lines[:middle], b"\x00garbage\n", *lines[middle + 1 :]]))
    with pytest.raises(StoreDamagedError):
        memory.recall("recipe")
    assert not all(check.ok for check in examine(memory))
    checks = examine(memory, repair=True)
    assert all(check.ok for check in checks)
    assert len(list(memory.list())) >= 19
    assert all(check.ok for check in examine(memory))


def test_a_file_that_is_no_store_is_a_finding_and_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"this is no database at all" * 100)
    with Memory(f"sqlite:{path}", config=Config()) as memory:
        assert [check.name for check in examine(memory, repair=True) if not check.ok] == ["store"]
    assert path.read_bytes() == b"this is no database at all" * 100


def test_a_page_in_the_middle_of_a_long_text_is_come_upon_by_reading_and_mended(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    with Memory(f"sqlite:{path}") as memory:
        for n in range(20):
            memory.remember(f"note {n} " + ("zebra " * 6000 if n == 7 else "is short"))
    data = bytearray(path.read_bytes())
    pages = [start for start in range(0, len(data), 4096) if data[start + 8 : start + 4096].count(b"zebra") > 600]
    data[pages[2] : pages[2] + 4096] = bytes(4096)
    path.write_bytes(bytes(data))
    with Memory(f"sqlite:{path}") as memory:
        assert not all(check.ok for check in examine(memory))
        [told] = [check.detail for check in examine(memory, repair=True) if not check.ok]
        assert told.startswith("1 of 20 records could not be read")
        assert all(check.ok for check in examine(memory))
        assert len(list(memory.list())) == 19


def test_garbled_keys_of_fingerprints_are_told_with_the_file_and_mended(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    with Memory(f"sqlite:{path}") as memory:
        memory.remember("Ann drinks oolong")
        memory.forget(memory.remember("Ann keeps bees").id)
    with sqlite3.connect(path) as raw:
        raw.execute("""UPDATE settings SET value = '["no key"]' WHERE name LIKE 'print_keys%'""")
    raw.close()
    with Memory(f"sqlite:{path}") as memory:
        with pytest.raises(StoreDamagedError, match=r"notes\.db.*satchel doctor --repair"):
            memory.export(tmp_path / "all.satchel", scope="*")
        examine(memory, repair=True)
        assert all(check.ok for check in examine(memory))
        assert [record.content for record in memory.list()] == ["Ann drinks oolong"]
        memory.export(tmp_path / "all.satchel", scope="*")
