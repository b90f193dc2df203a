"""An OpenAI-compatible endpoint, a real server on this machine: vectors in order, and every way to fail said clearly."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from satchel.retrieval.embedders import open_embedder
from satchel.retrieval.embedders.endpoint import EndpointEmbedder
from satchel_protocol.errors import ConfigError, EmbedderError


class _Server(ThreadingHTTPServer):
    answer: Any = None
    """What is answered instead of vectors: a status, or any JSON."""
    asked: list[dict[str, Any]]
    keys: list[str | None]


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        self.server.keys.append(self.headers.get("Authorization"))
        status, answer = 200, self.server.answer
        if isinstance(answer, int):
            status, answer = answer, {"error": {"message": "the model is not loaded"}}
        elif answer is None:
            rows = [{"index": i, "embedding": [len(text), 1.0, 0.0]} for i, text in enumerate(body["input"])]
            answer = {"data": list(reversed(rows))}
        text = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[_Server]:
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.asked, server.keys = [], []
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def url(server: _Server) -> str:
    return f"http://127.0.0.1:{server.server_port}/v1"


def test_vectors_come_in_the_order_of_the_texts_and_have_length_one(server):
    embedder = open_embedder(f"openai:nomic@{url(server)}")
    assert embedder is not None
    assert (embedder.model, embedder.dimension) == ("nomic@127.0.0.1", 3)
    found = embedder.embed(["a", "bbb", "茶"])
    assert found[:, 0] / found[:, 1] == pytest.approx([1, 3, 1])
    assert np.linalg.norm(found, axis=1) == pytest.approx(1.0)
    assert server.asked[-1]["input"] == ["a", "bbb", "茶"]
    assert embedder.embed([]).shape == (0, 3)


def test_the_key_goes_only_where_it_belongs(server):
    EndpointEmbedder.of(f"m@{url(server)}", {"OPENAI_API_KEY": "not for you"})
    EndpointEmbedder.of(f"m@{url(server)}", {"SATCHEL_EMBEDDER_KEY": "mine"})
    assert server.keys == [None, "Bearer mine"]


@pytest.mark.parametrize(
    "answer",
    [500, 404, {"data": []}, {"nothing": 1}, [], b"no JSON", {"data": [{"index": 0, "embedding": ["x"]}]}],
    ids=str,
)
def test_a_server_that_fails_is_an_error_and_nothing_else(server, answer):
    server.answer = answer
    with pytest.raises(EmbedderError, match=r"127\.0\.0\.1"):
        open_embedder(f"openai:nomic@{url(server)}")


def test_a_vector_of_another_length_or_of_no_numbers_is_refused(server):
    embedder = open_embedder(f"openai:nomic@{url(server)}")
    assert embedder is not None
    for bad in ([1.0, 2.0], [1.0, 2.0, float("nan")]):
        server.answer = {"data": [{"index": 0, "embedding": bad}]}
        with pytest.raises(EmbedderError):
            embedder.embed(["a"])


def test_a_server_that_is_down_says_so(server):
    gone = url(server)
    server.shutdown()
    server.server_close()
    with pytest.raises(EmbedderError, match="is it running"):
        open_embedder(f"openai:nomic@{gone}")


@pytest.mark.parametrize("name", ["openai:", "openai:m@ftp://x/v1", "openai:m@nonsense", "unheard-of", "model2vec:"])
def test_a_name_that_means_nothing_is_a_configuration_error(name):
    with pytest.raises(ConfigError):
        open_embedder(name)
