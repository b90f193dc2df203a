"""Conversations in documents: a list of messages, a request, an answer, both of them, or a run that holds one.

A log of requests repeats the whole conversation in each. What a later document only repeats is not read again: it
continues the trace whose messages it begins with. Prompts of the system may differ on the way, since agents put what
they remember into them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

from satchel.traces.building import Builder
from satchel.traces.loose import is_one_of, listed, mapping
from satchel.traces.messages import is_message, read_message, signature
from satchel.traces.model import Place, Trace

_LISTS: Final = ("messages", "traj", "trajectory", "conversation", "history", "input", "contents")
_CARRIERS: Final = ("message", "payload", "item")
"""Where logs of sessions, a message a line, put the message."""
_SESSIONS: Final = (
    "session_id", "session", "sessionId", "conversation_id", "conversationId", "thread_id", "threadId", "conversation",
    "chat_id", "run_id", "task_id",
)  # fmt: skip
_WRAPPED: Final = (
    "request",
    "response",
    "body",
    "inputs",
    "outputs",
    "kwargs",
    "params",
    "data",
    "payload",
    "config",
    "toolConfig",
)
_PROMPTS: Final = frozenset({"system", "developer"})
_BLOCKS: Final = frozenset({"tool_use", "tool_result"})
_DEEPEST: Final = 4
_MOST_OPEN: Final = 2000
"""Conversations of one file that a later document may continue."""

NewBuilder = Callable[[str, Place, str], Builder]
"""Makes a builder of a format, a place and a session."""


class Conversations:
    """Reads the documents of one file one after the other."""

    def __init__(self, new_builder: NewBuilder) -> None:
        self._new = new_builder
        self._ends: dict[bytes, Builder] = {}
        """All that was said in a trace so far, as a running digest → the trace."""
        self._end_of: dict[int, bytes] = {}
        """The other way round."""
        self._open: deque[Builder] = deque()
        """Traces of whole conversations, oldest first."""
        self._lines: list[Builder] = []
        """Traces of messages that are documents of their own."""
        self._loose: dict[str, Builder] = {}
        """Of messages that are documents of their own, by session."""
        self.assembled = False
        """Whether any trace is put together of several documents, so that a damaged one leaves a hole in it."""
        self._blocks = False
        """Whether loose messages are of Anthropic's kind; not every one of them shows it."""

    def read(self, document: Any, at: Place) -> bool:
        """Read a document; False where it holds no conversation."""
        if isinstance(document, list):
            return self._list(document, at)
        if not isinstance(document, Mapping):
            return False
        if is_message(document) and not _holds_messages(document):
            self._message(document, _session_in(document), at)
            return True
        carried = _carried(document)
        if carried is not None:
            self._message(document[carried], _session_in(document), Place(at.file, at.line, f"{at.item}.{carried}"))
            return True
        found = _Found()
        _look(document, at.item, found, 0)
        if not found.messages and not found.answers:
            return False
        self._conversation(found, at)
        return True

    def traces(self) -> Iterator[Trace]:
        """What was read and was not closed before."""
        for builder in self._lines:
            if self._blocks:
                builder.trace.format = "anthropic"
            yield builder.finish()
        for builder in self._open:
            yield builder.finish()

    def closed(self) -> Iterator[Trace]:
        """What no later document is expected to continue, so that a long file takes the memory of a part of it."""
        while len(self._open) > _MOST_OPEN:
            builder = self._open.popleft()
            self._ends.pop(self._end_of.pop(id(builder), b""), None)
            yield builder.finish()

    def _list(self, document: list[Any], at: Place) -> bool:
        if document and all(is_message(one) or _is_pair(one) for one in document):
            found = _Found(messages=[(one, f"{at.item}[{n}]") for n, one in enumerate(document)])
            self._conversation(found, at)
            return True
        read = [self.read(one, Place(at.file, at.line, f"{at.item}[{n}]")) for n, one in enumerate(document)]
        return any(read)

    def _message(self, message: Mapping[str, Any], session: str, at: Place) -> None:
        """A message that is a document of its own: lines of one conversation, a new one from each system prompt on."""
        builder = self._loose.get(session)
        if builder is None or (_is_prompt(message) and builder.trace.events):
            builder = self._new("openai", at, session or at.file)
            self._lines.append(builder)
            self._loose[session] = builder
            self.assembled = True
        self._blocks = self._blocks or "stop_reason" in message or _has_blocks(message)
        builder.about(model=message.get("model"))
        read_message(builder, message, at)

    def _conversation(self, found: _Found, at: Place) -> None:
        said = [*found.messages, *found.answers]
        digests = list(_digests(message for message, _ in said))
        builder, past = self._known(found, digests)
        if builder is None:
            builder = self._new(_format(found), at, found.session or str(at))
            self._open.append(builder)
        else:
            self.assembled = True
            self._ends.pop(self._end_of.pop(id(builder), b""), None)
        builder.about(model=found.model, agent=found.agent, tools=found.tools)
        for text in found.instructions:
            builder.text("system", text, at, once=True)
        for message, item in said[past:]:
            read_message(builder, message, Place(at.file, at.line, item), once=_is_prompt(message))
        if digests:
            self._ends[digests[-1]], self._end_of[id(builder)] = builder, digests[-1]

    def _known(self, found: _Found, digests: list[bytes]) -> tuple[Builder | None, int]:
        """The trace that the longest beginning of these messages is all of, and how many messages that is.

        A whole list that says no more than one that was read is another run that began alike, not a continuation.
        """
        longest = len(found.messages) - (0 if found.answers else 1)
        for count in range(longest, 1, -1):
            builder = self._ends.get(digests[count - 1])
            if builder is not None and _same_session(builder, found):
                return builder, count
        return None, 0


