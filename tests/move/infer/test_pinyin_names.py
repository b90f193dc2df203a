"""Columns called in pinyin mean what their Chinese words mean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.formats.contract import Fate
from satchel.move.infer.name_words import WHOLE, WORDS
from satchel.move.infer.names import name_scores, words_of
from satchel.move.infer.pinyin import spelled
from satchel.move.infer.role import Role
from satchel.move.rescue import Rescue


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("jilu_shijian", Role.CREATED),
        ("jiluShijian", Role.CREATED),
        ("luru_riqi", Role.CREATED),
        ("XIUGAI_SHIJIAN", Role.UPDATED),
        ("biangengshijian", Role.UPDATED),
        ("shixiao_shijian", Role.EXPIRES),
        ("suoshu_ren", Role.USER),
        ("xia_yi_bu", Role.NEXT),
        ("fasongzhe", Role.SPEAKER),
        ("zhixindu", Role.CONFIDENCE),
    ],
)
def test_a_name_in_pinyin_speaks_for_its_role(name: str, role: Role) -> None:
    scores = name_scores(name)
    assert max(scores, key=lambda each: scores[each]) is role


def test_words_that_sound_alike_are_all_heard() -> None:
    assert set(spelled(("dengji",))) >= {"登记", "等级"}


def test_no_english_name_is_taken_for_pinyin() -> None:
    ours = [name for words in (*WHOLE.values(), *WORDS.values()) for name in words.split()]
    english = "content message created updated title name value status language category due_date sequence binding change machine"
    taken = {name: spelled(words_of(name)) for name in english.split() if spelled(words_of(name))}
    assert taken == {}
    assert sum(bool(spelled(words_of(name))) for name in ours) < 0.1 * len(ours)


@given(st.lists(st.text(max_size=12), max_size=5).map(tuple))
def test_any_name_is_looked_at(name: tuple[str, ...]) -> None:
    assert len(spelled(name)) <= 4


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_times_the_one_that_says_changed_is_not_when_it_was_written(turned: bool, tmp_path: Path) -> None:
    rows = []
    for n in range(12):
        times = [("jilu_shijian", 1746965000 + 9000 * n), ("xiugai_shijian", 1747498000 + 9000 * n)]
        rows.append({**dict(times[::-1] if turned else times), "neirong": f"船坞第 {n} 号的钥匙在保安室"})
    (tmp_path / "jilu.json").write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    records = [r for reading in Rescue(tmp_path).readings() if reading.fate is Fate.MEMORY for r in reading.records]
    assert len(records) == 12
    assert sorted(r.created_at.timestamp() for r in records if r.created_at) == [
        1746965000 + 9000 * n for n in range(12)
    ]
