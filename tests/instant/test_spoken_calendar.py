"""The reader's calendar: relative times from any day, holidays, the Chinese calendar against the moon."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.instant.spoken import read_spoken, speaks_of
from satchel.instant.spoken.holidays import CHINESE, ENGLISH, easter
from satchel.instant.spoken.lunar import lunar_day, month_start
from satchel.instant.spoken.span import Today, days, months

SHANGHAI = ZoneInfo("Asia/Shanghai")


def read(question: str, now: datetime, zone: ZoneInfo = SHANGHAI) -> tuple[str, str] | None:
    """The interval by the reader's clock."""
    spoken = read_spoken(question, now=now, zone=zone)
    if spoken is None:
        return None
    since, until = (
        at.astimezone(zone).strftime("%Y-%m-%d %H:%M") if at else ".." for at in (spoken.since, spoken.until)
    )
    return since.removesuffix(" 00:00"), until.removesuffix(" 00:00")


def at(text: str, zone: ZoneInfo = SHANGHAI) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("元宵节说了什么", True),
        ("春节期间护工怎么安排的", True),
        ("元宵节要准备什么", False),
        ("每个周二我们聊什么", False),
        ("第二个周二一般做什么", False),
    ],
)
def test_a_holiday_or_a_weekday_is_a_time_where_the_question_looks_back(question: str, asks: bool) -> None:
    assert (read(question, at("2026-09-23T09:00")) is not None) == asks