def _same_session(builder: Builder, found: _Found) -> bool:
    return not found.session or builder.trace.session == found.session or ":" in builder.trace.session


class _Found:
    """What stands in one document."""

    def __init__(self, messages: list[tuple[Any, str]] | None = None) -> None:
        self.messages: list[tuple[Any, str]] = messages or []
        self.answers: list[tuple[Any, str]] = []
        self.instructions: list[str] = []
        self.tools: list[Any] = []
        self.model: str | None = None
        self.agent: str | None = None
        self.session: str = ""
        self.blocks = False
        """Whether an interface of Anthropic's kind wrote it: the prompt beside the messages, content in blocks."""
        self.items = False
        """Whether it is of OpenAI's newer interface, with items instead of messages."""


def _look(document: Mapping[str, Any], path: str, found: _Found, depth: int) -> None:
    if not found.session:
        found.session = _session_in(document)
    for name in ("model", "modelVersion"):
        if isinstance(document.get(name), str):
            found.model = document[name]  # an answer's says which one it was
    for name in ("agent", "agent_name", "agent_id"):
        if found.agent is None and isinstance(document.get(name), str):
            found.agent = document[name]
    for name in ("tools", "functions"):
        if isinstance(document.get(name), list):
            found.tools += document[name]
    for name in ("system", "instructions", "system_instruction", "systemInstruction"):
        said = document.get(name)
        said = mapping(said).get("parts", said)
        if isinstance(said, str):
            found.instructions.append(said)
        elif isinstance(said, list):
            found.instructions += [one["text"] for one in said if isinstance(one, Mapping) and _is_text(one)]
        found.blocks = found.blocks or (name == "system" and said is not None)
    _messages(document, path, found)
    _answers(document, path, found)
    for name in _WRAPPED if depth < _DEEPEST else ():
        inner = document.get(name)
        if isinstance(inner, Mapping):
            _look(inner, f"{path}.{name}", found, depth + 1)


def _messages(document: Mapping[str, Any], path: str, found: _Found) -> None:
    for name in _LISTS:
        listed = document.get(name)
        if isinstance(listed, list) and len(listed) == 1 and isinstance(listed[0], list):
            listed = listed[0]  # LangChain's batches
        if isinstance(listed, list) and any(is_message(one) or _is_pair(one) for one in listed) and not found.messages:
            found.messages = [(one, f"{path}.{name}[{n}]") for n, one in enumerate(listed)]
            found.items = name == "input"
        elif name == "input" and isinstance(listed, str) and "output" in document:
            found.messages, found.items = [({"role": "user", "content": listed}, f"{path}.input")], True


def _answers(document: Mapping[str, Any], path: str, found: _Found) -> None:
    choices = document.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        message = choices[0].get("message")
        if is_message(message):
            found.answers.append((message, f"{path}.choices[0].message"))
    candidates = listed(document.get("candidates"))
    if candidates and is_message(mapping(candidates[0]).get("content")):
        found.answers.append((candidates[0]["content"], f"{path}.candidates[0].content"))
    output = document.get("output")
    if isinstance(output, list) and any(is_message(one) for one in output):
        found.items = True
        found.answers += [(one, f"{path}.output[{n}]") for n, one in enumerate(output)]
    if is_message(document) and document.get("role") == "assistant" and "content" in document:
        found.answers.append((document, path))
    if is_message(document.get("message")):
        found.answers.append((document["message"], f"{path}.message"))


def _holds_messages(document: Mapping[str, Any]) -> bool:
    return any(isinstance(document.get(name), list) for name in _LISTS)


def _format(found: _Found) -> str:
    messages: Sequence[tuple[Any, str]] = [*found.messages, *found.answers]
    if found.blocks or any(_has_blocks(message) for message, _ in messages):
        return "anthropic"
    if any("parts" in mapping(message) for message, _ in messages):
        return "gemini"
    return "openai responses" if found.items else "openai"


def _digests(messages: Iterable[Any]) -> Iterator[bytes]:
    """After each message, a digest of all that was said up to it."""
    digest = b""
    for message in messages:
        if not _is_prompt(message):
            digest = blake2b(digest + signature(message), digest_size=16).digest()
        yield digest


def _is_prompt(message: Any) -> bool:
    return is_one_of(mapping(message).get("role"), _PROMPTS)


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(one, str) for one in value)
        and value[0] in {"system", "user", "assistant", "human", "ai"}
    )


def _is_text(part: Mapping[str, Any]) -> bool:
    return isinstance(part.get("text"), str)


def _has_blocks(message: Any) -> bool:
    return any(is_one_of(mapping(part).get("type"), _BLOCKS) for part in listed(mapping(message).get("content")))


def _carried(document: Mapping[str, Any]) -> str | None:
    """The field of a line of a log that holds its message; none where the line is a request or an answer by itself."""
    if _holds_messages(document) or not (_session_in(document) or {"timestamp", "type"} <= document.keys()):
        return None
    return next((name for name in _CARRIERS if is_message(document.get(name))), None)


def _session_in(document: Mapping[str, Any]) -> str:
    for holder in (document, document.get("metadata")):
        if not isinstance(holder, Mapping):
            continue
        for name in _SESSIONS:
            value = holder.get(name)
            if isinstance(value, Mapping):
                value = value.get("id")
            if isinstance(value, str | int) and not isinstance(value, bool) and str(value):
                trial = holder.get("trial")
                return f"{value}/{trial}" if name == "task_id" and isinstance(trial, int) else str(value)
    return ""
