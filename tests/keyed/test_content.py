"""What a keyed memory says in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.schema.content import content_of
from satchel.schema.snapshot import KeyEntry
from satchel_protocol.record import MAX_CONTENT_BYTES

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


def key(**body: Any) -> KeyEntry:
    return KeyEntry({"number": 1, "name": "user.ride_plan", "in": "user", "type": {"type": "json"}, **body})


@pytest.mark.parametrize(
    ("body", "value", "said"),
    [
        ({"describe": "Where the user rides. Absent means nobody asked."}, "to the lake", "Where the user rides: to the lake"),
        ({"describe": "用户喜欢的主题。没有表示从未说过。"}, "深色", "用户喜欢的主题: 深色"),
        ({}, 3, "user ride plan: 3"),
        ({}, [], "user ride plan: none"),
        ({}, True, "user ride plan: true"),
        ({}, ["a", ["b", "c"]], "user ride plan: a, (b, c)"),
        ({}, {"start_at": "9:00", "with": {"bea": 1}}, "user ride plan: start at: 9:00; with: (bea: 1)"),
        ({"type": {"type": "string", "enum": ["r"], "meanings": {"r": "rain or shine"}}}, "r", "user ride plan: r (rain or shine)"),
        (
            {"type": {"type": "object", "properties": {"km": {"type": "number", "title": "kilometres"}}}}, {"km": 4.5},
            "user ride plan: kilometres: 4.5",
        ),
    ],
)  # fmt: skip
def test_it_reads_without_the_schema(body: dict[str, Any], value: Any, said: str) -> None:
    assert content_of(key(**body), "user.ride_plan", (), value) == said


def test_an_item_is_named() -> None:
    assert content_of(key(describe="One plan."), "user.plans[*]", ("lake",), "go") == "One plan (lake): go"
    assert content_of(None, "user.plans[*].day", ("lake",), "go") == "user plans day (lake): go"


@given(JSON)
def test_any_value_is_told_within_what_a_record_may_hold(value: Any) -> None:
    said = content_of(key(), "user.ride_plan", (), value)
    assert said.startswith("user ride plan: ")
    assert said == content_of(key(), "user.ride_plan", (), value)


def test_a_long_value_is_cut_in_the_text_alone() -> None:
    said = content_of(key(), "user.ride_plan", (), "越野 " * 60_000)
    assert 0 < len(said.encode()) <= MAX_CONTENT_BYTES
