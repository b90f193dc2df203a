"""What is rendered: it says what the file says, grows at its end, and replaces what stands between marks."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from tests.schema.cases import FIXTURES, Schema, base, edited, written

from satchel.cli.app import code_of
from satchel.schema.file import read_schema
from satchel.schema.render.blocks import updated
from satchel.schema.render.targets import TARGETS
from satchel.schema.render.tools import tools
from satchel.schema.snapshot import Snapshot
from satchel.schema.types import FORMATS, Type
from satchel.schema.values import faults


def snapshot(schema: Schema) -> Snapshot:
    file = read_schema(written(schema), "s.yml")
    assert file.findings == []
    assert file.snapshot is not None
    return file.snapshot


def test_the_prompt_names_each_active_key_once_and_no_other() -> None:
    text = TARGETS["prompt"](snapshot(base()))
    lines = text.splitlines()
    assert len(lines) == 1 + 7
    assert lines[1] == '- rider.name (text of at most 80 characters): What the rider is called. For example "Aino".'
    assert "- jobs.current[*] (object with what?: text" in text
    assert "nickname" not in text


@pytest.mark.parametrize("writer", ["tool_only", "none"])
def test_the_prompt_says_what_a_model_may_not_write(writer: str) -> None:
    text = TARGETS["prompt"](snapshot(edited(base(), {"set": {"keys/6/write": writer}})))
    assert [line for line in text.splitlines() if "Read only." in line] == [
        "- rider.weekly_km (integer): Kilometres in a week. Read only."
    ]


@pytest.mark.parametrize("target", ["prompt", "examples"])
@settings(max_examples=40)
@given(st.permutations(range(8)), st.integers(0, 8))
def test_a_block_only_grows_at_its_end(target: str, order: list[int], place: int) -> None:
    before = TARGETS[target](snapshot(base()))
    made = base()
    made["keys"] = [made["keys"][n] for n in order]
    made = edited(made, {"add": [{"number": 30, "name": "rider.club", "examples": ["Spokes"]}]})
    made["keys"].insert(place, made["keys"].pop())
    made["revision"] = 2
    assert TARGETS[target](snapshot(made)).startswith(before)


def test_tools_have_the_shape_of_each_dialect_and_a_schema_for_each_value() -> None:
    state = snapshot(
        base() | {"keys": [{**one, **({"write": "tool_only"} if one["number"] == 3 else {})} for one in base()["keys"]]}
    )
    for dialect, field in (("anthropic", "input_schema"), ("mcp", "inputSchema")):
        made = tools(state, dialect)
        assert [one["name"] for one in made] == ["memory_read", *(f"memory_write_{n}" for n in (1, 2, 5, 6, 7, 8))]
        by_name: dict[str, Any] = {one["name"]: one[field] for one in made}
        assert by_name["memory_write_2"]["properties"]["value"]["enum"] == ["rim", "disc", "drum"]
        assert by_name["memory_write_5"]["required"] == ["item_id", "value"]
        assert by_name["memory_write_5"]["properties"]["value"]["additionalProperties"] is False
        assert by_name["memory_write_8"]["properties"]["value"]["additionalProperties"] == {"type": "number"}
    openai = tools(state, "openai")
    assert all(one["type"] == "function" and "parameters" in one["function"] for one in openai)
    assert json.loads(TARGETS["tools-openai"](state)) == openai


def test_a_description_that_a_provider_refuses_is_cut() -> None:
    state = snapshot(edited(base(), {"set": {"keys/1/describe": "Long. " * 400}}))
    for dialect, most in (("openai", 1024), ("anthropic", 3000), ("mcp", 3000)):
        abouts = [one.get("function", one)["description"] for one in tools(state, dialect)]
        assert 1000 < max(map(len, abouts)) <= most


@pytest.mark.parametrize("dialect", ["openai", "anthropic", "mcp"])
def test_a_schema_without_keys_has_no_tools(dialect: str) -> None:
    assert tools(snapshot({**base(), "keys": []}), dialect) == []


VALUES: list[Any] = [
    "", "x", "abcd", "1", "true", "yes", "0.5", True, False, 0, 1, 2, 1.0, 0.5, 1.5, -3, 10**12, [], ["x"], [1], ["1"], [True],
    {}, {"a": 1}, {"a": "1"}, {"a": True}, {"n": "3"}, {"n": 3}, {"ﬁ": 1}, {"ﬁ": "x"}, {"Key30A": 1}, {"a": {"b": 1}},
    {"a": {"b": "x"}}, "2026-01-02", "2026-02-31", "2026-01-02T10:00:00Z", "2026-01-02T10:00:00", "10:00:00Z", "10:00", "P1D",
    "1 day", "a@example.org", "nobody", "mailto:a@example.org", "7d9f3c1e-0000-4000-8000-000000000000", "127.0.0.1", "999.0.0.1",
    "::1", "fe80::1%eth0", "example.org", "-x",
]  # fmt: skip
"""None is left out, since it stands for an absent property in a model, and so are properties that a type does not know."""


@pytest.mark.parametrize(
    "kind",
    [
        *({"type": name} for name in ("string", "integer", "number", "boolean")),
        *({"type": "string", "format": name} for name in FORMATS),
        {"type": "string", "maxLength": 3},
        {"type": "string", "format": "email", "maxLength": 12},
        {"type": "string", "format": "date", "maxLength": 3},
        {"type": "string", "enum": ["x", "1"]},
        {"type": "integer", "enum": [1, 2]},
        {"type": "number", "enum": [0.5, 1]},
        {"type": "array", "items": {"type": "integer"}},
        {"type": "array", "items": {"type": "string"}},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"type": "object", "properties": {"a": {"type": "integer"}, "n": {"type": "number"}, "ﬁ": {"type": "string"}}},
        {"type": "object", "required": ["a"], "properties": {"a": {"type": "boolean"}, "Key30A": {"type": "string"}}},
        {"type": "object", "properties": {"Key30A": {"type": "string"}, "a": {"type": "object", "properties": {"b": {"type": "integer"}}}}},
        {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "integer"}, "default": [1]}}},
    ],
    ids=str,
)  # fmt: skip
def test_models_refuse_what_a_write_refuses(kind: Type) -> None:
    state = snapshot(edited(base(), {"add": [{"number": 30, "name": "rider.thing", "type": kind}]}))
    module: dict[str, Any] = {"__name__": "made"}
    exec(compile(TARGETS["models"](state), "models", "exec", dont_inherit=True), module)
    taken = TypeAdapter(module["KEYS"]["rider.thing"])
    for value in VALUES:
        unknown = isinstance(value, dict) and "properties" in kind and not value.keys() <= kind["properties"].keys()
        if not unknown:
            assert _is_taken(taken, value) is not any(True for _ in faults(value, kind)), value


def _is_taken(kind: TypeAdapter[Any], value: Any) -> bool:
    try:
        kind.validate_python(value)
    except ValidationError:
        return False
    return True


def test_a_default_of_a_model_is_of_its_type() -> None:
    kind = {"type": "object", "properties": {"on": {"type": "string", "format": "date", "default": "2026-01-02"}}}
    state = snapshot(edited(base(), {"add": [{"number": 30, "name": "rider.thing", "type": kind}]}))
    module: dict[str, Any] = {"__name__": "made"}
    exec(compile(TARGETS["models"](state), "models", "exec", dont_inherit=True), module)
    assert module["KEYS"]["rider.thing"]().on == date(2026, 1, 2)


def test_models_are_a_module_that_takes_what_the_types_take() -> None:
    pydantic = pytest.importorskip("pydantic")
    odd = {
        name: {"type": "string"}
        for name in ("class", "1st", "a-b", "a_b", "model_x", "copy", "_x", "list", "datetime", '"""\nx')
    }
    made = edited(
        base(),
        {"add": [{"number": 30, "name": "rider.odd", "type": {"type": "object", "properties": {**odd, "many": {"type": "array", "items": {"type": "string", "format": "date-time"}}}}}]},
    )  # fmt: skip
    made["schema"] = '"""\nraise SystemExit'
    module: dict[str, Any] = {}
    exec(compile(TARGETS["models"](snapshot(made)), "models", "exec", dont_inherit=True), module)
    keys = module["KEYS"]
    assert set(keys) == {
        "rider.name",
        "rider.bike.brakes",
        "rider.contact.phone",
        "jobs.open[*]",
        "rider.weekly_km",
        "rider.colours",
        "rider.tyre_pressure",
        "rider.odd",
    }
    adapter = {name: pydantic.TypeAdapter(kind) for name, kind in keys.items()}
    assert adapter["rider.odd"].validate_python(dict.fromkeys(odd, "x") | {"many": ["2026-01-01T00:00:00Z"]})
    assert adapter["jobs.open[*]"].validate_python({"what": "Tyre", "more": 1}).model_dump()["more"] == 1
    for name, wrong in (
        ("rider.bike.brakes", "coaster"),
        ("rider.weekly_km", "many"),
        ("rider.name", "x" * 81),
        ("jobs.open[*]", {"due_on": "soon"}),
    ):
        with pytest.raises(pydantic.ValidationError):
            adapter[name].validate_python(wrong)


