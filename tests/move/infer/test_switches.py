"""A flag that says which rows are in use takes the others out of recall, where it tells them apart at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satchel.formats.contract import Fate
from satchel.move.rescue import Rescue

NOTES = [f"The pump of well {n} needs a new seal before winter." for n in range(6)]


def _states(folder: Path) -> list[str | None]:
    read = [reading for reading in Rescue(folder).readings() if reading.fate is Fate.MEMORY]
    return sorted((record.state or "" for reading in read for record in reading.records), key=str)


@pytest.mark.parametrize("name", ["active", "isActive", "enabled", "是否启用", "actif"])
def test_what_is_switched_off_is_superseded(name: str, tmp_path: Path) -> None:
    rows = [{"id": n, "text": text, name: n != 2} for n, text in enumerate(NOTES)]
    (tmp_path / "notes.json").write_text(json.dumps(rows), "utf-8")
    assert _states(tmp_path) == ["", "", "", "", "", "superseded"]


def test_files_of_a_folder_tell_it_together(tmp_path: Path) -> None:
    for n, text in enumerate(NOTES):
        (tmp_path / f"{n}.json").write_text(json.dumps({"note_id": n, "text": text, "enabled": n % 3 != 0}), "utf-8")
    folder = tmp_path / "more"
    folder.mkdir()
    for path in list(tmp_path.glob("*.json")):
        path.rename(folder / path.name)
    assert _states(tmp_path) == ["", "", "", "", "superseded", "superseded"]


def test_a_flag_that_nobody_ever_set_tells_nothing(tmp_path: Path) -> None:
    rows = [{"id": n, "text": text, "active": False} for n, text in enumerate(NOTES)]
    (tmp_path / "notes.json").write_text(json.dumps(rows), "utf-8")
    assert _states(tmp_path) == [""] * 6
