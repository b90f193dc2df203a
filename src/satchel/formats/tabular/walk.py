"""From a path to the files in it: folders and archives are walked, sorted by name, and nothing is left out unsaid."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from satchel.formats.tabular.archives import SIDE_SUFFIXES, Limits, expand
from satchel.formats.tabular.member_names import MACHINE_FOLDERS, machine_file, pages_of_programs
from satchel.formats.tabular.on_disk import FileOpener
from satchel.formats.tabular.sources import SourceFile, machinery, refused
from satchel_protocol.errors import SourceError, UnsafeArchiveError

_MOST_FILES = 1_000_000
"""A folder of more is not an agent's memory; stopping beats filling the memory with names."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One thing in a folder, before it is opened."""

    path: Path
    name: str
    status: os.stat_result


def walk(path: str | os.PathLike[str], *, limits: Limits | None = None) -> Iterator[SourceFile]:
    """Every file of a file, folder or archive, sorted by name; archives in archives one level deep.

    What is not opened (links, machinery, unsafe archives in a folder, files without permission) comes as a
    `SourceFile` with `refusal` or `machinery`. Links are never followed, but the path itself may be one.

    Args:
        path: A file, folder, ZIP, tar or single compressed file, by content and not by name.
        limits: What an archive may hold; `Limits()` when left out.

    Raises:
        SourceError: there is nothing at that path, or it may not be read.
        UnsafeArchiveError: the path itself is an archive that breaks a limit or names a place outside itself.
    """
    root = Path(path)
    limits = limits or Limits()
    status = source_status(root)
    if stat.S_ISDIR(status.st_mode):
        yield from _folder(root, limits)
        return
    if not stat.S_ISREG(status.st_mode):
        raise SourceError(f"{root}: is neither a file nor a folder; give a regular file, a folder or an archive")
    companions = {s: c for s in SIDE_SUFFIXES if (c := _companion(root, root.name, s)) is not None}
    source = _on_disk(_Entry(root, root.name, status), companions)
    try:
        with root.open("rb"):
            pass
    except OSError as error:
        raise SourceError(f"{root}: cannot be read ({_reason(error)}); check its permissions") from error
    try:
        yield from expand(source, limits)
    except OSError as error:
        raise SourceError(f"{root}: cannot be read ({_reason(error)}); look at the file and its disk") from error


def source_status(path: Path) -> os.stat_result:
    """What the file system says of a path that somebody named.

    Raises:
        SourceError: there is nothing, or it may not be looked at.
    """
    try:
        return path.stat()
    except FileNotFoundError:
        raise SourceError(f"{path}: there is no such file or folder; check the path") from None
    except (OSError, ValueError) as error:
        raise SourceError(f"{path}: cannot be read ({_reason(error)}); check the path and its permissions") from error


def _folder(root: Path, limits: Limits) -> Iterator[SourceFile]:
    """The files of a folder; a bad archive in it is told about and does not end the walk."""
    try:
        os.scandir(root).close()
    except OSError as error:
        raise SourceError(f"{root}: cannot be read ({_reason(error)}); check its permissions") from error
    plain: dict[str, _Entry] = {}
    told: list[SourceFile] = []
    _collect(root, root, plain, told)
    for name in pages_of_programs([*plain, *(source.name for source in told)]) & set(plain):
        del plain[name]
        told.append(machinery(name, "a page of a program, about itself"))
    sources = list(told)
    for name, entry in plain.items():
        owner = next((name.removesuffix(s) for s in SIDE_SUFFIXES if name.endswith(s)), None)
        if owner in plain and _looks_like_database(plain[owner].path):
            continue  # read together with its database
        sources.append(_on_disk(entry, _companions(name, plain)))
    for source in sorted(sources, key=lambda source: source.name):
        if source.refusal or source.machinery:
            yield source
            continue
        try:
            yield from expand(source, limits, skip_bad_names=True)
        except UnsafeArchiveError as error:
            yield refused(source.name, f"an unsafe archive, not opened: {error}", modified_at=source.modified_at)
        except (SourceError, OSError) as error:
            yield refused(source.name, _reason(error), size=source.size, modified_at=source.modified_at)


