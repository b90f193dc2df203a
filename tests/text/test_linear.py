"""Linear models: what is written is read back, and every model that ships judges any text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.text import commanding, pointing
from satchel.text.linear import BUCKETS, LEVELS, Linear, grams, places


def test_a_stored_model_scores_as_its_weights_say(tmp_path: Path) -> None:
    file = tmp_path / "model.npz"
    levels = np.array([[LEVELS], [-LEVELS]], dtype=np.int8)
    scale, bias = np.array(2 / LEVELS, dtype=np.float32), np.array([0.5], dtype=np.float32)
    np.savez_compressed(file, places=np.array([3, 7]), weights=levels, scale=scale, bias=bias)

    model = Linear.load(file)

    assert model.scores([3])[0] == pytest.approx(2.5)
    assert model.scores([3, 7])[0] == pytest.approx(0.5)
    assert model.scores([7, 8, 9, 10])[0] == pytest.approx(0.5 - 2 / 2)
    assert model.scores([])[0] == pytest.approx(0.5)


@given(st.text(max_size=60))
def test_places_are_within_the_model_in_order_and_each_once(text: str) -> None:
    found = places(grams(text))

    assert found == sorted(set(found))
    assert not found or (found[0] >= 0 and found[-1] < BUCKETS)


@given(st.text(max_size=700))
def test_any_text_has_a_share_of_commands(text: str) -> None:
    assert 0 <= commanding.share(text) <= 1


@given(st.text(max_size=200), st.data())
def test_any_span_of_any_text_has_a_likelihood(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))

    assert all(0 <= share <= 1 for share in pointing.likelihoods(text, [(start, end)]))


def test_nothing_to_judge_is_no_work() -> None:
    assert pointing.likelihoods("that thing", []) == []
