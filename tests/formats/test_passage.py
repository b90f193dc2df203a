"""Going through files: progress never goes back or over the end, a break and an empty file are rows."""

from __future__ import annotations

import json

from tests.formats.tools.harness import FIXTURES, check, read


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
