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

_READERS: Final = (Events, Spans, Runs, Conversations)
"""The most definite first: a run and a span hold messages too."""


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


def read_traces(paths: list[Path], told: Told, *, overrides: Mapping[str, Override] | None = None) -> Iterator[Trace]:
    """The traces in files and folders, file by file.

    Args:
        paths: Files and folders; what is no trace is passed over and told.
        told: Filled on the way.
        overrides: What a person says of single tools, by their names.

    Raises:
        SourceError: a path is not there, or a file cannot be opened.
    """
    for path, name in files_of(paths):
        damage = Damage()
        found = list(_of_file(path, name, damage, told, overrides or {}))
        if damage.count and found:
            told.damaged[name] = damage
        if not found:
            told.others.append(name)
            continue
        told.files += 1
        for trace in found:
            told.verdicts[trace.verdict] = told.verdicts.get(trace.verdict, 0) + 1
            told.formats[trace.format] = told.formats.get(trace.format, 0) + 1
            for lack in trace.lacks:
                told.lacks[lack] = told.lacks.get(lack, 0) + 1
            yield trace


def _of_file(path: Path, name: str, damage: Damage, told: Told, overrides: Mapping[str, Override]) -> Iterator[Trace]:
    def new_builder(format: str, at: Place, session: str) -> Builder:
        return Builder(format, at, session, overrides)

    readers: list[Any] = [kind(new_builder) for kind in _READERS]
    passed_over = 0
    for line, document in documents(path, damage):
        at = Place(name, line)
        if not any(reader.read(document, at) for reader in readers):
            passed_over += 1
    found = []
    for reader in readers:
        for trace in reader.traces():
            if trace.events:
                found.append(trace)
                if damage.count and reader.assembled:
                    _mark(trace, damage)
    told.passed_over += passed_over if found else 0
    yield from found


def _mark(trace: Trace, damage: Damage) -> None:
    """A trace with a hole cannot be played again, whatever else is in it."""
    trace.lacks[Lack.DAMAGED] = damage.count
    if trace.verdict is Verdict.REPLAYABLE:
        trace.verdict = Verdict.COUNTABLE
