"""Folders for what is only staged: memories lie in them while a program is at work, and after it when it was killed."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_PREFIX: Final = "satchel-"
_OURS: Final = re.compile(rf"{_PREFIX}(\d+)-")


def staging_prefix() -> str:
    """How the name of such a folder begins: it tells whose it is, so that a purge finds what a killed process left."""
    return f"{_PREFIX}{os.getpid()}-"


def staging_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder among the temporary files of the system that is gone when it is closed."""
    return tempfile.TemporaryDirectory(prefix=staging_prefix(), ignore_cleanup_errors=True)


def staged_by_the_dead() -> Iterator[Path]:
    """Folders that killed processes of this user left."""
    for folder, process in _folders():
        if _is_mine(folder) and not _is_running(process):
            yield folder


def in_use() -> Iterator[Path]:
    """Those of processes that are at work just now, this one left out."""
    for folder, process in _folders():
        if process != os.getpid() and _is_running(process):
            yield folder


def remove(folder: Path) -> None:
    """Remove one with all that is in it.

    Raises:
        OSError: it cannot be.
    """
    shutil.rmtree(folder)


def _folders() -> Iterator[tuple[Path, int]]:
    """Every such folder, with the id of the process that made it."""
    for folder in sorted(Path(tempfile.gettempdir()).glob(f"{_PREFIX}*")):
        match = _OURS.match(folder.name)
        if match is not None and folder.is_dir() and not folder.is_symlink():
            yield folder, int(match[1])


def _is_mine(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()


def _is_running(process: int) -> bool:
    if os.name != "posix":
        return True  # asking would end it there; such folders are named and left
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # it is there, and somebody else's
    return True
