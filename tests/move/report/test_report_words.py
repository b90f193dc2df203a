"""The wording is whole in both languages, and right for one and for many."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import satchel.move.report
from satchel.formats.contract import Fate
from satchel.move.report.chinese import CHINESE, CHINESE_NAMES
from satchel.move.report.page import _PURPOSES as PAGE_PURPOSES
from satchel.move.report.terminal import _PURPOSES as TERMINAL_PURPOSES
from satchel.move.report.words import NAMES, NOUNS, moment, percent, words
from satchel_protocol.record import TYPES
from satchel_protocol.state import Outcome

PACKAGE = Path(satchel.move.report.__file__).parent


def literals(node: ast.AST) -> set[str]:
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def said() -> set[str]:
    """Every literal handed to `say`, and those that reach it through a table or a name."""
    found = {*PAGE_PURPOSES.values(), *TERMINAL_PURPOSES.values(), "Place", "Reason", "What it says"}
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say":
                found |= literals(node.args[0])
    found |= {text for text in literals(ast.parse((PACKAGE / "headline.py").read_text("utf-8"))) if text in CHINESE}
    return found - {"recall", "review", "undo"}


def test_every_sentence_has_its_chinese_and_no_chinese_is_left_over() -> None:
    assert said() == set(CHINESE)


def test_a_translation_fills_in_the_same_values() -> None:
    def fields(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    assert {text: fields(text) for text in CHINESE} == {text: fields(chinese) for text, chinese in CHINESE.items()}


def test_names_of_both_languages_are_the_same() -> None:
    assert {f"noun.{noun}" for noun in NOUNS} | set(NAMES) == set(CHINESE_NAMES)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_fate_outcome_and_type_has_a_name_and_an_explanation(language) -> None:
    w = words(language)
    for kind, keys in (("fate", Fate), ("outcome", Outcome), ("type", TYPES)):
        for key in keys:
            assert w.name(kind, str(key)) != str(key)
            if kind != "type":
                assert w.hint(kind, str(key))


@pytest.mark.parametrize(
    ("number", "noun", "english", "chinese"),
    [
        (0, "memory", "0 memories", "0 条记忆"),
        (1, "memory", "1 memory", "1 条记忆"),
        (1982, "memory", "1,982 memories", "1,982 条记忆"),
        (1, "evidence", "1 turn of conversation", "1 条对话"),
        (12_431, "row", "12,431 rows", "12,431 行"),
        (2, "tombstones_applied", "2 deletions carried over", "2 条删除已照做"),
    ],
)
def test_counts_are_singular_or_plural_with_separators(number, noun, english, chinese) -> None:
    assert words("en").count(number, noun) == english
    assert words("zh").count(number, noun) == chinese


def test_listings() -> None:
    assert [words("en").listing(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert words("zh").listing(["甲", "乙", "丙"]) == "甲、乙、丙"


@pytest.mark.parametrize(
    ("seconds", "english"),
    [
        (0, "0.00 s"),
        (0.424, "0.42 s"),
        (9.996, "10.0 s"),
        (41.27, "41.3 s"),
        (59.96, "1 min 0 s"),
        (125, "2 min 5 s"),
        (3599.7, "1 h 0 min"),
        (3_723_000, "1,034 h 10 min"),
    ],
)
def test_durations(seconds, english) -> None:
    assert words("en").duration(seconds) == english


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0%"), (1e-9, "< 0.1%"), (0.158, "15.8%"), (0.99999, "> 99.9%"), (1, "100%")],
)
def test_a_share_never_rounds_something_to_nothing_nor_almost_all_to_all(share, text) -> None:
    assert percent(share) == text


def test_a_moment_names_its_zone() -> None:
    assert moment("2026-03-01T08:15:30.120000Z") == "2026-03-01 08:15 UTC"
    assert moment(None) == "–"


@pytest.mark.parametrize("language", ["zh", "zh-CN", "zh_TW.UTF-8", "ZH"])
def test_every_chinese_locale_is_chinese(language) -> None:
    assert words(language).chinese


@pytest.mark.parametrize("language", ["en", "", "C", "de_DE"])
def test_any_other_locale_is_english(language) -> None:
    assert not words(language).chinese
