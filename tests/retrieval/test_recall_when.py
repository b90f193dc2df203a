"""A time in the question, from the question to the answer, on every store of the bare install."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from satchel.retrieval.when import Dated, asked_time, recall_when
from satchel.stores.registry import open_store
from satchel_protocol.record import Record
from satchel_protocol.state import DEFAULT, Filter
from satchel_protocol.store import Store

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 3, 11, 15, 30, tzinfo=SHANGHAI)


def record(id: str, content: str, at: str | None, **fields: object) -> Record:
    made = datetime.fromisoformat(at).replace(tzinfo=SHANGHAI).astimezone(UTC) if at else None
    fields = {"type": "fact", **fields}
    return Record(id=id, content=content, scope="user:me", source_agent="t", created_at=made, **fields)  # type: ignore[arg-type]


@pytest.fixture(params=["sqlite", "jsonl", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = "memory:" if request.param == "memory" else f"{request.param}:{tmp_path}/a"
    with open_store(url, create=True) as opened:
        yield opened


def ask(store: Store, question: str, where: Filter = DEFAULT, **how: Any) -> tuple[list[str], Dated]:
    dated = recall_when(store, question, where=where, now=NOW, limit=8, zone=SHANGHAI, **how)
    return [hit.record.id for hit in dated.found.hits], dated


BOILERS = [
    record("tue", "The boiler loses pressure", "2026-03-03T10:00"),
    record("wed", "The boiler got a new valve", "2026-03-04T23:30"),
    record("thu", "The boiler is quiet again", "2026-03-05T00:30"),
    record("old", "The boiler was bought second-hand", None),
]
DATABASES = [
    record("二", "数据库先用 MySQL", "2026-03-03T10:00"),
    record("三", "数据库改用 PostgreSQL", "2026-03-04T00:10"),
    record("四", "数据库的备份放在杭州", "2026-03-05T00:10"),
    record("旧", "数据库的口令由老张保管", None),
]


def test_only_memories_of_that_day_by_the_readers_clock(store: Store) -> None:
    store.merge(BOILERS + DATABASES)
    found, dated = ask(store, "What did I tell you about the boiler last Wednesday?")
    assert found == ["wed"]
    assert dated.undated == 1
    assert dated.time_json() == {
        "since": "2026-03-03T16:00:00Z",
        "until": "2026-03-04T16:00:00Z",
        "read_from": ["last Wednesday"],
        "filtered": True,
        "undated": 1,
    }
    assert ask(store, "上周三我们定了用什么数据库?")[0] == ["三"]
    assert set(ask(store, "上周我们说了数据库的什么?")[0]) == {"二", "三", "四"}
    assert set(ask(store, "the boiler?")[0]) == {"tue", "wed", "thu", "old"}


def test_the_words_for_the_time_are_no_search_words(store: Store) -> None:
    store.merge([record("a", "Rent is paid on Wednesday last thing in the evening", "2026-03-04T10:00"), *BOILERS])
    assert ask(store, "What did I tell you about the boiler last Wednesday?")[0] == ["wed"]


def test_evidence_is_reached_by_a_time_and_by_nothing_else(store: Store) -> None:
    store.merge(
        [
            record("said", "user: 我下个月想去大理骑车", "2026-02-20T10:00", type="interaction", state="archived"),
            record("other", "用户喜欢骑车去上班", "2026-01-05T10:00"),
        ]
    )
    assert ask(store, "我说过去哪里骑车?")[0] == ["other"]
    assert ask(store, "上个月我说过要去哪里骑车?")[0] == ["said"]


def test_a_question_about_nothing_but_a_time_gets_what_there_is_from_then(store: Store) -> None:
    store.merge(BOILERS + DATABASES)
    for question in (
        "What did I tell you last Wednesday?",
        "what happened last wednesday",
        "上周三我们聊了什么?",
        "上周三我说了些什么",
        "What did we decide last Wednesday?",
        "What conclusions did we come to last Wednesday?",
        "上周三咱们讨论过什么?",
        "上周三我们商量了哪些事情",
        "上周三决定了什么",
    ):
        assert set(ask(store, question)[0]) == {"wed", "三"}, question
    assert ask(store, "What did I tell you last Sunday?")[0] == []


def test_where_nothing_from_then_fits_all_times_are_searched_and_it_is_said(store: Store) -> None:
    store.merge(BOILERS)
    found, dated = ask(store, "What did I tell you about the boiler in October 2024?")
    assert set(found) == {"tue", "wed", "thu", "old"}
    assert dated.outside
    assert dated.notes() == ["nothing that fits is from that time (in October 2024); all times were searched"]
    assert not ask(store, "What did I tell you about zebras in October 2024?")[0]


def test_what_happened_then_may_have_been_told_later_by_a_memory_that_says_so(store: Store) -> None:
    store.merge(
        [
            record("later", "Yesterday the boiler was repaired by Jens", "2026-03-05T18:00"),
            record("another", "Yesterday the boiler was repaired by Ole", "2026-03-08T18:00"),
            record("then", "The boiler was repaired, it took three hours", "2026-03-04T18:00"),
            record("补", "昨天锅炉换了阀门", "2026-03-05T18:00"),
        ]
    )
    assert set(ask(store, "Who repaired the boiler last Wednesday?")[0]) == {"later", "then"}
    assert ask(store, "上周三锅炉换了什么?")[0] == ["补"]
    assert ask(store, "What did I say about the boiler last Wednesday?")[0] == ["then"]


def test_a_time_that_was_given_wins_over_the_one_in_the_question(store: Store) -> None:
    store.merge(BOILERS)
    since = NOW - timedelta(days=6, hours=15, minutes=30)
    found, dated = ask(store, "What did I say about the boiler last Tuesday?", replace(DEFAULT, since=since))
    assert found == ["thu"]
    assert dated.asked is None
    assert dated.undated == 1
    found, dated = ask(store, "What did I say about the boiler last Wednesday?", read_time=False)
    assert set(found) == {"tue", "wed", "thu", "old"}
    assert dated.time_json() is None


def test_what_may_not_be_shown_is_counted_and_nothing_is_sought_elsewhere(store: Store) -> None:
    store.merge(BOILERS)
    how: dict[str, Any] = {"may_show": lambda record: record.id != "wed"}
    found, dated = ask(store, "What did I say about the boiler last Wednesday?", DEFAULT, **how)
    assert found == []
    assert dated.found.withheld == 1
    assert not dated.outside
    found, dated = ask(store, "What did I say last Wednesday?", DEFAULT, **how)
    assert (found, dated.found.withheld) == ([], 1)


@pytest.mark.parametrize(
    "question",
    [
        "I was in Rome last May. What did I eat there?",  # the time is of the story
        "What did I say last week? And what did I buy in May?",  # two questions, two times
        "昨天看的电视剧真好。那个在南京开的会是什么?",
        "What did I note last week about " + "the very long story of the boiler " * 8 + "?",
    ],
)
def test_a_time_outside_the_one_sentence_that_asks_is_left_alone(question: str) -> None:
    assert asked_time(question, now=NOW, zone=SHANGHAI) is None


def test_full_width_and_traditional_spellings_are_read_and_quoted_as_they_stand() -> None:
    for question, words in (
        ("２０２５年３月上旬我說了什麼?", "２０２５年３月上旬"),
        ("上個週末我們去了哪裡?", "上個週末"),
    ):
        asked = asked_time(question, now=NOW, zone=SHANGHAI)
        assert asked is not None
        assert asked.read_from == (words,)
        assert words not in asked.rest
