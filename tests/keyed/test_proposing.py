"""Undeclared writes become a patch that adds lines and touches no others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.keyed.cases import SCHEMA

from satchel.schema.counterfile import Count
from satchel.schema.file import read_schema
from satchel.schema.mining import Observed
from satchel.service.config import Config
from satchel.service.counters import Proposed, proposal, proposed
from satchel.service.memory import Memory
from satchel_protocol.errors import UsageError

SMALL = """\
format: 1
schema: small
revision: 3   # merged on a Friday
next_number: 2   # wanted

namespaces:
  user: {number: 1, path: [users, "{user_id}"]}

keys:
  # the first
  - number: 1
    name: user.name
    in: user
    type: {type: string}
    status: active

# what is gone
reserved:
  - {names: ["system.**"], reason: framework}
"""


def count(name: str, n: int = 1, kind: str = "proposed", day: str = "2026-03-04") -> Count:
    return Count(day=day, revision=3, number=0, name=name, kind=kind, n=n)


def make(tmp_path: Path, text: str, counts: list[Count], values: list[Observed], **how: Any) -> Proposed:
    path = tmp_path / "memory_schema.yml"
    path.write_bytes(text.encode())
    return proposal(path, counts, values, **how)


def test_lines_are_added_at_the_end_of_the_keys_and_all_others_stay(tmp_path: Path) -> None:
    counts = [count("user.shoe.size", 3), count("user.shoe.size", 2, day="2026-03-09"), count("user.hats[*]")]
    values = [
        Observed("user:ann", "user.shoe.size", 44),
        Observed("user:bob", "user.shoe.size", 40.5),
        Observed("user:ann", "user.hats[felt]", {"colour": "grey"}),
    ]
    found = make(tmp_path, SMALL, counts, values)
    added = """\
  # proposed: written 5 times, 2026-03-04 to 2026-03-09
  - number: 2
    name: user.shoe.size
    in: user
    type: {type: number}
    status: active
    since: 3
    examples: [40.5, 44]
  # proposed: written 1 time, 2026-03-04
  - number: 3
    name: user.hats[*]
    in: user
    type: {type: object, properties: {colour: {type: string}}}
    status: active
    since: 3
    item_id: '{item_id}'
    examples: [{colour: grey}]
