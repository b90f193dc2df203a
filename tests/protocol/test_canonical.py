"""Canonical JSON against the vectors of RFC 8785 and against itself."""

from __future__ import annotations

import json
import math
import struct
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel_protocol.canonical import canonical_json, digest
from satchel_protocol.conformance.strategies import json_values


def double(bits: str) -> float:
    """The IEEE 754 double of 16 hex digits."""
    value: float = struct.unpack(">d", bytes.fromhex(bits))[0]
    return value


# RFC 8785, appendix B.
NUMBERS = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "ffefffffffffffff": "-1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "41b3de4355555555": "333333333.3333333",
    "41b3de4355555556": "333333333.3333334",
    "41b3de4355555557": "333333333.33333343",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}


@pytest.mark.parametrize(("bits", "text"), NUMBERS.items())
def test_numbers_are_written_as_ecmascript_writes_them(bits: str, text: str) -> None:
    assert canonical_json(double(bits)).decode() == text
    assert canonical_json([double(bits), {"a": double(bits)}]).decode() == f'[{text},{{"a":{text}}}]'


def test_the_example_of_rfc_8785() -> None:
    # Section 3.2.2 and 3.2.3.
    source = (
        '{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],'
        '"string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/", "literals": [null, true, false]}'
    )
    assert canonical_json(json.loads(source)).decode() == (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )


def test_names_are_sorted_by_utf_16_units() -> None:
    # RFC 8785, section 3.2.3: the astral smiley (D83D DE00) sorts before U+FB33.
    names = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    for value in (0, 0.5):
        written = canonical_json(dict.fromkeys(names, value)).decode()
        assert list(json.loads(written)) == ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, "\ud800", {"\udfff": 1}, {"\udfff": 0.5}, [["\ud800"]]]
)
def test_what_json_has_not_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):
        canonical_json(value)


@pytest.mark.parametrize("value", [b"x", {1, 2}, object(), {1: 2}, {None: 1}, [1.5, b""], {1: 0.5}])
def test_what_is_no_json_value_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        canonical_json(value)


@given(json_values(leaves=10))
def test_it_is_a_fixed_point_and_the_same_for_every_spelling_of_the_value(value: Any) -> None:
    written = canonical_json(value)
    assert canonical_json(json.loads(written)) == written
    assert canonical_json(json.loads(json.dumps(value, indent=1))) == written


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_double_keeps_its_value(value: float) -> None:
    assert float(canonical_json(value)) == value


@given(st.integers())
def test_an_integer_keeps_every_digit(value: int) -> None:
    assert int(canonical_json(value)) == value


def test_equal_values_are_equal_bytes() -> None:
    assert canonical_json({"b": 1.0, "a": (1, 2)}) == canonical_json({"a": [1.0, 2], "b": 1})
    assert digest({"a": 1}) == sha256(b'{"a":1}').hexdigest()
