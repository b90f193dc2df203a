"""The stub of typed keys is one, and a type checker that reads it finds what is wrong and lets pass what is right."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.schema.cases import Schema, base, edited, written

from satchel.schema.file import read_schema
from satchel.schema.render.stub import stub
from satchel.schema.snapshot import Snapshot

PROGRAM = """
from typing import TYPE_CHECKING, assert_type, cast

from satchel.schema.items import concrete
from satchel.service.memory import Memory

if TYPE_CHECKING:
    from memory_keys import Item5, Key, TypedMemory

memory = cast("TypedMemory", Memory("memory:"))
assert_type(memory.get("rider.name").value, str)
assert_type(memory.get("rider.colours", scope="user:ann").value, list[str])
assert_type(memory.get("rider.tyre_pressure").value, dict[str, float])
job = cast("Item5", concrete("jobs.open[*]", ["j-1"]))
state = memory.get(job).value["state"]
assert_type(memory.get("rider.name").found, bool)
memory.put("rider.bike.brakes", "disc")
memory.put("rider.weekly_km", 40, revision=3)
memory.put(job, {"what": "Tyre"}, by="tool")
memory.put("rider.contact.phone", "1", by="tool")
memory.delete("rider.name")
memory.delete(job)
name: Key = "rider.name"

memory.get("rider.nick")  # wrong
memory.get("rider.nickname")  # wrong: deprecated
memory.get("jobs.open[j-1]")  # wrong: any text is no item
memory.put("rider.bike.brakes", "coaster")  # wrong
memory.put("rider.weekly_km", "many")  # wrong
memory.put(job, {"when": "soon"})  # wrong
memory.put("rider.contact.phone", "1")  # wrong: only tools write it
memory.put("rider.colours", ["red"], by="model")  # wrong: nobody writes it
memory.delete("rider.nick")  # wrong
other: Key = "rider.nick"  # wrong
"""


def snapshot(schema: Schema) -> Snapshot:
    found = read_schema(written(schema), "s.yml").snapshot
    assert found is not None
    return found


def test_a_type_checker_tells_right_from_wrong(tmp_path: Path, monkeypatch: Any) -> None:
    from mypy import api

    schema = base()
    schema["keys"][2]["write"] = "tool_only"
    schema["keys"][6]["write"] = "none"
    (tmp_path / "memory_keys.pyi").write_text(stub(snapshot(schema)), "utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    monkeypatch.chdir(tmp_path)
    said, failed, _ = api.run(
        ["--strict", "--follow-imports=silent", "--cache-dir", "cache", "program.py", "memory_keys.pyi"]
    )
    assert failed == "", failed
    lines = {int(line) for line in re.findall(r"^program\.py:(\d+): error", said, re.MULTILINE)}
    assert lines == {n for n, line in enumerate(PROGRAM.splitlines(), start=1) if "# wrong" in line}, said
    assert "memory_keys.pyi" not in said


names = st.text(max_size=6)
types = st.recursive(
    st.sampled_from([{"type": kind} for kind in ("string", "integer", "number", "boolean", "json")])
    | st.lists(names.filter(bool), min_size=1, max_size=3, unique=True).map(
        lambda words: {"type": "string", "enum": words}
    ),
    lambda inner: (
        st.builds(lambda items: {"type": "array", "items": items}, inner)
        | st.builds(
            lambda parts: {"type": "object", "properties": parts}, st.dictionaries(names, inner, min_size=1, max_size=3)
        )
        | st.builds(lambda more: {"type": "object", "additionalProperties": more}, inner)
    ),
    max_leaves=6,
)


@given(types, st.text(min_size=1).filter(str.strip))
def test_any_type_gives_a_module_that_parses(kind: dict[str, Any], name: str) -> None:
    schema = edited(base(), {"add": [{"number": 31, "name": "rider.odd", "type": kind}]}) | {"schema": name}
    ast.parse(stub(snapshot(schema)))


def test_few_keys_or_none_make_no_lonely_overloads() -> None:
    for count in (0, 1, 2):
        schema = base()
        schema["keys"] = schema["keys"][:count]
        text = stub(snapshot(schema))
        ast.parse(text)
        assert text.count("@overload") == (4 if count == 2 else 0)
