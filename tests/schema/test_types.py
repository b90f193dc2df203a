"""Types against values: what two types are said to differ in is what values of one show in the other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.schema.compatible import differences
from satchel.schema.values import faults, is_format

WORDS = st.sampled_from("a bb ccc dddd".split())


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    def made(parts: dict[str, Any], needed: list[str]) -> dict[str, Any]:
        return {"type": "object", "properties": parts, "required": sorted(set(needed) & parts.keys())}

    return st.builds(made, st.dictionaries(WORDS, inner, min_size=1, max_size=3), st.lists(WORDS, max_size=2))


types = st.recursive(
    st.one_of(
        st.builds(lambda n: {"type": "string", **({"maxLength": n} if n else {})}, st.integers(0, 4)),
        st.builds(lambda e: {"type": "string", "enum": e}, st.lists(WORDS, min_size=1, max_size=3, unique=True)),
        st.just({"type": "integer"}),
        st.just({"type": "number"}),
        st.just({"type": "boolean"}),
    ),
    lambda inner: st.one_of(
        st.builds(lambda i: {"type": "array", "items": i}, inner),
        st.builds(lambda i: {"type": "object", "additionalProperties": i}, inner),
        _objects(inner),
    ),
    max_leaves=4,
)


def values_of(kind: dict[str, Any]) -> st.SearchStrategy[Any]:
    want = kind["type"]
    if want == "string":
        return st.sampled_from(kind["enum"]) if "enum" in kind else st.text("xyz", max_size=kind.get("maxLength", 6))
    if want == "integer":
        return st.integers(-5, 5)
    if want == "number":
        return st.floats(-5, 5).filter(lambda x: not x.is_integer())
    if want == "boolean":
        return st.booleans()
    if want == "array":
        return st.lists(values_of(kind["items"]), max_size=2)
    if "properties" not in kind:
        return st.dictionaries(WORDS, values_of(kind["additionalProperties"]), max_size=2)
    needed = kind.get("required", [])
    parts = {name: values_of(inner) for name, inner in kind["properties"].items()}
    return st.fixed_dictionaries(
        {name: part for name, part in parts.items() if name in needed},
        optional={name: part for name, part in parts.items() if name not in needed},
    )


BREAKING = {"type", "cardinality", "tightened", "required", "enum_removed"}


@settings(max_examples=200)
@given(types, types, st.data())
def test_values_of_the_old_type_are_values_of_the_new_one_unless_a_difference_says_otherwise(
    old: Any, new: Any, data: Any
) -> None:
    value = data.draw(values_of(old))
    assert list(faults(value, old)) == []
    if not {found.kind for found in differences(old, new)} & BREAKING:
        assert list(faults(value, new)) == []


@settings(max_examples=200)
@given(types, types)
def test_differences_are_none_only_between_equal_types(old: Any, new: Any) -> None:
    def plain(kind: Any) -> Any:
        if not isinstance(kind, dict):
            return sorted(kind) if isinstance(kind, list) else kind
        return {name: plain(inner) for name, inner in kind.items() if inner != []}

    assert (list(differences(old, new)) == []) == (plain(old) == plain(new))


@pytest.mark.parametrize(
    ("form", "good", "bad"),
    [
        ("date", ["2026-02-28"], ["2026-02-30", "next Friday", "2026-2-3"]),
        ("date-time", ["2026-05-01T12:00:00Z", "2026-05-01T12:00:00.5+02:00"], ["2026-05-01", "2026-05-01T25:00:00Z", "2026-05-01T12:00:00"]),
        ("time", ["12:00:00Z"], ["12:00"]),
        ("duration", ["P1D", "PT5M", "P2W"], ["P", "PT", "5 days"]),
        ("email", ["a@example.org"], ["a", "a@", "a b@example.org"]),
        ("uri", ["https://example.org/x"], ["example.org", "http://a b"]),
        ("uuid", ["00000000-0000-4000-8000-000000000000"], ["0"]),
        ("ipv4", ["192.0.2.1"], ["192.0.2.256"]),
        ("ipv6", ["2001:db8::1"], ["2001:db8::g", "fe80::1%eth0"]),
        ("hostname", ["example.org"], ["-a.org", "a..b"]),
    ],
)  # fmt: skip
def test_formats(form: str, good: list[str], bad: list[str]) -> None:
    assert all(is_format(text, form) for text in good)
    assert not any(is_format(text, form) for text in bad)
