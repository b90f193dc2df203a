"""What a whole column decides: the order of day and month, digit dates, units, zones, and what the report says."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from satchel.instant import ColumnTimes, Reader, Tally, looks_like_time, resolve_zone, zone_name
from satchel.instant.names import names_other, names_time
from satchel_protocol.errors import InvalidTimeError

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
SECONDS = int(NOW.timestamp())


def days(column: ColumnTimes, values) -> list[str | None]:
    return [instant.at.date().isoformat() if (instant := column.read(value)).at else None for value in values]


@pytest.mark.parametrize(
    ("values", "order", "read"),
    [
        (["03/04/2026", "25/04/2026"], "dmy", ["2026-04-03", "2026-04-25"]),
        (["03/04/2026", "04/25/2026"], "mdy", ["2026-03-04", "2026-04-25"]),
        (["03.04.2026 10:00", "25.04.2026 11:00"], "dmy", ["2026-04-03", "2026-04-25"]),
        (["03/04/2026", "05/06/2026"], "", [None, None]),
        (["03/04/2026", "25/04/2026", "04/25/2026"], "", [None, "2026-04-25", "2026-04-25"]),
        (["05/05/2026", "06/06/2026"], "", ["2026-05-05", "2026-06-06"]),
        (["03/04/26", "28/11/26"], "dmy", ["2026-04-03", "2026-11-28"]),
        (["26/03/04", "26/11/28", "25/12/01"], "ymd", ["2026-03-04", "2026-11-28", "2025-12-01"]),
        (["03/04/2026", "Wed 03/04/2026"], "mdy", ["2026-03-04", "2026-03-04"]),
        (["2026/03/04", "2026/04/25"], "", ["2026-03-04", "2026-04-25"]),
    ],
)
def test_the_order_of_day_and_month_is_the_columns(values, order, read):
    column = ColumnTimes(values, now=NOW)
    assert column.order == order
    assert days(column, values) == read
    assert bool(column.order_reason) == (bool(order) or None in read)


def test_the_user_settles_an_ambiguous_column_and_overrules_what_it_shows():
    assert days(ColumnTimes(["03/04/2026"], now=NOW, day_first=True), ["03/04/2026"]) == ["2026-04-03"]
    column = ColumnTimes(["03/04/2026", "25/04/2026"], now=NOW, day_first=False)
    assert days(column, ["03/04/2026", "25/04/2026"]) == ["2026-03-04", "2026-04-25"]


def ambiguous_days(count: int) -> list[datetime]:
    """Days up to the 12th, in order of time."""
    return [datetime(2026, 1 + n // 6, 1 + 2 * (n % 6), tzinfo=UTC) for n in range(count)]


@pytest.mark.parametrize("form", ["%d/%m/%Y", "%m/%d/%Y"])
@pytest.mark.parametrize("newest_first", [False, True])
def test_rows_in_order_of_time_tell_day_from_month(form, newest_first):
    moments = ambiguous_days(40)
    if newest_first:
        moments.reverse()
    values = [moment.strftime(form) for moment in moments]
    column = ColumnTimes(values, now=NOW)
    assert days(column, values) == [moment.date().isoformat() for moment in moments]
    assert "order of time" in column.order_reason


def test_rows_in_no_order_and_few_rows_prove_nothing():
    moments = ambiguous_days(40)
    random.Random(7).shuffle(moments)
    assert ColumnTimes([m.strftime("%d/%m/%Y") for m in moments], now=NOW).order == ""
    assert ColumnTimes([m.strftime("%d/%m/%Y") for m in ambiguous_days(6)], now=NOW).order == ""
    same = [f"0{n}/0{n + 1}/2026" for n in range(1, 8)]  # in order whichever way they are read
    assert ColumnTimes(same, now=NOW).order == ""


def test_one_misplaced_row_does_not_hide_the_order():
    values = [moment.strftime("%m/%d/%Y") for moment in ambiguous_days(40)]
    values.append(values.pop(3))
    assert ColumnTimes(values, now=NOW).order == "mdy"


def test_eight_digits_are_days_only_in_a_column_of_days():
    dates = [20260304, "20260305", 20260306.0]
    assert days(ColumnTimes([*dates, "20260230"], now=NOW), dates) == ["2026-03-04", "2026-03-05", "2026-03-06"]
    numbers = [*dates, 91817161, 33445566, 20261390, 77665544]
    column = ColumnTimes(numbers, now=NOW)
    assert days(column, dates) == [None, None, None]
    assert any("eight digits" in note for note in column.summary()["notes"])


def test_years_and_months_given_as_numbers_need_a_name():
    assert days(ColumnTimes([2025, 2026], now=NOW, name="year"), [2025]) == ["2025-01-01"]
    assert days(ColumnTimes(["202603"], now=NOW, name="月份日期"), ["202603"]) == ["2026-03-01"]
    assert days(ColumnTimes([2025, 2026], now=NOW, name="count"), [2025]) == [None]
    assert days(ColumnTimes(["202603"], now=NOW), ["202603"]) == [None]


def test_a_mixture_is_read_value_by_value_and_reported_with_counts():
    moment = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
    seconds = int(moment.timestamp())
    values = [seconds, str(seconds), seconds * 1000, "2026-03-04T05:06:07Z", "2026-03-04 05:06:07",
              "2026年3月4日 5点6分7秒", {"$date": seconds * 1000}, None, "昨天", "03/04/2026"]  # fmt: skip
    column = ColumnTimes(values, now=NOW)
    assert [column.read(value).at for value in values[:7]] == [moment] * 7
    summary = column.summary()
    assert summary["notations"] == {"epoch-ms": 2, "epoch-s": 2, "iso": 1, "iso naive": 1, "written-cjk naive": 1}
    counts = {key: summary[key] for key in ("values", "read", "missing", "ambiguous", "unreadable", "assumed")}
    assert counts == {"values": 10, "read": 7, "missing": 1, "ambiguous": 1, "unreadable": 1, "assumed": 2}
    assert summary["mixed"]
    assert any("2 epoch-s" in note for note in summary["notes"])
    assert summary["earliest"] == summary["latest"] == "2026-03-04T05:06:07Z"
    assert {sample["raw"] for sample in summary["samples"]} == {"昨天", "03/04/2026"}
    json.dumps(summary)


def test_a_column_of_one_notation_is_no_mixture():
    summary = ColumnTimes(["2026-03-04T05:06:07Z", None, "2026-03-05T05:06:07.123Z"], now=NOW).summary()
    assert not summary["mixed"]
    assert summary["notes"] == []


def test_a_later_number_of_a_proved_unit_is_read_and_flagged():
    values = [SECONDS - n for n in range(5)]
    column = ColumnTimes([*values, SECONDS + 10**7], now=NOW)
    late = column.read(SECONDS + 10**7)
    assert late.at == NOW + timedelta(seconds=10**7)
    assert late.suspicious
    assert column.summary()["suspicious"] == 1
    assert column.summary()["latest"] == "2026-11-29T12:00:00Z"
    assert column.read((SECONDS + 10**7) * 1000).at is None  # nothing proved milliseconds


def test_zones_come_from_the_caller_else_from_the_name_else_utc_is_assumed():
    value = "2026-03-04 08:00:00"
    for name, zone, expected, assumed in (
        ("", None, "2026-03-04T08:00:00+00:00", True),
        ("", "Asia/Shanghai", "2026-03-04T00:00:00+00:00", False),
        ("", "+08:00", "2026-03-04T00:00:00+00:00", False),
        ("created_utc", None, "2026-03-04T08:00:00+00:00", False),
        ("创建时间（北京时间）", None, "2026-03-04T00:00:00+00:00", False),
        ("created_utc", "Asia/Shanghai", "2026-03-04T00:00:00+00:00", False),
    ):
        instant = ColumnTimes([value], now=NOW, name=name, zone=zone).read(value)
        assert instant.at is not None
        assert (instant.at.isoformat(), instant.assumed) == (expected, assumed)


def test_spreadsheet_days_are_read_when_the_name_says_so():
    column = ColumnTimes([46085, 46085.5], now=NOW, name="excel_date", zone="+08:00")
    instant = column.read(46085.5)
    assert instant.at == datetime(2026, 3, 4, 4, tzinfo=UTC)
    assert (instant.unit, instant.precision) == ("excel", "minute")


def test_tallies_add_up():
    reader = Reader(now=NOW)
    values = ["2026-03-04T05:06:07Z", None, "x", "03/04/2026", SECONDS, "2040-01-01", "2026-03-05"]
    whole = Tally(map(reader.read, values))
    left, right = Tally(map(reader.read, values[:3])), Tally(map(reader.read, values[3:]))
    left.update(right)
    assert left.summary() == whole.summary()
    summary = whole.summary()
    assert summary["values"] == summary["read"] + summary["missing"] + summary["ambiguous"] + summary["unreadable"]
    assert Tally().summary()["earliest"] is None


RANDOM = random.Random(2026)
N = 120
ANSWERS: dict[str, tuple[str, Sequence[object]]] = {
    "ISO": ("c1", [f"2026-03-04T05:{n % 60:02}:07Z" for n in range(N)]),
    "half of it damaged, but named": (
        "created_at",
        ["2026-03-04T05:06:07Z", "[trimmed]", "?", "x"] * 12 + ["2026-03-05"] * 12,
    ),
    "Chinese": ("时间", [f"2026年3月{1 + n % 28}日" for n in range(N)]),
    "ambiguous, still a date": ("c2", ["03/04/2026", "05/06/2026", "01/02/2026"]),
    "seconds, unnamed": ("c3", [SECONDS - RANDOM.randrange(10**7) for _ in range(N)]),
    "milliseconds as text": ("ts", [str(1000 * (SECONDS - RANDOM.randrange(10**7))) for _ in range(N)]),
    "nanoseconds": (
        "time_ns",
        [10**9 * (SECONDS - RANDOM.randrange(10**7)) + RANDOM.randrange(10**9) for _ in range(N)],
    ),
    "one value with a name": ("updated_at", [SECONDS]),
    "mixed units and gaps": ("modified", [SECONDS, SECONDS * 1000, None, "", "2026-03-04", 0] * 5),
    "digit days": ("day", [f"202603{1 + n % 28:02}" for n in range(N)]),
    "digit days, unnamed": ("c4", [20260301 + n for n in range(28)]),
    "spreadsheet days": ("excel_date", [46000 + n + 0.5 for n in range(N)]),
    "Mongo": ("c5", [{"$date": {"$numberLong": str(1000 * SECONDS - n)}} for n in range(N)]),
    "SillyTavern": ("send_date", ["2023-5-12 @21h 32m 29s 228ms"]),
}
REFUSALS: dict[str, tuple[str, Sequence[object]]] = {
    "counter": ("id", list(range(N))),
    "small numbers named as time": ("time", [n * 7 for n in range(N)]),
    "consecutive ids in the range of seconds": ("c1", [1_500_000_000 + n for n in range(N)]),
    "ids named so": ("user_id", [SECONDS - RANDOM.randrange(10**7) for _ in range(N)]),
    "foreign key": ("c2", [1_600_000_123, 1_600_000_999, 1_700_001_000] * 40),
    "Chinese mobile numbers": ("手机", [f"138{RANDOM.randrange(10**8):08}" for _ in range(N)]),
    "ten-digit phone numbers": ("c3", [RANDOM.randrange(2 * 10**9, 10**10) for _ in range(N)]),
    "phone numbers that begin with 1": ("c4", [f"1{RANDOM.randrange(10**9):09}" for _ in range(N)]),
    "13-digit ids": ("c5", [RANDOM.randrange(10**12, 10**13) for _ in range(N)]),
    "snowflakes": ("c6", [(RANDOM.randrange(2 * 10**11, 4 * 10**11) << 22) + (7 << 12) for _ in range(N)]),
    "prices": ("price", [round(RANDOM.random() * 3000, 2) for _ in range(N)]),
    "prices as text": ("c7", [f"{RANDOM.randrange(1995, 2027)}.{RANDOM.randrange(1, 13):02}" for _ in range(N)]),
    "scores": ("score", [RANDOM.random() for _ in range(N)]),
    "versions": ("version", [f"1.{n % 10}.{n}" for n in range(N)]),
    "dated versions": ("version", [f"2024.{1 + n % 12}.{1 + n % 28}" for n in range(N)]),
    "bytes": ("size", [RANDOM.randrange(10**3, 2 * 10**9) for _ in range(N)]),
    "years as counters": ("amount", [str(RANDOM.randrange(1995, 2027)) for _ in range(N)]),
    "eight-digit codes": ("c8", [f"{RANDOM.randrange(10**8):08}" for _ in range(N)]),
    "hashes": ("c9", [f"{RANDOM.getrandbits(128):032x}" for _ in range(N)]),
    "uuids": ("uid", [str(uuid.UUID(int=RANDOM.getrandbits(128), version=4)) for _ in range(N)]),
    "prose with dates": ("text", ["met Ann on 2026-03-04", "nothing new", "2026 was good"] * 30),
    "times of day": ("time", ["12:30", "13:40"] * 30),
    "addresses": ("ip", [f"10.10.10.{n}" for n in range(N)]),
    "truth values": ("c10", [True, False] * 30),
    "durations": ("duration_ms", [RANDOM.randrange(10**6) for _ in range(N)]),
    "empty": ("created_at", [None, "", 0] * 10),
    "nothing": ("created_at", []),
}


@pytest.mark.parametrize("case", ANSWERS)
def test_a_column_of_times_is_recognised(case):
    name, values = ANSWERS[case]
    assert looks_like_time(values, now=NOW, name=name) >= 0.7


@pytest.mark.parametrize("case", REFUSALS)
def test_other_numbers_and_texts_are_no_times(case):
    name, values = REFUSALS[case]
    assert looks_like_time(values, now=NOW, name=name) <= 0.35


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Asia/Shanghai", "Asia/Shanghai"), ("asia/shanghai", "Asia/Shanghai"), ("US/Pacific", "US/Pacific"),
        ("UTC", "UTC"), ("z", "UTC"), ("GMT", "UTC"), ("+08:00", "+08:00"), ("+0800", "+08:00"), ("UTC+8", "+08:00"),
        ("GMT-5:30", "-05:30"), ("UTC+00:00", "UTC"), ("JST", "+09:00"), ("北京时间", "Asia/Shanghai"),
        ("China Standard Time", "Asia/Shanghai"), ("Etc/GMT+8", "Etc/GMT+8"),
    ],
)  # fmt: skip
def test_a_zone_is_found_by_name_and_its_name_finds_it_again(name, expected):
    zone = resolve_zone(name)
    assert zone_name(zone) == expected
    moment = datetime(2026, 7, 1, tzinfo=UTC)
    assert moment.astimezone(resolve_zone(expected)).utcoffset() == moment.astimezone(zone).utcoffset()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Shanghai", "Asia/Shanghai"), ("beijing", "Asia/Shanghai"), ("Asia/Shangai", "Asia/Shanghai"),
        ("New York", "America/New_York"), ("Europe/Berln", "Europe/Berlin"), ("CST", "ambiguous"),
        ("+25:00", "+08:00"), ("", "Asia/Shanghai"), ("../etc/passwd", ""), ("localtime", ""), ("Asia", ""), ("\0", ""),
    ],
)  # fmt: skip
def test_an_unknown_zone_is_refused_with_what_was_probably_meant(name, hint):
    with pytest.raises(InvalidTimeError, match=r"(?s).") as caught:
        resolve_zone(name)
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    ("name", "time", "other"),
    [
        ("created_at", True, False), ("createdAt", True, False), ("gmtCreate", True, False), ("modifytime", True, False),
        ("创建时间", True, False), ("order_date", True, False), ("id", False, True), ("user_id", False, True),
        ("update_count", False, True), ("手机号码", False, True), ("candidate", False, False), ("time_zone", False, True),
        ("content", False, False), ("", False, False),
    ],
)  # fmt: skip
def test_names_say_time_or_something_else(name, time, other):
    assert (names_time(name), names_other(name)) == (time, other)
