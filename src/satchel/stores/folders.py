"""Folders made for their owner alone, names in them that survive a power loss, rights that outlast a replacement."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_PRIVATE = 0o700
"""Memories are personal: what is made here, only its owner reads."""


def make_folder(folder: Path) -> list[Path]:
    """Make a folder and what is missing above it, durably; gives what was made, outermost first.

    Raises:
        OSError: it cannot be made; what was made by then is removed again.
    """
    above = [folder, *folder.parents]
    missing = above[: next(n for n, place in enumerate(above) if place.exists())]
    made: list[Path] = []
    try:
        for place in reversed(missing):
            place.mkdir(_PRIVATE, exist_ok=True)
            made.append(place)
            sync_folder(place.parent)
    except OSError:
        remove_folders(made)
        raise
    return made


def remove_folders(made: list[Path]) -> None:
    """Remove folders that `make_folder` made, as far as they are empty."""
    for place in reversed(made):
        try:
            place.rmdir()
        except OSError:
            return


def sync_folder(folder: Path) -> None:
    """Make a new, renamed or removed name in a folder durable; nothing where folders cannot be synced (Windows).

    Raises:
        OSError: the disk is broken, or the folder cannot be opened.
    """
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def take_over_rights(old: Path, new: int) -> None:
    """Give an open new file the mode and owner of the one it is to replace; where there is none, it stays private."""
    try:
        was = old.stat()
    except FileNotFoundError:
        return
    if hasattr(os, "fchown"):
        now = os.fstat(new)
        if (now.st_uid, now.st_gid) != (was.st_uid, was.st_gid):
            try:
                os.fchown(new, was.st_uid, was.st_gid)
            except PermissionError:
                pass  # only root gives files away
        os.fchmod(new, stat.S_IMODE(was.st_mode))
