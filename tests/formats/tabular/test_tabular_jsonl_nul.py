"""Lines that a power failure filled with zeros are rows like any other: counted, and told about."""

from __future__ import annotations

from pathlib import Path

from satchel.formats.tabular.reader import tables


def test_a_line_of_nul_characters_is_a_bad_row_and_the_lines_around_it_are_read(tmp_path: Path) -> None:
    lines = [f'{{"note": "line {n} is fine", "n": {n}}}'.encode() for n in range(10)]
    lines[4] = bytes(48)
    lines[7] = b"   "
    (tmp_path / "log.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    (table,) = tables(tmp_path / "log.jsonl")
    rows = list(table.rows())
    assert [row.position for row in rows if row.problem] == ["line 5"]
    assert sum(not row.problem for row in rows) == 8


def test_a_zone_in_a_heading_is_part_of_its_name(tmp_path: Path) -> None:
    lines = ["id,logged_at (UTC+02:00),note", *(f"a{n},2026-03-0{n} 10:00,User has note {n}" for n in range(1, 8))]
    (tmp_path / "notes.tmp").write_text("\n".join(lines) + "\n", "utf-8")
    (table,) = tables(tmp_path / "notes.tmp")
    assert table.columns == ("id", "logged_at (UTC+02:00)", "note")
    assert len(list(table.rows())) == 7
