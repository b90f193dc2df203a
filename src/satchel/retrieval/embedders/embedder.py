"""What an embedder promises."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from satchel.text.pieces import piece_spans
from satchel_protocol.errors import EmbedderError

Vectors = npt.NDArray[np.float32]
LONG: Final = 600
"""Characters up to which a text has one vector."""
PIECE: Final = 300
"""Characters of a piece of a longer one. Measured: docs/benchmarks.md, "Finding the right few"."""

_UNRELATED = (
    "The ferry to the island leaves at noon.",
    "She keeps the receipts in a green folder.",
    "Rotate the access logs every Sunday night.",
    "He plays the cello in a small orchestra.",
    "The recipe needs two spoons of mustard.",
    "Invoices are due thirty days after delivery.",
    "Please answer in short sentences.",
    "Their dog is afraid of thunderstorms.",
    "The second floor is closed for repairs.",
    "Use tabs instead of spaces in makefiles.",
    "他把自行车停在图书馆后面。",
    "下周一之前要交房租。",
    "她不喜欢香菜的味道。",
    "服务器在夜里三点重启。",
    "孩子的家长会改到星期四。",
    "报告里的图表用蓝色。",
)
"""Everyday sentences of different subjects, for `Embedder.unrelated`."""


class Embedder(ABC):
    """Turns texts into vectors of one model. Vectors of two models cannot be compared, so the model's name says all."""

    model: str
    """Name and version, and whatever else changes the vectors: `use-multilingual-3@0.2.1`. Stored beside them."""
    dimension: int
    batch: int = 64
    """How many texts it takes at once with profit."""
    _unrelated: tuple[float, float] | None = None

    def parts(self, text: str) -> list[str]:
        """What of a text gets a vector each: all of it, and the pieces of a long one.

        Models read the beginning of a long text, or blur it; a statement in its middle is found by its piece.
        """
        if len(text) <= LONG:
            return [text]
        return [text, *(text[start:end] for start, end in piece_spans(text, PIECE))]

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

    def unrelated(self) -> tuple[float, float]:
        """Mean and standard deviation of the cosines of texts that have nothing to do with each other.

        For some models that is 0.05, for others 0.8; without it a cosine says nothing by itself. Measured once, on a
        few fixed sentences.
        """
        if self._unrelated is None:
            found = self.embed(_UNRELATED)
            pairs = (found @ found.T)[np.triu_indices(len(_UNRELATED), 1)]
            self._unrelated = float(pairs.mean()), float(pairs.std())
        return self._unrelated

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
