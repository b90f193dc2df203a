"""What guarded stores have in common: the guard with its counters, and what it tells of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from satchel.schema.counterfile import Count, CounterFile, CounterFileError, Use
from satchel.schema.counting import Counters
from satchel.schema.guarding import Guard
from satchel.service.keyed_schema import Schema, schema_in_force
from satchel_protocol.errors import StoreMissingError, UsageError
from satchel_protocol.store import Store

T = TypeVar("T")


class Counted:
    """A guard over a store of somebody else's; see `GuardedStore`."""

    def __init__(
        self,
        schema: Schema,
        *,
        mode: str,
        counters: Path | str | None,
        session: str,
        surface: str,
        clock: Callable[[], datetime],
    ) -> None:
        snapshot = schema_in_force(schema, _no_store)
        file = CounterFile(Path(counters)) if counters is not None else None
        revision = snapshot.revision if snapshot is not None else 0
        counting = Counters(file, revision=revision, clock=clock)
        self.guard = Guard(snapshot, mode=mode, counters=counting, session=session, surface=surface)

    def counts(self) -> list[Count]:
        """Reads and writes of each key so far.

        Raises:
            UsageError: the file cannot be read.
        """
        return _told(self.guard.counters.counts)

    def uses(self) -> list[Use]:
        """Uses of deprecated and retired keys so far; as `counts`."""
        return _told(self.guard.counters.uses)

    def close(self) -> None:
        """Write the counts. The store behind it stays as it is."""
        self.guard.counters.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _told(read_all: Callable[[], list[T]]) -> list[T]:
    """What was counted.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        return read_all()
    except CounterFileError as error:
        raise UsageError(str(error)) from error


def _no_store() -> Store:
    raise StoreMissingError("a store of one's own holds no revisions of a schema")
