"""Ranking of what a store finds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from satchel.retrieval.pipeline import recall
from satchel.stores.registry import open_store
from satchel_protocol.record import Record
from satchel_protocol.state import DEFAULT
from satchel_protocol.store import Store

NOW = datetime(2026, 3, 4, tzinfo=UTC)


def record(id: str, content: str, **fields: object) -> Record:
    return Record(id=id, type="fact", content=content, scope="user:me", source_agent="t", created_at=NOW, **fields)  # type: ignore[arg-type]


@pytest.fixture(params=["sqlite", "jsonl", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    url = "memory:" if request.param == "memory" else f"{request.param}:{tmp_path}/a"
    return open_store(url, create=True)


def test_a_long_memory_with_every_word_of_the_question_stands_above_short_ones_with_fewer(store: Store) -> None:
    store.merge(
        [
            record("long", "replace the tubes in the Bilbao office – state: open; next step: ask Carla; priority: 3; "
                   "project: Amber Compass; due: 2026-05-15; note: the spare ones are in the blue box on the third shelf"),
            *(record(f"s{n}", f"Pending: replace the tubes in the {town} office.") for n, town in enumerate(("Porto", "Ghent"))),
            *(record(f"o{n}", f"An office note about something else, number {n}, Bilbao") for n in range(30)),
        ]
    )  # fmt: skip
    hits = recall(
        store, "what is the state of: replace the tubes in the Bilbao office", where=DEFAULT, now=NOW, limit=3
    ).hits
    assert hits[0].record.id == "long"
    assert hits[0].coverage > hits[1].coverage


def test_scores_lie_between_0_and_1_and_fall(store: Store) -> None:
    store.merge([record(f"r{n}", f"用户喜欢乌龙茶 {n} " + "和点心 " * n) for n in range(8)])
    scores = [hit.score for hit in recall(store, "乌龙茶", where=DEFAULT, now=NOW, limit=8).hits]
    assert len(scores) == 8
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_an_expired_memory_is_demoted_and_still_found(store: Store) -> None:
    store.merge(
        [
            record("old", "The code of the door is 4711", ttl=60),
            record("new", "The code of the door is on the fridge now"),
        ]
    )
    hits = recall(store, "code of the door", where=DEFAULT, now=NOW + timedelta(days=1), limit=5).hits
    assert [(hit.record.id, hit.expired) for hit in hits] == [("new", False), ("old", True)]
