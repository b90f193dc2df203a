"""Sections and pairs: settings stay pairs, counted and repeated keys make lists, prose is no such file."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.formats.tabular.ini import is_ini, load_ini
from satchel.formats.tabular.reader import tables


def test_counted_and_repeated_keys_make_lists() -> None:
    text = "[likes]\nitem0 = green tea\nitem1 = 'rye bread'\n[todo]\ncall=the vet\ncall=the bank\n[server]\nhost=a\nport=1\n"
    assert load_ini(text) == {
        "likes": ["green tea", "rye bread"],
        "todo": ["the vet", "the bank"],
        "server": {"host": "a", "port": "1"},
    }


def test_a_value_goes_on_over_indented_lines() -> None:
    assert load_ini("; c\n[a]\nnote = first\n  and second\nx = 1 # kept\n") == {
        "a": {"note": "first and second", "x": "1 # kept"}
    }


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("[a]\nb = c\nd = e\n", "x.txt", True),
        ("a: b\nc: d\n", "x.properties", True),
        ("a.b=c\nd.e=f\n", "x.conf", True),
        ("a: b\nc: d\n", "notes.txt", False),
        ("Dear Ann\nx = y is what she wrote\nand more\n", "letter.txt", False),
        ("[draft] call Ann\n[done] x = y\n", "n.txt", False),
        ("[2026-03-01 10:00] Ann: a = b\n[2026-03-01 10:01] Bo: c = d\n", "chat.txt", False),
    ],
)
def test_what_is_such_a_file(text: str, name: str, said: bool) -> None:
    assert is_ini(text.splitlines(), name) is said


def test_a_line_that_is_neither_leaves_the_file_to_the_reader_of_texts(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_text("what this is about\n[s]\n" + "".join(f"k{n} = v\n" for n in range(30)), "utf-8")
    assert {table.container for table in tables(tmp_path / "a.ini")} == {"text"}
