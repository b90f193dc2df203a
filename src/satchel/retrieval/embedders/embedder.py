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

_SAID = (
    ("When does the ferry to the island leave?", "The ferry to the island leaves at noon."),
    ("Where does she keep the receipts?", "She keeps the receipts in a green folder."),
    ("When are the access logs rotated?", "Rotate the access logs every Sunday night."),
    ("Which instrument does he play?", "He plays the cello in a small orchestra."),
    ("How much mustard does the recipe need?", "The recipe needs two spoons of mustard."),
    ("How long after delivery are invoices due?", "Invoices are due thirty days after delivery."),
    ("How should you answer?", "Please answer in short sentences."),
    ("What is their dog afraid of?", "Their dog is afraid of thunderstorms."),
    ("Why is the second floor closed?", "The second floor is closed for repairs."),
    ("What should be used in makefiles instead of spaces?", "Use tabs instead of spaces in makefiles."),
    ("他的自行车停在哪里?", "他把自行车停在图书馆后面。"),
    ("什么时候要交房租?", "下周一之前要交房租。"),
    ("她不喜欢什么味道?", "她不喜欢香菜的味道。"),
    ("服务器几点重启?", "服务器在夜里三点重启。"),
    ("家长会改到哪一天?", "孩子的家长会改到星期四。"),
    ("报告里的图表用什么颜色?", "报告里的图表用蓝色。"),
)
"""Everyday questions, each with its answer, of different subjects, for `Embedder.unrelated`."""
_LOW, _UNITS = 0.0892, 6.994
"""Where among these the mean of unrelated sentences lies, and how many of their standard deviations it is from an
unrelated one to an answer, for the model on which the floor was learned."""
_NO_DIFFERENCE = 0.05
"""Between what answers and what does not, below which a model cannot tell them apart."""


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
        """The cosine of a question and a text that has nothing to do with it, and the unit in which others count.

        For some models unrelated texts lie at 0.05 and answers at 0.6, for others at 0.75 and 0.9; without it a cosine
        says nothing by itself. Measured once, on a few fixed questions and answers.
        """
        if self._unrelated is None:
            answers = self.embed([answer for _, answer in _SAID])
            questions = np.stack([self.embed_question(question) for question, _ in _SAID])
            found = questions @ answers.T
            related = float(np.diagonal(found).mean())
            other = float(found[~np.eye(len(_SAID), dtype=bool)].mean())
            between = related - other
            self._unrelated = (other + _LOW * between, between / _UNITS) if between > _NO_DIFFERENCE else (other, 1.0)
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
