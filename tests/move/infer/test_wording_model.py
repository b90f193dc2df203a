"""The wording model on sentences that it never saw and whose author knew nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.move.infer import wording
from satchel.move.infer.logs import log_score
from satchel.move.infer.types import TYPES, type_scores

HELD_OUT = Path(__file__).parents[3] / "bench" / "wording" / "heldout.tsv"
ROWS = [tuple(line.split("\t")) for line in HELD_OUT.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_types_are_right_nine_times_in_ten(language):
    rows = [(name, text) for spoken, name, text in ROWS if spoken == language and name in TYPES]
    right = sum(type_scores(text).best == name for name, text in rows)

    assert len(rows) == 390
    assert right >= 0.87 * len(rows), right / len(rows)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_program_lines_are_told_from_memories(language):
    logs = [text for spoken, name, text in ROWS if spoken == language and name == "log"]
    memories = [text for spoken, name, text in ROWS if spoken == language and name in TYPES]

    assert sum(wording.read(text).best == "log" for text in logs) >= 0.9 * len(logs)
    assert sum(log_score(text).logit > 1 for text in memories) <= 0.01 * len(memories)
    assert sum(log_score(text).logit > 0 for text in logs) >= 0.85 * len(logs)


def test_no_sentence_of_the_held_out_part_is_in_the_corpus():
    corpus = {
        line.split("\t")[-1].casefold()
        for path in (HELD_OUT.parent / "corpus").glob("*.tsv")
        for line in path.read_text("utf-8").splitlines()
    }

    assert sum(text.casefold() in corpus for _, _, text in ROWS) <= 0.01 * len(ROWS)


@given(st.text(max_size=400))
def test_any_text_is_judged(text):
    shares = wording.read(text).shares

    assert set(shares) == set(wording.CLASSES)
    assert sum(shares.values()) == pytest.approx(1, abs=1e-4)


def test_numbers_width_and_case_make_no_difference():
    assert wording.read("Call Mina at 8").shares == wording.read("ＣＡＬＬ mina at 17").shares
