"""What a heading says about the memories under it."""

from __future__ import annotations

import pytest

from satchel.formats.sections import says_nothing, tag_of, title_of, type_of_section


@pytest.mark.parametrize(
    ("heading", "type_"),
    [
        ("Work context", "fact"),
        ("Personal context", "fact"),
        ("Top of mind", "task"),
        ("Brief history", "fact"),
        ("Other instructions", "preference"),
        ("Key learnings & principles", "skill"),
        ("On the horizon", "task"),
        ("INSTRUCTIONS", "preference"),
        ("1. Identity", "fact"),
        ("Category: Interests and Preferences", "preference"),
        ("Communication preferences", "preference"),
        ("Work preferences", "preference"),
        ("Current projects", "task"),
        ("Project context", "fact"),
        ("🏡 Home life", "fact"),
        ("二、偏好", "preference"),
        ("进行中的项目", "task"),
        ("项目背景", "fact"),
        ("经验教训", "skill"),
        ("Goals and background", None),
        ("工作与项目", None),
        ("Ledger rewrite", None),
        ("What I know about you", None),
    ],
)
def test_the_type_that_a_heading_names(heading, type_):
    assert type_of_section([heading]) == type_


def test_the_innermost_heading_that_says_something_decides():
    assert type_of_section(["Preferences", "Projects"]) == "task"
    assert type_of_section(["Preferences", "Ledger rewrite"]) == "preference"
    assert type_of_section(["Preferences", "Goals and background"]) is None
    assert type_of_section([]) is None


@pytest.mark.parametrize(
    "heading",
    [
        "",
        "What I know about you",
        "Saved memories",
        "Memory",
        "Here's what I know about you",
        "以下是我记住的内容",
        "已保存的记忆",
    ],
)
def test_a_heading_that_only_says_that_memories_follow(heading):
    assert says_nothing(heading)
    assert tag_of([heading]) == ()


def test_a_heading_is_a_tag_without_its_number_and_marks():
    assert title_of("### 3. **Travel plans**:") == "Travel plans"
    assert tag_of(["What I know", "2) Travel plans"]) == ("travel plans",)
    assert tag_of(["x" * 41]) == ()
