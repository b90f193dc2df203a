"""Records and tombstones on the wire: a strict writer, a tolerant reader, every problem named."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel_protocol.canonical import canonical_json, digest
from satchel_protocol.checks import MAX_DEPTH
from satchel_protocol.conformance import memory
from satchel_protocol.conformance.strategies import json_values, records, tombstones
from satchel_protocol.conformance.writing import FULL
from satchel_protocol.errors import InvalidRecordError
from satchel_protocol.ids import keyed_id
from satchel_protocol.quickdigest import content_quickly
from satchel_protocol.quickread import read_quickly
from satchel_protocol.record import FIELDS, UNSET, Access, Origin, Record, TimeEvidence, evolve
from satchel_protocol.tombstone import Through, Tombstone
from satchel_protocol.wire import read_record, write_content

FLOOR: dict[str, Any] = {
    "id": "one",
    "type": "fact",
    "content": "Ann likes tea.",
    "scope": "user:ann",
    "source_agent": "agent",
    "created_at": "2026-03-04T05:06:07Z",
}


def problems(data: Any) -> dict[str, str]:
    """Path → kind of every problem of a JSON value read as a record."""
    with pytest.raises(InvalidRecordError) as refused:
        Record.from_json(data)
    found = {problem.path: problem.kind for problem in refused.value.problems}
    assert len(found) == len(refused.value.problems), "one problem a path"
    return found


@given(records())
def test_what_was_written_reads_back_through_json_text(record: Record) -> None:
    assert record.check() is record
    text = json.dumps(record.to_json(), ensure_ascii=False)
    again = Record.from_json(json.loads(text))
    assert again == record
    assert json.dumps(again.to_json(), ensure_ascii=False) == text
    assert again.digest() == record.digest()
    assert Record.from_json(record.to_json(standalone=True)) == record


@given(tombstones())
def test_a_tombstone_reads_back_through_json_text(tombstone: Tombstone) -> None:
    text = json.dumps(tombstone.to_json())
    again = Tombstone.from_json(json.loads(text))
    assert again == tombstone
    assert json.dumps(again.to_json()) == text


@given(records())
def test_fields_come_in_the_order_of_the_protocol_and_unset_ones_not_at_all(record: Record) -> None:
    written = list(record.to_json())
    known = [name for name in written if name in FIELDS]
    assert known == [name for name in FIELDS if name in written]
    assert written[: len(known)] == known, "unknown ones come last"
    assert None not in [v for k, v in record.to_json().items() if k not in ("created_at", "value") and k in FIELDS]


@st.composite
def almost_records(draw: st.DrawFn) -> Any:
    """The JSON of a record with a member or two replaced, dropped or added."""
    data = draw(records()).to_json()
    names = [*data, "sourceAgent", "createdAt", "meta", "origin", "access", "satchel", "tags", "odd"]
    if "access" in data and draw(st.booleans()):
        data["access"][draw(st.sampled_from(["level", "classes", "relaxed_at", "odd"]))] = draw(json_values(leaves=2))
    for name in draw(st.lists(st.sampled_from(names), max_size=2)):
        if draw(st.booleans()):
            data.pop(name, None)
        else:
            data[name] = draw(
                json_values(leaves=3) | st.sampled_from(["", " ", "\ud800", [""], ["A", "a", "a"], -1, 1.5, {}])
            )
    return data


@given(almost_records())
def test_the_quick_reader_gives_what_the_tolerant_one_gives_or_leaves_it_to_it(data: Any) -> None:
    quick = read_quickly(data)
    if quick is not None:
        assert quick == read_record(data)
        assert quick.check() is quick


@given(almost_records())
def test_whatever_is_read_may_be_written(data: Any) -> None:
    try:
        record = Record.from_json(data)
    except InvalidRecordError:
        return
    record.check()
    json.dumps(record.to_json(), allow_nan=False, ensure_ascii=False).encode("utf-8")
    assert Record.from_json(record.to_json()) == record


@given(records(), json_values(leaves=3) | st.floats(allow_nan=False) | st.integers())
def test_the_quick_digest_is_that_of_the_canonical_json(record: Record, raw: Any) -> None:
    origin = record.origin and replace(record.origin, unknown={}, extra={"x": raw, "a": 1}, time=TimeEvidence(raw=raw))
    usual = replace(record, key=None, value=UNSET, revives=(), unknown={}, origin=origin)
    for one in (record, usual, replace(usual, meta={"b": raw, "A": None})):
        text = content_quickly(one)
        assert text is None or text.encode() == canonical_json(write_content(one))
        assert one.digest() == digest(write_content(one))


@given(records(), records())
def test_a_copy_with_changes_is_what_the_constructor_makes(record: Record, other: Record) -> None:
    changes: dict[str, Any] = {"access": other.access, "tags": other.tags, "origin": other.origin}
    assert evolve(record, **changes) == replace(record, **changes)
    assert evolve(record) == record
    with pytest.raises(FrozenInstanceError):
        evolve(record).id = "another"  # type: ignore[misc]
    with pytest.raises(KeyError):
        evolve(record, colour="red")


def test_what_a_scan_for_sensitive_content_found_is_read_quickly() -> None:
    access = {"level": "sensitive", "classes": ["phone", "health"], "detector": "satchel.access/1"}
    usual = {**FLOOR, "access": access, "origin": {"tool": "t", "time": {"raw": 7, "unit": "s"}, "extra": {"a": 1}}}
    assert read_quickly(usual) == read_record(usual)
    assert read_quickly({**FLOOR, "access": {**access, "level": None}}) is None


def test_a_usual_record_takes_the_quick_way_to_its_digest() -> None:
    usual = Record.from_json({**FLOOR, "tags": ["茶"], "ttl": 60, "importance": 0.25, "origin": {"tool": "t"}})
    assert content_quickly(usual) is not None
    assert content_quickly(replace(usual, importance=1e-7)) is None, "an exponent is written otherwise"


@given(json_values())
def test_any_other_json_value_is_refused_and_named(data: Any) -> None:
    with pytest.raises(InvalidRecordError):
        Record.from_json(data)
    with pytest.raises(InvalidRecordError):
        Tombstone.from_json(data)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"sourceAgent": "other", "source_agent": None}, {"source_agent": "other"}),
        ({"createdAt": "2026-01-01T08:00:00+08:00", "created_at": None}, {"created_at": "2026-01-01T00:00:00Z"}),
        ({"updatedAt": "2026-01-01T00:00:00Z"}, {"updated_at": "2026-01-01T00:00:00Z"}),
        ({"derivedFrom": ["a"]}, {"derived_from": ["a"]}),
        ({"created_at": None}, {"created_at": None}),
        ({"tags": "Tea"}, {"tags": ["tea"]}),
        ({"tags": ["Tea", "TEA", " ", "é"]}, {"tags": ["tea", "é"]}),
        ({"supersedes": "x"}, {"supersedes": ["x"]}),
        ({"revives": ["b", "a", "b"]}, {"revives": ["a", "b"]}),
        ({"scope": "user:%61nn"}, {"scope": "user:ann"}),
        ({"state": "active"}, {}),
        ({"meta": {"access": {"level": "secret"}, "x": 1}}, {"meta": {"x": 1}, "access": {"level": "secret"}}),
        ({"meta": {"access": {"door": "4711"}}}, {"meta": {"access": {"door": "4711"}}}),
        ({"meta": {"access": {"level": 3}}}, {"meta": {"access": {"level": 3}}}),
        ({"access": {"relaxedAt": "2026-01-01T00:00:00Z"}}, {"access": {"level": "normal", "relaxed_at": "2026-01-01T00:00:00Z"}}),
        ({"origin": {"exportedAt": "2026-01-01T00:00:00Z"}}, {"origin": {"exported_at": "2026-01-01T00:00:00Z"}}),
        ({"origin": {"time": {"raw": None, "assumed": False}}}, {"origin": {"time": {}}}),
        ({"satchel": "1.9"}, {}),
        ({"type": "habit"}, {"type": "habit"}),
        ({"unknown": None, "also": ""}, {"unknown": None, "also": ""}),
        ({"ttl": None, "tags": None, "meta": None, "key": None, "access": None, "origin": None, "importance": None}, {}),
    ],
)  # fmt: skip
def test_other_spellings_are_read_and_written_in_ours(given: dict[str, Any], read: dict[str, Any]) -> None:
    assert Record.from_json(FLOOR | given).to_json() == FLOOR | read


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"id": ""}, {"id": "format"}),
        ({"id": "a" * 257}, {"id": "format"}),
        ({"id": "a\nb"}, {"id": "format"}),
        ({"id": "a\u200bb"}, {"id": "format"}),
        ({"id": 17}, {"id": "type"}),
        ({"id": None}, {"id": "missing"}),
        ({"type": ""}, {"type": "format"}),
        ({"type": "x" * 65}, {"type": "format"}),
        ({"content": ""}, {"content": "missing"}),
        ({"content": " \n\u3000"}, {"content": "missing"}),
        ({"content": "a\x00b"}, {"content": "format"}),
        ({"content": "\ud83d"}, {"content": "format"}),
        ({"content": "茶" * 21_846}, {"content": "size"}),
        ({"content": ["x"]}, {"content": "type"}),
        ({"scope": "ann"}, {"scope": "format"}),
        ({"scope": ""}, {"scope": "format"}),
        ({"scope": None}, {"scope": "missing"}),
        ({"source_agent": " "}, {"source_agent": "missing"}),
        ({"source_agent": "\ud800"}, {"source_agent": "format"}),
        ({"created_at": "2026-03-04T05:06:07"}, {"created_at": "format"}),
        ({"created_at": 1700000000}, {"created_at": "type"}),
        ({"ttl": -1}, {"ttl": "range"}),
        ({"ttl": True}, {"ttl": "type"}),
        ({"ttl": "60"}, {"ttl": "type"}),
        ({"ttl": float("inf")}, {"ttl": "range"}),
        ({"importance": 1.01}, {"importance": "range"}),
        ({"confidence": float("nan")}, {"confidence": "range"}),
        ({"tags": [1]}, {"tags": "type"}),
        ({"tags": ["\ud800"]}, {"tags[0]": "format"}),
        ({"meta": []}, {"meta": "type"}),
        ({"meta": {"a": {"b": [0, float("nan")]}}}, {"meta.a.b[1]": "range"}),
        ({"meta": {"a": "\udc00"}}, {"meta.a": "format"}),
        ({"meta": {"\udc00": 1}}, {"meta.\\udc00": "format"}),
        ({"meta": {"n": 10**5000}}, {"meta.n": "range"}),
        ({"later": {"deep": "\ud800"}}, {"later.deep": "format"}),
        ({"value": 1}, {"value": "missing"}),
        ({"key": "", "value": 1}, {"key": "format"}),
        ({"key": "theme", "value": 1}, {"id": "format"}),
        ({"access": "secret"}, {"access": "type"}),
        ({"access": {"level": 1, "classes": [1]}}, {"access.level": "type", "access.classes": "type"}),
        ({"access": {"detector": "\ud800"}}, {"access.detector": "format"}),
        ({"origin": {"time": {"assumed": "yes", "unit": 1}}}, {"origin.time.assumed": "type", "origin.time.unit": "type"}),
        ({"origin": {"id": "\ud800", "extra": {"x": float("-inf")}}}, {"origin.id": "format", "origin.extra.x": "range"}),
        ({"origin": {"exported_at": "yesterday"}}, {"origin.exported_at": "format"}),
        ({"satchel": "2.0"}, {"satchel": "version"}),
        ({"derived_from": [None]}, {"derived_from": "type"}),
    ],
)  # fmt: skip
def test_a_broken_rule_is_named_by_its_path(changed: dict[str, Any], found: dict[str, str]) -> None:
    assert problems(FLOOR | changed) == found


def test_all_problems_are_reported_at_once() -> None:
    found = problems({"content": "", "created_at": "no", "ttl": -1, "tags": {}, "importance": 2, "origin": {"time": 1}})
    assert found == {
        "id": "missing", "type": "missing", "content": "missing", "scope": "missing", "source_agent": "missing", "created_at": "format",
        "ttl": "range", "tags": "type", "importance": "range", "origin.time": "type",
    }  # fmt: skip


def test_the_message_names_file_and_line() -> None:
    with pytest.raises(InvalidRecordError, match=r"notes\.jsonl:12: invalid record: .*content"):
        Record.from_json(FLOOR | {"content": ""}, where="notes.jsonl:12")


@pytest.mark.parametrize(
    ("record", "path"),
    [
        (memory(tags=("Tea",)), "tags[0]"),
        (memory(tags=("a", "a")), "tags[1]"),
        (memory(revives=("b", "a")), "revives"),
        (memory(scope="user:%61nn"), "scope"),
        (memory(created_at=datetime(2026, 1, 1)), "created_at"),  # noqa: DTZ001
        (memory(meta={"x": object()}), "meta.x"),
        (memory(meta={1: 2}), "meta.1"),
        (memory(meta={"a": {"b": {3: 4}}}), "meta.a.b.3"),
        (memory(unknown={"x": b"bytes"}), "x"),
        (memory(ttl=float("nan")), "ttl"),
        (memory(origin=Origin(extra={"x": {1}})), "origin.extra.x"),
    ],
)
def test_the_strict_check_finds_what_no_json_reader_would(record: Record, path: str) -> None:
    with pytest.raises(InvalidRecordError) as refused:
        record.check()
    assert [problem.path for problem in refused.value.problems] == [path]


def test_nesting_is_kept_up_to_its_limit_and_refused_beyond() -> None:
    def nested(levels: int) -> Any:
        value: Any = 1.5
        for _ in range(levels):
            value = [value]
        return value

    kept = memory(meta={"x": nested(MAX_DEPTH - 1)}).check()
    assert Record.from_json(json.loads(json.dumps(kept.to_json()))) == kept
    assert kept.digest()
    for levels in (MAX_DEPTH, 900, 100_000):
        with pytest.raises(InvalidRecordError):
            memory(meta={"x": nested(levels)}).check()
    memory(meta={"wide": [[] for _ in range(500)]}).check()


def test_the_limits_themselves_are_allowed() -> None:
    memory("a" * 256).check()
    memory(content="a" * 65536).check()
    memory(content="茶" * 21_845 + "a").check()
    memory(ttl=0, importance=0, confidence=1).check()
    memory(ttl=10**400).check()
    key = "k" * 512
    memory(keyed_id("user:ann", key), key=key).check()


def test_unset_is_no_null() -> None:
    keyed = FLOOR | {"key": "k", "id": keyed_id("user:ann", "k")}
    assert "value" not in Record.from_json(keyed).to_json()
    assert Record.from_json(keyed | {"value": None}).to_json()["value"] is None
    assert Record.from_json(keyed | {"value": None}).digest() != Record.from_json(keyed).digest()
    assert pickle.loads(pickle.dumps(UNSET)) is UNSET
    assert pickle.loads(pickle.dumps(FULL)) == FULL


def test_the_digest_is_of_what_the_record_says() -> None:
    says = memory(origin=Origin(tool="x", exported_at=datetime(2026, 1, 1, tzinfo=UTC)), meta={"a": 1.0})
    same = [
        replace(says, created_at=None),
        replace(says, updated_at=datetime(2026, 1, 1, tzinfo=UTC)),
        replace(says, access=Access(level="secret")),
        replace(says, origin=Origin(tool="x", imported_at=datetime(2026, 1, 1, tzinfo=UTC), importer="i")),
        replace(says, meta={"a": 1}),
    ]
    assert {record.digest() for record in same} == {says.digest()}
    others = [
        replace(says, content="B"), replace(says, type="task"), replace(says, tags=("a",)), replace(says, state="archived"),
        replace(says, origin=Origin(tool="y")), replace(says, origin=None), replace(says, unknown={"x": None}), replace(says, revives=("t",)),
    ]  # fmt: skip
    assert len({record.digest() for record in [says, *others]}) == len(others) + 1


def test_an_unknown_field_never_shadows_a_known_one() -> None:
    record = memory(unknown={"content": "Other.", "satchel": "9", "x": 1})
    assert record.to_json()["content"] == record.content
    assert record.to_json(standalone=True)["satchel"] == "1.0"
    assert record.to_json()["x"] == 1


def test_validity_counts_from_the_first_time_that_is_known() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    later = at + timedelta(seconds=61)
    assert memory(created_at=at, ttl=60).is_expired(later)
    assert not memory(created_at=at, ttl=60).is_expired(at + timedelta(seconds=60))
    assert not memory(created_at=at, updated_at=later, ttl=60).is_expired(later)
    assert memory(created_at=None, origin=Origin(imported_at=at), ttl=60).is_expired(later)
    assert not memory(created_at=None, ttl=0).is_expired(later)
    assert not memory(created_at=at).is_expired(later)


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"id": None}, "id"),
        ({"id": "a\nb"}, "id"),
        ({"tombstone_id": "\x00"}, "tombstone_id"),
        ({"scope": "x"}, "scope"),
        ({"deleted_at": "2026"}, "deleted_at"),
        ({"reason": 1}, "reason"),
        ({"actor": "\ud800"}, "actor"),
        ({"sketch": [True]}, "sketch"),
        ({"sketch": [-1]}, "sketch"),
        ({"sketch": "x"}, "sketch"),
        ({"prints": [1]}, "prints"),
        ({"later": {"x": "\ud800"}}, "later.x"),
        ({"through": {"revives": ["t"]}}, "through.revives"),
        ({"through": {"updated_at": 1}}, "through.updated_at"),
        ({"through": {"access": {"level": 1}}}, "through.access.level"),
        ({"through": []}, "through"),
    ],
)
def test_a_broken_tombstone_is_refused_by_path(changed: dict[str, Any], path: str) -> None:
    data = {"id": "one", "tombstone_id": "t", "scope": "user:ann", "deleted_at": None, "reason": "user"}
    Tombstone.from_json(data)
    with pytest.raises(InvalidRecordError) as refused:
        Tombstone.from_json(data | changed)
    assert [problem.path for problem in refused.value.problems] == [path]


def test_a_tombstone_needs_little() -> None:
    bare = Tombstone.from_json({"id": "one", "scope": "user:ann", "deletedAt": "2026-01-01T00:00:00+01:00"})
    assert bare == Tombstone(
        id="one", tombstone_id="one", scope="user:ann", deleted_at=datetime(2025, 12, 31, 23, tzinfo=UTC), reason="user"
    )
    kept = Tombstone.from_json(bare.to_json() | {"x": [1], "through": {"digest": "d", "y": {}}})
    assert kept.to_json()["x"] == [1]
    assert kept.through == Through(digest="d", unknown={"y": {}})
    assert kept.to_json()["through"]["y"] == {}
