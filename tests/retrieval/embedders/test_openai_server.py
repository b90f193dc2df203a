"""Whose key goes where: one rule for vectors and for texts."""

from __future__ import annotations

import pytest

from satchel.move.checkup.chat_model import ChatModel
from satchel.retrieval.openai_server import OpenAIServer, key_for
from satchel_protocol.errors import ConfigError

KEYS = {"OPENAI_API_KEY": "theirs"}


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://api.openai.com/v1", "theirs"),
        ("https://openai.com/v1", "theirs"),
        ("https://evilopenai.com/v1", None),
        ("https://openai.com.example.net/v1", None),
        ("http://localhost:11434/v1", None),
        ("http://[", None),
    ],
)
def test_the_key_of_openai_goes_to_openai_alone(url: str, key: str | None) -> None:
    assert key_for(url, "SATCHEL_EMBEDDER_KEY", KEYS) == key
    assert key_for(url, "SATCHEL_EMBEDDER_KEY", KEYS | {"SATCHEL_EMBEDDER_KEY": "own"}) == "own"


def test_no_key_is_shown() -> None:
    assert "theirs" not in repr(ChatModel.at("https://api.openai.com/v1", "m", KEYS))


@pytest.mark.parametrize("url", ["", "ftp://example.net", "http://", "http://[", "nothing"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ConfigError, match="http or https"):
        OpenAIServer.at(url, key=None, whose="model")
