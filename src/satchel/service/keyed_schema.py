"""Which schema is in force for a store, and where its reads and writes are counted."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from satchel.schema.counterfile import CounterFile
from satchel.schema.file import read_schema
from satchel.schema.revisions import DamagedRevisionError, History, read_revision
from satchel.schema.snapshot import Snapshot
from satchel.service.schema import bytes_of
from satchel.service.schema_scope import STORE_SCOPE, holds_schema
from satchel.stores.registry import file_of
from satchel_protocol.errors import StoreMissingError, UsageError
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Filter
from satchel_protocol.store import Store

NONE: Final = "none"
"""In the place of a schema: nothing is checked, even where the store holds one."""
COUNTERS: Final = ".counters"
"""Ends the name of the file of counts, which lies beside the store's."""

Schema = Snapshot | Path | str
"""A schema, the path of its file, or `none`."""


def schema_in_force(schema: Schema | None, store: Callable[[], Store]) -> Snapshot | None:
    """The schema that was named, else the newest revision that was published into the store; None where there is none.

    Raises:
        UsageError: the file is not there or has faults; or the store holds several schemas and none was named.
    """
    if schema == NONE:
        return None
    if isinstance(schema, Snapshot):
        return schema
    if schema is not None:
        return schema_of_file(Path(schema))
    try:
        opened = store()
    except StoreMissingError:
        return None
    return _published(opened) if holds_schema(opened) else None


def schema_of_file(path: Path) -> Snapshot:
    """The schema of a file without faults of form.

    Raises:
        UsageError: the file is not there or has faults: half a schema would refuse what the other half allows, and of
            two keys with one number or name nobody could tell which is meant.
    """
    file = read_schema(bytes_of(path), str(path))
    if file.snapshot is None or file.findings:
        first = file.findings[0]
        raise UsageError(f"{first.file}:{first.line}:{first.column}: {first.message}; it cannot be used as it is")
    clash = file.snapshot.clash()
    if clash:
        raise UsageError(f"{path}: {clash}; it cannot be used as it is")
    return file.snapshot


def counter_file(url: str) -> CounterFile | None:
    """The file of counts of a store; None for one in memory."""
    path = file_of(url)
    if path is None:
        return None
    place = Path(os.path.realpath(path))  # one file for one store, by whatever link it is reached
    return CounterFile(place.with_name(place.name + COUNTERS))


def _published(store: Store) -> Snapshot | None:
    where = Filter(scopes=Scopes.of([STORE_SCOPE]), include_archived=True)
    documents = [
        (record.key, record.value)
        for record in (version.record for version in store.enumerate(where))
        if record.key is not None and isinstance(record.value, dict)
    ]
    names = sorted({str(document.get("schema")) for _, document in documents})
    if len(names) > 1:
        raise UsageError(f"{store.url} holds the schemas {', '.join(names)}; name the file of the one that is meant")
    history = History()
    for key, document in sorted(documents):
        try:
            history.add(read_revision(document))
        except DamagedRevisionError as error:
            raise UsageError(f"{store.url}: {key}: {error}") from error
    return history.last()
