"""Ids: derived ones are the same everywhere, fresh ones sort by time."""

from __future__ import annotations

import uuid

from satchel_protocol.ids import FOREIGN, KEYED, TWIN, foreign_id, keyed_id, new_id, twin_tombstone_id


def test_a_fresh_id_is_a_uuid7_and_later_ones_sort_later() -> None:
    ids = [new_id() for _ in range(200)]
    assert len(set(ids)) == 200
    for id in ids:
        parsed = uuid.UUID(id)
        assert (parsed.version, parsed.variant) == (7, uuid.RFC_4122)
    milliseconds = [uuid.UUID(id).int >> 80 for id in ids]
    assert milliseconds == sorted(milliseconds)


def test_derived_ids_are_uuid5_of_their_parts() -> None:
    assert keyed_id("user:ann", "theme") == str(uuid.uuid5(KEYED, "user:ann\x1ftheme"))
    assert foreign_id("mem0", "ann", "17") == str(uuid.uuid5(FOREIGN, "mem0\x1fann\x1f17"))
    assert twin_tombstone_id("t", "小王") == str(uuid.uuid5(TWIN, "t\x1f小王"))


def test_derived_ids_do_not_mix_and_take_any_text() -> None:
    assert len({keyed_id("a", "bc"), keyed_id("ab", "c"), foreign_id("a", "b", "c"), twin_tombstone_id("a", "bc")}) == 4
    assert foreign_id("x", "y", "\ud800") != foreign_id("x", "y", "\ud801")
