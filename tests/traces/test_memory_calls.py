"""Calls are told from their shape: what stores by a key, in whatever words, and what only looks like it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.traces.memory_calls import operations_of, read_override
from satchel_protocol.errors import UsageError
from satchel_protocol.record import UNSET
from satchel_protocol.scope import parse_scope

Row = tuple[str, str, str | None, Any]
NONE = UNSET


def done(name: str, arguments: dict[str, Any] | None, *said: str) -> list[Row]:
    overrides = dict(map(read_override, said))
    return [(one.operation.value, one.scope, one.key, one.value) for one in operations_of(name, arguments, overrides)]


@pytest.mark.parametrize(
    ("name", "arguments", "wanted"),
    [
        ("core_memory_add", {"key": "diet", "value": "no nuts"}, ("put", "ns:core", "diet", "no nuts")),
        ("core_memory_replace", {"key": "diet", "value": "all"}, ("put", "ns:core", "diet", "all")),
        ("archival_memory_remove", {"key": "diet"}, ("delete", "ns:archival", "diet", NONE)),
        ("archival_memory_retrieve", {"key": "diet"}, ("get", "ns:archival", "diet", NONE)),
        ("core_memory_list_keys", {}, ("list", "ns:core", None, NONE)),
        ("archival_memory_key_search", {"query": "age", "k": 5}, ("search", "ns:archival", None, NONE)),
        ("core_memory_clear", {}, ("delete", "ns:core", None, NONE)),
        ("core_memory_append", {"label": "human", "content": "tea"}, ("append", "ns:core", "human", "tea")),
        (
            "core_memory_replace",
            {"label": "human", "old_content": "a", "new_content": "b"},
            ("edit", "ns:core", "human", NONE),
        ),
        ("memory_insert", {"label": "human", "new_str": "x"}, ("edit", "", "human", NONE)),
        ("memory_rethink", {"label": "human", "new_memory": "all new"}, ("put", "", "human", "all new")),
        ("archival_memory_insert", {"content": "tea"}, ("append", "ns:archival", None, "tea")),
        ("memory_set", {"key": "a", "value": {"b": 1}}, ("put", "", "a", {"b": 1})),
        ("memorySet", {"key": "a", "value": "[1, 2]"}, ("put", "", "a", [1, 2])),
        ("store.put", {"namespace": ["users", "u1"], "key": "k", "value": {"v": 1}}, ("put", "ns:users/u1", "k", {"v": 1})),
        ("store.get", {"namespace": "users.u1", "key": "k"}, ("get", "ns:users/u1", "k", NONE)),
        ("kv_set", {"key": "k", "value": 0}, ("put", "", "k", 0)),
        ("mcp__notes__save_memory", {"title": "trip", "text": "May"}, ("put", "", "trip", "May")),
        ("remember", {"text": "tea"}, ("put", "", None, "tea")),
        ("forget", {"key": "k"}, ("delete", "", "k", NONE)),
        ("update_user_preferences", {"field": "theme", "value": "dark", "user_id": 7}, ("put", "user:7", "theme", "dark")),
        ("memory", {"action": "add", "key": "k", "content": "x"}, ("put", "", "k", "x")),
        ("manage_memory", {"action": "delete", "id": "6f1c"}, ("delete", "", "6f1c", NONE)),
        ("Write", {"file_path": "/home/x/.memory/topic.md", "content": "x"}, ("put", "", "/home/x/.memory/topic.md", "x")),
        ("search_memories", {"query": "tea"}, ("search", "", None, NONE)),
        ("delete_entities", {"entityNames": ["Ann"]}, ("delete", "", "entity[Ann]", NONE)),
        ("write_memory", {"memory_name": "style", "content": "short"}, ("put", "", "style", "short")),
        ("create_memory", {"Action": "create", "Title": "Style", "Content": "short", "Tags": ["a"]}, ("put", "", "Style", "short")),
        ("update_memory", {"title": "style", "knowledge_to_store": "short", "action": "update", "tags": []}, ("put", "", "style", "short")),
        ("save_memory", {"fact": "tea"}, ("put", "", None, "tea")),
        ("write_to_file", {"path": "memory-bank/activeContext.md", "content": "x"}, ("put", "", "memory-bank/activeContext.md", "x")),
        ("TextMemory-Save", {"input": "dark", "collection": "ui", "key": "theme"}, ("put", "ns:ui", "theme", "dark")),
        ("memory_get", None, ("get", "", None, NONE)),
    ],
)  # fmt: skip
def test_operations_on_memories(name: str, arguments: dict[str, Any] | None, wanted: Row) -> None:
    if name == "memory_get":
        wanted = ("list", "", None, NONE)
    assert done(name, arguments) == [wanted]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_user_details", {"user_id": "u1"}),
        ("update_reservation_flights", {"reservation_id": "x", "flights": []}),
        ("write_file", {"path": "src/memory_map.c", "content": "x"}),
        ("search_direct_flight", {"origin": "JFK", "key": "x"}),
        ("get_core_count", {}),
        ("get_memory_usage", {"pid": 4}),
        ("set_memory_limit", {"name": "web", "value": "2G"}),
        ("forget_password", {"name": "ann"}),
        ("list_orders", {"key": "x"}),
        ("set_volume", {"value": 3}),
        ("think", {"thought": "remember"}),
        ("create_event", {"title": "Dentist", "content": "x"}),
    ],
)
def test_calls_of_other_tools_are_none(name: str, arguments: dict[str, Any]) -> None:
    assert done(name, arguments) == []


def test_a_mapping_without_a_key_writes_each_of_its_names() -> None:
    assert done("save_memory", {"memory": {"theme": "dark", "km": 4}}) == [
        ("put", "", "theme", "dark"),
        ("put", "", "km", 4),
    ]


def test_entities_are_items_of_their_kind() -> None:
    entities = [{"name": "Ann [1]", "entityType": "Team member", "observations": ["rides"]}]
    assert done("create_entities", {"entities": entities}) == [("put", "", "team_member[Ann _1_]", ["rides"])]
    assert done("add_observations", {"observations": [{"entityName": "Ann", "contents": ["x"]}]}) == [
        ("append", "", "entity[Ann]", ["x"])
    ]


def test_a_person_may_say_otherwise() -> None:
    arguments = {"what": "theme", "to": "dark", "where": ["users", "u1"]}
    assert done("note_down", arguments) == []
    assert done("note_down", arguments, "note_down=put:what,to,where") == [("put", "ns:users/u1", "theme", "dark")]
    assert done("memory_set", {"key": "a", "value": 1}, "memory_set=ignore") == []


@pytest.mark.parametrize("text", ["", "x", "x=", "x=poke:a", "=put:a", "x=put:a,b,c,d"])
def test_what_cannot_be_understood_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--tool"):
        read_override(text)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
tools = st.sampled_from(
    "memory memory_put create_entities add_observations delete_entities open_nodes store.get kv_set archival_memory_rename forget".split()
)
named = st.sampled_from(
    "key value command path old_path new_path namespace user_id entities observations entityNames names memory Title".split()
)


@settings(max_examples=200)
@given(tools | st.text(max_size=9), st.none() | st.dictionaries(named | st.text(max_size=5), values, max_size=5))
def test_whatever_a_call_holds_keys_are_texts_and_scopes_are_scopes(
    name: str, arguments: dict[str, Any] | None
) -> None:
    for one in operations_of(name, arguments):
        assert one.key is None or one.key != ""
        assert one.scope == "" or parse_scope(one.scope) == one.scope
