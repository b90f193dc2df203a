"""Near-duplicates are found among many; texts that state something else never count as such."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.text.claims import difference, negations, numbers
from satchel.text.similar import NearDuplicates, is_near_duplicate, similarity

LONG = "in the quiet evening hours while reading long novels beside the old stone fireplace at the family house"


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        (f"The user likes tea {LONG}", f"The user does not like tea {LONG}", "negation"),
        (f"The user can drink milk {LONG}", f"The user can't drink milk {LONG}", "negation"),
        ("用户在周末的晚上看书的时候非常喜欢喝乌龙茶", "用户在周末的晚上看书的时候不喜欢喝乌龙茶", "negation"),
        ("喜欢", "不喜欢", "negation"),
        ("The staging server listens on port 8080", "The staging server listens on port 8081", "number"),
        ("Uses Python 3.11 for work", "Uses Python 3.12 for work", "number"),
        (f"The user's dog is called Max {LONG}", f"The user's dog is called Rex {LONG}", "word"),
        (f"Notifications are on {LONG}", f"Notifications are off {LONG}", "word"),
        (f"Wakes at 6 am {LONG}", f"Wakes at 6 pm {LONG}", "word"),
        ("用户喜欢在早上看书的时候喝红茶配点心", "用户喜欢在早上看书的时候喝绿茶配点心", "word"),
        ("Karina reviews all of the changes to the code", "Marina reviews all of the changes to the code", "word"),
        ("Alice manages Bob in the warehouse project", "Bob manages Alice in the warehouse project", "order"),
        ("The user likes tea", "The user likes green tea", "added"),
        (f"The meeting is {LONG}", f"The Berlin meeting is {LONG}", "added"),
    ],
)
def test_another_statement_is_never_a_duplicate(a: str, b: str, kind: str) -> None:
    for one, other in ((a, b), (b, a)):
        assert (difference(one, other) or "").partition(":")[0] == kind
        assert not is_near_duplicate(one, other, threshold=0.1)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The user likes tea.", "- user likes  TEA"),
        ("用户喜欢乌龙茶", "用戶喜歡烏龍茶。"),
        ("[2026-03-01] - Prefers concise answers", "3. prefers concise answers!"),
        ("The user prefers concise answers", "The user perfers concise answers"),
        ("The price is 1,000 euros", "The price is 1000 euros"),
        ("用户现在在北京工作了", "用户现在在北京工作"),
        ("Café meetings start at 09:05", "cafe meetings start at 9:05"),
    ],
)
def test_another_spelling_of_the_same_statement_is_a_duplicate(a: str, b: str) -> None:
    assert difference(a, b) is None
    assert is_near_duplicate(a, b)


@given(st.text(max_size=60), st.text(max_size=60))
def test_similarity_is_symmetric_between_0_and_1_and_1_for_itself(a: str, b: str) -> None:
    assert 0.0 <= similarity(a, b) == similarity(b, a) <= 1.0
    assert similarity(a, a) == 1.0
    assert difference(a, a) is None
    assert (difference(a, b) is None) == (difference(b, a) is None)


def test_numbers_and_negations_are_read_in_one_spelling() -> None:
    assert numbers("1,000 on 2026-03-01 at 09:05, v2.30") == ["1000", "2026", "3", "1", "9", "5", "2.30"]
    assert negations("用户没有不喜欢，不过非常特别") == 2
    assert negations("I can't, won't and do not") == 3


def test_planted_duplicates_are_found_among_thousands_and_nothing_else() -> None:
    chance = random.Random(11)
    words = "用户 喜欢 项目 北京 上海 每天 早上 晚上 跑步 读书 写作 会议 代码 测试 设计 音乐 电影 旅行 咖啡 绿茶 小猫 文件".split()
    texts = list(dict.fromkeys("".join(chance.choices(words, k=12)) for _ in range(2_000)))
    index: NearDuplicates[int] = NearDuplicates()
    for id, text in enumerate(texts):
        index.add(id, text)
    planted = chance.sample(range(len(texts)), 150)
    for id in planted:
        changed = chance.choice(["- {}。", "{}了", "{} ！", "[2026-03-01] - {}"]).format(texts[id])
        assert [match.id for match in index.duplicates(changed)] == [id]


def test_candidates_say_what_tells_them_apart() -> None:
    index: NearDuplicates[str] = NearDuplicates()
    index.add("a", "The staging server listens on port 8080")
    index.add("b", "The staging server listens on port 8081.")
    found = index.candidates("the staging server listens on port 8081")
    assert [(match.id, match.difference) for match in found] == [("b", None), ("a", "number: 8081 / 8080")]
    assert [match.id for match in index.duplicates("The staging server listens on port 8081")] == ["b"]
    assert index.candidates("!!") == []


def test_an_id_is_taken_once() -> None:
    index: NearDuplicates[str] = NearDuplicates()
    index.add("a", "tea")
    index.add("a", "tea")
    assert len(index) == 1
    with pytest.raises(ValueError, match="'a'"):
        index.add("a", "coffee")