@pytest.mark.parametrize(
    ("now", "question", "since", "until"),
    [
        # Asked on a Friday, "last Wednesday" may be that of this week or that of the last one.
        ("2026-03-13T09:00", "What did I say last Wednesday?", "2026-03-04", "2026-03-12"),
        ("2026-03-13T09:00", "上周三我说了什么", "2026-03-04", "2026-03-05"),
        ("2026-03-10T09:00", "What did I say last Wednesday?", "2026-03-04", "2026-03-05"),
        # On a Sunday the week that ends today is "last week" where weeks begin on Sunday.
        ("2026-03-15T09:00", "What did I say last week?", "2026-03-01", "2026-03-15"),
        ("2026-03-15T09:00", "上周我说了什么", "2026-03-02", "2026-03-09"),
        ("2026-01-01T09:00", "What did I say yesterday?", "2025-12-31", "2026-01-01"),
        ("2026-01-05T09:00", "What did I say last month?", "2025-12-01", "2026-01-01"),
        ("2026-01-05T09:00", "What did I say in December?", "2025-12-01", "2026-01-01"),
        ("2024-02-29T09:00", "What did I say on 29 February?", "2024-02-29", "2024-03-01"),
        ("2026-03-11T09:00", "2月29日我说了什么", "2024-02-29", "2024-03-01"),
        ("2024-02-29T09:00", "去年的今天我说了什么", "2023-02-28", "2023-03-01"),
        ("2026-03-31T09:00", "What did I say last February?", "2025-02-01", "2026-03-01"),
        ("2026-07-20T09:00", "去年春节我说了什么", "2025-01-28", "2025-02-05"),
        ("2026-07-20T09:00", "今年端午我们说了什么", "2026-06-19", "2026-06-20"),
        ("2026-01-20T09:00", "What did I say from November to January?", "2025-11-01", "2026-02-01"),
        ("2026-03-11T09:00", "What did I say from June to August 2023?", "2023-06-01", "2023-09-01"),
        ("2026-03-11T09:00", "2023年11月到1月我说了什么", "2023-11-01", "2024-02-01"),
        ("2026-03-11T00:30", "昨晚我说了什么", "2026-03-10 18:00", "2026-03-11 06:00"),
        ("2026-03-11T09:00", "What did we do on the Monday before July 24, 2023?", "2023-07-17", "2023-07-18"),
        # So many days or weeks before or after a holiday are not all the time before or after it.
        ("2026-09-23T09:00", "五一前两天定了什么", "2026-04-29", "2026-05-02"),
        ("2026-09-23T09:00", "五月三号前一天说了什么", "2026-05-02", "2026-05-03"),
        ("2026-09-23T09:00", "除夕前一天说了什么", "2026-02-15", "2026-02-16"),
        ("2026-09-23T09:00", "春节前一周说了什么", "2026-02-09", "2026-02-17"),
        ("2026-09-23T09:00", "春节前那个星期聊过什么", "2026-02-09", "2026-02-17"),
        ("2026-09-23T09:00", "国庆后第二周说过什么", "2025-10-16", "2025-10-23"),
        ("2026-09-23T09:00", "端午后半个月聊过什么", "2026-06-20", "2026-07-05"),
        ("2026-09-23T09:00", "复活节前一周我们定了什么", "2026-03-27", "2026-04-04"),
        ("2026-09-23T09:00", "春节前我们聊了什么", "..", "2026-02-19"),
        # The first days of a week or a month are a part of it.
        ("2026-09-23T09:00", "上周前三天说了什么", "2026-09-14", "2026-09-17"),
        ("2026-09-23T09:00", "今年五月前两周聊过什么", "2026-05-01", "2026-05-15"),
        ("2026-09-23T09:00", "去年五月后十天聊过什么", "2025-05-22", "2025-06-01"),
        ("2026-09-23T09:00", "去年前三个月定了什么", "2025-01-01", "2025-04-01"),
        ("2026-09-23T09:00", "国庆前三天我们说了什么", "2025-09-28", "2025-10-02"),
        # The second Tuesday of a month is no Tuesday of this week.
        ("2026-09-23T09:00", "五月第二个周二说过什么", "2026-05-12", "2026-05-13"),
        ("2026-09-23T09:00", "去年八月最后一个周五说了什么", "2025-08-29", "2025-08-30"),
        ("2026-09-23T09:00", "三月的第一个星期说过什么", "2026-02-23", "2026-03-08"),
        ("2026-09-23T09:00", "What did we say on the second Tuesday in May?", "2026-05-12", "2026-05-13"),
        ("2026-09-23T09:00", "What did we say on the last Friday of August?", "2026-08-28", "2026-08-29"),
        ("2026-09-23T09:00", "What did we say in the first half of August?", "2026-08-01", "2026-08-16"),
        ("2026-09-23T09:00", "What did we say in the second half of February?", "2026-02-16", "2026-03-01"),
        ("2026-09-23T09:00", "What did we decide on April Fools' Day?", "2026-04-01", "2026-04-02"),
        ("2026-09-23T09:00", "What did we decide at Whitsun?", "2026-05-23", "2026-05-26"),
        ("2026-03-11T09:00", "What did I say on 25/12/2025?", "2025-12-25", "2025-12-26"),
        ("2026-03-02T09:00", "What did I say on the 3rd?", "2026-02-03", "2026-02-04"),
        ("2026-03-02T09:00", "What did I say on the 31st?", "2026-01-31", "2026-02-01"),
        ("2026-03-11T09:00", "我上周一到周三说了什么", "2026-03-02", "2026-03-05"),
        ("2026-03-11T09:00", "2025年6月1日到5日我说了什么", "2025-06-01", "2025-06-06"),
        ("2026-03-11T09:00", "上个月5号到10号我说了什么", "2026-02-05", "2026-02-11"),
        ("2026-03-11T09:00", "What did I say in the first weekend of August 2023?", "2023-08-05", "2023-08-07"),
        ("2026-03-11T09:00", "两三天前我说了什么", "2026-03-08", "2026-03-10"),
        ("2026-03-11T09:00", "What did I say in late spring?", "2025-04-28", "2025-06-01"),
        ("2026-03-11T09:00", "What did I say two Christmases ago?", "2024-12-24", "2024-12-27"),
        ("2026-03-11T09:00", "What did I say the summer before last?", "2024-06-01", "2024-09-01"),
        ("2026-03-11T09:00", "What did I say in the last fortnight?", "2026-02-25", "2026-03-12"),
        ("2026-03-11T09:00", "22年冬天我说了什么", "2022-12-01", "2023-03-01"),
        ("2026-03-11T09:00", "去年这个时候我说了什么", "2025-02-23", "2025-03-28"),
        ("2026-03-11T09:00", "昨儿个我说了什么", "2026-03-10", "2026-03-11"),
    ],
)  # fmt: skip
def test_relative_times_from_awkward_days(now: str, question: str, since: str, until: str) -> None:
    assert read(question, at(now)) == (since, until)


