"""A repository of normal code must not drown its owner."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import satchel
from satchel.schema.file import read_schema
from satchel.schema.surfaces.index import NameIndex
from satchel.schema.surfaces.judging import judged
from satchel.schema.surfaces.kinds import kind_of
from satchel.schema.surfaces.scan import Scanner
from satchel.schema.surfaces.surface import Surface

SOURCE = Path(satchel.__file__).parent
COMMON = """
format: 1
schema: common
revision: 1
next_number: 20
namespaces: {{user: {{number: 1, path: [users]}}, tasks: {{number: 2, path: [tasks]}}, session: {{number: 3, path: [sessions]}}, record: {{number: 4, path: [records]}}}}
keys:
  - {{number: 1, name: user.name, in: user, type: {{type: string}}, {status}}}
  - {{number: 2, name: "tasks.open[*]", in: tasks, type: {{type: string}}, {status}}}
  - {{number: 3, name: session.state, in: session, type: {{type: string}}, {status}}}
  - {{number: 4, name: user.email, in: user, type: {{type: string}}, {status}}}
  - {{number: 5, name: session.title.text, in: session, type: {{type: string}}, {status}}}
  - {{number: 6, name: record.content.type, in: record, type: {{type: string}}, {status}}}
"""


WRITTEN = re.compile(r"tasks\.open\[|user\.name|user\.email|session\.state|session\.title\.text|record\.content\.type")


@pytest.mark.parametrize(
    "status", ["status: active", "status: deprecated, deprecated: {at: 1, replaced_by: none, reason: x}"]
)
def test_common_words_in_our_own_code_give_few_findings(status: str) -> None:
    file = read_schema(COMMON.format(status=status), "s.yml")
    assert file.snapshot is not None
    assert not file.findings
    scanner = Scanner(NameIndex.of(file.snapshot))
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE).as_posix()
        if place.startswith("schema/surfaces/") or place == "schema/rules/surfaces.py":
            continue  # they speak of such names
        data = path.read_bytes()
        kind, syntax = kind_of(place, data)
        surface = Surface(data=data, kind=kind, where=place, syntax=syntax)
        found += judged(surface, scanner.scan(surface))
    lines = {path: (SOURCE / path).read_text("utf-8").split("\n") for path in {one.file for one in found}}
    stray = [one for one in found if not WRITTEN.search(lines[one.file][one.line - 1])]
    assert [f"{one.file}:{one.line} {one.rule} {one.message}" for one in stray] == []
    # What is left spells such a key out in a literal or comment: examples in the schema's own modules.
    assert len(found) <= (0 if "active" in status else 60)
