"""Codex CLI: sessions in which every message stands twice, a handbook of memories, `AGENTS.md`."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.formats.tools.harness import FIXTURES, Read, check, read

from satchel.formats.codex.memories import handbook
from satchel.formats.contract import Fate
from satchel.service.wording import type_of
from satchel_protocol.record import Origin, Record

CASES = FIXTURES / "codex"
SECRET = "made-up-value-7731"
SESSION = "019fd49d-9b00-7ff0-ac3e-c548678624f0"


def origin(record: Record) -> Origin:
    assert record.origin is not None
    return record.origin


def path_of(record: Record) -> str:
    return origin(record).path or ""


def envelope(type: str, payload: object, second: int = 0) -> dict[str, Any]:
    return {"timestamp": f"2026-08-01T10:00:{second:02d}.000Z", "type": type, "payload": payload}


def meta(**more: Any) -> dict[str, Any]:
    return envelope("session_meta", {"id": SESSION, "cwd": "/home/ann/boat", "source": "cli", **more})


def event(text: object, *, kind: str = "user_message", second: int = 1) -> dict[str, Any]:
    return envelope("event_msg", {"type": kind, "message": text}, second)


def item(text: str, *, role: str = "user", second: int = 1) -> dict[str, Any]:
    content = [{"type": "output_text" if role == "assistant" else "input_text", "text": text}]
    return envelope("response_item", {"type": "message", "role": role, "content": content}, second)


def lines(path: Path, *rows: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture(scope="module")
def home() -> Read:
    return read(CASES / "home", type_of=type_of)


class TestSessions:
    def test_what_was_said_comes_once_whichever_form_came_first(self, home):
        said = [
            (origin(r).role, r.content)
            for r in home.evidence
            if origin(r).extra["session"].endswith("a2") and not r.tags
        ]

        assert said == [
            ("user", "Why are the prices old?"),
            ("assistant", "The cache is never emptied."),
            ("user", "半夜清空缓存"),
            ("assistant", "Ok"),
            ("user", "Go on"),
            ("assistant", "Ok"),
        ]

    def test_turns_have_their_time_and_project(self, home):
        first = home.evidence[0]

        assert first.created_at == datetime(2026, 8, 6, 1, 0, 2, tzinfo=UTC)
        assert first.scope == "project:tea-shop"

    def test_the_same_words_said_twice_are_two_turns(self, tmp_path):
        path = lines(
            tmp_path / "a.jsonl", meta(), event("go on"), item("go on"), item("go on"), event("go on"), event("go on")
        )

        found = read(path)
        check(found)
        assert [record.content for record in found.evidence] == ["go on"] * 3
        assert found.fates[Fate.DUPLICATE] == 2

    def test_a_fork_repeats_nothing_and_says_its_own(self, home):
        own = [r.content for r in home.evidence if origin(r).extra["session"].endswith("b3")]

        assert own == ["What about receipts?", "Go on"]

    def test_a_fork_without_its_parent_is_a_session_like_any_other(self, tmp_path):
        path = lines(
            tmp_path / "b.jsonl", meta(forked_from_id="gone"), event("what was said before"), event("and after")
        )

        assert [record.content for record in read(path).evidence] == ["what was said before", "and after"]

    def test_what_was_taken_back_is_not_what_was_said(self, home):
        assert [r.position for r in home.readings if "taken back: " in r.reason] == ["line 16", "line 18"]

    def test_nobody_wrote_what_a_sub_agent_was_told(self, home):
        assert {origin(r).role for r in home.evidence if r.tags == ("sub-agent",)} == {"assistant"}

    @pytest.mark.parametrize(
        "text",
        [
            "<environment_context>\n  <cwd>/x</cwd>\n</environment_context>",
            "<user_instructions>\nUse tabs\n</user_instructions>",
            "<user_shell_command><command>ls</command></user_shell_command>",
            "<turn_aborted>\nThe user interrupted\n</turn_aborted>",
            "# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nUse tabs\n</INSTRUCTIONS>",
            "<skill>\n<name>x</name>\n</skill>",
        ],
    )
    def test_what_the_program_puts_in_is_no_turn(self, tmp_path, text):
        path = lines(tmp_path / "a.jsonl", meta(), item(text), event(text))

        assert not read(path).evidence

    def test_lines_of_the_first_layout_are_read(self, tmp_path):
        head: dict[str, Any] = {"id": SESSION, "timestamp": "2025-08-01T10:00:00.000Z", "instructions": None, "git": {}}
        said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello there"}]}
        path = lines(tmp_path / "a.jsonl", head, {"record_type": "state"}, said, {**said, "role": "assistant"})

        found = read(path)
        check(found)
        assert found.tools == ["codex"]
        assert [(origin(r).role, r.created_at) for r in found.evidence] == [("user", None), ("assistant", None)]

    @pytest.mark.parametrize(
        "value",
        [
            None,
            True,
            5,
            1e300,
            "x",
            [],
            [1, {}],
            {"a": []},
            {"type": []},
            {"type": "message", "role": [], "content": {}},
        ],
    )
    @pytest.mark.parametrize("field", ["payload", "type", "timestamp"])
    def test_a_value_of_another_kind_costs_its_own_line_at_most(self, tmp_path, field, value):
        path = lines(
            tmp_path / "a.jsonl", meta(), event("before it"), {**item("in the middle"), field: value}, event("after it")
        )

        found = read(path)
        check(found)
        assert {"before it", "after it"} <= {record.content for record in found.evidence}

    @pytest.mark.parametrize("value", [None, 5, "", [], {"x": 1}])
    @pytest.mark.parametrize("field", ["id", "cwd", "source", "forked_from_id"])
    def test_a_head_of_another_kind_costs_no_turn(self, tmp_path, field, value):
        found = read(lines(tmp_path / "a.jsonl", meta(**{field: value}), event("hello there")))

        check(found)
        assert [record.content for record in found.evidence] == ["hello there"]


class TestMemories:
    def test_notes_have_the_type_of_their_section_and_the_project_of_their_group(self, home):
        found = {
            r.content: (r.type, r.scope) for r in home.memories if path_of(r).startswith(".codex/memories/MEMORY.md")
        }

        assert found == {
            "Tea shop till, prices: when touching prices, the user asked to keep old receipts readable -> never delete the "
            "price table.": ("preference", "project:tea-shop"),
            "Tea shop till, prices: `cache.py` holds the prices; `make till` restarts it.": ("fact", "project:tea-shop"),
            "Tea shop till, prices: Deleting the cache broke the receipts -> empty it instead.": ("skill", "project:tea-shop"),
            "Boat：桅杆高九米。": ("fact", "project:boat"),
        }  # fmt: skip

    def test_a_note_is_as_old_as_the_session_it_was_learned_in(self, home):
        times = {r.content.split(" ")[0]: r.created_at for r in home.memories if "MEMORY.md" in path_of(r)}

        assert times == {"Tea": datetime(2026, 8, 6, 2, 26, 20, tzinfo=UTC), "Boat：桅杆高九米。": None}

    def test_the_summary_is_about_the_person(self, home):
        found = {r.content: (r.type, r.scope) for r in home.memories if "memory_summary.md" in path_of(r)}

        assert found == {
            "Mei runs three tea shops in Bremen and writes the till software herself.": ("fact", "user:me"),
            "Short answers, in German.": ("preference", "user:me"),
            "Start `make db` before the tests.": ("skill", "user:me"),
        }

    def test_what_was_asked_to_be_noted_has_the_time_of_its_name(self, home):
        (record,) = [r for r in home.memories if "ad_hoc/notes" in path_of(r)]

        assert (record.content, record.basis) == ("Mei drinks no green tea after noon.", "stated")
        assert record.created_at == datetime(2026, 8, 7, 9, 30, tzinfo=UTC)

    def test_what_the_handbook_was_made_from_is_read_only_where_there_is_no_handbook(self, home, tmp_path):
        assert not [r for r in home.memories if "raw_memories" in path_of(r)]

        lone = read(CASES / "raw_only.md")
        assert {r.content.split(":")[0] for r in lone.memories} == {"prices"}
        assert {r.scope for r in lone.memories} == {"project:tea-shop"}

    def test_the_database_is_read_only_where_no_text_is(self, tmp_path):
        with closing(sqlite3.connect(tmp_path / "memories_1.sqlite")) as connection:
            connection.execute(
                "CREATE TABLE stage1_outputs (thread_id TEXT PRIMARY KEY, source_updated_at INTEGER NOT NULL, raw_memory TEXT "
                "NOT NULL, rollout_summary TEXT NOT NULL, generated_at INTEGER NOT NULL)"
            )
            text = "cwd: /home/ann/boat\n\nReusable knowledge:\n- the mast is nine metres long\n"
            connection.execute("INSERT INTO stage1_outputs VALUES (?, 1785900000, ?, '', 1785900001)", (SESSION, text))
            connection.execute("INSERT INTO stage1_outputs VALUES ('empty', 1785900000, '', '', 1785900001)")
            connection.commit()

        found = read(tmp_path)
        check(found)
        (record,) = found.memories
        assert (record.content, record.scope) == ("the mast is nine metres long", "project:boat")
        assert record.created_at == datetime.fromtimestamp(1785900000, UTC)
        assert found.fates[Fate.EMPTY] == 1

        write(
            tmp_path / "MEMORY.md",
            "# Task Group: Boat\n\napplies_to: cwd=/home/ann/boat\n\n## Reusable knowledge\n\n- it leaks\n",
        )
        assert [record.content for record in read(tmp_path).memories] == ["Boat: it leaks"]

    def test_blocks_of_the_first_layout_say_what_they_are_about(self):
        text = (
            "---\nrollout_summary_files:\n  - a.md (success, cwd=/home/ann/boat, updated_at=2026-02-12T10:30:00Z)\n"
            "description: rigging the boat\nkeywords: mast, sail\n---\n\n- The mast is nine metres long\n"
            "---\nrollout_summary_files:\n  - b.md (cwd=/home/ann/tent)\ndescription: pitching the tent\n---\n\n- Pegs come in tens\n"
        )

        assert [(note.text, note.cwd, note.updated) for note in handbook(text) if note.text] == [
            ("rigging the boat: The mast is nine metres long", "/home/ann/boat", "2026-02-12T10:30:00Z"),
            ("pitching the tent: Pegs come in tens", "/home/ann/tent", ""),
        ]


class TestRest:
    def test_instructions_belong_to_the_person_or_the_project(self, home):
        assert {r.scope for r in home.memories if path_of(r).startswith(".codex/AGENTS.md")} == {"user:me"}

        found = {record.content: record.scope for record in read(CASES / "project").memories}
        assert found == {
            "Build: Run `pnpm build` before you commit": "project:project",
            "web：样式只用 CSS 模块": "project:project",
        }

    def test_instructions_that_another_tool_imports_leave_the_others_here(self, tmp_path):
        write(tmp_path / "CLAUDE.md", "@AGENTS.md\n")
        write(tmp_path / "AGENTS.md", "- Use uv, not pip\n")
        write(tmp_path / "web/AGENTS.md", "- Never use floats for money\n")

        found = read(tmp_path)
        check(found)
        assert {r.content: origin(r).tool for r in found.memories} == {
            "Use uv, not pip": "claude_code",
            "Never use floats for money": "codex",
        }

    def test_keys_stay_where_they_are(self, tmp_path):
        for name in (
            "auth.json",
            "config.toml",
            "shell_snapshots/a.sh",
            "log/a.log",
            "state_5.sqlite",
            "new/thing.json",
        ):
            write(tmp_path / ".codex" / name, json.dumps({"OPENAI_API_KEY": SECRET, "text": SECRET}))
        lines(tmp_path / ".codex/sessions/2026/08/01/rollout-a.jsonl", meta(), event("hello there"))

        found = read(tmp_path, logs=True)
        check(found)
        assert found.tools == ["codex"]
        assert found.source.rescue is None
        assert [record.content for record in found.records()] == ["hello there"]
        assert not [reading for reading in found.readings if SECRET in f"{reading.reason}{reading.raw}"]

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("MEMORY.md", "# Memory\n\n- Ann likes tea\n"),
            ("memory_summary.md", "## User Profile\n\nAnn likes tea.\n"),
            ("tasks.md", "# Task Group: Boat\n\n- paint it\n"),
            ("raw_memories.md", "# Raw Memories\n\n- Ann likes tea\n"),
            ("log.jsonl", '{"timestamp": "2026-08-01", "type": "event", "payload": {"text": "hi"}}\n'),
            ("chat.jsonl", '{"role": "user", "content": "hi"}\n{"role": "assistant", "content": "yes"}\n'),
            ("sessions/a.jsonl", '{"id": "1", "timestamp": "2026-08-01", "text": "hi"}\n'),
            ("config.toml", 'model = "x"\n'),
        ],
    )
    def test_what_is_not_codexs_is_left_to_others(self, tmp_path, name, text):
        write(tmp_path / name, text)

        assert "codex" not in read(tmp_path).tools
        assert "codex" not in read(tmp_path / name).tools
