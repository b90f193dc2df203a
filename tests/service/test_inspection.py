"""Looking at a source tells what it holds and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel import Memory
from satchel.move.mapping import read_mapping
from satchel.service.arrival import ImportOptions
from satchel.service.config import Config
from satchel.service.inspection import inspect_source, inspection_text, mapping_text
from satchel_protocol.errors import SourceError, StreamAlteredError


def test_a_stream_is_verified_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "a.satchel.zst"
    with Memory("memory:", config=Config()) as memory:
        memory.remember("User prefers tea")
        memory.forget(memory.remember("User had a red bicycle").id)
        memory.export(file, scope="*")
    found = inspect_source(file, ImportOptions()).to_json()
    assert (found["kind"], found["records"], found["tombstones"]) == ("stream", 1, 1)
    assert "1 records" in inspection_text(inspect_source(file, ImportOptions()))


def test_an_altered_stream_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.satchel"
    with Memory("memory:", config=Config()) as memory:
        memory.remember("User prefers tea")
        memory.export(file, scope="*")
    file.write_text(file.read_text("utf-8").replace("tea", "gin"), "utf-8")
    with pytest.raises(StreamAlteredError):
        inspect_source(file, ImportOptions())


def test_a_foreign_file_is_told_column_by_column_and_its_mapping_can_be_given_back(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    rows = ["uid,note,when"] + [
        f"u{n % 3},User {n} keeps the spare key under stone {n},2026-03-{n + 1:02}T10:00:00Z" for n in range(20)
    ]
    (folder / "notes.csv").write_text("\n".join(rows) + "\n", "utf-8")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    found = inspect_source(folder, ImportOptions())
    (table,) = found.to_json()["tables"]
    assert {column["column"]: column["role"] for column in table["columns"]} == {
        "uid": "user",
        "note": "text",
        "when": "created",
    }
    mapping = tmp_path / "m.yml"
    mapping.write_text(mapping_text(found), "utf-8")
    with Memory("memory:", config=Config()) as memory:
        inferred = memory.import_(folder, options=ImportOptions())
        said = memory.import_(folder, options=ImportOptions(mapping=read_mapping(mapping)))
    assert inferred.total.memories == said.total.memories == 20
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_source_that_is_not_there_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.csv"):
        inspect_source(tmp_path / "none.csv", ImportOptions())
