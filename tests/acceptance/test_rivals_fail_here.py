"""Public fixtures on which other importers lose, invent or revive memories: what each of them must become here."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.formats.tools.harness import FIXTURES, check, read

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
