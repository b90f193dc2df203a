"""An embedder that remembers the last questions gives what the other one gives, and asks it once."""

from __future__ import annotations

import numpy as np

from satchel.retrieval.embedders.embedder import Embedder, Vectors
from satchel.retrieval.embedders.remembering import Remembering


class Counting(Embedder):
    model, dimension = "counting@1", 3

    def __init__(self) -> None:
        self.asked: list[str] = []

    def _embed(self, texts: list[str]) -> Vectors:
        self.asked += texts
        return np.array([[len(text), text.count("a"), 1] for text in texts], np.float32)


def test_a_question_is_embedded_once_and_old_ones_are_dropped() -> None:
    inner = Counting()
    asker = Remembering(inner)
    first = asker.embed_question("a tea")
    assert np.array_equal(first, Counting().embed_question("a tea"))
    assert np.array_equal(asker.embed_question("a tea"), first)
    assert inner.asked == ["a tea"]
    for number in range(30):
        asker.embed_question(f"question {number}")
    asker.embed_question("a tea")
    assert inner.asked.count("a tea") == 2
    assert asker.unrelated() == inner.unrelated()
    assert np.array_equal(asker.embed(["x"]), inner.embed(["x"]))


def test_texts_are_embedded_once_where_that_is_asked_for_and_the_oldest_are_dropped() -> None:
    inner = Counting()
    asker = Remembering(inner, texts=3)
    wanted = ["tea", "a", "tea", "aa"]
    assert np.array_equal(asker.embed(wanted), Counting().embed(wanted))
    assert inner.asked == ["tea", "a", "aa"]
    assert np.array_equal(asker.embed(["aa", "aaa"]), Counting().embed(["aa", "aaa"]))
    assert inner.asked == ["tea", "a", "aa", "aaa"]
    asker.embed(["tea"])
    assert inner.asked.count("tea") == 2
    assert asker.embed([]).shape == (0, 3)
    assert np.array_equal(
        asker.embed(["one", "two", "three", "four"]), Counting().embed(["one", "two", "three", "four"])
    )
