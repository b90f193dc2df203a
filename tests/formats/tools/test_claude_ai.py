"""Claude.ai exports: every layout, every kind of message, prose taken apart, and what a newer export adds."""

from __future__ import annotations

import copy
import json
import shutil
import tracemalloc
import zipfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.formats.tools.harness import FIXTURES, check, origin, read, written

from satchel.formats.contract import Fate
from satchel.move.rescue import RescueOptions
from satchel.move.source import Source
from satchel.service.wording import type_of

CASES = FIXTURES / "claude_ai"
PARTS = CASES / "parts" / "data-2026-09-10-08-30-00-batch-0000"
ACCOUNT = "5b1f6c1e-90a4-4f0d-9b7a-0d4d1a6a7f11"
ATLAS = "0f6d7a2c-4c1b-4e57-8a7e-2f3e5c9b1a01"


def message(number: int = 1, text: str = "hello", **more: Any) -> dict[str, Any]:
    at = f"2026-05-0{number}T10:00:00Z"
    return {
        "uuid": f"m-{number}",
        "text": text,
        "sender": "human" if number % 2 else "assistant",
        "created_at": at,
        "content": [{"type": "text", "text": text}],
        "attachments": [],
        "files": [],
        **more,
    }


def conversation(*messages: Any, number: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "uuid": f"c-{number}",
        "name": f"Talk {number}",
        "created_at": "2026-05-01T10:00:00Z",
        "updated_at": "2026-05-02T10:00:00Z",
        "account": {"uuid": ACCOUNT},
        "chat_messages": list(messages),
        **more,
    }


def kept(prose: str = "", **more: Any) -> list[dict[str, Any]]:
    return [{"conversations_memory": prose, "project_memories": {}, "account_uuid": ACCOUNT, **more}]


@pytest.fixture
def export(tmp_path):
    """Reads values as the files of an export."""

    def make(folder="export", **files):
        root = tmp_path / folder
        for name, value in files.items():
            path = root / f"{name.replace('__', '/')}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        found = read(root, type_of=type_of)
        check(found)
        return found

    return make


# Layouts --------------------------------------------------------------------------------------------------------------


def test_the_three_files_of_old_exports():
    found = read(CASES / "three_files", type_of=type_of)

    assert [(claim.layout, claim.confidence) for _, claim in found.source.allotment.claims] == [("three files", 0.95)]
    assert {(r.content, r.type, r.scope) for r in found.memories} == {
        ("Always answer in British English.", "preference", "project:Ledger%20Rewrite"),
        ("The codebase is a Rust workspace with three crates.", "preference", "project:Ledger%20Rewrite"),
        ("Prefer Postgres logical replication over Kafka for the outbox.", "preference", "project:Ledger%20Rewrite"),
        (
            "Ledger Rewrite: Replacing the double-entry ledger with an event-sourced service.",
            "fact",
            "project:Ledger%20Rewrite",
        ),
    }
    assert [(r.content, origin(r).role, r.created_at) for r in found.evidence] == [
        ("hi", "user", datetime(2026, 2, 1, 10, tzinfo=UTC)),
        ("Hello!", "assistant", datetime(2026, 2, 1, 10, 0, 2, tzinfo=UTC)),
    ]


