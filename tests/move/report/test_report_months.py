"""A histogram by month has no gaps, no lost counts, and never more bars than it may."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.move.report.months import bars

MONTHS = st.dictionaries(
    st.builds(lambda year, month: f"{year}-{month:02}", st.integers(1, 9999), st.integers(1, 12)), st.integers(0, 10**6)
)


@given(MONTHS, st.integers(12, 60))
def test_every_count_is_in_one_bar_and_there_are_never_too_many(by_month, most) -> None:
    shown = bars(by_month, most=most)
    assert sum(bar.count for bar in shown) == sum(by_month.values())
    assert len(shown) <= most
    assert [bar.first for bar in shown] == sorted(bar.first for bar in shown)


def test_months_without_memories_are_shown_as_gaps() -> None:
    assert [(bar.label, bar.count) for bar in bars({"2025-11": 3, "2026-02": 1})] == [
        ("2025-11", 3),
        ("2025-12", 0),
        ("2026-01", 0),
        ("2026-02", 1),
    ]


@pytest.mark.parametrize(
    ("last", "labels"),
    [
        ("2018-12", ("2015-12", "2018-12")),
        ("2025-01", ("2015 Q4", "2025 Q1")),
        ("2050-06", ("2015", "2050")),
        ("2150-06", ("2015–2019", "2150–2154")),
        ("9999-01", ("2000–2499", "9500–9999")),
    ],
)
def test_long_spans_take_longer_bars(last, labels) -> None:
    shown = bars({"2015-12": 1, last: 2})
    assert (shown[0].label, shown[-1].label) == labels


def test_years_that_python_writes_with_fewer_digits_are_read() -> None:
    assert [bar.count for bar in bars({"999-12": 1, "1000-01": 2})] == [1, 2]


def test_what_is_no_month_has_no_bar() -> None:
    assert bars({"?": 4}) == []
    assert bars({}) == []