def test_a_page_has_a_row_for_everything() -> None:
    text = TARGETS["page"](snapshot(edited(base(), {"set": {"keys/1/describe": "a | b\nc"}})))
    assert "a \\| b c" in text
    assert "| 4 | `rider.nickname` | `rider.name` | 1 | one name is enough |" in text
    assert "`system.**`" in text


def test_blocks_are_made_anew_between_their_marks_and_nowhere_else() -> None:
    text = "A\n<!-- satchel:prompt -->\nold\n<!-- /satchel -->\n  # satchel:examples\n  # /satchel\nwords about satchel:prompt stay\n"
    after, problems = updated(text, lambda target: f"{target} 1\n{target} 2\n")
    assert problems == []
    assert after == (
        "A\n<!-- satchel:prompt -->\nprompt 1\nprompt 2\n<!-- /satchel -->\n"
        "  # satchel:examples\n  examples 1\n  examples 2\n  # /satchel\nwords about satchel:prompt stay\n"
    )
    assert updated(after, lambda target: f"{target} 1\n{target} 2\n")[0] == after


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# satchel:prompt\nx", 1),
        ("a\n# satchel:poem\n# /satchel", 2),
        ("# satchel:prompt\n# satchel:page\n# /satchel", 2),
    ],
)
def test_wrong_marks_are_told_and_nothing_is_lost(text: str, line: int) -> None:
    after, problems = updated(text, lambda target: None if target == "poem" else "new")
    assert problems[0].line == line
    if "satchel:page" not in text:
        assert after == text


