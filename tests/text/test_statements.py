"""Prose about a person as statements that can be read alone."""

from __future__ import annotations

import pytest

from satchel.text.statements import owner_of, statements


def told(*paragraphs: str) -> list[str]:
    owner = owner_of(paragraphs)
    return [statement.text for paragraph in paragraphs for statement in statements(paragraph, owner)]


def test_a_pronoun_that_means_the_person_becomes_the_name():
    assert told(
        "Ann is a baker in Lille. She starts at four. Her shop has two ovens.",
        "Outside of work, she sings. While in Paris, she studied law. Also she swims.",
    ) == [
        "Ann is a baker in Lille.",
        "Ann starts at four.",
        "Ann's shop has two ovens.",
        "Outside of work, Ann sings.",
        "While in Paris, Ann studied law.",
        "Also Ann swims.",
    ]


def test_what_the_source_wrote_is_kept_beside_it():
    (first, second) = statements("James writes. He rents.", owner_of(["James writes. He rents."]))

    assert (first.text, first.written) == ("James writes.", "James writes.")
    assert (second.text, second.written) == ("James rents.", "He rents.")


@pytest.mark.parametrize(
    "text",
    [
        "Ann reports to Ruth. She is strict.",
        "Ann lives with her sister. She is a nurse.",
        "Ann has a friend in Bonn. She visits often.",
        "Ann works with her manager. She decides.",
        "Ann moved the archive. This took a month.",
        "Ann built a boat. It leaks.",
        "Ann keeps two dogs. They bark.",
        "用户的女儿叫小米。她今年五岁。",
        "用户和同事一起值班。他负责夜班。",
        "用户在写论文。这篇论文六月截止。",
    ],
)
def test_in_doubt_two_sentences_stay_together(text):
    assert len(told(text)) == 1


def test_a_sentence_about_a_thing_does_not_change_whom_the_text_is_about():
    assert told("Ann is a baker. The ovens are old. She wants new ones.")[-1] == "Ann wants new ones."
    assert told("Ann is a baker. The manager is new. She wants order.")[-1] == "The manager is new. She wants order."
    assert told("Ann is a baker. Ruth is a cook. She wants order.")[-1] == "Ruth is a cook. She wants order."


def test_names_of_things_and_places_are_no_other_persons():
    text = "Ann moved from Ghent to Lille. She uses Rust and Go. She is migrating to Superset for Kestrel. She sails."
    assert len(told(text)) == 4
    assert told("Ann and Tom run a bakery. She bakes.") == ["Ann and Tom run a bakery. She bakes."]


def test_a_relative_of_the_other_sex_is_no_doubt():
    assert told("Ann lives with her husband Leif. She paints. She sings.")[1:] == ["Ann paints.", "Ann sings."]


def test_nobody_is_named_where_the_text_speaks_to_the_person():
    text = "You are a cook in Graz. You work nights. Your knives are Japanese."

    assert owner_of([text]) is None
    assert told(text) == ["You are a cook in Graz.", "You work nights.", "Your knives are Japanese."]


def test_someone_called_they_gets_the_name_in_front():
    assert told("Alex is a nurse. They prefer short answers. They sail.")[1:] == [
        "Alex: They prefer short answers.",
        "Alex: They sail.",
    ]


def test_the_user_is_a_name_too():
    assert told("The user is a nurse. He prefers tea. In winter, he skis.") == [
        "The user is a nurse.",
        "The user prefers tea.",
        "In winter, the user skis.",
    ]


def test_chinese_prose_is_taken_apart_the_same_way():
    assert told("用户是一名产品经理。他习惯早起。目前他在学吉他。他的车是蓝色的。") == [
        "用户是一名产品经理。",
        "用户习惯早起。",
        "目前用户在学吉他。",
        "用户的车是蓝色的。",
    ]


@pytest.mark.parametrize(
    "text", ["Recent projects include a CRM.", "Key tools are Figma.", "目前在写书。", "It rains.", ""]
)
def test_a_sentence_that_begins_with_no_name_names_nobody(text):
    assert owner_of([text]) is None


def test_nothing_of_a_paragraph_is_lost():
    text = "Ann runs a shop. She sells tea. It is small. Ruth helps. She is kind. 用户喜欢茶。他住在昆明。"
    owner = owner_of([text])

    written = " ".join(statement.written for statement in statements(text, owner))

    assert written.replace(" ", "") == text.replace(" ", "")
