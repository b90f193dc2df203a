"""What candidates say for each other: memories for their sources, turns for those beside them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from satchel.retrieval.pipeline import recall
from satchel.stores.registry import open_store
from satchel_protocol.record import Origin, Record
from satchel_protocol.state import Filter
from satchel_protocol.store import Store

NOW = datetime(2026, 3, 4, tzinfo=UTC)
BOTH = Filter(include_archived=True)


def turn(id: str, content: str, *, line: int, session: str) -> Record:
    return Record(
        id=id, type="interaction", content=content, scope="user:me", source_agent="t", state="archived", created_at=NOW,
        origin=Origin(tool="chat", path=f"{session}, line {line}", extra={"session": session}),
    )  # fmt: skip


def fact(id: str, content: str, *sources: str) -> Record:
    return Record(
        id=id, type="fact", content=content, scope="user:me", source_agent="t", created_at=NOW, derived_from=sources
    )


@pytest.fixture
def store() -> Store:
    return open_store("memory:", create=True)


def found(store: Store, question: str, where: Filter = BOTH) -> list[str]:
    return [hit.record.id for hit in recall(store, question, where=where, now=NOW, limit=8).hits]


def test_of_two_equal_turns_the_one_beside_the_question_stands_first(store):
    store.write_many(
        [
            turn("z", "How was the crossing to the lighthouse island?", line=1, session="s1"),
            turn("y", "The crossing was rough, everybody sick", line=2, session="s1"),
            turn("a", "The crossing was rough, everybody ill", line=7, session="s2"),
        ]
    )
    ranking = found(store, "crossing to the lighthouse island")
    assert ranking.index("y") < ranking.index("a")


def test_a_turn_from_which_a_memory_was_made_comes_with_it_though_it_repeats_little_of_the_question(store):
    others = [turn(f"o{n}", f"Remember the note {n}, will you", line=n, session="s9") for n in range(30)]
    store.write_many(
        [
            *others,
            turn("said", "yes, since the second grade, will you believe it", line=3, session="s1"),
            fact("made", "Ann has played the cello in an orchestra since school", "said"),
        ]
    )
    ranking = found(store, "Which instrument, a cello, has Ann played in the orchestra, will you tell?")
    assert ranking[0] == "made"
    assert "said" in ranking[:3]


def test_a_memory_that_names_itself_or_what_is_gone_as_its_source_does_no_harm(store):
    store.write_many([fact("odd", "Ann has played the cello since school", "odd", "gone")])
    assert found(store, "cello at school") == ["odd"]


def test_conversations_stay_out_where_they_are_not_asked_for(store):
    store.write_many(
        [turn("said", "I play the cello", line=1, session="s"), fact("made", "Ann plays the cello", "said")]
    )
    assert found(store, "cello", Filter()) == ["made"]
