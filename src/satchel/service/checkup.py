"""`checkup`: look at memories before a move; on request, write what is safe to change as a new stream."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from satchel.access.classify import classified
from satchel.access.policy import STRICT, Policy
from satchel.formats.stream_file import check_place, write_stream_file
from satchel.instant import local_zone, resolve_zone
from satchel.move.checkup.by_meaning import FITTED_WITH, MOST_MADE, Meaning
from satchel.move.checkup.chat_model import ChatModel
from satchel.move.checkup.examine import Examined, examine
from satchel.move.checkup.finding import RULES
from satchel.move.checkup.fixes import Fixed, Fixer
from satchel.move.checkup.rewriting import rewritten
from satchel.move.checkup.subject import Circumstances
from satchel.retrieval.embedders import open_embedder
from satchel.service.arrival import ImportOptions
from satchel.service.checkup_sources import Examinable, opened
from satchel_protocol import __version__
from satchel_protocol.errors import UsageError
from satchel_protocol.ids import new_id
from satchel_protocol.record import Record
from satchel_protocol.stream import Header, StreamWriter, Trailer, UnknownLine
from satchel_protocol.tombstone import Tombstone

Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckupOptions:
    """How a check-up is done."""

    rules: tuple[str, ...] = RULES
    reading: ImportOptions = field(default_factory=ImportOptions)
    """How a foreign source is read, and what scopes are looked at."""
    fix: Path | None = None
    """The stream file that the memories go to with the safe changes made; None changes nothing anywhere."""
    policy: Policy = STRICT
    """What stays out of that file."""
    model: ChatModel | None = None
    """Who may write out references; None: nobody."""
    processes: int = 1
    embedder: str = "none"
    """The configured one; `none`: pairs are looked for by wording alone. Any other lets the model that the finders were fitted with,
    which works offline, compare by meaning, where it is installed."""
    by_meaning: bool | None = None
    """Whether pairs are looked for by meaning; None: where it takes seconds, because the store holds the vectors or few are to be made."""


@dataclass(slots=True, kw_only=True)
class Checkup:
    """What a check-up found, and did."""

    source: str
    kind: str
    examined: Examined
    rows: dict[str, int]
    rejected: int
    seconds: float = 0.0
    fixed: Fixed | None = None
    output: Path | None = None
    trailer: Trailer | None = None

    def to_json(self) -> dict[str, Any]:
        """What `--json` prints; the page and the terminal show the same."""
        summary = {
            "source": self.source,
            "kind": self.kind,
            **self.examined.summary(),
            "rows": self.rows,
            "rejected": self.rejected,
            "seconds": round(self.seconds, 3),
        }
        if self.fixed is not None and self.trailer is not None:
            summary["fixed"] = {"output": str(self.output), **self.fixed.to_json(), "trailer": self.trailer.to_json()}
        return {"findings": [finding.to_json() for finding in self.examined.findings], "summary": summary}


def checkup(
    source: str,
    options: CheckupOptions,
    *,
    clock: Callable[[], datetime],
    ids: Callable[[], str] = new_id,
) -> Checkup:
    """Look at a store, stream, file, folder or archive. What is looked at is never changed.

    Args:
        source: A store's URL, or a path.
        options: What is looked for, and what is done.
        clock: Its time is what "expired" and "in the future" are judged by.
        ids: For the id of a new stream.

    Raises:
        UsageError: the stream would be written over what is looked at.
        StoreError, StreamError, SourceError: it cannot be read, or the stream not written.
        EnvironmentProblem: the language model cannot be asked.
        MissingExtraError: comparing by meaning was asked for, and its package is not installed.
    """
    started = time.monotonic()
    if options.fix is not None:
        if _same_file(options.fix, source):
            raise UsageError(f"{options.fix} is what is looked at; name another file for what is fixed")
        check_place(options.fix)
    again = options.fix is not None or options.model is not None
    with opened(source, options.reading, snapshot=again, clock=clock, ids=ids) as found:
        zone = options.reading.timezone
        circumstances = Circumstances(now=clock(), zone=resolve_zone(zone) if zone else local_zone())
        examined = examine(
            found.records(),
            circumstances,
            rules=options.rules,
            processes=options.processes,
            meaning=_meaning(options, found),
            progress=_counting(options.reading.progress),
        )
        if options.model is not None:
            examined.findings = list(rewritten(examined.findings, found.records(), options.model))
        done = Checkup(
            source=source, kind=found.kind, examined=examined, rows=dict(found.rows), rejected=found.rejected
        )
        if options.fix is not None:
            fixer = Fixer(examined.findings, found.records)
            done.trailer = _write(found, fixer, options, clock=clock, ids=ids)
            done.fixed, done.output = fixer.fixed, options.fix
    done.seconds = time.monotonic() - started
    return done


def _meaning(options: CheckupOptions, found: Examinable) -> Meaning | None:
    """By what texts are compared; None: by their wording."""
    if options.by_meaning is False or (options.embedder == "none" and not options.by_meaning):
        return None
    embedder = open_embedder(FITTED_WITH if options.by_meaning else "auto")
    if embedder is None:
        return None
    held = found.held
    return Meaning(
        embedder=embedder,
        held=(lambda: held(embedder.model)) if held is not None else None,
        most=None if options.by_meaning else MOST_MADE,
    )


def _counting(progress: Progress | None) -> Callable[[int], None] | None:
    return None if progress is None else (lambda done: progress("checkup", done, None))


def _same_file(one: Path, source: str) -> bool:
    other = Path(source.partition(":")[2].removeprefix("//") if ":" in source else source)
    try:
        return one.exists() and other.exists() and one.samefile(other)
    except OSError:
        return False


def _write(
    found: Examinable, fixer: Fixer, options: CheckupOptions, *, clock: Callable[[], datetime], ids: Callable[[], str]
) -> Trailer:
    """One stream: tombstones, the records as they should be, unknown lines; what is sensitive stays out and is counted."""
    assert options.fix is not None
    tombstones = [item for item in found.items() if isinstance(item, Tombstone)]
    with write_stream_file(options.fix) as out:
        writer = StreamWriter(out)
        writer.header(
            Header(
                stream_id=ids(),
                producer=f"satchel/{__version__}",
                created_at=clock(),
                scopes=options.reading.scopes.patterns,
                print_keys=found.print_keys,
            )
        )
        for tombstone in tombstones:
            writer.tombstone(tombstone)
        for record in _checked(fixer.apply(found.records())):
            reason = options.policy.withhold(record)
            if reason is None:
                writer.record(record)
            else:
                writer.withhold(reason)
        for line in (item.text for item in found.items() if isinstance(item, UnknownLine)):
            reason = options.policy.withhold_line(line)
            if reason is None:
                writer.line(line)
            else:
                writer.withhold(reason)
        return writer.trailer()


def _checked(records: Iterable[Record]) -> Iterator[Record]:
    """With what is sensitive marked, whichever rules were asked for: a file is judged by what is in it."""
    return map(classified, records)
