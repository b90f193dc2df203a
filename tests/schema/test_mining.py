"""A schema out of what was stored: its values are of its types, and it passes the check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.schema.cases import TODAY

from satchel.cli.app import code_of
from satchel.schema.check import check
from satchel.schema.file import read_schema
from satchel.schema.finding import Severity
from satchel.schema.formatting import format_text
from satchel.schema.mined_places import namespace_of
from satchel.schema.mining import ABSENT, Observed, merged, propose
from satchel.schema.rules import RULES, Category
from satchel.schema.values import faults

json_values = st.recursive(
    st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1, max_size=2), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=150)
@given(st.lists(json_values, min_size=1, max_size=5))
def test_every_value_is_of_the_type_that_was_made_of_all(values: list[Any]) -> None:
    kind = merged(values)
    assert [list(faults(value, kind)) for value in values] == [[] for _ in values]


@settings(max_examples=60)
@given(
    st.dictionaries(st.sampled_from("pet.amber pet.cedar pet.grove[7] pet.iris[x].kelp 宠物.名字".split()), json_values)
)
def test_a_proposal_is_a_schema_without_errors(values: dict[str, Any]) -> None:
    made = propose([Observed("user:ann", key, value) for key, value in values.items()], schema="pets")
    checked = check(read_schema(made.text, "s.yml"), today=TODAY)
    assert [one for one in checked.findings if one.severity is Severity.ERROR] == []
    assert made.keys == len(values)
    assert made.text == format_text(made.text)


def test_items_become_one_key_and_odd_names_are_left_out() -> None:
    made = propose(
        [
            Observed("user:a", "jobs.open[1]", "x"),
            Observed("user:b", "jobs.open[2]", "y"),
            Observed("user:a", "!?", 1),
            Observed("user:a", "jobs.*", 1),
        ],
        schema="s",
    )
    assert made.keys == 1
    assert "name: jobs.open[*]" in made.text
    assert "2 values in 2 scopes" in made.text
    assert len(made.left_out) == 2


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
odd_names = st.text() | st.sampled_from(
    [
        "<<",
        "a/b",
        "/memories/x.md",
        "user:7:theme",
        "task_2024_001",
        "7",
        "",
        "[x]",
        "a..b",
        "langgraph",
        "{x}",
        "a\u2028b",
        "\ud800",
    ]
)
scopes = st.sampled_from(
    [
        "",
        "public",
        "user:ann",
        "user:bo/tasks/7",
        "ns:users/ann",
        "ns:users/bo/tasks",
        "ns:langgraph/x",
        "ns:a%2Fb/c",
        "ns:{x}",
    ]
)


@settings(max_examples=200)
@given(
    st.lists(
        st.builds(
            Observed,
            scopes,
            odd_names,
            anything | st.just(ABSENT),
            act=st.sampled_from(["write", "read", "delete"]),
            session=st.text(max_size=3),
            agent=st.text(),
            place=st.text(),
        ),
        max_size=12,
    ),
    st.text(min_size=1).filter(str.strip),
)
def test_whatever_was_seen_the_file_can_be_read(observed: list[Observed], schema: str) -> None:
    made = propose(observed, schema=schema)
    checked = check(read_schema(made.text, "s.yml"), today=TODAY)
    form = {rule.id for rule in RULES.values() if rule.category is Category.FORM}
    wrong = form | {"KEY_BAD_NAME", "KEY_BAD_SEPARATOR", "WILDCARD_OVERLAP", "NUMBER_NOT_MONOTONIC", "KEY_SAME_NUMBER"}
    assert [one for one in checked.findings if one.rule in wrong] == []
    assert made.keys == len(read_schema(made.text, "s.yml").snapshot.keys)


def test_a_deep_or_huge_value_becomes_opaque() -> None:
    deep: Any = "x"
    for _ in range(900):
        deep = {"a": deep}
    wide = {f"name{'x' * n}": {f"part{'y' * m}": 1 for m in range(30)} for n in range(30)}
    made = propose([Observed("user:a", "deep", deep), Observed("user:a", "wide", wide)], schema="s")
    assert read_schema(made.text, "s.yml").findings == []
    assert list(faults(wide, merged([wide]))) == []


@pytest.mark.parametrize(
    ("scope", "name", "path"),
    [
        ("user:ann", "user", ["user", "{user_id}"]),
        ("user:ann/tasks", "user_tasks", ["user", "{user_id}", "tasks"]),
        ("public", "public", ["public"]),
        ("team:x/a.b", "team_a_b", ["team", "{team_id}", "a_b"]),
    ],
)
def test_scopes_become_namespaces(scope: str, name: str, path: list[str]) -> None:
    assert namespace_of(scope) == (name, path)


def test_formats_are_said_when_enough_values_have_them() -> None:
    dates = ["2026-01-01", "2026-01-02", "2026-01-03"]
    assert merged(dates) == {"type": "string", "format": "date"}
    assert merged(dates[:2]) == {"type": "string"}
    assert merged([*dates, "soon"]) == {"type": "string"}


def test_the_command_reads_a_store_and_copies_no_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///{tmp_path}/s.db"
    for key, value in (
        ("rider.full_name", '"Aino Example"'),
        ("rider.display_name", '"Aino"'),
        ("rider.weekly_km", "40"),
    ):
        assert code_of(["remember", f"About {key}.", "--key", key, "--value", value, "--store", url]) == 0
    capsys.readouterr()
    assert code_of(["schema", "init", "--from-store", "--store", url, "--json", "--name", "riders"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["keys"] == 3
    assert "Aino" not in told["text"]
    assert [one["name"] for one in told["look_alikes"][0]["names"]] == ["rider.display_name", "rider.full_name"]
    assert code_of(["schema", "check"]) == 0
    assert code_of(["schema", "init"]) == 2
    assert code_of(["schema", "init", "other.yml"]) == 0
    assert code_of(["schema", "check", "other.yml"]) == 0
