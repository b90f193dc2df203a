"""Our own record obeys our own rules: whoever changes the dataclass publishes a revision, or this fails."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from satchel.cli.app import code_of
from satchel.schema.of_record import NUMBERS, RETIRED, record_file
from satchel.schema.values import faults
from satchel.service.schema import Project, published
from satchel_protocol.errors import UsageError
from satchel_protocol.record import FIELDS
from satchel_protocol.schema_json import record_schema

SPEC = Path(__file__).parents[2] / "spec"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
Change = Callable[[dict[str, Any]], object]


def project(tmp_path: Path, text: str) -> Project:
    """Another state of the file beside the published revisions."""
    (tmp_path / "schema").symlink_to(SPEC / "schema")
    path = tmp_path / "record.schema.yml"
    path.write_text(text, "utf-8")
    return Project.open(path)


def test_the_file_is_what_the_dataclass_says() -> None:
    assert (SPEC / "record.schema.yml").read_text("utf-8") == record_file()


def test_it_agrees_with_all_that_was_published_and_is_published() -> None:
    assert code_of(["schema", "check", str(SPEC / "record.schema.yml")]) == 0
    revision, checked = published(Project.open(SPEC / "record.schema.yml"), NOW, write=False)
    assert revision is None, "the record has changed: raise REVISION in of_record.py and publish"
    assert [one for one in checked.findings if one.severity.value != "info"] == []


def test_numbers_are_for_good() -> None:
    first = json.loads((SPEC / "schema/revisions/000001.json").read_text("utf-8"))
    before = {
        body["name"].removeprefix("record."): body["number"] for what, body in first["bodies"].items() if "type" in body
    }
    kept = dict(NUMBERS) | {entry["name"].removeprefix("record."): entry["number"] for entry in RETIRED}
    assert before.items() <= kept.items()
    assert set(NUMBERS) == set(FIELDS)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda found: found["properties"]["ttl"].update(type="string"), "KEY_SAME_TYPE"),
        (lambda found: found["properties"]["tags"].update(type="string"), "KEY_SAME_CARDINALITY"),
        (lambda found: found["properties"]["key"].update(maxLength=64), "KEY_CONSTRAINT_TIGHTENED"),
        (lambda found: found["$defs"]["origin"]["properties"]["tool"].update(type="integer"), "KEY_SAME_TYPE"),
        (lambda found: found["properties"]["ttl"].update(description="Something else."), "KEY_DESCRIPTION_CHANGED"),
    ],
)
def test_a_changed_field_is_found(change: Change, rule: str, tmp_path: Path) -> None:
    schema = copy.deepcopy(record_schema())
    change(schema)
    checked = project(tmp_path, record_file(schema)).check(NOW.date())
    assert rule in {one.rule for one in checked.findings}


def test_a_lost_field_is_found(tmp_path: Path) -> None:
    schema = copy.deepcopy(record_schema())
    del schema["properties"]["basis"]
    with pytest.raises(ValueError, match="numbers without a field: \\['basis'\\]"):
        record_file(schema)
    rest = {name: number for name, number in NUMBERS.items() if name != "basis"}
    checked = project(tmp_path, record_file(schema, rest)).check(NOW.date())
    assert "KEY_NO_DELETE" in {one.rule for one in checked.findings}


def test_a_new_field_needs_a_number_and_a_revision(tmp_path: Path) -> None:
    schema = copy.deepcopy(record_schema())
    schema["properties"]["mood"] = {"type": "string"}
    with pytest.raises(ValueError, match="fields without a number in NUMBERS: \\['mood'\\]"):
        record_file(schema)
    here = project(tmp_path, record_file(schema, dict(NUMBERS) | {"mood": max(NUMBERS.values()) + 1}))
    with pytest.raises(UsageError, match="was published already and says something else"):
        published(here, NOW, write=False)


def test_values_of_the_vectors_are_of_the_types() -> None:
    (snapshot,) = [Project.open(SPEC / "record.schema.yml").file.snapshot]
    assert snapshot is not None
    kinds = {key.name.removeprefix("record."): key.type for key in snapshot.keys}
    rows = [json.loads(line) for line in (SPEC / "vectors/records_valid.jsonl").read_text("utf-8").split("\n") if line]
    assert rows
    for row in rows:
        for name, value in row["record"].items():
            if name in kinds and value is not None and not isinstance(value, dict):
                assert list(faults(value, kinds[name])) == [], (name, value)
