"""Whatever a file looks like, its reader gives findings with places and no exception."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.schema.cases import FIXTURES, TODAY, base, written

from satchel.schema.check import check
from satchel.schema.file import SchemaFile, read_schema
from satchel.schema.tree import scalar

TEXT = (FIXTURES / "base.yml").read_text("utf-8")


def found(text: str | bytes) -> list[tuple[str, int, int]]:
    return [(one.rule, one.line, one.column) for one in read_schema(text, "s.yml").findings]


def rules_of(file: SchemaFile) -> set[str]:
    return {one.rule for one in file.findings}


def changed(old: str, new: str) -> SchemaFile:
    assert old in TEXT
    return read_schema(TEXT.replace(old, new, 1), "s.yml")


def test_a_file_in_order_has_no_findings() -> None:
    assert found(TEXT) == []


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"# nothing\n", 1),
        (b"a: [1", 1),
        (b"a: 1\n  b: 2\n", 2),
        (b"a:\n\t- 1\n", 2),
        (b"a: 'x\n", 2),
        (b"format: 1\n\xff\xfe", 2),
        (b'a: "\x01"', 1),
        (b"%YAML 9.9\n---\na: 1\n", 1),
        (b"a: 1\n---\nb: 2\n", 2),
        (b"[" * 100_000, 1),
        (b"{a: " * 90 + b"1" + b"}" * 90, 1),
        (b"- " * 5000 + b"1", 1),
    ],
)
def test_a_damaged_file_is_one_finding_with_its_place(data: bytes, line: int) -> None:
    file = read_schema(data, "s.yml")
    assert file.snapshot is None
    assert rules_of(file) == {"FILE_UNREADABLE"}
    assert [one.line for one in file.findings] == [line]


def test_a_file_of_bombs_is_told_and_not_expanded() -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
    assert {"FILE_NOT_PLAIN"} <= {rule for rule, _, _ in found(bomb)}
    types = {
        f"T{n}": {"type": "object", "properties": {"a": {"$ref": f"T{n + 1}"}, "b": {"$ref": f"T{n + 1}"}}}
        for n in range(60)
    }
    types["T60"] = {"type": "string"}
    chain = {f"C{n}": {"type": "array", "items": {"$ref": f"C{n + 1}"}} for n in range(3000)} | {
        "C3000": {"type": "string"}
    }
    assert "TYPE_TOO_LARGE" in {rule for rule, _, _ in found(written(base() | {"types": base()["types"] | chain}))}
    made = base() | {"types": base()["types"] | types}
    assert "TYPE_TOO_LARGE" in {rule for rule, _, _ in found(written(made))}


@pytest.mark.parametrize(
    ("old", "new", "rule", "hint"),
    [
        ("revision: 1\n", "revision: 1\nrevison: 2\n", "FIELD_UNKNOWN", "'revision'"),
        ("sensitivity: personal", "senstivity: personal", "FIELD_UNKNOWN", "'sensitivity'"),
        ("status: deprecated", "status: depricated", "FIELD_VALUE", "'deprecated'"),
        (
            "in: rider, type: {type: string, maxLength: 80}",
            "in: rdier, type: {type: string, maxLength: 80}",
            "FIELD_VALUE",
            "'rider'",
        ),
        ("{$ref: Brake}", "{$ref: Brakes}", "TYPE_UNKNOWN_REF", "'Brake'"),
        ("{type: integer}", "{type: integr}", "TYPE_OUTSIDE_SUBSET", "'integer'"),
        ("format: date", "format: dat", "TYPE_OUTSIDE_SUBSET", "'date'"),
        ("maxLength: 80", "maxlength: 80", "TYPE_OUTSIDE_SUBSET", "'maxLength'"),
    ],
)
def test_a_slip_of_the_pen_is_told_with_what_was_meant(old: str, new: str, rule: str, hint: str) -> None:
    file = changed(old, new)
    one = next(one for one in file.findings if one.rule == rule)
    assert hint in one.message
    line = TEXT.replace(old, new, 1).split("\n")[one.line - 1]
    assert new.strip("\n").split("\n")[-1].split(":")[0].strip("{ ").split(",")[0] in line


@pytest.mark.parametrize(
    ("written_type", "rule"),
    [
        ("{anyOf: [{type: string}]}", "TYPE_OUTSIDE_SUBSET"),
        ("{type: [string, 'null']}", "TYPE_OUTSIDE_SUBSET"),
        ("{type: 'null'}", "TYPE_OUTSIDE_SUBSET"),
        ("{type: string, pattern: a+}", "TYPE_OUTSIDE_SUBSET"),
        ("{type: string, nullable: true}", "TYPE_OUTSIDE_SUBSET"),
        ("{type: array}", "TYPE_OUTSIDE_SUBSET"),
        ("{type: integer, maxLength: 3}", "TYPE_OUTSIDE_SUBSET"),
        ("{type: object, patternProperties: {}}", "TYPE_OUTSIDE_SUBSET"),
        ("{maxLength: 3}", "TYPE_OUTSIDE_SUBSET"),
        ("string", "FIELD_TYPE"),
        ("{type: string, enum: [on, 1]}", "FIELD_TYPE"),
        ("{type: string, enum: [a, a]}", "FIELD_VALUE"),
        ("{type: object, properties: {a: {type: string}}, required: [b]}", "FIELD_VALUE"),
        ("{type: object, properties: {a: {$ref: Nowhere}}}", "TYPE_UNKNOWN_REF"),
    ],
)
def test_a_type_outside_the_subset_is_told(written_type: str, rule: str) -> None:
    file = changed("type: {type: integer}", f"type: {written_type}")
    assert rules_of(file) == {rule}
    assert {(one.number, one.key) for one in file.findings} == {(6, "rider.weekly_km")}


def test_a_type_that_holds_itself_is_told_with_its_circle() -> None:
    file = changed(
        "  Job:\n",
        "  Loop: {type: array, items: {$ref: Ring}}\n  Ring: {type: object, properties: {a: {$ref: Loop}}}\n  Job:\n",
    )
    assert rules_of(file) == {"TYPE_RECURSIVE"}
    assert "Loop → Ring → Loop" in file.findings[0].message


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("name: rider.name, in", "name: rider.name, name: x, in", "FILE_DUPLICATE_KEY"),
        ("{$ref: Brake}", "&b {$ref: Brake}", "FILE_NOT_PLAIN"),
        ("{$ref: Brake}", "!!map {$ref: Brake}", "FILE_NOT_PLAIN"),
        ("number: 6,", "number: '6',", "FIELD_TYPE"),
        ("number: 6,", "", "FIELD_MISSING"),
        ("number: 6,", "number: 0,", "FIELD_VALUE"),
        ("retention: 90d", "retention: 90 days", "FIELD_VALUE"),
        ("format: 1\n", "format: 7\n", "FIELD_VALUE"),
        ("reserved:\n", "exemptions: [{rule: KEY_SAME_TYPE, number: 3}]\nreserved:\n", "FIELD_MISSING"),
        ("describe: Former short name.", "translate: {up: {map: {a: b}}}", "FIELD_MISSING"),
    ],
)
def test_what_is_wrong_with_the_form_is_told(old: str, new: str, rule: str) -> None:
    assert rule in rules_of(changed(old, new))


def test_every_finding_names_line_and_column_of_what_is_wrong() -> None:
    text = TEXT.replace("type: {type: integer}", "type: {type: integr}", 1)
    one = read_schema(text, "s.yml").findings[0]
    assert text.split("\n")[one.line - 1][one.column - 1 :].startswith("integr")


@pytest.mark.parametrize("section", ["keys: {a: 1}\n", "keys: 3\n", ""])
def test_without_a_list_of_keys_none_is_told_to_be_gone(section: str) -> None:
    head, _, rest = TEXT.partition("keys:\n")
    text = head + section + rest[rest.index("reserved:") :]
    checked = check(read_schema(text, "s.yml"), base=read_schema(TEXT, "s.yml").snapshot, today=TODAY)
    assert {one.rule for one in checked.findings} <= {"FIELD_TYPE", "FIELD_MISSING"}
    assert checked.findings


@pytest.mark.parametrize(
    ("written_as", "value"),
    [("on", "on"), ("yes", "yes"), ("2026-01-01", "2026-01-01"), ("1_000", "1_000"), ("0x10", 16), ("1e3", 1000.0), ("~", None), ("true", True),
     (".5", 0.5), ("-7", -7), (".inf", ".inf"), ("1:30", "1:30"), ("9" * 5000, "9" * 5000)],
)  # fmt: skip
def test_plain_scalars_are_read_by_the_core_schema(written_as: str, value: Any) -> None:
    assert scalar(written_as) == value
    assert type(scalar(written_as)) is type(value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
names = st.sampled_from(
    "format schema revision next_number defaults namespaces types keys reserved exemptions render".split()
)
key_fields = st.sampled_from(
    "number name in type status deprecated translate examples embed aliases not_a_rename watch".split()
)


@settings(max_examples=100)
@given(
    st.dictionaries(names, json_values, max_size=6),
    st.lists(st.dictionaries(key_fields, json_values, max_size=6), max_size=3),
)
def test_any_values_at_all_give_findings_and_no_exception(top: dict[str, Any], keys: list[dict[str, Any]]) -> None:
    made = {**base(), **top}
    if isinstance(made.get("keys"), list):
        made["keys"] = [*made["keys"], *keys]
    text = yaml.dump(made, Dumper=yaml.SafeDumper, allow_unicode=True)
    file = read_schema(text.encode(), "s.yml")
    for one in check(file, today=TODAY).findings:
        assert one.line >= 1


@settings(max_examples=100)
@given(st.integers(0, len(TEXT) - 1), st.integers(0, 30), st.text(alphabet="{}[]:,-#&*!|>'\"% \n\tax1", max_size=6))
def test_any_damage_to_the_text_gives_findings_and_no_exception(place: int, length: int, put_in: str) -> None:
    text = TEXT[:place] + put_in + TEXT[place + length :]
    for one in check(read_schema(text.encode(), "s.yml"), today=TODAY).findings:
        assert one.line >= 1
        assert one.message
