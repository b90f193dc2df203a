"""Values are found in either language and in one spelling each."""

from __future__ import annotations

import pytest

from satchel.text.synonyms import han_meaning_of, meaning_of, opposites, person_of
from satchel.text.traits import agree, clash, traits
from satchel.text.values import unmatched, values


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The class starts at 19:30", "class starts 7.30 pm"),
        ("half past seven in the morning", "7:30"),
        ("晚上十一点以后不看消息", "过了23点不看消息"),
        ("每周六下午两点", "每周六14:00"),
        ("On May 3rd, 2025", "3 May 2025"),
        ("2026-08-31", "2026年8月31日"),
        ("costs 2,900 zł", "2,900 złoty rent"),
        ("三百字", "300字"),
        ("六岁", "6岁了"),
        ("for three years", "3 years"),
        ("twenty-one pages", "21 pages"),
        ("Tuesdays and Thursdays", "Thursday, Tuesday"),
        ("ticket OPS-4471", "OPS-4471 is open"),
        ("二零一八年", "2018年"),
        ("一七年认识的", "2017 年认识"),
    ],
)
def test_one_value_is_the_same_in_another_spelling(one: str, other: str) -> None:
    left, right, matched = unmatched(values(one), values(other))
    assert (left, right) == ([], [])
    assert matched >= 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("at 18:15", "at 18:45"),
        ("7 am", "7 pm"),
        ("Python 3.8", "Python 3.10"),
        ("Python 3.1", "Python 3.10"),
        ("30 June 2027", "31 July 2027"),
        ("186元", "168元"),
        ("BUG-2093", "BUG-2039"),
        ("port 8443", "port 8433"),
        ("周三", "周四"),
        ("/v1/users", "/v1/health"),
        ("v2.1", "v2.2"),
        ("第二章", "第五章"),
        ("八公斤", "五公斤"),
    ],
)
def test_other_values_differ_on_both_sides(one: str, other: str) -> None:
    left, right, _ = unmatched(values(one), values(other))
    assert left
    assert right


@pytest.mark.parametrize(
    "text", ["用户一直一个人住", "It may rain", "a lot of work", "特别喜欢周末", "User sat on the sofa"]
)
def test_words_that_look_like_values_are_none(text: str) -> None:
    assert [value for value in values(text) if value.kind != "amount"] == []


def test_words_of_one_meaning_have_one_name() -> None:
    assert meaning_of("movies") == meaning_of("film")
    assert han_meaning_of("老婆") == han_meaning_of("妻子") == meaning_of("wife")
    assert meaning_of("dislikes") in opposites()[meaning_of("likes")]
    assert person_of("妹妹") != person_of("姐姐")
    assert person_of("table") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("user doesn't eat meat", "steak is what i have for dinner"),
        ("用户单身", "用户和妻子一起爬山"),
        ("user lives in basel", "home is porto"),
        ("user has no children", "user has two children"),
        ("用户没有驾照", "用户自己开车上下班"),
    ],
)
def test_traits_of_two_texts_clash(one: str, other: str) -> None:
    assert clash(traits(one), traits(other))


def test_a_trait_that_says_more_agrees() -> None:
    assert agree(traits("用户住在杭州"), traits("用户住在杭州西湖区")) == ["home"]
    assert clash(traits("user is a vegetarian"), traits("user doesn't eat meat")) == []
