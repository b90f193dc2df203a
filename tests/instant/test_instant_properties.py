"""Properties: what is written in any notation is read back; what is not a time is never turned into one."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.instant import ColumnTimes, Instant, Reader, looks_like_time, split_leading, time_in_name

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
READER = Reader(now=NOW)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

moments = st.datetimes(datetime(1995, 1, 2), datetime(2026, 11, 30), timezones=st.just(UTC))  # noqa: DTZ001
offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
quick = settings(derandomize=True, max_examples=150, deadline=None)

WHOLE_SECONDS = [
    "%Y-%m-%dT%H:%M:%SZ", "%Y%m%dT%H%M%SZ", "%Y-%m-%d %H:%M:%S", "%Y/%m/%d %H:%M:%S", "%Y.%m.%d %H:%M:%S",
    "%G-W%V-%uT%H:%M:%SZ", "%Y-%jT%H:%M:%SZ", "%Y%m%d%H%M%S", "%Y年%m月%d日 %H:%M:%S", "%Y年%m月%d日%H时%M分%S秒",
    "%Y년 %m월 %d일 %H시 %M분 %S초", "%a, %d %b %Y %H:%M:%S +0000", "%a %b %d %H:%M:%S %Y", "%b %d, %Y, %I:%M:%S %p",
    "%B %d, %Y %I:%M:%S %p UTC", "%d %B %Y %H:%M:%S", "%H:%M:%S on %d %B, %Y", "%I:%M:%S %p on %d %B, %Y",
    "%d/%b/%Y:%H:%M:%S +0000", "%Y-%m-%d @%Hh %Mm %Ss 000ms", "%Y-%m-%d %I:%M:%S %p PDT+0000", "%Y-%m-%d_%H-%M-%S",
    "%A, %B %d, %Y at %I:%M:%S %p GMT", "%d.%b.%Y %H:%M:%S",
]  # fmt: skip


@quick
@given(moments, st.sampled_from(WHOLE_SECONDS))
def test_every_notation_of_seconds_goes_round(moment, form):
    moment = moment.replace(microsecond=0)
    assert READER.read(moment.strftime(form)).at == moment


@quick
@given(moments, offsets, st.sampled_from("T "), st.booleans())
def test_iso_with_an_offset_goes_round_to_the_microsecond(moment, offset, separator, colon):
    text = moment.astimezone(offset).isoformat(separator, "microseconds")
    instant = READER.read(text if colon else text[:-3] + text[-2:])
    assert (instant.at, instant.precision, instant.assumed) == (moment, "microsecond", False)


@quick
@given(moments, st.sampled_from(["s", "ms", "us", "ns"]), st.booleans())
def test_epoch_numbers_of_every_unit_go_round_as_number_and_as_text(moment, unit, as_text):
    factor = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    ticks = (moment - EPOCH) // timedelta(microseconds=1) * factor // 10**6
    instant = READER.read(str(ticks) if as_text else ticks)
    assert instant.unit == unit
    assert instant.at is not None
    assert timedelta(0) <= moment - instant.at < timedelta(seconds=1) / factor + timedelta(microseconds=1)
    assert instant.raw == (str(ticks) if as_text else ticks)


@quick
@given(moments)
def test_a_float_and_its_text_give_the_same_time(moment):
    number = moment.timestamp()
    instant = READER.read(number)
    assert instant.at is not None
    assert abs(instant.at - moment) <= timedelta(microseconds=1)
    assert READER.read(str(number)).at == instant.at


@quick
@given(st.dates(date(1995, 1, 2), date(2026, 11, 29)), st.sampled_from("/.-"), st.booleans())
def test_days_in_either_order_are_right_or_ambiguous_never_wrong(day, sign, day_first):
    form = f"%d{sign}%m{sign}%Y" if day_first else f"%m{sign}%d{sign}%Y"
    text = day.strftime(form)
    alone = READER.read(text)
    assert alone.ambiguous == (day.day <= 12 and day.day != day.month)
    assert alone.at is None or alone.at.date() == day
    declared = Reader(now=NOW, day_first=day_first).read(text)
    assert declared.at is not None
    assert declared.at.date() == day
    assert declared.precision == "day"


@quick
@given(st.lists(st.dates(date(2024, 1, 1), date(2026, 11, 29)), min_size=1, max_size=30), st.booleans())
def test_a_column_never_reads_the_wrong_day(dates, day_first):
    values = [day.strftime("%d/%m/%Y" if day_first else "%m/%d/%Y") for day in dates]
    column = ColumnTimes(values, now=NOW)
    read = [column.read(value).at for value in values]
    assert all(at is None or at.date() == day for at, day in zip(read, dates, strict=True))
    if any(day.day > 12 for day in dates):
        assert None not in read


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.dates() | st.datetimes() | st.timedeltas() | st.decimals(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["$date", "$numberLong", "seconds", "nanos", "a"]), inner, max_size=3),
    max_leaves=4,
)  # fmt: skip
shapes = st.text(st.sampled_from("0123456789-/:., TZ+年月日点分下午"), max_size=30)
words = st.lists(
    st.sampled_from("2026 03 4 12 13 99 Mar May PM am on at , : - / . T Z CST UTC +0800 W10 年 月 日 点 半 下午 星期三 Wed @ h m s 1772601967 0".split()),
    max_size=8,
).map(" ".join) | st.lists(st.sampled_from("2026 03 04 15:20 Mar , - / T Z 年 3月 日 下午 3点".split()), max_size=6).map("".join)  # fmt: skip


def sound(instant: Instant, value: object) -> None:
    """Holds for every reading of everything."""
    json.dumps(instant.origin_time(), allow_nan=False)
    assert bool(instant.unit) == (instant.at is not None)
    if instant.at is None:
        assert instant.problem
        assert not instant.assumed
        return
    assert instant.at.tzinfo is UTC
    assert instant.precision
    assert instant.zone
    assert instant.suspicious == (not datetime(1995, 1, 1, tzinfo=UTC) <= instant.at <= NOW + timedelta(days=2))


@settings(derandomize=True, max_examples=500, deadline=None)
@given(anything | shapes | words)
def test_nothing_makes_it_raise(value):
    for reader in (READER, Reader(now=NOW, zone="America/Santiago", day_first=True, short_dates=True)):
        sound(reader.read(value), value)
    if isinstance(value, str):
        split_leading(value, READER)
        time_in_name(value, READER)


@settings(derandomize=True, max_examples=400, deadline=None)
@given(st.text() | shapes | words, st.integers(0, 2000))
def test_the_answer_does_not_follow_the_clock(text, later):
    """Never "now": another now may make a time implausible or readable, but never another time."""
    one = READER.read(text).at
    other = Reader(now=NOW + timedelta(days=later)).read(text).at
    assert one is None or other is None or one == other
    if one is not None:
        digits = "".join(char for char in text if char.isdigit())
        assert digits or "年" in text


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.lists(anything | shapes, max_size=12), st.text(max_size=12))
def test_a_column_of_anything_is_counted_in_full(values, name):
    column = ColumnTimes(values, now=NOW, name=name)
    summary = column.summary()
    json.dumps(summary, allow_nan=False)
    assert summary["values"] == len(values)
    assert len(values) == sum(int(str(summary[key])) for key in ("read", "missing", "ambiguous", "unreadable"))
    assert sum(1 for value in values if column.read(value).at is not None) == summary["read"]
    assert 0 <= looks_like_time(values, now=NOW, name=name) <= 1


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Asia/Shanghai", "Pacific/Apia"]
)
def test_wall_times_of_a_year_come_back_in_their_zone(zone):
    reader = Reader(now=NOW, zone=zone)
    start = datetime(2025, 12, 1, 0, 15, tzinfo=UTC)
    tz = resolve(zone)
    for hour in range(0, 24 * 360, 7):
        at = start + timedelta(hours=hour)
        instant = reader.read(at.astimezone(tz).strftime("%Y-%m-%d %H:%M:%S"))
        assert instant.at is not None
        assert instant.at == at or (instant.problem and abs(instant.at - at) <= timedelta(hours=1))


def resolve(name: str):
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("[2026-03-01] - likes tea", ("2026-03-01", "day", "likes tea", True)),
        ("[Jan 2026] – moved", ("2026-01-01", "month", "moved", True)),
        ("【2026年3月】搬家", ("2026-03-01", "month", "搬家", True)),
        ("[date unknown] - x", (None, "", "x", True)),
        ("[03/04/2026] x", (None, "", "x", True)),
        ("2026-03-04: text", ("2026-03-04", "day", "text", False)),
        ("2026-03-04 15:20 met Ann", ("2026-03-04", "minute", "met Ann", False)),
        ("2026-03-04 15:20:30,123 INFO x", ("2026-03-04", "millisecond", "INFO x", False)),
        ("2026年3月4日，喝茶", ("2026-03-04", "day", "喝茶", False)),
        ("2026-03-04-standup", ("2026-03-04", "day", "standup", False)),
        ("May 5, 2026 I met Ann", ("2026-05-05", "day", "I met Ann", False)),
        ("03/04/2026 - x", (None, "", "x", False)),
        ("2026-03-04 15:20 Japan trip", ("2026-03-04", "minute", "Japan trip", False)),
    ],
)
def test_a_time_in_front_of_a_line_is_taken_off(line, expected):
    found = split_leading(line, READER)
    assert found is not None
    day = found.instant.at.date().isoformat() if found.instant.at else None
    assert (day, found.instant.precision, found.rest, found.bracketed) == expected


@pytest.mark.parametrize(
    "line",
    ["", "[x] - done", "- [ ] todo", "[1] footnote", "[12:30] Ann: hi", "2026 was good", "1772601967 hello", "12 monkeys",
     "March is cold", "1. text", "3月4日喝茶", "[1772601967] x", "a" * 5000],
)  # fmt: skip
def test_a_line_that_begins_with_no_day_is_left_alone(line):
    assert split_leading(line, READER) is None


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        ("rollout-2026-03-04T15-20-30-0a1b2c3d", "2026-03-04T15:20:30+00:00"),
        ("2026-03-04", "2026-03-04T00:00:00+00:00"),
        ("chat_2026_03_04", "2026-03-04T00:00:00+00:00"),
        ("20260304_152030", "2026-03-04T15:20:30+00:00"),
        ("日记2026年3月4日", "2026-03-04T00:00:00+00:00"),
        ("report-20261399", None),
        ("notes", None),
        ("a-12345678-b", None),
    ],
)
def test_a_day_in_a_files_name_is_found(stem, expected):
    found = time_in_name(stem, READER)
    assert (found.at.isoformat() if found and found.at else None) == expected
