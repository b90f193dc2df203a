"""Whole messy folders: right text, type, time and scope, no memories that are none, no row unaccounted for."""

from __future__ import annotations

import shutil
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.move.worlds import WORLDS, Expected, build

from satchel.formats.contract import Fate, Reading
from satchel.move.rescue import Rescue, RescueOptions
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Record

ZONES = {"nameless": "Asia/Shanghai"}


def options(name: str, **more: Any) -> RescueOptions:
    return RescueOptions(timezone=ZONES.get(name), clock=lambda: datetime(2026, 6, 1, tzinfo=UTC), **more)


def rescue(root: Path, name: str, **more: Any) -> tuple[Rescue, list[Reading]]:
    found = Rescue(root, options(name, **more))
    return found, list(found.readings())


def says(record: Record, expected: Expected) -> bool:
    content = normalise_text(record.content)
    if expected.exact:
        return content == normalise_text(expected.text)
    return all(normalise_text(part) in content for part in expected.text.split("|"))


def is_placed(record: Record, expected: Expected) -> bool:
    return record.scope == expected.scope and (expected.at is None or record.created_at == expected.at)


def is_typed(record: Record, expected: Expected) -> bool:
    return expected.any_type or record.type == expected.type


@pytest.mark.parametrize("seed", [11])
@pytest.mark.parametrize("name", WORLDS)
def test_a_messy_folder_is_rescued(name, seed, tmp_path):
    world = build(name, tmp_path, seed)

    found, readings = rescue(tmp_path, name)
    memories = [record for reading in readings if reading.fate is Fate.MEMORY for record in reading.records]
    left = list(memories)
    right, typed, wrong = 0, 0, []
    for expected in world.expected:
        hit = next((record for record in left if says(record, expected)), None)
        if hit is not None:
            left.remove(hit)
        if hit is not None and is_placed(hit, expected):
            right += 1
            typed += is_typed(hit, expected)
        else:
            wrong.append((expected, hit and (hit.type, hit.scope, hit.created_at)))

    assert right >= 0.97 * len(world.expected), wrong
    assert right >= 0.97 * len(memories), [record.content for record in left]
    # Types by wording alone have a test of their own; here the few sentences of a world repeat, and so does a slip.
    assert typed >= 0.85 * len(world.expected)
    assert sum(reading.weight for reading in readings) == sum(found.seen.values())
    assert all(record.check() is record for record in memories)
    ids = Counter(record.id for reading in readings for record in reading.records)
    assert max(ids.values()) == 1


@pytest.mark.parametrize("name", ["pinyin", "nameless", "deleted_and_copied", "history"])
def test_ids_stay_when_a_folder_is_copied_and_read_again(name, tmp_path):
    (tmp_path / "first").mkdir()
    build(name, tmp_path / "first", 5)
    shutil.copytree(tmp_path / "first", tmp_path / "elsewhere" / "renamed")

    _, once = rescue(tmp_path / "first", name, source_agent="old")
    _, again = rescue(tmp_path / "first", name, source_agent="old")
    _, moved = rescue(tmp_path / "elsewhere" / "renamed", name, source_agent="old")

    digests = [[(r.id, r.digest()) for reading in run for r in reading.records] for run in (once, again, moved)]
    assert digests[0] == digests[1] == digests[2]


def test_log_lines_come_in_only_when_asked_for(tmp_path):
    build("lying_level", tmp_path, 1)

    _, quiet = rescue(tmp_path, "lying_level")
    _, loud = rescue(tmp_path, "lying_level", logs=True)

    logs = [record for reading in loud if reading.fate is Fate.LOG for record in reading.records]
    assert not [record for reading in quiet if reading.fate is Fate.LOG for record in reading.records]
    assert len(logs) == sum(reading.fate is Fate.LOG for reading in loud)
    assert all(r.type == "interaction" and r.state == "archived" and "log" in r.tags for r in logs)
    assert [reading.fate for reading in quiet] == [reading.fate for reading in loud]


def test_turns_become_archived_evidence_and_memories_point_at_them(tmp_path):
    build("history", tmp_path, 3)

    _, readings = rescue(tmp_path, "history")

    turns = {r.id: r for reading in readings if reading.fate is Fate.EVIDENCE for r in reading.records}
    memories = [r for reading in readings if reading.fate is Fate.MEMORY for r in reading.records]
    assert {r.to_json()["origin"]["role"] for r in turns.values()} == {"user", "assistant"}
    assert all(r.state == "archived" and r.to_json()["origin"]["extra"]["session_id"] == "s1" for r in turns.values())
    assert all(len(r.derived_from) == 1 and r.content in turns[r.derived_from[0]].content for r in memories)
