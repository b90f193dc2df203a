"""Embedding libraries that a person may have installed, with whatever model they name. None of them is ours to install."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from importlib import metadata
from typing import Any

import numpy as np

from satchel.retrieval.embedders.embedder import Embedder, Vectors
from satchel_protocol.errors import ConfigError, EmbedderError, MissingExtraError


class _LibraryEmbedder(Embedder):
    """Loads a model of a library and asks it how long its vectors are."""

    package = ""

    def __init__(self, name: str) -> None:
        if not name:
            raise ConfigError(f"name the model: {self.package}:MODEL")
        try:
            self._encode = self._load(name)
        except ImportError as error:
            raise MissingExtraError(
                f"the embedder {self.package!r} is not installed; run: pip install {self.package}"
            ) from error
        except Exception as error:  # whatever a library or its hub raises, in its own words
            raise EmbedderError(f"{self.package} cannot load {name}: {error}") from error
        self.model = f"{name}@{self.package}-{metadata.version(self.package)}"
        self.dimension = self._embed(["dimension"]).shape[1]

    @abstractmethod
    def _load(self, name: str) -> Callable[[list[str]], Any]:
        """A function of texts that gives their vectors."""

    def _embed(self, texts: list[str]) -> Vectors:
        try:
            return np.asarray(self._encode(texts), np.float32)
        except Exception as error:
            raise EmbedderError(f"{self.package} failed: {error}") from error


class SentenceTransformersEmbedder(_LibraryEmbedder):
    """https://sbert.net"""

    package = "sentence-transformers"

    def _load(self, name: str) -> Callable[[list[str]], Any]:
        from sentence_transformers import SentenceTransformer

        model = SentenceTransformer(name)
        return lambda texts: model.encode(texts, show_progress_bar=False, convert_to_numpy=True)


class FastembedEmbedder(_LibraryEmbedder):
    """https://github.com/qdrant/fastembed"""

    package = "fastembed"

    def _load(self, name: str) -> Callable[[list[str]], Any]:
        from fastembed import TextEmbedding

        model = TextEmbedding(name)
        return lambda texts: np.stack(list(model.embed(texts)))


class Model2vecEmbedder(_LibraryEmbedder):
    """https://github.com/MinishLab/model2vec"""

    package = "model2vec"

    def _load(self, name: str) -> Callable[[list[str]], Any]:
        from model2vec import StaticModel

        encode: Callable[[list[str]], Any] = StaticModel.from_pretrained(name).encode
        return encode
