"""ChatGPT's export: what lives, what was forgotten, what was said, and what is none of it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.formats.tools.chatgpt_talks import (
    DAY,
    HOUR,
    NOON,
    assistant,
    bio,
    branch,
    done,
    instructed,
    listed,
    message,
    talk,
    text,
    user,
)
from tests.formats.tools.harness import Read, check, read

from satchel import Memory
from satchel.formats.contract import Fate
from satchel.service.wording import type_of


@pytest.fixture
def export(tmp_path):
    """Reads conversations as a loose file."""

    def read_it(*talks: Any, name: str = "conversations.json", whole: Any = None, **options: Any) -> Read:
        path = tmp_path / name
        path.write_text(json.dumps(whole if whole is not None else list(talks)), encoding="utf-8")
        found = read(path, **{"type_of": type_of, **options})
        check(found)
        assert found.tools == ["chatgpt"]
        return found

    return read_it


def contents(found: Read) -> list[str]:
    return [record.content for record in found.memories]


def said(found: Read) -> list[str]:
    return [record.content for record in found.evidence]


def reasons(found: Read, *fates: Fate) -> list[str]:
    return [reading.reason for reading in found.readings if reading.fate in fates]


# ------------------------------------------------------------------------------------------------- memories are written


def test_a_call_of_the_memory_tool_gives_single_memories_with_its_time_and_the_turn_it_came_from(export):
    found = export(
        talk(
            user("I moved to Porto and I keep two goats. Remember that."),
            bio("User lives in Porto.\nUser keeps two goats."),
            done(),
            assistant("I will."),
        )
    )

    assert contents(found) == ["User lives in Porto.", "User keeps two goats."]
    for memory in found.memories:
        assert memory.created_at is not None
        assert memory.created_at.timestamp() == NOON + 120
        assert memory.derived_from == (found.evidence[0].id,)
        assert memory.origin is not None
        assert memory.origin.id == "c1-m2"
    assert said(found) == ["I moved to Porto and I keep two goats. Remember that.", "I will."]


def test_what_a_memory_says_tells_its_type(export):
    found = export(talk(bio("User prefers metric units.\nUser lives in Porto.")))

    assert [memory.type for memory in found.memories] == ["preference", "fact"]


@pytest.mark.parametrize("recipient", ["bio", "bio.update", "Bio", " bio "])
@pytest.mark.parametrize(
    "words",
    [
        "User lives in Porto.\nUser keeps goats.",
        '{"content": "User lives in Porto.\\nUser keeps goats."}',
        '["User lives in Porto.", "User keeps goats."]',
        '{"memories": [{"text": "User lives in Porto."}, {"text": "User keeps goats."}]}',
        'update("User lives in Porto.", "User keeps goats.")',
        "- User lives in Porto.\n- User keeps goats.",
        "1. [2025-05-02]. User lives in Porto.\n2. [2025-05-02]. User keeps goats.",
        "```\nUser lives in Porto.\nUser keeps goats.\n```",
        "User lives in Porto.\r\n\r\nUser keeps goats.",
    ],
)
def test_calls_come_as_text_typed_code_or_json(export, recipient, words):
    code = message("assistant", {"content_type": "code", "language": "json", "text": words}, recipient=recipient)

    assert contents(export(talk(bio(words, recipient=recipient)))) == ["User lives in Porto.", "User keeps goats."]
    assert contents(export(talk(code))) == ["User lives in Porto.", "User keeps goats."]


@pytest.mark.parametrize(
    ("words", "memories"),
    [
        (
            "User has three hobbies:\n- rowing\n- chess",
            ["User has three hobbies: rowing", "User has three hobbies: chess"],
        ),
        ("User writes a book called\nthe long way home.", ["User writes a book called the long way home."]),
        ("用户住在杭州。\n用户喜欢乌龙茶。", ["用户住在杭州。", "用户喜欢乌龙茶。"]),
        ("## Work\n- Nurse in Leeds\n- Night shifts", ["Work: Nurse in Leeds", "Work: Night shifts"]),
        ("User's tools:\n- editors:\n  - vim\n- shells", ["User's tools: editors: vim", "User's tools: shells"]),
    ],
)
def test_lines_keep_what_they_need_to_be_understood(export, words, memories):
    assert contents(export(talk(bio(words)))) == memories


def test_the_same_memory_written_twice_is_one_with_its_first_time(export):
    found = export(
        talk(bio("The user keeps goats"), id="late", at=NOON + DAY), talk(bio("User keeps goats."), id="early")
    )

    assert contents(found) == ["User keeps goats."]
    assert found.memories[0].created_at is not None
    assert found.memories[0].created_at.timestamp() == NOON + 60
    assert found.fates[Fate.DUPLICATE] == 1


def test_a_time_that_is_missing_stays_unknown(export):
    found = export(talk(user("Hello", at=0), bio("User keeps goats.", at=0), at=None))

    assert [record.created_at for record in found.records()] == [None, None]


# --------------------------------------------------------------------------------------- lists decide what is still alive


def test_what_the_newest_list_no_longer_holds_was_forgotten(export):
    found = export(
        talk(
            listed("1. [2025-10-09]. User keeps goats.\n\n2. [2025-10-10]. User speaks Greek."),
            id="c3",
            at=NOON + 2 * DAY,
        ),
        talk(bio("User lives in Porto.\nUser keeps goats."), id="c1"),
        talk(
            listed("1. [2025-10-09]. User lives in Porto.\n2. [2025-10-09]. User keeps goats."), id="c2", at=NOON + DAY
        ),
    )

    assert sorted(contents(found)) == ["User keeps goats.", "User speaks Greek."]
    assert len(found.tombstones) == 1
    gone = found.tombstones[0]
    assert gone.id not in {memory.id for memory in found.memories}
    assert gone.deleted_at is None  # it was forgotten some time before the list was made
    assert not any("Porto" in record.content for record in found.records())


def test_a_call_of_which_nothing_lives_says_when_that_was_seen(export):
    found = export(
        talk(bio("User lives in Porto.")),
        talk(listed("1. [2025-10-01]. User rows."), id="c2", at=NOON + DAY),
    )

    (row,) = [reading for reading in found.readings if reading.tombstones]
    assert row.fate is Fate.REJECTED
    assert "forgotten" in row.reason
    assert "2025-10-10" in row.reason
    assert row.raw is None  # what was forgotten must not come back as a row to be repaired


def test_what_is_written_after_the_newest_list_is_alive(export):
    found = export(
        talk(listed("1. [2025-10-01]. User rows."), user("Hi"), bio("User lives in Porto."), id="c1"),
        talk(bio("User keeps goats."), id="c2", at=NOON + DAY),
    )

    assert sorted(contents(found)) == ["User keeps goats.", "User lives in Porto.", "User rows."]
    assert not found.tombstones


@pytest.mark.parametrize("nothing", ["", "  \n", "None", None, [], "# Model Set Context\n"])
def test_an_empty_list_proves_nothing(export, nothing):
    found = export(talk(bio("User lives in Porto.")), talk(listed(nothing), id="c2", at=NOON + DAY))

    assert contents(found) == ["User lives in Porto."]
    assert not found.tombstones


def test_an_entry_that_no_call_explains_has_the_date_of_the_list(export):
    found = export(talk(listed("1. [2025-05-02]. User likes figs.\n2. [date unknown]. User rows.")))

    figs, rows = found.memories
    assert (str(figs.created_at), rows.created_at) == ("2025-05-02 00:00:00+00:00", None)
    assert figs.origin is not None
    assert figs.origin.time is not None
    assert (figs.origin.time.precision, figs.origin.time.raw) == ("day", "2025-05-02")


def test_an_entry_that_a_call_explains_keeps_the_exact_time_of_the_call(export):
    found = export(
        talk(bio("User likes figs.")),
        talk(listed("# Model Set Context\n\n1. [2025-10-09]. The user likes figs"), id="c2", at=NOON + DAY),
    )

    (memory,) = found.memories
    assert memory.created_at is not None
    assert memory.created_at.timestamp() == NOON + 60


def test_a_list_without_a_time_has_the_place_of_its_conversation(export):
    found = export(
        talk(bio("User lives in Porto.", at=NOON)),
        talk(listed("1. [2025-10-01]. User rows.", at=0), user("Hi"), id="c2", at=NOON + DAY),
    )

    assert contents(found) == ["User rows."]
    assert len(found.tombstones) == 1


def test_a_list_of_numbered_lists_is_read_by_its_dates(export):
    found = export(
        talk(
            listed(
                "1. [2025-05-02]. User's morning:\n1. tea\n2. a run\n2. [2025-05-03]. User rows.\n3. [2025-05-04]. 用户住在杭州。"
            )
        )
    )

    assert contents(found) == ["User's morning: tea", "User's morning: a run", "User rows.", "用户住在杭州。"]


def test_a_list_may_hold_as_one_what_was_written_as_two(export):
    found = export(
        talk(bio("User lives in Porto.\nUser’s dog is called Rex.\nUser rows.")),
        talk(listed("1. [2025-10-09]. The user lives in Porto. User's dog is called Rex."), id="c2", at=NOON + DAY),
    )

    assert contents(found) == ["User lives in Porto.", "User’s dog is called Rex."]
    assert len(found.tombstones) == 1


def test_prose_in_the_place_of_a_list_forgets_nothing_that_it_does_not_name(export):
    prose = "The user is a sailor who asked about knots and weather."
    found = export(talk(bio("User lives in Porto.")), talk(listed(prose), id="c2", at=NOON + DAY))
    told = export(talk(bio("User lives in Porto.\nUser rows.")), talk(listed("User rows."), id="c2", at=NOON + DAY))

    assert contents(found) == ["User lives in Porto.", prose]
    assert contents(told) == ["User rows."]


def test_what_is_written_again_after_it_was_forgotten_lives_again(export, tmp_path):
    first = [talk(bio("User rows.\nUser lives in Porto."), id="c1")]
    then = [*first, talk(listed("1. [2025-10-09]. User rows."), id="c2", at=NOON + DAY)]
    last = [*then, talk(bio("User lives in Porto."), id="c3", at=NOON + 2 * DAY)]

    assert export(*then).tombstones
    (back,) = [memory for memory in export(*last).memories if "Porto" in memory.content]
    assert back.created_at is not None
    assert back.created_at.timestamp() == NOON + 2 * DAY + 60

    with Memory("memory:") as store:
        for talks, alive in ((first, True), (then, False), (last, True), (then, True), (first, True)):
            path = tmp_path / "conversations.json"
            path.write_text(json.dumps(talks))
            store.import_(path)
            assert any("Porto" in hit.content for hit in store.list(types=["fact"])) is alive


# ----------------------------------------------------------------------------------------------------- asked to forget


def test_a_request_to_forget_is_no_memory_and_is_followed(export):
    found = export(
        talk(
            bio("User lives in Porto.\nUser keeps goats."),
            user("Forget where I live"),
            bio("Forget that the user lives in Porto."),
        )
    )

    assert contents(found) == ["User keeps goats."]
    (gone,) = found.tombstones
    assert gone.deleted_at is not None
    assert gone.deleted_at.timestamp() == NOON + 180


@pytest.mark.parametrize(
    "request_",
    [
        "Forget everything.",
        "Forget all stored memories and directives about the user and their projects, including: goats, Porto.",
        "Delete all memories",
        "Please remove all saved memories about the user.",
        "忘记所有关于用户的信息",
        "请清空所有记忆",
    ],
)
def test_a_request_to_forget_all_leaves_what_was_written_later(export, request_):
    found = export(talk(bio("User lives in Porto.\nUser keeps goats."), bio(request_), bio("User rows.")))

    assert contents(found) == ["User rows."]
    assert len(found.tombstones) == 2


@pytest.mark.parametrize(
    ("memory", "request_"),
    [
        ("User's card number is 4111 1111 1111 1111.", "Forget about the user's card number."),
        ("User loves fast yellow cars.", "Forget: my love for fast cars"),
        ("User is allergic to nuts.", "The user asked me to forget their nut allergy."),
        ("User is allergic to nuts.", "Remove the memory that the user is allergic to nuts."),
        ("用户住在杭州。", "忘记用户住在杭州"),
        ("用户对花生过敏。", "删除关于花生过敏的记忆"),
        ("User lives in Porto.", '{"action": "forget", "content": "User lives in Porto"}'),
    ],
)
def test_requests_come_in_many_words(export, memory, request_):
    found = export(talk(bio(f"{memory}\nUser rows."), bio(request_)))

    assert contents(found) == ["User rows."]
    assert len(found.tombstones) == 1


@pytest.mark.parametrize(
    "memory",
    [
        "User wants to forget his ex.",
        "User tends to forget names.",
        "Remove trailing blanks when editing the user's code.",
        "User is writing a novel called Forget Me Not.",
        "User deleted the staging database by accident in May.",
        "User asked how to delete a branch.",
    ],
)
def test_what_only_speaks_of_forgetting_is_a_memory(export, memory):
    assert contents(export(talk(bio("User rows."), bio(memory)))) == ["User rows.", memory]


def test_a_request_that_names_nothing_known_forgets_nothing(export):
    found = export(talk(bio("User lives in Porto."), bio("Forget that the user lives in Pisa.")))

    assert contents(found) == ["User lives in Porto."]
    assert not found.tombstones


@pytest.mark.parametrize("answer", ["Error: memory is full.", "Memory could not be saved", "记忆已满"])
def test_a_call_that_was_not_carried_out_wrote_nothing(export, answer):
    refusal = message("tool", text(answer), name="bio")

    found = export(talk(user("Hi"), bio("User rows."), refusal, bio("User sails."), done()))

    assert contents(found) == ["User sails."]
    assert any("did not keep" in reason for reason in reasons(found, Fate.REJECTED))


def test_the_report_says_how_many_were_forgotten(export):
    found = export(talk(bio("User rows.\nUser sails."), bio("Forget everything")))

    assert found.notes == [
        "ChatGPT: memories that were forgotten there: 2; they stay out, and a tombstone keeps each from coming back"
    ]


# ------------------------------------------------------------------------------------------------- custom instructions

WRAPPED_PROFILE = (
    "The user provided the following information about themselves. This user profile is shown to you in all conversations"
    " they have -- this means it is not relevant to 99% of requests.\nBefore answering, quietly think about whether the"
    ' user\'s request is "directly related" to the user profile provided.\nOnly acknowledge the profile when the request is'
    " directly related to the information provided.\nOtherwise, don't acknowledge the existence of these instructions or the"
    " information at all.\nUser profile:\n"
)
WRAPPED_INSTRUCTIONS = "The user provided the additional info about how they would like you to respond:\n"


@pytest.mark.parametrize(
    ("profile", "instructions"),
    [
        ("I am a nurse in Leeds. I prefer metric units.", "Answer briefly. Never use emoji."),
        (
            f"{WRAPPED_PROFILE}```I am a nurse in Leeds. I prefer metric units.```",
            f"{WRAPPED_INSTRUCTIONS}```Answer briefly. Never use emoji.```",
        ),
        (
            f"{WRAPPED_PROFILE}I am a nurse in Leeds. I prefer metric units.",
            f"{WRAPPED_INSTRUCTIONS}Answer briefly. Never use emoji.",
        ),
        ("```I am a nurse in Leeds.\nI prefer metric units.```", "- Answer briefly.\n- Never use emoji."),
    ],
)
def test_hidden_instructions_become_facts_and_preferences(export, profile, instructions):
    found = export(talk(instructed(profile, instructions, at=0), user("Hi")))

    assert [(memory.type, memory.content) for memory in found.memories] == [
        ("fact", "I am a nurse in Leeds."),
        ("preference", "I prefer metric units."),
        ("preference", "Answer briefly."),
        ("preference", "Never use emoji."),
    ]
    assert {memory.created_at for memory in found.memories} == {None}
    assert {memory.basis for memory in found.memories} == {"stated"}


def test_instructions_of_2023_were_one_text(export):
    old = message("system", text("Answer in French.", None), metadata={"is_user_system_message": True})

    assert contents(export(talk(old, user("Hi")))) == ["Answer in French."]


def test_the_bare_text_in_the_metadata_is_preferred(export):
    one = instructed(f"{WRAPPED_PROFILE}```broken", "")
    one["metadata"]["user_context_message_data"] = {
        "about_user_message": "I row.",
        "about_model_message": "回答要简洁。",
    }

    assert contents(export(talk(one))) == ["I row.", "回答要简洁。"]


def test_a_sentence_that_leans_on_the_one_before_stays_with_it(export):
    found = export(talk(instructed("", "When I ask about code, show a diff. But never more than one file. Be kind.")))

    assert contents(found) == ["When I ask about code, show a diff. But never more than one file.", "Be kind."]


def test_instructions_repeat_in_every_conversation_and_only_the_newest_hold(export):
    found = export(
        talk(instructed("I am a nurse.", "Be brief. Use emoji.", at=0), user("b"), id="b", at=NOON + DAY),
        talk(instructed("I am a nurse.", "Be brief. Never use emoji.", at=0), user("c"), id="c", at=NOON + 2 * DAY),
        talk(instructed("I am a nurse.", "Be brief. Use emoji.", at=0), user("a"), id="a"),
        talk(instructed("", "", at=0), user("d"), id="d", at=NOON + 3 * DAY),
    )

    assert sorted(contents(found)) == ["Be brief.", "I am a nurse.", "Never use emoji."]
    (changed,) = found.tombstones
    assert changed.reason == "superseded"


# ------------------------------------------------------------------------------------------------ what is not to be taken


@pytest.mark.parametrize("flag", ["is_do_not_remember", "is_temporary_chat"])
def test_nothing_comes_from_a_conversation_that_is_not_to_be_remembered(export, flag):
    private = talk(
        user("I am ill"),
        bio("User is ill."),
        listed("1. [2025-10-09]. User is ill."),
        instructed("I am ill."),
        id="c1",
        **{flag: True},
    )
    found = export(private, talk(bio("User rows."), id="c2"))

    assert contents(found) == ["User rows."]
    assert not found.tombstones
    assert not any("ill" in str(record.to_json()) for record in found.records())
    (row,) = [reading for reading in found.readings if "remembered" in reading.reason]
    assert (row.weight, row.raw) == (5, None)


def test_only_the_current_branch_counts_and_the_others_are_counted(export):
    found = export(
        branch(
            talk(user("How is the tea?"), assistant("Warm.")),
            "c1-m1",
            assistant("Cold."),
            bio("User drinks cold tea."),
        )
    )

    assert said(found) == ["How is the tea?", "Warm."]
    assert not found.memories
    (row,) = [reading for reading in found.readings if "branch" in reading.reason]
    assert row.weight == 2


@pytest.mark.parametrize("current", [None, "nowhere", 7, []])
def test_without_a_current_node_the_latest_leaf_counts(export, current):
    one = branch(talk(user("Tea?"), assistant("Warm.", at=NOON + HOUR)), "c1-m1", assistant("Cold.", at=NOON + 90))
    one["current_node"] = current

    assert said(export(one)) == ["Tea?", "Warm."]


def test_a_node_whose_parent_is_lost_is_found_by_its_parents_list(export):
    one = talk(user("One"), assistant("Two"), user("Three"))
    one["mapping"]["c1-m2"]["parent"] = None
    one["mapping"]["c1-m3"]["parent"] = "lost"

    assert said(export(one)) == ["One", "Two", "Three"]


def test_a_missing_node_costs_that_node_alone(export):
    one = talk(user("One"), assistant("Two"), user("Three"))
    del one["mapping"]["c1-m2"]

    assert said(export(one)) == ["One", "Three"]


def test_a_circle_of_nodes_ends(export):
    one = talk(user("One"), assistant("Two"))
    one["mapping"]["root"]["parent"] = "c1-m2"

    assert sorted(said(export(one))) == ["One", "Two"]


def test_a_conversation_that_is_there_twice_is_read_once_and_what_its_longer_copy_adds_is_kept(export):
    short, long = (
        talk(user("Tea?"), bio("User drinks tea.")),
        talk(user("Tea?"), bio("User drinks tea."), assistant("Yes.")),
    )

    found = export(short, long)

    assert said(found) == ["Tea?", "Yes."]
    assert contents(found) == ["User drinks tea."]
    assert found.fates[Fate.DUPLICATE] == 2


def test_ids_that_two_conversations_share_keep_them_apart(export):
    one, other = talk(user("Tea?", id="m"), id="c1"), talk(user("Coffee?", id="m"), id="c2")
    for nameless in (one, other):
        del nameless["conversation_id"], nameless["id"]
    other["create_time"] = NOON + DAY

    assert said(export(one, other)) == ["Tea?", "Coffee?"]


def test_an_entry_without_its_messages_is_told(export):
    found = export({"title": "Lost", "conversation_id": "x", "id": "x"}, talk(user("Hi")), None, "text", 3, [])

    assert said(found) == ["Hi"]
    assert found.fates[Fate.REJECTED] == 5
    assert "no `mapping`" in next(reading.reason for reading in found.readings if reading.position == "[0]")


def test_the_memory_of_a_project_that_keeps_to_itself_is_the_projects(export):
    apart: Any = {"gizmo_id": "g-p-68aa", "memory_scope": "project_enabled"}
    found = export(
        talk(user("Hi"), bio("User builds a boat."), id="c1", **apart),
        talk(listed("1. [2025-10-09]. User rows."), id="c2", at=NOON + DAY),
        talk(
            user("Hi"),
            bio("User sails."),
            id="c3",
            at=NOON + 2 * DAY,
            gizmo_id="g-p-68aa",
            memory_scope="global_enabled",
        ),
    )

    assert {memory.content: memory.scope for memory in found.memories} == {
        "User builds a boat.": "project:g-p-68aa",
        "User rows.": "user:me",
        "User sails.": "user:me",
    }
    assert not found.tombstones


# ------------------------------------------------------------------------------------------------ what each message is


def test_a_turn_is_archived_evidence_with_its_conversation(export):
    found = export(
        talk(user("Tea?"), assistant("Warm.", metadata={"model_slug": "gpt-5"}), title="Tea time", is_archived=True)
    )

    question, answer = found.evidence
    assert (question.type, question.state, question.created_at.timestamp()) == ("interaction", "archived", NOON + 60)
    assert (question.origin.role, answer.origin.role) == ("user", "assistant")
    assert question.origin.extra == {"conversation": "Tea time", "conversation_id": "c1", "is_archived": True}
    assert answer.origin.extra == {"conversation": "Tea time", "conversation_id": "c1", "model": "gpt-5"}


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Rowing is fun.\ue200cite\ue202turn0search1\ue202turn0news3\ue201 Truly.", "Rowing is fun. Truly."),
        ("It is so【4†source】.", "It is so."),
        ("Here: ![a boat](sediment://file_0000abcd)", "Here: a boat"),
        ("See [the table](sandbox:/mnt/data/table.csv).", "See the table."),
        ("Look file-service://file-abc123 there", "Look there"),
        ("Your report: {{file:file-Ab12}}", "Your report:"),
        ("Read [the docs](https://example.org/a).", "Read [the docs](https://example.org/a)."),
    ],
)
def test_marks_of_citations_and_files_are_taken_off(export, written, shown):
    assert said(export(talk(assistant(written)))) == [shown]


@pytest.mark.parametrize(
    ("one", "fate"),
    [
        (
            message("assistant", {"content_type": "code", "language": "python", "text": "1+1"}, recipient="python"),
            Fate.LOG,
        ),
        (message("tool", {"content_type": "execution_output", "text": "2"}, name="python"), Fate.LOG),
        (message("assistant", {"content_type": "thoughts", "thoughts": [{"content": "hm"}]}), Fate.LOG),
        (message("assistant", {"content_type": "reasoning_recap", "content": "Thought for 3s"}), Fate.LOG),
        (assistant("hm", channel="analysis"), Fate.LOG),
        (message("tool", {"content_type": "tether_quote", "text": "q", "url": "u", "domain": "d"}), Fate.LOG),
        (message("tool", {"content_type": "tether_browsing_display", "result": "r", "summary": "s"}), Fate.LOG),
        (message("tool", {"content_type": "sonic_webpage", "text": "page", "url": "u"}), Fate.LOG),
        (message("tool", {"content_type": "system_error", "name": "E", "text": "no"}), Fate.LOG),
        (message("system", text("")), Fate.EMPTY),
        (message("system", text("You are helpful.")), Fate.STRUCTURE),
        (user("secret context", metadata={"is_visually_hidden_from_conversation": True}), Fate.STRUCTURE),
        (user("", metadata={"is_visually_hidden_from_conversation": True}), Fate.EMPTY),
        (user("  \n "), Fate.EMPTY),
        (
            message(
                "user",
                text({"content_type": "image_asset_pointer", "asset_pointer": "sediment://f"}, kind="multimodal_text"),
            ),
            Fate.EMPTY,
        ),
        (done(), Fate.STRUCTURE),
        (message("user", 5), Fate.REJECTED),
        (message("user", None), Fate.EMPTY),
    ],
)
def test_what_is_no_turn_has_a_rule(export, one, fate):
    found = export(talk(user("Hi"), one))

    assert said(found) == ["Hi"]
    assert not found.memories
    (row,) = [reading for reading in found.readings if "c1-m2" in reading.position]
    assert row.fate is fate


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (
            message(
                "user",
                text(
                    {"content_type": "image_asset_pointer", "asset_pointer": "sediment://f"},
                    "What is it?",
                    kind="multimodal_text",
                ),
            ),
            "What is it?",
        ),
        (
            message(
                "user",
                text(
                    {"content_type": "audio_transcription", "text": "Good morning", "direction": "in"},
                    kind="multimodal_text",
                ),
            ),
            "Good morning",
        ),
        (message("user", "bare words"), "bare words"),
        (message("user", {"content_type": "text", "parts": "bare words"}), "bare words"),
        (message("user", text("One", "", "Two")), "One\nTwo"),
        (message("user", text("One", None, 3)), "One\n3"),
        (message("assistant", {"content_type": "code", "language": "json", "text": '{"a": 1}'}), '{"a": 1}'),
        (
            message(
                "assistant",
                {
                    "content_type": "code",
                    "text": json.dumps({"name": "Letter", "type": "document", "content": "Dear Ada,"}),
                },
                recipient="canmore.create_textdoc",
            ),
            "Letter\n\nDear Ada,",
        ),
    ],
)
def test_what_was_shown_is_a_turn(export, one, words):
    assert said(export(talk(one))) == [words]


def test_files_put_to_a_question_are_named_with_it(export):
    sent = {"attachments": [{"name": "plan.pdf", "id": "file-1", "size": 3}, {"id": "file-2"}, "x"]}

    (question,) = export(talk(user("Read this", metadata=sent))).evidence

    assert question.origin.extra["attachments"] == ["plan.pdf"]


def test_log_lines_come_on_request(export):
    call = message("assistant", {"content_type": "code", "text": "1+1"}, recipient="python")

    found = export(talk(user("Hi"), call), logs=True)

    (line,) = found.records(Fate.LOG)
    assert (line.content, line.tags, line.state) == ("1+1", ("log",), "archived")


def test_fields_that_nobody_knows_are_told_and_kept(export):
    found = export(talk(user("Hi", metadata={"new_thing": 1}, new_field=2), new_member="x"))

    assert set(found.unexplained["chatgpt"]) == {"metadata.new_thing", "message.new_field", "conversation.new_member"}
    assert {"new_thing", "new_field", "new_member"} <= found.evidence[0].origin.extra.keys()


JUNK: list[Any] = [None, [], {}, "x", -1, 1e308, float("nan"), [1, {}], False, [[[[[]]]]], {"a": {"b": []}}]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_a_value_of_another_kind_than_expected_costs_its_row_at_most(export, junk):
    talks = [talk(user("Stays"), id="good")]
    for place, path in enumerate(
        [
            ("title",),
            ("create_time",),
            ("mapping",),
            ("current_node",),
            ("conversation_id",),
            ("mapping", "m2"),
            ("mapping", "m2", "parent"),
            ("mapping", "m2", "children"),
            ("mapping", "m2", "message"),
            ("mapping", "m2", "message", "author"),
            ("mapping", "m2", "message", "author", "role"),
            ("mapping", "m2", "message", "create_time"),
            ("mapping", "m2", "message", "content"),
            ("mapping", "m2", "message", "content", "content_type"),
            ("mapping", "m2", "message", "content", "parts"),
            ("mapping", "m2", "message", "metadata"),
            ("mapping", "m2", "message", "recipient"),
        ]
    ):
        one = talk(user("First"), bio("User rows."), assistant("Last"), id=f"t{place}")
        at: Any = one
        for name in path[:-1]:
            at = at[f"t{place}-{name}" if name == "m2" else name]
        at[f"t{place}-m2" if path[-1] == "m2" else path[-1]] = junk
        talks.append(one)
    listing = [talk(listed(junk), instructed(junk, junk), id="lists"), junk]

    found = export(*talks, *listing)

    assert "Stays" in said(found)


@pytest.mark.parametrize(
    "odd",
    ["\x00\x01", "a\nb", "x" * 5000, "  ", "\u202eabc", "茶" * 400, "%/*, ", "../../etc"],
    ids="control break long blank direction wide reserved path".split(),
)
def test_odd_names_and_ids_break_nothing(export, tmp_path, odd):
    found = export(
        talk(user("Hi", id=odd), bio("User rows.", id=f"{odd}b"), id=odd, title=odd, is_archived=odd),
        talk(user("Hi"), bio("User sails."), id="c2", gizmo_id=f"g-p-{odd}", memory_scope="project_enabled"),
        talk(user("Hi", metadata={"attachments": [{"name": odd}], "model_slug": odd, odd: odd}), id="c3"),
    )

    assert len(found.records()) == 5
    with Memory("memory:") as store:
        assert store.import_(tmp_path / "conversations.json").to_json()["records"]["imported"] == 5


def test_what_is_nested_without_end_is_kept_as_far_as_a_record_can_hold_it(export, tmp_path):
    deep: Any = "end"
    for _ in range(60):
        deep = {"a": [deep]}

    export(talk(user("Hi", metadata={"deep": deep})))

    with Memory("memory:") as store:
        assert store.import_(tmp_path / "conversations.json").to_json()["records"]["imported"] == 1


# ------------------------------------------------------------------------------------------------------- forms of export

TALKS = [
    talk(user("Tea?"), bio("User drinks tea."), assistant("Yes."), id="c1"),
    talk(user("喝什么？"), bio("用户喜欢乌龙茶。"), id="c2", at=NOON + DAY),
]


def write_zip(path: Path, members: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name, content)


def forms(folder: Path) -> dict[str, Path]:
    whole, account = (
        json.dumps(TALKS),
        json.dumps({"id": "user-abc", "email": "ada@example.com", "phone_number": "+44 1632"}),
    )
    made = {
        name: folder / name
        for name in ("zip.zip", "folder", "any name (2).txt", "wrapped.json", "parts", "split", "lines.jsonl", "alone")
    }
    write_zip(made["zip.zip"], {"conversations.json": whole, "user.json": account, "chat.html": "<html>"})
    for name in ("folder", "parts", "split", "alone"):
        made[name].mkdir()
    (made["folder"] / "conversations.json").write_text(whole)
    (made["folder"] / "user.json").write_text(account)
    made["any name (2).txt"].write_text(json.dumps(TALKS, ensure_ascii=False, indent=1), encoding="utf-8")
    made["wrapped.json"].write_text(json.dumps({"version": 1, "conversations": TALKS}))
    for number, one in enumerate(TALKS):
        (made["parts"] / f"conversations-{number:03d}.json").write_text(json.dumps([one]))
        write_zip(made["split"] / f"export-{number}.zip", {f"conversations-{number:03d}.json": json.dumps([one])})
        (made["alone"] / f"{number}.json").write_text(json.dumps(one))
    made["lines.jsonl"].write_text("\n".join(json.dumps(one) for one in TALKS))
    return made


def test_every_form_of_an_export_gives_the_same_records(tmp_path):
    expected = None
    for name, path in forms(tmp_path).items():
        found = read(path)
        check(found)
        assert found.source.allotment.rest == (), name
        records = sorted((record.to_json() for record in found.records()), key=lambda record: str(record["id"]))
        expected = expected or records
        assert records == expected, name


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_an_export_that_another_program_saved_again_is_known(tmp_path, encoding):
    path = tmp_path / "saved.json"
    path.write_text(json.dumps(TALKS, ensure_ascii=False), encoding=encoding)

    found = read(path)
    check(found)

    assert found.tools == ["chatgpt"]
    assert sorted(contents(found)) == ["User drinks tea.", "用户喜欢乌龙茶。"]


def test_a_tree_that_starts_late_in_a_file_is_known(tmp_path):
    first = {
        "title": "Tea",
        "create_time": NOON,
        "moderation_results": [],
        "safe_urls": ["https://example.org/tea"] * 9000,
    }
    path = tmp_path / "late.json"
    path.write_text(json.dumps([{**first, **TALKS[0]}]))

    assert read(path).tools == ["chatgpt"]


def test_a_list_in_one_part_decides_about_another(tmp_path):
    for number, one in enumerate(
        [talk(bio("User rows.")), talk(listed("1. [2025-10-09]. User sails."), id="c2", at=NOON + DAY)]
    ):
        write_zip(tmp_path / f"export-{number}.zip", {f"conversations-{number:03d}.json": json.dumps([one])})

    found = read(tmp_path)

    assert contents(found) == ["User sails."]
    assert len(found.tombstones) == 1


def test_what_lies_beside_the_conversations_is_accounted_for_and_gives_nothing(tmp_path):
    others = {
        "user.json": '{"id": "user-abc", "email": "ada@example.com", "chatgpt_plus_user": true, "phone_number": "+44 1632 960001"}',
        "user_settings.json": "{}",
        "chat.html": "<html></html>",
        "message_feedback.json": '[{"id": "f", "conversation_id": "c1", "rating": "thumbs_up", "content": "{}"}]',
        "shared_conversations.json": '[{"id": "s", "conversation_id": "c1", "title": "Tea", "is_anonymous": true}]',
        "group_chats.json": '{"chats": []}',
        "model_comparisons.json": "[]",
        "shopping.json": "[]",
        "sora.json": "{}",
        "textdocs/6a.json": '{"id": "6a", "title": "Letter", "content": "Dear Ada"}',
        "dalle-generations/file-Ab12Cd34Ef-0b.webp": "RIFF",
        "user-abcdefghij0123456789/file_00000000a1b2-x.png": "PNG",
        "file-Ab12Cd34-notes.txt": "User likes figs.",
        "5e1f/audio/file_00000000c3.wav": "RIFF",
        "1b2c3d4e-0000-4000-8000-00000000000a.dat": "PNG",
        "conversation_asset_file_names.json": "{}",
        "export_manifest.json": '{"version": 1}',
        "library_files.json": "[]",
        "unknown.bin": "",
    }
    write_zip(tmp_path / "export.zip", {"conversations.json": json.dumps(TALKS), **others})

    found = read(tmp_path / "export.zip")
    check(found)

    assert {file.name for file in found.source.allotment.rest} <= {"export.zip!unknown.bin"}
    assert sorted(contents(found)) == ["User drinks tea.", "用户喜欢乌龙茶。"]
    assert "ada@example.com" not in str([record.to_json() for record in found.records()])
    fates = {reading.source.partition("!")[2]: reading.fate for reading in found.readings}
    assert all(fates[name] is Fate.STRUCTURE for name in others if name != "unknown.bin")


def test_a_folder_keeps_what_is_not_the_exports(tmp_path):
    (tmp_path / "conversations.json").write_text(json.dumps(TALKS))
    (tmp_path / "user.json").write_text('{"name": "ada", "theme": "dark"}')
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "notes.md").write_text("- Rowing on Sundays\n")
    (tmp_path / "memories.json").write_text('[{"note": "Ada rows"}]')
    (tmp_path / "file-list.txt").write_text("a\nb\n")

    found = read(tmp_path)
    check(found)

    assert {file.name for file in found.source.allotment.rest} == {
        "user.json",
        "assets/notes.md",
        "memories.json",
        "file-list.txt",
    }


@pytest.mark.parametrize(
    "near_miss",
    [
        [{"id": 1, "text": "User rows."}],
        {"mapping": {"a": "b"}, "title": "settings"},
        {"mapping": {"text": {"type": "keyword"}, "message": {"type": "text"}}, "parent": None},
        [{"uuid": "1", "name": "Tea", "chat_messages": [{"sender": "human", "text": "Hi", "content": []}]}],
        [{"conversation_id": "1", "messages": [{"role": "user", "content": "Hi"}]}],
        [{"title": "Tea", "messages": [{"author": {"role": "user"}, "content": "Hi"}], "id": "1"}],
        [{"id": "a", "content": "User rows.", "created_at": "2025-01-01"}],
        [],
        {},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["conversations.json", "memory.json"])
def test_a_file_of_another_kind_is_left_alone(tmp_path, near_miss, name):
    path = tmp_path / name
    path.write_text(json.dumps(near_miss))

    assert "chatgpt" not in read(path).tools


def test_a_file_of_saved_memories_is_read_when_it_shows_up(tmp_path):
    saved = [
        {
            "id": "s1",
            "content": "User rows.",
            "enabled": True,
            "created_at": "2025-03-01T10:00:00Z",
            "updated_at": "2025-03-02T10:00:00Z",
        },
        {"id": "s2", "content": "User smokes.", "enabled": False, "created_at": 1741000000, "updated_at": None},
        {"id": "s3", "enabled": True, "created_at": 1741000000},
        {"id": "s4", "content": "User drinks tea.", "enabled": True, "created_at": "2025-03-01"},
        "junk",
    ]
    write_zip(
        tmp_path / "export.zip",
        {"conversations.json": json.dumps(TALKS), "memory.json": json.dumps({"memories": saved})},
    )
    (tmp_path / "memory.json").write_text(json.dumps(saved))

    for path, written in ((tmp_path / "export.zip", {"用户喜欢乌龙茶。"}), (tmp_path / "memory.json", set[str]())):
        found = read(path)
        check(found)
        assert found.tools == ["chatgpt"]
        assert {memory.content: memory.state for memory in found.memories} == {
            **dict.fromkeys(written),
            "User rows.": None,
            "User smokes.": "superseded",
            "User drinks tea.": None,
        }
        assert found.fates[Fate.REJECTED] == 2


def test_a_later_export_adds_only_what_is_new(tmp_path):
    path = tmp_path / "2025-10-10.zip"
    write_zip(path, {"conversations.json": json.dumps(TALKS)})
    later = tmp_path / "2025-11-20.zip"
    write_zip(later, {"conversations.json": json.dumps([talk(user("New?"), id="c0", at=NOON + 5 * DAY), *TALKS])})

    with Memory("memory:") as store:
        first = store.import_(path).to_json()["records"]
        again = store.import_(path).to_json()["records"]
        more = store.import_(later).to_json()["records"]

    assert (first["imported"], again["imported"], more["imported"]) == (5, 0, 1)
    assert (again["unchanged"], more["unchanged"]) == (5, 5)


# ------------------------------------------------------------------------------------------------------- size and damage


@pytest.fixture
def _small_windows(monkeypatch):
    monkeypatch.setattr("satchel.formats.tabular.json_scan.WHOLE", 2000)
    monkeypatch.setattr("satchel.formats.tabular.json_text.FIRST_WINDOW", 64)
    monkeypatch.setattr("satchel.formats.tabular.textual._WHOLE", 0)
    monkeypatch.setattr("satchel.formats.tabular.textual._CHUNK", 64)
    monkeypatch.setattr("satchel.formats.chatgpt.conversations.LARGE", 2000)


@pytest.fixture
def _whole_windows():
    """As they are."""


def many(id: str, count: int = 30) -> dict[str, Any]:
    return talk(
        *(
            one
            for number in range(count)
            for one in (user(f"Question {number} 问题"), bio(f"User asked {number} times."))
        ),
        id=id,
    )


@pytest.mark.parametrize(
    "wrap", [list, lambda talks: {"conversations": talks}, lambda talks: talks[0]], ids=["list", "object", "alone"]
)
def test_a_conversation_too_large_to_be_held_gives_the_same(export, wrap, request):
    whole = wrap([many("big"), talk(user("Small"), id="small"), many("big2", 40)])
    held = export(whole=whole)

    request.getfixturevalue("_small_windows")
    streamed = export(whole=whole)

    assert [record.to_json() for record in streamed.records()] == [record.to_json() for record in held.records()]
    assert streamed.fates == held.fates


@pytest.mark.usefixtures("_small_windows")
def test_a_large_conversation_that_is_not_to_be_remembered_says_so_at_its_end(export):
    private = many("big", 100)
    private["is_do_not_remember"] = True
    assert list(private).index("is_do_not_remember") > list(private).index("mapping")

    found = export(talk(user("Hi")), private)

    assert said(found) == ["Hi"]
    assert not found.memories


@pytest.mark.parametrize("windows", ["_small_windows", "_whole_windows"])
@pytest.mark.parametrize(
    ("old", "new", "lost"),
    [
        ('"big-m7": {"id"', '"big-m7": {"id" "id"', 1),
        ('"parent": "big-m6"', '"parent": tru', 1),
        ('"moderation_results": []', '"moderation_results": [1.2.3]', 0),
        ('"title": "Talk big",', '"title": Talk big,', 0),
        ('"big-m7": {"id"', '"big-m7": {{{"id"', 30),
        ('"current_node": "big-m60"', '"current_node": "big-m60', 30),
    ],
)
def test_what_is_broken_in_a_conversation_costs_that_alone_or_the_conversation(
    tmp_path, request, windows, old, new, lost
):
    request.getfixturevalue(windows)
    path = tmp_path / "conversations.json"
    whole = json.dumps([talk(user("Before"), id="one"), many("big"), talk(user("Small"), id="small"), many("big2")])
    assert old in whole
    path.write_text(whole.replace(old, new, 1))

    found = read(path)
    check(found)

    assert {"Before", "Small"} <= set(said(found))
    assert len(found.evidence) >= 62 - lost
    assert found.fates[Fate.REJECTED] >= 1


@pytest.mark.parametrize("cut", [0.3, 0.5, 0.8])
def test_a_conversation_that_breaks_off_keeps_what_came_before(tmp_path, cut):
    path = tmp_path / "conversations.json"
    whole = json.dumps([talk(user("Before"), id="one"), many("big", 100)])
    path.write_text(whole[: int(len(whole) * cut)])

    found = read(path)
    check(found)

    assert len(found.evidence) >= int(100 * cut) - 3


@pytest.mark.usefixtures("_small_windows")
@pytest.mark.parametrize(
    "junk", [{"title": "x" * 3000}, {"mapping": ["x" * 3000]}, ["x" * 3000]], ids=["no tree", "list", "texts"]
)
def test_a_large_element_that_is_no_conversation_is_told(export, junk):
    found = export(talk(user("Hi")), junk, talk(user("Ho"), id="c2"))

    assert said(found) == ["Hi", "Ho"]
    assert found.fates[Fate.REJECTED] >= 1


def test_conversations_under_their_ids_are_read(export):
    assert said(export(whole={"conversations": {"c1": talk(user("Hi")), "c2": talk(user("Ho"), id="c2")}})) == [
        "Hi",
        "Ho",
    ]
    assert said(export(whole={"c1": talk(user("Hi")), "c2": talk(user("Ho"), id="c2")})) == ["Hi", "Ho"]


def test_progress_is_told_in_bytes(tmp_path):
    heard: list[tuple[int, int]] = []
    for number in range(2):
        (tmp_path / f"conversations-{number:03d}.json").write_text(json.dumps([many(f"t{number}", 300)]))
    total = sum(file.stat().st_size for file in tmp_path.iterdir())

    read(tmp_path, progress=lambda done, of: heard.append((done, of)))

    assert heard == sorted(heard)
    assert heard[-1] == (total, total)


def test_a_member_whose_bytes_are_damaged_costs_what_cannot_be_read(tmp_path):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as packed:
        packed.writestr("conversations-000.json", json.dumps([many("t", 2000)]))
        packed.writestr("conversations-001.json", json.dumps(TALKS))
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)

    found = read(path)
    check(found)

    assert any("breaks off" in reading.reason for reading in found.readings)
    assert "User drinks tea." in contents(found)


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9])
def test_a_file_that_breaks_off_keeps_what_came_before(tmp_path, cut):
    whole = json.dumps([talk(user(f"Question {number}"), id=f"t{number}") for number in range(50)])
    path = tmp_path / "conversations.json"
    path.write_text(whole[: int(len(whole) * cut)])

    found = read(path)
    check(found)

    assert len(found.evidence) >= int(50 * cut) - 2
    assert found.fates[Fate.REJECTED] >= 1
