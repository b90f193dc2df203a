"""Revisions are small, say the same as the file that they were made of, and show when somebody touched them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.schema.cases import base, edited, history_of

from satchel.schema.revisions import DamagedRevisionError, History, file_name, load_history, read_revision
from satchel.schema.snapshot import Snapshot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    states = [base()]
    for n in range(4):
        states.append(edited(states[-1], {"add": [{"number": 30 + n, "name": f"rider.item_{'abcd'[n]}x"}]}))
    for revision in history_of(states).revisions:
        (tmp_path / file_name(revision.number)).write_text(json.dumps(revision.document()), "utf-8")
    return tmp_path


def test_a_history_is_read_back_as_it_was_published(folder: Path) -> None:
    history, wrong = load_history(folder)
    assert wrong == []
    assert [revision.number for revision in history.revisions] == [1, 2, 3, 4, 5]
    last = history.last()
    assert isinstance(last, Snapshot)
    assert {key.number for key in last.keys} == {1, 2, 3, 4, 5, 6, 7, 8, 30, 31, 32, 33}


def test_a_revision_holds_only_what_is_new_in_it(folder: Path) -> None:
    history, _ = load_history(folder)
    assert [len(revision.bodies) for revision in history.revisions][1:] == [1, 1, 1, 1]


@pytest.mark.parametrize("edit", ["body", "entry", "number", "accepted", "cut", "no json", "nothing", "a list"])
def test_a_revision_that_was_touched_is_noticed(folder: Path, edit: str) -> None:
    path = folder / file_name(3)
    document = json.loads(path.read_text("utf-8"))
    if edit == "body":
        next(iter(document["bodies"].values()))["describe"] = "Else."
    elif edit == "entry":
        document["entries"].pop("key:1")
    elif edit == "number":
        document["next_number"] = 1
    elif edit == "accepted":
        document["accepted"].append("0" * 16)
    texts = {"cut": path.read_text("utf-8")[:-40], "no json": "{", "nothing": "", "a list": "[]"}
    path.write_text(texts.get(edit, json.dumps(document)), "utf-8")
    history, wrong = load_history(folder)
    assert wrong[0][0] == path
    assert [revision.number for revision in history.revisions] == [1, 2]


def test_a_revision_that_was_taken_away_is_noticed(folder: Path) -> None:
    (folder / file_name(2)).unlink()
    _, wrong = load_history(folder)
    assert "missing" in wrong[0][1]


def test_a_revision_that_does_not_follow_is_refused() -> None:
    history = history_of([base(), base()])
    again = History()
    again.add(history.revisions[0])
    with pytest.raises(DamagedRevisionError):
        again.add(history.revisions[0])
    with pytest.raises(DamagedRevisionError):
        read_revision({"satchel_schema_revision": 99})


@pytest.mark.parametrize("edit", ["laid out", "other order", "other files", "a folder of notes"])
def test_what_says_the_same_is_no_alteration(folder: Path, edit: str) -> None:
    path = folder / file_name(3)
    document = json.loads(path.read_text("utf-8"))
    if edit == "laid out":
        path.write_text(json.dumps(document, indent=7, ensure_ascii=True), "utf-8")
    elif edit == "other order":
        path.write_text(json.dumps(dict(sorted(document.items(), reverse=True))), "utf-8")
    elif edit == "other files":
        (folder / "README.md").write_text("What lies here.", "utf-8")
        (folder / ".gitattributes").write_text("* -text", "utf-8")
    else:
        (folder / "notes").mkdir()
    history, wrong = load_history(folder)
    assert wrong == []
    assert len(history.revisions) == 5
