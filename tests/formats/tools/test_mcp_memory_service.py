"""mcp-memory-service: its JSON export and its database; both made with the package itself."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from tests.formats.tools.harness import FIXTURES, check, read

from satchel.formats.contract import Fate
from satchel.service.wording import type_of

HOME = FIXTURES / "mcp_memory_service"


def by_text(found):
    return {record.content: record for record in found.records()}


def test_export_and_database_give_the_same_memories_under_the_same_ids():
    exported, stored = by_text(read(HOME / "export.json")), by_text(read(HOME / "database"))
    assert len(exported) == 4
    for text, record in exported.items():
        assert (stored[text].id, stored[text].scope, stored[text].tags) == (record.id, record.scope, record.tags)


def test_a_deleted_memory_is_a_tombstone_and_its_text_is_not_read():
    found = read(HOME / "database")
    check(found)
    (tombstone,) = found.tombstones
    assert tombstone.deleted_at is not None
    assert "Old note that nobody needs" not in json.dumps([record.to_json() for record in found.records()])


def test_types_tags_times_and_beliefs():
    records = by_text(read(HOME / "database", type_of=type_of))
    review = records["Tove prefers pull requests under 300 lines"]
    assert (review.type, review.tags) == ("preference", ("review", "team-norms"))
    assert review.created_at == datetime(2025, 12, 6, 5, 46, 40, 250000, tzinfo=UTC)
    assert review.origin.time.raw == 1765000000.25
    assert review.origin.extra["metadata"] == {"source": "chat"}
    assert records["Finish the quarterly report by Friday"].type == "task"
    assert records["The staging password is kept in the vault, not in chat"].type == "skill"
    belief = records["Tove dislikes large reviews"]
    assert (belief.basis, belief.confidence, belief.derived_from) == ("inferred", 0.8, (review.id,))


def test_values_of_other_kinds_and_contradicting_times():
    found = read(HOME / "mess.json")
    check(found)
    assert found.fates == {
        Fate.STRUCTURE: 1,
        Fate.MEMORY: 3,
        Fate.EVIDENCE: 1,
        Fate.DUPLICATE: 1,
        Fate.EMPTY: 2,
        Fate.REJECTED: 3,
    }
    records = by_text(found)
    sailing = records["Per sails on Fridays"]
    assert (sailing.tags, sailing.origin.extra["created_at_iso"]) == (("sport", "fridays"), "2020-01-01T00:00:00Z")
    old, new = records["Reefing is done before the wind is there"], records["先看风再出海"]
    assert (old.state, old.type, old.confidence) == ("superseded", "skill", 0.5)
    assert (new.supersedes, new.type, new.created_at) == ((old.id,), "preference", None)
    assert {record.origin.exported_at for record in records.values()} == {datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)}


@pytest.mark.parametrize(
    "value",
    [
        {"memories": [{"content": "likes tea", "id": "1", "type": "fact"}]},
        {"export_metadata": {"version": 1}, "notes": []},
        [{"content": "x", "content_hash": "y", "memory_type": "note"}],
    ],
)
def test_what_other_tools_write_is_left_to_them(tmp_path, value):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value))
    assert "mcp_memory_service" not in read(path).tools