@pytest.mark.parametrize(
    "question",
    [
        "What did I say on 03/04/2026?",  # March or April
        "What did I say on 30 February?",
        "2月30日我说了什么",
        "What did I say next Friday?",
        "What did I say tomorrow?",
        "十万年前人类说了什么话",
        "3000年前谁说了这句话",
        "What did I say on 31 December 2027?",
        "What did I say in March next year?",
        "下周一我说了什么",
        "下下个周一上午九点我们定了什么",
        "明年3月的事我说了什么",
        "每年三月我都说了什么",
        "2027年5月我说了什么",
    ],
)
def test_days_that_no_calendar_has_and_days_to_come_are_no_filter(question: str) -> None:
    assert read(question, at("2026-03-11T09:00")) is None


def test_days_are_those_of_the_reader_and_may_have_23_hours() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    now = datetime(2026, 3, 29, 22, 30, tzinfo=UTC)  # already the 30th in Berlin, the day after the clocks changed
    spoken = read_spoken("What did I say yesterday?", now=now, zone=berlin)
    assert spoken is not None
    assert (spoken.since, spoken.until) == (
        datetime(2026, 3, 28, 23, tzinfo=UTC),
        datetime(2026, 3, 29, 22, tzinfo=UTC),
    )
    spoken = read_spoken("What did I say yesterday?", now=now, zone=ZoneInfo("America/New_York"))
    assert spoken is not None
    assert spoken.since == datetime(2026, 3, 28, 4, tzinfo=UTC)


def test_summer_is_in_january_in_the_south() -> None:
    sydney = ZoneInfo("Australia/Sydney")
    now = at("2026-07-01T09:00", sydney)
    assert read("Where did we stay in summer 2024?", now, sydney) == ("2024-01-01", "2025-03-01")
    assert read("去年春天我们住在哪里了", now, sydney) == ("2025-09-01", "2025-12-01")


def test_a_memory_names_its_time_by_its_own_date() -> None:
    asked = read_spoken("Where did we go on 4 March?", now=at("2026-03-20T09:00"), zone=SHANGHAI)
    assert asked is not None
    assert not asked.of_words
    for text, made_at, names in (
        ("We went to the lake yesterday.", "2026-03-05T10:00", True),
        ("We went to the lake yesterday.", "2026-03-07T10:00", False),
        ("昨天我们去了湖边。", "2026-03-05T10:00", True),
        ("On 4 March 2026 we went to the lake.", "2026-05-01T10:00", True),
        ("We went to the lake last year.", "2027-01-01T10:00", False),  # far wider than what is asked
        ("We may go to the lake.", "2026-03-05T10:00", False),
    ):
        assert speaks_of(text, asked, made_at=at(made_at), zone=SHANGHAI) is names, text


@pytest.mark.parametrize(
    ("question", "of_words"),
    [
        ("What did I tell you last week about the lake?", True),
        ("Which decisions were discussed last week?", True),
        ("上周我跟你说过湖边的什么", True),
        ("Where did we swim last week?", False),
        ("上周我们在哪里游了泳", False),
    ],
)
def test_what_was_said_then_is_told_from_what_happened_then(question: str, of_words: bool) -> None:
    spoken = read_spoken(question, now=at("2026-03-11T09:00"), zone=SHANGHAI)
    assert spoken is not None
    assert spoken.of_words is of_words


def new_moons(year: int) -> list[float]:
    """Julian days of the new moons from the end of the year before, within a few minutes.

    Source: Meeus, Astronomical Algorithms, chapter 49, with the largest periodic terms.
    """
    moons = []
    first = math.floor((year - 2000) * 12.3685) - 2
    for k in range(first, first + 17):
        t = k / 1236.85
        mean = 2451550.09766 + 29.530588861 * k + 0.00015437 * t * t
        e = 1 - 0.002516 * t
        m, mm, f, node = (
            math.radians(x)
            for x in (
                2.5534 + 29.10535670 * k,
                201.5643 + 385.81693528 * k,
                160.7108 + 390.67050284 * k,
                124.7746 - 1.56375588 * k,
            )
        )
        mean += (
            -0.40720 * math.sin(mm) + 0.17241 * e * math.sin(m) + 0.01608 * math.sin(2 * mm) + 0.01039 * math.sin(2 * f)
            + 0.00739 * e * math.sin(mm - m) - 0.00514 * e * math.sin(mm + m) + 0.00208 * e * e * math.sin(2 * m)
            - 0.00111 * math.sin(mm - 2 * f) - 0.00057 * math.sin(mm + 2 * f) + 0.00056 * e * math.sin(2 * mm + m)
            - 0.00042 * math.sin(3 * mm) + 0.00042 * e * math.sin(m + 2 * f) + 0.00038 * e * math.sin(m - 2 * f)
            - 0.00024 * e * math.sin(2 * mm - m) - 0.00017 * math.sin(node)
        )  # fmt: skip
        moons.append(mean - 70 / 86400)  # dynamical time runs ahead of the clock by about 70 seconds
    return moons


