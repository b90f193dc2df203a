"""The commands of keyed memory."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.keyed.cases import SCHEMA

from satchel.cli.app import code_of

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "memory_schema.yml").write_text(SCHEMA, "utf-8")
    for name, value in (("STORE", "own.db"), ("SCOPE", "user:ann"), ("SCHEMA", "memory_schema.yml")):
        monkeypatch.setenv(f"SATCHEL_{name}", value)

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = code_of(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return run


def as_json(run: Run, *arguments: str) -> Any:
    _, out, _ = run(*arguments, "--json")
    return json.loads(out)


def test_put_get_values_and_unset(run: Run) -> None:
    assert run("put", "user.display.theme", "dark")[0] == 0
    assert run("get", "user.display.theme")[:2] == (0, "dark\n")
    assert run("put", "tasks.open[t 1]", '{"title": "Oil the chain", "state": "open"}')[0] == 0
    listed = as_json(run, "values")["values"]
    assert [(one["key"], one["number"], one["scope"]) for one in listed] == [
        ("tasks.open[t 1]", 18, "user:ann/tasks"),
        ("user.display.theme", 31, "user:ann"),
    ]
    assert [one["key"] for one in as_json(run, "values", "tasks.open[*]")["values"]] == ["tasks.open[t 1]"]
    assert run("unset", "user.display.theme", "--dry-run")[0] == 0
    code, out, _ = run("unset", "user.display.theme")
    assert (code, out.startswith("Forgotten: ")) == (0, True)
    assert run("unset", "user.display.theme")[0] == 6
    assert as_json(run, "get", "user.display.theme")["miss"] == "empty"


def test_a_miss_has_an_exit_code_and_says_what_kind_it_is(run: Run) -> None:
    run("put", "user.display.theme", "dark")
    code, out, err = run("get", "user.display.thema")
    assert (code, out) == (6, "")
    assert "Did you mean user.display.theme?" in err
    code, out, err = run("get", "user.units")
    assert (code, out) == (0, "metric\n")
    assert "default" in err
    got = as_json(run, "get", "user.theme")
    assert (got["value"], got["resolved_via"], got["number"]) == ("dark", "deprecated", 7)


def test_a_refusal_has_its_own_code(run: Run) -> None:
    code, out, err = run("put", "user.display.theme", "pink", "--json")
    assert code == 3
    assert json.loads(out)["error"]["code"] == "schema.type"
    assert "one of light, dark, system" in err
    assert run("put", "user.contact.email", "ann@example.org", "--by", "model")[0] == 3
    assert run("put", "user.contact.email", "ann@example.org")[0] == 0
    assert run("put", "user.hat", "grey", "--mode", "reject")[0] == 3
    assert run("put", "user.hat", "grey", "--mode", "strict")[0] == 2


def test_a_value_is_read_as_the_key_needs_it(run: Run) -> None:
    assert as_json(run, "put", "user.reach.mail", "42")["record"]["value"] == "42"
    assert as_json(run, "put", "user.hat.size", "42")["record"]["value"] == 42
    assert as_json(run, "put", "user.hat.name", "Homburg")["record"]["value"] == "Homburg"
    assert as_json(run, "put", "user.plain", '"a"', "--schema", "none")["record"]["value"] == "a"


def test_what_was_counted_is_shown(run: Run) -> None:
    run("put", "user.display.theme", "dark")
    run("get", "user.theme")
    run("get", "user.nothing_such")
    found = as_json(run, "schema", "counters")
    assert [(one["number"], one["reads"], one["writes"]) for one in found["keys"]] == [
        (7, {"deprecated": 1}, {}),
        (31, {}, {"put": 1}),
        (None, {"unknown": 1}, {}),
    ]
    assert [(use["name"], use["surface"]) for use in found["uses"]] == [("user.theme", "cli")]
    text = run("schema", "counters")[1]
    assert "7  user.theme  deprecated 1" in text
    shown = as_json(run, "schema", "show", "user.preferences.theme")
    assert shown["counters"]["reads"] == {"deprecated": 1}
    assert "deprecated 1" in run("schema", "show", "7")[1]


def test_nothing_counted_is_said(run: Run) -> None:
    code, out, err = run("schema", "counters")
    assert (code, out) == (0, "")
    assert "Nothing was counted" in err


def test_a_proposal_is_printed_and_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "memory_schema.yml"
    assert "nothing to propose" in run("schema", "propose")[2]
    run("put", "user.hat", "grey", "--mode", "propose")
    code, out, _ = run("schema", "propose")
    assert code == 0
    assert out.startswith("--- a/memory_schema.yml\n+++ b/memory_schema.yml\n")
    assert "+    name: user.hat" in out
    assert path.read_text("utf-8") == SCHEMA
    written = as_json(run, "schema", "propose", "--write")
    assert written["written"] is True
    assert [key["number"] for key in written["keys"]] == [44]
    assert "name: user.hat" in path.read_text("utf-8")
    assert as_json(run, "get", "user.hat")["number"] == 44
    assert as_json(run, "schema", "propose")["keys"] == []


def test_a_schema_that_lies_there_and_guards_nothing_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no schema is in force" not in run("put", "user.display.theme", "dark")[2]
    monkeypatch.delenv("SATCHEL_SCHEMA")
    assert "no schema is in force; memory_schema.yml" in run("put", "user.display.theme", "dark")[2]
    assert "no schema is in force" not in run("put", "user.display.theme", "dark", "--schema", "none")[2]
    Path("memory_schema.yml").unlink()
    assert "no schema is in force" not in run("put", "user.display.theme", "dark")[2]
