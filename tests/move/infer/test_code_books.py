"""Which lookup table explains a column of codes when several know them all."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from satchel.formats.contract import Fate
from satchel.move.rescue import Rescue

MINE = {"10": "planned", "20": "in progress", "30": "in review", "40": "on hold"}
THEIRS = {"10": "on hold", "20": "in review", "30": "planned", "40": "in progress"}


def _tasks(codes: Mapping[str, str], *, head: str = "status") -> list[tuple[str, ...]]:
    listed = list(codes)
    return [("task", head), *((f"repair boat number {n} of the club", listed[n % len(listed)]) for n in range(16))]


def _csv(path: Path, rows: list[tuple[str, ...]]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(",".join(row) + "\n" for row in rows), "utf-8")


def _database(path: Path, tables: Mapping[str, list[tuple[str, ...]]]) -> None:
    with sqlite3.connect(path) as base:
        for name, (head, *rows) in tables.items():
            base.execute(f'CREATE TABLE "{name}" ({", ".join(head)})')
            base.executemany(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(head))})', rows)
    base.close()


def _read(folder: Path, source: str) -> list[str]:
    return [
        record.content
        for reading in Rescue(folder).readings()
        if reading.fate is Fate.MEMORY
        for record in reading.records
        if record.origin is not None and record.origin.path is not None and record.origin.path.startswith(source)
    ]


def _families(codes: Mapping[str, str]) -> list[tuple[str, ...]]:
    return [("dict_type", "code", "label"), *(("status", *pair) for pair in codes.items()), ("priority", "1", "low")]


def test_a_file_of_codes_beside_a_file_comes_before_the_codes_of_a_database(tmp_path: Path) -> None:
    _csv(tmp_path / "jobs.csv", _tasks(MINE))
    _csv(tmp_path / "code_list.csv", [("code", "label"), *MINE.items()])
    _database(tmp_path / "work.db", {"todo": _tasks(THEIRS), "status_map": _families(THEIRS)})

    for n, text in enumerate(_read(tmp_path, "jobs.csv")):
        assert list(MINE.values())[n % 4] in text
    for n, text in enumerate(_read(tmp_path, "work.db, todo")):
        assert list(THEIRS.values())[n % 4] in text


def test_codes_of_the_same_folder_come_before_those_of_another(tmp_path: Path) -> None:
    for folder, codes in (("a", MINE), ("b", THEIRS)):
        _csv(tmp_path / folder / "jobs.csv", _tasks(codes))
        _csv(tmp_path / folder / "status_codes.csv", [("code", "label"), *codes.items()])

    for folder, codes in (("a", MINE), ("b", THEIRS)):
        texts = _read(tmp_path, f"{folder}/jobs.csv")
        assert len(texts) == 16
        assert all(list(codes.values())[n % 4] in text for n, text in enumerate(texts))


def test_codes_among_tables_of_a_database_serve_others_where_nothing_else_knows_them(tmp_path: Path) -> None:
    _csv(tmp_path / "jobs.csv", _tasks(MINE))
    _database(tmp_path / "work.db", {"todo": _tasks(MINE), "status_map": _families(MINE)})

    assert "in progress" in _read(tmp_path, "jobs.csv")[1]


def test_a_table_that_lacks_codes_gives_way_to_one_that_knows_them(tmp_path: Path) -> None:
    rows = _tasks(MINE)
    few = dict.fromkeys(list(MINE)[:3], "something else")
    rows = rows[:4] + [row for row in rows[4:] if row[1] != "40"] + rows[4:5]
    _csv(tmp_path / "jobs.csv", rows)
    _csv(tmp_path / "status_codes.csv", [("code", "label"), *few.items()])
    _csv(tmp_path / "all" / "status_codes.csv", [("code", "label"), *MINE.items()])

    texts = _read(tmp_path, "jobs.csv")
    assert texts
    assert not any("something else" in text for text in texts)


@pytest.mark.parametrize("agree", [True, False])
def test_codes_that_two_tables_read_differently_stay_codes_and_it_is_said(agree: bool, tmp_path: Path) -> None:
    _csv(tmp_path / "jobs.csv", _tasks(MINE))
    _csv(tmp_path / "status_a.csv", [("code", "label"), *MINE.items()])
    _csv(tmp_path / "status_b.csv", [("code", "label"), *(MINE if agree else THEIRS).items()])

    rescue = Rescue(tmp_path)
    texts = [record.content for reading in rescue.readings() for record in reading.records]
    assert any("boat" in text and "in progress" in text for text in texts) is agree
    assert any("other meanings" in note for note in rescue.notes) is not agree


def test_the_word_memory_alone_joins_no_codes_to_a_list(tmp_path: Path) -> None:
    notes: list[tuple[str, ...]] = [
        ("memoryType", "noteText"),
        *((str(1 + n % 5), f"boat {n} has a leak near the stern") for n in range(30)),
    ]
    friends: list[tuple[str, ...]] = [("memoryId", "contactName", "homeCity", "noteText")]
    friends += [(str(n), f"Yasmin Vale{n}", "Lyon", "keeps bees and two goats") for n in range(1, 30)]
    _database(tmp_path / "kept.db", {"notes": notes, "whos_who": friends})

    texts = _read(tmp_path, "kept.db, ")
    assert sum("Yasmin" in text for text in texts) == 29
    assert not any("Yasmin" in text and "leak" in text for text in texts)


@pytest.mark.parametrize("rows", [12, 900])
def test_two_tables_that_call_their_own_ids_alike_are_not_joined(rows: int, tmp_path: Path) -> None:
    notes: list[tuple[str, ...]] = [("record_id", "body")]
    notes += [(str(n), f"boat {n} has a leak near the stern") for n in range(1, rows + 1)]
    friends: list[tuple[str, ...]] = [("recordId", "contactName", "homeCity", "remark")]
    friends += [(str(n), f"Yasmin Vale{n}", "Lyon", "keeps bees and two goats") for n in range(1, 31)]
    _csv(tmp_path / "unsorted.csv", notes)
    _csv(tmp_path / "who_is_who.csv", friends)

    texts = _read(tmp_path, "unsorted.csv")
    assert len(texts) == rows
    assert not any("Yasmin" in text or "record" in text for text in texts)