@pytest.mark.parametrize("year", range(1995, 2061))
def test_every_month_of_the_chinese_calendar_begins_with_the_new_moon(year: int) -> None:
    epoch = datetime(2000, 1, 1, 12, tzinfo=UTC)
    moons = [epoch + timedelta(days=julian - 2451545, hours=8) for julian in new_moons(year) + new_moons(year + 1)]
    for month in range(1, 13):
        begins = datetime.combine(month_start(year, month), datetime.min.time(), UTC)
        # Within an hour of midnight this formula does not decide the day.
        near = [moon for moon in moons if begins - timedelta(hours=1) <= moon < begins + timedelta(hours=25)]
        assert near, (year, month)


def test_years_of_the_chinese_calendar_join_without_a_gap() -> None:
    for year in range(1995, 2060):
        last = month_start(year, 12)
        assert 29 <= (month_start(year + 1, 1) - last).days <= 59  # 59 with a leap month behind the twelfth
        assert date(year, 1, 21) <= month_start(year, 1) <= date(year, 2, 20)
    for wrong in ((1994, 1), (2061, 1), (2026, 13), (2026, 0)):
        with pytest.raises(ValueError):
            month_start(*wrong)
    with pytest.raises(ValueError):
        lunar_day(2026, 1, 31)
    assert month_start(2025, 6, leap=True) == date(2025, 7, 25)


@pytest.mark.parametrize(
    ("name", "day"),
    [("春节", date(2025, 1, 29)), ("端午", date(2025, 5, 31)), ("七夕", date(2025, 8, 29)), ("中秋", date(2025, 10, 6)),
     ("重阳", date(2025, 10, 29)), ("元宵", date(2026, 3, 3)), ("除夕", date(2026, 2, 16)), ("清明", date(2026, 4, 5))],
)  # fmt: skip
def test_chinese_holidays_hold_their_day(name: str, day: date) -> None:
    span = CHINESE[name](day.year)
    assert span.start is not None
    assert span.end is not None
    assert span.start.date() <= day < span.end.date()


def test_easter_and_the_weekdays_of_holidays() -> None:
    assert [easter(year) for year in (2000, 2019, 2024, 2025, 2026, 2038)] == [
        date(2000, 4, 23), date(2019, 4, 21), date(2024, 3, 31), date(2025, 4, 20), date(2026, 4, 5), date(2038, 4, 25),
    ]  # fmt: skip
    assert ENGLISH["thanksgiving"](2025) == days(date(2025, 11, 27))
    assert ENGLISH["black friday"](2024) == days(date(2024, 11, 29))
    assert ENGLISH["mother's day"](2026) == days(date(2026, 5, 10))


@given(
    st.datetimes(datetime.fromisoformat("1996-01-01"), datetime.fromisoformat("2058-01-01")),
    st.integers(1, 40),
    st.sampled_from("minute hour day week month year".split()),
)
def test_ago_holds_the_moment_and_grows_no_earlier(now: datetime, count: int, unit: str) -> None:
    today = Today(now)
    length = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7, "month": 30.44, "year": 365.25}[unit] * count
    span = today.ago(count, unit)
    assert span.start is not None
    assert span.end is not None
    assert span.start <= now - timedelta(days=length) + timedelta(days=2)
    assert span.end >= now - timedelta(days=length) - timedelta(days=2)
    assert span.start < span.end <= now + timedelta(days=1)
    assert months(now.year, now.month).start == today.month().start
