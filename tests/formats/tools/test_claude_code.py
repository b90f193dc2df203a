"""Claude Code: memory folders, `CLAUDE.md` at every level, sessions, and what else lies in `~/.claude`."""

from __future__ import annotations

import json
import shutil
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.formats.tools.harness import FIXTURES, Read, check, read

from satchel.formats.contract import Fate
from satchel.move.rescue import RescueOptions
from satchel.move.source import Source
from satchel.service.wording import type_of
from satchel_protocol.record import Origin, Record

CASES = FIXTURES / "claude_code"
SECRET = "made-up-value-7731"
SESSION = "6b1f0f5e-7a41-4c52-9d0e-0b6f6f3f0a09"
FRAME: dict[str, Any] = {
    "isSidechain": False,
    "userType": "external",
    "cwd": "/home/ann/code/boat",
    "sessionId": SESSION,
    "version": "2.1.200",
}


def uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


def line(number: int, content: object, *, type: str = "user", parent: int | None = None, **more: Any) -> dict[str, Any]:
    return {
        "parentUuid": None if parent is None else uuid(parent),
        **FRAME,
        "type": type,
        "message": {"role": type, "content": content},
        "uuid": uuid(number),
        "timestamp": f"2026-08-01T10:00:{number % 60:02d}.000Z",
        **more,
    }


