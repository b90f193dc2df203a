"""What tools put around a text goes; the text itself stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.text import clean
from satchel.text.clean import collapse, split_date_prefix, strip_citations, strip_controls, strip_marks, tidy


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- likes tea", "likes tea"),
        ("  • likes tea", "likes tea"),
        ("1. [2025-05-02]. The user likes tea", "The user likes tea"),
        ("[2026-03-01] - likes tea", "likes tea"),
        ("[2026-03-01 09:30:00] — likes tea", "likes tea"),
        ("[Jan 2026] - likes tea", "likes tea"),
        ("[date unknown] - likes tea", "likes tea"),
        ("2026-02-02 - Started Rust", "Started Rust"),
        ("2026-02-02T10:00:00Z: Started Rust", "Started Rust"),
        ("【2026年3月1日】喝茶", "喝茶"),
        ("2026年3月1日：喝茶", "喝茶"),
        ("一、用户喜欢茶", "用户喜欢茶"),
        ("（二）用户喜欢茶", "用户喜欢茶"),
        ("① 用户喜欢茶", "用户喜欢茶"),
        ("3.用户喜欢茶", "用户喜欢茶"),
        ("- [x] ship it", "ship it"),
        ("> quoted", "quoted"),
        ("## Heading", "Heading"),
    ],
)
def test_marks_and_dates_in_front_go(line: str, expected: str) -> None:
    assert strip_marks(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "3.14 is pi",
        "-5 °C in winter",
        "2026-03-01 was sunny",
        "[note] keep",
        "*emphasis* here",
        "#tag",
        "-",
        "1.",
        "1984 is a book",
        "10:30 is the meeting",
        "八、",
        "a) ",
        "--verbose prints more",
        "2026 - 2027 season",
    ],
)
def test_what_only_looks_like_a_mark_stays(line: str) -> None:
    assert strip_marks(line) == line.strip()


@given(st.text(max_size=60))
def test_stripping_marks_never_empties_a_text(text: str) -> None:
    assert bool(strip_marks(text)) == bool(text.strip())


def test_a_date_prefix_comes_back_as_written() -> None:
    assert split_date_prefix("[Jan 2026] - likes tea") == ("Jan 2026", "likes tea")
    assert split_date_prefix("[date unknown] x") == ("date unknown", "x")
    assert split_date_prefix("likes tea") == (None, "likes tea")


def test_citation_marks_go_with_the_blank_before_them_and_named_things_stay() -> None:
    text = 'It is so \ue200cite\ue202turn0search1\ue202turn0news2\ue201. 【12†source】 In \ue200entity\ue202["city","Oslo"]\ue201.'
    assert strip_citations(text) == "It is so. In Oslo."
    assert (
        strip_citations("Fact citeturn0search3turn1view0, more :contentReference[oaicite:0]{index=0}.") == "Fact, more."
    )
    assert strip_citations("We cite turns 【重要】.") == "We cite turns 【重要】."


def test_controls_go_and_what_emoji_need_stays() -> None:
    assert strip_controls("\x1b[1;31mred\x1b[0m\r\na\tb\x00\u202e\ufeff") == "red\na\tb"
    assert strip_controls("👩\u200d🔬 \ud83c\udf75 \ud83d!") == "👩\u200d🔬 🍵 \ufffd!"
    assert collapse(" a\u3000b\n\n c ") == "a b c"
    assert tidy("a  \r\n\r\n\r\n\r\nb\n") == "a\n\nb"


@given(st.text(st.characters(), max_size=100))
def test_tidied_text_is_encodable_and_stays_as_it_is(text: str) -> None:
    once = tidy(text)
    once.encode()
    assert strip_controls(once) == once


def test_the_quick_looks_miss_nothing_that_would_be_taken_off() -> None:
    slow = (clean._ESCAPES, clean._BREAKS, clean._CONTROLS, clean._LONE_SURROGATE)
    for code in range(0x11000):
        text = chr(code)
        if any(pattern.search(text) for pattern in slow):
            assert clean._UNPRINTABLE.search(text), hex(code)
    for cited in (
        "\ue200cite\ue202turn0search1\ue201",
        "citeturn0search1",
        "【3†source】",
        "[oaicite:1]{index=1}",
        "\ue20f",
        "\ue200x\ue201",
    ):
        assert clean.strip_citations(f"so {cited}").strip() == "so"


@pytest.mark.parametrize("sign", ["\ue200", " ", "\t", "[", "cite", "1", "- ", "\n"])
def test_long_runs_of_one_sign_are_cleaned_in_no_time(sign):
    """With a pattern that starts anew at every place of a run these take minutes."""
    run = sign * 20_000

    for text in (run, f"a{run}b", f"# a{run}b"):
        assert len(tidy(text)) <= len(text)
        assert len(strip_marks(text)) <= len(text)
