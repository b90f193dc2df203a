"""Every command by hand: what it prints with --json, what it says to a person, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_remember_read_and_recall_print_the_record(run: Run) -> None:
    written = run("remember", "User prefers green tea", "--tag", "Tea", "--json")
    assert written.code == 0
    record = written.json
    assert record["satchel"] == "1.0"
    assert (record["type"], record["tags"], record["scope"]) == ("preference", ["tea"], "user:me")
    assert run("read", record["id"], "--json").json == record
    found = run("recall", "tea", "--json").json
    assert [hit["record"] for hit in found["hits"]] == [record]
    assert 0 < found["hits"][0]["score"] <= 1
    assert run("list", "--json").json == {"records": [record], "more": False}


def test_recall_filters_by_scope_type_and_tag_and_keeps_to_the_limit(run: Run) -> None:
    for n in range(5):
        run("remember", f"User likes tea number {n}", "--scope", "user:1", "--tag", f"t{n}")
    run("remember", "User likes tea elsewhere", "--scope", "user:10", "--type", "fact")
    assert len(run("recall", "tea", "--limit", 3, "--json").json["hits"]) == 3
    assert len(run("recall", "tea", "--scope", "user:1", "--json").json["hits"]) == 5
    assert len(run("recall", "tea", "--scope", "user:1", "--scope", "user:10", "--json").json["hits"]) == 6
    assert [h["record"]["scope"] for h in run("recall", "tea", "--type", "fact", "--json").json["hits"]] == ["user:10"]
    assert len(run("recall", "tea", "--tag", "t3", "--json").json["hits"]) == 1
    assert run("recall", "zebra", "--json").json["hits"] == []


def test_edit_changes_and_forget_asks_unless_told_not_to(run: Run) -> None:
    id = run("remember", "The desk is by the window", "--json").json["id"]
    assert run("edit", id, "--content", "The desk is by the door", "--json").json["content"].endswith("door")
    refused = run("forget", id, "--json")
    assert refused.code == 2
    assert "--yes" in refused.err
    assert run("read", id).code == 0
    forgotten = run("forget", id, "--yes", "--json").json["forgotten"]
    assert [tombstone["id"] for tombstone in forgotten] == [id]
    missing = run("read", id, "--json")
    assert missing.code == 6
    assert missing.json["error"]["code"] == "store.not_found"


def test_every_version_of_a_memory_can_be_looked_at(run: Run) -> None:
    id = run("remember", "one", "--json").json["id"]
    run("edit", id, "--content", "two")
    versions = run("read", id, "--history", "--json").json["versions"]
    assert [(v["revision"], v["record"]["content"]) for v in versions] == [(1, "one"), (2, "two")]
    assert run("edit", id, "--content", "three", "--revision", 1).code == 5


def test_dry_runs_change_nothing(run: Run, tmp_path: Path) -> None:
    assert run("remember", "x y z", "--dry-run").code == 0
    assert list(tmp_path.iterdir()) == []
    id = run("remember", "kept as it is", "--json").json["id"]
    before = run("list", "--json").json
    run("edit", id, "--content", "other", "--dry-run")
    run("forget", id, "--dry-run")
    run("export", "--scope", "*", "-o", tmp_path / "f.satchel", "--dry-run")
    assert not (tmp_path / "f.satchel").exists()
    assert run("list", "--json").json == before


def test_an_exported_stream_comes_in_elsewhere_and_twice_adds_nothing(run: Run, tmp_path: Path) -> None:
    for text in ("用户喜欢乌龙茶", "User lives in Oslo", "Deploys need a second pair of eyes"):
        run("remember", text)
    forgotten = run("remember", "User had a red bicycle", "--json").json["id"]
    run("forget", forgotten, "--yes")
    file = tmp_path / "all.satchel"
    trailer = run("export", "--scope", "*", "-o", file, "--json").json["trailer"]
    assert (trailer["records"], trailer["tombstones"]) == (3, 1)
    other = f"jsonl:{tmp_path}/other.jsonl"
    report = run("import", file, "--store", other, "--json").json
    assert report["rows"]["in"] == 4
    assert report["rows"]["unaccounted"] == 0
    assert (report["records"]["imported"], report["records"]["tombstones_applied"]) == (3, 1)
    again = run("import", file, "--store", other, "--json").json
    assert (again["records"]["imported"], again["records"]["unchanged"]) == (0, 3)
    assert run("list", "--store", other, "--json").json == run("list", "--json").json


def test_a_compressed_stream_and_one_on_standard_output_hold_the_same(run: Run, tmp_path: Path) -> None:
    run("remember", "User lives in Oslo")
    assert run("export", "--scope", "*", "-o", tmp_path / "a.satchel.zst").code == 0
    assert (tmp_path / "a.satchel.zst").read_bytes()[:4] == b"\x28\xb5\x2f\xfd"
    report = run("import", tmp_path / "a.satchel.zst", "--store", "memory:", "--json").json
    assert report["records"]["imported"] == 1
    out = subprocess.run(
        [sys.executable, "-m", "satchel", "export", "--scope", "*", "-o", "-"], capture_output=True, check=True
    ).stdout
    lines = [json.loads(line) for line in out.splitlines()]
    assert "satchel" in lines[0]
    assert "trailer" in lines[-1]


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (lambda raw: raw[: len(raw) // 2], "stream.truncated"),
        (lambda raw: raw.replace(b"Oslo", b"Rome"), "stream.altered"),
        (lambda raw: raw.replace(b'"satchel":"1.0"', b'"satchel":"2.0"'), "stream.version"),
    ],
)
def test_a_damaged_stream_is_refused_with_its_own_code_and_nothing_comes_in(
    run: Run, tmp_path: Path, harm: Callable[[bytes], bytes], code: str
) -> None:
    run("remember", "User lives in Oslo")
    file = tmp_path / "a.satchel"
    run("export", "--scope", "*", "-o", file)
    file.write_bytes(harm(file.read_bytes()))
    target = f"sqlite:{tmp_path}/b.db"
    refused = run("import", file, "--store", target, "--json")
    assert refused.code == 4
    assert refused.json["error"]["code"] == code
    assert len(refused.err.strip().splitlines()) == 1
    assert not (tmp_path / "b.db").exists()


def test_one_bad_line_does_not_stop_the_good_ones_and_can_be_repaired(run: Run, tmp_path: Path) -> None:
    good = {
        "id": "a1",
        "type": "fact",
        "content": "User lives in Oslo",
        "scope": "user:me",
        "source_agent": "old",
        "created_at": None,
    }
    bad = {**good, "id": "a2", "scope": "nobody"}
    late = {**good, "id": "a3", "content": "From the far future", "created_at": "2999-01-01T00:00:00Z"}
    file = tmp_path / "lines.jsonl"
    file.write_text("\n".join([json.dumps(good), json.dumps(bad), "{half", "", json.dumps(late)]) + "\n", "utf-8")
    report = run("import", file, "--json").json
    assert report["rows"] == {
        "in": 5, "memory": 2, "evidence": 0, "log": 0, "vector": 0, "structure": 0, "duplicate": 0, "empty": 1,
        "rejected": 2, "unaccounted": 0,
    }  # fmt: skip
    assert (report["records"]["in"], report["records"]["imported"], report["records"]["quarantined"]) == (2, 1, 1)
    assert any("lines.jsonl:2" in entry["reason"] and "scope" in entry["reason"] for entry in report["rejected"])
    items = run("quarantine", "list", "--json").json["items"]
    assert sorted(item["outcome"] for item in items) == ["quarantined", "rejected", "rejected"]
    run("import", file)
    assert run("quarantine", "list", "--json").json["items"] == items
    number = next(item["number"] for item in items if "nobody" in str(item["item"]))
    accepted = run("quarantine", "accept", number, "--scope", "user:me", "--content", "User has a boat", "--json")
    assert accepted.json["content"] == "User has a boat"
    future = next(item["number"] for item in items if "far future" in str(item["item"]))
    assert run("quarantine", "accept", future, "--json").json["created_at"] is None
    assert run("quarantine", "drop", "--all", "--json").code == 0
    assert run("quarantine", "list", "--json").json["items"] == []


def test_what_was_rejected_is_accepted_as_the_record_that_it_was(run: Run, tmp_path: Path) -> None:
    """Everything in it that is right stays: id, derivation, fields of later versions; the line is never the text."""
    run("remember", "Mine.", "--json")
    mine = run("list", "--json").json["records"][0]["id"]
    line: dict[str, Any] = {
        "type": "fact",
        "content": "User lives in Oslo",
        "source_agent": "old",
        "tags": ["home"],
        "later": {"x": 1},
    }
    rows = [
        {**line, "id": "scope", "scope": "nobody", "created_at": "2025-01-01T00:00:00Z", "derived_from": ["z"]},
        {**line, "id": "time", "scope": "user:me", "created_at": "yesterday", "importance": 7},
        {**line, "id": mine, "scope": "user:ann", "created_at": None, "content": "Ann has a boat."},
        {**line, "id": "x", "scope": "user:nobody at all", "created_at": None, "key": "user.home", "value": "Oslo"},
        {**line, "id": "text", "scope": "user:me", "created_at": None, "content": ""},
    ]
    file = tmp_path / "lines.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    run("import", file)
    items = run("quarantine", "list", "--json").json["items"]
    assert len(items) == len(rows)

    def number(word: str) -> int:
        return next(int(item["number"]) for item in items if word in json.dumps(item["item"]))

    assert run("quarantine", "accept", number('nobody\\"'), "--json").json["error"]["code"] == "record.invalid"
    scope = run("quarantine", "accept", number('nobody\\"'), "--scope", "user:me", "--json").json
    assert {**rows[0], "scope": "user:me"}.items() <= scope.items()
    time = run("quarantine", "accept", number("yesterday"), "--json").json
    assert (time["id"], time["created_at"], time["later"]) == ("time", None, {"x": 1})
    assert "importance" not in time
    taken = number("Ann has a boat")
    assert run("quarantine", "accept", taken, "--json").json["error"]["code"] == "store.scope_collision"
    given = run("quarantine", "accept", taken, "--new-id", "--json").json
    assert (given["content"], given["scope"]) == ("Ann has a boat.", "user:ann")
    assert given["id"] != mine
    keyed = run("quarantine", "accept", number("user.home"), "--scope", "user:me", "--json").json
    assert (keyed["key"], keyed["value"]) == ("user.home", "Oslo")
    assert run("get", "user.home").out.strip() == "Oslo"
    text = number('id\\": \\"text')
    assert run("quarantine", "accept", text, "--json").json["error"]["code"] == "record.invalid"
    assert run("quarantine", "accept", text, "--content", "Now it says something.", "--json").json["id"] == "text"
    assert run("quarantine", "list", "--json").json["items"] == []


def test_an_import_is_taken_back_by_its_batch(run: Run, tmp_path: Path) -> None:
    run("remember", "User lives in Oslo")
    before = run("list", "--json").json
    file = tmp_path / "lines.jsonl"
    rows = [
        {
            "id": f"r{n}",
            "type": "fact",
            "content": f"Fact {n}",
            "scope": "user:me",
            "source_agent": "o",
            "created_at": None,
        }
        for n in range(20)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    batch = run("import", file, "--json").json["batch"]
    assert [entry["batch"] for entry in run("undo", "--json").json["batches"]] == [batch]
    assert run("undo", batch, "--json").json["removed"] == 20
    assert run("list", "--json").json == before
    assert run("undo", batch).code == 6


def test_public_memories_leave_only_when_listed(run: Run, tmp_path: Path) -> None:
    run("remember", "The office opens at nine", "--scope", "public")
    run("remember", "User lives in Oslo")
    star = run("export", "--scope", "*", "-o", tmp_path / "a.satchel", "--json").json
    assert (star["trailer"]["records"], star["public_left_out"]) == (1, 1)
    both = run("export", "--scope", "*", "public", "-o", tmp_path / "b.satchel", "--json").json
    assert both["trailer"]["records"] == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["recall"], 2),
        (["fly"], 2),
        (["recall", "x", "--store", "foo:bar"], 2),
        (["recall", "x", "--scope", "me"], 2),
        (["recall", "x", "--since", "the day before"], 2),
        (["export", "-o", "x"], 2),
        (["import", "/nowhere/at/all"], 3),
        (["recall", "x", "--store", "sqlite:/nowhere/at/all.db"], 6),
        (["undo", "no-such-batch", "--store", "memory:"], 6),
    ],
)
def test_errors_end_in_one_document_one_line_and_their_code(run: Run, arguments: list[str], code: int) -> None:
    ended = run(*arguments, "--json")
    assert ended.code == code
    assert "Traceback" not in ended.err
    if arguments != ["recall"]:
        assert set(ended.json) == {"error"}
        assert ended.json["error"]["message"]


def test_the_doctor_finds_nothing_in_a_healthy_store_and_says_so(run: Run) -> None:
    assert run("doctor", "--json").json["ok"] is True
    run("remember", "User lives in Oslo")
    report = run("doctor", "--json")
    assert report.code == 0
    assert {check["name"] for check in report.json["checks"]} >= {"store", "integrity", "records"}


def test_stats_count_what_is_there(run: Run) -> None:
    run("remember", "User lives in Oslo")
    run("remember", "User prefers tea", "--scope", "user:ann")
    figures = run("stats", "--json").json
    assert (figures["records"], figures["scopes"]) == (2, {"user:me": 1, "user:ann": 1})
    assert run("stats").out


def test_global_options_are_taken_before_and_after_the_command(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/other.db"
    assert run("--json", "--store", url, "remember", "User lives in Oslo").json["content"] == "User lives in Oslo"
    assert len(run("--store", url, "list", "--json").json["records"]) == 1


def test_messages_follow_the_locale(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    run("remember", "User lives in Oslo")
    assert run("recall", "斑马").out.strip() == "没有合适的记忆。"
    assert "找不到" in run("read", "none").err
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert run("recall", "zebra").out.strip() == "Nothing fits."


def test_text_from_standard_input_is_remembered(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "satchel", "remember", "-", "--store", f"sqlite:{tmp_path}/a.db", "--json"],
        input="用户住在奥斯陆".encode(),
        capture_output=True,
        check=True,
    )
    assert json.loads(ran.stdout)["content"] == "用户住在奥斯陆"


def test_a_source_that_cannot_be_opened_leaves_nothing_behind(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old.zip").write_bytes(b"PK\x03\x04 cut off")
    target = tmp_path / "new.db"
    for command in (("import", tmp_path / "old.zip", "--store", target), ("move", tmp_path / "old.zip", target)):
        refused = run(*command, "--json")
        assert refused.code == 3
        assert refused.json["error"]["code"].startswith("source.")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.zip"]


def test_moving_from_another_store_takes_everything_and_the_forgotten_stays_forgotten(run: Run, tmp_path: Path) -> None:
    old, new = f"sqlite:{tmp_path}/old.db", f"jsonl:{tmp_path}/new.jsonl"
    kept = run("remember", "User lives in Oslo", "--store", old, "--json").json
    gone = run("remember", "User had a red bicycle", "--store", old, "--json").json
    run("forget", gone["id"], "--yes", "--store", old)
    report = run("move", old, new, "--json").json
    assert (report["records"]["imported"], report["records"]["tombstones_applied"]) == (1, 1)
    assert run("list", "--store", new, "--json").json["records"] == [kept]
    # The key of the fingerprints came along: the forgotten text is known under any id.
    twin = tmp_path / "twin.jsonl"
    twin.write_text(json.dumps({**gone, "id": "another"}) + "\n", "utf-8")
    assert run("import", twin, "--store", new, "--json").json["records"]["tombstoned"] == 1


def test_a_new_store_inside_the_old_folder_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a.txt").write_text("- User lives in Oslo\n", "utf-8")
    refused = run("move", tmp_path / "old", tmp_path / "old" / "new.db", "--json")
    assert (refused.code, refused.json["error"]["code"]) == (2, "usage")
    assert [path.name for path in (tmp_path / "old").iterdir()] == ["a.txt"]


def test_a_move_writes_a_stream_beside_the_store_and_a_page(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "memory.md").write_text(
        "# Preferences\n\n- User prefers green tea\n- 表格里不要用英文\n", "utf-8"
    )
    report = run("move", tmp_path / "old", tmp_path / "new.db", "--report", tmp_path / "r.html", "--json").json
    assert report["rows"]["in"] == report["rows"]["memory"] + report["rows"]["structure"]
    assert Path(report["stream"]).name == "new.satchel"
    assert "<html" in (tmp_path / "r.html").read_text("utf-8")
    again = run("move", tmp_path / "old", tmp_path / "new.db", "--json").json
    assert (again["records"]["imported"], again["records"]["unchanged"]) == (0, report["records"]["imported"])
    assert run("recall", "表格里可以写英文吗", "--store", tmp_path / "new.db", "--json").json["hits"]