def lines(path: Path, *rows: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def memory_file(path: Path, body: str, *, type: str = "project", name: str = "", extra: str = "") -> Path:
    head = f"---\nname: {name or path.stem}\ndescription: about {path.stem}\nmetadata:\n  type: {type}\n{extra}---\n\n"
    return write(path, head + body + "\n")


def origin(record: Record) -> Origin:
    assert record.origin is not None
    return record.origin


def by_text(found: Read, start: str) -> Record:
    (record,) = [record for record in found.records() if record.content.startswith(start)]
    return record


@pytest.fixture(scope="module")
def home() -> Read:
    return read(CASES / "home", type_of=type_of)


class TestMemoryFolder:
    def test_each_file_is_a_memory_with_its_type(self, home):
        assert by_text(home, "Mei runs three").type == "fact"
        assert by_text(home, "Tests use a real").type == "preference"
        assert by_text(home, "价格缓存").type == "fact"
        assert by_text(home, "Where orders").type == "fact"

    def test_a_project_memory_that_reads_like_a_task_is_one(self, tmp_path):
        memory_file(tmp_path / "plan.md", "Finish the migration of the billing to Stripe by March.")

        assert [record.type for record in read(tmp_path, type_of=type_of).memories] == ["task"]

    def test_the_index_is_no_memory_but_what_else_is_written_in_it_is(self, home):
        from_index = [r for r in home.readings if r.source.endswith("MEMORY.md")]

        assert [r.fate for r in from_index] == [Fate.STRUCTURE] * 6 + [Fate.MEMORY]
        assert from_index[-1].records[0].content.startswith("The till in the back room")

    def test_words_of_an_index_that_only_sound_like_pointers_are_kept(self, tmp_path):
        folder = tmp_path / ".claude/projects/-x/memory"
        memory_file(folder / "debugging.md", "Set DEBUG to 1.")
        write(
            folder / "MEMORY.md",
            "# Memory index\n\nThis file lists the memory files below.\n\n- [Debugging](debugging.md) — how\n"
            "- The search index is rebuilt at night\n- Debugging goes through the proxy\n- Keep README.md short\n",
        )

        texts = {record.content for record in read(tmp_path).memories}
        assert texts >= {
            "The search index is rebuilt at night",
            "Debugging goes through the proxy",
            "Keep README.md short",
        }
        assert len(texts) == 4

    def test_what_the_index_links_to_needs_no_front_matter(self, home):
        assert by_text(home, "The till writes its log").type == "fact"

    def test_times_are_what_the_file_says_with_their_evidence(self, home):
        record = by_text(home, "价格缓存")

        time = origin(record).time
        assert time is not None
        assert record.created_at is not None
        assert record.created_at == record.updated_at
        assert record.created_at.isoformat() == "2026-09-03T08:05:00+00:00"
        assert time.raw == "2026-09-03T16:05:00+08:00"
        assert time.zone == "+08:00"

    def test_a_file_that_says_no_time_has_none(self, home):
        record = by_text(home, "Mei runs three")

        assert record.created_at is None
        assert record.updated_at is None

    def test_reasons_stay_and_links_read_as_words(self, home):
        content = by_text(home, "Tests use a real").content

        assert "**Why:** a mock hid" in content
        assert "**How to apply:** start" in content
        assert "[[" not in content
        assert "see project prices and who Mei is." in content

    def test_double_brackets_in_code_are_no_links(self, tmp_path):
        memory_file(tmp_path / "shell.md", "Write `[[ -f x ]]`, never `[[a]]`:\n\n```sh\nif [[a]]; then\n```")

        (record,) = read(tmp_path).memories
        assert "`[[a]]`" in record.content
        assert "if [[a]]; then" in record.content

    def test_front_matter_that_is_broken_yaml_is_read_line_by_line(self, home):
        record = by_text(home, "Tests use a real")

        assert record.created_at is not None
        assert origin(record).id == "feedback-database-in-tests"

    def test_the_description_stands_in_for_an_empty_body_and_completes_a_terse_one(self, tmp_path):
        write(tmp_path / "a.md", "---\nname: a\ndescription: Ann sails on Sundays\nmetadata:\n  type: user\n---\n")
        write(
            tmp_path / "b.md",
            "---\nname: b\ndescription: Ann prefers tabs over spaces in Go\nmetadata:\n  type: feedback\n---\nTabs.\n",
        )

        assert {record.content for record in read(tmp_path).memories} == {
            "Ann sails on Sundays",
            "Ann prefers tabs over spaces in Go\n\nTabs.",
        }

    def test_a_newer_copy_changes_what_changed_and_keeps_ids(self, tmp_path):
        old = read(CASES / "home")
        shutil.copytree(CASES / "home", tmp_path / "home")
        folder = tmp_path / "home/.claude/projects/-home-mei-code-tea-shop/memory"
        path = folder / "feedback_database.md"
        text = path.read_text("utf-8").replace("never a mock", "never a fake").replace("2026-09-03T08", "2026-10-03T08")
        write(path, text)
        new = read(tmp_path / "home")

        before = {record.id: record.content for record in old.records()}
        after = {record.id: record.content for record in new.records()}
        assert before.keys() == after.keys()
        assert [id for id in before if before[id] != after[id]] == [by_text(old, "Tests use a real").id]

    def test_a_copy_of_a_memory_is_one_and_another_text_under_its_name_is_not(self, tmp_path):
        first = memory_file(tmp_path / "mast.md", "The mast of the boat is nine metres.")
        shutil.copy(first, tmp_path / "mast copy.md")
        write(tmp_path / "mast old.md", first.read_text("utf-8").replace("nine", "eight"))

        found = read(tmp_path)
        check(found)
        assert sorted("nine" in record.content for record in found.memories) == [False, True]
        assert found.fates == {Fate.MEMORY: 2, Fate.DUPLICATE: 1}

    def test_two_projects_may_call_their_memories_the_same(self, tmp_path):
        for project in ("-a", "-b"):
            memory_file(tmp_path / f".claude/projects/{project}/memory/db.md", f"The database of {project} is slow.")

        found = read(tmp_path)
        check(found)
        assert len({record.id for record in found.memories}) == 2


class TestWhose:
    def test_a_memory_about_the_person_is_the_persons_and_others_are_the_projects(self, home):
        assert by_text(home, "Mei runs three").scope == "user:me"
        assert by_text(home, "Tests use a real").scope == "project:tea-shop"

    def test_the_project_is_told_by_the_lines_and_not_by_the_folder(self, tmp_path):
        folder = tmp_path / ".claude/projects/-home-ann-code-my-boat"
        memory_file(folder / "memory/mast.md", "The mast is nine metres.")
        lines(
            folder / f"{SESSION}.jsonl",
            line(1, "hello there", cwd="/home/ann/code/my.boat/src"),
            line(2, "x", cwd="/home/ann/code/my.boat"),
        )

        assert {record.scope for record in read(tmp_path).records()} == {"project:my.boat"}

    def test_the_list_of_prompts_tells_it_where_no_session_is_left(self, tmp_path):
        memory_file(tmp_path / ".claude/projects/-home-ann-my-boat/memory/mast.md", "The mast is nine metres.")
        lines(
            tmp_path / ".claude/history.jsonl",
            {"display": "a", "timestamp": 1780000000000, "project": "/home/ann/other"},
            {"display": "b", "timestamp": 1780000000001, "project": "/home/ann/my_boat"},
        )

        assert [record.scope for record in read(tmp_path).memories] == ["project:my_boat"]

    def test_without_any_line_the_folders_own_name_keeps_projects_apart(self, tmp_path):
        memory_file(tmp_path / ".claude/projects/-home-ann-my-boat/memory/mast.md", "The mast is nine metres.")

        assert [record.scope for record in read(tmp_path).memories] == ["project:home-ann-my-boat"]

    @pytest.mark.parametrize("cwd", ["/home/ann", "/Users/ann", "C:\\Users\\ann", "/root", "/", ""])
    def test_a_home_is_no_project(self, tmp_path, cwd):
        path = lines(tmp_path / "s.jsonl", line(1, "hello there", cwd=cwd))

        assert [record.scope for record in read(path, scope="user:ann").evidence] == ["user:ann"]

    @pytest.mark.parametrize(
        ("cwd", "scope"),
        [
            ("C:\\Users\\ann\\code\\boat", "project:boat"),
            ("/home/ann/船", "project:船"),
            ("/home/ann/my boat, 2", "project:my%20boat%2C%202"),
            ("/srv/boat/.claude/worktrees/feature-x", "project:boat"),
        ],
    )
    def test_the_last_part_of_the_path_is_the_name(self, tmp_path, cwd, scope):
        path = lines(tmp_path / "s.jsonl", line(1, "hello there", cwd=cwd))

        assert [record.scope for record in read(path).evidence] == [scope]

    def test_sessions_beside_a_memory_folder_name_its_project_wherever_it_lies(self, tmp_path):
        lines(tmp_path / "x/s.jsonl", line(1, "hello there"))
        memory_file(tmp_path / "x/memory/mast.md", "The mast is nine metres.")
        lone, full = read(tmp_path / "x"), read(tmp_path)

        assert {record.scope for record in lone.records()} == {"project:boat"}
        assert {record.id for record in lone.records()} == {record.id for record in full.records()}


class TestInstructions:
    def test_the_persons_are_the_persons_and_a_projects_the_projects(self, home):
        assert by_text(home, "Python: Use uv").scope == "user:me"
        project = read(CASES / "project")
        assert by_text(project, "代码规范：使用 pnpm").scope == "project:project"

    def test_a_folder_of_projects_has_one_scope_for_each(self, tmp_path):
        write(tmp_path / "code/boat/CLAUDE.md", "- The mast is nine metres\n")
        write(tmp_path / "code/boat/hull/CLAUDE.md", "- Never paint it red\n")
        write(tmp_path / "code/tent/.claude/CLAUDE.md", "- Pegs come in tens\n")

        found = {record.content: record.scope for record in read(tmp_path).memories}
        assert found == {
            "The mast is nine metres": "project:boat",
            "hull: Never paint it red": "project:boat",
            "Pegs come in tens": "project:tent",
        }

    def test_an_organisations_policy_is_no_project(self, tmp_path):
        write(tmp_path / "etc/claude-code/CLAUDE.md", "- Never upload customer data\n")
        write(tmp_path / "etc/claude-code/managed-settings.json", json.dumps({"env": {"KEY": SECRET}}))

        (record,) = read(tmp_path).memories
        assert (record.scope, record.tags) == ("user:me", ("managed",))

    def test_a_loose_file_belongs_to_the_person(self, tmp_path):
        path = write(tmp_path / "CLAUDE.md", "- Use uv, not pip\n")

        assert [record.scope for record in read(path, scope="user:ann").memories] == ["user:ann"]

    def test_it_is_known_by_what_it_says_under_another_name(self, tmp_path):
        text = "# CLAUDE.md\n\nThis file provides guidance to Claude Code (claude.ai/code).\n\n- Use uv, not pip\n"
        path = write(tmp_path / "notes of the old project.txt", text)

        found = read(path)
        assert found.tools == ["claude_code"]
        assert [record.content for record in found.memories] == ["Use uv, not pip"]

    def test_times_are_unknown_and_never_the_files(self):
        assert {record.created_at for record in read(CASES / "project").memories} == {None}

    def test_rules_say_which_files_they_are_for(self):
        record = by_text(read(CASES / "project"), "src/api/**/*.ts")

        assert record.content == "src/api/**/*.ts › API: Answer errors with a problem document"

    def test_imports_are_followed_inside_the_folder_once(self, tmp_path):
        found = read(CASES / "project")

        assert by_text(found, "Prose: Write numbers").scope == "project:project"
        assert origin(by_text(found, "The loop above")).extra["imported_by"] == "CLAUDE.md"
        assert [note for note in found.notes if "@../outside/secret.md" in note]

    def test_imports_end_at_the_fifth_file(self, tmp_path):
        write(tmp_path / "CLAUDE.md", "@d/1.md\n")
        for number in range(1, 8):
            write(tmp_path / f"d/{number}.md", f"@{number + 1}.md\n\nHere the deck number {number} begins.\n")

        found = [record for record in read(tmp_path).memories if origin(record).tool == "claude_code"]
        assert len(found) == 5

    @pytest.mark.parametrize("path", ["/etc/passwd.md", "../../outside.md", "~/secret.md", "~/.ssh/id.md"])
    def test_imports_never_leave_the_folder(self, tmp_path, path):
        write(tmp_path / "outside.md", SECRET)
        write(tmp_path / "in/CLAUDE.md", f"@{path}\n\n- Use uv, not pip\n")

        found = read(tmp_path / "in")
        assert [record.content for record in found.memories] == ["Use uv, not pip"]
        assert any(path in note for note in found.notes)

    def test_what_the_person_imports_lies_in_their_folder(self, home):
        assert origin(by_text(home, "Keyboard: I type")).extra["imported_by"] == ".claude/CLAUDE.md"

    def test_code_stays_whole(self):
        record = by_text(read(CASES / "project"), "常用命令")

        assert record.content == "常用命令：\n```bash\npnpm dev    # 启动\npnpm test   # 测试\n```"
        assert record.type == "skill"

    def test_the_same_said_twice_is_one_memory(self, tmp_path):
        write(tmp_path / "CLAUDE.md", "- Use uv, not pip\n- use uv, not pip.\n")

        found = read(tmp_path)
        check(found)
        assert found.fates == {Fate.MEMORY: 1, Fate.DUPLICATE: 1}

    def test_skills_and_commands_are_one_memory_each(self, home):
        assert by_text(home, "release-notes: Write the notes").type == "skill"
        assert by_text(home, "review: Review a change").tags == ("command",)


class TestSessions:
    def test_only_what_was_said_is_evidence(self, home):
        said = [
            (origin(r).role, r.content)
            for r in home.evidence
            if origin(r).extra["session"].endswith("01") and not r.tags
        ]

        assert said == [
            ("user", "The till shows yesterday's prices. Why?"),
            ("assistant", "I will look at the price cache."),
            ("assistant", "The cache is never emptied."),
            ("user", "Empty the cache at midnight, do not delete it."),
            ("user", "水单上的价格也要改。"),
            ("user", "And round to full cents."),
            ("assistant", "Prices are read anew at midnight."),
        ]

    def test_every_turn_has_its_time_id_and_project(self, home):
        record = by_text(home, "The till shows")

        assert record.created_at == datetime(2026, 9, 3, 8, 0, 0, 120_000, tzinfo=UTC)
        assert origin(record).id == uuid(1)
        assert (record.type, record.state, record.scope) == ("interaction", "archived", "project:tea-shop")

    def test_a_branch_that_was_left_is_not_what_was_said(self, home):
        left = [r for r in home.readings if "branch" in r.reason]

        assert [r.position for r in left] == ["line 7", "line 8"]

    def test_a_resumed_or_forked_session_repeats_no_turn(self, home):
        assert home.fates[Fate.DUPLICATE] == 4
        assert origin(by_text(home, "Go on with the receipts")).extra["session"].endswith("02")

    def test_a_sub_agents_turns_are_nobody_elses(self, home):
        found = [record for record in home.evidence if record.tags == ("sub-agent",)]

        assert [origin(record).role for record in found] == ["assistant", "assistant"]

    @pytest.mark.parametrize(
        "content",
        [
            "<command-name>/clear</command-name>\n<command-message>clear</command-message>",
            "<command-message>review is running…</command-message>\n<command-name>/review</command-name>",
            "<local-command-stdout>Set model</local-command-stdout>",
            "<local-command-stderr></local-command-stderr>",
            "<bash-input>ls</bash-input>",
            "<bash-stdout>a\nb</bash-stdout><bash-stderr></bash-stderr>",
            "<user-prompt-submit-hook>do not</user-prompt-submit-hook>",
            "<system-reminder>\nThe date has changed.\n</system-reminder>",
            "<task-notification>\n<task-id>1</task-id>\n</task-notification>",
            "<ide_opened_file>The user opened a.py in the IDE.</ide_opened_file>",
            "<local-command-caveat>Caveat: The messages below…</local-command-caveat>",
            "<command-name>/cut off",
            "Caveat: The messages below were generated by the user while running local commands. DO NOT respond",
            "[Request interrupted by user]",
            "[Request interrupted by user for tool use]",
            [{"type": "text", "text": "[Request interrupted by user]"}],
            "This session is being continued from a previous conversation that ran out of context.",
            [{"type": "tool_result", "tool_use_id": "t", "content": "4 passed"}],
            [{"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "4 passed"}]}],
            "Stop hook feedback:\n- run the tests",
        ],
    )
    def test_what_the_program_writes_as_the_user_is_no_turn(self, tmp_path, content):
        path = lines(tmp_path / "s.jsonl", line(1, content))

        found = read(path)
        check(found)
        assert not found.evidence

    @pytest.mark.parametrize(
        "more",
        [
            {"isMeta": True},
            {"isCompactSummary": True},
            {"isVisibleInTranscriptOnly": True},
            {"origin": {"kind": "task-notification"}},
            {"origin": {"kind": "coordinator"}},
        ],
    )
    def test_what_the_frame_says_was_no_person_is_no_turn(self, tmp_path, more):
        assert not read(lines(tmp_path / "s.jsonl", line(1, "words", **more))).evidence

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ("<system-reminder>x</system-reminder>Go on", "Go on"),
            ("Go on\n<system-reminder>x</system-reminder>", "Go on"),
            ("<ide_selection>x = 1</ide_selection>\nWhy one?", "Why one?"),
            ("<user-memory-input>I prefer tabs</user-memory-input>", "I prefer tabs"),
            ("Explain <command-name> in your own words", "Explain <command-name> in your own words"),
            ([{"type": "image", "source": {}}, {"type": "text", "text": "What is it?"}], "What is it?"),
            (["wow"], "wow"),
            (
                [
                    {
                        "type": "tool_result",
                        "is_error": True,
                        "content": "The tool use was rejected. To tell you how to proceed, the user said:\nuse tabs",
                    }
                ],
                "use tabs",
            ),
        ],
    )
    def test_the_persons_own_words_are_taken_out_of_what_surrounds_them(self, tmp_path, content, said):
        found = read(lines(tmp_path / "s.jsonl", line(1, content)))

        assert [(origin(r).role, r.content) for r in found.evidence] == [("user", said)]

    def test_an_answer_that_was_replaced_or_withdrawn_is_not_what_was_said(self, tmp_path):
        path = lines(
            tmp_path / "s.jsonl",
            line(1, "Why?"),
            line(2, "Since", type="assistant", parent=1),
            line(3, "Because", type="assistant", parent=1, supersedesUuids=[uuid(2)]),
        )

        assert [record.content for record in read(path).evidence] == ["Why?", "Because"]

    def test_a_time_that_is_missing_or_misspelt_is_unknown(self, tmp_path):
        row = line(1, "hello there")
        row["timesstamp"] = row.pop("timestamp")

        (record,) = read(lines(tmp_path / "s.jsonl", row)).evidence
        assert record.created_at is None

    def test_an_id_that_two_turns_share_loses_neither(self, tmp_path):
        path = lines(tmp_path / "s.jsonl", line(1, "first words"), line(1, "other words"), line(1, "first words"))

        found = read(path)
        check(found)
        assert [record.content for record in found.evidence] == ["first words", "other words"]
        assert found.fates[Fate.DUPLICATE] == 1

    def test_logs_come_when_they_are_asked_for(self, tmp_path):
        path = lines(tmp_path / "s.jsonl", line(1, [{"type": "tool_result", "content": "4 passed"}]), line(2, "good"))

        found = read(path, logs=True)
        check(found)
        assert [(r.content, r.tags) for r in found.records(Fate.LOG)] == [("4 passed", ("log",))]

    def test_a_first_line_longer_than_what_is_looked_at_hides_no_session(self, tmp_path):
        picture = [{"type": "image", "source": {"data": "A" * 200_000}}, {"type": "text", "text": "What is it?"}]

        found = read(lines(tmp_path / "s.jsonl", line(1, picture)))
        assert found.tools == ["claude_code"]
        assert [(record.content, record.scope) for record in found.evidence] == [("What is it?", "project:boat")]

    @pytest.mark.parametrize("value", [None, True, 5, 1e300, "x", "", [], [1, {}], {"a": []}, [[[["x"]]]]])
    @pytest.mark.parametrize(
        "field", ["message", "uuid", "parentUuid", "timestamp", "cwd", "type", "origin", "sessionId", "isMeta"]
    )
    def test_a_value_of_another_kind_costs_its_own_line_at_most(self, tmp_path, field, value):
        broken = {**line(2, "in the middle", parent=1), field: value}
        path = lines(tmp_path / "s.jsonl", line(1, "before it"), broken, line(3, "after it", parent=2))

        found = read(path)
        check(found)
        assert {"before it", "after it"} <= {record.content for record in found.evidence}

    @pytest.mark.parametrize(
        "value",
        [
            None,
            5,
            "x",
            [],
            {"content": 5},
            {"content": {}},
            {"content": [None, 5, {"type": 5}, {"type": "text", "text": 5}]},
        ],
    )
    def test_a_message_of_another_kind_is_told(self, tmp_path, value):
        path = lines(tmp_path / "s.jsonl", line(1, "before it"), {**line(2, ""), "message": value})

        found = read(path)
        check(found)
        assert [record.content for record in found.evidence] == ["before it"]

    def test_a_kind_of_line_that_nobody_knows_is_counted(self, tmp_path):
        path = lines(
            tmp_path / "s.jsonl", line(1, "before it"), {"type": "sky-state", "sessionId": SESSION, "blue": True}
        )

        assert read(path).unexplained == {"claude_code": {"line=sky-state": 1}}


class TestRest:
    def test_everything_below_the_folder_is_accounted_for_and_keys_stay_where_they_are(self, tmp_path):
        shutil.copytree(CASES / "home", tmp_path / "home")
        folder = tmp_path / "home/.claude"
        for name in (
            ".credentials.json",
            "settings.local.json",
            "ide/1234.lock",
            "session-env/x/env",
            "debug/a.txt",
            "file-history/x/y",
            "backups/.claude.json.backup",
            "something-new/data.json",
            "projects/-home-mei-code-tea-shop/tool-results/a.txt",
        ):
            write(folder / name, json.dumps({"claudeAiOauth": {"accessToken": SECRET}, "user": "mei", "text": SECRET}))
        write(
            tmp_path / "home/.claude.json",
            json.dumps(
                {
                    "numStartups": 3,
                    "userID": SECRET,
                    "oauthAccount": {"emailAddress": "mei@example.org"},
                    "projects": {},
                }
            ),
        )

        found = read(tmp_path / "home", logs=True)
        check(found)
        assert found.tools == ["claude_code"]
        assert found.source.rescue is None
        told = json.dumps(Source(tmp_path / "home", RescueOptions()).inspection().to_json())
        for text in (SECRET, "mei@example.org"):
            assert not [record for record in found.records() if text in json.dumps(record.to_json())]
            assert not [reading for reading in found.readings if text in f"{reading.reason}{reading.raw}"]
            assert text not in told

    @pytest.mark.parametrize("inner", ["plugins/cache/tea/1.0", "worktrees/feature-x", "plugins/marketplaces/tea"])
    def test_what_extensions_and_working_copies_bring_is_not_the_persons(self, tmp_path, inner):
        shutil.copytree(CASES / "home", tmp_path / "home")
        for name in (
            "CLAUDE.md",
            ".claude/CLAUDE.md",
            ".claude/rules/a.md",
            "skills/x/SKILL.md",
            ".claude/commands/y.md",
        ):
            write(tmp_path / "home/.claude" / inner / name, "Never paint the boat red.\n")

        found = read(tmp_path / "home")
        check(found)
        assert not [record for record in found.records() if "boat" in record.content]

    @pytest.mark.parametrize("name", [".claude", "claude backup", "旧的"])
    def test_the_folder_may_have_any_name_or_be_packed(self, tmp_path, name):
        shutil.copytree(CASES / "home/.claude", tmp_path / name / "old")
        with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
            for path in sorted((CASES / "home").rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(CASES / "home"))
        expected = {(record.id, record.content, record.scope) for record in read(CASES / "home").records()}

        for place in (tmp_path / name, tmp_path / name / "old", tmp_path / "x.zip"):
            found = read(place)
            check(found)
            assert {(record.id, record.content, record.scope) for record in found.records()} == expected


class TestOthersFiles:
    """What looks like Claude Code's and is not."""

    def test_a_tool_that_took_the_frame_over_says_its_words_in_parts(self, tmp_path):
        frame = {**FRAME, "timestamp": "2026-08-01T10:00:00.000Z", "parentUuid": None}
        path = lines(
            tmp_path / "chat.jsonl",
            {**frame, "type": "system", "uuid": uuid(1), "subtype": "ui_telemetry"},
            {**frame, "type": "user", "uuid": uuid(2), "message": {"role": "user", "parts": [{"text": "hello there"}]}},
            {**frame, "type": "system", "uuid": uuid(3), "subtype": "ui_telemetry"},
        )

        assert "claude_code" not in read(path).tools

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("MEMORY.md", "# Memory\n\n- Ann likes tea\n- The boat is called Wren\n"),
            ("MEMORY.md", "Ann likes tea, see [the list](https://example.org/tea.md).\n"),
            ("memory/2026-03-01.md", "# 2026-03-01\n\n- Ann likes tea\n"),
            ("notes/boat.md", "---\nname: Boat\ndescription: A small one\ntype: project\n---\n\nThe boat is called Wren.\n"),
            ("notes/boat.md", "---\nname: boat\ndescription: How to row\n---\n\nRow slowly.\n"),
            ("notes/boat.md", "---\ntitle: Boat\ntype: reference\ntags: [a]\n---\n\nThe boat is called Wren.\n"),
            ("AGENTS.md", "- Use uv, not pip\n"),
            ("projects/boat/log.jsonl", '{"time": 1780000000, "text": "The boat is called Wren"}\n'),
            ("projects/boat/memory/a.md", "The boat is called Wren.\n"),
            ("settings.json", '{"theme": "dark", "language": "de"}'),
            ("history.jsonl", '{"role": "user", "text": "The boat is called Wren"}\n'),
            ("conversations.jsonl", '{"type": "user", "sessionId": "1", "message": "The boat is called Wren", "id": 4}\n'),
            ("chat.jsonl", '{"uuid": "a", "parentUuid": null, "sessionId": "b", "cwd": "/x", "type": "user", "message": {"role": "user", "parts": [{"text": "hi"}]}}\n'),
            ("log.jsonl", '{"type": "system", "message": "started", "uuid": "4", "sessionId": "1"}\n'),
            ("summary.jsonl", '{"type": "summary", "summary": "The boat is called Wren"}\n'),
            ("mode.jsonl", '{"type": "mode", "mode": "normal"}\n'),
            ("config.json", '{"permissions": ["read"], "env": "prod"}'),
            ("agent-1.meta.json", '{"name": "row", "kind": "boat"}'),
        ],
    )  # fmt: skip
    def test_is_left_to_others(self, tmp_path, name, text):
        write(tmp_path / name, text)

        assert "claude_code" not in read(tmp_path).tools
        assert "claude_code" not in read(tmp_path / name).tools
