"""What the log does to the disk. When one of these returns, the bytes survive a power loss."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from satchel.stores.folders import sync_folder, take_over_rights

_PRIVATE_FILE = 0o600
"""Memories are personal: what is made here, only its owner reads."""
_BINARY: Final = getattr(os, "O_BINARY", 0)
_ATTEMPTS: Final = 100
_PAUSE_S: Final = 0.02
_IN_USE: Final = (5, 32)
"""ERROR_ACCESS_DENIED and ERROR_SHARING_VIOLATION: what Windows says when the file to be replaced is open elsewhere."""


def append(path: Path, data: bytes, *, at: int) -> os.stat_result:
    """Write at an offset, which becomes the end but for the new bytes, and sync.

    What stands behind the offset is the torn group of a killed writer. When this fails, the file ends at the offset
    again, as far as the disk lets it.

    Returns:
        The file's status afterwards.

    Raises:
        OSError: the disk is full, read-only, or broken.
    """
    handle = os.open(path, os.O_RDWR | _BINARY)
    try:
        if os.fstat(handle).st_size > at:
            os.ftruncate(handle, at)
            # Else a power loss could leave sectors of it between those of the new group: damage, to whoever reads them.
            os.fsync(handle)
        os.lseek(handle, at, os.SEEK_SET)
        try:
            _write(handle, data)
            os.fsync(handle)
        except OSError:
            _cut(handle, at)
            raise
        return os.fstat(handle)
    finally:
        os.close(handle)


def replace(path: Path, chunks: Iterable[bytes]) -> os.stat_result:
    """Write a file beside another one, sync it, and rename it over; one or the other is always whole.

    Returns:
        The new file's status.

    Raises:
        OSError: the disk is full, read-only, or broken; the old file is as it was.
    """
    temporary = temporary_of(path)
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, _PRIVATE_FILE)
    try:
        try:
            take_over_rights(path, handle)
            for chunk in chunks:
                _write(handle, chunk)
            os.fsync(handle)
        finally:
            os.close(handle)
        _rename(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    return path.stat()


def temporary_of(path: Path) -> Path:
    """Where `replace` writes. One name, used under the lock: what is there otherwise is a killed writer's."""
    return path.with_name(f".{path.name}.new")


def _write(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _cut(handle: int, at: int) -> None:
    try:
        os.ftruncate(handle, at)
    except OSError:
        pass  # the group may stand there whole; then it counts, which is allowed for what was not acknowledged


def _rename(temporary: Path, path: Path) -> None:
    """Rename over a file. Windows refuses while somebody has it open, which readers have for moments only."""
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            temporary.replace(path)
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _IN_USE or attempt == _ATTEMPTS:
                raise
            time.sleep(_PAUSE_S)
