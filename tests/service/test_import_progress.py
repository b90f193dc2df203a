"""How far an import is, told while it runs, whatever kind of file comes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satchel import Memory
from satchel.service.arrival import ImportOptions
from satchel.service.config import Config

LINES = 1200


def records_file(path: Path) -> Path:
    one = {"type": "fact", "scope": "user:me", "source_agent": "t", "created_at": None}
    lines = [json.dumps({"id": f"id {i}", "content": f"Row {i} is about tea.", **one}) for i in range(LINES)]
    path.write_text("\n".join(lines), "utf-8")
    return path


def stream_file(path: Path) -> Path:
    with Memory("memory:", config=Config(embedder="none")) as memory:
        memory.import_(records_file(path.with_suffix(".jsonl")))
        memory.export(path, scope="*")
    return path


@pytest.mark.parametrize(("make", "name"), [(records_file, "rows.jsonl"), (stream_file, "rows.satchel")])
def test_an_import_tells_how_far_it_is(make: object, name: str, tmp_path: Path) -> None:
    assert callable(make)
    source = make(tmp_path / name)
    told: list[tuple[str, int, int | None]] = []
    with Memory("memory:", config=Config(embedder="none")) as memory:
        memory.import_(source, options=ImportOptions(progress=lambda *step: told.append(step)))
    done = [count for what, count, _ in told if what == name]
    assert done == sorted(done)
    assert done
    assert done[-1] >= LINES // 2
