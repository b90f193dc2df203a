"""Delimited text as people save it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.formats.tabular.csv_records import records, split
from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import Row, Table, Vector
from satchel.formats.tabular.textual import Line


def _read(tmp_path: Path, text: str | bytes, name: str = "data") -> Table:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    (table,) = tables(path)
    return table


def _rows(table: Table) -> list[Row]:
    return list(table.rows())


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    lines = [["id", "text", "created_at"], ["1", "likes tea, a lot", "2024-01-01"], ["2", "no coffee", "2024-01-02"]]
    text = "\n".join(delimiter.join(f'"{c}"' if delimiter in c else c for c in line) for line in lines)
    table = _read(tmp_path, text)
    assert table.container == "csv"
    assert table.columns == ("id", "text", "created_at")
    assert [tuple(row.values.values()) for row in _rows(table)] == [tuple(line) for line in lines[1:]]


def test_a_file_without_a_heading_numbers_its_columns(tmp_path: Path) -> None:
    table = _read(tmp_path, "1\tlikes tea\t2024-01-01\n2\tno coffee\t2024-01-02\n")
    assert table.columns == ("column_1", "column_2", "column_3")
    assert len(_rows(table)) == 2


def test_a_chinese_heading_in_a_legacy_encoding_is_found(tmp_path: Path) -> None:
    table = _read(tmp_path, "编号,内容,时间\n1,喜欢喝茶,2024/1/1\n2,不吃辣,2024/1/2\n".encode("gb18030"))
    assert table.columns == ("编号", "内容", "时间")
    assert table.encoding == "gb18030"


def test_line_ends_and_quotes_in_a_field_belong_to_it(tmp_path: Path) -> None:
    table = _read(tmp_path, 'id,text\n1,"first\nsecond, ""quoted"""\n2,plain\n')
    assert [row.values["text"] for row in _rows(table)] == ['first\nsecond, "quoted"', "plain"]
    assert [row.position for row in _rows(table)] == ["line 2", "line 4"]


def test_excels_first_line_names_the_delimiter(tmp_path: Path) -> None:
    table = _read(tmp_path, "\ufeffsep=;\r\nid;text\r\n1;a, b\r\n2;c\r\n")
    assert [dict(row.values) for row in _rows(table)] == [{"id": "1", "text": "a, b"}, {"id": "2", "text": "c"}]


def test_a_ragged_record_keeps_its_fields_and_says_so(tmp_path: Path) -> None:
    table = _read(tmp_path, "id,text,at\n1,a,2024-01-01\n2,too, many,2024-01-02\n3\n4,b,2024-01-04\n")
    rows = _rows(table)
    assert [bool(row.problem) for row in rows] == [False, True, True, False]
    assert list(rows[1].values.values()) == ["2", "too", " many", "2024-01-02"]
    assert rows[1].raw == "2,too, many,2024-01-02"


def test_a_quote_that_never_closes_costs_its_line(tmp_path: Path) -> None:
    table = _read(tmp_path, 'id,text,at\n1,"open,2024-01-01\n2,b,2024-01-02\n3,"c, d",2024-01-03\n')
    rows = _rows(table)
    assert [row.values["id"] for row in rows] == ["1", "2", "3"]
    assert [bool(row.problem) for row in rows] == [True, False, False]
    assert rows[2].values["text"] == "c, d"


def test_a_heading_said_again_in_the_middle_is_no_row(tmp_path: Path) -> None:
    table = _read(tmp_path, "id,text\n1,a\nid,text\n2,b\n", "x.csv")
    assert [row.values["id"] for row in _rows(table)] == ["1", "2"]


def test_json_in_a_field_is_a_value(tmp_path: Path) -> None:
    table = _read(tmp_path, 'id,meta\n1,"{""a"": [1, 2]}"\n2,"{broken"\n3,plain\n')
    assert [row.values["meta"] for row in _rows(table)] == [{"a": [1, 2]}, "{broken", "plain"]


def test_a_vector_in_a_field_is_a_marker(tmp_path: Path) -> None:
    vector = "[" + ", ".join(["0.125"] * 32) + "]"
    table = _read(tmp_path, f'id,text,embedding\n1,a,"{vector}"\n2,b,"{vector}"\n')
    assert _rows(table)[0].values["embedding"] == Vector(32)


