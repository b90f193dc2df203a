"""Embedders: what turns texts into vectors. Each is a provider named by a string; none is loaded before it is asked for."""

from satchel.retrieval.embedders.embedder import Embedder
from satchel.retrieval.embedders.registry import PROVIDERS, open_embedder

__all__ = ["PROVIDERS", "Embedder", "open_embedder"]
