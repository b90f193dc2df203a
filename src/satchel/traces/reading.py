"""Reads traces of any kind that is known here; which kind, each document says by what is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from satchel.traces.building import Builder
from satchel.traces.conversations import Conversations
from satchel.traces.documents import Damage, documents, files_of
from satchel.traces.events import Events
from satchel.traces.memory_calls import Override
from satchel.traces.model import Lack, Place, Trace, Verdict
from satchel.traces.runs import Runs
from satchel.traces.spans import Spans

_COLLECTORS: Final = (Events, Spans, Runs)
"""Asked before conversations are looked for: a run and a span hold messages too."""


@dataclass(slots=True, kw_only=True)
class Told:
    """What a reading came upon, beside the traces."""

    files: int = 0
    """With traces in them."""
    others: list[str] = field(default_factory=list)
    """Files in which there is no trace."""
    damaged: dict[str, Damage] = field(default_factory=dict)
    passed_over: int = 0
    """Documents in files of traces that are none."""
    verdicts: dict[Verdict, int] = field(default_factory=dict)
    lacks: dict[Lack, int] = field(default_factory=dict)
    """How many traces have which lack."""
    formats: dict[str, int] = field(default_factory=dict)


def read_traces(
    paths: list[Path], told: Told, *, overrides: Mapping[str, Override] | None = None, texts: bool = True
) -> Iterator[Trace]:
    """The traces in files and folders, file by file.

    Args:
        paths: Files and folders; what is no trace is passed over and told.
        told: Filled on the way.
        overrides: What a person says of single tools, by their names.
        texts: Whether to keep what was said and answered; without, it is only noted that something was.

    Raises:
        SourceError: a path is not there, or a file cannot be opened.
    """
    for path, name in files_of(paths):
        damage = Damage()
        count = 0
        for trace in _of_file(path, name, damage, told, overrides or {}, texts=texts):
            count += 1
            told.verdicts[trace.verdict] = told.verdicts.get(trace.verdict, 0) + 1
            told.formats[trace.format] = told.formats.get(trace.format, 0) + 1
            for lack in trace.lacks:
                told.lacks[lack] = told.lacks.get(lack, 0) + 1
            yield trace
        if count:
            told.files += 1
            if damage.count:
                told.damaged[name] = damage
        else:
            told.others.append(name)


def _of_file(
    path: Path, name: str, damage: Damage, told: Told, overrides: Mapping[str, Override], *, texts: bool
) -> Iterator[Trace]:
    def new_builder(format: str, at: Place, session: str) -> Builder:
        return Builder(format, at, session, overrides, texts=texts)

    conversations = Conversations(new_builder)
    readers: list[Any] = [*(kind(new_builder) for kind in _COLLECTORS), conversations]
    passed_over = count = 0
    for line, document in documents(path, damage):
        at = Place(name, line)
        if not any(reader.read(document, at) for reader in readers):
            passed_over += 1
        for trace in filter(_holds_something, conversations.closed()):
            count += 1
            yield _marked(trace, damage, assembled=conversations.assembled)
    for reader in readers:
        for trace in filter(_holds_something, reader.traces()):
            count += 1
            yield _marked(trace, damage, assembled=reader.assembled)
    told.passed_over += passed_over if count else 0


def _holds_something(trace: Trace) -> bool:
    return bool(trace.events)


def _marked(trace: Trace, damage: Damage, *, assembled: bool) -> Trace:
    """A trace with a hole cannot be played again, whatever else is in it."""
    if damage.count and assembled:
        trace.lacks[Lack.DAMAGED] = damage.count
        if trace.verdict is Verdict.REPLAYABLE:
            trace.verdict = Verdict.COUNTABLE
    return trace
