"""Runs of LangSmith: a tree of chains, models and tools, one run a line or nested. Source: langsmith 0.15 (`RunBase`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from satchel.traces.building import Builder
from satchel.traces.loose import is_one_of, listed, mapping
from satchel.traces.messages import is_message, read_message
from satchel.traces.model import Place, Trace

NewBuilder = Callable[[str, Place, str], Builder]
_KINDS: Final = frozenset("llm chain tool retriever prompt parser embedding".split())
_DEEPEST: Final = 60
_THREADS: Final = ("thread_id", "conversation_id", "session_id")


class Runs:
    """Collects the runs of one file."""

    assembled = True
    """A trace is put together of several documents, so a damaged one leaves a hole in one of them."""

    def __init__(self, new_builder: NewBuilder) -> None:
        self._new = new_builder
        self._runs: list[tuple[Mapping[str, Any], Place]] = []

    def read(self, document: Any, at: Place) -> bool:
        """Take the runs of a document; False where it is none."""
        if isinstance(document, list):
            read = [self.read(one, Place(at.file, at.line, f"{at.item}[{n}]")) for n, one in enumerate(document)]
            return any(read)
        if not is_run(document):
            return False
        self._take(document, at, 0)
        return True

    def _take(self, run: Mapping[str, Any], at: Place, depth: int) -> None:
        self._runs.append((run, at))
        children = run.get("child_runs")
        for n, child in enumerate(children if isinstance(children, list) and depth < _DEEPEST else ()):
            if is_run(child):
                self._take(child, Place(at.file, at.line, f"{at.item}.child_runs[{n}]"), depth + 1)

    def traces(self) -> Iterator[Trace]:
        """A trace for each thread, or for each trace id where no thread is named."""
        threads: dict[str, str] = {}
        roots: dict[str, str] = {}
        for run, _ in self._runs:  # a parent comes before its children, in files and in trees
            trace = str(run.get("trace_id") or roots.get(str(run.get("parent_run_id"))) or run.get("id"))
            roots[str(run.get("id"))] = trace
            thread = _thread(run)
            if thread:
                threads.setdefault(trace, thread)
        together: dict[str, list[tuple[Mapping[str, Any], Place]]] = {}
        for run, at in self._runs:
            trace = roots[str(run.get("id"))]
            together.setdefault(threads.get(trace, trace), []).append((run, at))
        for session, runs in together.items():
            runs.sort(key=lambda one: (str(one[0].get("start_time", "")), str(one[0].get("dotted_order", ""))))
            builder = self._new("langsmith", runs[0][1], session)
            for run, at in runs:
                _tell(builder, run, at)
            yield builder.finish()


def is_run(value: Any) -> bool:
    """Whether this is a run."""
    return (
        isinstance(value, Mapping) and is_one_of(value.get("run_type"), _KINDS) and ("inputs" in value or "id" in value)
    )


def _tell(builder: Builder, run: Mapping[str, Any], at: Place) -> None:
    inputs, outputs = mapping(run.get("inputs")), mapping(run.get("outputs"))
    extra = mapping(run.get("extra"))
    parameters, metadata = mapping(extra.get("invocation_params")), mapping(extra.get("metadata"))
    if run.get("run_type") == "tool":
        id = builder.call(
            _call_id(inputs, outputs),
            run.get("name"),
            _arguments(inputs),
            at,
            time=str(run.get("start_time", "")),
            run=True,
        )
        if outputs:
            builder.result(id, outputs.get("output", outputs), at)
        return
    if run.get("parent_run_id") is None:
        builder.about(agent=run.get("name") if run.get("run_type") == "chain" else None)
    if run.get("run_type") != "llm":
        return
    builder.about(
        model=parameters.get("model") or parameters.get("model_name") or metadata.get("ls_model_name"),
        tools=parameters.get("tools") or inputs.get("tools"),
    )
    for messages in (inputs.get("messages"), inputs.get("input")):
        batch = messages[0] if isinstance(messages, list) and messages and isinstance(messages[0], list) else messages
        for message in listed(batch):
            read_message(builder, message, at, once=True)
    for message in _answers(outputs):
        read_message(builder, message, at, once=True)


def _answers(outputs: Mapping[str, Any]) -> Iterator[Any]:
    """Messages of the answer: a choice of OpenAI's, LangChain's generations, or messages."""
    choices = outputs.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        yield choices[0].get("message")
    for one in listed(outputs.get("generations")):
        first = one[0] if isinstance(one, list) and one else one
        if isinstance(first, Mapping) and isinstance(first.get("message"), Mapping):
            yield first["message"]
    for name in ("messages", "output"):
        answer = outputs.get(name)
        yield from [answer] if is_message(answer) else listed(answer)
    if is_message(outputs):
        yield outputs


def _arguments(inputs: Mapping[str, Any]) -> Any:
    """The arguments, or the text that LangChain's tools get: a dict as Python writes it."""
    written = inputs.get("input")
    if len(inputs) == 1 and isinstance(written, str):
        import ast

        try:
            return ast.literal_eval(written) if len(written) < 100_000 else None
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return written
    if len(inputs) == 1 and isinstance(written, Mapping):
        return written
    return inputs


def _call_id(inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> Any:
    output = outputs.get("output")
    if isinstance(output, Mapping):
        return (mapping(output.get("kwargs")) or output).get("tool_call_id")
    return inputs.get("tool_call_id")


def _thread(run: Mapping[str, Any]) -> str:
    metadata = mapping(mapping(run.get("extra")).get("metadata"))
    for name in _THREADS:
        value = metadata.get(name)
        if isinstance(value, str | int) and str(value):
            return str(value)
    return ""
