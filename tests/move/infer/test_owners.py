"""Whose rows are: places called after users, and columns of user numbers with hardly a name."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from satchel.formats.contract import Fate
from satchel.move.rescue import Rescue

NOTES = [f"The key of boat {n} hangs in the office of the harbour." for n in range(12)]


def _scopes(folder: Path) -> set[str]:
    return {
        str(r.scope) for reading in Rescue(folder).readings() if reading.fate is Fate.MEMORY for r in reading.records
    }


@pytest.mark.parametrize("table", ["todo_items_bak", "harbour", "notes", "待办事项"])
def test_a_table_of_a_database_of_users_is_no_user(table: str, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "users.db") as base:
        base.execute(f'CREATE TABLE "{table}" (id, content)')
        base.executemany(f'INSERT INTO "{table}" VALUES (?, ?)', list(enumerate(NOTES)))
    base.close()
    assert _scopes(tmp_path) == {"user:me"}


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("users/ann.json", "user:ann"),
        ("users/ann/notes.json", "user:ann"),
        ("users/notes.json", "user:me"),
        ("members/todo_list.json", "user:me"),
    ],
)
def test_a_file_among_users_belongs_to_whom_it_is_called_after(path: str, scope: str, tmp_path: Path) -> None:
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(json.dumps([{"content": note} for note in NOTES]), "utf-8")
    assert _scopes(tmp_path) == {scope}


@pytest.mark.parametrize("as_text", [False, True])
def test_numbers_that_return_under_one_letter_are_users(as_text: bool, tmp_path: Path) -> None:
    users = [(str(n) if as_text else n) for n in (58745, 39873, 33826)]
    rows = [{"body": {"val": note}, "meta": {"u": users[n % 3]}} for n, note in enumerate(NOTES)]
    (tmp_path / "kept.json").write_text(json.dumps(rows), "utf-8")
    assert _scopes(tmp_path) == {"user:58745", "user:39873", "user:33826"}


def test_small_numbers_under_one_letter_are_no_users(tmp_path: Path) -> None:
    rows = [{"body": {"val": note}, "meta": {"u": n % 3}} for n, note in enumerate(NOTES)]
    (tmp_path / "kept.json").write_text(json.dumps(rows), "utf-8")
    assert _scopes(tmp_path) == {"user:me"}


def _uids(*names: str) -> str:
    return json.dumps([{"uid": name, "text": note} for name, note in zip(names, NOTES, strict=False)])


def test_a_uid_that_every_row_has_of_its_own_is_no_person(tmp_path: Path) -> None:
    (tmp_path / "facts.json").write_text(_uids(*(f"m-{n}" for n in range(12))), "utf-8")
    (tmp_path / "more.json").write_text(_uids("x-1", "x-2"), "utf-8")
    assert _scopes(tmp_path) == {"user:me"}


@pytest.mark.parametrize("beside", ["id", "user_id"])
def test_a_uid_is_a_person_where_it_returns_or_the_source_knows_it_as_one(beside: str, tmp_path: Path) -> None:
    people = ("ann", "bo", "cai", "dee", "eve")
    if beside == "id":
        rows = [{"id": f"n{n}", "uid": people[n % 5], "text": note} for n, note in enumerate(NOTES)]
    else:
        rows = [{"user_id": people[n % 5], "text": note} for n, note in enumerate(NOTES)]
        bios = [{"uid": who, "text": f"{who.title()} keeps the boats of pier {who[0]} dry"} for who in people]
        (tmp_path / "bios.json").write_text(json.dumps(bios), "utf-8")
    (tmp_path / "notes.json").write_text(json.dumps(rows), "utf-8")
    assert _scopes(tmp_path) == {f"user:{who}" for who in people}


@pytest.mark.parametrize("name", ["login", "username", "handle", "name", "id"])
def test_users_with_their_memories_inside_own_them(name: str, tmp_path: Path) -> None:
    users = [
        {name: who, "plan": "free", "memories": [{"text": f"{note} Says {who}."} for note in NOTES[place : place + 2]]}
        for place, who in enumerate(("halima", "jonas", "mei"))
    ]
    (tmp_path / "export.json").write_text(json.dumps({"users": users}), "utf-8")
    assert _scopes(tmp_path) == {"user:halima", "user:jonas", "user:mei"}


@pytest.mark.parametrize("table", ["projects", "topics", "people_i_met"])
def test_other_things_with_memories_inside_own_nothing(table: str, tmp_path: Path) -> None:
    things = [{"name": name, "notes": [{"text": note} for note in NOTES[:2]]} for name in ("roof", "garden")]
    (tmp_path / "export.json").write_text(json.dumps({table: things}), "utf-8")
    assert _scopes(tmp_path) == {"user:me"}
