"""`move`: everything from an old place into a new store, a stream file beside it, and a report of both ledgers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, cast

from satchel.access.policy import OWNER, STRICT, Policy
from satchel.formats.stream_file import check_place, write_stream_file
from satchel.formats.tabular.walk import source_status
from satchel.move.ledger import Report
from satchel.service.arrival import Arrivals, ImportOptions
from satchel.service.rehearsing import rehearse
from satchel.service.witness import Witness
from satchel.stores.registry import is_store, open_store
from satchel.stores.staging import staging_folder
from satchel.stores.urls import parse_url
from satchel_protocol import __version__
from satchel_protocol.errors import UsageError
from satchel_protocol.scope import EVERYTHING
from satchel_protocol.store import Store
from satchel_protocol.stream import Trailer

PRODUCER = f"satchel/{__version__}"


class Move:
    """One move into the store at `url`."""

    def __init__(
        self,
        url: str,
        options: ImportOptions,
        *,
        clock: Callable[[], datetime],
        ids: Callable[[], str],
        witness: Witness | None = None,
    ) -> None:
        """
        Args:
            url: The new store.
            options: How the old place is read.
            clock, ids: For the stores and the readers.
            witness: Sees what is moved, for a verification afterwards; None: nobody does.
        """
        self._url, self._options = url, options
        self._clock, self._ids = clock, ids
        self._witness = witness if not options.dry_run else None

    def run(self, old: str | Path, *, stream: Path | None = None, policy: Policy = STRICT) -> Report:
        """Detect, import, report, and write the stream file beside the new store.

        Args:
            old: A folder, file or archive, or the URL of another Satchel store.
            stream: Where the stream file goes; None puts it beside the new store.
            policy: What stays out of the stream file. The new store gets everything.

        Raises:
            UsageError: the new store would lie inside the old folder, or the two are one.
        """
        from_store = is_store(str(old))
        if not from_store:
            source_status(Path(old))
        scheme, path = parse_url(self._url)
        target = None if scheme == "memory" else path
        where = stream if stream is not None else _beside(target)
        if where is not None:
            check_place(where)
        if from_store:
            if parse_url(str(old)) == (scheme, path) and scheme != "memory":
                raise UsageError("the old and the new store are the same")
            return self._from_store(str(old), where, policy)
        self._refuse_inside(Path(old), target, where)
        mine = tuple(p for p in (target, where) if p is not None)
        options = replace(self._options, exclude=(*self._options.exclude, *mine))
        arrivals = Arrivals([old], options, ids=self._ids, clock=self._clock)
        with self._open(arrivals) as store:
            seen = self._witness.of_import(Path(old), store) if self._witness is not None else store
            return self._finish(store, arrivals.run(seen), where, policy)

    def _finish(self, store: Store, report: Report, where: Path | None, policy: Policy) -> Report:
        report.store = self._url
        if not self._options.dry_run and where is not None:
            report.note_stream(str(where), self._write_stream(store, where, policy).withheld)
        return report

    @contextmanager
    def _open(self, arrivals: Arrivals) -> Iterator[Store]:
        def opened(create: bool) -> Store:
            return open_store(self._url, create=create, clock=self._clock, ids=self._ids)

        if self._options.dry_run:
            with rehearse(lambda: opened(False), self._clock, self._ids) as rehearsal:
                yield rehearsal
        else:
            with arrivals.target(opened) as store:
                yield store

    def _from_store(self, old: str, where: Path | None, policy: Policy) -> Report:
        """Between stores of one owner everything travels, the sensitive and the keys of the fingerprints included."""
        with staging_folder() as folder:
            staged = Path(folder) / "move.satchel"
            with open_store(old, create=False, clock=self._clock, ids=self._ids) as source:
                with staged.open("wb") as out:
                    source.export_stream(
                        cast(BinaryIO, out), scopes=EVERYTHING, withhold=OWNER.withhold, producer=PRODUCER
                    )
                keys = source.print_keys()
                if self._witness is not None:
                    self._witness.of_store(source)
            options = replace(self._options, quarantine_similar=False)
            arrivals = Arrivals([staged], options, ids=self._ids, clock=self._clock)
            with self._open(arrivals) as store:
                if self._witness is not None:
                    self._witness.before(store)
                store.adopt_print_keys(keys)
                report = arrivals.run(store)
                # The staged file is ours; what the user named is the old store.
                report.sources = {old: report.total}
                report.reasons = {old: report.reasons[staged.name]}
                return self._finish(store, report, where, policy)

    def _write_stream(self, store: Store, path: Path, policy: Policy) -> Trailer:
        with write_stream_file(path) as out:
            return store.export_stream(
                out,
                scopes=EVERYTHING,
                withhold=policy.withhold,
                withhold_line=policy.withhold_line,
                producer=PRODUCER,
            )

    def _refuse_inside(self, old: Path, *new: Path | None) -> None:
        root = Path(os.path.realpath(old))  # `resolve` raises where links lead in a circle
        for path in new:
            if path is None:
                continue
            place = Path(os.path.realpath(path))
            if place == root:
                raise UsageError(f"{old} is what is read; name another file for what is written")
            if root.is_dir() and place.is_relative_to(root):
                raise UsageError(
                    f"{path} lies inside {old}; the old folder is never written to, so name a place outside it"
                )


def _beside(target: Path | None) -> Path | None:
    return target.with_suffix(".satchel") if target is not None else None
