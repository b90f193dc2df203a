"""What a sieve lets through: every pattern that matches, whatever it is made of; and few of those that don't."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satchel.move.infer import logs
from satchel.text import assertions_en, assertions_zh, injection, reference, rewording
from satchel.text.respelling import Respelling
from satchel.text.sieve import Sieve, needed, plain

PIECES = st.sampled_from(
    [
        " ",
        *r"a b is the k s i . , 1 _ 这 那个 ß é İ · \b \s \W \w \d \d{4}-\d [0-9] [ab] [a-z] [^a] ^ $ (?<=a) (?=b) (?!c) (?=is) (?<!x)".split(),
    ]
)


def _longer(part: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    times = st.sampled_from(["?", "*", "+", "{0,2}", "{2}", "{1,3}", "+?", "++"])
    return st.one_of(
        st.tuples(part, part).map("".join),
        st.lists(part, min_size=2, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
        st.tuples(part, times).map(lambda two: f"(?:{two[0]}){two[1]}"),
        part.map(lambda one: f"({one})"),
        part.map(lambda one: f"(?i:{one})"),
        part.map(lambda one: f"(?a:{one})"),
        part.map(lambda one: f"(?>{one})"),
    )


PATTERNS = st.recursive(PIECES, _longer, max_leaves=14)
FLAGS = st.sampled_from(
    [re.NOFLAG, re.IGNORECASE, re.IGNORECASE | re.MULTILINE, re.ASCII, re.ASCII | re.IGNORECASE, re.DOTALL]
)
TEXTS = st.lists(
    st.sampled_from([*"abckKsSſiIıİK.,x1_éÉß这 \n·“", "is", "the", "那个", "İs", "2024-7", "٣"]), max_size=14
).map("".join)


@settings(suppress_health_check=list(HealthCheck))
@given(PATTERNS, FLAGS, st.lists(TEXTS, min_size=5, max_size=20))
def test_a_pattern_that_matches_is_possible(written: str, flags: re.RegexFlag, texts: list[str]) -> None:
    try:
        pattern = re.compile(written, flags)
    except re.error:
        return
    sieve = Sieve([pattern])
    for text in texts:
        if pattern.search(text):
            assert pattern in sieve.possible(text)


SIEVES: dict[str, Sieve] = {
    "injection": injection._SIEVE,
    "reference": reference._SIEVE,
    "assertions, English": assertions_en._SIEVE,
    "assertions, Chinese": assertions_zh._SIEVE,
    "assertions, English, as written": assertions_en._AS_WRITTEN,
    "assertions, Chinese, as written": assertions_zh._AS_WRITTEN,
    "polarity, English": assertions_en._TURNED._sieve,
    "polarity, Chinese": assertions_zh._TURNED._sieve,
    "signs of logs": logs._SIEVE,
    "times": rewording._TIMED,
    "spellings": rewording._RESPELLED._sieve,
    "spellings, Chinese": rewording._HAN_RESPELLED._sieve,
}


@pytest.mark.parametrize("sieve", SIEVES.values(), ids=list(SIEVES))
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_is_made_from_a_real_pattern_passes(sieve: Sieve, data: Any) -> None:
    pattern = data.draw(st.sampled_from(sieve._patterns))
    made = data.draw(st.from_regex(pattern.pattern, alphabet=st.characters(codec="utf-8")))
    for text in (made, made.upper(), made.title()):
        if pattern.search(text):
            assert pattern in sieve.possible(text)


def test_all_that_a_letter_matches_whatever_its_case_becomes_that_letter() -> None:
    for code in range(0x110000):
        sign = chr(code)
        if re.fullmatch("[a-z]", sign, re.IGNORECASE):
            assert re.fullmatch(" [a-z] ", plain(sign))


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"\bhe\b", "The user said so"),
        (r"\bignore (?:all|any) rules?\b", "ignore the rules of all games"),
        (r"(?:this|that|these|those) (?:thing|one)", "this is a thing"),
        (r"\b(?:about|of)\s+(?P<span>it)\b", "about its end"),
        (r"^the (?:plan|idea)\b", "then the ideas"),
        ("(?:这|那)(?:个|些)(?:方案|东西)", "这本书的方案"),
        (r"(?:tell|ask) .* user", "tell nobody"),
    ],
)
def test_what_lacks_the_words_is_not_tried(written: str, text: str) -> None:
    pattern = re.compile(written, re.IGNORECASE)

    assert pattern not in Sieve([pattern]).possible(text)


def test_of_alternatives_each_has_its_own_needs() -> None:
    found = needed(re.compile("red (?:apple|pear)|green plum"))

    assert [sorted(needs[0]) for needs in found] == [["red apple", "red pear"], ["green plum"]]


def test_a_pattern_of_which_nothing_is_known_is_always_tried() -> None:
    anything = re.compile(r"\d+|\w")

    assert anything in Sieve([anything]).possible("")


def test_matches_come_only_from_what_is_possible() -> None:
    known, other = re.compile("plum"), re.compile("pear")
    text = "plum, plum and pear"
    possible = Sieve([known, re.compile("fig")]).possible(text)

    assert [found.start() for found in possible.finditer(known, text)] == [0, 6]
    assert [found.start() for found in possible.finditer(known, text, 1, 10)] == [6]
    assert possible.search(known, text) is not None
    assert list(possible) == [known]
    # `other` would match, but was never asked about.
    assert possible.search(other, text) is None
    assert list(possible.finditer(other, text)) == []


WORDS = st.lists(st.sampled_from("red green can't cannot not a b , 不 没有 喜欢 爱吃".split()), max_size=9).map(
    " ".join
)


@given(WORDS)
def test_a_later_substitution_sees_what_an_earlier_one_wrote(text: str) -> None:
    pairs = [
        (re.compile(r"\bcan't\b"), "cannot"),
        (re.compile(r"\bcannot\b"), "can not"),
        (re.compile(r"\bnot\b"), "green"),
        (re.compile("green"), "red"),
        (re.compile("没有|爱吃"), "不"),
        (re.compile("不"), ""),
    ]
    one_by_one, counts = text, {}
    for place, (pattern, spelling) in enumerate(pairs):
        one_by_one, count = pattern.subn(spelling, one_by_one)
        if count:
            counts[place] = count

    assert Respelling(pairs).counted(text) == (one_by_one, counts)
    assert Respelling(pairs).of(text) == one_by_one
