"""Names as agents write them become names of keys, and each change is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.schema.mined_names import is_id, named
from satchel.schema.mined_places import places_of
from satchel.schema.names import oddity


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("user_coffee_interest", "user_coffee_interest"),
        ("userCoffeeInterest", "userCoffeeInterest"),
        ("user.display.theme", "user.display.theme"),
        ("covid_19", "covid_19"),
        ("address_2", "address_2"),
        ("/memories/customers/ann/preferences.md", "customers[*].preferences"),
        ("memory\\week plan.txt", "week_plan"),
        ("/home/x/.tool/projects/-p/memory/testing.md", "testing"),
        ("notes/2026.05/plan.md", "notes[*][*].plan"),
        ("user:7:theme", "user[*].theme"),
        ("favourite colour!", "favourite_colour"),
        ("_private", "private"),
        ("task_2024_001", "task[*]"),
        ("ticket-0042", "ticket[*]"),
        ("tasks.6f1c9a2b.title", "tasks[*].title"),
        ("jobs.open[17]", "jobs.open[*]"),
        ("person[Ann Example]", "person[*]"),
        ("contact.ann@mail.example", "contact[*].example"),
        ("journal_2026-05-01", "journal[*]"),
        ("最喜欢的 颜色", "最喜欢的_颜色"),
        ("user. .theme", "user.theme"),
    ],
)
def test_a_name_is_made(written: str, name: str) -> None:
    made = named([written])[written]
    assert made.name == name
    assert bool(made.why) == (written != name and "[" not in written)


@pytest.mark.parametrize("written", ["", "  ", "!?", "a.*", "**", "x" * 600])
def test_what_cannot_be_a_key_is_left_out_with_a_reason(written: str) -> None:
    made = named([written])[written]
    assert (made.name, bool(made.why)) == ("", True)


def test_numbers_are_ids_where_several_stand_behind_one_word() -> None:
    found = named(["task_1_title", "task_2_title", "task_3", "line_1", "line_2", "phase2"])
    assert {one: found[one].name for one in found} == {
        "task_1_title": "task[*].title",
        "task_2_title": "task[*].title",
        "task_3": "task[*]",
        "line_1": "line_1",
        "line_2": "line_2",
        "phase2": "phase2",
    }


def test_an_id_that_stands_alone_is_an_item_of_its_place() -> None:
    id = "0b6c4b0e-5d0f-4d39-9a52-6c2f6a1f0c11"
    assert named([id], {id: "memories"})[id].name == "memory[*]"
    assert named([id])[id].name == "item[*]"


@given(st.text())
def test_a_made_name_is_legal(written: str) -> None:
    made = named([written])[written]
    assert made.name == "" or oddity(made.name) == ""


@given(st.text(alphabet="abcxyz_.", min_size=1))
def test_a_legal_name_without_ids_stays(written: str) -> None:
    if not oddity(written):
        assert named([written])[written].name == written or any(map(is_id, written.split(".")))


def test_owners_become_placeholders_and_labels_stay() -> None:
    held = {
        "ns:users/ann": ["theme"],
        "ns:users/bo/tasks": ["task[*]"],
        "ns:memory/core": ["diet"],
        "ns:memory/archival": ["diet"],
        "ns:shop/6f1c9a2b/orders": ["last"],
        "user:ann/tasks/17": ["title"],
        "": ["x"],
    }
    found = places_of(held)
    assert found == {
        "ns:users/ann": ("users", ["users", "{user_id}"]),
        "ns:users/bo/tasks": ("users_tasks", ["users", "{user_id}", "tasks"]),
        "ns:memory/core": ("memory_core", ["memory", "core"]),
        "ns:memory/archival": ("memory_archival", ["memory", "archival"]),
        "ns:shop/6f1c9a2b/orders": ("shop_orders", ["shop", "{shop_id}", "orders"]),
        "user:ann/tasks/17": ("user_tasks", ["user", "{user_id}", "tasks", "{task_id}"]),
        "": ("memory", ["memory"]),
    }


def test_a_label_that_differs_over_the_same_keys_is_an_owner() -> None:
    held = {f"ns:riders/{name}": ["brakes", "km"] for name in ("ann", "bo", "cy")}
    assert {path[1] for _, path in places_of(held).values()} == {"{rider_id}"}
    apart = {f"ns:riders/{name}": [name] for name in ("brakes", "km", "tyres")}
    assert {path[1] for _, path in places_of(apart).values()} == {"brakes", "km", "tyres"}


def test_two_places_of_one_name_are_two_namespaces() -> None:
    found = places_of({"ns:a_b": ["x"], "ns:a/b": ["x"]})
    assert [name for name, _ in found.values()] == ["a_b", "a_b_"]
