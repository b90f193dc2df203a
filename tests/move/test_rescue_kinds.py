"""Kinds of sources that are no plain table of memories: journals, versions, diaries, chats, dumps, settings."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from satchel.formats.contract import Fate, Reading
from satchel.move.rescue import Rescue, RescueOptions
from satchel_protocol.record import Record

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def read(path: Path) -> list[Reading]:
    return list(Rescue(path, RescueOptions(clock=lambda: NOW)).readings())


def write(folder: Path, name: str, data: Any) -> Path:
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(data if isinstance(data, str) else json.dumps(data, ensure_ascii=False), "utf-8")
    return folder


def memories(readings: list[Reading]) -> list[Record]:
    return [r for reading in readings if reading.fate is Fate.MEMORY for r in reading.records if r.state is None]


def test_of_a_journal_only_the_last_word_counts(tmp_path):
    rows: list[tuple[str, str, str | None]] = [
        ("add", "m1", "Lives in Porto with two friends"),
        ("add", "m2", "Sings in the parish choir"),
    ]
    rows += [("update", "m1", "Lives in Braga with her parents"), ("delete", "m2", None)]
    write(tmp_path, "j.jsonl", "\n".join(json.dumps({"op": o, "memory_id": i, "text": t}) for o, i, t in rows))

    readings = read(tmp_path)

    assert [r.content for r in memories(readings)] == ["Lives in Braga with her parents"]
    assert [r.fate for r in readings] == [Fate.DUPLICATE, Fate.REJECTED, Fate.MEMORY, Fate.REJECTED]
    write(tmp_path, "j.jsonl", "\n".join(json.dumps({"op": o, "memory_id": i, "text": t}) for o, i, t in rows[:2]))
    before = {r.content: r.id for r in memories(read(tmp_path))}
    assert memories(readings)[0].id == before["Lives in Porto with two friends"]
    assert readings[1].tombstones[0].id == before["Sings in the parish choir"]


def test_of_versions_the_highest_number_counts_in_whatever_order(tmp_path):
    rows = [
        {"mem_key": "home", "version": v, "value": f"Lives in {town} near the old harbour"}
        for v, town in ((2, "Braga"), (3, "Faro"), (1, "Porto"))
    ]
    write(tmp_path, "v.json", [*rows, {"mem_key": "pet", "version": 1, "value": "Has a dog called Biscuit at home"}])

    assert {r.content for r in memories(read(tmp_path))} == {
        "Lives in Faro near the old harbour",
        "Has a dog called Biscuit at home",
    }


@pytest.mark.parametrize("name", ["2026-03-04.md", "notes.md"])
def test_a_diary_gives_its_items_the_day(name, tmp_path):
    heading = "" if name[0] == "2" else "## 2026-03-04\n\n"
    write(tmp_path, name, f"# Diary\n\n{heading}- Decided to sell the old boat\n")

    (record,) = memories(read(tmp_path))

    assert record.created_at == datetime(2026, 3, 4, tzinfo=UTC)
    assert record.origin is not None
    assert record.origin.time is not None
    assert record.origin.time.precision == "day"


def test_the_day_of_an_export_is_not_the_day_of_its_memories(tmp_path):
    write(tmp_path, "export-2026-03-04.md", "# Memory\n\n- Decided to sell the old boat\n")

    assert memories(read(tmp_path))[0].created_at is None


def test_a_zone_that_the_file_names_counts_for_its_times(tmp_path):
    write(
        tmp_path,
        "n.json",
        {
            "timezone": "Asia/Shanghai",
            "notes": [{"text": "Sings in the parish choir", "saved_at": "2026-01-02 08:00:00"}],
        },
    )

    assert memories(read(tmp_path))[0].created_at == datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("column", "user", "agent"),
    [("type", "human", "ai"), ("from_user", 1, 0), ("is_bot", False, True), ("发言人", "用户", "助手")],
)
def test_who_speaks_is_found_under_any_name(column, user, agent, tmp_path):
    said = [
        (user, "What is the weather in Ghent?"),
        (agent, "It rains until noon."),
        (user, "And in Cologne then?"),
        (agent, "Dry, but windy there."),
    ]
    write(tmp_path, "talk.json", [{column: who, "content": text} for who, text in said])

    readings = read(tmp_path)

    assert {r.fate for r in readings} == {Fate.EVIDENCE}
    assert [r.records[0].to_json()["origin"]["role"] for r in readings] == ["user", "assistant"] * 2


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (
            "by.json",
            {
                "users": {
                    "ann": {"memories": [{"text": "Sings in the parish choir"}]},
                    "bo": {"memories": [{"text": "Keeps four hives of bees"}]},
                }
            },
        ),
        ("dump.json", {"user:ann:facts": ["Sings in the parish choir"], "user:bo:facts": ["Keeps four hives of bees"]}),
    ],
)
def test_users_in_keys_own_what_stands_below_them(name, data, tmp_path):
    write(tmp_path, name, data)

    assert {(r.scope, r.content) for r in memories(read(tmp_path))} == {
        ("user:ann", "Sings in the parish choir"),
        ("user:bo", "Keeps four hives of bees"),
    }


def test_users_in_folders_own_what_lies_in_them(tmp_path):
    write(tmp_path, "users/ann/notes.md", "- Sings in the parish choir\n")

    assert memories(read(tmp_path))[0].scope == "user:ann"


def test_settings_in_a_text_are_no_memories(tmp_path):
    write(tmp_path, "agent.env", "LOG_LEVEL=debug\nDB_URL=postgresql://a:b@db/x\nRETRIES=3\n")

    readings = read(tmp_path)

    assert not memories(readings)
    assert "a:b" not in json.dumps([r.reason for r in readings])


def test_an_assistants_words_around_a_pasted_list_are_left_out(tmp_path):
    lines = [
        "Sure! Here is everything I know:",
        "[2026-01-02] - Sings in the parish choir",
        "[2026-01-03] - Keeps four hives of bees",
        "",
        "Let me know if anything is wrong!",
    ]
    write(tmp_path, "paste.txt", "\n".join(lines))

    assert len(memories(read(tmp_path))) == 2