def test_the_command_prints_checks_and_updates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("memory_schema.yml").write_text((FIXTURES / "base.yml").read_text("utf-8"), "utf-8")
    for target in TARGETS:
        assert code_of(["schema", "render", "--target", target]) == 0
    assert code_of(["schema", "render", "--target", "poem"]) == 2
    capsys.readouterr()
    code_of(["schema", "render", "--json"])
    assert json.loads(capsys.readouterr().out)["tokens"] > 50
    Path("prompt.md").write_text("Be kind.\n<!-- satchel:prompt -->\n<!-- /satchel -->\n", "utf-8")
    assert code_of(["schema", "render", "--into", "prompt.md", "--check"]) == 1
    assert code_of(["schema", "render", "--into", "prompt.md"]) == 0
    assert code_of(["schema", "render", "--into", "prompt.md", "--check"]) == 0
    assert "- rider.name (" in Path("prompt.md").read_text("utf-8")
    Path("memory_schema.yml").write_text(
        written(edited(base(), {"add": [{"number": 30, "name": "rider.club"}]})), "utf-8"
    )
    assert code_of(["schema", "render", "--into", "prompt.md", "--check"]) == 1
    Path("plain.md").write_text("nothing", "utf-8")
    assert code_of(["schema", "render", "--into", "plain.md"]) == 2


def test_a_whole_file_is_made_checked_and_kept_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("memory_schema.yml").write_text((FIXTURES / "base.yml").read_text("utf-8"), "utf-8")
    made = ["schema", "render", "--target", "tools-mcp", "--out", "tools/mcp.json"]
    assert code_of([*made, "--check"]) == 1
    assert not Path("tools").exists()
    assert code_of(made) == 0
    assert json.loads(Path("tools/mcp.json").read_text("utf-8"))[0]["name"] == "memory_read"
    assert code_of([*made, "--check"]) == 0
    Path("tools/mcp.json").write_text("[]", "utf-8")
    assert code_of([*made, "--check"]) == 1
    assert Path("tools/mcp.json").read_text("utf-8") == "[]"
    assert code_of(["schema", "render", "--out", "."]) == 2
    assert code_of(["schema", "render", "--check"]) == 2
