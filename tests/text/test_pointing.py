"""What a rule finds is dropped where it can hardly point anywhere; relative times are found in their many forms."""

from __future__ import annotations

import pytest

from satchel.text import pointing
from satchel.text.reference import masked, ruled_references, unresolved_references


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


def test_what_can_hardly_point_anywhere_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pointing, "likelihoods", lambda _text, spans: [0.1 if start else 0.9 for start, _ in spans])
    text = "That thing is broken. Fix that thing"
    assert len(ruled_references(text)) == 2
    assert [found.start for found in unresolved_references(text)] == [0]


def test_what_is_quoted_is_blotted_out_and_offsets_stay() -> None:
    text = "說“那個東西”是歌名"
    assert masked(text) == "说QQQQQQ是歌名"
    assert len(masked(text)) == len(text)
    assert unresolved_references(text) == []
