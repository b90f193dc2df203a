"""Vectors around a store's life: made when needed, replaced on purpose, resumed after a kill, never of another model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from satchel import Memory
from satchel.retrieval.embedders import Embedder
from satchel.retrieval.embedders.embedder import Vectors
from satchel.service import embedding as module
from satchel.service.config import Config
from satchel.service.embedding import Embedding
from satchel_protocol.errors import EmbedderError, UsageError, VectorSpaceError


class Colours(Embedder):
    """Three components: how red, green and blue a text is, in English and Chinese."""

    dimension = 3
    words = (("red", "红", "crimson"), ("green", "绿", "emerald"), ("blue", "蓝", "azure"))

    def __init__(self, model: str = "colours/1") -> None:
        self.model = model
        self.texts = 0
        self.break_after: int | None = None

    def _embed(self, texts: list[str]) -> Vectors:
        self.texts += len(texts)
        if self.break_after is not None and self.texts > self.break_after:
            raise EmbedderError("the model fell over")
        return np.array([[sum(text.count(w) for w in ws) for ws in self.words] for text in texts], np.float32)

    def unrelated(self) -> tuple[float, float]:
        return 0.0, 0.1


Opener = Callable[..., Memory]


@pytest.fixture
def opened(tmp_path: Path) -> Opener:
    def open_(embedder: Embedder | None, name: str = "given", **more: Any) -> Memory:
        memory = Memory(f"sqlite:///{tmp_path}/a.db", config=Config(embedder=name), **more)
        memory.embedding = Embedding(name, lambda _: embedder)
        return memory

    return open_


def test_what_shares_no_word_is_found_by_its_meaning(opened):
    with opened(Colours()) as memory:
        memory.remember("The door is crimson")
        memory.remember("院子里有蓝色的门")
        assert [hit.record.content for hit in memory.recall("red")] == ["The door is crimson"]
        assert [hit.record.content for hit in memory.recall("azure")] == ["院子里有蓝色的门"]
        hit = memory.recall("红")[0]
        assert (hit.cosine, hit.meaning_rank, hit.text_rank) == (pytest.approx(1.0, abs=0.01), 1, None)


def test_a_question_embeds_the_newest_and_fill_the_rest(opened, monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 4)
    embedder = Colours()
    with opened(embedder) as memory:
        for n in range(10):
            memory.remember(f"Note {n} is {'red' if n % 2 else 'green'}")
        memory.recall("red")
        assert memory.capabilities()["meaning"] == {
            "active": True, "model": "colours/1", "embedder": "given", "records": 4
        }  # fmt: skip
        seen: list[tuple[int, int]] = []
        done = memory.embed(progress=lambda made, total: seen.append((made, total)))
        assert (done.made, done.model, done.replaced) == (6, "colours/1", None)
        assert seen[-1] == (10, 10)
        assert memory.embed().made == 0


def test_an_import_gets_its_vectors_and_conversations_wait(opened, tmp_path):
    (tmp_path / "in.jsonl").write_text(
        '{"id":"a","type":"fact","content":"a red kite","scope":"user:me","source_agent":"x"}\n'
        '{"id":"b","type":"interaction","state":"archived","content":"a blue kite","scope":"user:me","source_agent":"x"}\n'
    )
    with opened(Colours()) as memory:
        memory.import_(tmp_path / "in.jsonl")
        assert memory.capabilities()["meaning"]["records"] == 1
        assert memory.embed().made == 1


def test_an_embedder_that_fails_ends_no_import_and_is_an_error_of_a_question(opened, tmp_path):
    (tmp_path / "in.jsonl").write_text(
        '{"id":"a","type":"fact","content":"a red kite","scope":"user:me","source_agent":"x"}\n'
    )
    broken = Colours()
    broken.break_after = 0
    with opened(broken) as memory:
        report = memory.import_(tmp_path / "in.jsonl")
        assert report.to_json()["records"]["imported"] == 1
        assert any("satchel embed" in note for note in report.notes)
        with pytest.raises(EmbedderError):
            memory.recall("red")
    with opened(None, "none") as memory:
        assert len(memory.recall("red")) == 1


def test_another_model_is_refused_until_it_is_put_in_place(opened):
    with opened(Colours()) as memory:
        memory.remember("a red kite")
        memory.recall("red")
    with opened(Colours("colours/2")) as memory:
        with pytest.raises(VectorSpaceError, match=r"colours/1.*colours/2.*embed --replace"):
            memory.recall("red")
        with pytest.raises(VectorSpaceError, match="embed --replace"):
            memory.embed()
        assert memory.embed(replace=True).replaced == "colours/1"
        assert len(memory.recall("crimson")) == 1
    with opened(Colours()) as memory, pytest.raises(VectorSpaceError):
        memory.recall("red")


def test_replacing_that_breaks_off_goes_on_and_the_old_model_serves_meanwhile(opened, monkeypatch):
    monkeypatch.setattr(module, "STEP", 5)
    with opened(Colours()) as memory:
        for n in range(23):
            memory.remember(f"Kite {n} is {'red' if n % 2 else 'blue'}")
        memory.embed()
    new = Colours("colours/2")
    new.break_after = 12
    with opened(new) as memory, pytest.raises(EmbedderError):
        memory.embed(replace=True)
    with opened(Colours()) as memory:
        assert len(memory.recall("crimson", limit=3)) == 3
        serving, filling = memory.store().vector_spaces()
        assert (serving.model, filling.model, filling.records) == ("colours/1", "colours/2", 10)
    rest = Colours("colours/2")
    with opened(rest) as memory:
        assert memory.embed(replace=True).made == 13
        assert rest.texts == 13
        assert [space.model for space in memory.store().vector_spaces()] == ["colours/2"]


def test_without_an_embedder_words_alone_are_searched_and_it_says_why(opened):
    with opened(None, "none") as memory:
        memory.remember("a red kite")
        assert len(memory.recall("kite")) == 1
        assert memory.capabilities()["meaning"] == {"active": False, "why": "switched off (embedder = none)"}
        with pytest.raises(UsageError, match="pip install"):
            memory.embed()
