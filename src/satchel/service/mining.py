"""A first schema out of what is there: a store's keyed memories, traces of agents, LangGraph's store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Final

from satchel.schema.check import check
from satchel.schema.file import read_schema
from satchel.schema.finding import Severity
from satchel.schema.mining import ABSENT, Observed, Proposal, propose
from satchel.traces.model import LACKS, READS, WRITES, MemoryOp, Operation, Trace
from satchel.traces.reading import Told
from satchel_protocol.errors import SourceError
from satchel_protocol.record import UNSET

Progress = Callable[[str, int, int | None], None]
_TOLD_BY_GROUPS: Final = frozenset({"KEY_NEAR_COLLISION"})
"""Rules whose findings the groups of a proposal tell with more evidence."""


@dataclass(slots=True, kw_only=True)
class Mined:
    """A proposal, and what was looked at for it."""

    proposal: Proposal
    notes: list[str]
    """What a person should know before using it, findings of the check among it."""
    traces: dict[str, Any] | None = None
    """Of the traces: how many, of which formats, what they are good for."""


@dataclass(slots=True)
class _Counted:
    """What traces hold beside keys."""

    traces: int = 0
    sessions: set[str] = field(default_factory=set)
    operations: int = 0
    nameless: int = 0
    """Things written without a name."""
    unknown: int = 0
    """Operations of which not even the key was kept."""
    tools: dict[str, int] = field(default_factory=dict)
    """Tools whose calls count as operations on memories."""


def mine(
    name: str,
    *,
    store: str | None = None,
    from_store: bool = False,
    traces: Sequence[Path] = (),
    langgraph: Path | None = None,
    tools: Sequence[str] = (),
    progress: Progress | None = None,
) -> Mined:
    """Propose a schema out of everything that is named; an empty one where nothing is.

    Args:
        name: What the schema is called.
        store: URL of the store, the configured one when left out.
        from_store: Whether to look at it.
        traces: Files and folders.
        langgraph: The database of LangGraph's SqliteStore.
        tools: What a person says of tools: `NAME=put:KEY_ARGUMENT,VALUE_ARGUMENT`, `NAME=ignore`.
        progress: Called with what is read, how much of it, and None: how much there will be is not known before.

    Raises:
        SatchelError: a store, file or folder is not there or cannot be read, or a tool is described in no way we know.
    """
    from satchel.traces.memory_calls import read_override
    from satchel.traces.reading import read_traces

    observed: list[Observed] = []
    if from_store:
        observed += _of_store(store)
    if langgraph is not None:
        observed += _of_langgraph(langgraph)
    told, counted = Told(), _Counted()
    if traces:
        overrides = dict(map(read_override, tools))
        for trace in read_traces(list(traces), told, overrides=overrides, texts=False):
            observed += _of_trace(trace, counted)
            if progress is not None:
                progress("traces", counted.traces, None)
        if not counted.traces:
            raise SourceError(
                f"{', '.join(map(str, traces))}: no traces in it; chat logs, OpenTelemetry and OpenInference spans, LangSmith runs and lines of events are read"
            )
    proposal = propose(observed, schema=name)
    notes = [*proposal.notes, *_notes(told, counted), *_findings(proposal.text)]
    return Mined(proposal=proposal, notes=notes, traces=_summary(told, counted) if traces else None)


def _of_store(url: str | None) -> Iterator[Observed]:
    from satchel.service.memory import Memory
    from satchel_protocol.state import ALL

    with Memory(url, allow=("all",)) as memory:
        for version in memory.store(create=False).enumerate(ALL):
            record = version.record
            if record.key is not None:
                value = ABSENT if record.value is UNSET else record.value
                yield Observed(record.scope, record.key, value, agent=record.source_agent)


def _of_langgraph(path: Path) -> Iterator[Observed]:
    from satchel.formats.langgraph import stored_items

    for scope, key, value in stored_items(path):
        yield Observed(scope, key, value)


def _of_trace(trace: Trace, counted: _Counted) -> Iterator[Observed]:
    counted.traces += 1
    counted.sessions.add(trace.session)
    for one in trace.operations:
        counted.operations += 1
        if one.tool:
            counted.tools[one.tool] = counted.tools.get(one.tool, 0) + 1
        if one.key is None:
            if one.operation in WRITES and one.value is not UNSET:
                counted.nameless += 1
            elif one.operation not in {Operation.SEARCH, Operation.LIST}:
                counted.unknown += 1
            continue
        yield _observed(one, one.key)
        if one.new_key is not None:
            yield _observed(one, one.new_key)


def _observed(one: MemoryOp, key: str) -> Observed:
    if one.operation in READS:
        act = "read"
    else:
        act = "delete" if one.operation is Operation.DELETE else "write"
    # What is appended or exchanged is a part of a value, and says nothing of the whole but that it is a text.
    whole = one.operation is Operation.PUT or (one.operation is Operation.APPEND and isinstance(one.value, str))
    value = one.value if act == "write" and whole and one.value is not UNSET else ABSENT
    return Observed(
        one.scope, key, value, act=act, session=one.session, agent=one.agent, place=str(one.at).split(" ")[0]
    )


def _notes(told: Told, counted: _Counted) -> list[str]:
    notes = []
    if counted.nameless:
        notes.append(f"memories written without a name: {counted.nameless}; they are no keys")
    if counted.unknown:
        notes.append(f"operations that do not say on which key: {counted.unknown}; their arguments were not kept")
    for name, damage in told.damaged.items():
        where = f", the first on line {damage.lines[0]}" if damage.lines else ""
        notes.append(f"{name}: {damage.said or f'damaged documents: {damage.count}{where}; the rest was read'}")
    return notes


def _summary(told: Told, counted: _Counted) -> dict[str, Any]:
    return {
        "files": told.files,
        "other_files": told.others,
        "traces": counted.traces,
        "sessions": len(counted.sessions),
        "formats": dict(sorted(told.formats.items())),
        "verdicts": {verdict.value: count for verdict, count in sorted(told.verdicts.items())},
        "lacks": {lack.value: {"traces": count, "why": LACKS[lack]} for lack, count in sorted(told.lacks.items())},
        "operations": counted.operations,
        "without_a_name": counted.nameless,
        "without_a_key": counted.unknown,
        "tools": dict(sorted(counted.tools.items())),
        "damaged": {name: damage.count for name, damage in told.damaged.items()},
    }


def _findings(text: str) -> list[str]:
    """What stands against a proposed schema: for a person to decide."""
    checked = check(read_schema(text, "memory_schema.yml"), today=date.min)
    told = {Severity.ERROR, Severity.WARN}
    return [one.message for one in checked.findings if one.severity in told and one.rule not in _TOLD_BY_GROUPS]
