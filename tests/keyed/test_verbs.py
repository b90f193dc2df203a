"""put, get, delete and keys over each kind of store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.keyed.cases import Clock, store_past

from satchel.service.memory import Memory
from satchel_protocol.errors import (
    InvalidRecordError,
    ReservedKeyError,
    RevisionConflictError,
    UndeclaredKeyError,
    UsageError,
    ValueTypeError,
    WriterError,
)
from satchel_protocol.ids import keyed_id
from satchel_protocol.record import UNSET

TASK = {"title": "Oil the chain", "state": "open"}


def test_what_was_put_is_got(memory: Memory) -> None:
    put = memory.put("user.display.theme", "dark")
    assert put.record.id == keyed_id("user:ann", "user.display.theme")
    assert put.record.content == "Colour theme the user asked for: dark"
    assert put.record.meta["schema"] == {"key": 31, "revision": 14}
    got = memory.get("user.display.theme")
    assert (got.value, got.found, got.miss, got.number, got.resolved_via, got.notice) == (
        "dark", True, None, 31, "direct", "",
    )  # fmt: skip


def test_an_item_lies_in_the_place_that_its_namespace_names(memory: Memory) -> None:
    put = memory.put("tasks.open[t-17]", TASK)
    assert put.record.scope == "user:ann/tasks"
    assert put.record.content == "One open task (t-17): title: Oil the chain; state: open"
    assert memory.get("tasks.open[t-17]").value == TASK
    assert memory.get("tasks.open[t-17]", scope="user:ann/tasks").value == TASK
    assert list(memory.keys("tasks.open[*]")) == ["tasks.open[t-17]"]


def test_an_alias_leads_to_the_key_and_says_so(memory: Memory) -> None:
    put = memory.put("user.ui_theme", "dark")
    assert put.record.key == "user.display.theme"
    got = memory.get("user.ui_theme")
    assert (got.value, got.resolved_via) == ("dark", "alias")
    assert "use user.display.theme" in got.notice


def test_a_deprecated_name_finds_the_value_of_its_successor_and_tells_the_new_name(memory: Memory) -> None:
    memory.put("user.display.theme", "dark")
    got = memory.get("user.theme")
    assert (got.value, got.resolved_via, got.number, got.name) == ("dark", "deprecated", 7, "user.display.theme")
    assert got.notice == "user.theme is deprecated: use user.display.theme"


def test_of_a_deprecated_key_and_its_successor_the_later_value_counts(memory: Memory) -> None:
    memory.put("user.display.theme", "dark")
    assert memory.put("user.theme", "very light").notice
    assert memory.get("user.theme").value == "very light"
    memory.put("user.display.theme", "system")
    assert memory.get("user.theme").value == "system"


def test_the_default_is_given_as_one_that_was_not_stored(memory: Memory) -> None:
    memory.put("user.display.theme", "dark")
    got = memory.get("user.units")
    assert (got.value, got.found, got.defaulted, got.miss) == ("metric", False, True, "empty")


def test_kinds_of_misses_are_told_apart(opened: Callable[..., Memory], snapshot: Any) -> None:
    memory = opened()
    memory.put("user.display.theme", "dark")
    assert memory.get("user.reach.mail").miss == "empty"
    assert memory.get("user.reach.mail").value is UNSET
    unknown = memory.get("user.display.thema")
    assert (unknown.miss, unknown.number) == ("unknown", None)
    assert "Did you mean user.display.theme?" in unknown.notice
    reserved = memory.get("user.language")
    assert (reserved.miss, reserved.number) == ("reserved", 4)
    assert "Use user.units" in reserved.notice
    store_past(memory, "user.display.theme", "pink")
    rejected = memory.get("user.display.theme")
    assert (rejected.miss, rejected.value, rejected.found) == ("type_rejected", UNSET, False)
    assert memory.get("tasks.open[*]").miss == "unknown"


def test_readers_are_tolerant_of_properties_that_they_do_not_know(opened: Callable[..., Memory]) -> None:
    memory = opened(scope=None)
    store_past(memory, "tasks.open[1]", {**TASK, "later": 1}, scope="user:ann/tasks")
    assert memory.get("tasks.open[1]", scope="user:ann").value == {**TASK, "later": 1}
    with pytest.raises(ValueTypeError, match="later"):
        memory.put("tasks.open[1]", {**TASK, "later": 1}, scope="user:ann")


def test_a_put_of_the_same_writes_nothing(memory: Memory) -> None:
    first = memory.put("user.display.theme", "dark")
    again = memory.put("user.display.theme", "dark")
    assert (first.changed, again.changed) == (True, False)
    assert len(memory.history(first.record.id)) == 1


def test_what_the_record_held_beside_is_kept(memory: Memory) -> None:
    memory.remember("dark, please", key="user.display.theme", value="dark", tags=["desk"], meta={"seen": 1})
    put = memory.put("user.display.theme", "light")
    assert put.record.tags == ("desk",)
    assert put.record.meta["seen"] == 1
    assert len(memory.history(put.record.id)) == 2


def test_compare_and_set(memory: Memory) -> None:
    memory.put("user.display.theme", "dark", revision=0)
    with pytest.raises(RevisionConflictError):
        memory.put("user.display.theme", "light", revision=0)
    memory.put("user.display.theme", "light", revision=1)
    assert memory.get("user.display.theme").value == "light"


def test_a_dry_run_writes_and_counts_nothing(memory: Memory) -> None:
    memory.put("user.units", "metric")
    before = memory.keyed().guard.counters.counts()
    memory.put("user.display.theme", "dark", dry_run=True)
    memory.put("user.hat", "grey", dry_run=True)
    memory.remember("A grey hat", key="user.hat", value="grey", dry_run=True)
    memory.delete("user.units", dry_run=True)
    assert memory.keyed().guard.counters.counts() == before
    assert memory.get("user.display.theme").miss == "empty"
    assert memory.get("user.units").found


def test_what_was_deleted_is_gone_and_can_be_said_again(memory: Memory) -> None:
    memory.put("user.display.theme", "dark")
    (tombstone,) = memory.delete("user.display.theme")
    assert memory.get("user.display.theme").miss == "empty"
    assert list(memory.delete("user.display.theme")) == []
    put = memory.put("user.display.theme", "dark")
    assert put.revived
    assert tombstone.tombstone_id in put.record.revives
    assert memory.get("user.display.theme").value == "dark"


def test_a_delete_reaches_the_deprecated_keys_that_it_replaces(memory: Memory) -> None:
    memory.put("user.theme", "darkish")
    memory.put("user.display.theme", "dark")
    assert len(memory.delete("user.display.theme")) == 2
    assert not memory.get("user.theme").found


def test_a_delete_by_an_old_name_reaches_the_new_one(memory: Memory) -> None:
    memory.put("user.display.theme", "dark")
    memory.delete("user.theme")
    assert not memory.get("user.display.theme").found
    assert not memory.get("user.theme").found


def test_leftovers_of_a_retired_key_can_be_cleared_away_and_are_not_served(memory: Memory) -> None:
    store_past(memory, "user.lang", "fi")
    assert memory.get("user.lang").value is UNSET
    assert "user.lang" not in set(memory.keys())
    assert len(memory.delete("user.lang")) == 1


@pytest.mark.parametrize(
    ("key", "value", "by", "error", "rule"),
    [
        ("user.lang", "fi", "person", ReservedKeyError, "RESERVED_WRITE"),
        ("system.clock", 1, "tool", ReservedKeyError, "RESERVED_WRITE"),
        ("user.display.theme", "pink", "model", ValueTypeError, "TYPE_VIOLATION_BY_MODEL"),
        ("tasks.open[1]", {"title": "x", "state": "open", "due_at": "next Friday"}, "model", ValueTypeError, "TYPE_VIOLATION_BY_MODEL"),
        ("user.contact.email", "ann@example.org", "model", WriterError, "WRITE_NOT_ALLOWED"),
        ("user.score", 1, "person", WriterError, "WRITE_NOT_ALLOWED"),
        ("tasks.open[*]", TASK, "model", UndeclaredKeyError, "UNDECLARED_WRITE"),
        ("ride.goal", "the lake", "model", UndeclaredKeyError, "UNDECLARED_WRITE"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rule_and_what_to_do(
    memory: Memory, key: str, value: Any, by: str, error: type[Exception], rule: str
) -> None:
    with pytest.raises(error) as refused:
        memory.put(key, value, by=by)
    assert refused.value.rule == rule  # type: ignore[attr-defined]
    assert refused.value.hint or key == "system.clock"  # type: ignore[attr-defined]


def test_a_refused_value_of_a_private_key_is_in_no_message(memory: Memory) -> None:
    with pytest.raises(ValueTypeError) as refused:
        memory.put("user.contact.email", "ann at home", by="tool")
    assert "ann at home" not in str(refused.value)


def test_a_tool_writes_what_is_kept_to_tools_and_a_person_deletes_anything(memory: Memory) -> None:
    memory.put("user.contact.email", "ann@example.org", by="tool")
    with pytest.raises(WriterError):
        memory.delete("user.contact.email")
    assert len(memory.delete("user.contact.email", by="person")) == 1


def test_of_a_group_one_key_has_a_value(memory: Memory) -> None:
    memory.put("user.reach.mail", "ann@example.org")
    with pytest.raises(WriterError, match=r"GROUP_TAKEN.*Delete user\.reach\.mail first"):
        memory.put("user.reach.post", "Street 1")
    memory.put("user.reach.mail", "bea@example.org")
    memory.delete("user.reach.mail")
    memory.put("user.reach.post", "Street 1")


def test_what_the_schema_promises_is_in_the_record(memory: Memory) -> None:
    email = memory.put("user.contact.email", "ann@example.org", by="tool").record
    assert email.ttl == 90 * 86400
    assert email.access.share == "owner"
    assert email.level == "normal"
    allergies = memory.put("user.allergies", ["nuts"]).record
    assert (allergies.level, allergies.ttl) == ("sensitive", None)
    assert memory.put("user.allergies", ["milk"]).record.level == "sensitive"
    answer = memory.recall("user allergies")
    assert all(hit.record.key != "user.allergies" for hit in answer)
    assert answer.withheld == 1


def test_past_its_retention_a_value_is_not_there_and_said_again_it_is(memory: Memory, clock: Clock) -> None:
    memory.put("user.contact.email", "ann@example.org", by="tool")
    clock.now += timedelta(days=80)
    memory.put("user.contact.email", "ann@example.org", by="tool")
    clock.now += timedelta(days=80)
    assert memory.get("user.contact.email").found
    clock.now += timedelta(days=11)
    assert memory.get("user.contact.email").miss == "empty"
    assert list(memory.keys()) == []
    memory.put("user.contact.email", "ann@example.org", by="tool")
    assert memory.get("user.contact.email").found


def test_a_memory_for_one_scope_reaches_no_other(memory: Memory, opened: Callable[..., Memory]) -> None:
    memory.put("user.display.theme", "dark")
    with pytest.raises(UsageError, match="outside"):
        memory.put("user.display.theme", "dark", scope="user:bob")
    assert memory.get("user.display.theme", scope="user:bob").miss == "empty"
    if memory.url != "memory:":
        assert opened(scope="user:bob").get("user.display.theme").miss == "empty"


def test_a_key_in_the_wrong_place_is_told_the_right_one(memory: Memory) -> None:
    memory.put("user.units", "metric")
    with pytest.raises(UsageError, match="session:SESSION_ID"):
        memory.get("ride.goal")
    with pytest.raises(UndeclaredKeyError, match="session:SESSION_ID"):
        memory.put("ride.goal", "the lake")


@pytest.mark.parametrize("value", [float("nan"), {1: 2}, {"a": object()}])
def test_what_is_no_json_is_refused(opened: Callable[..., Memory], value: Any) -> None:
    with pytest.raises(InvalidRecordError):
        opened().put("user.anything", value)


def test_without_a_schema_keys_are_plain(opened: Callable[..., Memory]) -> None:
    memory = opened(schema="none")
    memory.put("user.shoe_size", 44)
    assert memory.get("user.shoe_size").value == 44
    assert memory.get("user.shoe_size").record.content == "user shoe size: 44"
    assert memory.get("user.hat").miss == "unknown"
    assert list(memory.keys()) == ["user.shoe_size"]
    assert memory.keyed().guard.counters.counts() == []


def test_who_writes_is_one_of_three(memory: Memory) -> None:
    with pytest.raises(UsageError, match="model, tool, person"):
        memory.put("user.units", "metric", by="robot")


def test_events_tell_what_was_done(memory: Memory) -> None:
    told: list[str] = []
    memory.subscribe(lambda event: told.append(event.kind))
    memory.put("user.units", "metric")
    memory.put("user.units", "metric")
    memory.delete("user.units")
    assert told == ["remembered", "forgotten"]


def test_remember_with_a_key_is_guarded_as_well_and_keeps_its_words(memory: Memory) -> None:
    record = memory.remember("Dark as the night, please", key="user.ui_theme", value="dark")
    assert (record.key, record.content) == ("user.display.theme", "Dark as the night, please")
    assert memory.get("user.display.theme").value == "dark"
    task = memory.remember("Oil the chain before Sunday", key="tasks.open[1]", value=TASK)
    assert task.scope == "user:ann/tasks"
    for key, value, error in (
        ("user.display.theme", "pink", ValueTypeError),
        ("user.lang", "fi", ReservedKeyError),
        ("user.units", UNSET, ValueTypeError),
    ):
        with pytest.raises(error):
            memory.remember("Some words", key=key, value=value)
    memory.remember("By mail", key="user.reach.mail", value="a")
    with pytest.raises(WriterError):
        memory.remember("By post", key="user.reach.post", value="b")


def test_an_edit_of_a_value_is_guarded_as_well(memory: Memory) -> None:
    id = memory.put("user.display.theme", "dark").record.id
    with pytest.raises(ValueTypeError):
        memory.edit(id, value="pink")
    assert memory.edit(id, value="light").value == "light"
    assert memory.edit(id, content="Light, like the day").value == "light"
