"""Counts of reads and writes per key: cheap where they happen, in a file at most a second later.

Uses of deprecated and retired keys are the evidence for or against letting a name go: they are in the file at once.
"""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from satchel.schema.counterfile import Count, CounterFile, CounterFileError, Key, Use
from satchel_protocol.wiretime import format_wire

BUFFERED_S: Final = 0.8
"""How long a count may wait; with the time that the disk takes, less than a second."""
_IDLE_S: Final = 30.0
"""After so long without a count the thread that writes them ends; the next count starts another."""


class Kind(StrEnum):
    """What happened to a key."""

    HIT = "hit"
    UNKNOWN = "unknown"
    """A miss: no such key."""
    EMPTY = "empty"
    """A miss: the key is declared and has no value here."""
    DEPRECATED = "deprecated"
    """A deprecated key was read, and resolved to a value."""
    RESERVED = "reserved"
    """A miss: the key was retired."""
    TYPE_REJECTED = "type_rejected"
    """A miss: what is stored is not of the declared type."""
    FILTERED = "filtered"
    """A miss: a recall had it among its candidates and its rank was too low."""
    PUT = "put"
    DELETED = "deleted"
    UNDECLARED = "undeclared"
    """A write of a key that is not declared, let through."""
    PROPOSED = "proposed"
    """The same, gathered for a proposal."""
    REJECTED = "rejected"
    """The same, refused."""
    RESERVED_WRITE = "reserved_write"
    """A write of a retired key, refused."""
    TYPE_VIOLATION = "type_violation"
    """A write of a value of another type, refused."""
    WRITER_REFUSED = "writer_refused"
    """A write by somebody who may not, refused."""


READS: Final = (Kind.HIT, Kind.DEPRECATED, Kind.EMPTY, Kind.UNKNOWN, Kind.RESERVED, Kind.TYPE_REJECTED, Kind.FILTERED)
MISSES: Final = (Kind.EMPTY, Kind.UNKNOWN, Kind.RESERVED, Kind.TYPE_REJECTED, Kind.FILTERED)


