"""The type of a memory by its words alone, and what kind columns call our types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.move import phrases

from satchel.move.infer.types import type_of_kind, type_scores

BANKS = {"preference": phrases.PREFERENCES, "task": phrases.TASKS, "skill": phrases.SKILLS, "fact": phrases.FACTS}


@pytest.mark.parametrize("type_", BANKS)
def test_wording_gives_the_type(type_):
    wrong = [text for text in BANKS[type_] if type_scores(text).best != type_]

    assert len(wrong) <= 0.15 * len(BANKS[type_]), wrong


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("spreadsheets in English give him a headache", "preference"),
        ("下次发布前先跑迁移脚本", "skill"),
        ("还差接口联调", "task"),
        ("用户的女儿叫朵朵", "fact"),
        ("", "fact"),
        ("42", "fact"),
    ],
)
def test_examples(text, type_):
    assert type_scores(text).best == type_


def test_the_words_that_decided_are_told():
    assert "a headache" in type_scores("spreadsheets in English give him a headache").words


@pytest.mark.parametrize(
    ("kind", "type_"),
    [
        ("UserPreference", "preference"),
        ("memory_type.LESSON", "skill"),
        ("todo", "task"),
        ("经验教训", "skill"),
        ("系统日志", "log"),
        ("sys_log", "log"),
        ("note", "vague"),
        ("zebra", None),
    ],
)
def test_kinds_are_known_in_many_spellings(kind, type_):
    assert type_of_kind(kind) == type_


@given(st.text(max_size=300))
def test_any_text_gets_a_type(text):
    assert type_scores(text).best in {"preference", "task", "skill", "fact", "interaction"}
