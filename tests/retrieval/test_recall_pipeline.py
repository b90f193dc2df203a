"""Ranking of what a store finds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from satchel.retrieval.pipeline import recall
from satchel.stores.registry import open_store
from satchel_protocol.record import Record, evolve
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


def test_a_memory_whose_title_the_question_quotes_stands_above_those_with_its_words(store: Store) -> None:
    kept = record("kept", "call Yasmin about the roof repair – status: waiting for review; priority: 2; project: Hidden "
                  "Kite; responsible: Viktor; next step: move the mail relay; deadline: 2025-03-25")  # fmt: skip
    others = ("I would rather have three mails than a phone call about the roof repair.",
              "Call Hanne about the roof repair by the trip to Malmö.",
              "Follow up with Yasmin on the roof repair by noon.",
              "The roof repair is still open, call Elin.")  # fmt: skip
    store.merge([kept, *(record(f"o{n}", text) for n, text in enumerate(others))])
    store.merge(
        [
            record(f"x{n}", f"a longer note about something else, as most of them are here, number {n} of many")
            for n in range(20)
        ]
    )
    hits = recall(
        store, "what is the state of: call Yasmin about the roof repair", where=DEFAULT, now=NOW, limit=3
    ).hits
    assert hits[0].record.id == "kept"
    assert hits[0].side_by_side > hits[1].side_by_side


@pytest.mark.parametrize("years", [0, 1, 10])
def test_how_long_ago_all_of_it_was_changes_no_order(store: Store, years: int) -> None:
    """What an agent left long ago is ranked as on the day it left."""
    store.merge(
        [
            evolve(record("task", "Roof repair: waiting for the offer of the joiner"), type="task"),
            evolve(record("taste", "The roof repair should cost less than the garden"), type="preference"),
            evolve(
                record("older", "Roof repair: waiting for the offer of the baker"),
                type="task",
                created_at=NOW - timedelta(days=200),
            ),
        ]
    )
    later = NOW + timedelta(days=365 * years)
    found = recall(store, "roof repair waiting for the offer", where=DEFAULT, now=later, limit=3).hits
    assert [hit.record.id for hit in found] == ["task", "older", "taste"]
    assert found[0].decay == 1.0
    assert found[1].decay < 0.8


def test_a_memory_without_a_time_is_neither_new_nor_old(store: Store) -> None:
    undated = evolve(record("undated", "move the search index to grove-13 – state: planned"), created_at=None)
    dated = [
        evolve(record(f"d{n}", f"move the search index to {name}"), created_at=NOW - timedelta(days=100 * n))
        for n, name in enumerate(("birch-1", "knoll-18", "jetty-5"))
    ]
    store.merge([undated, *dated])
    hits = {
        hit.record.id: hit
        for hit in recall(store, "move the search index to grove-13", where=DEFAULT, now=NOW, limit=5).hits
    }
    assert next(iter(hits)) == "undated"
    assert hits["undated"].decay == hits["d1"].decay
