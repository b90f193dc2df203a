"""An embedder that remembers what it was asked last: who asks one question of several kinds of memories pays for it once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import numpy as np

from satchel.retrieval.embedders.embedder import Embedder, Vectors

_KEPT: Final = 16


class Remembering(Embedder):
    """Another embedder, whose vectors of the last few questions are kept.

    Args:
        inner: The other one.
        texts: Of how many texts the vectors are kept too. Sets of questions hide the same texts in many histories.
    """

    def __init__(self, inner: Embedder, *, texts: int = 0) -> None:
        self._inner = inner
        self._most = texts
        self._texts: OrderedDict[str, Vectors] = OrderedDict()
        self.model, self.dimension, self.batch = inner.model, inner.dimension, inner.batch
        self._questions: OrderedDict[str, Vectors] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self._most == 0 or not texts:
            return self._inner.embed(texts)
        known = {text: self._texts[text] for text in texts if text in self._texts}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, self._inner.embed(new), strict=True))
        self._texts.update((text, known[text]) for text in new)
        while len(self._texts) > self._most:
            self._texts.popitem(last=False)
        return np.stack([known[text] for text in texts])

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
