"""Every notation of time in the field, one line each: what it must be read as, or that it must not be read."""

from __future__ import annotations

from collections import UserDict
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest

from satchel.instant import Instant, Reader, from_id, read_instant
from satchel_protocol.errors import InvalidTimeError, UsageError

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
READER = Reader(now=NOW)


def stamp(instant: Instant) -> str | None:
    return instant.at.isoformat().replace("+00:00", "Z") if instant.at else None


# value, UTC instant, unit, zone, precision, assumed
Row = tuple[object, str, str, str, str, bool]
ISO: list[Row] = [
    ("2026-03-04T05:06:07Z", "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    ("2026-03-04T05:06:07.1Z", "2026-03-04T05:06:07.100000Z", "iso", "Z", "millisecond", False),
    ("2026-03-04T05:06:07.123Z", "2026-03-04T05:06:07.123000Z", "iso", "Z", "millisecond", False),
    ("2026-03-04T05:06:07.123456Z", "2026-03-04T05:06:07.123456Z", "iso", "Z", "microsecond", False),
    ("2026-03-04T05:06:07.123456789Z", "2026-03-04T05:06:07.123456Z", "iso", "Z", "nanosecond", False),
    ("2026-03-04t05:06:07z", "2026-03-04T05:06:07Z", "iso", "z", "second", False),
    ("2026-03-04T05:06:07,5Z", "2026-03-04T05:06:07.500000Z", "iso", "Z", "millisecond", False),
    ("2026-03-04T05:06:07.123456789+08:00", "2026-03-03T21:06:07.123456Z", "iso", "+08:00", "nanosecond", False),
    ("2026-03-04T05:06:07+0800", "2026-03-03T21:06:07Z", "iso", "+0800", "second", False),
    ("2026-03-04 05:06:07+08", "2026-03-03T21:06:07Z", "iso", "+08", "second", False),
    ("2026-03-04 05:06:07 -0700", "2026-03-04T12:06:07Z", "iso", "-0700", "second", False),
    ("2026-03-04T05:06:07\u221207:00", "2026-03-04T12:06:07Z", "iso", "-07:00", "second", False),
    ("2026-03-04T05:06:07-00:00", "2026-03-04T05:06:07Z", "iso", "-00:00", "second", False),
    ("2026-03-04T05:06:07", "2026-03-04T05:06:07Z", "iso", "UTC", "second", True),
    ("2026-03-04 05:06:07.25", "2026-03-04T05:06:07.250000Z", "iso", "UTC", "millisecond", True),
    ("2026-03-04T05:06", "2026-03-04T05:06:00Z", "iso", "UTC", "minute", True),
    ("2026-03-04T05:06Z", "2026-03-04T05:06:00Z", "iso", "Z", "minute", False),
    ("2026-03-04T05", "2026-03-04T05:00:00Z", "iso", "UTC", "hour", True),
    ("2026-03-04 05:06:07 UTC", "2026-03-04T05:06:07Z", "iso", "UTC", "second", False),
    ("2026-03-04 05:06:07 utc", "2026-03-04T05:06:07Z", "iso", "utc", "second", False),
    ("2026-03-04 05:06:07 (UTC)", "2026-03-04T05:06:07Z", "iso", "(UTC)", "second", False),
    ("2026-03-04 05:06:07 JST", "2026-03-03T20:06:07Z", "iso", "JST", "second", False),
    ("2026-03-04 05:06:07 GMT+8", "2026-03-03T21:06:07Z", "iso", "GMT+8", "second", False),
    ("2026-03-04 05:06:07 Asia/Shanghai", "2026-03-03T21:06:07Z", "iso", "Asia/Shanghai", "second", False),
    ("2026-03-04T05:06:07+08:00[Asia/Shanghai]", "2026-03-03T21:06:07Z", "iso", "+08:00[Asia/Shanghai]", "second", False),
    ("2026-03-04 05:06:07 北京时间", "2026-03-03T21:06:07Z", "iso", "北京时间", "second", False),
    ("20260304T050607Z", "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    ("20260304T050607", "2026-03-04T05:06:07Z", "iso", "UTC", "second", True),
    ("20260304T050607.123+0800", "2026-03-03T21:06:07.123000Z", "iso", "+0800", "millisecond", False),
    ("20260304T0506Z", "2026-03-04T05:06:00Z", "iso", "Z", "minute", False),
    ("2026-W10-3", "2026-03-04T00:00:00Z", "date", "UTC", "day", True),
    ("2026W103T050607Z", "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    ("2026-W10-3T05:06:07Z", "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    ("2026-W10", "2026-03-02T00:00:00Z", "date", "UTC", "week", True),
    ("2026-063", "2026-03-04T00:00:00Z", "date", "UTC", "day", True),
    ("2024-366", "2024-12-31T00:00:00Z", "date", "UTC", "day", True),
    ("2026-063T05:06:07Z", "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    ("2026-03-04", "2026-03-04T00:00:00Z", "date", "UTC", "day", True),
    ("2026-03-04Z", "2026-03-04T00:00:00Z", "date", "Z", "day", False),
    ("2026-03-04+08:00", "2026-03-03T16:00:00Z", "date", "+08:00", "day", False),
    ("2026-03", "2026-03-01T00:00:00Z", "date", "UTC", "month", True),
    ("2026", "2026-01-01T00:00:00Z", "digits", "UTC", "year", True),
    ("2026-03-04T24:00:00Z", "2026-03-05T00:00:00Z", "iso", "Z", "second", False),
    ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59.999999Z", "iso", "Z", "second", False),
    ("2026-03-04 15:20:30.123456789 +0800 CST m=+0.01", "2026-03-04T07:20:30.123456Z", "iso", "+0800 CST m=+0.01", "nanosecond", False),
    ("  2026-03-04T05:06:07Z\n", "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    ('"2026-03-04T05:06:07Z"', "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    ("[2026-03-01]", "2026-03-01T00:00:00Z", "date", "UTC", "day", True),
    ("２０２６-03-04Ｔ05：06：07Ｚ", "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    ("2026-03-04_15-20-30", "2026-03-04T15:20:30Z", "iso", "UTC", "second", True),
    ("2026-03-04T15-20-30", "2026-03-04T15:20:30Z", "iso", "UTC", "second", True),
    ("2026-03-04-15-20-30", "2026-03-04T15:20:30Z", "iso", "UTC", "second", True),
    ("2026-03-04T05:06:07.123Z[UTC]", "2026-03-04T05:06:07.123000Z", "iso", "Z[UTC]", "millisecond", False),
    ("2026-03-04 15:20:00 (GMT+8)", "2026-03-04T07:20:00Z", "iso", "(GMT+8)", "second", False),
    ("2026-03-04 05:06:07 +0000 UTC", "2026-03-04T05:06:07Z", "iso", "+0000 UTC", "second", False),
    ("2026-03-04 15:20:00[Asia/Shanghai]", "2026-03-04T07:20:00Z", "iso", "[Asia/Shanghai]", "second", False),
    ("20260304_152030", "2026-03-04T15:20:30Z", "iso", "UTC", "second", True),
]  # fmt: skip

NUMBERS: list[Row] = [
    (1772601967, "2026-03-04T05:26:07Z", "s", "UTC", "second", False),
    (1772601967123, "2026-03-04T05:26:07.123000Z", "ms", "UTC", "millisecond", False),
    (1772601967123456, "2026-03-04T05:26:07.123456Z", "us", "UTC", "microsecond", False),
    (1772601967123456789, "2026-03-04T05:26:07.123456Z", "ns", "UTC", "nanosecond", False),
    (788918400, "1995-01-01T00:00:00Z", "s", "UTC", "second", False),
    (999999999999, "2001-09-09T01:46:39.999000Z", "ms", "UTC", "millisecond", False),
    (1772601967.0, "2026-03-04T05:26:07Z", "s", "UTC", "second", False),
    (1772601967.123, "2026-03-04T05:26:07.123000Z", "s", "UTC", "millisecond", False),
    (1772601967.1234567, "2026-03-04T05:26:07.123456Z", "s", "UTC", "nanosecond", False),
    (1772601967123.0, "2026-03-04T05:26:07.123000Z", "ms", "UTC", "millisecond", False),
    (1772601967123.456, "2026-03-04T05:26:07.123456Z", "ms", "UTC", "microsecond", False),
    (1.772601967123456e18, "2026-03-04T05:26:07.123456Z", "ns", "UTC", "nanosecond", False),
    ("1772601967", "2026-03-04T05:26:07Z", "s", "UTC", "second", False),
    (" 1772601967123 ", "2026-03-04T05:26:07.123000Z", "ms", "UTC", "millisecond", False),
    ("1772601967123", "2026-03-04T05:26:07.123000Z", "ms", "UTC", "millisecond", False),
    ("1772601967123456", "2026-03-04T05:26:07.123456Z", "us", "UTC", "microsecond", False),
    ("1772601967123456789", "2026-03-04T05:26:07.123456Z", "ns", "UTC", "nanosecond", False),
    ("1772601967.123456", "2026-03-04T05:26:07.123456Z", "s", "UTC", "microsecond", False),
    ("1.772601967E9", "2026-03-04T05:26:07Z", "s", "UTC", "second", False),
    ("１７７２６０１９６７", "2026-03-04T05:26:07Z", "s", "UTC", "second", False),
    (Decimal("1772601967.5"), "2026-03-04T05:26:07.500000Z", "s", "UTC", "millisecond", False),
    (20260304, "2026-03-04T00:00:00Z", "digits", "UTC", "day", True),
    ("20260304", "2026-03-04T00:00:00Z", "digits", "UTC", "day", True),
    ("202603040506", "2026-03-04T05:06:00Z", "digits", "UTC", "minute", True),
    ("20260304050607", "2026-03-04T05:06:07Z", "digits", "UTC", "second", True),
    (20260304050607, "2026-03-04T05:06:07Z", "digits", "UTC", "second", True),
    ("20260304050607123", "2026-03-04T05:06:07.123000Z", "digits", "UTC", "millisecond", True),
    ("20260304050607123456", "2026-03-04T05:06:07.123456Z", "digits", "UTC", "microsecond", True),
]

WRAPPED: list[Row] = [
    ({"$date": "2026-03-04T05:06:07.123Z"}, "2026-03-04T05:06:07.123000Z", "iso", "Z", "millisecond", False),
    ({"$date": 1772601967123}, "2026-03-04T05:26:07.123000Z", "ms", "UTC", "millisecond", False),
    ({"$date": {"$numberLong": "1772601967123"}}, "2026-03-04T05:26:07.123000Z", "ms", "UTC", "millisecond", False),
    ({"$numberLong": "1772601967123"}, "2026-03-04T05:26:07.123000Z", "ms", "UTC", "millisecond", False),
    ({"$numberInt": "1772601967"}, "2026-03-04T05:26:07Z", "s", "UTC", "second", False),
    ({"$timestamp": {"t": 1772601967, "i": 1}}, "2026-03-04T05:26:07Z", "s", "UTC", "second", False),
    ('{"$date": {"$numberLong": "1772601967123"}}', "2026-03-04T05:26:07.123000Z", "ms", "UTC", "millisecond", False),
    ({"seconds": 1772601967, "nanos": 123456000}, "2026-03-04T05:26:07.123456Z", "s", "UTC", "microsecond", False),
    ({"_seconds": 1772601967, "_nanoseconds": 0}, "2026-03-04T05:26:07Z", "s", "UTC", "second", False),
    ({"__type": "Date", "iso": "2026-03-04T05:06:07Z"}, "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    ("/Date(1772601967123+0800)/", "2026-03-04T05:26:07.123000Z", "ms", "UTC", "millisecond", False),
    ('ISODate("2026-03-04T05:06:07Z")', "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    (b"2026-03-04T05:06:07Z", "2026-03-04T05:06:07Z", "iso", "Z", "second", False),
    (date(2026, 3, 4), "2026-03-04T00:00:00Z", "iso", "UTC", "day", True),
    (datetime(2026, 3, 4, 5, 6, 7), "2026-03-04T05:06:07Z", "iso", "UTC", "second", True),  # noqa: DTZ001
    (datetime(2026, 3, 4, 5, 6, 7, 8, timezone(timedelta(hours=8))), "2026-03-03T21:06:07.000008Z", "iso", "+08:00", "microsecond", False),
]  # fmt: skip

WRITTEN: list[Row] = [
    ("Jan 2026", "2026-01-01T00:00:00Z", "text", "UTC", "month", True),
    ("January, 2026", "2026-01-01T00:00:00Z", "text", "UTC", "month", True),
    ("Sept. 2025", "2025-09-01T00:00:00Z", "text", "UTC", "month", True),
    ("13 January, 2026", "2026-01-13T00:00:00Z", "text", "UTC", "day", True),
    ("13 January, 2026 08:51 PM", "2026-01-13T20:51:00Z", "text", "UTC", "minute", True),
    ("08:51 PM on 13 January, 2026", "2026-01-13T20:51:00Z", "text", "UTC", "minute", True),
    ("8:51 PM · Mar 5, 2026", "2026-03-05T20:51:00Z", "text", "UTC", "minute", True),
    ("Mar 5, 2025, 2:03:11 PM", "2025-03-05T14:03:11Z", "text", "UTC", "second", True),
    ("Mar 5, 2025, 2:03:11\u202fPM EST", "2025-03-05T19:03:11Z", "text", "EST", "second", False),
    ("Mar 5, 2025, 2:03:11 PM GMT+8", "2025-03-05T06:03:11Z", "text", "GMT+8", "second", False),
    ("March 4th, 2026 at 3:20pm", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("Wednesday, March 4, 2026", "2026-03-04T00:00:00Z", "text", "UTC", "day", True),
    ("4th of March 2026", "2026-03-04T00:00:00Z", "text", "UTC", "day", True),
    ("4-Mar-2026 15:20", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("04-MAR-26", "2026-03-04T00:00:00Z", "text", "UTC", "day", True),
    ("2026-Mar-04", "2026-03-04T00:00:00Z", "text", "UTC", "day", True),
    ("Wed, 04 Mar 2026 15:20:00 +0800", "2026-03-04T07:20:00Z", "text", "+0800", "second", False),
    ("Wed, 04 Mar 2026 15:20:00 +0800 (CST)", "2026-03-04T07:20:00Z", "text", "+0800 (CST)", "second", False),
    ("4 Mar 2026 15:20 GMT", "2026-03-04T15:20:00Z", "text", "GMT", "minute", False),
    ("Wed Mar  4 15:20:00 2026", "2026-03-04T15:20:00Z", "text", "UTC", "second", True),
    ("Wed Mar  4 15:20:00 JST 2026", "2026-03-04T06:20:00Z", "text", "JST", "second", False),
    ("Wed Mar 04 2026 15:20:00 GMT+0800 (中国标准时间)", "2026-03-04T07:20:00Z", "text", "GMT+0800 (中国标准时间)", "second", False),
    ("04/Mar/2026:15:20:00 +0800", "2026-03-04T07:20:00Z", "text", "+0800", "second", False),
    ("2023-5-12 @21h 32m 29s 228ms", "2023-05-12T21:32:29.228000Z", "text", "UTC", "millisecond", True),
    ("2024-10-11 08:47:19 PM PDT-0700", "2024-10-12T03:47:19Z", "iso", "PDT-0700", "second", False),
    ("2024-10-11 11:20:43 PM UTC+0000", "2024-10-11T23:20:43Z", "iso", "UTC+0000", "second", False),
    ("2026:03:04 15:20:30", "2026-03-04T15:20:30Z", "text", "UTC", "second", True),
    ("2026-3-4 5:6:7", "2026-03-04T05:06:07Z", "text", "UTC", "second", True),
    ("Wednesday, 04-Mar-26 05:06:07 GMT", "2026-03-04T05:06:07Z", "text", "GMT", "second", False),
    ("25/3/2026, 3:20:00 p. m.", "2026-03-25T15:20:00Z", "text", "UTC", "second", True),
    ("2026年3月4日 周三 下午 3:20", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("2026/3/4", "2026-03-04T00:00:00Z", "text", "UTC", "day", True),
    ("2026/3/4 15:20", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("2026.03.04 15:20", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("2026/03", "2026-03-01T00:00:00Z", "text", "UTC", "month", True),
    ("2026.03", "2026-03-01T00:00:00Z", "text", "UTC", "month", True),
    ("03/2026", "2026-03-01T00:00:00Z", "text", "UTC", "month", True),
    ("2026年3月4日 下午3点20分", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("2026年3月4日下午3点20分15秒", "2026-03-04T15:20:15Z", "text", "UTC", "second", True),
    ("2026年3月4日 上午9时", "2026-03-04T09:00:00Z", "text", "UTC", "hour", True),
    ("2026年3月4日 晚上8点半", "2026-03-04T20:30:00Z", "text", "UTC", "minute", True),
    ("2026年3月4日 下午3点一刻", "2026-03-04T15:15:00Z", "text", "UTC", "minute", True),
    ("2026年3月4日 中午12点", "2026-03-04T12:00:00Z", "text", "UTC", "hour", True),
    ("2026年3月4日 凌晨12:30", "2026-03-04T00:30:00Z", "text", "UTC", "minute", True),
    ("2026年3月4日 晚上12点", "2026-03-05T00:00:00Z", "text", "UTC", "hour", True),
    ("2026年3月4日 15:20:07", "2026-03-04T15:20:07Z", "text", "UTC", "second", True),
    ("2026年3月4日（星期三）15：20", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("2026年3月4日", "2026-03-04T00:00:00Z", "text", "UTC", "day", True),
    ("2026年03月", "2026-03-01T00:00:00Z", "text", "UTC", "month", True),
    ("2026年3月份", "2026-03-01T00:00:00Z", "text", "UTC", "month", True),
    ("2026年", "2026-01-01T00:00:00Z", "text", "UTC", "year", True),
    ("26年3月4日", "2026-03-04T00:00:00Z", "text", "UTC", "day", True),
    ("２０２６年３月４日　１５：２０", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("二〇二六年三月二十一日", "2026-03-21T00:00:00Z", "text", "UTC", "day", True),
    ("2026/3/4 下午3:20:11", "2026-03-04T15:20:11Z", "text", "UTC", "second", True),
    ("2026-03-04 下午 3:20", "2026-03-04T15:20:00Z", "iso", "UTC", "minute", True),
    ("民國115年3月4日", "2026-03-04T00:00:00Z", "text", "UTC", "day", True),
    ("令和8年3月4日 午後3時20分", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("2026年3月4日(水) 15時20分", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("2026년 3월 4일 오후 3시 20분", "2026-03-04T15:20:00Z", "text", "UTC", "minute", True),
    ("2026. 3. 4. 오후 3:20:11", "2026-03-04T15:20:11Z", "text", "UTC", "second", True),
    ("25/03/2026", "2026-03-25T00:00:00Z", "text", "UTC", "day", True),
    ("03/25/2026, 3:04:05 PM", "2026-03-25T15:04:05Z", "text", "UTC", "second", True),
    ("25.03.2026 15:20", "2026-03-25T15:20:00Z", "text", "UTC", "minute", True),
    ("05/05/2026", "2026-05-05T00:00:00Z", "text", "UTC", "day", True),
    ("Wed 03/04/2026", "2026-03-04T00:00:00Z", "text", "UTC", "day", True),
]  # fmt: skip


@pytest.mark.parametrize(("value", "evidence"), [(row[0], row[1:]) for row in ISO + NUMBERS + WRAPPED + WRITTEN])
def test_a_notation_is_read_with_its_evidence(value, evidence):
    instant = READER.read(value)
    assert (stamp(instant), instant.unit, instant.zone, instant.precision, instant.assumed) == evidence
    assert instant.at is not None
    assert instant.at.tzinfo is UTC
    assert not instant.suspicious
    assert not instant.problem


@pytest.mark.parametrize(("value", "expected"), [(row[0], row[1]) for row in ISO + WRITTEN])
def test_a_naive_time_moves_by_a_declared_zone_and_a_zoned_one_does_not(value, expected):
    plain = READER.read(value)
    shifted = read_instant(value, now=NOW, zone="Asia/Shanghai")
    assert plain.at is not None
    assert shifted.at is not None
    assert not shifted.assumed
    moved = timedelta(hours=8) if plain.assumed else timedelta()
    assert plain.at - shifted.at == moved
    assert (shifted.zone == "Asia/Shanghai") == (plain.assumed or plain.zone == "Asia/Shanghai")


MISSING = [None, "", "   ", "null", "NULL", "None", "n/a", "N/A", "NaN", "NaT", "undefined", "-", "—", "unknown",
           "date unknown", "[date unknown]", "未知", "暂无", "\\N", float("nan"), float("inf"),
           {"$date": None}]  # fmt: skip
PLACEHOLDERS = [0, 0.0, 5e-324, -1, 1, "0", "0.0", "0000-00-00", "0000-00-00 00:00:00", "0000-00-00T00:00:00Z", "1970-01-01",
                "1970-01-01T00:00:00Z", "1970-01-01T08:00:00+08:00", "1969-12-31T16:00:00-08:00", "1970-01-01 08:00:00",
                "0001-01-01T00:00:00", "0001-01-01T00:00:00Z", "1900-01-01", "1899-12-30", "1980-01-01", "9999-12-31",
                "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59-08:00", "1970年1月1日", {"$date": 0},
                {"$date": {"$numberLong": "0"}}, {"seconds": 0, "nanos": 0}, date(1970, 1, 1)]  # fmt: skip
NO_TIMES = ["12:30", "3:20 PM", "16:33:32 GMT+0200 (Central European Summer Time)", "昨天", "昨天下午3点", "yesterday",
            "today", "now", "just now", "5 minutes ago", "下周", "tomorrow 15:00", "Jan 5", "March 4", "3月4日", "03-04",
            "2026-02-30", "2026-13-01", "2026-00-10", "2026-3-32", "2025-366", "2026-W54-1", "2026-03-04T25:00:00Z",
            "2026-03-04T05:61:00Z", "2026-03-04T05:06:61Z", "2026-03-04 13:20 AM", "2026-03-04T05:06:07+99:00",
            "2026-03-04T05:06:07+16:30", "2026年2月30日", "2026年0月5日", "2026年3月0日", "二〇二六年三十月", "2026年十十十月", "2026-03-04T24:00:00.5Z", "2026年3月4日 中午5点",
            "15:20 UTC on 4 March 2026 GMT", "2026-03-04 15:20 Nowhere/City", "30-Feb-2026", "29/02/2025", "31/02/2026", "32/13/2026", "2026年3月4日 晚上2点", "3年2月",
            "hello 2026-03-04", "2026-03-04 and 2026-03-05", "2026-03-04 05:06:07 met", "2026-03-04 05:06:07 Japan",
            "2026-03-04-0500", "version 2.1", "1.2.3", "3.4.26", "10.0.0.12", "abc", "…", "2026-03-04T", "T05:06:07",
            True, False, [], ["2026-03-04"], {}, {"a": 1}, {"$date": {"$date": "2026-03-04"}}, object(),
            {"seconds": "x"}, '{"$date": [1]}', '{"a": ', 'Date("Date(2026-03-04)")', "x" * 10_000, "2" * 5_000,
            timedelta(days=20_000), UserDict(a=1)]  # fmt: skip
NO_COUNTS = [2, 42, 2026, 99999, 123456, 13800138000, 2025550123, 9999999999, 2147483647, -1772601967, 788918399,
             1e300, 1.5, "42", "123456", "2147483647", "13800138000", "1e400", "1.7726E+12", "1.77E9", "-5",
             "20261340", 20261340, 19261340, "0001772601967", "01772601967", "1,772,601,967", "0x69a7c12f", 10**40,
             "1234567890123456789012", 1795953600 + 3 * 86_400]  # fmt: skip


@pytest.mark.parametrize("value", MISSING)
def test_nothing_is_missing_and_no_error(value):
    instant = READER.read(value)
    assert (instant.at, instant.rule, instant.missing) == (None, "missing", True)


@pytest.mark.parametrize("value", PLACEHOLDERS)
def test_the_zero_of_a_clock_is_unknown(value):
    instant = READER.read(value)
    assert (instant.at, instant.rule, instant.missing) == (None, "placeholder", True)
    assert instant.problem


@pytest.mark.parametrize("value", [*NO_TIMES, *NO_COUNTS])
def test_what_is_no_time_stays_unknown_with_a_reason(value):
    instant = READER.read(value)
    assert instant.at is None, instant
    assert instant.problem
    assert not instant.missing
    assert not instant.ambiguous


@pytest.mark.parametrize(
    "value", ["03/04/2026", "3/4/2026", "04.03.2026 15:20", "4-3-2026", "03/04/26", "3/4/26, 2:03 PM", "05/05/04"]
)
def test_a_date_that_could_be_two_is_reported_and_not_read(value):
    instant = READER.read(value)
    assert instant.at is None
    assert instant.ambiguous
    assert " or " in instant.problem


@pytest.mark.parametrize(
    ("value", "day_first", "expected"),
    [
        ("03/04/2026", True, "2026-04-03T00:00:00Z"),
        ("03/04/2026", False, "2026-03-04T00:00:00Z"),
        ("04.03.2026 15:20", True, "2026-03-04T15:20:00Z"),
        ("3/4/26, 2:03 PM", False, "2026-03-04T14:03:00Z"),
        ("03/25/2026", True, "2026-03-25T00:00:00Z"),  # only one reading exists
        ("2026-03-04", True, "2026-03-04T00:00:00Z"),
    ],
)
def test_a_declared_order_settles_the_day(value, day_first, expected):
    assert stamp(read_instant(value, now=NOW, day_first=day_first)) == expected


@pytest.mark.parametrize(
    "value", ["2026-03-04 05:06:07 CST", "Wed Mar  4 05:06:07 CST 2026", "Mar 4, 2026, 5:06 AM IST"]
)
def test_an_ambiguous_abbreviation_is_reported_and_not_guessed(value):
    instant = READER.read(value)
    assert instant.at is None
    assert instant.ambiguous
    assert "means" in instant.problem


@pytest.mark.parametrize(
    ("zone", "expected"),
    [("Asia/Shanghai", "2026-07-03T21:06:07Z"), ("America/Chicago", "2026-07-04T11:06:07Z"), ("Europe/Paris", None)],
)
def test_the_declared_zone_settles_an_abbreviation_that_it_uses(zone, expected):
    assert stamp(read_instant("2026-07-04 05:06:07 CST", now=NOW, zone=zone)) == expected


@pytest.mark.parametrize(
    ("value", "expected", "word"),
    [
        ("2026-12-02T00:00:00Z", "2026-12-02T00:00:00Z", "later"),
        ("2030-01-01", "2030-01-01T00:00:00Z", "later"),
        ("20301231", "2030-12-31T00:00:00Z", "later"),
        ("1987-03-04", "1987-03-04T00:00:00Z", "earlier"),
        (datetime(1994, 12, 31, tzinfo=UTC), "1994-12-31T00:00:00Z", "earlier"),
    ],
)
def test_a_written_time_outside_the_window_is_kept_and_flagged(value, expected, word):
    instant = READER.read(value)
    assert stamp(instant) == expected
    assert instant.suspicious
    assert word in instant.problem


def test_two_days_ahead_are_still_plausible():
    assert not READER.read("2026-12-01T12:00:00Z").suspicious
    assert READER.read("2026-12-01T12:00:01Z").suspicious
    assert READER.read(int(NOW.timestamp()) + 2 * 86_400).at is not None
    assert READER.read(int(NOW.timestamp()) + 2 * 86_400 + 1).at is None


def test_a_weekday_that_does_not_fit_is_noted():
    instant = READER.read("Mon, 04 Mar 2026 15:20:00 +0000")
    assert stamp(instant) == "2026-03-04T15:20:00Z"
    assert "week" in instant.problem


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-03-29 02:30:00", "2026-03-29T01:30:00Z"),  # skipped: the offset before the change
        ("2026-10-25 02:30:00", "2026-10-25T00:30:00Z"),  # shown twice: the first time
        ("2026-10-25 03:30:00", "2026-10-25T02:30:00Z"),
    ],
)
def test_a_change_of_the_clocks_is_read_the_same_way_every_time_and_noted(value, expected):
    instant = read_instant(value, now=NOW, zone="Europe/Berlin")
    assert stamp(instant) == expected
    assert bool(instant.problem) == ("02:30" in value)
    assert not instant.suspicious


@pytest.mark.parametrize(
    ("unit", "value", "expected", "precision"),
    [
        ("excel", 46085, "2026-03-04T00:00:00Z", "day"),
        ("excel", "46085.6389", "2026-03-04T15:20:00Z", "minute"),
        ("excel", 46085.638888888891, "2026-03-04T15:20:00Z", "second"),
        ("julian", 2461103.5, "2026-03-04T00:00:00Z", "millisecond"),
        ("cocoa", 794294767.5, "2026-03-04T05:26:07.500000Z", "microsecond"),
        ("webkit", 13417075567123456, "2026-03-04T05:26:07.123456Z", "microsecond"),
        ("filetime", 134170755671234567, "2026-03-04T05:26:07.123456Z", "microsecond"),
        ("s", 4102444800, "2100-01-01T00:00:00Z", None),
        ("ms", 1798761600000, "2027-01-01T00:00:00Z", "millisecond"),
        ("s", 1772601967123, "2026-03-04T05:26:07.123000Z", "millisecond"),  # declared wrongly; said in `problem`
    ],
)
def test_a_declared_unit_is_obeyed(unit, value, expected, precision):
    instant = read_instant(value, now=NOW, unit=unit)
    if precision is None:
        assert instant.at is None  # more than fifty years ahead
    else:
        assert (stamp(instant), instant.precision) == (expected, precision)
        assert instant.suspicious == (expected > "2026-12")
    assert bool(instant.problem) == (unit in {"s", "ms"})


def test_a_number_of_thousands_of_digits_is_no_time():
    assert READER.read(10**5000).at is None  # `str` refuses it


@pytest.mark.parametrize(
    ("unit", "value"),
    [("excel", 10**12), ("excel", 5), ("webkit", 1772601967), ("julian", 10**30), ("ms", 42), ("s", 0)],
)
def test_a_number_beyond_a_declared_unit_is_no_time(unit, value):
    instant = read_instant(value, now=NOW, unit=unit)
    assert instant.at is None
    assert instant.problem


@pytest.mark.parametrize("value", ["0001-01-01 00:00:00", "9999-12-31 23:59", "9999-12-31T23:59:59-08:00"])
@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/New_York", "+08:00"])
def test_the_ends_of_the_calendar_are_unknown_in_every_zone(value, zone):
    assert read_instant(value, now=NOW, zone=zone).at is None


def test_spreadsheet_days_are_not_guessed():
    assert READER.read(46085.6389).at is None
    assert READER.read("46085").at is None


@pytest.mark.parametrize(
    ("value", "raw"),
    [
        ("  2026-03-04 ", "  2026-03-04 "),
        (1772601967, 1772601967),
        (1772601967.5, 1772601967.5),
        ("1772601967", "1772601967"),
        ({"$date": {"$numberLong": "1772601967123"}}, {"$date": {"$numberLong": "1772601967123"}}),
        (datetime(2026, 3, 4, tzinfo=UTC), "2026-03-04T00:00:00+00:00"),
        ("昨天", "昨天"),
        (float("nan"), "nan"),
        (True, "true"),
    ],
)
def test_the_raw_value_is_kept(value, raw):
    instant = READER.read(value)
    assert instant.raw == raw
    assert instant.origin_time()["raw"] == raw
    assert instant.evidence().raw == raw


def test_the_evidence_has_the_fields_of_a_record():
    assert READER.read("2026-03-04 15:20").origin_time() == {
        "raw": "2026-03-04 15:20",
        "unit": "iso",
        "zone": "UTC",
        "precision": "minute",
        "assumed": True,
    }


@pytest.mark.parametrize(
    ("value", "expected", "unit"),
    [
        ("019cb74f-8213-7000-8000-000000000000", "2026-03-04T05:26:07.123000Z", "uuid7"),
        ("01KJVMZ0GKZZZZZZZZZZZZZZZZ", "2026-03-04T05:26:07.123000Z", "ulid"),
        ("69a7c26f0000000000000000", "2026-03-04T05:26:07Z", "objectid"),
        ({"$oid": "69a7c26f0000000000000000"}, "2026-03-04T05:26:07Z", "objectid"),
    ],
)
def test_an_id_tells_its_time_when_asked(value, expected, unit):
    instant = from_id(value, now=NOW)
    assert instant.unit == unit
    assert stamp(instant) == expected
    assert READER.read(value).at is None  # never by itself


@pytest.mark.parametrize(
    "value",
    ["0a1b2c3d-4e5f-4061-8071-2a3b4c5d6e7f", "ffffffff-ffff-7fff-bfff-ffffffffffff", "ffffffffffffffffffffffff", "x", "",
     "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", None, 5, {"$oid": None}],
)  # fmt: skip
def test_an_id_without_a_plausible_time_gives_none(value):
    assert from_id(value, now=NOW).at is None


def test_uuids_with_gregorian_time_are_read():
    # Both hold 2022-02-22T19:22:22Z, the example of RFC 9562, appendix A.
    for text, unit in (
        ("C232AB00-9414-11EC-B3C8-9F6BDECED846", "uuid1"),
        ("1EC9414C-232A-6B00-B3C8-9F6BDECED846", "uuid6"),
    ):
        instant = from_id(text, now=NOW)
        assert (stamp(instant), instant.unit) == ("2022-02-22T19:22:22Z", unit)


def test_a_naive_now_an_unknown_unit_and_an_unknown_zone_are_the_callers_mistakes():
    with pytest.raises(UsageError):
        Reader(now=datetime(2026, 1, 1))  # noqa: DTZ001
    with pytest.raises(UsageError):
        Reader(now=NOW, unit="fortnight")
    with pytest.raises(InvalidTimeError):
        Reader(now=NOW, zone="Asia/Shangai")
