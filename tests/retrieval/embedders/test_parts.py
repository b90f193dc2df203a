"""A long text gets a vector for each piece, so that a statement in its middle is found."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.retrieval.embedders.embedder import LONG, PIECE, Embedder, Vectors
from satchel.retrieval.pipeline import recall
from satchel.service.embedding import AT_ONCE, Embedding
from satchel.stores.registry import open_store
from satchel.text.pieces import piece_spans
from satchel_protocol.record import Record
from satchel_protocol.state import DEFAULT


class FirstWords(Embedder):
    """Reads the first 100 characters alone, as a small model reads the beginning of a long text."""

    model = "first-words@1"
    dimension = 64

    def _embed(self, texts: list[str]) -> Vectors:
        found = np.full((len(texts), self.dimension), 0.01, np.float32)
        for row, text in enumerate(texts):
            for word in text[:100].lower().split():
                found[row, sum(map(ord, word)) % self.dimension] += 1
        return found


def test_a_short_text_is_one_part_a_long_one_itself_and_its_pieces():
    embedder = FirstWords()
    assert embedder.parts("short") == ["short"]
    long = "A sentence of some length stands here. " * 100
    whole, *pieces = embedder.parts(long)
    assert whole == long
    assert all(len(piece) <= PIECE for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(long.split())


def test_a_statement_in_the_middle_of_a_long_text_is_found_by_its_meaning(tmp_path):
    filler = "The weather report of the day had nothing new to say at all. " * 30
    texts = {f"w{n}": filler + filler + f" {n}" for n in range(6)}
    texts["needle"] = filler + "kestrels nest above the bakery. " + filler
    store = open_store(f"sqlite:///{tmp_path}/a.db", create=True)
    store.write_many(
        [
            Record(id=id, type="fact", content=text, scope="user:me", source_agent="t", created_at=datetime(2026, 1, 1, tzinfo=UTC))
            for id, text in texts.items()
        ]
    )  # fmt: skip
    embedder = FirstWords()
    Embedding("given", lambda _: embedder).fill(store)
    question = embedder.embed_question("kestrels nest above the bakery.")
    first = store.search_vector(question.tolist(), where=DEFAULT, limit=3)[0]
    assert first.record.id == "needle"
    hit = recall(
        store, "kestrels bakery", where=DEFAULT, now=datetime(2026, 1, 2, tzinfo=UTC), limit=3, embedder=embedder
    ).hits[0]
    assert hit.record.id == "needle"
    assert hit.piece is not None
    assert "kestrels" in hit.record.content[slice(*hit.piece)]


def test_a_question_waits_for_so_many_texts_and_not_for_so_many_long_memories(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/a.db", create=True)
    long = "A sentence of some length stands here. " * 1000
    store.write_many(
        [Record(id=f"r{n}", type="fact", content=long, scope="user:me", source_agent="t") for n in range(9)]
    )
    embedder = FirstWords()
    Embedding("given", lambda _: embedder).for_question(store)
    (space,) = store.vector_spaces()
    assert 1 <= space.records <= 1 + AT_ONCE // len(embedder.parts(long))


@given(st.text(alphabet=st.sampled_from("ab c.\n。茶\t!"), max_size=400), st.integers(1, 60))
def test_pieces_hold_everything_but_white_space_in_order(text, longest):
    spans = piece_spans(text, longest)
    assert all(0 <= start < end <= len(text) and end - start <= longest for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert "".join("".join(text[start:end] for start, end in spans).split()) == "".join(text.split())


def test_a_piece_has_at_least_a_character():
    with pytest.raises(ValueError, match="longest is 0"):
        piece_spans("x", 0)
    assert piece_spans("  \n", 5) == []
    assert len(FirstWords().parts("x" * (LONG + 1))) == 4


class Crowded(FirstWords):
    """Every two texts lie near each other, as with models of the E5 family."""

    model = "crowded@1"

    def _embed(self, texts: list[str]) -> Vectors:
        found = super()._embed(texts)
        found[:, 0] += 2.0
        return found


def test_cosines_count_by_where_they_lie_between_what_is_unrelated_and_what_answers():
    spread, crowded = FirstWords(), Crowded()
    for embedder in (spread, crowded):
        low, unit = embedder.unrelated()
        assert 0 < unit < 1
        assert embedder.unrelated() == (low, unit)
    assert crowded.unrelated()[0] > spread.unrelated()[0]
    assert crowded.unrelated()[1] < spread.unrelated()[1]


def test_of_a_model_that_cannot_tell_anything_apart_no_cosine_counts():
    class Blind(FirstWords):
        def _embed(self, texts: list[str]) -> Vectors:
            return np.ones((len(texts), self.dimension), np.float32)

    low, unit = Blind().unrelated()
    assert low == pytest.approx(1.0)
    assert unit == 1.0
