"""Our own lines: what is done to memories, one event a line, for agents that have no other trace.

    {"event": "memory_op", "operation": "put", "scope": "user:ann", "key": "user.theme", "value": "dark",
     "session": "s-1", "agent": "support", "at": "2026-03-04T10:00:00Z"}

`scope` may be a `namespace`, a list of labels; all but `event` and `operation` may be missing. Beside it `tool_call` {id,
name, arguments}, `tool_result` {id, value}, `message` {role, text} and `trace` {model, agent, tools}.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from satchel.traces.building import Builder
from satchel.traces.loose import is_one_of
from satchel.traces.model import Lack, Operation, Place, Trace
from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.record import UNSET
from satchel_protocol.scope import parse_scope, scope_of_namespace

NewBuilder = Callable[[str, Place, str], Builder]
_EVENTS: Final = frozenset("memory_op tool_call tool_result message trace".split())


class Events:
    """Collects the events of one file."""

    assembled = True
    """A trace is put together of several documents, so a damaged one leaves a hole in one of them."""

    def __init__(self, new_builder: NewBuilder) -> None:
        self._new = new_builder
        self._builders: dict[str, Builder] = {}

    def read(self, document: Any, at: Place) -> bool:
        """Take an event; False where it is none."""
        if isinstance(document, list):
            read = [self.read(one, Place(at.file, at.line, f"{at.item}[{n}]")) for n, one in enumerate(document)]
            return any(read)
        if not isinstance(document, Mapping) or not is_one_of(document.get("event"), _EVENTS):
            return False
        said = document.get("session")
        session = str(said) if isinstance(said, str | int) else at.file
        if session not in self._builders:
            self._builders[session] = self._new("satchel", at, session)
        _tell(self._builders[session], document, at)
        return True

    def traces(self) -> Iterator[Trace]:
        """A trace for each session."""
        for builder in self._builders.values():
            yield builder.finish()


def _tell(builder: Builder, event: Mapping[str, Any], at: Place) -> None:
    kind = event["event"]
    builder.about(agent=event.get("agent"), model=event.get("model"), tools=event.get("tools"))
    if kind == "message" and isinstance(event.get("text"), str):
        builder.text(str(event.get("role", "user")), event["text"], at)
    elif kind == "tool_call":
        builder.call(event.get("id"), event.get("name"), event.get("arguments"), at, time=str(event.get("at", "")))
    elif kind == "tool_result":
        builder.result(event.get("id"), event.get("value"), at)
    elif kind == "memory_op":
        key, new_key = event.get("key"), event.get("new_key")
        try:
            operation = Operation(str(event.get("operation")))
        except ValueError:
            builder.lacks(Lack.DAMAGED)
            return
        builder.operation(
            operation,
            key if isinstance(key, str) else None,
            at,
            value=event.get("value", UNSET),
            new_key=new_key if isinstance(new_key, str) else None,
            scope=_scope(event),
            time=str(event.get("at", "")),
        )


def _scope(event: Mapping[str, Any]) -> str:
    scope, labels = event.get("scope"), event.get("namespace")
    try:
        if isinstance(scope, str) and scope:
            return parse_scope(scope)
        if isinstance(labels, list) and labels:
            return scope_of_namespace([str(label) for label in labels])
    except InvalidScopeError:
        return ""
    return ""
