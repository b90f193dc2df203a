"""What saves the rules a look: it never hides anything from them."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from re import Pattern

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.access.labelled import load

from satchel.access import anchors, detectors
from satchel.access.classes import Finding
from satchel.access.detectors import find
from satchel.access.health_context import SOMETHING_ELSE
from satchel.access.health_han import _in_clause
from satchel.access.health_terms_han import has_health_term
from satchel.access.scan import Scan, is_wide
from satchel.access.widths import has_invisible, small_letters

HINTS: list[tuple[Callable[[Scan], bool], Pattern[str]]] = [
    (Scan.has_run, detectors.LONG_RUN),
    (Scan.has_cluster, detectors._CLUSTER),
    (Scan.has_country, detectors._IBAN_HEAD),
    (Scan.has_four_parts, detectors._FOUR_PARTS),
    (Scan.has_decimals, detectors._DECIMALS),
]
TELLING = "0123456789.. -()/:_°度AZaz+@\u200b\u00a0４Ａ号，İ\ud800"
PIECES = sorted({case.text for case in load("tuning") + load("held_out")})


def scanned(text: str) -> Scan:
    return Scan.of(text, wide=is_wide(text))


@given(st.text(st.sampled_from(TELLING), max_size=60) | st.text())
def test_a_hint_is_there_wherever_its_pattern_is(text: str) -> None:
    scan = scanned(text)
    for hint, pattern in HINTS:
        assert hint(scan) or pattern.search(scan.text) is None, pattern
    assert scan.has_digit() or not any(char in scan.text for char in "0123456789")


@pytest.mark.parametrize("hint", [hint for hint, _ in HINTS])
def test_an_ordinary_sentence_has_no_hint(hint: Callable[[Scan], bool]) -> None:
    assert not hint(scanned("Prefers short answers, 2 or 3 lines; the meeting is in room 14."))
    assert not hint(scanned("用户喜欢乌龙茶，每周一下午在 3 号会议室。"))


@given(st.text(st.characters() | st.sampled_from("\u00ad\u200b\u200c\u200d\u2060\ufeff")))
def test_characters_of_no_width_count_as_other_widths(text: str) -> None:
    assert is_wide(text) or not has_invisible(text)


@st.composite
def spliced(draw: st.DrawFn) -> str:
    """Ends and beginnings of labelled texts, put together."""
    ends = draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=3))
    cuts = [draw(st.integers(0, len(piece))) for piece in ends]
    halves = [piece[cut:] if draw(st.booleans()) else piece[:cut] for piece, cut in zip(ends, cuts, strict=True)]
    return draw(st.sampled_from(["", " ", "，", "\n", "４", "\u200b", "："])).join(halves)


@pytest.fixture(scope="module")
def found_by_all_rules() -> Callable[[str], list[Finding]]:
    """Finds with every rule asked, whatever the hints and the anchors say."""

    def ask(text: str) -> list[Finding]:
        with pytest.MonkeyPatch.context() as patch:
            for hint, _ in HINTS:
                patch.setattr(Scan, hint.__name__, lambda _: True)
            patch.setattr(Scan, "has_digit", lambda _: True)
            patch.setattr(anchors, "reasons", lambda _: -1)
            return find(text)

    return ask


@given(spliced())
def test_hints_and_anchors_hide_no_finding(found_by_all_rules: Callable[[str], list[Finding]], text: str) -> None:
    assert find(text) == found_by_all_rules(text)


def test_small_letters_are_those_that_a_pattern_without_case_takes_for_them() -> None:
    every = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
    small = small_letters(every)
    assert len(small) == len(every)
    for letter in string.ascii_lowercase:
        taken = [match.start() for match in re.finditer(letter, every, re.IGNORECASE)]
        assert taken == [match.start() for match in re.finditer(letter, small)]


@pytest.mark.parametrize("pattern", [SOMETHING_ELSE])
def test_a_pattern_for_small_letters_has_no_others(pattern: Pattern[str]) -> None:
    assert not pattern.flags & re.IGNORECASE
    assert not re.search(r"(?<!\\)[A-Z]", pattern.pattern)


@given(spliced())
def test_a_chinese_clause_without_a_term_says_nothing_about_health(text: str) -> None:
    assert has_health_term(text) or not list(_in_clause(text, 0))
