"""One OpenAI-compatible server: where it is, its key, and a question put to it. For vectors and for texts.

OpenAI itself, Ollama, vLLM, llama.cpp and LM Studio answer in this way.

Source: https://platform.openai.com/docs/api-reference
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from satchel_protocol.errors import ConfigError, EnvironmentProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAIServer:
    """An address and what it takes to be answered there."""

    url: str
    """Up to and with `/v1`, without a stroke at its end."""
    key: str | None = field(default=None, repr=False)
    """Sent as a bearer token; None where the server wants none."""

    @classmethod
    def at(cls, url: str, *, key: str | None, whose: str) -> OpenAIServer:
        """The server at an address.

        Args:
            url: The address.
            key: Its key.
            whose: What is asked there, for the message: `embedder`, `model`.

        Raises:
            ConfigError: the address is no http or https URL.
        """
        try:
            parts = urlsplit(url)
            wrong = parts.scheme not in {"http", "https"} or not parts.hostname
        except ValueError:
            wrong = True
        if wrong:
            raise ConfigError(f"the {whose}'s address must be an http or https URL, not {url!r}")
        return cls(url=url.rstrip("/"), key=key)

    @property
    def host(self) -> str:
        """The name of the machine."""
        return urlsplit(self.url).hostname or ""

    def ask(
        self,
        path: str,
        body: Mapping[str, Any],
        *,
        timeout_s: float,
        most_bytes: int,
        failure: type[EnvironmentProblem],
        hint: str = "",
    ) -> Any:
        """Put a question and give the answer's JSON.

        Args:
            path: Behind the address, such as `embeddings`.
            body: Names the model under `model`.
            timeout_s: Of the whole request.
            most_bytes: Of the answer that are read.
            failure: The error to raise.
            hint: What else can be done when the server cannot be reached.

        Raises:
            EnvironmentProblem: of the kind `failure`: it cannot be reached, refuses, or answers no JSON.
        """
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(  # noqa: S310 - the scheme was checked
            f"{self.url}/{path}", data=json.dumps(body).encode("utf-8", "replace"), headers=headers
        )
        try:
            with urllib.request.urlopen(request, timeout=timeout_s) as answer:  # noqa: S310
                return json.loads(answer.read(most_bytes))
        except urllib.error.HTTPError as error:
            said = error.read(500).decode("utf-8", "replace")
            raise failure(f"{self.url} answered {error.code} for the model {body.get('model')}: {said}") from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise failure(f"{self.url} cannot be asked ({reason}); is it running?{hint}") from error


def key_for(url: str, variable: str, environment: Mapping[str, str]) -> str | None:
    """The key for an address: what a variable of ours says, else `OPENAI_API_KEY` for OpenAI itself and nobody else."""
    if variable in environment:
        return environment[variable]
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return None
    return environment.get("OPENAI_API_KEY") if host == "openai.com" or host.endswith(".openai.com") else None
