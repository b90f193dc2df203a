"""Spans of OpenTelemetry: its GenAI conventions, and those of OpenInference. OTLP as JSON, or a span a line.

Sources: OpenTelemetry's GenAI conventions in their own repository (development, 2026), OTLP 1.x in JSON, OpenInference's
semantic conventions. Content is opt-in in both, so a trace may hold names and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from satchel.traces.building import Builder
from satchel.traces.loose import listed, mapping
from satchel.traces.messages import read_message
from satchel.traces.model import WRITES, Operation, Place, Trace
from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.record import UNSET
from satchel_protocol.scope import make_scope

NewBuilder = Callable[[str, Place, str], Builder]
_MEMORY: Final = {
    "create_memory": Operation.PUT,
    "update_memory": Operation.PUT,
    "upsert_memory": Operation.PUT,
    "delete_memory": Operation.DELETE,
    "search_memory": Operation.SEARCH,
}
_OWN: Final = ("gen_ai.", "openinference.", "llm.", "tool.", "input.value", "output.value", "session.id", "agent.name")
_ROOTS: Final = frozenset("gen_ai llm tool input output session agent openinference tool_call".split())
"""Beginnings of names that some exports nest."""


@dataclass(slots=True, kw_only=True)
class _Span:
    at: Place
    trace: str
    name: str
    start: Any
    attributes: dict[str, Any]
    events: list[Any] = field(default_factory=list)

    def get(self, *names: str) -> Any:
        """The first attribute that is there."""
        return next((self.attributes[name] for name in names if self.attributes.get(name) is not None), None)


class Spans:
    """Collects the spans of one file; traces are put together when all are there, since a span ends before its parent."""

    assembled = True
    """A trace is put together of several documents, so a damaged one leaves a hole in one of them."""

    def __init__(self, new_builder: NewBuilder) -> None:
        self._new = new_builder
        self._spans: list[_Span] = []

    def read(self, document: Any, at: Place) -> bool:
        """Take the spans of a document; False where it holds none of a model's or an agent's."""
        if isinstance(document, list):
            read = [self.read(one, Place(at.file, at.line, f"{at.item}[{n}]")) for n, one in enumerate(document)]
            return any(read)
        if not isinstance(document, Mapping):
            return False
        found = list(_spans_of(document, at))
        ours = [span for span in found if any(name.startswith(_OWN) for name in span.attributes)]
        self._spans += ours
        return bool(found)

    def traces(self) -> Iterator[Trace]:
        """A trace for each conversation, or for each trace id where no conversation is named."""
        sessions: dict[str, str] = {}
        for span in self._spans:
            said = span.get("gen_ai.conversation.id", "session.id")
            if said is not None:
                sessions.setdefault(span.trace, str(said))
        together: dict[str, list[_Span]] = {}
        for span in self._spans:
            session = span.get("gen_ai.conversation.id", "session.id")
            name = str(session) if session is not None else sessions.get(span.trace, span.trace)
            together.setdefault(name, []).append(span)
        for session, spans in together.items():
            spans.sort(key=lambda span: _moment(span.start))
            inference = any("openinference.span.kind" in span.attributes for span in spans)
            builder = self._new("openinference" if inference else "otel", spans[0].at, session)
            for span in spans:
                _tell(builder, span)
            yield builder.finish()


def _spans_of(document: Mapping[str, Any], at: Place) -> Iterator[_Span]:
    resources = document.get("resourceSpans", document.get("resource_spans"))
    if isinstance(resources, list):
        for r, resource in enumerate(resources):
            inner = mapping(resource)
            for s, scope in enumerate(listed(inner.get("scopeSpans", inner.get("scope_spans")))):
                for n, span in enumerate(listed(mapping(scope).get("spans"))):
                    if isinstance(span, Mapping):
                        yield _span(
                            span, Place(at.file, at.line, f"{at.item}.resourceSpans[{r}].scopeSpans[{s}].spans[{n}]")
                        )
        return
    for name in ("spans", "data"):
        spans = listed(document.get(name))
        if any(_is_span(one) for one in spans):
            for n, one in enumerate(spans):
                if _is_span(one):
                    yield _span(one, Place(at.file, at.line, f"{at.item}.{name}[{n}]"))
            return
    if _is_span(document):
        yield _span(document, at)


def _is_span(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and isinstance(value.get("attributes"), Mapping | list)
        and any(one in value for one in ("context", "traceId", "trace_id", "spanId", "span_id", "start_time", "name"))
    )


def _span(span: Mapping[str, Any], at: Place) -> _Span:
    context = span.get("context")
    holders = [span, context] if isinstance(context, Mapping) else [span]
    trace = next((str(one[name]) for one in holders for name in ("traceId", "trace_id") if one.get(name)), str(at))
    start = next((span[name] for name in ("startTimeUnixNano", "start_time", "startTime") if name in span), "")
    return _Span(
        at=at, trace=trace, name=str(span.get("name", "")), start=start, attributes=_attributes(span.get("attributes")),
        events=listed(span.get("events")),
    )  # fmt: skip


def _attributes(written: Any, prefix: str = "", depth: int = 0) -> dict[str, Any]:
    """Dotted name → value, from OTLP's list, a flat mapping, or nested ones as exports of Phoenix have them."""
    found: dict[str, Any] = {}
    if isinstance(written, list):
        for one in written:
            if isinstance(one, Mapping) and isinstance(one.get("key"), str):
                found[one["key"]] = _otlp(one.get("value"))
        return found
    for name, value in mapping(written).items():
        if isinstance(value, Mapping) and depth < 4 and (depth or name in _ROOTS):
            found |= _attributes(value, f"{prefix}{name}.", depth + 1)
        else:
            found[f"{prefix}{name}"] = value
    return found


