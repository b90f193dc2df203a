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
