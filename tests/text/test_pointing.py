"""Pointers that no rule knows are found where nothing explains them, and a rule's find is dropped where it can hardly be one."""

from __future__ import annotations

import pytest

from satchel.text.pointing import pointers
from satchel.text.reference import masked, ruled_references, unresolved_references


def spans(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in pointers(masked(text))]


@pytest.mark.parametrize(
    "text",
    ["这个项目叫小白", "那个项目经理叫王芳", "用户这个人很守时", "周五用的那个脚本很慢", "在这个家里没人穿鞋", "这样安排：早上写作", "他人的数据", "用户和她先生"],
)  # fmt: skip
def test_what_is_explained_beside_it_is_no_pointer(text: str) -> None:
    assert not {span for span in spans(text) if span[0] in "这那他她"}


@pytest.mark.parametrize(
    "text", ["He who waits wins", "those who came", "This is Bella, a greyhound", "明天开会", "two weeks ago"]
)
def test_whoever_is_defined_and_days_are_left_alone(text: str) -> None:
    assert spans(text) == []


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("Cello teacher wants a slower bow in that passage", "that"),
        ("用户不希望孩子跟他们分到一个班", "他们"),
        ("Biscuit likes it over there", "there"),
    ],
)
def test_a_pointer_is_seen_wherever_it_stands(text: str, pointer: str) -> None:
    assert pointer in spans(text)


@pytest.mark.parametrize(
    "text",
    ["Vaccination was three days ago. Booster due on 12 Feb 2026", "Physio this Thursday got cancelled, the new slot is on 5 March 2026", "前天摔了一跤，2026年3月5日复查"],
)  # fmt: skip
def test_a_date_behind_a_relative_day_does_not_date_it(text: str) -> None:
    assert [found.kind for found in unresolved_references(text)] == ["time"]


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-01: vaccination was three days ago",
        "Yesterday (2026-03-04) the boiler broke",
        "2026年3月5日记：明天复查",
    ],
)
def test_a_date_in_front_or_in_brackets_dates_it(text: str) -> None:
    assert unresolved_references(text) == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("In half an hour the user must leave for the airport", "In half an hour"),
        ("The cat is to be neutered a week from now", "a week from now"),
        ("The landlord called the other day", "the other day"),
        ("前几天我爸摔了一跤", "前几天"),
        ("再过两个星期我就满三十五了", "再过两个星期"),
        ("下学期用户要开书法课", "下学期"),
        ("用户打算下月初去敦煌", "下月初"),
    ],
)
def test_a_relative_time_is_found_in_its_many_forms(text: str, day: str) -> None:
    assert day in {found.text for found in ruled_references(text)}
