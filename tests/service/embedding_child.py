"""The command line, with one more embedder in the registry: what a test starts, and kills.

    python embedding_child.py ARGUMENTS OF SATCHEL…

After each batch of texts it writes a line to standard output, for the test to aim by, and goes on when it is given one.
"""

from __future__ import annotations

import os
import sys
from zlib import crc32

import numpy as np

from satchel.cli import main
from satchel.retrieval.embedders import PROVIDERS, Embedder
from satchel.retrieval.embedders.embedder import Vectors
from satchel.retrieval.embedders.registry import Provider


class HashedEmbedder(Embedder):
    """Counts the words of a text, each in a place that follows from the word and the model's name. Of no use, and quick."""

    dimension = 64
    batch = 256

    def __init__(self, version: str, *, marks: int | None = None) -> None:
        self.model = f"hashed/{version}"
        self._marks = marks

    def _embed(self, texts: list[str]) -> Vectors:
        found = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(found, texts, strict=True):
            for word in text.split():
                row[crc32(f"{self.model} {word}".encode()) % self.dimension] += 1
        if self._marks is not None and len(texts) > 1:
            os.write(self._marks, b"embedded\n")
            sys.stdin.readline()
        return found

    def unrelated(self) -> tuple[float, float]:
        return 0.0, 0.1


def register(*, marks: int | None = None) -> None:
    """Make `hashed:VERSION` a name that the configuration may hold."""
    assert isinstance(PROVIDERS, dict)
    PROVIDERS["hashed"] = Provider(
        name="hashed", about="for tests", module="", extra="", open=lambda version: HashedEmbedder(version, marks=marks)
    )


if __name__ == "__main__":
    register(marks=os.dup(1))
    sys.stdout = sys.stderr  # what the command says is not what the test listens to
    main()
