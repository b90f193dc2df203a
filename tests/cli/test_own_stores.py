"""A store of ours, named by a plain path: it is taken as a store, and never as tables that nobody documented."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.cli.conftest import Run


@pytest.fixture(params=["old.db", "old.jsonl"])
def old(request: pytest.FixtureRequest, run: Run, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    run("remember", "Ann drinks oolong", "--store", path)
    forgotten = run("remember", "Ann keeps bees", "--store", path, "--json").json["id"]
    run("forget", forgotten, "--yes", "--store", path)
    return path


def test_a_move_keeps_ids_and_what_was_forgotten(run: Run, old: Path, tmp_path: Path) -> None:
    kept = [record["id"] for record in run("list", "--store", old, "--json").json["records"]]
    moved = run("move", old, tmp_path / "new.db", "--json")
    assert (moved.code, moved.json["verification"]["ok"]) == (0, True)
    assert [r["id"] for r in run("list", "--store", tmp_path / "new.db", "--json").json["records"]] == kept
    assert run("stats", "--store", tmp_path / "new.db", "--json").json["tombstones"] == 1


def test_a_move_onto_itself_is_refused_however_it_is_spelled(
    run: Run, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(old.parent)
    scheme = "jsonl" if old.suffix == ".jsonl" else "sqlite"
    for spelled in (old.name, f"{scheme}:{old.name}"):
        ran = run("move", old.name, spelled, "--json")
        assert (ran.code, ran.json["error"]["code"]) == (2, "usage")


@pytest.mark.parametrize("command", ["import", "inspect"])
def test_it_is_no_source_of_rows(run: Run, old: Path, command: str) -> None:
    ran = run(command, old, "--json")
    assert (ran.code, ran.json["error"]["code"]) == (3, "source.unreadable")
    assert "satchel move" in ran.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes of this kind")
@pytest.mark.parametrize("command", [["move"], ["verify"], ["checkup"], ["import"], ["inspect"]])
def test_a_pipe_is_refused_and_waited_for_by_nobody(run: Run, tmp_path: Path, command: list[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    rest = [tmp_path / "new.db"] if command[0] in ("move", "verify") else []
    run("remember", "Ann drinks oolong", "--store", tmp_path / "new.db")
    ran = run(*command, tmp_path / "pipe", *rest, "--json")
    assert (ran.code, ran.json["error"]["code"]) == (3, "source.unreadable")
