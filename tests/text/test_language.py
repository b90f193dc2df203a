"""Scripts, sentences and pieces, in Chinese and English."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.text.language import is_chinese, sentences, share_han, split_long


@pytest.mark.parametrize("text", ["用 Python 写", "用户喜欢茶", "使用 VS Code 和 GitHub 写代码", "𠀀龘"])
def test_chinese_is_recognised_beside_english_names(text: str) -> None:
    assert is_chinese(text)


@pytest.mark.parametrize("text", ["", "123", "The user likes 茶", "カフェが好きです", "한국어"])
def test_other_texts_are_not_chinese(text: str) -> None:
    assert not is_chinese(text)


def test_a_latin_word_weighs_as_much_as_a_han_character() -> None:
    assert share_han("茶 tea") == 0.5
    assert share_han("!?") == 0.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Smith came at 5 p.m. The next day he left.", ["Dr. Smith came at 5 p.m.", "The next day he left."]),
        ("It costs 3.14, e.g. here. Use v2.0! OK?", ["It costs 3.14, e.g. here.", "Use v2.0!", "OK?"]),
        ("J. R. Tolkien wrote. I read.", ["J. R. Tolkien wrote.", "I read."]),
        ("用户喜欢茶。不喜欢咖啡！真的吗？", ["用户喜欢茶。", "不喜欢咖啡！", "真的吗？"]),
        ("他说：“好。”然后走了。", ["他说：“好。”", "然后走了。"]),
        ("1. First item\n2. Second\n- third", ["1. First item", "2. Second", "- third"]),
        ("wrapped line\ngoes on here\nNew one", ["wrapped line\ngoes on here", "New one"]),
        ("运行 a.py 和 b.py", ["运行 a.py 和 b.py"]),
        ("  \n ", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text(max_size=200))
def test_sentences_lose_only_white_space(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@given(st.text(st.sampled_from("ab. 。\n茶🍵👩\u200d"), max_size=300), st.integers(4, 60))
def test_pieces_fit_the_limit_and_lose_only_white_space(text: str, limit: int) -> None:
    pieces = split_long(text, limit)
    assert all(len(piece.encode()) <= limit for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert len(pieces) <= 1 or all(pieces)


def test_long_texts_are_cut_at_paragraphs_then_sentences() -> None:
    assert split_long("第一段。" * 3 + "\n\n" + "第二段。" * 3, 50) == ["第一段。" * 3, "第二段。" * 3]
    assert split_long("One two. Three four. Five six.", 22) == ["One two. Three four.", "Five six."]
    assert split_long("short", 64) == ["short"]
    with pytest.raises(ValueError, match="up to 4"):
        split_long("x", 3)
