"""Keys that may be one are told with the evidence; what only shares a common word is not."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
import yaml
from tests.schema.cases import FIXTURES

from satchel.schema.mining import ABSENT, Observed, Proposal, propose

# The keys that one published run of a model left behind, and values made up for them.
SPRAWL: list[tuple[str, str, Any]] = [
    ("s1", "medications", "vitamin D, 1000 units"),
    ("s1", "medication_list", "vitamin D, 1000 units"),
    ("s1", "exercise_routine", "swims on Tuesdays"),
    ("s2", "exercise_preferences_routine", "prefers the pool"),
    ("s2", "sleep_habits", "reads before ten"),
    ("s3", "sleep_management_strategies", "no screens at night"),
    ("s3", "health_management", "one check-up a year"),
    ("s3", "health_management_tips", "one check-up a year"),
    ("s3", "favourite_team", "Harbour Rowers"),
    ("s3", "home_town", "Porto"),
    ("s3", "pet_name", "Momo the cat"),
    ("s4", "userTheme", "dark"),
    ("s4", "user_theme", "dark"),
    ("s4", "occupation", "carpenter"),
    ("s4", "ocupation", "carpenter"),
]


def proposed(rows: list[tuple[str, str, Any]]) -> Proposal:
    return propose([Observed("", key, value, session=session) for session, key, value in rows], schema="s")


def pairs(made: Proposal) -> dict[frozenset[str], dict[str, Any]]:
    return {frozenset(pair["names"]): pair for group in made.groups for pair in group["pairs"]}


def test_the_sprawl_of_a_real_run_is_grouped() -> None:
    made = proposed(SPRAWL)
    assert set(pairs(made)) == {
        frozenset(pair)
        for pair in (
            ("medications", "medication_list"),
            ("exercise_routine", "exercise_preferences_routine"),
            ("sleep_habits", "sleep_management_strategies"),
            ("health_management", "health_management_tips"),
            ("userTheme", "user_theme"),
            ("occupation", "ocupation"),
        )
    }
    assert made.keys == len(SPRAWL), "nothing is merged"


def test_the_evidence_counts_values_and_sessions() -> None:
    found = pairs(proposed(SPRAWL))
    assert found[frozenset(("medications", "medication_list"))] == {
        "names": ["medication_list", "medications"],
        "shared_words": ["medication"],
        "spelled_alike": False,
        "same_values": 1,
        "same_sessions": 1,
        "written_together": 1,
    }
    assert found[frozenset(("sleep_habits", "sleep_management_strategies"))]["same_sessions"] == 0
    assert found[frozenset(("userTheme", "user_theme"))]["spelled_alike"]


@pytest.mark.parametrize("name", ["look_alikes.yml", "look_alikes_held_out.yml"])
def test_by_their_words_alone_most_pairs_are_found_and_hardly_another(name: str) -> None:
    right = found = wanted = 0
    for store in yaml.safe_load((FIXTURES / name).read_text("utf-8")):
        names = [name for group in store for name in group]
        truth = {frozenset(pair) for group in store for pair in combinations(group, 2)}
        told = set(pairs(proposed([(f"s{n}", name, f"what {name} holds") for n, name in enumerate(names)])))
        right, found, wanted = right + len(told & truth), found + len(told), wanted + len(truth)
    assert right / found >= 0.95
    assert right / wanted >= 0.75


def test_the_file_lists_them_in_comments() -> None:
    text = proposed(SPRAWL).text
    assert "# - medication_list (1), medications (1)" in text
    assert "hold 1 same value; got one value in 1 session" in text
    assert "vitamin" not in text
    assert "check-up" not in text


@pytest.mark.parametrize(
    "rows",
    [
        [("s1", f"user_{word}", f"about {word}") for word in "theme city diet car dog job".split()],
        [("s1", "user.name", "Ann Example"), ("s1", "user.nickname", "Annie E.")],
        [("s1", "tasks.open[1]", {"t": "a long title"}), ("s1", "tasks.open[1].title", "a long title")],
        [("s1", "wants_email", True), ("s1", "owns_bike", True), ("s1", "floor", 3), ("s1", "cats", 3)],
    ],
)
def test_what_only_looks_alike_is_no_group(rows: list[tuple[str, str, Any]]) -> None:
    assert proposed(rows).groups == []


def test_one_value_under_two_other_names_is_told() -> None:
    made = proposed([("s1", "plan", "Oslo in May, by train"), ("s2", "next_trip", "Oslo in May, by train")])
    (pair,) = pairs(made).values()
    assert (pair["same_values"], pair["written_together"], pair["shared_words"]) == (1, 0, [])


def test_a_value_that_stands_everywhere_groups_nothing() -> None:
    parts = "ba ke di lo mu zi ra se".split()
    made = proposed([("s1", f"{one}{other}{one}{other}", "not known yet") for one in parts for other in parts])
    assert (made.keys, made.groups) == (64, [])


def test_reads_count_and_a_key_that_nobody_wrote_is_told() -> None:
    made = propose(
        [
            Observed("user:ann", "city", "Porto", session="s1", agent="planner", place="a.jsonl:3"),
            Observed("user:ann", "city", ABSENT, act="read", session="s2", agent="reader"),
            Observed("user:ann", "age", ABSENT, act="read", session="s2"),
        ],
        schema="s",
    )
    assert "- number: 1  # 1 write, 1 read in 2 sessions; first at a.jsonl:3\n    name: city" in made.text
    assert "owners: [planner]" in made.text
    assert "reader" not in made.text
    assert any("age was read or deleted and never written" in note for note in made.notes)


def test_choices_are_comments_and_only_of_settings_with_their_words() -> None:
    def seen(key: str, *values: Any) -> list[Observed]:
        return [Observed("user:ann", key, value, session=f"s{n}") for n, value in enumerate(values)]

    made = propose(
        [
            *seen("ui.theme", "dark", "dark", "light", "light", "dark"),
            *seen("ui.state", "open", "open", "open", "closed"),
            *seen("diet.condition", "asthma", "asthma", "eczema", "eczema"),
            *seen("note", "Some text", "Some text", "More text", "More text"),
        ],
        schema="s",
    )
    assert "# so far only dark (3), light (2): an enum?" in made.text
    assert "# so far only 2 different words in 4 values: an enum?" in made.text
    assert not {"asthma", "eczema", "closed", "Some text"} & set(made.text.replace(",", " ").split())
    assert "enum:" not in made.text


def test_private_values_make_a_key_private_and_stay_out_of_the_file() -> None:
    made = propose(
        [
            Observed("user:ann", "contact", "ann@mail.example"),
            Observed("user:ann", "home", "12 Rue de la Paix, Paris"),
            Observed("user:ann", "people.ann@mail.example", "friend"),
            Observed("user:ann", "friends", {"ann@mail.example": 1}),
        ],
        schema="s",
    )
    assert "mail.example" not in made.text
    assert "Paix" not in made.text
    assert made.text.count("sensitivity: personal") >= 1
    assert made.text.count("sensitivity: sensitive") == 1
