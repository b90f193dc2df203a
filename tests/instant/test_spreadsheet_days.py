"""The days of a spreadsheet are known by the column's name and their narrow range, with a comma for the point too."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from satchel.instant import ColumnTimes, looks_like_time

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
DAYS = [46023.5, 46030.25, 46041.75]


@pytest.mark.parametrize("name", ["Datum", "created", "fecha", "记录时间", "Data"])
@pytest.mark.parametrize("written", [DAYS, [str(day) for day in DAYS], [str(day).replace(".", ",") for day in DAYS]])
def test_days_of_a_sheet_are_times(name: str, written: list[object]) -> None:
    assert looks_like_time(written, now=NOW, name=name) >= 0.5
    column = ColumnTimes(written, now=NOW, name=name, zone="UTC")
    assert [str(column.read(value).at) for value in written] == [
        "2026-01-01 12:00:00+00:00",
        "2026-01-08 06:00:00+00:00",
        "2026-01-19 18:00:00+00:00",
    ]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("size", DAYS),
        ("price", DAYS),
        ("postcode", [46023, 46030, 46041]),
        ("created", [46023, 46023, 46023]),
        ("created", [46023, 46030, 99999]),
        ("created", [46023, 46030]),
        ("ts", [46023, 46030, 1_772_000_000]),
    ],
)
def test_other_numbers_of_five_digits_are_none(name: str, values: list[object]) -> None:
    column = ColumnTimes(values, now=NOW, name=name, zone="UTC")
    assert column.read(values[0]).at is None


def test_a_number_with_a_comma_stays_unread_elsewhere() -> None:
    assert ColumnTimes(["46023,5"], now=NOW, name="created", zone="UTC").read("46023,5").at is None
