"""Public fixtures on which other importers lose, invent or revive memories: what each of them must become here."""

from __future__ import annotations

import shutil
import zipfile
from datetime import UTC, datetime

from tests.formats.tools.harness import FIXTURES, check, read

from satchel.formats.contract import Fate
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel.service.wording import type_of


def test_a_claude_code_memory_folder_keeps_the_one_time_it_tells_and_its_index_is_no_memory():
    """Elsewhere every file is dated now, and the index is imported as a memory."""
    found = read(FIXTURES / "claude_code" / "samples" / "auto_memory", type_of=type_of)

    check(found)
    assert sorted((record.content.split(".")[0], record.type) for record in found.memories) == [
        ("All commits must be authored as sam", "preference"),
        ("Ledger rewrite lives at `/projects/ledger`", "fact"),
        ("Sam is a product engineer in Manchester", "fact"),
    ]
    times = {record.content.split(" ", 1)[0]: record.created_at for record in found.memories}
    assert times == {"All": None, "Ledger": datetime(2026, 9, 1, 10, tzinfo=UTC), "Sam": None}
    assert {r.fate.value for r in found.readings if r.source.endswith("MEMORY.md")} == {"structure"}


def test_a_mem0_list_keeps_every_notation_of_time_right_marked_and_raw():
    """Elsewhere numbers become the time of the import, a time without a zone is UTC unmarked, the wrapped form is refused."""
    for name in ("times.json", "times_wrapped.json"):
        found = read(FIXTURES / "mem0" / name, type_of=type_of)

        check(found)
        assert found.tools == ["mem0"]
        times = {record.origin.id: record for record in found.memories}
        assert {native: record.created_at for native, record in times.items()} == {
            "t-offset": datetime(2025, 11, 4, 17, 15, tzinfo=UTC),
            "t-naive": datetime(2026, 7, 4, 9, 15, tzinfo=UTC),
            "t-pacific": datetime(2025, 7, 4, 16, 15, 0, 250000, tzinfo=UTC),
            "t-seconds": datetime(2026, 2, 13, 16, 26, 40, tzinfo=UTC),
            "t-millis": datetime(2026, 2, 13, 16, 26, 40, 123000, tzinfo=UTC),
            "t-missing": None,
        }
        raw = {native: record.origin.time.raw for native, record in times.items() if record.origin.time}
        assert (raw["t-seconds"], raw["t-millis"]) == (1771000000, 1771000000123)
        assert {native for native, record in times.items() if record.origin.time and record.origin.time.assumed} == {
            "t-naive",
            "t-pacific",
        }


def test_a_pasted_list_gives_its_five_memories_without_stray_dots_and_without_invented_times():
    """Elsewhere three texts keep a leading dot and the two undated entries are dated now."""
    found = read(FIXTURES / "pasted" / "chatgpt_settings.txt", type_of=type_of)

    check(found)
    assert found.tools == ["pasted"]
    assert [(record.content, record.created_at) for record in found.memories] == [
        ("The user likes ice cream and cookies.", datetime(2025, 5, 2, tzinfo=UTC)),
        ("The user lives in Seattle.", datetime(2025, 5, 4, tzinfo=UTC)),
        ("The user is learning Mandarin.", datetime(2025, 6, 1, tzinfo=UTC)),
        ("User was diagnosed with asthma as a child.", None),
        ("The user's manager is called Dana Whitfield.", None),
    ]
    assert [record.type for record in found.memories] == ["preference", "fact", "fact", "fact", "fact"]


def test_the_health_fact_of_a_pasted_list_is_sensitive_and_the_others_are_not(tmp_path):
    """Elsewhere it is "low"."""
    memory = Memory(f"sqlite:///{tmp_path}/notes.db", allow=("all",), config=Config())
    report = memory.import_(FIXTURES / "pasted" / "chatgpt_settings.txt")
    levels = {record.content: record.access.level for record in memory.list() if record.access is not None}
    memory.close()

    assert report.total.memories == 5
    assert levels == {"User was diagnosed with asthma as a child.": "sensitive"}


