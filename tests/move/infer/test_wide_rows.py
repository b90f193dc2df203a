"""Rows of many columns, coded columns, zones and days told elsewhere, conversations and settings: single promises."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from satchel.formats.contract import Fate, Reading
from satchel.move.infer.duplicates import text_key
from satchel.move.infer.flatten import flatten, plain_columns
from satchel.move.infer.names import name_scores, zone_in_name
from satchel.move.infer.role import Role
from satchel.move.rescue import Rescue, RescueOptions
from satchel_protocol.record import Record

NOW = datetime(2026, 6, 1, tzinfo=UTC)
TASKS = (
    "paint the north fence",
    "mend the wheelbarrow",
    "order seed potatoes",
    "prune the pear trees",
    "sharpen the scythe",
    "clear the gutters",
    "sow the winter rye",
    "fix the hen house door",
    "turn the compost",
    "sell the old tractor",
)
NOTES = (
    "Prefers goat cheese to any other cheese",
    "Lives above the bakery in Lund with two cats",
    "Keeps bees behind the vicarage since 2019",
    "Sings bass in the harbour choir on Mondays",
    "Never eats anything with coriander in it",
    "Was born in Tromsø and grew up in Bergen",
)


def read(folder: Path) -> list[Reading]:
    return list(Rescue(folder, RescueOptions(clock=lambda: NOW)).readings())


def memories(readings: Sequence[Reading]) -> list[Record]:
    return [record for reading in readings if reading.fate is Fate.MEMORY for record in reading.records]


def write_csv(path: Path, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([heading, *rows])


def test_contacts_become_one_sentence_with_relation_city_and_remark(tmp_path: Path) -> None:
    names = ("Mirja Holt", "Pau Serra", "Ida Brekke", "Tove Lunde", "Nils Aker", "Ana Prado", "Leo Faber", "Eva Roth")
    rows = [
        (n, name, ("cousin", "neighbour")[n % 2], ("Lund", "Turku")[n % 2], ("keeps two hens", "teaches chess")[n // 4])
        for n, name in enumerate(names)
    ]
    write_csv(tmp_path / "people.csv", ("id", "contact", "relation", "city", "comment"), rows)
    found = memories(read(tmp_path))
    assert len(found) == len(names)
    for (_, *said), record in zip(rows, found, strict=True):
        assert all(part in record.content for part in said)
        assert record.content.startswith(said[0])
        assert (record.type, record.scope) == ("fact", "user:me")


def test_a_task_names_project_priority_assignee_and_a_state_in_words(tmp_path: Path) -> None:
    states = ("On hold", "In testing", "Waiting for review", "Done")
    write_csv(tmp_path / "codes.csv", ("cd", "lbl"), list(zip("BCDE", states, strict=True)))
    rows = [
        (n, task, "BCDE"[n % 4], TASKS[n - 1], n % 3 + 1, ("Meadow", "Orchard")[n % 2], ("Ida", "Nils", "Tove")[n % 3])
        for n, task in enumerate(TASKS)
    ]
    write_csv(tmp_path / "work.csv", ("id", "subj", "st", "next", "prio", "prj", "resp"), rows)
    found = memories(read(tmp_path))
    assert len(found) == len(rows)
    for (_, subject, state, following, priority, project, person), record in zip(rows, found, strict=True):
        assert record.type == "task"
        assert record.content.startswith(subject)
        for part in (states["BCDE".index(state)], following, str(priority), project, person):
            assert part in record.content
        assert record.scope == "user:me"


def test_codes_are_decoded_by_the_table_in_the_language_of_the_rows(tmp_path: Path) -> None:
    write_csv(
        tmp_path / "a" / "states.csv",
        ("cd", "lbl"),
        list(zip("BCDE", ("搁置", "测试中", "待评审", "已完成"), strict=True)),
    )
    write_csv(
        tmp_path / "b" / "states.csv",
        ("cd", "lbl"),
        list(zip("BCDE", ("Paused", "In work", "Planned", "Done"), strict=True)),
    )
    write_csv(
        tmp_path / "c" / "work.csv",
        ("id", "title", "state"),
        [(n, task, "BCDE"[n % 4]) for n, task in enumerate(TASKS)],
    )
    assert "Paused" in memories(read(tmp_path))[0].content


def test_a_column_that_numbers_its_own_rows_is_no_column_of_codes(tmp_path: Path) -> None:
    write_csv(tmp_path / "people.csv", ("no", "name"), [(n, f"Person{n}") for n in range(1, 13)])
    write_csv(tmp_path / "notes.csv", ("no", "text"), [(n, f"{note} {n}") for n, note in enumerate(NOTES * 2, start=1)])
    found = [record for record in memories(read(tmp_path)) if "notes.csv" in str(record.origin)]
    assert found
    assert all(record.scope == "user:me" and "Person" not in record.content for record in found)


def test_a_few_json_cells_do_not_take_the_text_from_the_others(tmp_path: Path) -> None:
    event = json.dumps({"event": "sync.end", "level": "info", "msg": "poll done", "ms": 69})
    rows = [(n, note) for n, note in enumerate(NOTES * 4)] + [(99, event)]
    write_csv(tmp_path / "log.csv", ("id", "dsc"), [(n, f"{text} ({n})" if n < 99 else text) for n, text in rows])
    readings = read(tmp_path)
    assert len(memories(readings)) == len(NOTES) * 4
    assert readings[-1].fate is Fate.LOG


def test_texts_with_rare_json_stay_texts() -> None:
    rows = [{"t": "plain"}, {"t": "words"}, {"t": '{"a": 1}'}]
    assert plain_columns(rows) == {"t"}
    assert flatten(rows[2], {"t"}) == {"t": '{"a": 1}'}
    assert plain_columns([{"t": '{"a": 1}'}, {"t": '{"a": 2}'}, {"t": "odd"}]) == frozenset()


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("shijian (UTC+8)", "UTC+8"),
        ("LOGGED_AT (UTC+09:00)", "UTC+09:00"),
        ("created [-0500]", "-0500"),
        ("price (EUR)", ""),
    ],
)
def test_a_zone_in_a_heading_is_told_and_taken_from_the_name(name: str, zone: str) -> None:
    assert zone_in_name(name) == zone
    if zone:
        assert name_scores(name)[Role.CREATED] >= 0.9


def test_each_row_is_read_in_the_zone_that_it_names(tmp_path: Path) -> None:
    zones = ("Asia/Tokyo", "+02:00")
    rows = [(note, "2026-02-03 12:00:00", zones[n % 2]) for n, note in enumerate(NOTES)]
    write_csv(tmp_path / "a.csv", ("text", "created_at", "timezone"), rows)
    hours = [record.created_at.hour for record in memories(read(tmp_path)) if record.created_at]
    assert hours == [3, 10] * 3


def test_a_day_with_the_name_of_its_month_dates_what_stands_below(tmp_path: Path) -> None:
    (tmp_path / "kept.md").write_text(f"# Kept\n\n## May 25, 2026\n\n- {NOTES[0]}\n- {NOTES[1]}\n", "utf-8")
    assert {record.created_at for record in memories(read(tmp_path))} == {datetime(2026, 5, 25, tzinfo=UTC)}


def test_files_of_one_folder_settle_together_whether_day_or_month_stands_first(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    for n, day in enumerate(("02.03.2026 10:00", "25.03.2026 10:00", "28.02.2026 10:00")):
        line = {"text": NOTES[n], "created_at": day}
        (tmp_path / "notes" / f"{n}.jsonl").write_text(
            json.dumps(line) + "\n" + json.dumps(line | {"text": NOTES[n + 3]}), "utf-8"
        )
    times = {record.created_at for record in memories(read(tmp_path))}
    assert datetime(2026, 3, 2, 10, tzinfo=UTC) in times
    assert None not in times


def test_who_speaks_makes_a_conversation_whatever_the_columns_are_called(tmp_path: Path) -> None:
    turns = [{"zw": f"{NOTES[n]}?", "fy": ("human", "ai")[n % 2]} for n in range(6)]
    (tmp_path / "x.json").write_text(json.dumps([{"id": "c-1", "title": "the choir", "list": turns}] * 2), "utf-8")
    assert not memories(read(tmp_path))


def test_owners_that_most_rows_leave_out_are_owners_still(tmp_path: Path) -> None:
    rows = [("ida" if n % 3 == 0 else "", f"{note} {n}") for n, note in enumerate(NOTES * 4)]
    write_csv(tmp_path / "a.csv", ("u", "msg"), rows)
    scopes = [record.scope for record in memories(read(tmp_path))]
    assert set(scopes) == {"user:ida", "user:me"}


def test_one_person_has_one_scope_by_id_and_by_name(tmp_path: Path) -> None:
    people = [(4711, "ida.b"), (4712, "nils.a"), (4713, "tove.l")]
    write_csv(tmp_path / "users.csv", ("uid", "username"), people)
    (tmp_path / "a.json").write_text(json.dumps([{"text": n, "user_id": "4711"} for n in NOTES[:3]]), "utf-8")
    (tmp_path / "b.json").write_text(json.dumps([{"text": n, "user": "ida.b"} for n in NOTES[:3]]), "utf-8")
    found = memories(read(tmp_path))
    assert [record.scope for record in found] == ["user:ida.b"] * 3


@pytest.mark.parametrize(
    "document",
    [
        {"agent": {"name": "Otter", "model": "m-7b"}, "memory": {"types": ["preference", "task"]}, "retry": {"max": 4}},
        {"error": {"code": 429, "type": "rate_limit", "message": "Too many requests, retry after 20 seconds"}},
        [{"type": "function", "function": {"name": n, "description": "Search the web and return results.", "parameters": {"type": "object"}}} for n in ("a_b", "c_d")],
        {"id": "x", "model": "m", "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": NOTES[0]}}]},
    ],
    ids=["settings", "error", "tools", "answer"],
)  # fmt: skip
def test_what_concerns_the_tool_is_no_memory(tmp_path: Path, document: object) -> None:
    (tmp_path / "x.json").write_text(json.dumps(document), "utf-8")
    assert not memories(read(tmp_path))


def test_members_of_a_list_that_are_marked_deleted_stay_gone(tmp_path: Path) -> None:
    notes = [{"text": note, "is_deleted": n % 2} for n, note in enumerate(NOTES)]
    document = {"users": {who: {"memories": notes[n : n + 2]} for n, who in ((0, "ida"), (2, "nils"), (4, "tove"))}}
    (tmp_path / "a.json").write_text(json.dumps(document), "utf-8")
    assert {record.content for record in memories(read(tmp_path))} == set(NOTES[::2])


@pytest.mark.parametrize("copy", ["Keeps bees, and hens", "* Keeps bees， and hens.", "**Keeps bees, and hens**"])
def test_marks_do_not_tell_copies_apart(copy: str) -> None:
    assert text_key(copy) == text_key("Keeps bees, and hens.")


def test_numbers_tell_copies_apart() -> None:
    assert text_key("Runs 1.5 km") != text_key("Runs 15 km")
    assert text_key("Up at 07:30") != text_key("Up at 073:0")


def test_a_project_that_returns_in_many_rows_of_work_is_no_subject(tmp_path: Path) -> None:
    rows = [["entryId", "subjectLine", "stateCode", "nextStep", "projectName", "deadline"]]
    rows += [
        [str(n), f"{TASKS[n % len(TASKS)]} at farm {n}", ("Planned", "On hold", "Done")[n % 3], "ask the neighbour", f"Hill {n % 2}", "2026-02-03"]
        for n in range(20)
    ]  # fmt: skip
    with (tmp_path / "tickets.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    records = [r for reading in Rescue(tmp_path).readings() if reading.fate is Fate.MEMORY for r in reading.records]
    assert len(records) == 20
    assert {record.type for record in records} == {"task"}
    assert all(
        record.content.startswith(row[1]) and row[4] in record.content
        for record, row in zip(records, rows[1:], strict=True)
    )
