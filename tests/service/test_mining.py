"""A schema out of traces and out of LangGraph's store, by the command."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from satchel.cli.app import code_of

ROOT = Path(__file__).parents[2]
TRACES = ROOT / "tests/traces/fixtures"
LANGGRAPH = ROOT / "tests/fixtures/tools/langgraph/store.db"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    assert code_of(["schema", "init", "--json", *arguments]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_traces_of_all_kinds_make_one_schema_that_checks(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--from-traces", str(TRACES))
    assert found["keys"] == 20
    assert found["traces"]["verdicts"] == {"blind": 2, "countable": 9, "replayable": 14}
    assert found["traces"]["without_a_key"] == 1
    assert found["traces"]["lacks"]["keys_missing"]["traces"] == 1
    assert {
        "name": "customers[*].preferences",
        "written": ["/memories/customers/ann/preferences.md"],
        "why": "a path, an id stands for an item",
    } in found["renamed"]
    assert "ann" not in found["text"], "whose a memory is stays out of the file"
    assert "# written in 1 way, with ids where [*] stands" in found["text"]
    assert code_of(["schema", "check"]) == 0
    assert code_of(["schema", "init", "--from-traces", str(TRACES)]) == 2


def test_what_a_person_says_of_a_tool_counts(capsys: pytest.CaptureFixture[str]) -> None:
    one = str(TRACES / "openai_chat.jsonl")
    assert told(capsys, "--dry-run", "--from-traces", one)["traces"]["operations"] == 2
    less = told(capsys, "--dry-run", "--from-traces", one, "--tool", "core_memory_add=ignore")
    assert less["traces"]["operations"] == 1
    more = told(capsys, "--dry-run", "--from-traces", one, "--tool", "get_order=get:order_id")
    assert more["traces"]["tools"]["get_order"] == 1
    assert code_of(["schema", "init", "--dry-run", "--from-traces", one, "--tool", "x=poke"]) == 2


def test_damage_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (TRACES / "satchel_events.jsonl").read_text("utf-8").splitlines()
    (tmp_path / "torn.jsonl").write_text("\n".join([*lines, lines[-1][:30]]), "utf-8")
    found = told(capsys, "--dry-run", "--from-traces", "torn.jsonl")
    assert found["traces"]["damaged"] == {"torn.jsonl": 1}
    assert any("torn.jsonl: damaged documents: 1, the first on line 7" in note for note in found["notes"])


def test_a_folder_without_traces_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.md").write_text("# no traces", "utf-8")
    assert code_of(["schema", "init", "--from-traces", "notes"]) not in {0, 1}
    assert code_of(["schema", "init", "--from-traces", "nothing"]) not in {0, 1}
    assert not (tmp_path / "memory_schema.yml").exists()


def test_the_store_of_langgraph_makes_a_schema_and_stays_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(LANGGRAPH, tmp_path / "store.db")
    before = (tmp_path / "store.db").read_bytes()
    found = told(capsys, "--from-langgraph", "store.db")
    assert found["keys"] >= 3
    assert "  memories:\n    number: 2\n    path: [memories, '{owner_id}']\n" in found["text"]
    assert "name: memory[*]" in found["text"]
    assert "ana" not in found["text"]
    assert (tmp_path / "store.db").read_bytes() == before
    assert code_of(["schema", "check"]) == 0
    (tmp_path / "empty.db").write_bytes(b"")
    assert code_of(["schema", "init", "--dry-run", "--from-langgraph", "empty.db"]) not in {0, 1}