def test_a_transfer_text_keeps_unknown_dates_unknown_and_says_that_a_month_is_a_month():
    """Elsewhere the four undated entries get the time of the import, and January 2026 is its first day with no mark."""
    found = read(FIXTURES / "pasted" / "transfer_text.txt", type_of=type_of)

    check(found)
    assert found.tools == ["pasted"]
    assert len(found.memories) == 11
    assert found.fates == {Fate.MEMORY: 11, Fate.DUPLICATE: 1, Fate.STRUCTURE: 1}
    told = {" ".join(record.content.split(" ")[:2]): record for record in found.memories}
    undated = {words for words, record in told.items() if record.created_at is None}
    assert undated == {"Lives in", "Tone: direct,", "Has a", "Prefers metric"}
    january = told["Uses Swift"]
    assert january.created_at == datetime(2026, 1, 1, tzinfo=UTC)
    assert january.origin is not None
    assert january.origin.time is not None
    assert (january.origin.time.raw, january.origin.time.precision) == ("Jan 2026", "month")
    assert (
        told["Tone: direct,"].content == "Tone: direct, no filler, no emoji. Exception: emoji are fine in casual chats."
    )
    assert {told[words].type for words in ("Tone: direct,", "Wants answers", "Always show")} == {"preference"}


def test_a_chatgpt_export_gives_its_six_written_memories_typed_dated_and_the_card_withheld(tmp_path):
    """Elsewhere the writes are ordinary turns, not split and not typed, the ZIP crashes, and the card passes in clear."""
    source = FIXTURES / "chatgpt" / "bio_conversations.json"
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as packed:
        packed.write(source, "conversations.json")
    (tmp_path / "folder").mkdir()
    shutil.copy(source, tmp_path / "folder" / "conversations.json")
    work, ledger = datetime(2025, 3, 3, 11, 6, 45, tzinfo=UTC), datetime(2025, 4, 30, 8, 0, 4, tzinfo=UTC)

    for path in (tmp_path / "export.zip", tmp_path / "folder", source):
        found = read(path, type_of=type_of)
        check(found)
        assert found.tools == ["chatgpt"]
        assert [(record.content, record.type, record.created_at) for record in found.memories] == [
            ("User is a product engineer at a fintech in Manchester.", "fact", work),
            ("User is working on a project called Ledger Rewrite, replacing their ledger service.", "fact", work),
            ("User's partner is named Priya.", "fact", ledger),
            ("User prefers responses in British English.", "preference", ledger),
            ("User seems interested in hiking.", "preference", ledger),
            ("User's card number is 4111 1111 1111 1111.", "fact", ledger),
        ]
        assert len(found.evidence) == 3
        assert all(record.derived_from for record in found.memories)

    memory = Memory(f"sqlite:///{tmp_path}/notes.db", config=Config())
    report = memory.import_(tmp_path / "export.zip")
    shown = [record.content for record in memory.list()]
    memory.close()
    assert report.total.memories == 6
    assert len(shown) == 5
    assert "4111" not in str(shown) + str(report.to_json())


def test_a_chatgpt_export_of_the_new_kind_gives_its_custom_instructions_and_tells_of_its_broken_entry():
    """Elsewhere the instructions are lost and the broken entry goes without a word, or as an empty conversation."""
    found = read(FIXTURES / "chatgpt" / "modern_conversations.json", type_of=type_of)

    check(found)
    assert [(record.content, record.type, record.created_at) for record in found.memories] == [
        ("The user is an SRE.", "fact", None),
        ("Answer concisely.", "preference", None),
    ]
    (broken,) = [reading for reading in found.readings if reading.fate is Fate.REJECTED]
    assert (broken.position, broken.raw["title"]) == ("[1]", "Corrupted entry")
    assert "mapping" in broken.reason
    titles = {record.origin.extra["conversation"] for record in found.evidence if record.origin is not None}
    assert titles == {"Deploying the staging cluster", "Weeknight pasta"}
