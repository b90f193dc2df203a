"""The same thing said twice takes one place, and the hit names the others."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from satchel.retrieval.pipeline import Hit, recall
from satchel.stores.registry import open_store
from satchel_protocol.ids import keyed_id
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import DEFAULT, Filter
from satchel_protocol.store import Store

NOW = datetime(2026, 3, 4, tzinfo=UTC)
TEXT = "The deploys of the billing service run on port 9077"


def said(id: str, content: str = TEXT, *, day: int | None = 1, **fields: object) -> Record:
    record = Record(id=id, type="fact", content=content, scope="user:me", source_agent="t",
                    created_at=datetime(2026, 2, day, tzinfo=UTC) if day else None)  # fmt: skip
    return replace(record, **fields)  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(f"sqlite:///{tmp_path}/a.db", create=True)


def hits(store: Store, question: str = "billing deploys port", *, where: Filter = DEFAULT, **more: object) -> list[Hit]:
    return list(recall(store, question, where=where, now=NOW, limit=8, **more).hits)  # type: ignore[arg-type]


def shape(found: list[Hit]) -> list[tuple[str, tuple[str, ...]]]:
    return [(hit.record.id, hit.folded) for hit in found]


def test_exact_and_near_duplicates_fold_into_the_one_known_longest(store):
    store.write_many(
        [
            said("late", day=20),
            said("first", f"- {TEXT}.", day=2),
            said("near", "The deploys of the billing services run on port 9077", day=9),
            said("undated", day=None),
        ]
    )
    assert shape(hits(store)) == [("first", ("late", "near", "undated"))]


def test_a_number_a_name_or_a_negation_makes_another_statement(store):
    store.write_many(
        [said("a"), said("b", TEXT.replace("9077", "9078")), said("c", TEXT.replace("run", "do not run")),
         said("d", TEXT.replace("billing", "shipping"))]
    )  # fmt: skip
    assert all(not hit.folded for hit in hits(store))
    assert {"a", "b", "c"} <= {hit.record.id for hit in hits(store)}


def test_chinese_duplicates_fold_too(store):
    store.write_many(
        [
            said("a", "用户每周三晚上上陶艺课。"),
            said("b", "用户每周三晚上上陶艺课", day=2),
            said("c", "用户每周四晚上上陶艺课"),
        ]
    )
    assert ("a", ("b",)) in shape(hits(store, "每周三的陶艺课"))


def test_the_valid_one_stands_before_the_expired_the_memory_before_the_turn_ones_own_before_the_public(store):
    turn = said("t", type="interaction", state="archived")
    store.write_many([said("old", ttl=60), turn, said("p", scope="public"), said("new", day=20)])
    everything = Filter(scopes=Scopes.of(["*", "public"]), include_archived=True)
    (hit,) = hits(store, where=everything)
    assert (hit.record.id, hit.expired, hit.folded) == ("new", False, ("old", "p", "t"))


def test_folding_hides_no_allowed_one_behind_a_forbidden_or_unasked_one(store):
    store.write_many([said("forbidden", day=1), said("allowed", day=9), said("elsewhere", day=1, scope="user:bo")])
    found = hits(store, where=Filter(scopes=Scopes.of("user:me")), may_show=lambda record: record.id != "forbidden")
    assert shape(found) == [("allowed", ())]


def test_the_same_words_of_two_moments_of_a_conversation_are_two_events(store):
    turns = [said(f"t{day}", day=day, type="interaction", state="archived") for day in (1, 2)]
    again = said("t1 again", day=1, type="interaction", state="archived")
    store.write_many([*turns, again])
    assert sorted(shape(hits(store, where=Filter(include_archived=True)))) == [("t1", ("t1 again",)), ("t2", ())]


def test_two_keyed_memories_are_two(store):
    keyed = [said(keyed_id("user:me", key), key=key) for key in ("billing.port", "deploy.port")]
    store.write_many([*keyed, said("c")])
    assert len(hits(store)) == 2


def test_a_duplicate_takes_no_place_of_another(store):
    others = [said(f"o{n}", f"Billing report {n} is due in {month}") for n, month in enumerate(("May", "June", "July"))]
    store.write_many([*(said(f"d{n}", day=n + 1) for n in range(12)), *others])
    found = recall(store, "billing deploys port report", where=DEFAULT, now=NOW, limit=4).hits
    assert len(found) == 4
    assert sorted(len(hit.folded) for hit in found) == [0, 0, 0, 11]
