"""What newer memories say they replace does not stand beside them, while they live and are found."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.retrieval.pipeline import recall, unasked
from satchel.retrieval.supersession import successors
from satchel.stores.registry import open_store
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import DEFAULT, Filter
from satchel_protocol.store import Store

NOW = datetime(2026, 3, 4, tzinfo=UTC)
QUESTION = "In which town does Ann live?"


def lives(id: str, town: str, *, replaces: tuple[str, ...] = (), day: int = 1, **fields: object) -> Record:
    return Record(
        id=id, type="fact", content=f"Ann lives in the town of {town}", scope=fields.pop("scope", "user:me"),  # type: ignore[arg-type]
        source_agent="t", created_at=datetime(2026, 2, day, tzinfo=UTC), supersedes=replaces, **fields,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return open_store("memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/a.db", create=True)


def found(store: Store, question: str = QUESTION, where: Filter = DEFAULT, **more: object) -> set[str]:
    return {hit.record.id for hit in recall(store, question, where=where, now=NOW, limit=8, **more).hits}  # type: ignore[arg-type]


def test_the_successor_stands_alone_and_both_when_asked_for(store):
    store.write_many([lives("old", "Ghent"), lives("new", "Porto", replaces=("old",))])
    assert found(store) == {"new"}
    assert found(store, where=Filter(include_superseded=True)) == {"old", "new"}
    assert [h.record.id for h in unasked(store, where=DEFAULT, now=NOW, limit=8).hits] == ["new"]


def test_a_chain_counts_as_a_whole_also_through_what_is_no_candidate(store):
    away = lives("b", "Porto", replaces=("a",), state="superseded")
    store.write_many([lives("a", "Ghent"), away, lives("c", "Turin", replaces=("b",))])
    assert found(store) == {"c"}


def test_a_chain_is_not_followed_through_scopes_that_were_not_asked_for(store):
    store.write_many(
        [
            lives("a", "Ghent"),
            lives("b", "Porto", replaces=("a",), scope="user:bo"),
            lives("c", "Turin", replaces=("b",)),
        ]
    )
    mine = Filter(scopes=Scopes.of("user:me"))
    assert found(store, where=mine) == {"a", "c"}
    store.delete("c")
    assert found(store, where=mine) == {"a"}


def test_a_successor_that_is_forgotten_or_expired_replaces_nothing(store):
    store.write_many([lives("old", "Ghent"), lives("new", "Porto", replaces=("old",), ttl=60)])
    assert found(store) == {"old", "new"}
    store.delete("new")
    assert found(store) == {"old"}


def test_of_a_circle_the_latest_stands(store):
    store.write_many(
        [
            lives("a", "Ghent", replaces=("c",), day=1),
            lives("b", "Porto", replaces=("a",), day=3),
            lives("c", "Turin", replaces=("b", "c"), day=2),
        ]
    )
    assert found(store) == {"b"}


def test_who_asks_for_the_old_is_answered_by_the_new(store):
    other = [lives(f"x{n}", f"nowhere, says rumour {n}") for n in range(8)]
    new = Record(
        id="new", type="fact", content="She moved to Porto for good, the town by the sea", scope="user:me",
        source_agent="t", created_at=NOW, supersedes=("old",),
    )  # fmt: skip
    store.write_many([*other, lives("old", "Ghent on the Lys"), new])
    first = recall(store, "Does Ann live in the town of Ghent on the Lys?", where=DEFAULT, now=NOW, limit=3).hits[0]
    assert first.record.id == "new"


def test_a_withheld_successor_leaves_no_outdated_rival(store):
    store.write_many([lives("old", "Ghent"), lives("new", "Porto", replaces=("old",))])
    answer = recall(store, QUESTION, where=DEFAULT, now=NOW, limit=8, may_show=lambda record: record.id != "new")
    assert (answer.hits, answer.withheld) == ((), 1)


def test_what_is_public_replaces_nothing_of_ones_own(store):
    store.write_many([lives("mine", "Ghent"), lives("theirs", "Porto", replaces=("mine",), scope="public")])
    both = Filter(scopes=Scopes.of(["user:me", "public"]))
    assert found(store, where=both) == {"mine", "theirs"}


_ids = st.sampled_from("abcdef")


@given(st.dictionaries(_ids, st.tuples(st.lists(_ids, unique=True, max_size=3), st.integers(1, 28), st.booleans())))
def test_whatever_the_links_somebody_stands_and_nobody_falls_to_the_fallen(drawn):
    records = {
        id: lives(id, "Ghent", replaces=tuple(links), day=day, ttl=1 if expired else None)
        for id, (links, day, expired) in drawn.items()
    }
    replaced = successors(records, NOW + timedelta(days=99), lambda _: None)
    assert not records or replaced.keys() < records.keys()
    for id, by in replaced.items():
        assert by
        assert id not in by
        assert not replaced.keys() & set(by)
        assert not any(records[one].is_expired(NOW + timedelta(days=99)) for one in by)


def test_of_several_states_of_one_task_only_the_latest_stands() -> None:
    early, late = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)

    def task(id: str, content: str, at: datetime | None, scope: str = "user:ann") -> Record:
        return Record(id=id, type="task", content=content, scope=scope, source_agent="t", created_at=at)

    states = [
        task("begun", "Renew the lease – state: begun; next: find the contract", early),
        task("waiting", "renew the lease – state: waiting; next: call Bo", late),
        task("undated", "Renew the lease – state: lost", None),
        task("elsewhere", "Renew the lease – state: begun", early, "user:bo"),
        task("plain", "Renew the lease", early),
    ]
    records = {record.id: record for record in states}
    assert successors(records, datetime(2026, 5, 1, tzinfo=UTC), lambda _: None) == {"begun": ("waiting",)}


def test_who_asks_in_the_words_of_an_earlier_state_is_told_the_latest(store: Store) -> None:
    def state(id: str, said: str, day: int, **more: object) -> Record:
        return replace(lives(id, "x", day=day, **more), type="task", content=f"Renew the lease – state: {said}")  # type: ignore[arg-type]

    store.merge(
        [
            state("a", "looking for the contract", 1),
            state("b", "contract found, next: call the landlord", 9),
            state("c", "signed by everybody", 20),
            state("bo", "signed long ago", 25, scope="user:bo"),
        ]
    )
    ann = Scopes.of("user:me")
    for question in ("Is somebody looking for the contract?", "call the landlord", "How is the lease?"):
        assert found(store, question, Filter(scopes=ann)) == {"c"}, question
    then = Filter(scopes=ann, until=datetime(2026, 2, 10, tzinfo=UTC))
    assert found(store, "Is somebody looking for the contract?", then) == {"b"}
    assert found(store, "Who has the landlord's dog?", Filter(scopes=ann)) <= {"c"}


def test_a_crowd_of_tasks_with_a_word_in_common_hides_no_latest_state(store: Store) -> None:
    def task(id: str, name: str, said: str, day: int) -> Record:
        return replace(lives(id, "x", day=day), type="task", content=f"Renew the {name} – state: {said}")

    crowd = [task(f"n{n}", f"lamp of pier number {n}", "looking for the contract", 1) for n in range(70)]
    store.merge(
        [*crowd, task("a", "lease", "looking for the contract of Mrs Ferri", 1), task("b", "lease", "signed", 9)]
    )
    hits = found(store, "Renew: who is looking for the contract of Mrs Ferri?")
    assert "b" in hits
    assert "a" not in hits