@pytest.mark.parametrize(
    "text",
    [
        "I like tea, and coffee.\nHe said, maybe.\nWe went, home.\n",
        "2024-01-01 10:00:00,123 INFO started\n2024-01-01 10:00:01,456 INFO done\n2024-01-01 10:00:02,789 INFO bye\n",
        "- likes tea, jazz\n- hates rain, snow\n- lives in Kunming, Yunnan\n",
    ],
)
def test_prose_with_commas_is_no_table(tmp_path: Path, text: str) -> None:
    table = _read(tmp_path, text)
    assert table.container != "csv"
    assert len(_rows(table)) == 3


def test_a_name_of_csv_alone_makes_a_single_column_a_table(tmp_path: Path) -> None:
    assert [dict(row.values) for row in _rows(_read(tmp_path, "text\nlikes tea\nno coffee\n", "a.csv"))] == [
        {"text": "likes tea"},
        {"text": "no coffee"},
    ]


FIELDS = st.text(st.sampled_from('ab,"\n 茶'), max_size=8).filter(lambda field: field == field.strip(" "))


@given(st.lists(st.lists(FIELDS, min_size=2, max_size=2), min_size=1, max_size=6))
def test_whatever_pythons_writer_wrote_is_read_back(table: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(table)
    lines = [Line(i, text) for i, text in enumerate(out.getvalue().split("\n")[:-1], start=1)]
    assert [record.fields for record in records(lines, ",", width=2)] == table


@given(st.text(st.sampled_from('a,"\n '), max_size=30))
def test_every_line_starts_a_record_or_stands_inside_one(text: str) -> None:
    lines = [Line(i, line) for i, line in enumerate(text.split("\n"), start=1)]
    found = list(records(lines, ",", width=3))
    assert found[0].line == 1
    letters = "".join(field for record in found for field in record.fields).count("a")
    assert letters == text.count("a")


def test_split_tells_an_open_quote() -> None:
    assert split('a,"b', ",") == (["a", "b"], True)
    assert split('a,"b ""c"" d" ,e', ",") == (["a", 'b "c" d', "e"], False)


@pytest.mark.parametrize("heads", [("内容", "创建时间（北京时间）"), ("text", "when [UTC+8]"), ("笔记", "日期／时间")])
def test_a_heading_may_have_brackets_of_any_width(heads: tuple[str, str], tmp_path: Path) -> None:
    rows = [(f"the boat house, door {n}, has a new lock", f"2025年6月{n}日 23:34:15") for n in range(1, 9)]
    text = "\n".join(",".join(f'"{cell}"' for cell in row) for row in (heads, *rows))
    table = _read(tmp_path, text)
    assert table.container == "csv"
    assert table.columns == heads
    assert [tuple(row.values.values()) for row in _rows(table)] == rows


def test_lines_of_quoted_fields_are_a_table_whatever_the_first_says(tmp_path: Path) -> None:
    rows = [(f"he said: “no”, {n} times", f"seat ‹{n}›") for n in range(12)]
    table = _read(tmp_path, "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows))
    assert table.container == "csv"
    assert len(_rows(table)) == 12


def test_quoted_speech_is_no_table(tmp_path: Path) -> None:
    text = "\n".join(f'"Well, {n} boats", said Anna, "and not one of them dry."' for n in range(9))
    assert _read(tmp_path, text, "talk.txt").container == "text"


@pytest.mark.parametrize("lead", ["Saved memories\n\n", "", "Notes, so far\n"])
@pytest.mark.parametrize(
    "line", ["[Aug {n}, 2024] - the ferry leaves at {n}", "(Mon, {n} May) the ferry leaves", "【{n},5】渡船改点了"]
)
def test_a_comma_inside_a_bracket_in_front_parts_no_columns(lead: str, line: str, tmp_path: Path) -> None:
    text = lead + "\n".join(line.format(n=n) for n in range(1, 20))
    assert _read(tmp_path, text, "profile_notes.txt").container == "text"
