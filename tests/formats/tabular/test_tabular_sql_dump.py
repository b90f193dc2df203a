"""Dumps as SQL give the rows that were dumped, whoever wrote them; nothing in them is run."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import Shape, Table

MYSQL = """\
-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `notes`;
CREATE TABLE `notes` (
  `id` bigint NOT NULL,
  `note` text COMMENT 'what, (roughly); it says',
  `at` datetime DEFAULT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `fk` FOREIGN KEY (`kind`) REFERENCES `kinds` (`id`)
) ENGINE=InnoDB;
INSERT INTO `notes` VALUES (1,'it\\'s (odd); really\\nso','2026-03-01 10:00:00'),(2,NULL,'2026-03-02 10:00:00');
INSERT INTO `notes` VALUES (3,'三',0x41);
"""
POSTGRES = """\
--
-- PostgreSQL database dump
--
SET client_encoding = 'UTF8';
CREATE TABLE public.notes (
    id integer NOT NULL,
    note text DEFAULT 'a, b'::text
);
COPY public.notes (id, note) FROM stdin;
1\tone\\ttwo; INSERT INTO x
2\t\\N
\\.
INSERT INTO public.notes (id, note) VALUES (3, 'back\\slash ''quoted''') ON CONFLICT DO NOTHING;
INSERT INTO public.notes (id, note) VALUES (4, E'line\\nbreak'::text), (-5, true);
"""


def _read(path: Path, text: str) -> list[Table]:
    path.write_text(text, "utf-8")
    return list(tables(path))


def _values(table: Table) -> list[list[object]]:
    return [list(row.values.values()) for row in table.rows()]


def test_a_dump_of_mysql(tmp_path: Path) -> None:
    (table,) = _read(tmp_path / "a.sql", MYSQL)
    assert (table.name, table.columns, table.keys) == ("notes", ("id", "note", "at"), {"kind": "kinds.id"})
    assert _values(table) == [
        [1, "it's (odd); really\nso", "2026-03-01 10:00:00"],
        [2, None, "2026-03-02 10:00:00"],
        [3, "三", b"A"],
    ]


def test_a_dump_of_postgres(tmp_path: Path) -> None:
    (table,) = _read(tmp_path / "dump.txt", POSTGRES)
    assert (table.name, table.columns) == ("notes", ("id", "note"))
    assert _values(table) == [
        ["1", "one\ttwo; INSERT INTO x"],
        ["2", None],
        [3, "back\\slash 'quoted'"],
        [4, "line\nbreak"],
        [-5, True],
    ]


@given(
    st.lists(
        st.tuples(
            st.integers(-(2**40), 2**40),
            st.text(
                st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"),
                max_size=60,
            ),
            st.none() | st.binary(max_size=8),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_what_sqlite_dumps_comes_back(rows: list[tuple[int, str, bytes | None]]) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(":memory:")) as base:
        base.execute('CREATE TABLE "my notes" (n INTEGER, "what; it (says)" TEXT, blob BLOB)')
        base.executemany('INSERT INTO "my notes" VALUES (?,?,?)', rows)
        (table,) = _read(Path(folder) / "d.sql", "\n".join(base.iterdump()) + "\n")
        assert table.columns == ("n", "what; it (says)", "blob")
        assert [tuple(row.values.values()) for row in table.rows()] == rows


def test_texts_that_a_shell_dumps_with_calls(tmp_path: Path) -> None:
    text = "BEGIN TRANSACTION;\nINSERT INTO n VALUES(1,replace('a\\nb','\\n',char(10)),CAST('x' AS TEXT));\nCOMMIT;\n"
    (table,) = _read(tmp_path / "a.sql", text)
    assert _values(table) == [[1, "a\nb", "x"]]


def test_a_torn_dump_says_where_it_ends(tmp_path: Path) -> None:
    (table,) = _read(tmp_path / "a.sql", MYSQL[: MYSQL.index("10:00:00'),(2")])
    (row,) = table.rows()
    assert "without its end" in row.problem


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("CREATE TABLE notes (id int, note text);\n", Shape.INDEX),
        ("CREATE TABLE n (a);\nINSERT INTO n SELECT a FROM m;\n", Shape.INDEX),
        ("-- how to count\nSELECT count(*) FROM notes;\n", Shape.LINES),
    ],
)
def test_statements_that_fill_nothing_hold_no_rows(text: str, shape: Shape, tmp_path: Path) -> None:
    assert {table.shape for table in _read(tmp_path / "a.sql", text)} == {shape}


def test_a_note_about_sql_is_a_note(tmp_path: Path) -> None:
    (table,) = _read(tmp_path / "a.md", "- never run by hand:\n\nINSERT INTO notes VALUES (1);\n")[:1]
    assert table.container == "markdown"