def zipped(source: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(path for path in source.rglob("*") if path.is_file()):
            archive.write(path, path.relative_to(source).as_posix())


def test_the_archives_of_september_2026_are_one_export_however_they_are_given(tmp_path):
    name = PARTS.name
    folder = tmp_path / "a" / name
    folder.mkdir(parents=True)
    for part in sorted(PARTS.iterdir()):
        if part.is_dir():
            zipped(part, folder / f"{part.name}.zip")
        else:
            shutil.copy(part, folder)
    zipped(folder, tmp_path / f"{name}.zip")

    loose, parts, one = read(CASES / "parts"), read(tmp_path / "a"), read(tmp_path / f"{name}.zip")

    for found in (loose, parts, one):
        check(found)
        assert found.tools == ["claude_ai"]
        assert len(found.source.allotment.rest) == 0
    assert {claim.layout for found in (loose, parts, one) for _, claim in found.source.allotment.claims} == {
        "parts of September 2026"
    }
    contents = [{(r.id, r.content, r.scope) for r in found.records()} for found in (loose, parts, one)]
    assert contents[0] == contents[1] == contents[2]
    assert {origin(r).exported_at for r in one.records()} == {datetime(2026, 9, 10, 8, 30, tzinfo=UTC)}


def test_a_file_is_known_by_what_it_holds(tmp_path):
    shutil.copy(PARTS / "conversations-000" / "conversations.json", tmp_path / "old chats.txt")
    shutil.copy(PARTS / "memories-000" / "memories" / f"{ACCOUNT}.json", tmp_path / "what it knows")

    loose = read(tmp_path)

    assert loose.tools == ["claude_ai"]
    assert {r.id for r in loose.records()} <= {r.id for r in read(CASES / "parts").records()} | {
        r.id for r in loose.records() if r.scope.startswith("project:")
    }


@pytest.mark.parametrize(
    "value",
    [
        [{"uuid": "a", "messages": [{"role": "user", "content": "hi"}]}],
        [{"id": "a", "chat_messages": [{"sender": "human", "text": "hi"}]}],
        [{"uuid": "a", "name": "Lin", "text": 'they said {"chat_messages": [], "uuid": 1}'}],
        {"memories": [{"uuid": "a", "content": "likes tea"}]},
        [{"uuid": "a", "full_name": "Lin"}],
        {"account_uuid": "a", "notes": []},
    ],
)
def test_what_only_resembles_an_export_is_left_alone(tmp_path, value):
    (tmp_path / "conversations.json").write_text(json.dumps(value))

    assert "claude_ai" not in read(tmp_path).tools


def test_empty_lists_belong_to_the_export_beside_them_only(export, tmp_path):
    assert export("alone", conversations=[], projects=[]).tools == []
    found = export("beside", conversations=[], projects=[], memories=kept("## Work\n\nAnn is a baker."))
    assert found.fates == {Fate.EMPTY: 2, Fate.MEMORY: 1}


# Messages -------------------------------------------------------------------------------------------------------------


def test_every_kind_of_message_has_its_fate():
    found = read(CASES / "parts", type_of=type_of)
    fates = {
        r.position.rsplit(", ", 1)[-1]: (r.fate.value, r.reason)
        for r in found.readings
        if "000000000001, " in r.position and r.position.startswith("conversation")
    }

    assert fates == {
        "message 1": ("evidence", ""),
        "message 2": ("evidence", ""),
        "message 3": ("log", "nothing was said: tool result, tool use"),
        "message 4": ("evidence", ""),
        "message 5": ("empty", "only files, which the export does not hold"),
        "message 6": ("empty", "a message without text"),
        "summary": ("evidence", ""),
    }
    said = {origin(r).id: r.content for r in found.evidence}
    assert said["m-0001"] == "How long should nightly backups be kept?"
    assert said["m-0002"] == "Seven days, four weeks, twelve months."
    assert said["m-0004/attachment/1"].startswith("crontab.txt\n\n15 2 * * *")
    assert not [r for r in found.records() if "A rotation scheme" in r.content or "not supported" in r.content]


def test_calls_and_thoughts_come_in_when_logs_are_asked_for():
    found = read(CASES / "parts", logs=True)
    check(found)

    (log,) = found.records(Fate.LOG)
    assert log.content == 'tool_use web_search: {"query": "gfs rotation"}\ntool_result web_search: a page'
    assert (log.tags, log.state, origin(log).role) == (("log",), "archived", "tool")
    assert found.fates == read(CASES / "parts").fates


def test_what_cannot_be_a_message_is_rejected_and_its_neighbours_come_in(export):
    found = export(
        conversations=[
            conversation(
                message(1), None, 5, ["x"], {"text": None, "content": None}, message(2, content={"odd": 1}, text="yes")
            ),
            conversation(message(1, content="as one text", text=""), number=2, account=None),
            conversation(number=3, chat_messages=None),
            "broken",
        ]
    )

    assert [r.content for r in found.evidence] == ["hello", "yes", "as one text"]
    assert found.fates == {Fate.EVIDENCE: 3, Fate.REJECTED: 4, Fate.EMPTY: 2}


def test_a_message_without_a_time_of_its_own_has_that_of_its_first_block_or_none(export):
    block = {"type": "text", "text": "x", "start_timestamp": "2026-05-06T07:08:09.5Z"}
    found = export(
        conversations=[
            conversation(
                message(1, created_at=None, content=[block]), message(2, created_at="soon"), message(3, created_at=0)
            )
        ]
    )

    assert [r.created_at for r in found.evidence] == [datetime(2026, 5, 6, 7, 8, 9, 500000, tzinfo=UTC), None, None]
    assert written(found.evidence[1]).raw == "soon"


def test_unknown_blocks_and_fields_are_told_and_their_words_kept(export):
    blocks = [{"type": "hologram", "text": "seen in the round"}, {"type": "text", "text": "flat", "glow": 3}]
    found = export(conversations=[conversation(message(1, content=blocks, mood="calm"))])

    assert [r.content for r in found.evidence] == ["seen in the round\n\nflat"]
    assert origin(found.evidence[0]).extra["mood"] == "calm"
    assert found.unexplained == {"claude_ai": {"block=hologram": 1, "block.glow": 1, "message.mood": 1}}


def test_only_the_branch_that_a_conversation_ended_on_is_said(export):
    found = export(
        conversations=[
            conversation(
                message(1, "first", parent_message_uuid="root"),
                message(2, "an answer made anew", parent_message_uuid="m-1"),
                message(3, "the other answer", sender="assistant", parent_message_uuid="m-1"),
                message(4, "thanks", sender="human", parent_message_uuid="m-3"),
                current_leaf_message_uuid="m-4",
            )
        ]
    )

    assert [r.content for r in found.evidence] == ["first", "the other answer", "thanks"]
    assert found.fates[Fate.STRUCTURE] == 1


def test_a_conversation_that_stands_twice_is_read_once(export):
    found = export(conversations=[conversation(message(1), message(2)), conversation(message(1), message(2))])

    assert found.fates == {Fate.EVIDENCE: 2, Fate.DUPLICATE: 2}


def test_a_design_chat_is_evidence_of_its_project():
    found = read(CASES / "parts", type_of=type_of)

    assert [(r.content, origin(r).role) for r in found.evidence if r.scope == "project:Courtyard"] == [
        ("A poster for the courtyard opening, two colours.", "user"),
        ("Here is a first draft in green and cream.", "assistant"),
    ]


# Memories -------------------------------------------------------------------------------------------------------------


def test_prose_is_taken_apart_by_section_and_sentence():
    found = read(CASES / "parts", type_of=type_of)
    told = [(r.content, r.type, r.tags) for r in found.memories if r.scope == "user:me"]

    assert told == [
        ("Dates as 3 March 2026", "preference", ("preferences",)),
        ("Preferences: metric units", "preference", ("preferences",)),
        ("Irena runs the digital archive of a city museum in Plzeň.", "fact", ("work context",)),
        ("Irena looks after storage, backups and the public catalogue.", "fact", ("work context",)),
        ("Irena's team uses PostgreSQL and Ansible.", "fact", ("work context",)),
        (
            "Irena lives with her partner Tomáš and two greyhounds. They walk in the Brdy hills most weekends.",
            "fact",
            ("personal context",),
        ),
        ("Irena is migrating the catalogue to new hardware.", "task", ("top of mind",)),
        ("The cutover is planned for 14 November 2026.", "task", ("top of mind",)),
        (
            "Irena worked through a failed restore test. This led to a written recovery plan.",
            "fact",
            ("recent months",),
        ),
        ("Irena studied library science in Brno.", "fact", ("earlier context",)),
        ("Answer in British English", "preference", ("other instructions",)),
        ("no bullet lists in letters", "preference", ("other instructions",)),
    ]
    assert {r.created_at for r in found.memories if r.scope == "user:me"} == {None}


def test_the_prose_of_projects_is_in_their_scopes():
    found = read(CASES / "parts", type_of=type_of)
    told = {(r.scope, r.content, r.type) for r in found.memories if "project_memories" in str(origin(r).path)}

    assert told == {
        (
            "project:Atlas",
            "The Atlas project scans the museum's 4,000 maps. It is funded until June 2027.",
            "fact",
        ),
        ("project:Atlas", "Scans are checked against the paper catalogue before they are published.", "skill"),
        (
            "project:7c2e9b54-1d3f-4a68-b0c1-9e8d7f6a5b02",
            "The planting plan for the courtyard is being redrawn.",
            "task",
        ),
    }
    assert any("under their ids" in note for note in found.notes)


@pytest.mark.parametrize(
    ("value", "scopes"),
    [
        ("The press needs oil.", {"project:Print%20shop"}),
        ({"p-1": "The press needs oil.", "p-9": "The roof leaks."}, {"project:Print%20shop", "project:p-9"}),
        ({"p-1": {"memory": "The press needs oil.", "updated_at": "2026-09-01T00:00:00Z"}}, {"project:Print%20shop"}),
        ([{"project_uuid": "p-1", "content": "The press needs oil."}], {"project:Print%20shop"}),
        (["The press needs oil."], {"project:Print%20shop"}),
        (None, set()),
    ],
)
def test_project_memories_in_every_form(export, value, scopes):
    project = {"uuid": "p-1", "name": "Print shop", "description": "", "prompt_template": "", "docs": []}
    found = export(memories=kept("", project_memories=value), projects=[project])

    assert {r.scope for r in found.memories} == scopes


def test_project_memories_as_one_text_without_projects_are_still_a_projects(export):
    found = export(memories=kept("", project_memories="The press needs oil."))

    assert [(r.content, r.scope) for r in found.memories] == [("The press needs oil.", "project:unnamed")]


def test_memory_files_have_the_time_of_their_last_change(export):
    files = [
        {"path": "/memories/food_preferences.md", "content": "- no chilli\n- Likes oolong tea", "updated_at": "2026-09-01T08:00:00Z"},
        {"path": "work.md", "content": "Ann runs a bakery. She has two ovens.", "updated_at": "bad"},
        {"path": "empty.md", "content": None, "updated_at": None},
        7,
    ]  # fmt: skip
    found = export(memories=kept("", memory_files=files))

    assert [(r.content, r.type, r.created_at, r.updated_at) for r in found.memories] == [
        ("food preferences: no chilli", "preference", None, datetime(2026, 9, 1, 8, tzinfo=UTC)),
        ("Likes oolong tea", "preference", None, datetime(2026, 9, 1, 8, tzinfo=UTC)),
        ("Ann runs a bakery.", "fact", None, None),
        ("Ann has two ovens.", "fact", None, None),
    ]
    assert found.fates == {Fate.MEMORY: 4, Fate.EMPTY: 1, Fate.REJECTED: 1}


def test_a_memory_file_of_a_project_is_in_its_scope(export):
    project = {"uuid": "p-1", "name": "Print shop", "description": "", "prompt_template": "", "docs": []}
    files = [
        {"path": "/memories/projects/p-1/notes.md", "content": "The press needs oil.", "updated_at": None},
        {"path": "projects/p-9/notes.md", "content": "The roof leaks.", "updated_at": None},
        {"path": "projects/ideas.md", "content": "Ann wants a kiln.", "updated_at": None},
    ]
    found = export(memories=kept("", memory_files=files), projects=[project])

    assert [r.scope for r in found.memories] == ["project:Print%20shop", "project:p-9", "user:me"]


def test_a_rewritten_memory_adds_only_its_new_sentences(export):
    prose = "**Work context**\n\nAnn runs a bakery in Lille. She has two ovens. She opens at six.\n\n**Top of mind**\n\nAnn is looking for an apprentice.\n"
    rewritten = "**Work context**\n\nAnn runs a bakery in Lille. She opens at six. She sells to three cafés.\n\n**Top of mind**\n\nAnn found an apprentice."
    old, new = export("old", memories=kept(prose)), export("new", memories=kept(rewritten))

    added = {r.id for r in new.memories} - {r.id for r in old.memories}
    assert [r.content for r in new.memories if r.id in added] == [
        "Ann sells to three cafés.",
        "Ann found an apprentice.",
    ]
    assert len(new.memories) == 4


def test_a_sentence_that_now_begins_with_the_name_is_the_same_memory(export):
    one = export("one", memories=kept("## Work\n\nAnn runs a bakery. She has two ovens."))
    two = export("two", memories=kept("## Work\n\nAnn has two ovens. She runs a bakery."))

    assert {r.id for r in one.memories} == {r.id for r in two.memories}


def test_the_same_sentence_in_prose_and_file_is_one_memory(export):
    file = {"path": "work.md", "content": "Ann runs a bakery.", "updated_at": "2026-09-01T08:00:00Z"}
    found = export(memories=kept("## Work\n\nAnn runs a bakery.", memory_files=[file]))

    assert found.fates == {Fate.MEMORY: 1, Fate.DUPLICATE: 1}


def test_two_accounts_are_kept_apart(export):
    mine = kept("## Work\n\nAnn runs a bakery.")
    found = export(memories__a=mine, memories__b=[{**mine[0], "account_uuid": "another"}])

    assert [origin(r).account for r in found.memories] == [ACCOUNT, "another"]


def test_account_data_is_never_a_memory(export):
    user = {
        "uuid": ACCOUNT,
        "full_name": "Ann Vermeer",
        "email_address": "ann@example.org",
        "verified_phone_number": "+32 470 00 00 00",
    }
    found = export(users=[user], conversations=[conversation(message(1))])

    assert found.fates == {Fate.EVIDENCE: 1, Fate.STRUCTURE: 1}
    assert "ann@example.org" not in json.dumps([r.to_json() for r in found.records()])
    assert export("only", users=[user]).memories == []


# Projects -------------------------------------------------------------------------------------------------------------


def test_instructions_are_preferences_of_the_project_one_by_one(export):
    prompt = (
        "You help with a cookbook. Always use grams. Never suggest offal.\n\n"
        "## Style\n- Short sentences\n- no exclamation marks\n\n1. Read the draft\n2. Mark doubtful quantities\n\n"
        "Example:\n```\nFlour 500 g\nWater 320 g\n```\n<!-- internal -->\n"
    )
    project = {"uuid": "p-1", "name": "菜谱", "description": "家常菜", "prompt_template": prompt, "docs": [], "updated_at": "2026-04-05T06:07:08Z"}  # fmt: skip
    found = export(projects__x=project)

    told = [r.content for r in found.memories if r.type == "preference"]
    assert told[:5] == [
        "You help with a cookbook.",
        "Always use grams.",
        "Never suggest offal.",
        "Style: Short sentences",
        "Style: no exclamation marks",
    ]
    assert any("Flour 500 g\nWater 320 g" in text for text in told)
    assert [r.content for r in found.memories if r.type == "fact"] == ["菜谱：家常菜"]
    assert {r.scope for r in found.memories} == {"project:菜谱"}
    assert {r.updated_at for r in found.memories} == {datetime(2026, 4, 5, 6, 7, 8, tzinfo=UTC)}
    assert found.fates[Fate.STRUCTURE] == 1


def test_documents_of_a_project_are_evidence_and_the_example_project_is_not(export):
    doc = {"uuid": "d-1", "filename": "terms.md", "content": "Proof: to let dough rise.", "created_at": "2026-03-04T05:06:07Z"}  # fmt: skip
    project: dict[str, Any] = {
        "uuid": "p-1",
        "name": "Bread",
        "description": "",
        "prompt_template": "",
        "docs": [doc, {"uuid": "d-2"}, 3],
    }
    starter = {**project, "uuid": "p-2", "is_starter_project": True, "docs": [doc], "prompt_template": "Try me"}
    found = export(projects=[project, starter])

    assert [(r.content, r.scope, origin(r).role, r.created_at) for r in found.records()] == [
        (
            "terms.md\n\nProof: to let dough rise.",
            "project:Bread",
            "document",
            datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC),
        )
    ]
    assert found.fates == {Fate.EVIDENCE: 1, Fate.EMPTY: 1, Fate.REJECTED: 1, Fate.STRUCTURE: 3}


