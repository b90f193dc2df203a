"""A time in the question on the command line: what is shown of it, how to leave it alone, whose days are meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]
NOW = ("--now", "2026-03-11T07:30:00Z")  # Wednesday afternoon in Shanghai


@pytest.fixture(autouse=True)
def zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATCHEL_TIMEZONE", "Asia/Shanghai")


@pytest.fixture
def filled(run: Run) -> Run:
    for content, created in (
        ("User wants the desk by the window", "2026-03-03T17:00:00Z"),  # already Wednesday in Shanghai
        ("User wants the desk by the door", "2026-03-04T17:00:00Z"),
        ("用户把书桌搬到了阳台", "2026-02-25T02:00:00Z"),
    ):
        run("remember", content, "--created", created)
    return run


def contents(ran: Any) -> list[str]:
    return [hit["record"]["content"] for hit in ran.json["hits"]]


def test_the_time_is_read_in_the_readers_zone_and_shown(filled: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("recall", "what did I say about the desk last Wednesday?", *NOW, "--json")
    ran = filled(*asked)
    assert contents(ran) == ["User wants the desk by the window"]
    assert ran.json["time"] == {
        "since": "2026-03-03T16:00:00Z",
        "until": "2026-03-04T16:00:00Z",
        "read_from": ["last Wednesday"],
        "filtered": True,
        "undated": 0,
    }
    monkeypatch.setenv("SATCHEL_TIMEZONE", "America/New_York")
    assert contents(filled(*asked)) == ["User wants the desk by the door"]


def test_without_a_configured_zone_the_machines_counts(filled: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SATCHEL_TIMEZONE")
    monkeypatch.setenv("TZ", "America/New_York")
    ran = filled("recall", "what did I say about the desk last Wednesday?", *NOW, "--json")
    assert ran.json["time"]["since"] == "2026-03-04T05:00:00Z"


def test_the_time_can_be_left_alone(filled: Run) -> None:
    ran = filled("recall", "what did I say about the desk last Wednesday?", *NOW, "--no-time", "--json")
    assert len(contents(ran)) == 2
    assert ran.json["time"] is None
    ran = filled("recall", "the desk last Wednesday", *NOW, "--since", "2026-03-04T16:00:00Z", "--json")
    assert contents(ran) == ["User wants the desk by the door"]
    assert ran.json["time"] is None


def test_a_person_is_told_what_was_read_and_what_was_done_instead(filled: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = filled("recall", "两周前书桌搬到了哪里?", *NOW, "--explain")
    assert "阳台" in ran.out
    assert "Time in the question: 两周前 = 2026-02-2" in ran.err
    ran = filled("recall", "what did I say about the desk in May 2024?", *NOW)
    assert "window" in ran.out
    assert "nothing that fits is from that time (in May 2024)" in ran.err
    monkeypatch.setenv("SATCHEL_LANGUAGE", "zh")
    ran = filled("recall", "2024年5月我说了书桌的什么?", *NOW)
    assert "那段时间(2024年5月)里没有合适的记忆" in ran.err
