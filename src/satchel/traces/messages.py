"""Messages, parts and items of every chat interface: OpenAI's, Anthropic's, Gemini's, LangChain's, OTel's parts.

Sources: the public API references of OpenAI and Anthropic; OpenTelemetry's GenAI message schema; langchain-core 1.x
(`dumpd` of its messages).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from satchel.traces.building import Builder
from satchel.traces.loose import canonical, is_one_of, listed, mapping
from satchel.traces.model import Place

_ROLES: Final = {
    "human": "user", "ai": "assistant", "developer": "system", "HumanMessage": "user", "AIMessage": "assistant",
    "SystemMessage": "system", "ToolMessage": "tool", "model": "assistant", "AIMessageChunk": "assistant",
    "FunctionMessage": "function",
}  # fmt: skip
_MESSAGE_ROLES: Final = frozenset("system developer user assistant tool function human ai model".split())
_TEXTS: Final = frozenset("text input_text output_text refusal thinking reasoning summary_text".split())
_CALLS: Final = frozenset(
    "tool_use server_tool_use mcp_tool_use tool_call function_call custom_tool_call mcp_call".split()
)
_RESULTS: Final = frozenset(
    "tool_result mcp_tool_result tool_call_response function_call_output custom_tool_call_output tool_response".split()
)
_CALLED: Final = ("functionCall", "toolUse")
_ANSWERED: Final = ("functionResponse", "toolResult")
"""Of Gemini and Bedrock, whose parts are named by their fields."""
_DEEPEST: Final = 6


def is_message(value: Any) -> bool:
    """Whether this is a message or an item of a conversation."""
    if not isinstance(value, Mapping):
        return False
    if is_one_of(value.get("type"), _CALLS | _RESULTS) and ("name" in value or _id(value)):
        return True
    if isinstance(value.get("kwargs"), Mapping) and value.get("type") == "constructor":
        return True
    return _role(value) in {*_MESSAGE_ROLES, *_ROLES.values()} and bool(
        {"content", "parts", "tool_calls", "function_call", "data"} & value.keys()
    )


def read_message(builder: Builder, message: Any, at: Place, *, once: bool = False) -> None:
    """Tell a builder what a message holds.

    Args:
        builder: Of the trace.
        message: A message, or an item beside messages.
        at: Where it stands.
        once: Whether texts are repeated, see `Builder.text`.
    """
    _Reader(builder, at, once=once).message(_plain(message))


def signature(message: Any) -> bytes:
    """What makes two tellings of one message the same, whatever fields an interface adds to it on the way."""
    plain = _plain(message)
    calls = [
        [one.get("id") or one.get("call_id"), _function(one).get("name", one.get("name"))]
        for one in listed(plain.get("tool_calls"))
        if isinstance(one, Mapping)
    ]
    told = [
        _role(plain), plain.get("type") if "role" not in plain else None, plain.get("content") or plain.get("parts"),
        calls, _id(plain), plain.get("name"), plain.get("arguments"), plain.get("output"),
    ]  # fmt: skip
    return canonical(told)


def _plain(message: Any) -> Mapping[str, Any]:
    """A message without the wrapping of LangChain: `dumpd`, `messages_to_dict`, or tuples of role and text."""
    if isinstance(message, list | tuple) and len(message) == 2 and all(isinstance(one, str) for one in message):
        return {"role": message[0], "content": message[1]}
    if not isinstance(message, Mapping):
        return {}
    kwargs = message.get("kwargs")
    if message.get("type") == "constructor" and isinstance(kwargs, Mapping):
        named = message.get("id")
        role = named[-1] if isinstance(named, list) and named else ""
        return {"role": _ROLES.get(str(role), str(role)), **kwargs, "type": "message"}
    data = message.get("data")
    if isinstance(data, Mapping) and "content" in data and "role" not in message:
        return {"role": message.get("type"), **data}
    inner = message.get("message")
    if isinstance(inner, Mapping) and "role" in inner and "role" not in message:
        return inner
    return message


class _Reader:
    """Reads one message."""

    def __init__(self, builder: Builder, at: Place, *, once: bool) -> None:
        self._builder, self._at, self._once = builder, at, once

    def message(self, message: Mapping[str, Any]) -> None:
        kind = message.get("type")
        if is_one_of(kind, _CALLS | _RESULTS):
            self._part(message, "assistant", 0)
            return
        role = _role(message)
        content = message.get("content", message.get("parts"))
        if role in {"tool", "function"}:
            if any(is_one_of(mapping(one).get("type"), _RESULTS) for one in listed(content)):
                self._content(content, role, 0)
            else:
                self._builder.result(
                    message.get("tool_call_id") or _first(message.get("tool_call_ids")) or _id(message),
                    content,
                    self._at,
                )
            return
        self._content(content, role, 0)
        for one in listed(message.get("tool_calls") or mapping(message.get("additional_kwargs")).get("tool_calls")):
            if isinstance(one, Mapping):
                self._call(one)
        old = message.get("function_call")
        if isinstance(old, Mapping):
            self._call(old)

    def _content(self, content: Any, role: str, depth: int) -> None:
        if isinstance(content, str):
            self._builder.text(role, content, self._at, once=self._once)
        elif isinstance(content, list) and depth < _DEEPEST:
            for part in content:
                if isinstance(part, str):
                    self._builder.text(role, part, self._at, once=self._once)
                elif isinstance(part, Mapping):
                    self._part(part, role, depth + 1)

    def _part(self, part: Mapping[str, Any], role: str, depth: int) -> None:
        kind = part.get("type")
        inner = next((part[one] for one in _CALLED if isinstance(part.get(one), Mapping)), None)
        answer = next((part[one] for one in _ANSWERED if isinstance(part.get(one), Mapping)), None)
        if inner is not None:
            self._call(inner)
        elif answer is not None:
            self._builder.result(_id(answer), answer.get("response", answer.get("content")), self._at)
        elif is_one_of(kind, _CALLS):
            self._call(part)
            if kind == "mcp_call" and part.get("output") is not None:
                self._builder.result(_id(part), part["output"], self._at)
        elif is_one_of(kind, _RESULTS):
            value = next((part[one] for one in ("content", "output", "result", "response") if one in part), None)
            self._builder.result(part.get("tool_use_id") or _id(part), value, self._at)
        elif kind is None or is_one_of(kind, _TEXTS):
            text = part.get("text", part.get("content", part.get("thinking")))
            self._content(text, role, depth)

    def _call(self, call: Mapping[str, Any]) -> None:
        inner = _function(call)
        arguments = next(
            (one[name] for one in (inner, call) for name in ("arguments", "input", "args") if name in one), None
        )
        self._builder.call(call.get("call_id") or _id(call), inner.get("name", call.get("name")), arguments, self._at)


def _first(listed: Any) -> Any:
    return listed[0] if isinstance(listed, list) and listed else None


def _function(call: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = call.get("function")
    return inner if isinstance(inner, Mapping) else call


def _id(value: Mapping[str, Any]) -> Any:
    return next((value[one] for one in ("call_id", "toolUseId", "tool_use_id", "id") if value.get(one)), None)


def _role(message: Mapping[str, Any]) -> str:
    role = message.get("role", message.get("type"))
    return _ROLES.get(role, role) if isinstance(role, str) else ""
