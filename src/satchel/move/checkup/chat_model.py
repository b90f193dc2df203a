"""A language model behind any OpenAI-compatible address: OpenAI itself, Ollama, vLLM, llama.cpp, LM Studio.

Nothing asks one unless a person named it on the command line.

Source: https://platform.openai.com/docs/api-reference/chat; the others follow it.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from satchel_protocol.errors import ConfigError, EnvironmentProblem

TIMEOUT_S: Final = 120.0
_LARGEST_ANSWER: Final = 4 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatModel:
    """One model at one address."""

    name: str
    """What the server calls it."""
    url: str
    """Up to and with `/v1`."""
    key: str | None = None
    """Sent as a bearer token; None where the server wants none."""
    timeout_s: float = TIMEOUT_S

    @classmethod
    def at(cls, url: str, name: str, environment: Mapping[str, str] = os.environ) -> ChatModel:
        """The model of this name; the key is in `SATCHEL_MODEL_KEY`, else `OPENAI_API_KEY` for OpenAI itself.

        Raises:
            ConfigError: the address is no http or https URL, or no model is named.
        """
        host = urlsplit(url).hostname
        if urlsplit(url).scheme not in {"http", "https"} or not host:
            raise ConfigError(f"the model's address must be an http or https URL, not {url!r}")
        if not name.strip():
            raise ConfigError("the model has no name; write --rewrite-with URL MODEL")
        key = environment.get("SATCHEL_MODEL_KEY")
        if key is None and (host == "openai.com" or host.endswith(".openai.com")):
            key = environment.get("OPENAI_API_KEY")  # never handed to another server
        return cls(name=name.strip(), url=url.rstrip("/"), key=key)

    def answer(self, messages: Sequence[Mapping[str, str]]) -> str:
        """What the model says.

        Args:
            messages: `{"role", "content"}` each, oldest first.

        Raises:
            EnvironmentProblem: the server cannot be reached, refuses, or answers in another form.
        """
        said = self._post({"model": self.name, "messages": list(messages), "temperature": 0, "stream": False})
        try:
            text = said["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise EnvironmentProblem(
                f"{self.url} gave no answer in the way OpenAI does; is it a chat model?"
            ) from error
        if not isinstance(text, str):
            raise EnvironmentProblem(f"{self.url} gave an answer without text for the model {self.name}")
        return text

    def _post(self, body: Mapping[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(  # noqa: S310 - the scheme was checked
            f"{self.url}/chat/completions", data=json.dumps(body).encode("utf-8", "replace"), headers=headers
        )
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_s) as answer:  # noqa: S310
                return json.loads(answer.read(_LARGEST_ANSWER))
        except urllib.error.HTTPError as error:
            said = error.read(500).decode("utf-8", "replace")
            raise EnvironmentProblem(f"{self.url} answered {error.code} for the model {self.name}: {said}") from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise EnvironmentProblem(f"{self.url} cannot be asked ({reason}); is it running?") from error