def test_a_project_without_a_name_keeps_its_instructions_under_its_id(export):
    project: dict[str, Any] = {
        "uuid": "p-1",
        "name": None,
        "description": "",
        "prompt_template": "Use grams.",
        "docs": [],
    }

    assert [r.scope for r in export(projects=[project]).memories] == ["project:p-1"]


# Newer and larger -----------------------------------------------------------------------------------------------------


def test_a_newer_export_adds_what_is_new_and_wins_over_the_older_one(tmp_path, export):
    old = [conversation(message(1), message(2))]
    new = copy.deepcopy(old)
    new[0]["chat_messages"].append(message(3, "one more"))
    new[0]["chat_messages"][1]["content"][0]["text"] = "hello, again"
    before = export("data-2026-05-01-00-00-00-batch-0000", conversations=old)
    after = export("data-2026-06-01-00-00-00-batch-0000", conversations=new)

    assert [r.content for r in after.records() if r.id not in {r.id for r in before.records()}] == ["one more"]
    both = read(tmp_path, type_of=type_of)
    check(both)
    assert [r.content for r in both.evidence] == ["hello", "hello, again", "one more"]
    assert both.fates == {Fate.EVIDENCE: 3, Fate.DUPLICATE: 2}


@pytest.mark.parametrize("broken_at", [0.3, 0.6, 0.9])
def test_a_cut_file_gives_what_it_has_and_says_that_it_is_cut(export, broken_at):
    whole = json.dumps([conversation(*(message(i) for i in range(1, 9)), number=n) for n in range(6)])
    found = export(conversations=whole[: int(len(whole) * broken_at)])

    assert found.tools == ["claude_ai"]
    assert 8 * int(6 * broken_at) <= len({r.id for r in found.evidence}) or found.fates[Fate.DUPLICATE]
    assert found.fates[Fate.REJECTED] >= 1