def _collect(root: Path, folder: Path, plain: dict[str, _Entry], told: list[SourceFile]) -> None:
    """Sort what lies under a folder into files to read and things only to tell about; without recursion."""
    waiting = [folder]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            told.append(refused(_relative(folder, root), f"a folder that cannot be read ({_reason(error)})"))
            continue
        for entry in entries:
            if len(plain) >= _MOST_FILES:
                raise SourceError(f"{root}: holds more than {_MOST_FILES:,} files; import its parts one by one")
            name = _relative(Path(entry.path), root)
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError as error:
                told.append(refused(name, f"cannot be read ({_reason(error)})"))
                continue
            if stat.S_ISDIR(status.st_mode):
                what = _machine_folder(entry)
                if what:
                    told.append(machinery(name, what, weight=_count_files(entry.path)))
                else:
                    waiting.append(Path(entry.path))
            elif stat.S_ISLNK(status.st_mode):
                told.append(refused(name, _link_reason(Path(entry.path), root)))
            elif not stat.S_ISREG(status.st_mode):
                told.append(refused(name, "a socket, pipe or device, not a file"))
            elif what := machine_file(name):
                told.append(machinery(name, what))
            else:
                plain[name] = _Entry(Path(entry.path), name, status)


def _machine_folder(entry: os.DirEntry[str]) -> str:
    if entry.name in MACHINE_FOLDERS:
        return MACHINE_FOLDERS[entry.name]
    # Not `Path.is_file`, which raises for a folder that may not be looked into.
    return "a Python environment" if os.path.isfile(os.path.join(entry.path, "pyvenv.cfg")) else ""  # noqa: PTH113, PTH118


def _count_files(folder: str) -> int:
    """How many files a machinery folder holds, at least 1 so that it shows in the report."""
    return max(1, sum(len(files) for _, _, files in os.walk(folder, onerror=None, followlinks=False)))


def _link_reason(link: Path, root: Path) -> str:
    try:
        target = link.resolve()
        inside = target.is_relative_to(root.resolve()) and target.exists()
    except (OSError, RuntimeError):
        return "a link that leads in a circle; not followed"
    if inside:
        return f"a link to {_relative(target, root.resolve())}, which is read at its own place"
    return "a link that leads out of the folder or nowhere; not followed: import its target by itself if it is wanted"


def _relative(path: Path, root: Path) -> str:
    """A name for messages and ids; undecodable bytes of the file system become replacement characters."""
    name = path.relative_to(root).as_posix() if path != root else path.name
    return os.fsencode(name).decode("utf-8", "replace")


def _on_disk(entry: _Entry, companions: dict[str, SourceFile]) -> SourceFile:
    return SourceFile(
        name=os.fsencode(entry.name).decode("utf-8", "replace"),
        size=entry.status.st_size,
        opener=FileOpener(entry.path, entry.status),
        modified_at=entry.status.st_mtime,
        companions=companions,
    )


def _companions(name: str, plain: dict[str, _Entry]) -> dict[str, SourceFile]:
    return {s: _on_disk(plain[name + s], {}) for s in SIDE_SUFFIXES if name + s in plain}


def _companion(path: Path, name: str, suffix: str) -> SourceFile | None:
    side = path.with_name(path.name + suffix)
    try:
        status = side.lstat()
    except OSError:
        return None
    return _on_disk(_Entry(side, name + suffix, status), {}) if stat.S_ISREG(status.st_mode) else None


def _looks_like_database(path: Path) -> bool:
    """True for SQLite's header, and for the empty file that a database is before its -wal is merged."""
    try:
        with path.open("rb") as stream:
            head = stream.read(16)
    except OSError:
        return False
    return head in {b"", b"SQLite format 3\x00"}


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__
