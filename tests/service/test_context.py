"""What stands beside a memory in a block: its sources, the turns around a turn, and nothing that was not asked for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel_protocol.errors import UsageError
from satchel_protocol.record import Access, Origin, Record

AT = datetime(2026, 2, 1, 14, 30, tzinfo=UTC)


def turn(n: int, content: str, *, session: str = "s1", role: str = "user", **fields: object) -> Record:
    fields = {"scope": "user:me", "created_at": AT + timedelta(seconds=20 * n), **fields}
    return Record(
        id=f"{session}-{n}", type="interaction", content=content, source_agent="t", state="archived",
        origin=Origin(tool="chat", path=f"{session}.jsonl, line {n}", role=role, extra={"session": session}),
        **fields,  # type: ignore[arg-type]
    )  # fmt: skip


def fact(id: str, content: str, *sources: str, **fields: object) -> Record:
    fields = {"scope": "user:me", "created_at": AT, **fields}
    return Record(id=id, type="fact", content=content, source_agent="t", derived_from=sources, **fields)  # type: ignore[arg-type]


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = Memory(f"sqlite:///{tmp_path}/a.db", config=Config(embedder="none", timezone="UTC"), clock=lambda: AT)
    memory.store(create=True).write_many(
        [
            turn(1, "Where did you go on holiday?", role="assistant"),
            turn(2, "To the lighthouse of Ouessant, with Bo"),
            turn(3, "And how was the crossing?", role="assistant"),
            turn(4, "Rough: everybody was seasick"),
            turn(2, "Nothing to do with it", session="s2"),
            fact("trip", "Ann travelled to the lighthouse of Ouessant with Bo", "s1-2"),
        ]
    )
    return memory


def test_a_memory_brings_the_turn_it_was_made_from(memory):
    context = memory.context("lighthouse of Ouessant")
    assert [(q.relation, q.record.id) for q in context.notes[0].around] == [("source", "s1-2")]
    assert (
        "  source: 2026-02-01 14:30 +00:00, interaction in user:me, from chat, said by user (id s1-2)\n" in context.text
    )
    assert "  > To the lighthouse of Ouessant, with Bo\n" in context.text


def test_a_turn_brings_those_before_and_after_it(memory):
    context = memory.context("seasick crossing", include_archived=True)
    around = {note.quote.record.id: [(q.relation, q.record.id) for q in note.around] for note in context.notes}
    assert around["s1-4"] in ([("before", "s1-3")], [])  # once in a block: s1-3 is a hit of its own
    alone = memory.context("everybody seasick", include_archived=True, limit=1)
    assert [(q.relation, q.record.id) for q in alone.notes[0].around] == [("before", "s1-3")]
    middle = memory.context("rough crossing how", include_archived=True, limit=1)
    assert [q.record.id for q in middle.notes[0].around] in (["s1-2", "s1-4"], ["s1-3"])


def test_what_was_not_asked_for_or_may_not_be_shown_does_not_come_along(memory):
    store = memory.store()
    secret = turn(9, "my pin is 4711", session="s3", access=Access(level="secret", classes=("password",)))
    foreign = turn(1, "said in another scope", session="s4", scope="user:bo")
    early = turn(1, "said long ago", session="s5", created_at=AT - timedelta(days=400))
    store.write_many([secret, foreign, early, fact("f", "Ann keeps geese", "s3-9", "s4-1", "s5-1", "gone")])
    assert "pin" not in memory.context("geese").text

    def beside(**how: object) -> list[str]:
        return [quote.record.id for quote in memory.context("geese", **how).notes[0].around]

    assert beside(scope="user:me") == ["s5-1"]
    assert beside() == ["s4-1", "s5-1"]
    assert beside(since=AT - timedelta(days=1), scope="user:me") == []
    assert beside(types=["fact"], scope="user:me") == []
    store.delete("s5-1")
    assert "said long ago" not in memory.context("geese").text


def test_withheld_memories_are_counted_in_the_block_unless_their_class_is_allowed(memory, tmp_path):
    memory.store().write(
        fact("h", "Ann takes insulin every day", access=Access(level="sensitive", classes=("health",)))
    )
    context = memory.context("insulin every day")
    assert (context.withheld, "insulin" in context.text) == (1, False)
    assert "Withheld because they are sensitive or secret: 1" in context.text
    trusted = Memory(memory.url, config=memory.config, allow=["health"], clock=lambda: AT)
    assert "> Ann takes insulin every day" in trusted.context("insulin every day").text


def test_an_answer_can_be_made_a_block_and_an_empty_one_says_so(memory):
    answer = memory.recall("lighthouse of Ouessant", scope="user:me")
    assert memory.context(answer, format="xml").text.startswith("<memories>")
    assert "No note fits." in memory.context("quarterly earnings of a bank").text
    with pytest.raises(UsageError):
        memory.context(answer, format="html")
