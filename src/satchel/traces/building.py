"""Puts one trace together: calls get their operations and results, what is told twice counts once, the verdict comes last."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from satchel.traces.loose import canonical, listed, mapping
from satchel.traces.memory_calls import Override, operations_of
from satchel.traces.model import Lack, MemoryOp, ModelText, Operation, Place, ToolCall, ToolResult, Trace, Verdict
from satchel_protocol.record import UNSET


class Builder:
    """Collects the events of one trace in the order in which it is told them."""

    def __init__(
        self, format: str, at: Place, session: str, overrides: Mapping[str, Override], *, texts: bool = True
    ) -> None:
        self.trace = Trace(format=format, at=at, session=session)
        self._overrides = overrides
        self._keeps_texts = texts
        self._calls: dict[str, ToolCall] = {}
        self._nameless: list[ToolCall] = []
        self._waiting: dict[bytes, list[str]] = {}
        """Tool and arguments → ids of calls of which no run was told."""
        self._answered: set[str] = set()
        self._texts: set[int] = set()
        """Hashes of roles with their texts."""

    def text(self, role: str, text: str, at: Place, *, once: bool = False) -> None:
        """A text of a message.

        Args:
            once: Whether the same text in the same role is told again and again, as spans repeat the conversation.
        """
        said = hash((role, text))
        if not text.strip() or (once and said in self._texts):
            return
        self._texts.add(said)
        self.trace.events.append(ModelText(at=at, role=role, text=text if self._keeps_texts else ""))

    def call(self, id: Any, name: Any, arguments: Any, at: Place, *, time: str = "", run: bool = False) -> str:
        """A call of a tool; one with an id that was there before, and nothing new in it, is the same call.

        Args:
            id, name, arguments: As the trace has them.
            at: Where it stands.
            time: As the trace writes it.
            run: Whether this tells that the tool ran. A trace tells then of one call twice, and often gives only the
                model's word for it an id: such a run belongs to the oldest call of the same tool with the same arguments.

        Returns:
            The id of the call; empty where it has none.
        """
        if not isinstance(name, str) or not name:
            return ""
        read = _object(arguments)
        asked = isinstance(id, str) and bool(id)
        waiting = self._waiting.get(_twin(name, read), []) if run and not asked else []
        if waiting:
            return waiting.pop(0)
        known = self._calls.get(id) if isinstance(id, str) else None
        if known is not None and known.name == name and (read is None or read == known.arguments):
            return known.id
        called = ToolCall(at=at, id=id if isinstance(id, str) else "", name=name, arguments=read)
        if known is not None and known.name == name and known.arguments is None:
            self._replace(known, called)  # the arguments stand only in the second telling
        self.trace.events.append(called)
        if called.id:
            self._calls[called.id] = called
            if not run:
                self._waiting.setdefault(_twin(name, read), []).append(called.id)
        else:
            self._nameless.append(called)
        for one in operations_of(name, read, self._overrides):
            self.operation(
                one.operation, one.key, at, value=one.value, new_key=one.new_key, scope=one.scope, tool=name, time=time
            )
        return called.id

    def _replace(self, old: ToolCall, new: ToolCall) -> None:
        """Takes out what was noted of a call without arguments."""
        self.trace.events = [
            event
            for event in self.trace.events
            if event is not old and not (isinstance(event, MemoryOp) and event.at == old.at and event.tool == new.name)
        ]

    def result(self, id: Any, value: Any, at: Place) -> None:
        """What a tool answered; without an id it answers the oldest call that has none."""
        if isinstance(id, str) and id:
            if id in self._answered:
                return
            self._answered.add(id)
        elif self._nameless:
            self._nameless.pop(0)
        self.trace.events.append(
            ToolResult(at=at, id=id if isinstance(id, str) else "", value=value if self._keeps_texts else None)
        )

    def operation(
        self, operation: Operation, key: str | None, at: Place, *, value: Any = UNSET, new_key: str | None = None,
        scope: str = "", tool: str = "", time: str = "",
    ) -> None:  # fmt: skip
        """Something done to a memory."""
        self.trace.events.append(
            MemoryOp(
                at=at,
                operation=operation,
                scope=scope,
                key=key,
                value=value,
                new_key=new_key,
                tool=tool,
                session=self.trace.session,
                agent=self.trace.agent,
                time=time,
            )
        )

    def about(self, *, model: Any = None, agent: Any = None, tools: Any = None) -> None:
        """What is said once for all events. Of several answers the first one stands."""
        if isinstance(model, str) and model and not self.trace.model:
            self.trace.model = model
        if isinstance(agent, str) and agent and not self.trace.agent:
            self.trace.agent = agent
        for one in listed(tools):
            declared = listed(mapping(one).get("functionDeclarations", mapping(one).get("function_declarations")))
            self.trace.tools.update(filter(None, map(_tool_name, declared or [one])))

    def lacks(self, what: Lack, count: int = 1) -> None:
        """Note that something is missing."""
        self.trace.lacks[what] = self.trace.lacks.get(what, 0) + count

    def finish(self) -> Trace:
        """The trace, judged."""
        trace = self.trace
        if trace.agent:
            trace.events = [_of_agent(event, trace.agent) for event in trace.events]
        calls = [event for event in trace.events if isinstance(event, ToolCall)]
        texts = [event for event in trace.events if isinstance(event, ModelText)]
        operations = trace.operations
        unread = sum(call.arguments is None for call in calls)
        unanswered = sum(call.id not in self._answered for call in calls if call.id) + len(self._nameless)
        for what, count in (
            (Lack.ARGUMENTS, unread),
            (Lack.RESULTS, unanswered),
            (Lack.DEFINITIONS, len({call.name for call in calls} - trace.tools)),
            (Lack.KEYS, sum(_is_unknown(one) for one in operations)),
            (Lack.MODEL, not trace.model),
            (Lack.MESSAGES, not any(one.role != "assistant" for one in texts)),
            (Lack.OUTPUT, not calls and not any(one.role == "assistant" for one in texts)),
        ):
            if count:
                self.lacks(what, int(count))
        counted = [one for one in operations if not _is_unknown(one)]
        if not trace.lacks:
            trace.verdict = Verdict.REPLAYABLE
        elif counted or (any(call.arguments is not None for call in calls) and not trace.lacks.get(Lack.KEYS)):
            trace.verdict = Verdict.COUNTABLE
        elif not calls and not operations and Lack.MESSAGES not in trace.lacks and Lack.OUTPUT not in trace.lacks:
            trace.verdict = Verdict.COUNTABLE  # a whole conversation that calls nothing: a count of none
        return trace


def _of_agent(event: Any, agent: str) -> Any:
    from dataclasses import replace

    return replace(event, agent=agent) if isinstance(event, MemoryOp) and not event.agent else event


def _is_unknown(one: MemoryOp) -> bool:
    """Whether an operation on one memory does not say on which: neither its key nor what was written."""
    if one.operation in {Operation.SEARCH, Operation.LIST}:
        return False
    return one.key is None and one.value is UNSET


def _twin(name: str, arguments: dict[str, Any] | None) -> bytes:
    return canonical([name, arguments])


def _object(arguments: Any) -> dict[str, Any] | None:
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except (ValueError, RecursionError):
            return None
    return arguments if isinstance(arguments, dict) else None


def _tool_name(tool: Any) -> str:
    """Of a definition in any dialect: OpenAI nests it, Anthropic and MCP do not, OpenInference wraps it once more."""
    if isinstance(tool, str):
        tool = _object(tool)
    if not isinstance(tool, dict):
        return ""
    for outer in ("function", "toolSpec", "tool", "json_schema"):
        if isinstance(tool.get(outer), dict | str):
            return _tool_name(tool[outer])
    name = tool.get("name")
    if isinstance(name, str):
        return name
    kind = tool.get("type")  # {"type": "memory_20250818", "name": "memory"} has a name; web_search alone has none
    return kind if isinstance(kind, str) and kind not in {"function", "custom"} else ""
