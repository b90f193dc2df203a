"""An agent's own program in place of recall: it gets the questions of a verification as JSON lines and answers them.

One line a question: `{"id", "kind": "recall" | "wake", "text", "scope", "now"}`; of kind `wake` the text is a task, and
the answer is what the agent would keep to. One line an answer: `{"id", "answer": text}`, or `{"id", "records": [ids]}`
where the agent knows them. A memory counts as held by a text when the words that it adds to the question stand there.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any, Final

from satchel.move.verify.responder import Answered, Responder
from satchel.text.tokens import index_tokens, query
from satchel_protocol.errors import EnvironmentProblem, UsageError
from satchel_protocol.record import Record
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.wiretime import format_wire

HELD: Final = 0.6
"""Share of a memory's own words that an answer must repeat to hold it."""
_LOOKED_AT: Final = 50
"""Memories near the question or the answer that are compared with it."""


@contextmanager
def asking_agent(command: str | None) -> Iterator[Callable[[Responder], Responder] | None]:
    """Start an agent's program; what it gives puts the agent between the questions and the store. None for no command.

    Raises:
        UsageError: the command cannot be started.
    """
    if command is None:
        yield None
        return
    try:
        process = subprocess.Popen(  # noqa: S603 - the command is the user's own
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
    except (OSError, ValueError) as error:
        raise UsageError(f"--agent: {command!r} cannot be started: {error}") from error
    try:
        yield lambda inner: AgentResponder(inner, _Line(command, process))
    finally:
        if process.stdin is not None and not process.stdin.closed:
            process.stdin.close()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


@dataclass(slots=True)
class _Line:
    """The line to the program: a question out, its answer in."""

    command: str
    process: subprocess.Popen[str]
    _count: int = 0

    def ask(self, kind: str, text: str, scope: str, now: datetime) -> dict[str, Any]:
        """One answer.

        Raises:
            EnvironmentProblem: the program ended, or said what is no answer.
        """
        self._count += 1
        asked = {"id": self._count, "kind": kind, "text": text, "scope": scope, "now": format_wire(now)}
        out, back = _open(self.process.stdin), _open(self.process.stdout)
        try:
            out.write(json.dumps(asked, ensure_ascii=False) + "\n")
            out.flush()
            line = back.readline()
        except OSError as error:
            raise EnvironmentProblem(f"the agent {self.command!r} stopped listening: {error}") from error
        if not line:
            raise EnvironmentProblem(f"the agent {self.command!r} ended before it answered question {self._count}")
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise EnvironmentProblem(f"the agent {self.command!r} answered with no JSON: {line[:80]!r}") from error
        if not isinstance(answer, dict) or answer.get("id") != self._count:
            raise EnvironmentProblem(f"the agent {self.command!r} did not answer question {self._count}: {line[:80]!r}")
        return answer


def _open(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


@dataclass(slots=True)
class AgentResponder(Responder):
    """The new agent itself; what is in its store is read there."""

    inner: Responder
    line: _Line

    def recall(self, question: str, *, scope: str, limit: int, now: datetime) -> list[Answered]:
        answer = self.line.ask("recall", question, scope, now)
        return self._records(answer, question, scope, now)

    def wake(self, task: str, *, scope: str, now: datetime) -> dict[str, str]:
        answer = self.line.ask("wake", task, scope, now)
        return {id: "answer" for hit in self._records(answer, task, scope, now) for id in hit.ids}

    def _records(self, answer: dict[str, Any], question: str, scope: str, now: datetime) -> list[Answered]:
        if isinstance(answer.get("records"), list):
            named = (self.inner.read(str(id)) for id in answer["records"])
            return [Answered(record=record) for record in named if record is not None]
        text = str(answer.get("answer") or "")
        if not text.strip():
            return []
        near = self.inner.recall(question, scope=scope, limit=_LOOKED_AT, now=now)
        near += self.inner.recall(text, scope=scope, limit=_LOOKED_AT, now=now)
        said, asked = set(index_tokens(text)), set(index_tokens(question))
        held: dict[str, tuple[float, Answered]] = {}
        for hit in near:
            share = _held(hit.record.content, said, asked)
            if share >= HELD:
                held.setdefault(hit.record.id, (share, hit))
        # Of a text all that it holds counts: it has no places. Those of equal shares stay in the order of the search.
        return [hit for _, hit in sorted(held.values(), key=lambda pair: -pair[0])]

    def read(self, id: str) -> Record | None:
        return self.inner.read(id)

    def records(self) -> Iterator[Record]:
        return self.inner.records()

    def rewritten(self, id: str) -> bool:
        return self.inner.rewritten(id)

    def tombstones(self) -> list[Tombstone]:
        return self.inner.tombstones()


def _held(content: str, said: set[str], asked: set[str]) -> float:
    """The share of a memory's words, beyond those of the question, that an answer holds; of none beyond, of all."""
    terms = query(content).terms
    beyond = [term for term in terms if not term.matches(asked)] or list(terms)
    return sum(term.matches(said) for term in beyond) / len(beyond) if beyond else 0.0
