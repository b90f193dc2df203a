"""What an embedder promises."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from satchel_protocol.errors import EmbedderError

Vectors = npt.NDArray[np.float32]


class Embedder(ABC):
    """Turns texts into vectors of one model. Vectors of two models cannot be compared, so the model's name says all."""

    model: str
    """Name and version, and whatever else changes the vectors: `use-multilingual-3@0.2.1`. Stored beside them."""
    dimension: int
    batch: int = 64
    """How many texts it takes at once with profit."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are kept, one a row, in order; length 1, or 0 for a text that has no meaning to it.

        Raises:
            EmbedderError: the provider failed; never another model's vectors instead.
        """
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        return self._checked(self._embed(list(texts)), len(texts))

    def embed_question(self, text: str) -> Vectors:
        """The vector of a question, which some models mark in another way than what is kept."""
        found: Vectors = self._checked(self._embed_question(text).reshape(1, -1), 1)[0]
        return found

    @abstractmethod
    def _embed(self, texts: list[str]) -> Vectors: ...

    def _embed_question(self, text: str) -> Vectors:
        found: Vectors = self._embed([text])[0]
        return found

    def _checked(self, found: Vectors, count: int) -> Vectors:
        if found.shape != (count, self.dimension):
            raise EmbedderError(f"{self.model} gave {found.shape} numbers for {count} texts of {self.dimension} each")
        if not np.isfinite(found).all():
            raise EmbedderError(f"{self.model} gave what is no number")
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        return (found / np.where(lengths > 0, lengths, 1)).astype(np.float32)
