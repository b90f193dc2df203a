"""A language model behind any OpenAI-compatible address: OpenAI itself, Ollama, vLLM, llama.cpp, LM Studio.

Nothing asks one unless a person named it on the command line.

Source: https://platform.openai.com/docs/api-reference/chat; the others follow it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from satchel.retrieval.openai_server import OpenAIServer, key_for
from satchel_protocol.errors import ConfigError, EnvironmentProblem

TIMEOUT_S: Final = 120.0
_LARGEST_ANSWER: Final = 4 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatModel:
    """One model at one address."""

    name: str
    """What the server calls it."""
    server: OpenAIServer
    timeout_s: float = TIMEOUT_S

    @classmethod
    def at(cls, url: str, name: str, environment: Mapping[str, str] = os.environ) -> ChatModel:
        """The model of this name; the key is in `SATCHEL_MODEL_KEY`, else `OPENAI_API_KEY` for OpenAI itself.

        Raises:
            ConfigError: the address is no http or https URL, or no model is named.
        """
        server = OpenAIServer.at(url, key=key_for(url, "SATCHEL_MODEL_KEY", environment), whose="model")
        if not name.strip():
            raise ConfigError("the model has no name; write --rewrite-with URL MODEL")
        return cls(name=name.strip(), server=server)

    @property
    def url(self) -> str:
        """Up to and with `/v1`."""
        return self.server.url

    def answer(self, messages: Sequence[Mapping[str, str]]) -> str:
        """What the model says.

        Args:
            messages: `{"role", "content"}` each, oldest first.

        Raises:
            EnvironmentProblem: the server cannot be reached, refuses, or answers in another form.
        """
        said = self.server.ask(
            "chat/completions",
            {"model": self.name, "messages": list(messages), "temperature": 0, "stream": False},
            timeout_s=self.timeout_s,
            most_bytes=_LARGEST_ANSWER,
            failure=EnvironmentProblem,
        )
        try:
            text = said["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise EnvironmentProblem(
                f"{self.url} gave no answer in the way OpenAI does; is it a chat model?"
            ) from error
        if not isinstance(text, str):
            raise EnvironmentProblem(f"{self.url} gave an answer without text for the model {self.name}")
        return text
