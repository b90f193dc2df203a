"""Dry runs: carried out on the real store, then undone; where there is none yet, none is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.errors import StoreMissingError
from satchel_protocol.rehearsal import Rehearsal
from satchel_protocol.store import Store


@contextmanager
def rehearse(open_it: Callable[[], Store], clock: Callable[[], datetime], ids: Callable[[], str]) -> Iterator[Store]:
    """The store for a dry run: what is done to it is undone. Where there is no store yet, none is made."""
    try:
        store = open_it()
    except StoreMissingError:
        yield EphemeralStore(clock=clock, ids=ids)
        return
    with Rehearsal(store) as rehearsal:
        yield rehearsal
