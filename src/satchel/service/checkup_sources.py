"""What can be examined: a store, a stream, lines of records, or anything that the readers and the rescue understand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
import numpy.typing as npt

from satchel.access.policy import OWNER
from satchel.formats import record_lines, stream_file
from satchel.formats.contract import Fate, Reading
from satchel.service.arrival import ImportOptions, kind_of, rescue_options
from satchel.stores.held_vectors import held_vectors
from satchel.stores.registry import is_store, open_store
from satchel.stores.staging import staging_folder
from satchel_protocol import __version__
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Filter
from satchel_protocol.store import Store
from satchel_protocol.stream import BadLine, StreamReader, UnknownLine
from satchel_protocol.tombstone import Tombstone

Item = Record | Tombstone | UnknownLine


class Examinable(ABC):
    """Something to examine, that can be read more than once."""

    def __init__(self, kind: str, scopes: Scopes) -> None:
        self.kind = kind
        """`store`, `stream`, `records` or `foreign`."""
        self.scopes = scopes
        self.rows: Counter[str] = Counter()
        """Of a foreign source: fate → rows, log lines and duplicates among them; empty otherwise."""
        self.rejected = 0
        """Lines and rows that could not be read."""
        self.print_keys: Mapping[str, tuple[str, ...]] = {}
        """Names of the keys of the tombstones' prints."""
        self.held: Callable[[str], Mapping[str, npt.NDArray[np.float32]]] | None = None
        """Of a model: the vectors that there are already, by id; None where there never are any."""

    @abstractmethod
    def items(self) -> Iterator[Item]:
        """Everything in it, of the scopes asked for."""

    def records(self) -> Iterator[Record]:
        """The memories in it."""
        return (item for item in self.items() if isinstance(item, Record))


@contextmanager
def opened(
    source: str, options: ImportOptions, *, snapshot: bool, clock: Callable[[], datetime], ids: Callable[[], str]
) -> Iterator[Examinable]:
    """Open a source for reading; nothing is ever written to it.

    Args:
        source: A store's URL or file, a stream, any other file, a folder or an archive.
        options: How a foreign source is read; `scopes` is what is looked at of any.
        snapshot: Whether all readings must give the same, also while others write to it.
        clock, ids: For the store and the readers.

    Raises:
        StoreError, StreamError, SourceError: as opening and reading them does.
    """
    if is_store(source):
        with open_store(source, create=False, read_only=True, clock=clock, ids=ids) as store:
            if not snapshot:
                live = _Live(store, options.scopes)
                live.held = partial(held_vectors, store)
                yield live
                return
            with staging_folder() as folder:
                staged = Path(folder) / "checkup.satchel"
                with staged.open("wb") as out:
                    store.export_stream(
                        cast(BinaryIO, out),
                        scopes=options.scopes,
                        withhold=OWNER.withhold,
                        producer=f"satchel/{__version__}",
                    )
                still = _Stream(staged, options.scopes, kind="store")
                still.held = partial(held_vectors, store)
                yield still
        return
    path = Path(source)
    kind = kind_of(path)
    if kind == "stream":
        yield _Stream(path, options.scopes)
    elif kind == "records":
        yield _Rows(kind, lambda: record_lines.readings(path, source=path.name), options.scopes)
    else:
        from satchel.move.source import Source

        foreign = Source(path, rescue_options(options, name=path.name, clock=clock))
        foreign.open()
        yield _Rows(kind, foreign.readings, options.scopes)


class _Live(Examinable):
    """A store as it is."""

    def __init__(self, store: Store, scopes: Scopes) -> None:
        super().__init__("store", scopes)
        self._store = store

    def items(self) -> Iterator[Item]:
        where = Filter(scopes=self.scopes, include_archived=True, include_superseded=True)
        return (version.record for version in self._store.enumerate(where))


class _Stream(Examinable):
    """A stream file, verified as it is read."""

    def __init__(self, path: Path, scopes: Scopes, kind: str = "stream") -> None:
        super().__init__(kind, scopes)
        self._path = path

    def items(self) -> Iterator[Item]:
        self.rejected = 0
        with stream_file.open_stream(self._path) as source:
            reader = StreamReader(source, name=self._path.name)
            for item in reader:
                if isinstance(item, BadLine):
                    self.rejected += 1
                elif isinstance(item, UnknownLine) or self.scopes.match(item.scope):
                    yield item
            assert reader.header is not None
            self.print_keys = reader.header.print_keys


class _Rows(Examinable):
    """Rows of a foreign source, or lines of records."""

    def __init__(self, kind: str, readings: Callable[[], Iterator[Reading]], scopes: Scopes) -> None:
        super().__init__(kind, scopes)
        self._readings = readings

    def items(self) -> Iterator[Item]:
        self.rows.clear()
        self.rejected = 0
        for reading in self._readings():
            self.rows[reading.fate.value] += reading.weight
            if reading.fate is Fate.REJECTED:
                self.rejected += reading.weight
            yield from (tombstone for tombstone in reading.tombstones if self.scopes.match(tombstone.scope))
            yield from (record for record in reading.records if self.scopes.match(record.scope))
