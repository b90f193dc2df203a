"""References written out by a language model: asked over a real connection, and never taken on faith."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.checkup.making import CIRCUMSTANCES, memory

from satchel.cli.app import code_of
from satchel.move.checkup.chat_model import ChatModel
from satchel.move.checkup.examine import examine
from satchel.move.checkup.finding import Finding
from satchel.move.checkup.fixes import Fixer
from satchel.move.checkup.rewriting import rewritten
from satchel_protocol.errors import ConfigError, EnvironmentProblem
from satchel_protocol.record import Record


class Server(HTTPServer):
    """Answers every question with `answer`, and keeps what it was asked."""

    answer: Any = None
    status = 200
    asked: list[dict[str, Any]]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        said = json.dumps(self.server.answer).encode()
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server(("127.0.0.1", 0), Handler)
    server.asked = []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def saying(text: str | None) -> dict[str, Any]:
    content = f"Here it is:\n```json\n{json.dumps({'content': text}, ensure_ascii=False)}\n```"
    return {"choices": [{"message": {"role": "assistant", "content": content}}]}


def model_of(server: Server, **environment: str) -> ChatModel:
    return ChatModel.at(f"http://127.0.0.1:{server.server_port}/v1", "tiny", environment)


def asked(server: Server, *records: Record, **environment: str) -> list[Finding]:
    findings = examine(records, CIRCUMSTANCES, rules=("dangling_reference",)).findings
    return list(rewritten(findings, records, model_of(server, **environment)))


CONTEXT = memory("a0", "Acme wants the pricing proposal by 12 March")
OPEN = memory("a1", "User wants that thing sorted out before 12 March")


def test_a_proposal_that_leaves_nothing_open_is_taken(server: Server) -> None:
    text = "User wants the pricing proposal for Acme sorted out before 12 March"
    server.answer = saying(text)
    (finding,) = asked(server, CONTEXT, OPEN, SATCHEL_MODEL_KEY="made-up")
    assert text in str(finding.action)
    fixer = Fixer([finding], lambda: [CONTEXT, OPEN])
    after = {record.id: record for record in fixer.apply([CONTEXT, OPEN])}
    assert after["a1"].content == text
    assert fixer.fixed.to_json()["rewritten"] == 1
    (question,) = server.asked
    assert (question["path"], question["key"], question["model"]) == ("/v1/chat/completions", "Bearer made-up", "tiny")
    assert "pricing proposal" in question["messages"][1]["content"]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (None, "nothing that says"),
        ("User wants that other thing sorted out before 12 March", "still points"),
        ("User wants the pricing proposal sorted out soon", "a number is gone"),
        ("User does not want the pricing proposal sorted out before 12 March", "no where it said yes"),
        ("User wants the pricing proposal sorted out before 12 March. " + "Acme is a large firm. " * 40, "much longer"),
    ],
)
def test_what_guesses_loses_or_turns_round_is_not_taken(server: Server, answer: str | None, why: str) -> None:
    server.answer = saying(answer)
    (finding,) = asked(server, CONTEXT, OPEN)
    assert finding.change is None
    assert why in str(finding.action)


def test_nothing_sensitive_is_sent_not_even_as_context(server: Server) -> None:
    server.answer = saying(None)
    secret = memory("a2", "the wifi password is sunflower42")
    ill = memory("a3", "He was diagnosed with diabetes")
    findings = asked(server, secret, OPEN, ill)
    assert {f.record: "was not sent" in str(f.action) for f in findings} == {"a1": False, "a3": True}
    sent = json.dumps(server.asked, ensure_ascii=False)
    assert "sunflower42" not in sent
    assert "diabetes" not in sent


def test_a_relative_day_with_its_date_needs_no_model(server: Server) -> None:
    (finding,) = asked(server, memory("a1", "Met Ann yesterday"))
    assert finding.resolved == "2026-01-31"
    assert server.asked == []


@pytest.mark.parametrize("answer", [{"choices": []}, {"choices": [{"message": {"content": None}}]}, "no"])
def test_a_server_that_answers_otherwise_is_an_error_that_names_it(server: Server, answer: Any) -> None:
    server.answer = answer
    with pytest.raises(EnvironmentProblem, match=r"127\.0\.0\.1"):
        asked(server, OPEN)


def test_a_refusal_says_what_the_server_said(server: Server) -> None:
    server.answer, server.status = {"error": "no such model"}, 404
    with pytest.raises(EnvironmentProblem, match=r"404 .*no such model"):
        asked(server, OPEN)


def test_an_address_that_is_none_and_a_server_that_is_not_there() -> None:
    with pytest.raises(ConfigError):
        ChatModel.at("ftp://x/v1", "tiny", {})
    with pytest.raises(ConfigError):
        ChatModel.at("http://x/v1", " ", {})
    with pytest.raises(EnvironmentProblem, match="is it running"):
        ChatModel.at("http://127.0.0.1:1/v1", "tiny", {}).answer([])


def test_a_key_for_openai_is_handed_to_nobody_else() -> None:
    keys = {"OPENAI_API_KEY": "theirs"}
    assert ChatModel.at("http://localhost:11434/v1", "tiny", keys).server.key is None
    assert ChatModel.at("https://notopenai.com/v1", "tiny", keys).server.key is None
    assert ChatModel.at("https://api.openai.com/v1", "tiny", keys).server.key == "theirs"


def test_only_a_flag_of_the_command_line_lets_a_model_be_asked(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tmp_path / "notes.jsonl"
    records = (record.to_json(standalone=True) for record in (CONTEXT, OPEN))
    lines.write_text("\n".join(json.dumps(record) for record in records), "utf-8")
    server.answer = saying("User wants the pricing proposal for Acme sorted out before 12 March")
    assert code_of(["checkup", str(lines), "--rule", "dangling_reference", "--json"]) == 0
    assert server.asked == []
    url = f"http://127.0.0.1:{server.server_port}/v1"
    assert (
        code_of(["checkup", str(lines), "--rule", "dangling_reference", "--rewrite-with", url, "tiny", "--json"]) == 0
    )
    assert len(server.asked) == 1
    assert "pricing proposal for Acme" in capsys.readouterr().out
