"""`sync`: two stores of one owner brought to the same state, by URL or path."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from satchel.access.masking import masked
from satchel.service.embedding import Embedding
from satchel.service.rehearsing import rehearse
from satchel.stores.registry import open_store
from satchel.stores.urls import parse_url
from satchel_protocol.errors import EmbedderError, MissingExtraError, StoreBusyError, StoreReadOnlyError, UsageError
from satchel_protocol.ids import new_id
from satchel_protocol.replica import Conflict
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.state import Outcome
from satchel_protocol.store import Store
from satchel_protocol.sync import Progress, Sync, Synced, Way


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncOptions:
    """How a sync behaves."""

    scopes: Scopes = EVERYTHING
    one_way: bool = False
    """Only from the first to the second."""
    dry_run: bool = False
    progress: Progress | None = None
    embedding: Embedding | None = None
    """Makes the vectors of what came in; None leaves that to `satchel embed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """What a sync did, for a person and for `--json`."""

    a: str
    b: str
    options: SyncOptions
    done: Synced
    notes: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        return {
            "a": masked(self.a),
            "b": masked(self.b),
            "scopes": list(self.options.scopes.patterns),
            "one_way": self.options.one_way,
            "dry_run": self.options.dry_run,
            "changed": self.done.changed,
            "a_to_b": _way(self.done.there),
            "b_to_a": _way(self.done.back),
            "conflicts": [_conflict(conflict) for conflict in self.done.conflicts],
            "conflict_count": self.done.conflict_count,
            "keys_carried": self.done.keys_carried,
            "lines_carried": self.done.lines,
            "undone": list(self.done.undone),
            "notes": [masked(note) for note in (*self.done.notes, *self.notes)],
        }


def sync(
    a: str,
    b: str,
    options: SyncOptions | None = None,
    *,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ids: Callable[[], str] = new_id,
) -> SyncReport:
    """Bring two stores of one owner to the same state; everything travels, sensitive memories and print keys too.

    Args:
        a: URL or path of a store; it must exist.
        b: Of another one; made where there is none.
        options: See `SyncOptions`.
        clock, ids: Injected for tests.

    Raises:
        UsageError: the two are one store.
        StoreError: a kind of it for each reason why one cannot be opened, read or written.
    """
    options = options or SyncOptions()
    _must_differ(a, b)
    with _opened(a, False, options, clock, ids) as one, _opened(b, True, options, clock, ids) as two:
        done = Sync(one, two, scopes=options.scopes, one_way=options.one_way, progress=options.progress, ids=ids).run()
        notes = [*_set_aside(done), *_embedded(one, done.back, options), *_embedded(two, done.there, options)]
    return SyncReport(a=a, b=b, options=options, done=done, notes=tuple(notes))


@contextmanager
def _opened(
    url: str, create: bool, options: SyncOptions, clock: Callable[[], datetime], ids: Callable[[], str]
) -> Iterator[Store]:
    if not options.dry_run:
        with open_store(url, create=create, clock=clock, ids=ids) as store:
            yield store
        return
    with ExitStack() as open_stores:

        def opened() -> Store:
            return open_stores.enter_context(open_store(url, create=False, clock=clock, ids=ids))

        if not create:
            store = opened()
        with rehearse(opened if create else (lambda: store), clock, ids) as rehearsal:
            yield rehearsal


def _must_differ(a: str, b: str) -> None:
    one, two = parse_url(a), parse_url(b)
    if "memory" in (one[0], two[0]):
        raise UsageError("a store in memory is empty before and gone afterwards; name a file")
    if one == two or os.path.realpath(one[1]) == os.path.realpath(two[1]) or _is_one_file(one[1], two[1]):
        raise UsageError("the two are the same store")


def _is_one_file(one: Path, two: Path) -> bool:
    try:
        return one.samefile(two)
    except OSError:
        return False


def _set_aside(done: Synced) -> Iterator[str]:
    count = done.there.outcomes[Outcome.QUARANTINED] + done.back.outcomes[Outcome.QUARANTINED]
    if count:
        yield f"{count} could not be taken and were set aside: satchel quarantine list"


def _embedded(store: Store, way: Way, options: SyncOptions) -> Iterator[str]:
    """Vectors of what came in. The sync itself is done by now: a failure here is told, and mended by `embed`."""
    if options.embedding is None or options.dry_run or not way.outcomes[Outcome.IMPORTED]:
        return
    progress = options.progress
    try:
        options.embedding.after_import(store, (lambda n, of: progress("embed", n, of)) if progress else None)
    except (EmbedderError, MissingExtraError, StoreBusyError, StoreReadOnlyError) as error:
        yield f"no vectors were made in {store.url} ({error}); make them with: satchel embed"


def _way(way: Way) -> dict[str, Any]:
    return {
        "told": way.read,
        "changed": way.changed,
        "outcomes": {outcome.value: count for outcome, count in sorted(way.outcomes.items())},
        "reasons": [
            {"what": outcome.value, "reason": masked(reason), "count": count}
            for (outcome, reason), count in way.reasons.most_common()
        ],
    }


def _conflict(conflict: Conflict) -> dict[str, str]:
    return {
        "id": conflict.id,
        "scope": conflict.scope,
        "a": conflict.there,
        "b": conflict.here,
        "kept": conflict.kept,
    }
