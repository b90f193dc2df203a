"""Any OpenAI-compatible endpoint for embeddings: OpenAI itself, Ollama, vLLM, llama.cpp, LM Studio.

Source: https://platform.openai.com/docs/api-reference/embeddings; the others follow it.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from satchel.retrieval.embedders.embedder import Embedder, Vectors
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
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ConfigError(f"the embedder's address must be an http or https URL, not {url!r}")
        self._name, self._url, self._key, self._timeout_s = name, url.rstrip("/"), key, timeout_s
        self.model = f"{name}@{parts.hostname}"
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
        key = environment.get("SATCHEL_EMBEDDER_KEY")
        if key is None and (urlsplit(url).hostname or "").endswith("openai.com"):
            key = environment.get("OPENAI_API_KEY")  # never handed to another server
        return cls(name, url=url, key=key)

    def _embed(self, texts: list[str]) -> Vectors:
        return self._ask([text[:_LONGEST] or " " for text in texts])

    def _ask(self, texts: list[str]) -> Vectors:
        answer = self._post({"model": self._name, "input": texts, "encoding_format": "float"})
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            found = np.array([row["embedding"] for row in rows], np.float32)
        except (KeyError, TypeError, ValueError) as error:
            raise EmbedderError(f"{self._url} gave no embeddings in the way OpenAI does ({error})") from error
        if found.ndim != 2 or len(found) != len(texts):
            raise EmbedderError(f"{self._url} gave {len(rows)} vectors for {len(texts)} texts")
        return found

    def _post(self, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(  # noqa: S310 - the scheme was checked
            f"{self._url}/embeddings", data=json.dumps(body).encode("utf-8", "replace"), headers=headers
        )
        try:
            with urllib.request.urlopen(request, timeout=self._timeout_s) as answer:  # noqa: S310
                return json.loads(answer.read(_LARGEST_ANSWER))
        except urllib.error.HTTPError as error:
            said = error.read(500).decode("utf-8", "replace")
            raise EmbedderError(f"{self._url} answered {error.code} for the model {self._name}: {said}") from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise EmbedderError(
                f"{self._url} cannot be asked for embeddings ({reason}); is it running? --embedder none searches words alone"
            ) from error
