"""Each stage of a recall that can drop a memory is named, with its figures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.cli.app import code_of
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel.service.why import STAGES, Why, why
from satchel_protocol.record import Access

NOW = datetime(2026, 9, 20, 8, tzinfo=UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    config = Config(embedder="none", timezone="UTC")
    with Memory(
        f"sqlite:///{(tmp_path / 'a.db').as_posix()}", config=config, clock=lambda: NOW, allow=["all"]
    ) as opened:
        yield opened


def put(memory: Memory, id: str, content: str, **fields: Any) -> None:
    created = fields.pop("created_at", datetime(2026, 9, 1, tzinfo=UTC))
    memory.remember(content, id=id, type=fields.pop("type", "fact"), created_at=created, **fields)


def test_what_is_found_has_its_place_and_figures(memory: Memory) -> None:
    put(memory, "a", "The lighthouse keeper collects barometers")
    found = why(memory, "Who collects barometers?", "a")
    assert (found.stage, found.figures["place"]) == ("found", 1)
    assert found.figures["coverage"] == 1.0


def test_what_is_not_there_was_forgotten_or_never_was(memory: Memory) -> None:
    put(memory, "a", "The lighthouse keeper collects barometers")
    memory.forget("a")
    assert why(memory, "barometers", "a").stage == "forgotten"
    assert why(memory, "barometers", "b").stage == "missing"


@pytest.mark.parametrize(
    ("fields", "how", "stage"),
    [
        ({"scope": "user:bo"}, {"scope": "user:ann"}, "scope"),
        ({"type": "skill"}, {"types": ["fact"]}, "type"),
        ({"tags": ["sea"]}, {"tags": ["land"]}, "tag"),
        ({}, {"since": datetime(2026, 9, 10, tzinfo=UTC)}, "time"),
    ],
)
def test_a_filter_that_leaves_it_out_is_named(
    memory: Memory, fields: dict[str, Any], how: dict[str, Any], stage: str
) -> None:
    put(memory, "a", "The lighthouse keeper collects barometers", **fields)
    found = why(memory, "Who collects barometers?", "a", **how)
    assert found.stage == stage
    assert found.said.format(**found.values)


def test_a_time_in_the_question_is_the_reason_where_others_fit_it(memory: Memory) -> None:
    put(memory, "a", "The lighthouse keeper collects barometers")
    put(memory, "b", "A barometer was repaired", created_at=datetime(2026, 9, 19, 9, tzinfo=UTC))
    found = why(memory, "What was said about barometers yesterday?", "a")
    assert found.stage == "time"
    assert found.figures["since"] == "2026-09-19T00:00:00Z"


def test_an_archived_one_is_out_by_its_state(memory: Memory) -> None:
    put(memory, "a", "The lighthouse keeper collects barometers")
    memory.edit("a", state="archived")
    assert why(memory, "Who collects barometers?", "a").stage == "state"
    assert why(memory, "Who collects barometers?", "a", include_archived=True).stage == "found"


def test_no_word_in_common(memory: Memory) -> None:
    put(memory, "a", "The lighthouse keeper collects barometers")
    found = why(memory, "给外婆买茶叶", "a")
    assert found.stage == "tokens"
    assert found.figures["n"] > 0


def test_a_newer_memory_replaces_it(memory: Memory) -> None:
    put(memory, "old", "The lighthouse keeper collects barometers")
    put(memory, "new", "The lighthouse keeper collects sextants now", supersedes=["old"])
    found = why(memory, "What does the lighthouse keeper collect?", "old")
    assert (found.stage, found.figures["by"]) == ("superseded", "new")


def test_the_same_said_twice_is_folded(memory: Memory) -> None:
    put(memory, "a", "The lighthouse keeper collects barometers")
    put(memory, "b", "the lighthouse keeper collects barometers.", created_at=datetime(2026, 9, 2, tzinfo=UTC))
    found = why(memory, "Who collects barometers?", "b")
    assert (found.stage, found.figures["by"]) == ("folded", "a")


def test_what_a_model_may_not_see_is_withheld(memory: Memory, tmp_path: Path) -> None:
    put(memory, "a", "The lighthouse keeper collects barometers", access=Access(level="sensitive", classes=("health",)))
    with Memory(memory.url, config=memory.config, clock=lambda: NOW) as model:
        found = why(model, "Who collects barometers?", "a")
    assert (found.stage, found.figures["level"]) == ("withheld", "sensitive")


def test_others_rank_before_it(memory: Memory) -> None:
    for number in range(12):
        put(memory, f"better{number:02}", f"Barometers, barometers and sextants of keeper number {number}")
    put(memory, "z", "Somebody who keeps a great many old clocks in a shed by the sea has one of those barometers too")
    found = why(memory, "barometers and sextants", "z", limit=5)
    assert found.stage in ("rank", "floor")
    more = why(memory, "barometers and sextants", "z", limit=40)
    assert more.stage == "found" or found.stage == "floor"


def test_an_expired_one_ranks_behind_the_others(memory: Memory) -> None:
    for number in range(9):
        put(memory, f"a{number}", f"Barometer number {number} stands in the harbour office")
    put(memory, "z", "Barometer number 77 stands in the harbour office", ttl=3600)
    found = why(memory, "Which barometer stands in the harbour office?", "z")
    assert found.stage == "expiry"
    assert found.figures["expired"] is True


def test_there_are_only_so_many_candidates(memory: Memory) -> None:
    for number in range(70):
        put(memory, f"better{number:02}", f"Barometers and sextants of keeper {number}")
    put(memory, "z", "A shed by the sea in which somebody keeps clocks, shells, ropes and one of those barometers")
    found = why(memory, "barometers and sextants", "z")
    assert found.stage == "candidates"
    assert found.figures["own_score"] < found.figures["last_score"]


def test_a_block_without_room_for_it(memory: Memory) -> None:
    for number in range(8):
        put(memory, f"a{number}", f"Barometer {number}: " + "calibrated against the harbour's own mercury column. " * 6)
    last = memory.recall("barometer calibrated")[-1].record.id
    found = why(memory, "barometer calibrated", last, budget=250)
    assert found.stage == "budget"
    assert why(memory, "barometer calibrated", last).stage == "found"


@given(st.text(max_size=40), st.sampled_from(["a", "b", "gone", "none"]))
def test_any_question_about_any_id_gets_one_known_stage(question: str, id: str) -> None:
    config = Config(embedder="none", timezone="UTC")
    with Memory("memory:", config=config, clock=lambda: NOW, allow=["all"]) as memory:
        memory.store(create=True)
        for name, content in (("a", "用户喜欢乌龙茶 and rye bread"), ("b", "Barometers"), ("gone", "Sextants")):
            memory.remember(content, id=name, type="fact")
        memory.forget("gone")
        found = why(memory, question, id)
        assert isinstance(found, Why)
        assert found.stage in STAGES
        hits = {hit.record.id for hit in memory.recall(question)}
        assert found.found == (id in hits)
        assert found.to_json()["text"]


def test_the_command_says_the_stage_and_has_its_exit_code(
    memory: Memory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(memory, "a", "The lighthouse keeper collects barometers")
    question = ["why", "给外婆买茶叶", "--expect", "a", "--store", memory.url]
    assert code_of(question) == 1
    assert capsys.readouterr().out.startswith("tokens: it holds none of the ")
    assert code_of([*question, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["stage"] == "tokens"
    monkeypatch.setenv("SATCHEL_LANGUAGE", "zh")
    assert code_of(["why", "barometers", "--expect", "a", "--store", memory.url, "--as-model", "--budget", "500"]) == 0
    assert capsys.readouterr().out.startswith("found: 它排在第 1 位")
