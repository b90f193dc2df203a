"""What editors are told is what the reader accepts."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.schema.cases import base, edited, written

from satchel.schema.file import read_schema
from satchel.schema.layout import schema_for_editors

PUBLISHED = Path(__file__).parents[2] / "spec" / "memory_schema.schema.json"
SCHEMA = schema_for_editors()
KNOWN = set(
    "$schema $comment $defs title description type enum const minimum anyOf pattern minItems required items additionalProperties properties".split()
)
"""The keywords that are looked at here, and those that say nothing of a value."""


def wrong(value: Any, schema: dict[str, Any], path: str = "") -> list[str]:
    """What is wrong with a value by the keywords that the published schema uses; an unknown one fails."""
    if "$ref" in schema:
        return wrong(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], path)
    assert schema.keys() <= KNOWN
    kinds = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
    if "type" in schema:
        is_flag = isinstance(value, bool)
        if not isinstance(value, kinds[schema["type"]]) or (is_flag and schema["type"] != "boolean"):
            return [f"{path} type"]
    refused = {
        "enum": lambda said: value not in said,
        "const": lambda said: value is not said,
        "minimum": lambda said: value < said,
        "anyOf": lambda said: all(wrong(value, one, path) for one in said),
        "pattern": lambda said: re.search(said, value) is None,
    }
    found = [f"{path} {word}" for word, fails in refused.items() if word in schema and fails(schema[word])]
    return found + _inside(value, schema, path)


def _inside(value: Any, schema: dict[str, Any], path: str) -> list[str]:
    found = []
    if isinstance(value, list) and "items" in schema:
        for place, item in enumerate(value):
            found += wrong(item, schema["items"], f"{path}[{place}]")
    if isinstance(value, dict):
        known = schema.get("properties", {})
        found += [f"{path} lacks {name}" for name in schema.get("required", ()) if name not in value]
        for name, inner in value.items():
            more = known.get(name, schema.get("additionalProperties", {}))
            found += [f"{path}.{name} unknown"] if more is False else wrong(inner, more, f"{path}.{name}")
    return found


def test_the_published_file_is_what_the_code_says() -> None:
    assert json.loads(PUBLISHED.read_text("utf-8")) == SCHEMA


def test_a_file_in_order_is_in_order_for_editors() -> None:
    assert wrong(base(), SCHEMA) == []


@pytest.mark.parametrize(
    "step",
    [
        {"set": {"keys/1/status": "retired"}},
        {"set": {"keys/1/colour": "red"}},
        {"set": {"keys/1/number": "1"}},
        {"set": {"keys/1/number": 0}},
        {"delete": ["keys/1/type"]},
        {"delete": ["next_number"]},
        {"set": {"keys/3/retention": "90 days"}},
        {"set": {"keys/3/sensitivity": "high"}},
        {"set": {"keys/1/type": {"type": "text"}}},
        {"set": {"keys/1/type": {"type": "string", "pattern": "a"}}},
        {"set": {"keys/1/type/format": "phone"}},
        {"set": {"keys/4/deprecated/replaced_by": "rider.name"}},
        {"set": {"namespaces/rider/path": "riders"}},
        {"set": {"exemptions": [{"rule": "KEY_SAME_TYPE"}]}},
        {"set": {"render": {"order": "size"}}},
        {"set": {"keys/1/examples": "Aino"}},
    ],
)
def test_what_the_reader_refuses_is_marked_by_editors(step: dict[str, Any]) -> None:
    made = edited(copy.deepcopy(base()), step)
    assert read_schema(written(made), "s.yml").findings
    assert wrong(made, SCHEMA)
