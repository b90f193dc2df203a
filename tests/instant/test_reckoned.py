"""Relative days in a memory become the day that was meant when it was made."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.instant import resolve_zone
from satchel.instant.reckoned import reckon

WEDNESDAY = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("yesterday", "2026-03-03"),
        ("Today", "2026-03-04"),
        ("the day after tomorrow", "2026-03-06"),
        ("last night", "2026-03-03"),
        ("this morning", "2026-03-04"),
        ("three days ago", "2026-03-01"),
        ("10 days ago", "2026-02-22"),
        ("last week", "2026-02-23 to 2026-03-01"),
        ("next weekend", "2026-03-14 to 2026-03-15"),
        ("last month", "2026-02"),
        ("next year", "2027"),
        ("last quarter", "2025 Q4"),
        ("last Friday", "2026-02-27"),
        ("last Monday", "2026-02-23 or 2026-03-02"),
        ("next Friday", "2026-03-06 or 2026-03-13"),
        ("this Friday", "2026-03-06"),
        ("last January", "2025-01 or 2026-01"),
        ("two weeks ago", "around 2026-02-18"),
        ("a few days ago", "before 2026-03-04"),
        ("five months ago", "around 2025-10"),
        ("昨天", "2026-03-03"),
        ("大前天", "2026-03-01"),
        ("昨晚", "2026-03-03"),
        ("后天", "2026-03-06"),
        ("上周三", "2026-02-25"),
        ("下周五", "2026-03-13"),
        ("这周日", "2026-03-08"),
        ("上上周", "2026-02-16 to 2026-02-22"),
        ("下个星期一", "2026-03-09"),
        ("上个月", "2026-02"),
        ("去年", "2025"),
        ("后年", "2028"),
        ("三天前", "2026-03-01"),
        ("十二天后", "2026-03-16"),
        ("两个半月前", "around 2025-12-18"),
        ("半年前", "around 2025-09"),
        ("一年半前", "around 2024-09"),
        ("几天前", "before 2026-03-04"),
        ("两小时前", "2026-03-04"),
    ],
)
def test_the_day_that_was_meant(words: str, day: str) -> None:
    assert reckon(words, at=WEDNESDAY, zone=UTC) == day


@pytest.mark.parametrize("words", ["", "soon", "last semester", "that day", "前天性", "五十六个民族前"])
def test_what_is_not_known_is_not_guessed(words: str) -> None:
    assert reckon(words, at=WEDNESDAY, zone=UTC) is None


def test_days_are_those_of_the_writers_clock() -> None:
    late = datetime(2026, 3, 4, 23, 0, tzinfo=UTC)
    assert reckon("昨天", at=late, zone=resolve_zone("Asia/Shanghai")) == "2026-03-04"
    assert reckon("昨天", at=late, zone=UTC) == "2026-03-03"


def test_the_edges_of_the_calendar_raise_nothing() -> None:
    first, last = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, tzinfo=UTC)
    for at in (first, last):
        for words in ("yesterday", "next year", "last week", "下下周", "9999 years ago", "明年"):
            reckon(words, at=at, zone=resolve_zone("Asia/Shanghai"))


@given(st.integers(0, 3 * 10**9), st.integers(0, 400))
def test_days_ago_count_by_the_calendar(seconds: int, days: int) -> None:
    at = datetime(1996, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    assert reckon(f"{days} days ago", at=at, zone=UTC) == (at - timedelta(days=days)).date().isoformat()
    assert reckon(f"{days}天前", at=at, zone=UTC) == (at - timedelta(days=days)).date().isoformat()


@given(st.text(max_size=40))
def test_no_words_raise(words: str) -> None:
    reckon(words, at=WEDNESDAY, zone=UTC)
