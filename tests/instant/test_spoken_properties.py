"""Any text at all: nothing is raised, what is read is an interval, and the words are where it says they are."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.instant.spoken import chinese, english, read_spoken, speaks_of
from satchel.instant.spoken.phrase import Rules
from satchel.retrieval.when import asked_time

ZONES = st.sampled_from([UTC, ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York"), ZoneInfo("Australia/Lord_Howe")])
NOWS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))  # noqa: DTZ001
PIECES = st.sampled_from(
    """what did i say last|the week|before|after|since|between|and|from|to|May|march|3rd|29 February|2024|in|on|q3|half
    yesterday|evening|ago|two|a few|years|weeks|mondays|monday|christmas|the day|of|early|late|mid-|0000-00-00|9999-12-31
    去年|前年|上|个|月|周|三|末|底|初|十|二十|百|万|年|前|后|之前|以来|到|至|春节|中秋|农历|正月|初一|腊月|三十|3|月|29|日|号|2024|最近|几|天
    我|说|了|什么|的|，|？|?|.|-|/|第|季度|半年|小时|今|昨|晚|早|99年|今天|二〇二四""".replace("\n", "|").split("|")
)
SPOKEN = st.lists(PIECES.map(str.strip), max_size=12).map(" ".join) | st.lists(PIECES.map(str.strip), max_size=12).map(
    "".join
)


@given(st.text(max_size=80) | SPOKEN, NOWS, ZONES)
def test_whatever_is_asked_gives_an_interval_in_order_or_nothing(text: str, now: datetime, zone: ZoneInfo) -> None:
    spoken = read_spoken(text, now=now, zone=zone)
    if spoken is None:
        return
    assert spoken.since is not None or spoken.until is not None
    assert all(at is None or at.utcoffset() == timedelta() for at in (spoken.since, spoken.until))
    if spoken.since is not None:
        assert spoken.since <= now
        assert spoken.until is None or spoken.since < spoken.until
    assert spoken.words
    assert list(spoken.words) == sorted(spoken.words)
    assert all(0 <= first < last <= len(text) for first, last in spoken.words)
    assert all(one[1] <= other[0] for one, other in zip(spoken.words, spoken.words[1:], strict=False))
    speaks_of(text, spoken, made_at=now, zone=zone)


@given(st.text(max_size=300) | SPOKEN, NOWS, ZONES)
def test_the_words_come_out_of_the_question_and_the_rest_stays(text: str, now: datetime, zone: ZoneInfo) -> None:
    asked = asked_time(text, now=now, zone=zone)
    if asked is None:
        return
    at = 0
    for words in asked.read_from:
        at = text.index(words, at) + len(words)
    kept = [char for char in text if not char.isspace()]
    for words in asked.read_from:
        for char in words:
            if not char.isspace():
                kept.remove(char)
    assert sorted(char for char in asked.rest if not char.isspace()) == sorted(kept)


@given(st.text(max_size=200) | SPOKEN, NOWS, ZONES)
def test_any_memory_can_be_looked_at_for_its_time(text: str, made_at: datetime, zone: ZoneInfo) -> None:
    asked = read_spoken("What did I say in 2024?", now=datetime(2026, 3, 11, tzinfo=UTC), zone=zone)
    assert asked is not None
    assert speaks_of(text, asked, made_at=made_at, zone=zone) in {True, False}


@pytest.mark.parametrize("rules", [chinese.RULES, english.RULES], ids=["chinese", "english"])
@given(text=SPOKEN, at=st.integers(0, 60))
def test_a_quick_look_at_all_rules_misses_none_of_them(rules: Rules, text: str, at: int) -> None:
    looked = rules.any.match(text.lower(), at) is not None
    assert looked == any(re.compile(rule.pattern).match(text.lower(), at) is not None for rule in rules)
