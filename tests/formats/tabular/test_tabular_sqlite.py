"""SQLite databases of all kinds of health, never touched."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import Shape, Table, Vector


@contextlib.contextmanager
def _database(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        yield connection
        connection.commit()


def _read(path: Path) -> dict[str, Table]:
    return {table.name: table for table in tables(path)}


def _column(table: Table, column: str) -> list[object]:
    return [row.values.get(column) for row in table.rows() if not row.problem]


def test_rows_columns_types_and_keys_are_as_declared(tmp_path: Path) -> None:
    with _database(tmp_path / "a.db") as db:
        db.execute("CREATE TABLE states (id INTEGER PRIMARY KEY, name varchar(20))")
        db.execute('CREATE TABLE "任务 list" (id INTEGER PRIMARY KEY, 内容 TEXT, state REFERENCES states)')
        db.execute("INSERT INTO states VALUES (3, '开发中')")
        db.execute("INSERT INTO \"任务 list\" VALUES (1, '做网站', 3), (2, NULL, 3)")
    found = _read(tmp_path / "a.db")
    table = found["任务 list"]
    assert table.columns == ("id", "内容", "state")
    assert table.keys == {"state": "states.id"}
    assert table.primary == ("id",)
    assert found["states"].types == {"id": "INTEGER", "name": "VARCHAR(20)"}
    assert [dict(row.values) for row in table.rows()] == [
        {"id": 1, "内容": "做网站", "state": 3},
        {"id": 2, "内容": None, "state": 3},
    ]


def test_rows_that_live_only_in_the_log_are_seen_and_nothing_is_touched(tmp_path: Path) -> None:
    live, kept = tmp_path / "live", tmp_path / "kept"
    live.mkdir()
    kept.mkdir()
    with contextlib.closing(sqlite3.connect(live / "a.db")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("CREATE TABLE m (t)")
        db.execute("INSERT INTO m VALUES ('only in the log')")
        db.commit()
        for file in live.iterdir():
            shutil.copy2(file, kept / file.name)
    before = {p.name: (hashlib.sha256(p.read_bytes()).digest(), p.stat().st_mtime_ns) for p in kept.iterdir()}
    assert len(before) == 3
    for source in (kept, kept / "a.db"):
        assert _column(next(t for t in tables(source) if t.name == "m"), "t") == ["only in the log"]
    after = {p.name: (hashlib.sha256(p.read_bytes()).digest(), p.stat().st_mtime_ns) for p in kept.iterdir()}
    assert after == before


def test_a_hot_journal_is_rolled_back_in_the_copy(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with _database(path) as db:
        db.execute("CREATE TABLE m (t)")
        db.executemany("INSERT INTO m VALUES (?)", [(f"good {i} " * 50,) for i in range(200)])
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN")
        db.execute("UPDATE m SET t = 'half done'")
        kept = tmp_path / "kept"
        kept.mkdir()
        for name in ("a.db", "a.db-journal"):
            shutil.copy(tmp_path / name, kept / name)
        db.execute("ROLLBACK")
    assert all(str(t).startswith("good") for t in _column(_read(kept / "a.db")["m"], "t"))


def test_indexes_and_machinery_are_counted_and_not_read(tmp_path: Path) -> None:
    with _database(tmp_path / "a.db") as db:
        db.executescript(
            """
            CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT);
            CREATE VIRTUAL TABLE notes_fts USING fts5(body);
            CREATE VIRTUAL TABLE outside USING fts5(body, content='notes');
            CREATE TABLE alembic_version (version_num);
            CREATE VIEW recent AS SELECT * FROM notes;
            INSERT INTO alembic_version VALUES ('abc');
            """
        )
        for i in range(30):
            db.execute("INSERT INTO notes (body) VALUES (?)", (f"note {i}",))
            db.execute("INSERT INTO notes_fts VALUES (?)", (f"note {i}",))
    found = _read(tmp_path / "a.db")
    assert [name for name, table in found.items() if table.shape is Shape.ROWS] == ["notes"]
    assert all(table.reason for table in found.values() if table.shape is Shape.INDEX)
    assert "notes" in found["notes_fts"].reason
    assert sum(row.weight for row in found["notes_fts"].rows()) == 30
    assert not list(found["recent"].rows())


def test_text_that_lives_only_in_a_full_text_table_is_read(tmp_path: Path) -> None:
    with _database(tmp_path / "a.db") as db:
        db.execute("CREATE VIRTUAL TABLE memory USING fts5(body)")
        db.execute("INSERT INTO memory VALUES ('likes tea')")
    assert _column(_read(tmp_path / "a.db")["memory"], "body") == ["likes tea"]


def test_text_of_a_full_text_table_with_a_foreign_tokenizer_is_read_from_its_inside(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with _database(path) as db:
        db.execute("CREATE VIRTUAL TABLE memory USING fts5(body)")
        db.execute("INSERT INTO memory VALUES ('喜欢喝茶')")
    with _database(path) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "UPDATE sqlite_master SET sql = 'CREATE VIRTUAL TABLE memory USING fts5(body, tokenize=''jieba'')' WHERE name = 'memory'"
        )
    found = _read(path)
    assert found["memory"].shape is Shape.INDEX
    assert "cannot be opened" in found["memory"].reason
    assert _column(found["memory_content"], "c0") == ["喜欢喝茶"]


def test_a_virtual_table_of_an_unknown_module_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with _database(path) as db:
        db.execute("CREATE TABLE m (t)")
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "INSERT INTO sqlite_master VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING vec0(e float[4])')"
        )
    found = _read(path)
    assert "vec0" in found["v"].reason
    assert found["m"].shape is Shape.ROWS


def test_json_text_vectors_and_text_in_blobs_are_told_apart(tmp_path: Path) -> None:
    generator = np.random.default_rng(5)
    with _database(tmp_path / "a.db") as db:
        db.execute(
            "CREATE TABLE m (id TEXT PRIMARY KEY, meta TEXT, mixed TEXT, e BLOB, b BLOB, raw BLOB) WITHOUT ROWID"
        )
        for i in range(5):
            vector = generator.normal(size=48).astype("f4").tobytes()
            blob = [
                b'{"a": 1}',
                "喜欢茶".encode(),
                b"plain",
                "用户喜欢喝乌龙茶和普洱茶".encode("gb18030"),
                b"\x00\xff\x00\x01",
            ][i]
            row = (str(i), json.dumps({"n": i}), "{not json" if i else "{}", vector, blob, b"\x00\x01\x02")
            db.execute("INSERT INTO m VALUES (?, ?, ?, ?, ?, ?)", row)
    table = _read(tmp_path / "a.db")["m"]
    assert _column(table, "meta") == [{"n": i} for i in range(5)]
    assert _column(table, "mixed")[1] == "{not json"
    assert _column(table, "e") == [Vector(48)] * 5
    assert _column(table, "b") == [{"a": 1}, "喜欢茶", "plain", "用户喜欢喝乌龙茶和普洱茶", b"\x00\xff\x00\x01"]
    assert _column(table, "raw") == [b"\x00\x01\x02"] * 5


def test_a_table_of_ids_and_vectors_is_vectors(tmp_path: Path) -> None:
    with _database(tmp_path / "a.db") as db:
        db.execute("CREATE TABLE e (id TEXT, model TEXT, v BLOB)")
        db.executemany(
            "INSERT INTO e VALUES (?, 'bge-m3', ?)",
            [(f"m{i}", np.full(32, i / 7, "f4").tobytes()) for i in range(1, 9)],
        )
    table = _read(tmp_path / "a.db")["e"]
    assert table.shape is Shape.VECTORS
    assert sum(row.weight for row in table.rows()) == 8
    assert "32" in table.reason


def test_text_in_a_legacy_encoding_is_decoded(tmp_path: Path) -> None:
    texts = ["用户喜欢喝乌龙茶", "项目正在开发中", "表格里不要写英文"]
    with _database(tmp_path / "a.db") as db:
        db.execute("CREATE TABLE m (t TEXT)")
        for text in texts:
            db.execute("INSERT INTO m VALUES (CAST(? AS TEXT))", (text.encode("gb18030"),))
        db.execute("INSERT INTO m VALUES ('plain')")
    table = _read(tmp_path / "a.db")["m"]
    assert _column(table, "t") == [*texts, "plain"]
    assert table.encoding == "gb18030"


def _large(path: Path) -> bytearray:
    with _database(path) as db:
        db.execute("CREATE TABLE m (id INTEGER PRIMARY KEY, t TEXT)")
        db.execute("CREATE TABLE other (t)")
        db.executemany("INSERT INTO m VALUES (?, ?)", [(i, f"memory {i} " * 30) for i in range(1000)])
        db.execute("INSERT INTO other VALUES ('fine')")
    return bytearray(path.read_bytes())


def test_damage_in_the_middle_costs_what_it_hit(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    data = _large(path)
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = os.urandom(4096)
    path.write_bytes(data)
    found = _read(path)
    ids = _column(found["m"], "id")
    problems = [row for row in found["m"].rows() if row.problem]
    assert len(problems) == 1
    assert "damaged" in problems[0].problem
    assert len(ids) > 950
    assert len(set(ids)) == len(ids)
    assert {0, 999} <= set(ids)
    assert _column(found["other"], "t") == ["fine"]


def test_a_database_cut_short_gives_the_rows_before_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    data = _large(path)
    path.write_bytes(data[: len(data) // 2])
    found = _read(path)
    assert len(_column(found["m"], "id")) > 300
    assert [row.problem for row in found["m"].rows()][-1]


def test_a_database_without_its_first_page_is_told_and_raises_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    data = _large(path)
    data[100:4096] = bytes(3996)
    path.write_bytes(data)
    assert all(row.problem or row.weight for table in tables(path) for row in table.rows())
    data[:4096] = os.urandom(4096)
    path.write_bytes(data)
    (table,) = tables(path)
    assert table.shape is Shape.OPAQUE
    assert "encrypted" in table.reason


def test_an_empty_database_file_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"")
    (table,) = tables(tmp_path / "a.db")
    assert not list(table.rows())
    assert "empty" in table.reason


def test_names_that_look_like_sql_are_only_names(tmp_path: Path) -> None:
    with _database(tmp_path / "a.db") as db:
        db.execute('CREATE TABLE "a""; DROP TABLE b; --" ("rowid" TEXT, "select" TEXT)')
        db.execute("INSERT INTO \"a\"\"; DROP TABLE b; --\" VALUES ('x', 'y')")
    (table,) = tables(tmp_path / "a.db")
    assert [dict(row.values) for row in table.rows()] == [{"rowid": "x", "select": "y"}]


def test_a_list_of_tables_whose_fault_cannot_even_be_told_in_text_is_a_bad_row(tmp_path):
    """SQLite quotes the bytes of a broken declaration, and they need not be text."""
    path = tmp_path / "a.db"
    with _database(path) as connection:
        connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)")
        connection.execute("INSERT INTO notes VALUES (1, 'likes tea')")
    content = path.read_bytes()
    start = content.index(b"CREATE TABLE notes")
    for at in range(start, start + 12):
        path.write_bytes(content[:at] + b"\x9f" + content[at + 1 :])
        (row,) = [row for table in _read(path).values() for row in table.rows()]
        assert row.problem or row.values["text"] == "likes tea"