class Counters:
    """Counts of one process under one revision of a schema.

    A count never fails: what cannot be written is tried again with the next ones, and `trouble` says what is wrong.
    """

    def __init__(
        self,
        file: CounterFile | None = None,
        *,
        revision: int = 0,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        background: bool = True,
    ) -> None:
        """Args:
        file: Where the counts go; None keeps them in this object alone, as a store in memory does.
        revision: Of the schema.
        clock: For the day.
        background: Whether a thread writes them; else `flush` does.
        """
        self.file, self.revision = file, revision
        self.trouble = ""
        self._clock = clock
        self._pending: dict[Key, int] = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._kept: dict[tuple[str, Key], int] = {}
        self._kept_uses: dict[tuple[str, Key, str, str], Use] = {}
        self._writer = _Writer(self) if background and file is not None else None
        _LIVE.add(self)

    def count(self, number: int, name: str, kind: str) -> None:
        """Count one event. Takes about a microsecond.

        Args:
            number: Of the key; 0 for none.
            name: As it was asked for, `[*]` in the place of ids.
            kind: One of `Kind`.
        """
        key = (number, name, kind)
        with self._lock:
            pending = self._pending
            if key in pending:
                pending[key] += 1
                return
            first = not pending
            pending[key] = 1
        if first and self._writer is not None:
            self._writer.wake()

    def use(self, number: int, name: str, kind: str, *, session: str = "", surface: str = "") -> None:
        """Note a use of a deprecated or retired key; it is on the disk when this returns."""
        self.count(number, name, kind)
        at = format_wire(self._clock())
        use = Use(
            day=at[:10], revision=self.revision, number=number, name=name, kind=kind, session=session, surface=surface,
            n=1, first_at=at, last_at=at,
        )  # fmt: skip
        if self.file is not None:
            try:
                self.file.use(use)
                return
            except CounterFileError as error:
                self.trouble = str(error)
        self._keep(use)

    def flush(self) -> None:
        """Write what waits."""
        with self._writing:
            with self._lock:
                pending, self._pending = self._pending, {}
            if not pending and not self._kept_uses:
                return
            day = f"{self._clock():%Y-%m-%d}"
            if self.file is None:
                for key, n in pending.items():
                    self._kept[day, key] = self._kept.get((day, key), 0) + n
                return
            try:
                if pending:
                    self.file.add(pending, revision=self.revision, day=day)
                pending = {}
                self._write_kept(self.file)
                self.trouble = ""
            except CounterFileError as error:
                self.trouble = str(error)
                with self._lock:
                    for key, n in pending.items():
                        self._pending[key] = self._pending.get(key, 0) + n

    def _write_kept(self, file: CounterFile) -> None:
        """Uses that could not be written when they happened."""
        while self._kept_uses:
            with self._lock:
                place, use = next(iter(self._kept_uses.items()))
                del self._kept_uses[place]
            try:
                file.use(use)
            except CounterFileError:
                self._keep(use)
                raise

    def _keep(self, use: Use) -> None:
        place = (use.day, (use.number, use.name, use.kind), use.session, use.surface)
        with self._lock:
            before = self._kept_uses.get(place)
            if before is not None:
                use = replace(use, n=before.n + use.n, first_at=min(before.first_at, use.first_at))
            self._kept_uses[place] = use

    def counts(self) -> list[Count]:
        """All counts, of this process up to now and of all others as far as they have written theirs.

        Raises:
            CounterFileError: the file cannot be read.
        """
        self.flush()
        if self.file is not None:
            return self.file.counts()
        return [
            Count(day=day, revision=self.revision, number=number, name=name, kind=kind, n=n)
            for (day, (number, name, kind)), n in sorted(self._kept.items())
        ]

    def uses(self) -> list[Use]:
        """All uses of deprecated and retired keys; as `counts`."""
        if self.file is not None:
            return self.file.uses()
        return [use for _, use in sorted(self._kept_uses.items())]

    def close(self) -> None:
        """Write what waits and let go of the file. Counting goes on afterwards if somebody counts."""
        if self._writer is not None:
            self._writer.stop()
        self.flush()
        if self.file is not None:
            self.file.close()

    def _after_fork(self) -> None:
        """In a child: what waited is the parent's to write, and its thread is not here."""
        self._lock, self._writing = threading.Lock(), threading.Lock()
        self._pending = {}
        if self._writer is not None:
            self._writer = _Writer(self)
        if self.file is not None:
            _PARENTS.append(self.file)
            self.file = CounterFile(self.file.path)


class _Writer:
    """The thread that writes counts a moment after the first of them."""

    def __init__(self, counters: Counters) -> None:
        self._counters = weakref.ref(counters)
        self._waiting: Counters | None = None
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._awake, self._stopped = threading.Event(), threading.Event()

    def wake(self) -> None:
        self._waiting = self._counters()  # nobody else may hold it by the time at which its counts are written
        self._awake.set()
        with self._lock:
            if self._thread is None:
                self._stopped.clear()
                self._thread = threading.Thread(target=self._run, name="satchel-counters", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._stopped.set()
            self._awake.set()
            thread.join()
            self._awake.clear()

    def _run(self) -> None:
        while True:
            if not self._awake.wait(_IDLE_S):
                with self._lock:
                    if not self._awake.is_set():
                        self._thread = None
                        return
            if self._stopped.is_set():
                return
            self._awake.clear()
            self._stopped.wait(BUFFERED_S)
            counters, self._waiting = self._waiting, None
            if counters is None:
                continue
            counters.flush()
            if counters.trouble and not self._stopped.is_set():
                self._waiting = counters
                self._awake.set()  # tried again, as nobody else will
            del counters


_PARENTS: Final[list[CounterFile]] = []
"""Files whose connection a child got from its parent: closing it, as collecting it would, is not for the child."""
_LIVE: weakref.WeakSet[Counters] = weakref.WeakSet()


def _close_all() -> None:
    for counters in list(_LIVE):
        counters.flush()


def _forked() -> None:
    for counters in list(_LIVE):
        counters._after_fork()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
