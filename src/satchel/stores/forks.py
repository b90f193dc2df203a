"""SQLite files in programs that fork: no connection is carried over, and none is opened beside one that was.

A child inherits what SQLite knows of its parent's locks, but not the locks. If it opens the same file it takes itself
for protected, and the parent, closing, removes the write-ahead log from under it: acknowledged writes are lost. So what
is idle is closed before a fork and opened again on next use; and where a connection was in use just then, the child is
refused that file. Programs that are started (`subprocess`, `spawn`) are none of this.

Source: https://www.sqlite.org/howtocorrupt.html, "Carrying an open database file across a fork".
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Protocol
from weakref import WeakSet

from satchel_protocol.errors import StoreError


class Connected(Protocol):
    """Whatever holds connections."""

    def close_idle(self) -> None:
        """Close the connections that nobody is using just now."""

    def in_use(self) -> Path | None:
        """The file that a connection is still open to; None where there is none."""


_known: WeakSet[Connected] = WeakSet()
_inherited: dict[tuple[int, int], list[Connected]] = {}
"""Files that were in use in the parent, with what holds the connections: they must not be closed here, not even by the
collector of garbage."""


def watch(holder: Connected) -> None:
    """Look after the connections of this object for as long as it lives."""
    _known.add(holder)


def refuse_inherited(path: Path) -> None:
    """Make sure that a file was not in use in the parent when this process was forked.

    Raises:
        StoreError: it was.
    """
    if _inherited and identity(path) in _inherited:
        raise StoreError(
            f"{path}: this process was forked while its parent was reading or writing the file, so it cannot be used"
            " here; fork before or after, or start processes with the method spawn"
        )


def identity(path: Path) -> tuple[int, int] | None:
    """Which file it is, whatever its name; None when it is gone. Always the same on Windows, which locks open files."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _before() -> None:
    for holder in list(_known):
        holder.close_idle()


def _in_child() -> None:
    for holder in list(_known):
        path = holder.in_use()
        which = identity(path) if path is not None else None
        if which is not None:
            _inherited.setdefault(which, []).append(holder)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_child=_in_child)
