"""Files that a command writes for a person, such as a report: they appear whole, or an error names them."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from satchel.stores.heads import check_replaceable
from satchel_protocol.errors import EnvironmentProblem, UsageError

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def write_text(path: Path, text: str) -> None:
    """Write a file; it has its name when all of it is there, so that a full disk leaves no half of it.

    Raises:
        UsageError: it cannot be written there, or would take the place of a store or of keys.
    """
    check_replaceable(path)
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, "utf-8")  # a pipe or terminal, which no file may take the place of
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name[:200]}.part")
        try:
            temporary.write_text(text, "utf-8")
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _unwritable(path, error) from error


def check_writable(path: Path, *read: str) -> None:
    """Refuse a place that a file cannot be written to, before the work that the file tells of.

    Args:
        path: Where it is to be.
        read: What is read for it, which it must not take the place of.

    Raises:
        UsageError: it is a folder, a store, a file of keys or what is read, or lies where nothing can be written.
    """
    check_replaceable(path)
    if any(_is_one_file(path, Path(source)) for source in read):
        raise UsageError(f"{path} is what is read; name another file for what is written")
    try:
        if path.is_dir():
            raise UsageError(f"{path} is a folder; name a file in it")
        path.exists()  # says so when the name is too long
        folder = next(parent for parent in path.absolute().parents if parent.exists())
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(path, error) from error


def of_machine(error: OSError) -> EnvironmentProblem:
    """The error of ours for what the system said about a file that the user did not name."""
    said = error.strerror or str(error) or type(error).__name__
    where = f"{error.filename}: " if isinstance(error.filename, str) else ""
    if error.errno in _FULL:
        folder = tempfile.gettempdir()
        return EnvironmentProblem(
            f"{where}{said}; make room there, or in {folder} where files are unpacked (TMPDIR names another place)"
        )
    return EnvironmentProblem(f"{where}{said}; look at the file, its rights and its disk, then run the command again")


def _is_one_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _unwritable(path: Path, error: OSError) -> UsageError:
    said = error.strerror or os.strerror(error.errno or 0)
    return UsageError(f"{path} cannot be written: {said}; name another file")
