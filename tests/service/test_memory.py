"""The verbs of `Memory` on the real stores."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from satchel import Memory
from satchel.service.config import Config
from satchel.service.events import Event
from satchel_protocol.errors import (
    InvalidRecordError,
    InvalidScopeError,
    NotFoundError,
    RevisionConflictError,
    StoreBusyError,
    StoreMissingError,
    UsageError,
)
from satchel_protocol.record import Access
from satchel_protocol.store import Store

START = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture(params=["memory", "sqlite", "jsonl"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    url = {"memory": "memory:", "sqlite": f"sqlite:{tmp_path}/a.db", "jsonl": f"jsonl:{tmp_path}/a.jsonl"}[
        request.param
    ]
    with Memory(url, config=Config(), clock=Clock()) as opened:
        yield opened


def test_what_is_remembered_is_recalled_read_and_listed(memory: Memory) -> None:
    record = memory.remember("用户喜欢喝乌龙茶", tags=["Tea", "tea "])
    assert record.tags == ("tea",)
    assert record.created_at == START + timedelta(seconds=1)
    assert [hit.record.id for hit in memory.recall("茶")] == [record.id]
    assert memory.read(record.id) == record
    assert list(memory.list()) == [record]


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("User prefers short answers", "preference"),
        ("用户不喜欢在表格里用英文", "preference"),
        ("The office is on the third floor", "fact"),
        ("办公室在三楼", "fact"),
    ],
)
def test_the_type_follows_from_the_wording_unless_named(memory: Memory, text: str, type: str) -> None:
    assert memory.remember(text).type == type
    assert memory.remember(text, type="skill").type == "skill"


def test_an_edit_changes_what_is_named_and_keeps_the_rest(memory: Memory) -> None:
    record = memory.remember("The meeting is at ten", tags=["work"], importance=0.7)
    edited = memory.edit(record.id, content="The meeting is at eleven")
    assert (edited.content, edited.tags, edited.importance) == ("The meeting is at eleven", ("work",), 0.7)
    assert edited.created_at == record.created_at
    assert edited.updated_at is not None
    assert edited.updated_at > START
    assert [version.revision for version in memory.history(record.id)] == [1, 2]
    assert not memory.recall("ten")


def test_an_edit_from_an_outdated_revision_is_refused(memory: Memory) -> None:
    record = memory.remember("one")
    memory.edit(record.id, content="two")
    with pytest.raises(RevisionConflictError):
        memory.edit(record.id, content="three", expected_revision=1)
    assert memory.read(record.id).content == "two"


def test_fields_that_say_whose_and_from_where_cannot_be_edited(memory: Memory) -> None:
    record = memory.remember("one")
    with pytest.raises(UsageError, match="scope"):
        memory.edit(record.id, scope="user:you")


def test_what_is_forgotten_is_gone_on_every_path(memory: Memory) -> None:
    record = memory.remember("The door code is on the fridge")
    tombstone = memory.forget(record.id)
    assert tombstone.id == record.id
    assert not memory.recall("fridge")
    assert list(memory.list()) == []
    for read in (memory.read, memory.forget, memory.history):
        with pytest.raises(NotFoundError):
            read(record.id)


def test_remembering_a_forgotten_text_again_revives_it_on_the_record(memory: Memory) -> None:
    tombstone = memory.forget(memory.remember("User drinks oat milk").id)
    again = memory.remember("User drinks oat milk")
    assert tombstone.tombstone_id in again.revives
    assert [hit.record.id for hit in memory.recall("oat")] == [again.id]


def test_a_long_text_becomes_linked_parts_that_hold_all_of_it(memory: Memory) -> None:
    text = "\n\n".join(f"第{n}段。" + "今天讨论了迁移的步骤。" * 40 for n in range(90))
    first = memory.remember(text, type="fact")
    parts = sorted(memory.list(), key=lambda record: record.meta["part"]["number"])
    assert len(parts) > 1
    assert {record.meta["part"]["of"] for record in parts} == {first.id}
    assert "".join("".join(r.content for r in parts).split()) == "".join(text.split())


def test_a_warning_is_told_to_listeners_and_the_text_is_written_all_the_same(memory: Memory) -> None:
    events: list[Event] = []
    end = memory.subscribe(events.append)
    memory.remember("用户要求的那个方案")
    assert [event.kind for event in events] == ["warned", "remembered"]
    end()
    memory.remember("User lives in Oslo")
    assert len(events) == 2


def test_a_listener_that_fails_does_not_undo_the_write(memory: Memory) -> None:
    def fail(event: Event) -> None:
        raise RuntimeError(event.kind)

    memory.subscribe(fail)
    assert memory.read(memory.remember("User lives in Oslo").id).content == "User lives in Oslo"


def test_a_dry_run_tells_what_it_would_do_and_does_nothing(memory: Memory) -> None:
    record = memory.remember("User lives in Oslo")
    assert memory.remember("User has a cat", dry_run=True).content == "User has a cat"
    assert memory.edit(record.id, content="User lives in Rome", dry_run=True).content == "User lives in Rome"
    assert memory.forget(record.id, dry_run=True).id == record.id
    assert list(memory.list()) == [record]


def test_a_keyed_memory_is_written_over_and_found_by_its_name(memory: Memory) -> None:
    memory.remember("The theme is dark", key="user.theme", value="dark")
    memory.remember("The theme is light", key="user.theme", value="light")
    found = memory.find("user.theme")
    assert found is not None
    assert found.value == "light"
    assert len(list(memory.list())) == 1


def test_sensitive_memories_are_withheld_and_counted_unless_allowed(memory: Memory) -> None:
    memory.remember("User is allergic to nuts", access=Access(level="sensitive", classes=("health",)))
    memory.remember("User likes nuts as a snack in a story")
    answer = memory.recall("nuts")
    assert len(answer) == 1
    assert answer.withheld == 1
    assert len(list(memory.list())) == 1


def test_expired_memories_are_demoted_in_recall_and_hidden_in_lists(memory: Memory) -> None:
    old = memory.remember("Parking is on level two", ttl=0.5)
    new = memory.remember("Parking is on level three, near the lift")
    assert [hit.record.id for hit in memory.recall("parking level")] == [new.id, old.id]
    assert [record.id for record in memory.list()] == [new.id]
    assert {record.id for record in memory.list(include_expired=True)} == {old.id, new.id}


def test_invalid_input_names_every_problem(memory: Memory) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        memory.remember("  ", importance=3)
    assert {problem.path for problem in caught.value.problems} == {"content", "importance"}
    with pytest.raises(InvalidScopeError):
        memory.remember("x", scope="me")


def test_a_memory_opened_for_a_scope_sees_no_other(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/a.db"
    with Memory(url, scope="user:1", config=Config()) as one, Memory(url, scope="user:10", config=Config()) as ten:
        mine = one.remember("User one likes tea")
        theirs = ten.remember("User ten likes tea")
        assert [hit.record.id for hit in one.recall("tea")] == [mine.id]
        with pytest.raises(NotFoundError):
            one.read(theirs.id)
        with pytest.raises(NotFoundError):
            one.forget(theirs.id)
        with pytest.raises(UsageError):
            one.recall("tea", scope="user:10")


@pytest.mark.parametrize("scheme", ["sqlite", "jsonl"])
def test_reading_never_makes_a_store(tmp_path: Path, scheme: str) -> None:
    place = tmp_path / "none.file"
    with Memory(f"{scheme}:{place}", config=Config()) as memory:
        for read in (
            lambda: memory.recall("x"),
            lambda: memory.read("x"),
            lambda: list(memory.list()),
            lambda: memory.forget("x"),
        ):
            with pytest.raises(StoreMissingError):
                read()
        memory.remember("x", dry_run=True)
    assert list(tmp_path.iterdir()) == []


def test_a_busy_store_is_tried_again_and_listeners_are_told() -> None:
    waits: list[float] = []
    events: list[str] = []
    with Memory("memory:", config=Config(), sleep=waits.append) as memory:
        memory.subscribe(lambda event: events.append(event.kind))
        tries = iter([True, True, False])

        def busy_twice(store: Store) -> int:
            if next(tries):
                raise StoreBusyError("busy")
            return 7

        assert memory._write(busy_twice) == 7
        assert len(waits) == 2
        assert waits == sorted(waits)
        assert events == ["retried", "retried"]

        def always(store: Store) -> int:
            raise StoreBusyError("busy")

        with pytest.raises(StoreBusyError):
            memory._write(always)
