"""What a trace is here, whatever tool wrote it: events in order, and a verdict on what it can be used for."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from satchel_protocol.record import UNSET


class Operation(StrEnum):
    """What is done to a memory."""

    PUT = "put"
    APPEND = "append"
    """Something is added to the value; what it is then is not in the call."""
    EDIT = "edit"
    """A part of the value is exchanged."""
    GET = "get"
    SEARCH = "search"
    LIST = "list"
    DELETE = "delete"
    RENAME = "rename"


WRITES = frozenset({Operation.PUT, Operation.APPEND, Operation.EDIT})
READS = frozenset({Operation.GET, Operation.SEARCH, Operation.LIST})


@dataclass(frozen=True, slots=True)
class Place:
    """Where an event stands."""

    file: str
    line: int
    """Of the document that holds it, from 1."""
    item: str = ""
    """Inside that document: `[3].messages[5]`."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f" {self.item}" if self.item else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelText:
    """A text that the model was given or wrote."""

    at: Place
    role: str
    """`system`, `user` or `assistant`, as the trace says it."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call of a tool by the model."""

    at: Place
    id: str
    name: str
    arguments: dict[str, Any] | None
    """None where they were not kept or are no JSON object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool answered."""

    at: Place
    id: str
    """Of the call; empty where the trace does not say."""
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOp:
    """Something done to a memory, by a tool or as the trace tells it."""

    at: Place
    operation: Operation
    scope: str = ""
    """As the call names it, in our spelling: `user:ann`, `ns:users/ann`; empty where it says nothing."""
    key: str | None = None
    """As it is written; None for what is stored without a name, and for searches."""
    value: Any = UNSET
    new_key: str | None = None
    """Of a renaming."""
    tool: str = ""
    session: str = ""
    agent: str = ""
    time: str = ""
    """As the trace writes it."""


Event = ModelText | ToolCall | ToolResult | MemoryOp


class Verdict(StrEnum):
    """What a trace can be used for."""

    REPLAYABLE = "replayable"
    """Everything that a model saw and did is there."""
    COUNTABLE = "countable"
    """Keys and operations are there: evidence of what is used, too little to play it again."""
    BLIND = "blind"
    """Not even that."""


class Lack(StrEnum):
    """What a trace does not have."""

    MESSAGES = "no_messages"
    MODEL = "no_model"
    DEFINITIONS = "no_tool_definitions"
    RESULTS = "results_missing"
    ARGUMENTS = "arguments_missing"
    KEYS = "keys_missing"
    OUTPUT = "no_output"
    DAMAGED = "damaged"


LACKS: dict[Lack, str] = {
    Lack.MESSAGES: "what the model was given is not in it",
    Lack.MODEL: "it does not say which model answered",
    Lack.DEFINITIONS: "tools were called whose definitions are not in it",
    Lack.RESULTS: "calls have no result",
    Lack.ARGUMENTS: "calls have no readable arguments",
    Lack.KEYS: "operations on memories do not say which",
    Lack.OUTPUT: "the model says and does nothing in it",
    Lack.DAMAGED: "a part of its file could not be read",
}


@dataclass(slots=True, kw_only=True)
class Trace:
    """One session, or as much of one as a file holds."""

    format: str
    at: Place
    """Where it begins."""
    session: str
    agent: str = ""
    model: str = ""
    events: list[Event] = field(default_factory=list)
    tools: set[str] = field(default_factory=set)
    """Names of tools whose definitions are in it."""
    lacks: dict[Lack, int] = field(default_factory=dict)
    """What is missing, and how often where that can be counted."""
    verdict: Verdict = Verdict.BLIND

    @property
    def operations(self) -> list[MemoryOp]:
        return [event for event in self.events if isinstance(event, MemoryOp)]
