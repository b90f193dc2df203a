"""Entries of a text of memories: marks taken off, context put in front, what stands beside them told apart."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.formats.contract import ReadOptions
from satchel.formats.entries import Entry, entries, type_of_entry
from satchel.formats.tabular.textual import Line


def read(text: str, *, prose: bool | None = None) -> list[Entry]:
    lines = dedent(text).strip("\n").split("\n")
    return entries([Line(number, line) for number, line in enumerate(lines, start=1)], prose=prose)


def texts(found: list[Entry]) -> list[str]:
    return [entry.text for entry in found if not entry.beside]


@pytest.mark.parametrize(
    "text",
    [
        "1. User likes tea.\n2. User has a cat.",
        "1) User likes tea.\n2) User has a cat.",
        "(1) User likes tea.\n(2) User has a cat.",
        "1: User likes tea.\n2: User has a cat.",
        "#1 User likes tea.\n#2 User has a cat.",
        "Memory 1: User likes tea.\nMemory 2: User has a cat.",
        "记忆1：User likes tea.\n记忆2：User has a cat.",
        "- User likes tea.\n- User has a cat.",
        "• User likes tea.\n\n• User has a cat.",
        "User likes tea.\nUser has a cat.",
        "User likes tea.\n\nUser has a cat.",
        "1.\nUser likes tea.\n2.\nUser has a cat.",
        '"User likes tea."\n"User has a cat."',
        "> - User likes tea.\n> - User has a cat.",
        "```\nUser likes tea.\nUser has a cat.\n```",
        "Here you go:\n\n```text\n- User likes tea.\n- User has a cat.\n```\n\nThat is all I have.",
        "Saved memories\n\nUser likes tea.\n\n2 weeks ago\n\nUser has a cat.\n\nYesterday\n\nDelete all",
        "| Memory |\n| --- |\n| User likes tea. |\n| User has a cat. |",
        "🔹 User likes tea.\n🔹 User has a cat.",
        "1️⃣ User likes tea.\n2️⃣ User has a cat.",
        '```json\n["User likes tea.", "User has a cat."]\n```',
        '```json\n{"memories": [{"content": "User likes tea."}, {"content": "User has a cat."}]}\n```',
    ],
)
def test_every_manner_of_listing_gives_the_same_entries(text):
    assert texts(read(text)) == ["User likes tea.", "User has a cat."]


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("1. [2025-05-02]. User likes tea.", "2025-05-02"),
        ("[2025-05-02] - User likes tea.", "2025-05-02"),
        ("[2025-05-02] – User likes tea.", "2025-05-02"),
        ("[2025-05-02] — User likes tea.", "2025-05-02"),
        ("2025-05-02 - User likes tea.", "2025-05-02"),
        ("* [Jan 2026] User likes tea.", "Jan 2026"),
        ("- [02 Jan 2026]: User likes tea.", "02 Jan 2026"),
        ("January 2, 2026 - User likes tea.", "January 2, 2026"),
        ("【2026年1月2日】User likes tea.", "2026年1月2日"),
        ("[date unknown] - User likes tea.", "date unknown"),
        ("[unknown] User likes tea.", "unknown"),
        ("[n/a] - User likes tea.", "n/a"),
        ("[?] - User likes tea.", "?"),
        ("[日期不明] User likes tea.", "日期不明"),
        ("User likes tea. (2026-01-02)", "2026-01-02"),
        ("User likes tea. [saved Jan 2, 2026]", "Jan 2, 2026"),
    ],
)
def test_the_date_of_an_entry_is_its_label(line, label):
    (entry,) = read(line)

    assert (entry.text, entry.label) == ("User likes tea.", label)


def test_a_year_behind_one_entry_of_many_belongs_to_its_text():
    assert texts(read("- User moved to Oslo (2019-06)\n- User has a cat\n- User likes tea")) == [
        "User moved to Oslo (2019-06)",
        "User has a cat",
        "User likes tea",
    ]


def test_dates_on_lines_of_their_own_belong_below_or_above():
    above = read("2026-01-02\nUser likes tea.\n\n2026-02-03\n\nUser has a cat.\n\nUser owns a boat.")
    below = read("User likes tea.\n\n2026-01-02\n\nUser has a cat.\n\n2026-02-03")

    assert [(entry.text, entry.label) for entry in above if not entry.beside] == [
        ("User likes tea.", "2026-01-02"),
        ("User has a cat.", "2026-02-03"),
        ("User owns a boat.", "2026-02-03"),
    ]
    assert [(entry.text, entry.label) for entry in below if not entry.beside] == [
        ("User likes tea.", "2026-01-02"),
        ("User has a cat.", "2026-02-03"),
    ]


def test_a_heading_that_is_a_date_dates_what_stands_under_it():
    found = read("# 2026-03-01\n- User likes tea\n- [2026-02-01] User has a cat\n\n# Goals 2026\n- User wants a boat")

    assert [(entry.text, entry.label, entry.headings) for entry in found] == [
        ("User likes tea", "2026-03-01", ("2026-03-01",)),
        ("User has a cat", "2026-02-01", ("2026-03-01",)),
        ("User wants a boat", "", ("Goals 2026",)),
    ]


def test_a_line_that_says_when_an_entry_was_saved_dates_it():
    found = read("User likes tea.\nSaved: 2026-01-02\n\nUser has a cat.\nSaved on: Feb 3, 2026")

    assert [(entry.text, entry.label) for entry in found if not entry.beside] == [
        ("User likes tea.", "2026-01-02"),
        ("User has a cat.", "Feb 3, 2026"),
    ]


def test_json_in_a_fence_tells_dates_and_sections():
    found = read('```json\n[{"date": "2026-01-02", "category": "Preferences", "content": "Dark roast"}]\n```')

    assert [(entry.text, entry.label, entry.headings) for entry in found] == [
        ("Preferences: Dark roast", "2026-01-02", ("Preferences",))
    ]
    assert [entry.beside for entry in read('```json\n{"port": 80}\n```')] == ["a block of code (json)"]


def test_an_emoji_in_front_of_a_heading_is_no_bullet():
    found = read("🏡 Home\n- User rents a flat\n\n💼 Work\n- User teaches")

    assert [(entry.text, entry.headings) for entry in found] == [
        ("User rents a flat", ("🏡 Home",)),
        ("User teaches", ("💼 Work",)),
    ]


def test_a_proof_under_an_entry_is_kept_with_it_and_lends_its_date():
    found = read('- User is called Ana.\n  - Evidence: User said "I am Ana". Date: [2026-01-03].\n- User skis.')

    assert texts(found) == ["User is called Ana.", "User skis."]
    assert (found[0].evidence, found[0].label) == ('User said "I am Ana".', "2026-01-03")


def test_an_entry_that_says_nothing_alone_gets_what_stands_above_it():
    found = read(
        """
        ## Preferences
        - dark mode
        - Likes tea
        - Food: no chilli
        - Communication:
          - short answers
          - User wants examples
        - **Diet**: vegetarian

        ## What I know
        - jazz
        """
    )

    assert texts(found) == [
        "Preferences: dark mode",
        "Likes tea",
        "Food: no chilli",
        "Communication: short answers",
        "User wants examples",
        "Diet: vegetarian",
        "jazz",
    ]


def test_the_same_name_under_two_headings_is_two_memories():
    assert texts(read("# Languages\n- Rust\n\n# Things to repair\n- Rust")) == [
        "Languages: Rust",
        "Things to repair: Rust",
    ]


def test_running_text_is_taken_apart_and_an_entry_of_two_sentences_is_not():
    prose = "Ann is a baker. She likes tea. She sings.\n"
    listed = "- Ann is a baker. She likes tea. She sings.\n"
    paragraphs = "Ann is a baker.\n\nAnn likes tea. She drinks it daily.\n\nAnn sings.\n"

    assert texts(read(prose)) == ["Ann is a baker.", "Ann likes tea.", "Ann sings."]
    assert texts(read(prose.replace("likes tea", "likes **oolong** tea")))[1] == "Ann likes oolong tea."
    assert texts(read(listed)) == ["Ann is a baker. She likes tea. She sings."]
    assert texts(read(paragraphs)) == ["Ann is a baker.", "Ann likes tea. She drinks it daily.", "Ann sings."]
    assert texts(read(paragraphs, prose=True)) == [
        "Ann is a baker.",
        "Ann likes tea.",
        "Ann drinks it daily.",
        "Ann sings.",
    ]


def test_continuation_lines_belong_to_their_entry():
    text = "[2026-01-02] - User lives in\n  Kunming\nTone: direct.\n  Exception: emoji are fine.\n1. User has a\n   cat"

    assert texts(read(text)) == ["User lives in Kunming", "Tone: direct. Exception: emoji are fine.", "User has a cat"]


def test_settings_and_a_files_words_about_itself_are_beside():
    found = read("This file is kept by the agent. Do not edit.\n\n- User likes tea\n- port = 80\n")

    assert texts(found) == ["User likes tea"]
    assert all(entry.beside for entry in found if entry.text != "User likes tea")


def test_code_and_lines_without_words_are_beside():
    found = read("- User likes tea\n\n```python\nx = 1\n```\n\n- ★★★\n")

    assert [entry.beside for entry in found] == ["", "a block of code (python)", "no words"]


def test_the_type_comes_from_a_box_then_the_section_then_the_wording():
    options = ReadOptions(type_of=lambda _: "skill")
    found = read(
        "- [ ] pay rent\n- [x] buy ink\n- User knits well\n\n## Preferences\n- User wants dark mode\n- [ ] order tea"
    )

    assert [type_of_entry(entry, options) for entry in found] == ["task", "fact", "skill", "preference", "task"]


def test_a_position_names_line_and_sentence():
    found = read("## About\n\nAnn is a baker. She sings.\n\n- Ann swims", prose=True)

    assert [entry.position for entry in found] == ["line 3, sentence 1", "line 3, sentence 2", "line 5"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "- a b c d",
                "[2026-01-02] - User x",
                "## Work",
                "```",
                "",
                "  deeper",
                "Ann is here. She is.",
                "1.",
                "| a | b |",
                "|---|---|",
                "- Evidence: y",
                "2026-01-02",
                "**Bold**",
                "*it*",
                "Work:",
                "一、偏好",
                "- [ ] t",
                "Yesterday",
                "> q",
                "Here you go:",
            ]
        ),
        max_size=14,
    )
)
def test_any_mixture_of_lines_is_read(lines):
    found = entries([Line(number, line) for number, line in enumerate(lines, start=1)])

    assert all(0 < entry.line <= max(1, len(lines)) and (entry.text or entry.beside) for entry in found)


@pytest.mark.parametrize(
    "sign", [" ", "\t", "#", "*", "=", "—", "-", "1", ":", "**b c ", "__b c ", "[", "一", "date: "]
)
def test_long_runs_of_one_sign_are_read_in_no_time(sign):
    """With a pattern that starts anew at every place of a run these take hours."""
    run = sign * 5_000

    for before in (
        "",
        "# a",
        "- ",
        "- [ ] ",
        "== ",
        "— ",
        "[",
        "(",
        "| a |\n|--|",
        "2026-01-02",
        "- a\n  - Evidence: x",
        "saved",
    ):
        assert len(read(f"{before}{run}x")) <= 5_000
        assert len(read(f"{before}{run}")) <= 5_000
