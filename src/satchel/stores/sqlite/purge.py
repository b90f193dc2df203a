"""Leaving no trace of a removed text in a database and beside it.

`secure_delete` blanks what is deleted, but not what the moving of rows inside a page left behind, and the full-text
index only notes that a row is gone. So the index is merged into one piece and the file written anew; the log then holds
the new pages and is moved into the file and cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from satchel.stores.leftovers import beyond_reach, damaged_copies, remove, remove_staged, unfinished_streams
from satchel.stores.sqlite import fulltext
from satchel.stores.sqlite.connection import Handle
from satchel.stores.sqlite.rows import WriteTransaction
from satchel_protocol.errors import StoreError
from satchel_protocol.purging import Erasure, Receipt

IN_USE = "another process is reading the store; close it there and run it again"


def erase(
    path: Path, begin: Callable[[], AbstractContextManager[WriteTransaction]], handle: Handle
) -> Iterator[Receipt]:
    """Erase what is below the rows of the database at `path`.

    Args:
        path: Its file, not a link to it.
        begin: Begins a transaction that may write.
        handle: The connection that writes, outside a transaction.
    """
    yield _attempt("full-text index", "merged into one piece", lambda: _squeezed(begin))
    yield _attempt("vectors", "gone with their rows", lambda: None)
    yield _attempt("unused pages", "the file was written anew", lambda: handle.run("VACUUM"))
    yield _attempt("write-ahead log", "cut off", lambda: _emptied(handle))
    try:
        with begin():  # so that no repair is at work on them
            yield from remove([*_new_files(path), *damaged_copies(path), *unfinished_streams(path)])
    except StoreError as error:
        yield Receipt(place="files beside it", outcome=Erasure.FAILED, detail=str(error))
    yield from remove_staged()
    yield from beyond_reach(path)


def _attempt(place: str, done: str, act: Callable[[], object]) -> Receipt:
    try:
        act()
    except StoreError as error:
        return Receipt(place=place, outcome=Erasure.FAILED, detail=str(error))
    return Receipt(place=place, outcome=Erasure.ERASED, detail=done)


def _squeezed(begin: Callable[[], AbstractContextManager[WriteTransaction]]) -> None:
    with begin() as tx:
        fulltext.squeeze(tx.handle)


def _emptied(handle: Handle) -> None:
    busy, *_ = handle.one("PRAGMA wal_checkpoint(TRUNCATE)")
    if busy:
        raise StoreError(IN_USE)


def _new_files(path: Path) -> list[Path]:
    """What a killed repair left; see `replacing`."""
    return [found for ending in ("", "-wal", "-shm") if (found := path.with_name(f".{path.name}.new{ending}")).exists()]
