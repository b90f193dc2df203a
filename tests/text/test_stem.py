"""Stems join the forms of a word and keep words apart that only look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.text.stem import stem

# From the vocabulary that the Snowball project publishes with its English stemmer.
PUBLISHED = (
    "consign consign consigned consign consigning consign consignment consign consist consist consisted consist "
    "consistency consist consistent consist consistently consist consolation consol consolations consol console consol "
    "consoled consol consolingly consol conspicuous conspicu conspiracy conspiraci knack knack knackeries knackeri "
    "knaves knave knavish knavish kneaded knead kneel kneel knees knee knightly knight knitted knit knives knive "
    "knocking knock knotty knotti known known hopping hop hoping hope added add dying die sky sky skies sky news news "
    "generate generat generally general organization organiz happiness happi rational ration sensational sensat "
    "ties tie cries cri agreed agre feed feed falling fall running run fly fli say say byway byway yes yes"
).split()


@pytest.mark.parametrize(("word", "expected"), list(zip(PUBLISHED[::2], PUBLISHED[1::2], strict=True)))
def test_stems_are_those_that_snowball_publishes(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_what_is_no_lower_case_english_word_stays_as_it_is() -> None:
    assert [stem(word) for word in ("as", "Liked", "café", "v2", "喜欢", "")] == [
        "as",
        "Liked",
        "café",
        "v2",
        "喜欢",
        "",
    ]


@given(st.text("abcdefghilmnoprstuyz", min_size=1, max_size=16))
def test_a_stem_is_never_empty_and_hardly_longer(word: str) -> None:
    assert 0 < len(stem(word)) <= len(word) + 1
    assert stem(word).islower()
