"""Documents item by item: what is held whole and what is entered must not show in what a reader gets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from satchel.formats.documents import Item, json_items
from satchel.formats.tabular import json_scan
from satchel.formats.tabular.json_scan import Bounds
from satchel.formats.tabular.walk import walk

ROWS = {f"row{number}": {"text": "x" * 40, "links": [number]} for number in range(30)}
LARGE = {"title": "large", "rows": ROWS, "more": [1, 2], "after": True}
SMALL = {"title": "small", "rows": {"row0": {"text": "y"}}}


@pytest.fixture
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_scan, "WHOLE", 300)
    monkeypatch.setattr("satchel.formats.tabular.json_text.FIRST_WINDOW", 64)
    monkeypatch.setattr("satchel.formats.tabular.textual._WHOLE", 0)
    monkeypatch.setattr("satchel.formats.tabular.textual._CHUNK", 64)


def items(tmp_path: Path, text: str, bounds: Bounds | None = None, **options: Any) -> list[Item]:
    path = tmp_path / "document.json"
    path.write_text(text, encoding="utf-8")
    return list(json_items(next(iter(walk(path))), bounds, **options))


@pytest.mark.usefixtures("_small_windows")
def test_a_large_element_of_a_list_is_entered_and_its_rows_stay_whole(tmp_path):
    found = items(tmp_path, json.dumps([SMALL, LARGE, SMALL]), Bounds(enter_above=300, rows_in="rows"))

    assert (found[0].value, found[-1].value) == (SMALL, SMALL)
    inside = found[1:-1]
    assert {item.path for item in inside} == {"[1]", "[1].rows"}
    assert {item.key: item.value for item in inside if item.path == "[1].rows"} == ROWS
    assert {item.key: item.value for item in inside if item.path == "[1]"} == {
        "title": "large",
        "more": [1, 2],
        "after": True,
    }


@pytest.mark.usefixtures("_small_windows")
def test_without_bounds_an_element_is_held_whatever_its_size(tmp_path):
    assert [item.value for item in items(tmp_path, json.dumps([SMALL, LARGE]))] == [SMALL, LARGE]


@pytest.mark.usefixtures("_small_windows")
def test_a_row_longer_than_the_bound_is_not_entered(tmp_path):
    rows = {"a": {"text": "x" * 2000, "deep": {"list": ["z"] * 200}}, "b": {"text": "short"}}

    found = items(tmp_path, json.dumps([{"rows": rows}]), Bounds(enter_above=300, rows_in="rows"))

    assert {item.key: item.value for item in found} == rows


@pytest.mark.usefixtures("_small_windows")
def test_a_broken_row_of_a_large_element_costs_that_row_alone(tmp_path):
    text = json.dumps([LARGE, SMALL]).replace('"row7": {', '"row7": {{{', 1)

    found = items(tmp_path, text, Bounds(enter_above=300, rows_in="rows"))

    good = {item.key for item in found if item.path == "[0].rows" and not item.problem}
    assert ROWS.keys() - good <= {"row7", "row8"}
    assert any(item.problem for item in found)
    assert found[-1].value == SMALL


def test_the_watcher_hears_every_byte_once(tmp_path):
    heard: list[int] = []
    text = json.dumps([{"text": "a" * 1000}] * 3000)

    items(tmp_path, text, watcher=lambda _name, done: heard.append(done))

    assert heard == sorted(heard)
    assert heard[-1] == len(text)


@pytest.mark.parametrize(
    ("old", "new"), [('"row7": {"text"', '"row7": {"text" "text"'), ('"more": [1, 2]', '"more": [1, 2.3.4]')]
)
def test_of_an_element_that_is_broken_inside_its_brackets_only_the_broken_member_is_lost(tmp_path, old, new):
    text = json.dumps([SMALL, LARGE, SMALL])
    assert old in text

    found = items(tmp_path, text.replace(old, new, 1), Bounds(enter_above=4 << 20, rows_in="rows"))
    without = items(tmp_path, text.replace(old, new, 1))

    inside = {item.key: item.value for item in found if item.path.startswith("[1]") and not item.problem}
    rows = inside.get("rows", inside)
    assert sum(rows.get(name) == value for name, value in ROWS.items()) >= 29
    assert inside["title"] == "large"
    assert inside["after"]
    assert (found[0].value, found[-1].value) == (SMALL, SMALL)
    assert [bool(item.problem) for item in without] == [False, True, False]


def test_an_element_that_breaks_off_keeps_what_came_before(tmp_path):
    text = json.dumps([SMALL, LARGE])

    found = items(tmp_path, text[: text.index('"row20"')], Bounds(enter_above=4 << 20, rows_in="rows"))

    assert {f"row{number}" for number in range(20)} <= {item.key for item in found if not item.problem}
    assert found[-1].problem
