"""The rows in memory and the log that makes them again: replay, compaction and taking back agree."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.stores.jsonl import journal
from satchel.stores.jsonl.table import OPERATIONS, Operation, Table, snapshot, snapshot_size
from satchel.stores.jsonl.transaction import JsonlTransaction
from satchel.text.tokens import index_tokens
from satchel_protocol.record import Access, Origin, Record, TimeEvidence
from satchel_protocol.state import Buried, Outcome, Quarantined, Version
from satchel_protocol.tombstone import Tombstone

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
IDS = st.sampled_from(["a", "b", "c", "乌"])
PRINTS = st.lists(st.sampled_from(["p1", "p2", "p3"]), max_size=2, unique=True)
BATCHES = st.sampled_from([None, "one", "two"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
ACTS = st.one_of(
    st.tuples(st.just("put"), IDS, PRINTS, BATCHES, JSON, st.booleans()),
    st.tuples(st.just("drop"), IDS),
    st.tuples(st.just("drop_revision"), IDS, st.integers(1, 4)),
    st.tuples(st.just("reprint"), IDS, PRINTS),
    st.tuples(st.just("bury"), IDS, st.sampled_from(["t1", "t2"]), PRINTS, BATCHES),
    st.tuples(st.just("exhume"), IDS, st.sampled_from(["t1", "t2"])),
    st.tuples(st.just("mark_removed"), IDS),
    st.tuples(st.just("next_seq")),
    st.tuples(st.just("set_aside"), JSON, BATCHES),
    st.tuples(st.just("drop_aside"), st.integers(1, 4)),
    st.tuples(st.just("keep_line"), st.sampled_from(["{}", "[1]", '{"x": "茶"}']), BATCHES),
    st.tuples(st.just("drop_line"), st.sampled_from(["{}", "[1]"])),
    st.tuples(st.just("drop_lines"), st.sampled_from(["one", "two"])),
    st.tuples(st.just("set_setting"), st.sampled_from(["x", "y"]), JSON),
)


def do(tx: JsonlTransaction, act: tuple[Any, ...]) -> None:
    name, *rest = act
    if name == "put":
        id, prints, batch, value, keep = rest
        before = tx.current(id)
        version = version_of(id, tx.next_seq(), before, batch, value)
        tx.put(version, prints=prints, keep=keep)
    elif name == "reprint":
        if tx.current(rest[0]) is not None:
            tx.reprint(*rest)
    elif name == "bury":
        id, tombstone_id, prints, batch = rest
        stone = Tombstone(id=id, tombstone_id=tombstone_id, scope="user:ann", deleted_at=START, prints=tuple(prints))
        tx.bury(Buried(tombstone=stone, seq=tx.next_seq(), batch=batch))
    elif name == "mark_removed":
        tx.mark_removed(rest[0], tx.next_seq())
    elif name == "set_aside":
        item, batch = rest
        tx.set_aside(Quarantined(number=0, item=item, outcome=Outcome.REJECTED, reason="odd", batch=batch))
    else:
        getattr(tx, name)(*rest)


def version_of(id: str, seq: int, before: Version | None, batch: str | None, value: Any) -> Version:
    record = Record(
        id=id,
        type="fact",
        content=f"{id} 喝乌龙茶 {seq % 3}",
        scope="user:ann",
        source_agent="test",
        created_at=START + timedelta(microseconds=seq),
        tags=("tea",) if seq % 2 else (),
        meta={"value": value},
        derived_from=("a",) if seq % 3 == 0 else (),
        access=Access(level="sensitive", classes=("health",)) if seq % 5 == 0 else None,
        origin=Origin(tool="x", extra={"v": value}, time=TimeEvidence(raw="1", unit="s")) if seq % 4 == 0 else None,
    )
    revision = before.revision + 1 if before is not None else 1
    return Version(record=record, revision=revision, seq=seq, digest=record.digest(), batch=batch)


def state(table: Table) -> dict[str, Any]:
    """Everything in a table and its look-ups, the full-text index as what it answers."""
    rows = {f.name: getattr(table, f.name) for f in fields(table) if f.name not in {"words", "_undo"}}
    rows["lines"] = list(table.lines.items())
    rows["found"] = {query: table.words.rank(query, lambda _: True, 99) for query in ("乌龙", "茶", "tea", "1")}
    return rows


def replayed(groups: Iterable[bytes]) -> Table:
    """The table of a log."""
    table = Table()
    reading = journal.Reading(io.BytesIO(b"".join(groups)))
    for operations in reading.groups():
        for operation in operations:
            table.apply(operation)
    assert reading.faults == []
    assert reading.unfinished == ()
    return table


@settings(max_examples=200)
@given(st.lists(st.tuples(st.lists(ACTS, min_size=1, max_size=6), st.booleans()), max_size=6))
def test_replay_of_the_log_and_of_the_compacted_log_make_the_very_same_table(
    transactions: list[tuple[list[tuple[Any, ...]], bool]],
) -> None:
    table, log = Table(), list[bytes]()
    for acts, succeeds in transactions:
        before = state(table)
        table.begin()
        tx = JsonlTransaction(table)
        for act in acts:
            do(tx, act)
        if succeeds:
            table.commit()
            operations = tx.operations()
            if operations:
                log.append(journal.encode_group(operations))
        else:
            table.rollback()
            assert state(table) == before
    assert state(replayed(log)) == state(table)
    compacted = list(journal.encode_log("g", snapshot(table)))
    assert compacted[0] == journal.header("g", compacted=True)
    assert state(replayed(compacted[1:])) == state(table)
    assert sum(1 for _ in snapshot(table)) + 1 == snapshot_size(table)
    assert state(table.frozen()) | {"found": 0} == state(table) | {"found": 0}
    assert_the_index_counts_right(table)


def assert_the_index_counts_right(table: Table) -> None:
    """Postings and lengths are those of the live records, whatever came and went."""
    table.words.rank("", lambda _: True, 1)
    expected: dict[str, dict[str, int]] = {}
    for id, version in table.live.items():
        for token, times in Counter(index_tokens("\n".join((version.record.content, *version.record.tags)))).items():
            expected.setdefault(token, {})[id] = times
    assert dict(table.words._postings) == expected
    assert table.words._total == sum(table.words._lengths.values()) == sum(sum(t.values()) for t in expected.values())


def test_every_operation_of_the_format_is_played_above() -> None:
    names = {"removed": "mark_removed", "seq": "next_seq", "aside": "set_aside", "line": "keep_line"}
    names |= {"setting": "set_setting"}
    played = {
        "put",
        "drop",
        "drop_revision",
        "reprint",
        "bury",
        "exhume",
        "drop_aside",
        "drop_line",
        "drop_lines",
        *names.values(),
    }
    assert {names.get(name, name) for name in OPERATIONS} - played == {"number", "compacted"}, "only in compacted logs"


@pytest.mark.parametrize(
    "operation",
    [
        {"put": {}},
        {"put": None},
        {"unheard_of": 1},
        {"bury": {"tombstone": {"id": 7}, "seq": 1, "batch": None}},
        {"put": {"version": {"record": {"id": "a"}, "revision": 1, "seq": 9, "digest": ""}, "prints": [], "keep": 1}},
        {"reprint": {"id": "nobody", "prints": []}},
        {},
    ],
)
def test_an_operation_that_cannot_be_carried_out_changes_nothing(operation: Operation) -> None:
    from satchel_protocol.errors import InvalidRecordError

    table = Table()
    with pytest.raises((KeyError, TypeError, ValueError, AttributeError, InvalidRecordError)):
        table.apply(operation)
    assert state(table) == state(Table())


@given(JSON)
def test_a_line_of_any_json_is_read_back_and_its_damage_noticed(value: Any) -> None:
    operation = {"setting": {"name": "x", "value": value}}
    line = journal.encode_line(operation)
    assert line.count(b"\n") == 1
    assert journal.is_whole(line)
    assert journal.whole_operations(line) == [operation]
    assert journal.whole_operations(b'{"torn": "' + line) == [operation]
    place = len(line) // 3
    bad = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
    assert journal.whole_operations(bad) == []
