"""Any OpenAI-compatible endpoint for embeddings: OpenAI itself, Ollama, vLLM, llama.cpp, LM Studio.

Source: https://platform.openai.com/docs/api-reference/embeddings; the others follow it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import numpy as np

from satchel.retrieval.embedders.embedder import Embedder, Vectors
from satchel.retrieval.openai_server import OpenAIServer, key_for
from satchel_protocol.errors import ConfigError, EmbedderError

DEFAULT_URL = "https://api.openai.com/v1"
TIMEOUT_S = 60.0
_LARGEST_ANSWER = 256 << 20
_LONGEST = 8000
"""Characters; the usual limit of such models is 8,191 tokens, and some servers refuse a longer text."""


class EndpointEmbedder(Embedder):
    """Vectors from a server; how long they are it tells itself.

    Args:
        name: The server's name for the model.
        url: Up to and with `/v1`.
        key: Sent as a bearer token; None where the server wants none.
        timeout_s: Of one request.
    """

    batch = 64

    def __init__(self, name: str, *, url: str, key: str | None = None, timeout_s: float = TIMEOUT_S) -> None:
        self._server = OpenAIServer.at(url, key=key, whose="embedder")
        self._name, self._url, self._timeout_s = name, self._server.url, timeout_s
        self.model = f"{name}@{self._server.host}"
        # The length is the model's own affair; a store that assumes one is wrong for every other model.
        self.dimension = self._ask(["dimension"]).shape[1]

    @classmethod
    def of(cls, argument: str, environment: Mapping[str, str] = os.environ) -> EndpointEmbedder:
        """From `MODEL` or `MODEL@URL`; the key is in `SATCHEL_EMBEDDER_KEY`, else `OPENAI_API_KEY` for OpenAI itself.

        Raises:
            ConfigError: no model is named, or the URL is none.
            EmbedderError: the server cannot be reached, or refuses.
        """
        name, _, url = argument.partition("@")
        if not name:
            raise ConfigError("name the model: openai:MODEL or openai:MODEL@URL")
        url = url or environment.get("SATCHEL_EMBEDDER_URL") or environment.get("OPENAI_BASE_URL") or DEFAULT_URL
        return cls(name, url=url, key=key_for(url, "SATCHEL_EMBEDDER_KEY", environment))

    def _embed(self, texts: list[str]) -> Vectors:
        return self._ask([text[:_LONGEST] or " " for text in texts])

    def _ask(self, texts: list[str]) -> Vectors:
        answer = self._server.ask(
            "embeddings",
            {"model": self._name, "input": texts, "encoding_format": "float"},
            timeout_s=self._timeout_s,
            most_bytes=_LARGEST_ANSWER,
            failure=EmbedderError,
            hint=" --embedder none searches words alone",
        )
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            found = np.array([row["embedding"] for row in rows], np.float32)
        except (KeyError, TypeError, ValueError) as error:
            raise EmbedderError(f"{self._url} gave no embeddings in the way OpenAI does ({error})") from error
        if found.ndim != 2 or len(found) != len(texts):
            raise EmbedderError(f"{self._url} gave {len(rows)} vectors for {len(texts)} texts")
        return found
