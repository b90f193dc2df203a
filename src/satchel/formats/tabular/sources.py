"""One file to be read, wherever it lies: on disk, inside an archive, or unpacked into a private scratch folder."""

from __future__ import annotations

import errno
import io
import lzma
import os
import shutil
import struct
import tempfile
import weakref
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

import zstandard

from satchel.stores.staging import staging_folder, staging_prefix
from satchel_protocol.errors import EnvironmentProblem

Watcher = Callable[[str, int], None]
"""Called with a source's name and the furthest byte that was read of it."""

_BROKEN_INPUT = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    lzma.LZMAError,
    zstandard.ZstdError,
    EOFError,
    NotImplementedError,  # a ZIP compression method that this Python lacks
    RuntimeError,  # zipfile's word for a password, and for a closed archive
    ValueError,
)


class BrokenInputError(OSError):
    """The bytes of a source stop being readable; private to the readers, which turn it into a bad row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One file of what is imported. Content is read only through `open` and `copy_to`; the original is never written."""

    name: str
    """Relative to what was imported, with `/`; members of an archive as `old.zip!notes/a.json`."""
    size: int
    """Bytes, uncompressed."""
    opener: Callable[[], IO[bytes]] = field(repr=False)
    """Opens the content anew, from its first byte."""
    modified_at: float | None = None
    """Epoch seconds, where the file system or archive has it."""
    companions: Mapping[str, SourceFile] = field(default_factory=dict, repr=False)
    """The side files of an SQLite database, by suffix: `-wal`, `-shm`, `-journal`."""
    refusal: str = ""
    """Why this is not opened at all, in a sentence; empty for a file to be read."""
    machinery: str = ""
    """What kind of machinery this is (a version control folder …), not opened; empty for a file to be read."""
    weight: int = 1
    """How many files this stands for; more than 1 only for machinery."""
    watcher: Watcher | None = field(default=None, repr=False)

    def open(self) -> IO[bytes]:
        """Open for reading from the start; every fault while reading is an OSError.

        Raises:
            OSError: the file has gone, or may not be read.
        """
        try:
            raw = self.opener()
        except _BROKEN_INPUT as error:
            raise BrokenInputError(str(error) or type(error).__name__) from error
        return io.BufferedReader(_Checked(raw, self.name, self.size, self.watcher), buffer_size=1 << 16)

    def head(self, size: int) -> bytes:
        """The first `size` bytes, fewer when the file is shorter."""
        with self.open() as stream:
            return stream.read(size)

    def tail(self, size: int) -> bytes:
        """The last `size` bytes; empty where the content cannot be read from its end."""
        try:
            with self.opener() as raw:
                raw.seek(max(0, self.size - size))
                return raw.read(size)
        except (OSError, *_BROKEN_INPUT):
            return b""

    def copy_to(self, target: Path) -> None:
        """Write the content to a new file.

        Raises:
            OSError: the content cannot be read.
            EnvironmentProblem: the disk with the new file is full.
        """
        with room_in(target.parent), self.open() as stream, target.open("xb") as out:
            shutil.copyfileobj(stream, out, 1 << 20)

    def watched(self, watcher: Watcher | None) -> SourceFile:
        """The same file, telling `watcher` how far it has been read."""
        return replace(self, watcher=watcher)

    @contextmanager
    def local_copy(self, *, companions: bool = False) -> Iterator[Path]:
        """A private copy on disk for the time of the context, with its side files when asked."""
        with staging_folder() as folder:
            target = Path(folder) / "copy"
            self.copy_to(target)
            if companions:
                for suffix, companion in self.companions.items():
                    companion.copy_to(target.with_name(target.name + suffix))
            yield target


@contextmanager
def room_in(folder: Path) -> Iterator[None]:
    """A full disk is not the fault of the file that was being unpacked: it ends the work, and is said as what it is.

    Raises:
        EnvironmentProblem: there is no room in the folder.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            raise
        raise EnvironmentProblem(
            f"{folder}: no room to unpack files in ({error.strerror}); make room there, or name another place in TMPDIR"
        ) from error


class Scratch:
    """A private temporary folder that goes away with the last source that reads from it."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=staging_prefix()))
        self._count = 0
        self._finalizer = weakref.finalize(self, shutil.rmtree, os.fspath(self.folder), True)

    def new_path(self) -> Path:
        """A path for a new file. Names from archives never reach the disk."""
        self._count += 1
        return self.folder / f"{self._count:06d}"

    def opener(self, path: Path) -> Callable[[], IO[bytes]]:
        """Opens one of the files, and keeps the folder alive as long as it may be called."""

        def open_() -> IO[bytes]:
            assert self._finalizer.alive
            return path.open("rb")

        return open_


class _Checked(io.RawIOBase):
    """Reads from another stream to the size it had; makes every fault an OSError and tells how far reading has come."""

    def __init__(self, raw: IO[bytes], name: str, size: int, watcher: Watcher | None) -> None:
        self._raw, self._name, self._size, self._watcher = raw, name, size, watcher
        self._position = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._raw.read(min(len(buffer), self._size - self._position))
        except _BROKEN_INPUT as error:
            raise BrokenInputError(str(error) or type(error).__name__) from error
        buffer[: len(data)] = data
        self._position += len(data)
        if self._watcher is not None:
            self._watcher(self._name, self._position)
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._raw.close()
        super().close()


def refused(name: str, reason: str, *, size: int = 0, modified_at: float | None = None) -> SourceFile:
    """A source that is only told about, never opened."""
    return SourceFile(name=name, size=size, opener=_nothing, refusal=reason, modified_at=modified_at)


def machinery(name: str, what: str, *, weight: int = 1) -> SourceFile:
    """Files that are part of some tool's inner working, counted and not read."""
    return SourceFile(name=name, size=0, opener=_nothing, machinery=what, weight=weight)


def _nothing() -> IO[bytes]:
    return io.BytesIO()
