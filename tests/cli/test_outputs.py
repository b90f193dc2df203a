"""Files that a command writes never take the place of what cannot be made again: a store, the keys, what is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

OUTPUTS = {
    "export": ["export", "*", "-o", "OUT"],
    "import": ["import", "notes.json", "--report", "OUT"],
    "move": ["move", "notes.json", "new.db", "--report", "OUT"],
    "stream": ["move", "notes.json", "new.db", "--stream", "OUT"],
    "page": ["checkup", "notes.json", "--html", "OUT"],
    "fixed": ["checkup", "notes.json", "--fix", "OUT"],
    "verify": ["verify", "notes.json", "mine.db", "--html", "OUT"],
    "mapping": ["inspect", "notes.json", "--write-mapping", "OUT"],
    "backup": ["keys", "backup", "OUT", "--plain"],
}


@pytest.fixture
def folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SATCHEL_KEYS", str(tmp_path / "keys.json"))
    monkeypatch.setenv("SATCHEL_STORE", "mine.db")
    (tmp_path / "notes.json").write_text(json.dumps([{"id": 1, "memory": "Ann rows on Sundays."}]))
    for store in ("mine.db", "log.jsonl"):
        assert run("remember", "Ann drinks oolong.", "--store", store).code == 0
    assert run("keys", "rotate", "signing").code == 0
    return tmp_path


@pytest.mark.parametrize("command", OUTPUTS)
def test_what_is_there_stays_as_it_is(run: Run, folder: Path, command: str) -> None:
    (folder / "link").symlink_to(folder / "mine.db")
    kept = {name: (folder / name).read_bytes() for name in ("mine.db", "log.jsonl", "keys.json", "notes.json")}
    reads_notes = "notes.json" in OUTPUTS[command]
    for there in ("mine.db", "log.jsonl", "keys.json", "link", *["notes.json"][:reads_notes]):
        ran = run(*[there if part == "OUT" else part for part in OUTPUTS[command]], "--json")
        assert (there, ran.code, ran.json["error"]["code"]) == (there, 2, "usage")
        assert {name: (folder / name).read_bytes() for name in kept} == kept
        assert not (folder / "new.db").exists()