def _otlp(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    for name, inner in value.items():
        if name == "intValue":
            return int(inner) if isinstance(inner, int | str) and str(inner).lstrip("-").isdigit() else inner
        if name == "arrayValue":
            return [_otlp(one) for one in listed(mapping(inner).get("values"))]
        if name == "kvlistValue":
            pairs = [mapping(one) for one in listed(mapping(inner).get("values"))]
            return {str(one.get("key")): _otlp(one.get("value")) for one in pairs}
        if name.endswith("Value"):
            return inner
    return None


def _moment(start: Any) -> tuple[int, float, str]:
    """For sorting alone: nanoseconds as number or text, seconds, or a text whose order is that of time."""
    try:
        return (0, float(start), "")
    except (TypeError, ValueError):
        return (1, 0.0, str(start))


def _tell(builder: Builder, span: _Span) -> None:
    builder.about(
        model=span.get("gen_ai.response.model", "gen_ai.request.model", "llm.response.model_name", "llm.model_name"),
        agent=span.get("gen_ai.agent.name", "agent.name"),
        tools=_json(span.get("gen_ai.tool.definitions")),
    )
    operation = span.get("gen_ai.operation.name")
    if isinstance(operation, str) and operation in _MEMORY:
        _memory(builder, span, _MEMORY[operation])
    elif operation == "execute_tool" or (operation is None and span.get("gen_ai.tool.name")):
        id = builder.call(
            span.get("gen_ai.tool.call.id"),
            span.get("gen_ai.tool.name"),
            _json(span.get("gen_ai.tool.call.arguments")),
            span.at,
            time=str(span.start),
            run=True,
        )
        result = span.get("gen_ai.tool.call.result")
        if result is not None:
            builder.result(id, _json(result), span.at)
    elif span.get("openinference.span.kind") == "TOOL":
        _openinference_tool(builder, span)
    else:
        _model_call(builder, span)


def _memory(builder: Builder, span: _Span, operation: Operation) -> None:
    store, id = span.get("gen_ai.memory.store.id"), span.get("gen_ai.memory.record.id")
    try:
        scope = make_scope("ns", str(store)) if store else ""
    except InvalidScopeError:
        scope = ""
    time = str(span.start)
    records = [one for one in listed(_json(span.get("gen_ai.memory.records"))) if isinstance(one, Mapping)]
    if operation is Operation.SEARCH and id is not None:
        operation = Operation.GET  # a read by the exact key has no operation of its own
    if operation is not Operation.PUT or not records:
        records = [{"id": id, "content": span.get("gen_ai.memory.record.content") if operation in WRITES else None}]
    for one in records:
        key, content = one.get("id", id if len(records) == 1 else None), one.get("content")
        builder.operation(
            operation, str(key) if key is not None else None, span.at, scope=scope, time=time,
            value=UNSET if content is None else content,
        )  # fmt: skip


def _model_call(builder: Builder, span: _Span) -> None:
    for said in ("gen_ai.system_instructions",):
        _texts(builder, "system", _json(span.get(said)), span.at)
    for name in ("gen_ai.input.messages", "gen_ai.output.messages"):
        for message in listed(_json(span.get(name))):
            read_message(builder, message, span.at, once=True)
    for event in span.events:
        if isinstance(event, Mapping):
            _event(builder, event, span.at)
    nested = _nested(span.attributes, "llm.")
    tools = nested.get("tools")
    builder.about(
        tools=[
            _json(one.get("tool", {}).get("json_schema"))
            for one in tools
            if isinstance(one, Mapping) and isinstance(one.get("tool"), Mapping)
        ]
        if isinstance(tools, list)
        else None
    )
    for name in ("input_messages", "output_messages"):
        for one in listed(nested.get(name)):
            message = mapping(one).get("message")
            if isinstance(message, Mapping):
                read_message(builder, _of_openinference(message), span.at, once=True)


def _event(builder: Builder, event: Mapping[str, Any], at: Place) -> None:
    """Older revisions put messages into events of the span: gen_ai.user.message, gen_ai.choice."""
    name = str(event.get("name", ""))
    if not name.startswith("gen_ai."):
        return
    attributes = _attributes(event["attributes"]) if isinstance(event.get("attributes"), Mapping | list) else {}
    role = "assistant" if name == "gen_ai.choice" else name.split(".")[1]
    inner = _json(attributes.get("message"))
    message = dict(inner) if isinstance(inner, Mapping) else {one: _json(value) for one, value in attributes.items()}
    if isinstance(message.get("content"), Mapping):
        message["content"] = json.dumps(message["content"], ensure_ascii=False)
    read_message(builder, {"role": role, **message}, at, once=True)


def _openinference_tool(builder: Builder, span: _Span) -> None:
    name = span.get("tool.name", "tool_call.function.name") or span.name
    arguments = span.get("tool.parameters", "tool_call.function.arguments")
    given = _json(span.get("input.value"))
    id = builder.call(
        span.get("tool.id", "tool_call.id"),
        name,
        given if isinstance(given, Mapping) else _json(arguments),
        span.at,
        time=str(span.start),
        run=True,
    )
    result = span.get("output.value")
    if result is not None:
        builder.result(id, _json(result), span.at)


def _of_openinference(message: Mapping[str, Any]) -> dict[str, Any]:
    """The message in OpenAI's words."""
    parts = [mapping(mapping(one).get("message_content")) for one in listed(message.get("contents"))]
    calls = [mapping(mapping(one).get("tool_call")) for one in listed(message.get("tool_calls"))]
    return {
        **{name: message[name] for name in ("role", "name", "tool_call_id") if name in message},
        "content": message.get("content") or parts,
        "tool_calls": [one for one in calls if one],
    }


def _texts(builder: Builder, role: str, said: Any, at: Place) -> None:
    if isinstance(said, str):
        builder.text(role, said, at, once=True)
    for part in listed(said):
        if isinstance(part, Mapping):
            text = part.get("content", part.get("text"))
            if isinstance(text, str):
                builder.text(role, text, at, once=True)


def _nested(attributes: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """`input_messages.0.message.role` as lists and mappings; what is nested already stays."""
    root: dict[str, Any] = {}
    for name, value in attributes.items():
        if not name.startswith(prefix):
            continue
        parts = name.removeprefix(prefix).split(".")
        here = root
        for part in parts[:-1]:
            inner = here.setdefault(part, {})
            if not isinstance(inner, dict):
                break
            here = inner
        else:
            here[parts[-1]] = value
    found: dict[str, Any] = _listed(root)
    return found


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {name: _listed(one) for name, one in value.items()}
    if inner and all(re.fullmatch(r"[0-9]{1,6}", name) for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner


def _json(value: Any) -> Any:
    """What a text says where it is JSON; attributes hold objects as texts."""
    if isinstance(value, str) and value[:1] in '{["' and value:
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
