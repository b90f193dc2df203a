"""Linear models: what is written is read back, and every model that ships judges any text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.move.infer import wording
from satchel.text import commanding, pointing
from satchel.text.linear import BUCKETS, LEVELS, Linear, Reader, Table, grams, named, places, worded


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


ANY_TEXTS = st.lists(st.text(st.characters(exclude_categories=()), max_size=60), max_size=9)
LOOKS = {"wording": worded, "commanding": commanding.look}


@pytest.mark.parametrize("look", LOOKS.values(), ids=list(LOOKS))
@given(ANY_TEXTS)
def test_the_features_of_many_texts_are_those_of_each(look, texts: list[str]) -> None:
    table = Table.of([look(text) for text in texts])

    assert table.texts == len(texts)
    assert list(zip(table.row.tolist(), table.at.tolist(), strict=True)) == [
        (number, place) for number, text in enumerate(texts) for place in places(named(*look(text)))
    ]


@given(st.lists(st.text(max_size=60), max_size=400))
def test_texts_read_together_have_the_scores_of_each_alone(texts: list[str]) -> None:
    file = Path(wording.__file__).with_name(wording.WEIGHTS)
    ahead, alone = Reader(file, worded), Reader(file, worded)

    ahead.ahead(texts)

    assert all(text in ahead._read for text in texts)
    for text in texts[:9]:
        assert ahead.scores(text) == pytest.approx(alone.scores(text), abs=1e-4)


def test_what_was_read_is_forgotten_when_it_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satchel.text.linear._REMEMBERED", 3)
    reader = Reader(Path(wording.__file__).with_name(wording.WEIGHTS), worded)

    for text in "abcdefgh":
        reader.scores(text)

    assert len(reader._read) <= 3
