"""JSON in every shape that tools and people leave: documents, lines, maps, columns, and all of them damaged."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from satchel.formats.tabular import json_rows, json_scan
from satchel.formats.tabular.json_shape import explode
from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import Row, Shape, Table, Vector

MEMORIES = [{"id": i, "text": f"memory number {i}"} for i in range(50)]


def _read(tmp_path: Path, text: str | bytes, name: str = "data") -> dict[str, Table]:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    found = list(tables(path))
    assert all(row.position for table in found for row in table.rows())
    return {("envelope:" if table.envelope else "") + table.name: table for table in found}


def _values(table: Table) -> list[dict[str, Any]]:
    return [dict(row.values) for row in table.rows() if not row.problem]


def _problems(table: Table) -> list[Row]:
    return [row for row in table.rows() if row.problem]


# ---------------------------------------------------------------------------------------------------------- good shapes


def test_an_array_of_objects_is_a_table_named_by_its_path(tmp_path: Path) -> None:
    found = _read(tmp_path, json.dumps({"data": {"memories": MEMORIES}}))
    assert _values(found["data.memories"]) == MEMORIES
    assert found["data.memories"].columns == ("id", "text")
    assert next(iter(found["data.memories"].rows())).position == "data.memories[0]"


def test_scalars_above_a_list_are_known_in_its_rows_and_one_row_by_themselves(tmp_path: Path) -> None:
    document = {"memories": MEMORIES[:2], "user_id": "u1", "inner": {"account": "a", "notes": [{"n": 1}]}}
    found = _read(tmp_path, json.dumps(document))
    assert _values(found["memories"])[0] == {"id": 0, "text": "memory number 0", "^user_id": "u1"}
    assert _values(found["inner.notes"]) == [{"n": 1, "^user_id": "u1", "^account": "a"}]
    assert _values(found["envelope:"]) == [{"user_id": "u1"}]


def test_an_object_keyed_by_id_is_a_table_with_the_key_as_a_column(tmp_path: Path) -> None:
    found = _read(tmp_path, json.dumps({"m1": {"text": "a"}, "m2": {"text": "b", "at": 3}}))
    assert _values(found[""]) == [{"$key": "m1", "text": "a"}, {"$key": "m2", "text": "b", "at": 3}]


def test_lists_keyed_by_date_are_one_table(tmp_path: Path) -> None:
    found = _read(tmp_path, json.dumps({"2024-01-01": [{"t": "a"}], "2024-01-02": [{"t": "b"}, {"t": "c"}]}))
    assert [(v["$key"], v["t"]) for v in _values(found[""])] == [
        ("2024-01-01", "a"),
        ("2024-01-02", "b"),
        ("2024-01-02", "c"),
    ]


def test_lists_of_different_names_are_different_tables(tmp_path: Path) -> None:
    found = _read(tmp_path, json.dumps({"facts": [{"t": "a"}], "preferences": [{"t": "b"}]}))
    assert set(found) == {"facts", "preferences"}


@pytest.mark.parametrize("ends", [("_2025", "_2025"), ("_v2", "_v2"), ("2", "_old3"), ("-20250101", ""), ("", "")])
def test_names_with_a_year_or_a_version_are_names(tmp_path: Path, ends: tuple[str, str]) -> None:
    codes = [{"code": n, "note": text} for n, text in enumerate(("open", "waiting", "done"), 1)]
    tasks = [{"no": n, "title": f"call {n}", "state": 1 + n % 3, "note": None, "due": "2025-07-01"} for n in range(9)]
    found = _read(tmp_path, json.dumps({f"status_codes{ends[0]}": codes, f"t_task{ends[1]}": tasks}))
    assert {name: len(_values(table)) for name, table in found.items()} == {
        f"status_codes{ends[0]}": 3,
        f"t_task{ends[1]}": 9,
    }


def test_numbered_ids_of_like_things_are_one_table(tmp_path: Path) -> None:
    people = {
        f"{name}{n}": [{"text": "likes tea", "at": n}, {"text": "lives in Oslo"}]
        for n, name in enumerate(("ann_10", "bo_11", "cy_12"))
    }
    [table] = _read(tmp_path, json.dumps(people)).values()
    assert len(_values(table)) == 6


def test_settings_are_a_row_a_leaf_with_dotted_keys(tmp_path: Path) -> None:
    found = _read(tmp_path, json.dumps({"theme": "dark", "editor": {"tabs": 4}, "likes": ["tea", "jazz"], "x": None}))
    assert _values(found[""]) == [
        {"$key": "theme", "$value": "dark"},
        {"$key": "editor.tabs", "$value": 4},
        {"$key": "likes", "$value": "tea"},
        {"$key": "likes", "$value": "jazz"},
    ]


def test_a_single_record_is_one_row_with_what_is_nested_in_it(tmp_path: Path) -> None:
    record = {"id": "m1", "content": "likes tea", "history": [{"event": "ADD"}], "meta": {"a": 1}}
    assert _values(_read(tmp_path, json.dumps(record))[""]) == [record]


def test_a_list_of_sentences_is_lines_and_knows_what_stands_beside_it(tmp_path: Path) -> None:
    found = _read(tmp_path, json.dumps({"user_id": "u1", "notes": ["The user likes green tea", "用户不喜欢吃辣的菜"]}))
    assert found["notes"].shape is Shape.LINES
    assert [v["text"] for v in _values(found["notes"])] == ["The user likes green tea", "用户不喜欢吃辣的菜"]
    assert {v["^user_id"] for v in _values(found["notes"])} == {"u1"}


def test_columns_of_a_vector_store_dump_become_rows(tmp_path: Path) -> None:
    dump = {"ids": ["a", "b"], "documents": ["one", "two"], "metadatas": [{"k": 1}, None], "included": ["documents"]}
    found = _read(tmp_path, json.dumps(dump))
    assert _values(found[""]) == [
        {"ids": "a", "documents": "one", "metadatas": {"k": 1}},
        {"ids": "b", "documents": "two"},
    ]
    assert _values(found["envelope:"]) == [{"included": ["documents"]}]


@pytest.mark.parametrize(
    "document",
    [
        {"text": {"0": "a", "1": "b"}, "n": {"0": 1, "1": 2}},
        {"columns": ["text", "n"], "index": [0, 1], "data": [["a", 1], ["b", 2]]},
        [{"text": "a", "n": 1}, {"text": "b", "n": 2}],
    ],
)
def test_every_orientation_of_a_data_frame_gives_the_same_rows(tmp_path: Path, document: Any) -> None:
    assert _values(_read(tmp_path, json.dumps(document))[""]) == [{"text": "a", "n": 1}, {"text": "b", "n": 2}]


def test_vectors_in_rows_are_markers_and_lists_of_vectors_are_counted(tmp_path: Path) -> None:
    vector = [0.25] * 64
    found = _read(
        tmp_path, json.dumps({"rows": [{"id": "a", "v": vector, "s": json.dumps(vector)}], "index": [vector] * 3})
    )
    assert _values(found["rows"]) == [{"id": "a", "v": Vector(64), "s": Vector(64)}]
    assert found["index"].shape is Shape.VECTORS
    assert sum(row.weight for row in found["index"].rows()) == 3
    assert "64" in found["index"].reason


def test_short_lists_of_numbers_stay_what_they_are(tmp_path: Path) -> None:
    assert _values(_read(tmp_path, '[{"id": 1, "when": [2024, 5, 1]}]')[""]) == [{"id": 1, "when": [2024, 5, 1]}]


def test_explode_puts_the_outer_scalars_beside_each_inner_row() -> None:
    row = Row(values={"id": "c1", "messages": [{"role": "user"}, "hi"], "^account": "a"}, position="[3]")
    assert [(r.position, dict(r.values)) for r in explode(row, "messages")] == [
        ("[3].messages[0]", {"role": "user", "^account": "a", "^id": "c1"}),
        ("[3].messages[1]", {"text": "hi", "^account": "a", "^id": "c1"}),
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030", "utf-16-le"])
@pytest.mark.parametrize("lines", [True, False])
def test_every_encoding_gives_the_same_rows(tmp_path: Path, encoding: str, *, lines: bool) -> None:
    rows = [{"内容": f"用户喜欢喝乌龙茶，不喜欢咖啡，第{i}条"} for i in range(5)]
    text = "\n".join(json.dumps(r, ensure_ascii=False) for r in rows) if lines else json.dumps(rows, ensure_ascii=False)
    assert _values(_read(tmp_path, text.encode(encoding))[""]) == rows


def test_odd_numbers_keys_and_surrogates_survive(tmp_path: Path) -> None:
    text = '{"a": 1, "a": 2, "s": "x\\ud800y"}\n{"n": NaN, "i": -Infinity, "b": 123456789012345678901234567890}\n{"h": %s}\n'
    first, second, third = _values(_read(tmp_path, text % ("7" * 5000))[""])
    assert (first["a"], first["a~1"], first["s"]) == (2, 1, "x\ufffdy")
    assert math.isnan(second["n"])
    assert second["b"] == 123456789012345678901234567890
    assert third["h"] == "7" * 5000


@pytest.mark.parametrize(
    "text",
    ['[{"a": 1, "b": "x",},]', '// made by\n[{"a": 1, /* one */ "b": "x"}]', 'window.data = [{"a": 1, "b": "x"}];'],
)
def test_small_sins_are_mended(tmp_path: Path, text: str) -> None:
    assert _values(_read(tmp_path, text)[""]) == [{"a": 1, "b": "x"}]


def test_what_python_printed_is_read_without_running_it(tmp_path: Path) -> None:
    text = "{'a': 1, 'b': \"it's\", 'c': None}\n{'a': 2, 'b': __import__('os')}\n{'a': 3, 'c': (True, 'x')}\n"
    table = _read(tmp_path, text)[""]
    assert _values(table) == [{"a": 1, "b": "it's", "c": None}, {"a": 3, "c": [True, "x"]}]
    assert [row.position for row in _problems(table)] == ["line 2"]


def test_zeros_that_a_power_cut_left_are_no_lines(tmp_path: Path) -> None:
    table = _read(tmp_path, b'{"a": 1}\n\x00\x00\x00{"a": 2}\n' + bytes(4000))[""]
    assert _values(table) == [{"a": 1}, {"a": 2}]


def test_a_document_without_rows_is_a_table_that_says_so(tmp_path: Path) -> None:
    for text in ("[]", "{}", " \n\n"):
        (table,) = _read(tmp_path, text).values()
        assert table.reason
        assert not list(table.rows())


def test_documents_written_one_after_the_other_are_rows(tmp_path: Path) -> None:
    text = "\n".join(json.dumps(memory, indent=1) for memory in MEMORIES)
    assert _values(_read(tmp_path, text)[""]) == MEMORIES


# -------------------------------------------------------------------------------------------------------------- damage


def test_a_bad_line_costs_that_line_and_names_it(tmp_path: Path) -> None:
    text = '{"id": 1}\n{"id": 2}{"id": 3}\n\n{"id": 4, "te\n{"id": 5}\n{"id": 6, "text": "to'
    table = _read(tmp_path, text)[""]
    assert [v["id"] for v in _values(table)] == [1, 2, 3, 5]
    assert [row.position for row in _problems(table)] == ["line 4", "line 6"]
    assert _problems(table)[0].raw == '{"id": 4, "te'


def test_a_good_object_behind_a_broken_one_on_a_line_is_kept(tmp_path: Path) -> None:
    table = _read(tmp_path, '{"id": 1, "text": "cut{"id": 2, "text": "whole"}\n{"id": 3, "text": "x"}\n')[""]
    assert [v["id"] for v in _values(table)] == [2, 3]
    assert len(_problems(table)) == 1


@pytest.mark.parametrize("cut", [200, 777, 1500])
def test_half_a_document_gives_the_rows_before_the_break_and_one_that_says_where(tmp_path: Path, cut: int) -> None:
    text = json.dumps({"user": "u", "memories": MEMORIES}, indent=1)[:cut]
    table = _read(tmp_path, text)["memories"]
    assert len(_values(table)) == text.count("}")
    assert len(_problems(table)) == 1
    assert "line" in _problems(table)[0].problem
    assert _values(table)[0]["^user"] == "u"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"memory number 20"', '"memory number 20'),
        ('"memory number 20"', 'memory number 20"'),
        ('"memory number 20"}', '"memory number 20"'),
        ('{"id": 20', '"id": 20'),
        ('"id": 20, ', '"id": 20 '),
        ('"memory number 20"', "@@@@"),
    ],
)
def test_a_broken_element_costs_itself_and_not_its_neighbours(tmp_path: Path, old: str, new: str) -> None:
    document = json.dumps({"memories": MEMORIES, "after": [{"x": 1}]})
    assert old in document
    found = _read(tmp_path, document.replace(old, new, 1))
    kept = [v["id"] for v in _values(found["memories"]) if "id" in v]
    assert set(range(50)) - set(kept) <= {19, 20, 21}
    assert _problems(found["memories"])
    assert _values(found["after"]) == [{"x": 1}]


def test_a_broken_member_of_a_map_costs_itself(tmp_path: Path) -> None:
    document = json.dumps({f"m{i}": {"text": f"t {i}", "n": i} for i in range(30)}).replace('"t 20"', '"t 20')
    table = _read(tmp_path, document)[""]
    assert {v["$key"] for v in _values(table)} == {f"m{i}" for i in range(30)} - {"m20"}
    assert [row.position for row in _problems(table)] == ["m20"]


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "[" * 3000 + "]" * 3000, '{"a":' * 3000 + "1" + "}" * 3000]
)
def test_endless_nesting_is_a_row_with_a_problem(tmp_path: Path, text: str) -> None:
    found = _read(tmp_path, text)
    assert sum(len(_problems(table)) for table in found.values()) == 1


def test_a_line_that_is_too_long_is_told_and_the_next_one_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satchel.formats.tabular.textual.LONGEST_LINE", 1 << 20)
    table = _read(tmp_path, '{"id": 1}\n{"a": "' + "x" * (3 << 20) + '"}\n{"id": 3}\n', "m.jsonl")[""]
    assert _values(table) == [{"id": 1}, {"id": 3}]
    (bad,) = _problems(table)
    assert bad.position == "line 2"
    assert f"{(3 << 20) + 10:,}" in bad.problem
    assert len(bad.raw) <= 2000


# --------------------------------------------------------------------------------------------- larger than what is held

LARGE_DOCUMENTS = [
    {"version": 1, "data": {"memories": MEMORIES}, "conversations": [{"id": "c"}], "account": "a"},
    {f"id-{i}": memory for i, memory in enumerate(MEMORIES)},
    MEMORIES,
    {f"2024-01-{i:02}": [{"t": "x" * 20, "n": i}] for i in range(1, 29)},
    {f"setting {i}": f"value {i}" for i in range(100)},
    {"notes": [f"The user said sentence number {i}" for i in range(50)]},
    {"a": 1, "vectors": [[0.5] * 20] * 30, "more": {"deep": {"list": [{"x": 1}] * 40}}},
]


@pytest.mark.parametrize("document", LARGE_DOCUMENTS)
def test_a_document_too_large_to_hold_gives_the_same_tables(
    tmp_path: Path, document: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound on what is held must not show in the result, but for the order of tables."""
    held = {k: (t.shape, set(t.columns), _values(t)) for k, t in _read(tmp_path, json.dumps(document)).items()}
    monkeypatch.setattr(json_scan, "WHOLE", 150)
    monkeypatch.setattr("satchel.formats.tabular.json_text.FIRST_WINDOW", 64)
    streamed = {k: (t.shape, set(t.columns), _values(t)) for k, t in _read(tmp_path, json.dumps(document)).items()}
    assert streamed == held


def test_a_map_of_thousands_of_lists_is_one_table_even_when_it_is_streamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_scan, "WHOLE", 150)
    monkeypatch.setattr(json_rows, "_MOST_TABLES", 50)
    document = {f"name{chr(97 + i % 26)}{chr(97 + i // 26)}": [{"t": i}] for i in range(300)}
    found = _read(tmp_path, json.dumps(document))
    assert list(found) == [""]
    assert [v["t"] for v in _values(found[""])] == list(range(300))
