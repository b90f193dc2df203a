"""Leaving no trace of a removed text in a log: it is written anew, and what repairs put aside goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from satchel.stores.jsonl.log import Log
from satchel.stores.leftovers import beyond_reach, damaged_copies, remove, remove_staged, unfinished_streams
from satchel_protocol.errors import StoreError
from satchel_protocol.purging import Erasure, Receipt


def erase(log: Log, let_readers_go_on: Callable[[], None]) -> Iterator[Receipt]:
    """Write the log anew and remove what lies beside it.

    Every write that removes a text has already done the former; a purge that is repeated may have removed nothing.
    """
    try:
        with log.locked():
            log.refresh(let_readers_go_on)
            log.rewrite(log.table)
            yield Receipt(place="log", outcome=Erasure.ERASED, detail="written anew")
            # Under the lock, so that no repair is at work on them.
            yield from remove([*damaged_copies(log.file), *unfinished_streams(log.file)])
    except StoreError as error:
        yield Receipt(place="log", outcome=Erasure.FAILED, detail=str(error))
    yield from remove_staged()
    yield from beyond_reach(log.file)
