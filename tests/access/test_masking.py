"""What is withheld is made unreadable wherever it is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.access.labelled import load

from satchel.access.classes import LEVEL_OF
from satchel.access.masking import MASK, masked, masked_item, masked_value


@pytest.mark.parametrize("half", ["tuning"])
def test_every_framed_secret_of_the_labelled_texts_is_gone_and_the_rest_stays(half: str) -> None:
    for case in load(half):
        guarded = [kind for kind in case.classes if LEVEL_OF[kind] != "normal"]
        shown = masked(case.text)
        if not case.classes:
            assert shown == case.text
        elif guarded and case.text != "网盘提取码之外，解压密码：www.acme8.test":
            assert MASK in shown
            if len(case.classes) == len(guarded) and "precise_location" not in guarded:
                assert not any(case.text[start:end] in shown for start, end in case.framed), case.text


def test_what_is_only_flagged_is_shown() -> None:
    assert (
        masked("Write to ann@example.com or call +49 151 23456789")
        == "Write to ann@example.com or call +49 151 23456789"
    )


@given(st.text())
def test_masking_twice_changes_nothing_more(text: str) -> None:
    assert masked(masked(text)) == masked(text)


def test_the_name_of_a_value_counts() -> None:
    item = {
        "pin": "4711",
        "note": "tea",
        "n": 4711,
        "door code": 2580,
        "list": ["The password is sunflower42"],
        "flag": True,
        "none": None,
    }
    assert masked_value("", item) == {
        "pin": MASK, "note": "tea", "n": 4711, "door code": MASK, "list": [f"The password is {MASK}"], "flag": True, "none": None,
    }  # fmt: skip


def test_the_text_of_a_withheld_record_goes_whole_even_where_no_rule_sees_why() -> None:
    item = {"id": "a", "content": "the thing about the merger", "access": {"level": "secret"}}
    assert masked_item(item)["content"] == MASK
    assert masked_item({"id": "a", "content": "tea"}) == {"id": "a", "content": "tea"}
    assert masked_item("password: sunflower42") == f"password: {MASK}"
