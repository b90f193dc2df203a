"""A scan of surfaces: files, a store, traces and providers are read, judged, and the scan itself is measured."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from satchel.schema.finding import Finding
from satchel.schema.render.tools import DIALECTS, tools
from satchel.schema.revisions import FOLDER
from satchel.schema.rules.surfaces import Unscanned
from satchel.schema.surfaces.index import NameIndex, Standing
from satchel.schema.surfaces.judging import claimed, judged, let_through, named, ordered, unread
from satchel.schema.surfaces.mention import SURE, Mention
from satchel.schema.surfaces.planting import Planted, plant, sampled
from satchel.schema.surfaces.scan import Scanned, Scanner
from satchel.schema.surfaces.surface import Kind, Surface, SurfaceProvider, Syntax
from satchel.service.schema import Project
from satchel.service.surface_files import Listing, SurfaceFile, listed, matching, surfaces_of
from satchel.service.surface_providers import provider_of
from satchel_protocol.errors import SatchelError, UsageError
from satchel_protocol.record import Record

PLANTED: Final = 299
"""Names planted unless told otherwise: all of them found make it certain by 95 % that fewer than 1 % are missed."""
_SHARED_FROM: Final = 6 << 20
"""Bytes from which on the work is worth another process, which needs a second to start."""
_BATCH: Final = 2 << 20
_MOST_KEPT: Final = 300
"""Surfaces that are in no file, kept to plant names into."""
Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is scanned, and how."""

    paths: Sequence[Path] = (Path(),)
    store: str | None = None
    traces: Sequence[Path] = ()
    providers: Sequence[str] = ()
    """Names of entry points, or MODULE:CALLABLE."""
    surfaces: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Surface → patterns, beside those of the file."""
    exclude: Sequence[str] = ()
    planted: int = PLANTED
    processes: int = 0
    """0 for as many as there are processors, and few enough files ask for one."""


@dataclass(slots=True)
class Seen:
    """What was read of one surface or several; goes from process to process."""

    kinds: Counter[str] = field(default_factory=Counter)
    size_bytes: int = 0
    findings: list[Finding] = field(default_factory=list)
    mentions: list[tuple[str, Mention]] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    named: dict[str, set[int]] = field(default_factory=dict)
    """Surface → numbers of keys that it names; a surface that names none is here too."""
    read: list[SurfaceFile] = field(default_factory=list)
    """Files that could be read."""

    def add(self, other: Seen) -> None:
        """Take in what another process saw."""
        self.kinds += other.kinds
        self.size_bytes += other.size_bytes
        self.findings += other.findings
        self.mentions += other.mentions
        self.skipped += other.skipped
        self.read += other.read
        for name, numbers in other.named.items():
            self.named.setdefault(name, set()).update(numbers)

    def note(self, surface: Surface, scanned: Scanned, names: Iterable[str]) -> None:
        """Take in what a surface says."""
        self.kinds[surface.kind.value] += 1
        self.size_bytes += len(surface.data)
        if scanned.mentions or scanned.strangers:
            self.findings += judged(surface, scanned)
            self.mentions += [(surface.where, one) for one in scanned.mentions]
        for name in names:
            self.named.setdefault(name, set()).update(named(scanned))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """What a scan found."""

    findings: list[Finding]
    exempted: list[Finding]
    seen: Seen
    planted: Planted

    @property
    def possible(self) -> int:
        """Mentions that are too uncertain for a finding."""
        return sum(mention.confidence < SURE for _, mention in self.seen.mentions)

    def keys(self) -> list[dict[str, Any]]:
        """Every key that is named, with how often and in how many places."""
        counts: dict[tuple[int, str, str], list[Any]] = {}
        for where, mention in self.seen.mentions:
            if mention.confidence >= SURE:
                known = mention.known
                one = counts.setdefault((known.number or 0, known.key, known.standing.value), [0, set()])
                one[0] += 1
                one[1].add(where)
        return [
            {"number": number or None, "key": key, "standing": standing, "mentions": count, "surfaces": len(places)}
            for (number, key, standing), (count, places) in sorted(counts.items())
        ]

    def to_json(self, *, mentions: bool) -> dict[str, Any]:
        """As `--json` prints it."""
        found: dict[str, Any] = {
            "findings": [finding.to_json() for finding in self.findings],
            "exempted": len(self.exempted),
            "surfaces": {"kinds": dict(sorted(self.seen.kinds.items())), "bytes": self.seen.size_bytes},
            "skipped": [{"where": where, "reason": reason} for where, reason in self.seen.skipped],
            "keys": self.keys(),
            "possible": self.possible,
            "planted": self.planted.to_json(),
        }
        if mentions:
            found["mentions"] = [{"where": where, **one.to_json()} for where, one in self.seen.mentions]
        return found


def scan(project: Project, wanted: Wanted, today: date, progress: Progress | None = None) -> Scan:
    """Read every surface.

    Raises:
        UsageError: the schema has errors of form, a path, pattern or provider is none, or the store cannot be read.
    """
    file = project.file
    if file.snapshot is None or file.findings:
        first = file.findings[0]
        raise UsageError(f"{first.file}:{first.line}:{first.column}: {first.message}; mend the schema first")
    index = NameIndex.of(file.snapshot, project.history)
    rendered = [tools(file.snapshot, dialect) for dialect in DIALECTS]
    home = project.path.parent
    patterns = {**file.data.get("surfaces", {}), **wanted.surfaces}
    files = {name: matching(home, globs) for name, globs in patterns.items()}
    providers = [(name, provider_of(name)) for name in wanted.providers]
    listing = listed(wanted.paths, home=home, named=files, traces=wanted.traces, exclude=wanted.exclude)
    _leave_schema_out(project, listing)
    scanner = Scanner(index, rendered=rendered)
    rng = random.Random(_seed(index, listing))
    seen = Seen(skipped=listing.skipped)
    for part in _of_files(listing.files, scanner, index, rendered, wanted.processes, progress):
        seen.add(part)
    elsewhere = _elsewhere(wanted, providers, seen, progress)
    kept = sampled(_noted(elsewhere, scanner, seen), _MOST_KEPT, rng)
    why = {name: f"no file is {', '.join(patterns[name])}" for name, found in files.items() if not found}
    found = [*seen.findings, *claimed(file, seen.named, set(seen.named), why), *_failed(project, seen)]
    findings, exempted = let_through(ordered(found), file.data.get("exemptions", ()), today)
    places = sampled([*kept, *seen.read], wanted.planted, rng)
    chosen = [one for place in places for one in _again(place)]
    if progress is not None and wanted.planted:
        progress("planted", 0, wanted.planted)
    return Scan(
        findings=findings, exempted=exempted, seen=seen, planted=plant(chosen, scanner, wanted.planted, rng),
    )  # fmt: skip


def _of_files(
    files: Sequence[SurfaceFile],
    scanner: Scanner,
    index: NameIndex,
    rendered: Sequence[Any],
    processes: int,
    progress: Progress | None,
) -> Iterator[Seen]:
    """What the files say, in their order."""
    total = sum(file.size for file in files)
    workers = processes or (min(os.cpu_count() or 1, 8) if total >= _SHARED_FROM else 1)
    done = 0
    with ExitStack() as stack:
        if workers > 1:
            pool = stack.enter_context(
                ProcessPoolExecutor(
                    max_workers=workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(index, rendered)
                )
            )
            parts = pool.map(_read_in_process, _batches(files))
        else:
            parts = (_read(batch, scanner) for batch in _batches(files))
        for batch, part in zip(_batches(files), parts, strict=True):
            done += len(batch)
            if progress is not None:
                progress("files", done, len(files))
            yield part


_SCANNERS: list[Scanner] = []
"""Of a worker process: one for all its batches."""


def _begin(index: NameIndex, rendered: Sequence[Any]) -> None:
    _SCANNERS[:] = [Scanner(index, rendered=rendered)]


def _read_in_process(batch: Sequence[SurfaceFile]) -> Seen:
    return _read(batch, _SCANNERS[0])


def _batches(files: Sequence[SurfaceFile]) -> Iterator[list[SurfaceFile]]:
    batch: list[SurfaceFile] = []
    size = 0
    for file in files:
        batch.append(file)
        size += file.size
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _read(batch: Sequence[SurfaceFile], scanner: Scanner) -> Seen:
    seen = Seen()
    for file in batch:
        read = False
        for surface in surfaces_of(file):
            if isinstance(surface, str):
                seen.skipped.append((file.where, surface))
                continue
            read = True
            seen.note(surface, scanner.scan(surface), file.names)
        if read:
            seen.read.append(file)
    return seen


def _again(place: Surface | SurfaceFile) -> Iterator[Surface]:
    """The surface to plant into; of a file in parts the first."""
    if isinstance(place, Surface):
        yield place
        return
    first = next(surfaces_of(place), "")
    if isinstance(first, Surface):
        yield first


def _elsewhere(
    wanted: Wanted, providers: Sequence[tuple[str, SurfaceProvider]], seen: Seen, progress: Progress | None
) -> Iterator[Surface]:
    """Surfaces that are in no file."""
    if wanted.store is not None:
        yield from _of_store(wanted.store, progress)
    for called, provider in providers:
        try:
            for surface in provider.surfaces():
                yield replace(surface, where=f"{provider.name}:{surface.where}")
        except Exception as error:  # noqa: BLE001 - of one provider; the others and the files are still read
            seen.skipped.append((called, f"{_PROVIDER}{type(error).__name__}: {error}"))


_PROVIDER: Final = "provider failed: "


def _noted(surfaces: Iterable[Surface], scanner: Scanner, seen: Seen) -> Iterator[Surface]:
    for surface in surfaces:
        scanned = scanner.scan(surface)
        if surface.name == _GUARDED:
            surface = replace(surface, name=None)
            scanned.mentions = [replace(one, written=one.known.name) for one in scanned.mentions]
        seen.note(surface, scanned, [surface.name] if surface.name else [])
        yield surface


_CREDENTIALS: Final = re.compile(r"//[^/@]*@")
_GUARDED: Final = "\0guarded"
"""Name of the surface of a sensitive memory on its way: what stands in it is not quoted."""


def _of_store(url: str, progress: Progress | None) -> Iterator[Surface]:
    """Every live memory, archived and superseded ones too: its text, its key, its value."""
    from satchel.service.memory import Memory
    from satchel_protocol.state import ALL

    try:
        with Memory(url, allow=("all",)) as memory:
            for done, version in enumerate(memory.store(create=False).enumerate(ALL), start=1):
                yield _of_record(url, version.record)
                if progress is not None and done % 500 == 0:
                    progress("memories", done, None)
    except SatchelError as error:
        raise UsageError(f"{url}: {error}") from error


def _of_record(url: str, record: Record) -> Surface:
    parts = [record.content]
    if record.key is not None:
        parts.append(record.key)
        parts.append(json.dumps(record.value, ensure_ascii=False))
    kind = Kind.HISTORY if record.type == "interaction" else Kind.MEMORY
    guarded = record.level != "normal"
    return Surface.of(
        "\n".join(parts),
        kind=kind,
        where=f"{_CREDENTIALS.sub('//', url)}#{record.id}",
        name=_GUARDED if guarded else None,
        syntax=Syntax.PLAIN,
    )


def _leave_schema_out(project: Project, listing: Listing) -> None:
    """The file itself, its revisions and its evidence are checked by `schema check`."""
    own = {project.path.resolve()}
    own.update((project.path.parent / name).resolve() for name in project.evidence)
    revisions = (project.path.parent / FOLDER).resolve()
    kept = []
    for file in listing.files:
        place = file.path.resolve()
        if place in own or place.is_relative_to(revisions):
            listing.skipped.append((file.where, "the schema itself"))
        else:
            kept.append(file)
    listing.files = kept


def _failed(project: Project, seen: Seen) -> list[Finding]:
    """Providers that gave up: what they know was not scanned."""
    return [
        finding
        for where, reason in seen.skipped
        if reason.startswith(_PROVIDER)
        for finding in unread(
            project.file,
            Unscanned(
                surface=where, number=None, key=None, place=-1, deprecated=True, why=reason.removeprefix(_PROVIDER)
            ),
        )
    ]


def _seed(index: NameIndex, listing: Listing) -> int:
    """The same schema and the same files give the same planted names."""
    body = [[known.name, known.standing.value] for known in index.names if known.standing is not Standing.RETIRED]
    said = json.dumps([body, [(file.place, file.size) for file in listing.files]])
    return int.from_bytes(hashlib.sha256(said.encode("utf-8", "surrogatepass")).digest()[:8], "big")
