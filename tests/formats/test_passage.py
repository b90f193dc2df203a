"""Going through files: progress never goes back or over the end, a break and an empty file are rows."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

from tests.formats.tools.harness import FIXTURES, check, read

from satchel.formats.contract import Fate, Reading
from satchel.formats.passage import to_the_end
from satchel.formats.tabular.sources import BrokenInputError, SourceFile
from satchel.formats.tool import Tally


def test_progress_rises_to_the_total_however_often_a_file_is_read(tmp_path):
    path = tmp_path / "export.json"
    row = {"memory": "Pia sings in a choir " * 20, "user_id": "pia", "hash": None}
    path.write_text(json.dumps([{"id": f"a-{n}", **row} for n in range(2000)]))
    seen: list[tuple[int, int]] = []

    found = read(path, progress=lambda done, total: seen.append((done, total)))

    assert found.tools == ["mem0"]
    done = [at for at, _ in seen]
    assert done == sorted(done)
    assert {total for _, total in seen} == {2 * path.stat().st_size}
    assert done[-1] == seen[-1][1]


def test_every_reader_of_files_tells_progress():
    for case in (
        "langgraph/store.db",
        "mcp_memory/reference.jsonl",
        "mcp_memory_service/export.json",
        "mem0/times.json",
    ):
        seen: list[int] = []
        check(read(FIXTURES / case, progress=lambda done, _total, seen=seen: seen.append(done)))
        assert seen, case


def test_a_file_that_breaks_off_and_one_with_nothing_in_it_are_one_row_each():
    def breaking() -> Iterator[Reading]:
        tally.seen["a"] += 1
        yield Reading(source="a", table="", position="line 1", fate=Fate.EMPTY, reason="blank")
        raise BrokenInputError("the disk")

    file = SourceFile(name="a", size=0, opener=io.BytesIO)
    tally = Tally({})
    found = list(to_the_end(file, breaking(), tally))
    assert [reading.fate for reading in found] == [Fate.EMPTY, Fate.REJECTED]
    assert tally.seen["a"] == 2

    tally = Tally({})
    (nothing,) = to_the_end(file, iter(()), tally)
    assert (nothing.fate, tally.seen["a"]) == (Fate.EMPTY, 1)
