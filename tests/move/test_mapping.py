"""The mapping file: written from an inspection, read back, and what it changes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from satchel.formats.contract import Fate, Reading
from satchel.move.mapping import parse_mapping, read_mapping, write_mapping
from satchel.move.rescue import Rescue, RescueOptions
from satchel_protocol.errors import InvalidMappingError, SourceError

NOW = datetime(2026, 6, 1, tzinfo=UTC)


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()
    rows = [
        {
            "nr": i,
            "a": f"Box {i} stands in the cellar",
            "b": "ann" if i % 2 else "bo",
            "t": "2026-01-02 08:00",
            "z": "3",
        }
        for i in range(1, 9)
    ]
    (folder / "rows.json").write_text(json.dumps(rows), "utf-8")
    return folder


def read(source: Path, text: str | None = None) -> list[Reading]:
    mapping = parse_mapping(text) if text else None
    return list(Rescue(source, RescueOptions(clock=lambda: NOW, mapping=mapping)).readings())


def test_what_was_inferred_can_be_written_and_read_back(source, tmp_path):
    inspection = Rescue(source, RescueOptions(clock=lambda: NOW)).inspection()
    (tmp_path / "m.yml").write_text(write_mapping(inspection), "utf-8")

    mapping = read_mapping(tmp_path / "m.yml")

    found = mapping.find("rows.json", "")
    assert found is not None
    assert found.columns["a"].value == "text"
    plain = [(r.fate, [x.content for x in r.records]) for r in read(source)]
    mapped = Rescue(source, RescueOptions(clock=lambda: NOW, mapping=mapping)).readings()
    assert [(r.fate, [x.content for x in r.records]) for r in mapped] == plain


def test_roles_scope_zone_and_kinds_are_what_was_said(source):
    readings = read(
        source,
        """
        satchel_mapping: 1
        tables:
          - source: "*.json"
            zone: Asia/Shanghai
            scope: "team:{b}"
            columns: {a: text, z: kind, t: created}
            kinds: {"3": skill}
        """,
    )

    record = readings[0].records[0]
    assert (record.scope, record.type, record.created_at) == ("team:ann", "skill", datetime(2026, 1, 2, tzinfo=UTC))


def test_a_table_can_be_left_out(source):
    readings = read(source, "satchel_mapping: 1\ntables: [{source: rows.json, skip: true}]")

    assert {r.fate for r in readings} == {Fate.STRUCTURE}
    assert "mapping file" in readings[0].reason


def test_a_table_can_be_called_a_log(source):
    readings = read(source, "satchel_mapping: 1\ntables: [{source: '*', reads_as: logs}]")

    assert {r.fate for r in readings} == {Fate.LOG}


def test_every_mistake_is_told_with_its_line_and_field():
    text = "satchel_mapping: 2\ntables:\n  - source: a\n    zone: Mars/Base\n    columns:\n      x: shoe\n    colour: red\n"

    with pytest.raises(InvalidMappingError) as caught:
        parse_mapping(text, name="m.yml")

    problems = {p.path: p.message for p in caught.value.problems}
    assert set(problems) == {"satchel_mapping", "tables[0].zone", "tables[0].columns.x", "tables[0].colour"}
    assert "line 4" in problems["tables[0].zone"]
    assert "line 6" in problems["tables[0].columns.x"]
    assert "m.yml" in str(caught.value)


@pytest.mark.parametrize(
    "text", ["- a\n- b\n", "tables: [", "satchel_mapping: 1\ntables: 3\n", "satchel_mapping: 1\ntables: [3]\n"]
)
def test_a_broken_mapping_file_is_one_clear_error(text):
    with pytest.raises(InvalidMappingError):
        parse_mapping(text)


def test_a_missing_mapping_file_is_named(tmp_path):
    with pytest.raises(SourceError, match=r"none\.yml"):
        read_mapping(tmp_path / "none.yml")
