"""Where turns stand in their conversations, by whatever their reader kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from satchel.retrieval.conversation import neighbours, place
from satchel_protocol.record import Origin, Record

AT = datetime(2026, 2, 1, tzinfo=UTC)


def turn(id: str, path: str, *, s: float | None = None, scope: str = "user:me", **extra: str) -> Record:
    return Record(
        id=id, type="interaction", content="x", scope=scope, source_agent="t", state="archived",
        created_at=AT + timedelta(seconds=s) if s is not None else None, origin=Origin(tool="chat", path=path, extra=extra),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "number"),
    [("log.jsonl, line 12", 12), ("c.json, [4].messages[2]", 2), ("group 1, document 7", 7),
     ("conversation Tea, message 6f9619ff-8b86-d011-b42d-00c04fc96400", None), ("v1.2", None), (f"line {'9' * 40}", None)],
)  # fmt: skip
def test_the_number_is_the_last_one_of_the_path_and_no_part_of_an_id(path, number):
    found = place(turn("a", path, session="s"))
    assert found is not None
    assert found.number == number


def test_what_is_no_turn_or_belongs_to_no_conversation_has_no_place():
    assert place(turn("a", "notes.md")) is None
    assert place(Record(id="a", type="fact", content="x", scope="user:me", source_agent="t")) is None


def test_turns_side_by_side_are_pairs_within_one_conversation_only():
    turns = [
        turn("c", "l, line 3", session="1"), turn("a", "l, line 1", session="1"), turn("b", "l, line 2", session="1"),
        turn("d", "l, line 9", session="1"), turn("e", "l, line 10", session="2"), turn("f", "l, line 4", session="1", scope="user:bo"),
    ]  # fmt: skip
    assert neighbours(turns) == [("a", "b"), ("b", "c")]


def test_without_numbers_or_with_gaps_between_them_soon_after_is_beside():
    turns = [turn("a", "message x", s=0, conversation="k"), turn("b", "message y", s=100, conversation="k"),
             turn("c", "message z", s=900, conversation="k")]  # fmt: skip
    assert neighbours(turns) == [("a", "b")]
    gaps = [turn("a", "l, line 3", s=0, session="k"), turn("b", "l, line 30", s=5, session="k")]
    assert neighbours(gaps) == [("a", "b")]
    same = [turn("a", "l, line 3", s=0, session="k"), turn("b", "l, line 30", s=0, session="k")]
    assert neighbours(same) == []
