"""Nothing is better than junk, and what fits is never thrown away for being alone, short, long or old."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from satchel.retrieval.pipeline import recall
from satchel.retrieval.profile import DEFAULT as PROFILE
from satchel.stores.registry import open_store
from satchel_protocol.record import Record
from satchel_protocol.state import DEFAULT
from satchel_protocol.store import Store

NOW = datetime(2026, 3, 4, tzinfo=UTC)
NOTES = (
    "The user keeps bees on the roof",
    "The user works as a nurse in Ghent",
    "The user's sister is called Noor",
    "用户的车停在地下二层",
    "用户每周三上陶艺课",
    "The user prefers trains over planes",
    "Deploys run on port 9077",
)


def store_of(*texts: str) -> Store:
    store = open_store("memory:", create=True)
    store.write_many(
        [
            Record(id=f"{n}", type="fact", content=text, scope="user:me", source_agent="t", created_at=NOW)
            for n, text in enumerate(texts)
        ]
    )
    return store


def found(store: Store, question: str, **more: object) -> list[str]:
    answer = recall(store, question, where=DEFAULT, now=NOW, limit=8, **more)  # type: ignore[arg-type]
    return [hit.record.content for hit in answer.hits]


@pytest.mark.parametrize(
    "question",
    [
        "What is the user's favourite colour of curtains in the living room?",
        "How do I configure the user interface of the printer at the library?",
        "Is the capital of Mongolia colder than the moon in winter?",
        "用户最喜欢的电影导演是谁,为什么?",
    ],
)
def test_a_question_that_only_shares_common_words_gets_no_answer(question):
    crowd = [f"The user has noted thing number {n}" for n in range(60)] + [f"用户记下了第{n}件事" for n in range(60)]
    store = store_of(*NOTES, *crowd)
    assert found(store, question) == []
    assert len(found(store, question, profile=replace(PROFILE, floor=0))) > 0


@pytest.mark.parametrize("others", [(), NOTES])
@pytest.mark.parametrize(
    ("note", "question"),
    [
        ("Ann likes oolong", "oolong"),
        ("Ann likes oolong", "Which tea does Ann like, oolong or green?"),
        ("喜欢乌龙茶", "茶"),
        ("用户不喜欢表格里出现英文", "表格里可以写英文吗"),
        ("ERR_7731 means that the cache is full", "ERR_7731"),
        ("The alarm code is 4711", "what was that code for the alarm at the front door again"),
    ],
)
def test_what_fits_is_shown_alone_and_among_others(note, question, others):
    assert note in found(store_of(note, *others), question)
