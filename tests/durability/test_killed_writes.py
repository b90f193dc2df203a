"""SIGKILL at any moment of a small write: what was acknowledged is there, once and whole, and everything goes on."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.durability.aftermath import assert_goes_on, assert_sound, holds, satchel, unfinished
from tests.durability.nursery import Child, Nursery, Tally, Window
from tests.durability.plans import after, plan

from satchel.stores.urls import parse_url
from satchel_protocol.errors import StoreMissingError

ROUNDS = [20, pytest.param(400, marks=pytest.mark.soak)]
_STEPS = 8


def outcome(child: Child, *, pieces: bool, kept: bool) -> str:
    """What a kill fell into."""
    if not child.in_the_middle:
        return "between writes"
    if pieces:
        return "left pieces"
    return "whole but not acknowledged" if kept else "left nothing of it"


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_killed_write_is_whole_or_not_there(
    nursery: Nursery, kind: str, rounds: int, tmp_path: Path, record_property: Any
) -> None:
    url = f"{kind}:{tmp_path}/memory.{'db' if kind == 'sqlite' else 'jsonl'}"
    chance = random.Random(f"write {kind}")
    tally, window = Tally(f"write, {kind}"), Window(chance)
    assert satchel("remember", "the first one", "--store", url).code == 0
    state = holds(url)
    for round in range(rounds):
        steps = plan(chance, round, state, _STEPS)
        child = nursery.born("write", store=url, plan=steps)
        child.wait_for_writing(chance.randrange(len(steps)))
        child.linger(window.delay_s())
        child.kill()
        window.learn(child)
        pieces = unfinished(url)
        done = len(child.acknowledged)
        found = holds(url)
        assert found in (after(state, steps[:done]), after(state, steps[: done + 1])), round
        in_flight = steps[done][0] if child.in_the_middle else ""
        kept = found != after(state, steps[:done])
        tally.note(outcome(child, pieces=pieces, kept=kept) if in_flight != "reopen" else "while closing")
        assert_sound(url)
        if round % 5 == 0:
            assert_goes_on(url, f"n{round}")
        state = holds(url)
    record_property("measured", str(tally))
    tally.check(telling=("left pieces", "whole but not acknowledged"))


def texts_in(url: str) -> list[str]:
    """All texts; none where the store was not yet made."""
    _, path = parse_url(url)
    try:
        return list(holds(url).texts.values())
    except StoreMissingError:
        assert not path.exists() or path.stat().st_size == 0 or path.suffix == ".db"
        return []


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_killed_command_is_whole_or_not_there(
    nursery: Nursery, kind: str, rounds: int, tmp_path: Path, record_property: Any
) -> None:
    url = f"{kind}:{tmp_path}/memory.{'db' if kind == 'sqlite' else 'jsonl'}"
    chance = random.Random(f"command {kind}")
    tally, window = Tally(f"satchel remember, {kind}"), Window(chance)
    known: set[str] = set()
    for round in range(rounds):
        texts = [f"round {round} note {n}: tea at {chance.random()}" for n in range(2)]
        child = nursery.born("command", commands=[["remember", text, "--store", url] for text in texts])
        child.wait_for_writing(chance.randrange(len(texts)))
        child.linger(window.delay_s())
        child.kill()
        window.learn(child)
        assert [mark["said"] for mark in child.acknowledged if mark["code"]] == []
        done = len(child.acknowledged)
        found = texts_in(url)
        assert len(found) == len(set(found))
        assert known | set(texts[:done]) <= set(found) <= known | set(texts[: done + 1])
        kept = len(set(found) - known) > done
        tally.note(outcome(child, pieces=False, kept=kept))
        assert_sound(url)
        assert_goes_on(url, f"n{round}")
        known = set(found)
    record_property("measured", str(tally))
    tally.check(telling=("whole but not acknowledged",) if rounds > 100 else ())


@pytest.mark.parametrize("rounds", [3, pytest.param(60, marks=pytest.mark.soak)])
def test_a_killed_program_with_its_own_interpreter_is_whole_or_not_there(
    kind: str, rounds: int, tmp_path: Path
) -> None:
    url = f"{kind}:{tmp_path}/memory.{'db' if kind == 'sqlite' else 'jsonl'}"
    chance = random.Random(f"program {kind}")
    known: set[str] = set()
    for round in range(rounds):
        text = f"round {round}: tea"
        process = subprocess.Popen(
            [sys.executable, "-m", "satchel", "remember", text, "--json", "--store", url], stdout=subprocess.PIPE
        )
        try:
            said, _ = process.communicate(timeout=chance.uniform(0.2, 1.2))
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
        found = texts_in(url)
        assert len(found) == len(set(found))
        assert known <= set(found) <= known | {text}
        assert text in found or not said.endswith(b"}\n")
        assert_sound(url)
        known = set(found)