"""
    expected = SMALL.replace("    status: active\n\n# what", f"    status: active\n{added}\n# what")
    assert found.patch.text == expected.replace("next_number: 2   # wanted", "next_number: 4   # wanted")
    removed = [line for line in found.diff.splitlines() if line.startswith("-") and not line.startswith("---")]
    assert removed == ["-next_number: 2   # wanted"]


def test_owners_are_those_of_the_defaults_and_a_published_revision_is_left_behind(tmp_path: Path) -> None:
    from datetime import UTC, datetime

    from satchel.service.schema import Project, published

    path = tmp_path / "memory_schema.yml"
    path.write_text(SMALL.replace("namespaces:", "defaults: {owners: [team-bench]}\n\nnamespaces:", 1), "utf-8")
    revision, _ = published(Project.open(path), datetime(2026, 3, 4, tzinfo=UTC))
    assert revision is not None
    found = proposal(path, [count("user.hat")], [Observed("user:ann", "user.hat", "grey")])
    assert found.patch.keys[0]["owners"] == ["team-bench"]
    assert found.patch.keys[0]["since"] == 4
    assert "revision: 4   # merged on a Friday" in found.patch.text


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_list_of_keys_that_is_empty_gets_its_first(tmp_path: Path, ending: str) -> None:
    text = 'format: 1\nschema: s\nrevision: 1\nnext_number: 1\nkeys: []  # none yet\nnamespaces:\n  user: {number: 1, path: [users, "{user_id}"]}\n'
    found = make(tmp_path, text.replace("\n", ending), [count("user.hat")], [Observed("user:ann", "user.hat", "grey")])
    assert f"keys:{ending}  # proposed" in found.patch.text
    assert found.patch.text.count("\n") == found.patch.text.count(ending)
    assert not read_schema(found.patch.text, "s").findings


def test_a_layout_that_cannot_be_added_to_is_left_alone(tmp_path: Path) -> None:
    text = SMALL.replace(
        SMALL[SMALL.index("keys:") : SMALL.index("# what")],
        "keys: [{number: 1, name: user.name, in: user, type: {type: string}}]\n",
    )
    with pytest.raises(UsageError, match="written in one line"):
        make(tmp_path, text, [count("user.hat")], [Observed("user:ann", "user.hat", "grey")])


def test_what_cannot_be_a_key_is_told_with_why(tmp_path: Path) -> None:
    counts = [count(name) for name in ("user.name", "system.clock", "user.a b", "user.gone", "…", "user.hat", "job.x")]
    values = [Observed("user:ann", "user.hat", "grey"), Observed("project:web", "job.x", 1)]
    found = make(tmp_path, SMALL, counts, values)
    assert [key["name"] for key in found.patch.keys] == ["user.hat"]
    said = "\n".join(found.patch.left_out)
    for part in ("declared by now", "is reserved", "no stored value", "not letters", "where no namespace is"):
        assert part in said


def test_examples_show_nothing_private(tmp_path: Path) -> None:
    values = [
        Observed("user:ann", "user.reach", "ann@example.org"),
        Observed("user:ann", "user.note", "x" * 200),
        Observed("user:ann", "user.secret", "password: hunter2hunter2"),
    ]
    found = make(tmp_path, SMALL, [count(one.key) for one in values], values)
    assert len(found.patch.keys) == 3
    assert all("examples" not in key for key in found.patch.keys)
    private = make(
        tmp_path, SMALL.replace("namespaces:\n  user: {", "namespaces:\n  user: {sensitivity: personal, "),
        [count("user.hat")], [Observed("user:ann", "user.hat", "grey")],
    )  # fmt: skip
    assert "examples" not in private.patch.keys[0]


def test_look_alikes_are_named_for_a_person_to_decide(tmp_path: Path) -> None:
    found = make(tmp_path, SMALL, [count("user.Names")], [Observed("user:ann", "user.Names", "Ann")])
    assert any("looks like user.name" in note for note in found.notes)


def test_only_what_was_to_be_proposed_is_unless_everything_is_asked_for(tmp_path: Path) -> None:
    counts = [count("user.hat"), count("user.coat", kind="undeclared"), count("user.none", kind="unknown")]
    values = [Observed("user:ann", name, "grey") for name in ("user.hat", "user.coat", "user.none")]
    assert [key["name"] for key in make(tmp_path, SMALL, counts, values).patch.keys] == ["user.hat"]
    everything = make(tmp_path, SMALL, counts, values, everything=True)
    assert {key["name"] for key in everything.patch.keys} == {"user.hat", "user.coat"}


def test_what_was_forgotten_is_in_no_patch(tmp_path: Path) -> None:
    path = tmp_path / "memory_schema.yml"
    path.write_text(SCHEMA, "utf-8")
    how: dict[str, Any] = {"scope": "user:ann", "schema": path, "mode": "propose", "config": Config(embedder="none")}
    with Memory(str(tmp_path / "own.db"), **how) as memory:
        memory.put("user.hat", "a felt hat")
        memory.put("user.coat", "a grey coat")
        memory.delete("user.hat")
        memory.keyed().guard.counters.flush()
        found = proposed(path, memory)
    assert [key["name"] for key in found.patch.keys] == ["user.coat"]
    assert "felt" not in found.diff


NAMES = st.from_regex(r"user\.[a-z]{3,8}(\.[a-z]{3,6}|\[\*\])?", fullmatch=True)
VALUES = st.recursive(
    st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(seen=st.dictionaries(NAMES, st.lists(VALUES, min_size=1, max_size=4), min_size=1, max_size=6))
def test_any_values_make_a_file_that_reads_back_with_all_that_it_said(
    tmp_path_factory: pytest.TempPathFactory, seen: dict[str, list[Any]]
) -> None:
    values = [Observed("user:ann", name.replace("[*]", "[1]"), value) for name, held in seen.items() for value in held]
    found = make(tmp_path_factory.mktemp("p"), SCHEMA, [count(name) for name in seen], values)
    again = read_schema(found.patch.text, "memory_schema.yml")
    before = read_schema(SCHEMA, "memory_schema.yml")
    assert not again.findings
    assert again.snapshot is not None
    assert before.snapshot is not None
    assert again.snapshot.keys[: len(before.snapshot.keys)] == before.snapshot.keys
    assert len(found.patch.keys) + len(found.patch.left_out) == len(seen)
    assert again.snapshot.next_number == 44 + len(found.patch.keys)
