"""What the operating system answers → an error of ours that names the file and says what to do."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

from satchel_protocol.errors import (
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreMissingError,
    StoreReadOnlyError,
    StoreUrlError,
)

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_FORBIDDEN: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_NO_PLACE: Final = frozenset({errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ELOOP, errno.ENAMETOOLONG, errno.EINVAL})


def of_system(error: OSError, path: Path, *, doing: str = "written") -> StoreError:
    """The error of ours for what the system said about `path`.

    Args:
        error: What it said.
        path: The file, as the user named it.
        doing: What was being done to it: `read` or `written`.
    """
    said = error.strerror or str(error)
    if error.errno in _FULL:
        return full(path)
    if error.errno == errno.EFBIG:
        return StoreFullError(
            f"{path}: the file may not grow any more ({said}); nothing of the last operation was kept."
            " Raise the limit (ulimit -f), or move the store to another disk"
        )
    if error.errno in _FORBIDDEN:
        if getattr(error, "winerror", None) is not None and doing == "written":
            return StoreBusyError(f"{path}: another program has the file open; close it, or try again")
        kind = StoreReadOnlyError if doing == "written" else StoreError
        return kind(
            f"{path} cannot be {doing}: {said}. Change the rights of the file and its folder, or name another place"
        )
    if error.errno == errno.ENOENT:
        return StoreMissingError(f"there is no store at {path} any more; name the place where it is now")
    if error.errno in _NO_PLACE:
        return StoreUrlError(f"{path} cannot be {doing}: {said}. Name a file in a folder, such as notes.db")
    return StoreError(f"{path} cannot be {doing}: {said}. If trying again does not help, look at the disk")


def full(path: Path) -> StoreFullError:
    """The error for a disk, or a share of one, that is used up."""
    return StoreFullError(
        f"{path}: the disk is full; nothing of the last operation was kept. Make room there, then run it again"
    )
