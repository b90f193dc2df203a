"""When two texts are the same text, and keyed prints of it."""

from __future__ import annotations

import hmac
import struct
from hashlib import shake_128

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel_protocol.fingerprint import (
    PRINT_BYTES,
    SHINGLE,
    normalise_text,
    sketch_similarity,
    text_print,
    text_sketch,
)

KEY, OTHER = b"k" * 32, b"o" * 32


@pytest.mark.parametrize(
    "spelling",
    [
        "Ann likes tea", "ann LIKES tea", "  Ann\tlikes\n tea ", "- Ann likes tea", "* Ann likes tea", "• Ann likes tea.", "3. Ann likes tea",
        "12) Ann likes tea", "[2026-03-01] - Ann likes tea", "[2026-03-01] Ann likes tea.", "2026-03-01 - Ann likes tea",
        "[unknown] - Ann likes tea", "（3）Ann likes tea", "Ａｎｎ likes tea", "Ann likes\u00a0tea", "Ann\u200b likes tea", "\ufeffAnn likes tea。",
        "① Ann likes tea", "❷ Ann likes tea", "[ ] Ann likes tea", "- [x] Ann likes tea", "> Ann likes tea", "## Ann likes tea", "(b) Ann likes tea", "c) Ann likes tea",
        "□ Ann likes tea", "→ Ann likes tea", "一、Ann likes tea", "（二）Ann likes tea", "[Mar 1, 2026] Ann likes tea", "[1 March 2026] - Ann likes tea", "(2026-03-01) Ann likes tea",
        "[2026-03-01 10:20] Ann likes tea", "[2026-03-01T10:20:30Z] - Ann likes tea", "2026/03/01: Ann likes tea", "2026年3月1日: Ann likes tea", "1 Mar 2026 | Ann likes tea", "[undated] Ann likes tea",
        "［2026年3月1日］Ann likes tea", "01.03.2026 - Ann likes tea",
    ],
)  # fmt: skip
def test_marks_spaces_case_and_width_make_no_other_text(spelling: str) -> None:
    assert normalise_text(spelling) == "ann likes tea"
    assert text_print(KEY, spelling) == text_print(KEY, "Ann likes tea")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用户用 Python 写代码", "用户用Python写代码。"),
        ("用户说：“不要会议”", '用户说: "不要会议"'),
        ("Ann’s tea — no sugar", "Ann's tea - no sugar"),
        ("2026年3月1日：用户喜欢乌龙茶", "用户喜欢乌龙茶"),
        ("カフェ が好き", "カフェが好き"),
    ],
)
def test_blanks_beside_han_and_the_form_of_quotes_and_dashes_make_no_other_text(one: str, other: str) -> None:
    assert normalise_text(one) == normalise_text(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (">3 cups a day", "3 cups a day"),
        ("[todo] call Ann", "call Ann"),
        ("#tea", "tea"),
        ("2026-03-01 was hot", "was hot"),
        ("a b", "ab"),
        ("Ann likes tea", "Ann likes teas"),
        ("3.5 litres", "5 litres"),
        ("Café", "Cafe"),
        ("1999 was hot", "was hot"),
    ],
)
def test_another_text_is_another_text(one: str, other: str) -> None:
    assert normalise_text(one) != normalise_text(other)


def test_a_text_of_marks_only_has_a_normal_form() -> None:
    for text in ("-", "- - -", "...", "3.", "[2026]"):
        assert normalise_text(text)


@given(st.text())
def test_the_normal_form_is_folded_and_collapsed(text: str) -> None:
    normal = normalise_text(text)
    assert "  " not in normal
    assert normal == normal.strip()
    assert text_print(KEY, text) == text_print(KEY, " " + text + "\n")


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_composed_and_decomposed_are_one(text: str) -> None:
    import unicodedata

    assert normalise_text(unicodedata.normalize("NFD", text)) == normalise_text(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize(
    "text", ["- " * 40_000, "[2020" * 20_000, "1. " * 30_000, "(" * 100_000, "[date " * 20_000, "a" * 200_000]
)
def test_a_long_text_of_marks_takes_no_longer_than_another(text: str) -> None:
    assert isinstance(normalise_text(text), str)  # a pattern that backtracks would hang here


def test_a_print_tells_nothing_without_its_key() -> None:
    assert text_print(KEY, "Ann likes tea") != text_print(OTHER, "Ann likes tea")
    assert len(text_print(KEY, "x")) == 32


def test_sketches_of_like_texts_are_alike() -> None:
    text = "Ann keeps the spare key of the summer house under the third flower pot beside the blue door"
    near = text.replace("third", "second")
    assert text_sketch(KEY, text) == text_sketch(KEY, "- " + text.upper() + ".")
    assert 0.6 < sketch_similarity(text_sketch(KEY, text), text_sketch(KEY, near)) < 1
    assert sketch_similarity(text_sketch(KEY, text), text_sketch(KEY, "Bob rides his bicycle to the office")) < 0.2
    assert sketch_similarity(text_sketch(KEY, text), text_sketch(OTHER, text)) < 0.2
    assert sketch_similarity((), ()) == 0.0
    assert sketch_similarity(text_sketch(KEY, text), (1, 2)) == 0.0
    assert all(0 <= place < 1 << 32 for place in text_sketch(KEY, "茶"))


@given(st.binary(max_size=200), st.text(st.characters(exclude_categories=["Cs"])))
def test_a_print_is_the_hmac_of_the_normal_form(key: bytes, text: str) -> None:
    whole = hmac.new(key, normalise_text(text).encode(), "sha256").hexdigest()
    assert text_print(key, text) == whole[: 2 * PRINT_BYTES]


@given(st.text(max_size=80), st.sampled_from([KEY, OTHER]))
def test_a_sketch_is_the_least_word_of_every_place(text: str, key: bytes) -> None:
    normal = normalise_text(text)
    shingles = {normal[i : i + SHINGLE].encode("utf-8", "surrogatepass") for i in range(max(1, len(normal) - 2))}
    words = [struct.unpack(">64I", shake_128(key + shingle).digest(256)) for shingle in shingles]
    assert text_sketch(key, text) == tuple(map(min, *words, words[0]))
