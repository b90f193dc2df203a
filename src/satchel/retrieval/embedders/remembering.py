"""An embedder that remembers the last questions: who asks one of several kinds of memories pays for it once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from satchel.retrieval.embedders.embedder import Embedder, Vectors

_KEPT: Final = 16


class Remembering(Embedder):
    """Another embedder, whose vectors of the last few questions are kept."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.model, self.dimension, self.batch = inner.model, inner.dimension, inner.batch
        self._questions: OrderedDict[str, Vectors] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._inner.embed(texts)

    def embed_question(self, text: str) -> Vectors:
        found = self._questions.get(text)
        if found is None:
            found = self._questions[text] = self._inner.embed_question(text)
            if len(self._questions) > _KEPT:
                self._questions.popitem(last=False)
        return found

    def unrelated(self) -> tuple[float, float]:
        return self._inner.unrelated()

    def _embed(self, texts: list[str]) -> Vectors:
        return self._inner.embed(texts)
