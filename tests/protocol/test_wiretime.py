"""Times on the wire."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel_protocol.errors import InvalidTimeError
from satchel_protocol.wiretime import format_wire, parse_wire

KNOWN = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-03-04T05:06:07Z", KNOWN),
        ("2026-03-04t05:06:07z", KNOWN),
        ("2026-03-04 05:06:07Z", KNOWN),
        ("2026-03-04T05:06:07+00:00", KNOWN),
        ("2026-03-04T05:06:07-00:00", KNOWN),
        ("2026-03-04T13:06:07+08:00", KNOWN),
        ("2026-03-03T23:36:07-05:30", KNOWN),
        ("2026-03-04T05:06:07.5Z", KNOWN.replace(microsecond=500_000)),
        ("2026-03-04T05:06:07.123456Z", KNOWN.replace(microsecond=123_456)),
        ("2026-03-04T05:06:07.1234569Z", KNOWN.replace(microsecond=123_456)),
        ("2026-03-04T05:06:07.123456789123Z", KNOWN.replace(microsecond=123_456)),
        ("2016-12-31T23:59:60Z", datetime(2016, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)),
        ("2016-12-31T23:59:60.5Z", datetime(2016, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)),
        ("0001-01-01T00:00:00Z", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31T23:59:59.999999Z", datetime.max.replace(tzinfo=UTC)),
        ("2024-02-29T00:00:00Z", datetime(2024, 2, 29, tzinfo=UTC)),
    ],
)
def test_a_time_with_a_zone_is_read_as_utc(text: str, at: datetime) -> None:
    found = parse_wire(text)
    assert found == at
    assert found.tzinfo is UTC


@pytest.mark.parametrize(
    "text",
    [
        "", "now", "2026-03-04", "2026-03-04T05:06:07", "2026-03-04T05:06Z", "2026-03-04T05:06:07,5Z", "20260304T050607Z",
        "2026-W10-3T05:06:07Z", "2026-063T05:06:07Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-03-04T05:06:07.Z", "2026-03-04T05:06:07+8",
        "2026-03-04T05:06:07+08", "2026-03-04T05:06:07+0800", "2026-03-04T05:06:07+25:00", "2026-03-04T05:06:07+01:60",
        "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "10000-01-01T00:00:00Z",
        " 2026-03-04T05:06:07Z", "2026-03-04T05:06:07Z\n", "２０２６-03-04T05:06:07Z", "2026-03-04T05:06:07ZZ", "-2026-03-04T05:06:07Z",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidTimeError):
        parse_wire(text)


@given(
    st.datetimes(
        datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.integers(-1439, 1439).map(lambda m: timezone(timedelta(minutes=m)))  # noqa: DTZ001
    )
)  # fmt: skip
def test_a_written_time_reads_back_and_is_in_its_shortest_form(at: datetime) -> None:
    text = format_wire(at)
    assert parse_wire(text) == at
    assert text.endswith("Z")
    assert not text.endswith("0Z") or "." not in text
    assert format_wire(parse_wire(text)) == text


def test_a_naive_time_is_refused() -> None:
    with pytest.raises(InvalidTimeError):
        format_wire(datetime(2026, 1, 1))  # noqa: DTZ001
