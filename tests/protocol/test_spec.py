"""The documents under `spec/`: schemas are those of the code, and every golden vector holds."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from satchel_protocol.canonical import canonical_json
from satchel_protocol.conformance.strategies import records, tombstones
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.errors import InvalidRecordError, InvalidScopeError, StreamError
from satchel_protocol.fingerprint import normalise_text, text_print, text_sketch
from satchel_protocol.ids import foreign_id, keyed_id, twin_tombstone_id
from satchel_protocol.merge import forbidden_by_derivation, forbidden_by_id, forbidden_by_print, order_of
from satchel_protocol.record import Record
from satchel_protocol.schema_json import DIALECT, documents
from satchel_protocol.scope import Scopes, parse_scope
from satchel_protocol.stream import BadLine, StreamReader, UnknownLine
from satchel_protocol.tombstone import Tombstone

SPEC = Path(__file__).parents[2] / "spec"
SCHEMAS = {name: json.loads(text) for name, text in documents().items()}


def vectors(name: str) -> list[Any]:
    """The rows of a file of vectors, named for pytest."""
    rows = [json.loads(line) for line in (SPEC / "vectors" / name).read_text(encoding="utf-8").rstrip("\n").split("\n")]
    assert rows
    return [pytest.param(row, id=str(row.get("name", number))) for number, row in enumerate(rows)]


def test_the_committed_schemas_are_those_of_the_code() -> None:
    committed = {path.name: path.read_text(encoding="utf-8") for path in SPEC.glob("*.schema.json")}
    committed.pop("memory_schema.schema.json")  # of the other half, and compared in tests/schema
    assert committed == documents(), "python -m satchel_protocol.schema_json spec"


KNOWN_WORDS = {
    "$schema", "$defs", "$ref", "title", "description", "examples", "format", "type", "properties", "required", "items", "anyOf", "not",
    "additionalProperties", "dependentRequired", "pattern", "minLength", "maxLength", "minimum", "maximum", "uniqueItems",
}  # fmt: skip


def faults(value: Any, rule: dict[str, Any], root: dict[str, Any], path: str = "") -> list[str]:
    """Where a value breaks a schema; knows the words that our schemas use, and fails on any other."""
    assert rule.keys() <= KNOWN_WORDS, rule.keys() - KNOWN_WORDS
    found: list[str] = []
    if "$ref" in rule:
        found += faults(value, root["$defs"][rule["$ref"].removeprefix("#/$defs/")], root, path)
    if "anyOf" in rule and all(faults(value, option, root, path) for option in rule["anyOf"]):
        found.append(f"{path}: none of anyOf")
    if "not" in rule and not faults(value, rule["not"], root, path):
        found.append(f"{path}: not")
    if "type" in rule and not _is_type(value, rule["type"]):
        return [*found, f"{path}: type"]
    if isinstance(value, dict):
        return found + _object_faults(value, rule, root, path)
    if isinstance(value, list):
        repeats = rule.get("uniqueItems") and len({json.dumps(item) for item in value}) < len(value)
        return (
            found
            + [f"{path}: repeats"] * bool(repeats)
            + [fault for item in value for fault in faults(item, rule.get("items", {}), root, f"{path}[]")]
        )
    if isinstance(value, str):
        if not rule.get("minLength", 0) <= len(value) <= rule.get("maxLength", len(value)):
            found.append(f"{path}: length")
        if "pattern" in rule and re.search(rule["pattern"], value) is None:
            found.append(f"{path}: pattern")
    if _is_type(value, "number") and not rule.get("minimum", value) <= value <= rule.get("maximum", value):
        found.append(f"{path}: range")
    return found


def _object_faults(value: dict[str, Any], rule: dict[str, Any], root: dict[str, Any], path: str) -> list[str]:
    needed = list(rule.get("required", ()))
    for name, others in rule.get("dependentRequired", {}).items():
        needed += others if name in value else []
    found = [f"{path}.{name}: missing" for name in needed if name not in value]
    more = rule.get("additionalProperties", True)
    for name, member in value.items():
        below = rule.get("properties", {}).get(name, {} if more is True else more)
        found += [f"{path}.{name}: unknown"] if below is False else faults(member, below, root, f"{path}.{name}")
    return found


def _is_type(value: Any, name: str) -> bool:
    if name in ("number", "integer"):
        return isinstance(value, int if name == "integer" else int | float) and not isinstance(value, bool)
    kinds = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    return isinstance(value, kinds[name])


def valid(value: Any, schema: str) -> list[str]:
    return faults(json.loads(json.dumps(value)), SCHEMAS[schema], SCHEMAS[schema])


@given(records())
def test_every_record_that_is_written_fits_its_schema(record: Record) -> None:
    assert valid(record.to_json(), "record.schema.json") == []
    assert valid(record.to_json(standalone=True), "record.schema.json") == []
    assert valid(record.to_json(), "stream.schema.json") == []


@given(tombstones())
def test_every_tombstone_that_is_written_fits_its_schema(tombstone: Tombstone) -> None:
    assert valid(tombstone.to_json(), "tombstone.schema.json") == []
    assert valid({"tombstone": tombstone.to_json()}, "stream.schema.json") == []


def test_the_schemas_name_their_dialect_and_describe_their_fields() -> None:
    for schema in SCHEMAS.values():
        assert schema["$schema"] == DIALECT
    properties = SCHEMAS["record.schema.json"]["properties"]
    assert all("description" in properties[name] for name in ("id", "content", "scope", "source_agent", "ttl", "key"))
    assert SCHEMAS["record.schema.json"]["required"] == ["id", "type", "content", "scope", "source_agent", "created_at"]


def test_a_schema_refuses_what_breaks_it() -> None:
    good = Record.from_json(vectors("records_valid.jsonl")[0].values[0]["record"]).to_json()
    changes: list[dict[str, Any]] = [
        {"id": ""}, {"content": 7}, {"scope": "ann"}, {"created_at": "yesterday"}, {"ttl": -1}, {"tags": ["a", "a"]}, {"importance": 2},
        {"value": 1}, {"meta": []}, {"access": {"classes": "x", "level": "normal"}}, {"origin": {"time": {"assumed": 1}}}, {"updated_at": None},
    ]  # fmt: skip
    for changed in changes:
        assert valid(good | changed, "record.schema.json"), changed
    assert valid({k: v for k, v in good.items() if k != "created_at"}, "record.schema.json")


@pytest.mark.parametrize("row", vectors("records_valid.jsonl"))
def test_valid_records(row: Any) -> None:
    record = Record.from_json(row["record"]).check()
    assert json.dumps(record.to_json()) == json.dumps(row["record"])
    assert valid(row["record"], "record.schema.json") == []


@pytest.mark.parametrize("row", vectors("records_tolerant.jsonl"))
def test_tolerant_spellings(row: Any) -> None:
    assert json.dumps(Record.from_json(row["given"]).to_json()) == json.dumps(row["record"])
    assert valid(row["record"], "record.schema.json") == []


@pytest.mark.parametrize("row", vectors("records_invalid.jsonl"))
def test_invalid_records(row: Any) -> None:
    with pytest.raises(InvalidRecordError) as refused:
        Record.from_json(row["given"])
    assert sorted([p.path, p.kind] for p in refused.value.problems) == row["problems"]


@pytest.mark.parametrize("row", vectors("tombstones.jsonl"))
def test_tombstones(row: Any) -> None:
    assert json.dumps(Tombstone.from_json(row["given"]).to_json()) == json.dumps(row["tombstone"])
    assert valid(row["tombstone"], "tombstone.schema.json") == []


@pytest.mark.parametrize("row", vectors("canonical.jsonl"))
def test_canonical_forms(row: Any) -> None:
    canonical = canonical_json(json.loads(row["json"]))
    assert canonical.decode() == row["canonical"]
    assert sha256(canonical).hexdigest() == row["sha256"]


@pytest.mark.parametrize("row", vectors("digests.jsonl"))
def test_digests(row: Any) -> None:
    assert Record.from_json(row["record"]).digest() == row["digest"]


@pytest.mark.parametrize("row", vectors("ids.jsonl"))
def test_derived_ids(row: Any) -> None:
    makers: dict[str, Callable[..., str]] = {"keyed": keyed_id, "foreign": foreign_id, "twin": twin_tombstone_id}
    assert makers[row["kind"]](*row["parts"]) == row["id"]


@pytest.mark.parametrize("row", vectors("prints.jsonl"))
def test_normal_forms_prints_and_sketches(row: Any) -> None:
    key = bytes.fromhex(row["key"])
    assert normalise_text(row["text"]) == row["normal"]
    assert text_print(key, row["text"]) == row["print"]
    assert list(text_sketch(key, row["text"])) == row["sketch"]


@pytest.mark.parametrize("row", vectors("scopes.jsonl"))
def test_scopes_and_patterns(row: Any) -> None:
    if "pattern" in row:
        assert Scopes.of(row["pattern"]).match(row["scope"]) is row["match"]
    elif row["canonical"] is not None:
        assert parse_scope(row["scope"]) == row["canonical"]
    else:
        with pytest.raises(InvalidScopeError):
            parse_scope(row["scope"])


@pytest.mark.parametrize("row", vectors("verdicts.jsonl"))
def test_verdicts_of_tombstones(row: Any) -> None:
    record, graves = Record.from_json(row["record"]), [Tombstone.from_json(t) for t in row["tombstones"]]
    print_ = text_print(bytes.fromhex(row["key"]), record.content)
    verdict = (
        forbidden_by_id(record, order_of(record), [t for t in graves if t.id == record.id])
        or forbidden_by_print(record, [print_], graves)
        or forbidden_by_derivation(record, [t for t in graves if t.id in record.derived_from])
    )
    found = verdict and {"how": verdict.how, "tombstone_id": verdict.tombstone.tombstone_id}
    assert found == row["verdict"]


@pytest.mark.parametrize("row", vectors("merges.jsonl"))
def test_merges_in_every_order(row: Any) -> None:
    items = [
        Tombstone.from_json(item["tombstone"]) if "tombstone" in item else Record.from_json(item)
        for item in row["items"]
    ]
    for order in permutations(items):
        store = EphemeralStore(clock=lambda: datetime(2027, 6, 1, tzinfo=UTC))
        store.adopt_print_keys({root: [bytes.fromhex(row["key"])] for root in ("user:ann", "user:bob")})
        store.merge(order)
        assert [version.record.to_json() for version in store.enumerate()] == row["live"]


@pytest.mark.parametrize("row", vectors("streams.jsonl"))
def test_streams(row: Any) -> None:
    data = (SPEC / "vectors" / "streams" / row["file"]).read_bytes()
    if row["error"] is not None:
        with pytest.raises(StreamError) as refused:
            list(StreamReader(io.BytesIO(data), name=row["file"]))
        assert refused.value.code == row["error"]
        return
    items = list(StreamReader(io.BytesIO(data), name=row["file"]))
    assert [item.id for item in items if isinstance(item, Record)] == row["records"]
    for kind, name in ((Tombstone, "tombstones"), (UnknownLine, "passed_through"), (BadLine, "bad")):
        assert sum(isinstance(item, kind) for item in items) == row[name]
    passed = {item.text for item in items if isinstance(item, UnknownLine)}
    if not row["bad"]:
        for line in data.decode().rstrip("\n").split("\n"):
            assert line in passed or valid(json.loads(line), "stream.schema.json") == []


def test_every_stream_of_the_vectors_is_tested() -> None:
    named = {row.values[0]["file"] for row in vectors("streams.jsonl")}
    assert named == {path.name for path in (SPEC / "vectors" / "streams").iterdir()}


def test_the_prose_names_every_field_and_every_file() -> None:
    prose = "".join(path.read_text(encoding="utf-8") for path in SPEC.glob("*.md"))
    for schema in SCHEMAS.values():
        for body in (schema, *schema["$defs"].values()):
            assert [name for name in body.get("properties", {}) if f"`{name}`" not in prose] == []
    for path in (SPEC / "vectors").glob("*.jsonl"):
        assert path.name in prose