def test_a_conversation_too_large_to_be_held_is_read_message_by_message(tmp_path):
    path = tmp_path / "conversations.json"
    block = "words of a long talk " * 2000
    with path.open("w") as file:
        file.write('[{"uuid": "c-1", "name": "Long", "account": {"uuid": "a"}, "chat_messages": [')
        for number in range(600):
            turn = {"uuid": f"m-{number}", "sender": "human", "text": f"{number} {block}", "created_at": "2026-05-01T10:00:00Z"}  # fmt: skip
            file.write((", " if number else "") + json.dumps(turn))
        file.write('], "summary": "A long talk."}, ' + json.dumps(conversation(message(1), number=2)) + "]")
    size = path.stat().st_size
    assert size > 24_000_000

    tracemalloc.start()
    found = read_all(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert found == {Fate.EVIDENCE: 602}
    assert peak < size


def read_all(path: Path) -> Counter[Fate]:
    """Counts the fates of a source without keeping its rows."""
    source = Source(path, RescueOptions())
    counts: Counter[Fate] = Counter()
    for reading in source.readings():
        counts[reading.fate] += reading.weight
    assert sum(counts.values()) == sum(source.found.seen.values())
    return counts


def test_progress_is_told_up_to_the_end(tmp_path):
    told = []
    read(CASES / "parts", progress=lambda done, total: told.append((done, total)))

    assert told
    assert all(0 <= done <= total for done, total in told)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
