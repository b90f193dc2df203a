"""Stream files on disk: `.satchel`, plain or zstd-compressed, encrypted or not, recognised by content and written all or
nothing."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, cast

from satchel.access import sealing
from satchel.stores.folders import make_folder, sync_folder
from satchel.stores.heads import check_replaceable
from satchel.stores.obstacles import of_system
from satchel_protocol.errors import (
    SourceError,
    StoreBusyError,
    StreamTruncatedError,
    UnsafeArchiveError,
)
from satchel_protocol.stream import MAX_LINE_BYTES, looks_like_stream

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
ZSTD_LEVEL = 3
"""Three quarters of the best ratio at a hundred times its speed on JSON Lines."""
_RATIO = 200
"""Most bytes that one compressed byte may become, as in other archives; a stream of equal memories reaches a third."""
_RATIO_FROM_BYTES = 64 << 20
_BINARY = getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opener:
    """What encrypted streams are opened with."""

    identities: Sequence[str] = field(default=(), repr=False)
    """Secret keys of age."""
    passphrase: str | None = field(default=None, repr=False)


NO_KEYS = Opener()


@contextmanager
def open_stream(path: Path, opener: Opener = NO_KEYS) -> Iterator[BinaryIO]:
    """Open a stream file for reading, decrypted and decompressed.

    Raises:
        SourceError: it is not there or cannot be read.
        StreamLockedError: it is encrypted, and nothing at hand opens it.
        StreamTruncatedError: its compressed or encrypted data ends early or is damaged.
        UnsafeArchiveError: it unpacks to far more than a stream does.
    """
    try:
        raw = path.open("rb")
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from error
    with ExitStack() as opened:
        plain = cast(BinaryIO, opened.enter_context(raw))
        if _begins_with(plain, sealing.MAGIC):
            # Without a name: what was decrypted is gone from the disk's folders when this process is.
            inner = cast(BinaryIO, opened.enter_context(tempfile.TemporaryFile()))
            sealing.unseal(plain, inner, identities=opener.identities, passphrase=opener.passphrase, name=path.name)
            inner.seek(0)
            plain = inner
        if _begins_with(plain, ZSTD_MAGIC):
            plain = opened.enter_context(_decompressed(plain, path.name))
        yield plain


def _begins_with(source: BinaryIO, magic: bytes) -> bool:
    found = source.read(len(magic)) == magic
    source.seek(0)
    return found


@contextmanager
def _decompressed(raw: BinaryIO, name: str) -> Iterator[BinaryIO]:
    """A seekable plain copy in a temporary file: a stream is verified to its end before it is applied."""
    import zstandard

    with tempfile.TemporaryFile() as plain:
        packed = os.fstat(raw.fileno()).st_size
        size = 0
        try:
            for chunk in zstandard.ZstdDecompressor().read_to_iter(raw):
                size += len(chunk)
                if size > _RATIO_FROM_BYTES and size > _RATIO * packed:
                    raise UnsafeArchiveError(
                        f"{name}: unpacks to more than {_RATIO} times its size, as a bomb does;"
                        " if you trust it, unpack it yourself (zstd -d) and import the result"
                    )
                plain.write(chunk)
        except zstandard.ZstdError as error:
            raise StreamTruncatedError(f"{name}: its compressed data is damaged: {error}") from error
        plain.seek(0)
        yield plain


@contextmanager
def write_stream_file(
    path: Path, *, compress: bool | None = None, recipients: Sequence[str] = ()
) -> Iterator[BinaryIO]:
    """Write a stream file: it appears complete and durable under its name, or not at all.

    What a killed writer left beside it is written over by the next one.

    Args:
        path: Where; a folder that is missing is made.
        compress: Zstd; None decides by the name's ending `.zst`, before `.age` if that is the last.
        recipients: Public keys of age that can open it; none leaves it plain.

    Raises:
        StoreFullError, StoreReadOnlyError, StoreError: it could not be written; nothing was left behind.
        StoreBusyError: another process is writing it.
        UsageError: a store or a file of keys is there.
    """
    check_replaceable(path)
    compress = Path(path.name.removesuffix(".age")).suffix == ".zst" if compress is None else compress
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        make_folder(path.parent)
        with _appearing(path) as raw, ExitStack() as wrapped:
            out = raw
            if recipients:
                out = wrapped.enter_context(sealing.sealed(out, recipients))
            if compress:
                import zstandard

                packer = zstandard.ZstdCompressor(level=ZSTD_LEVEL, write_checksum=True)
                out = cast(BinaryIO, wrapped.enter_context(packer.stream_writer(out, closefd=False)))
            yield out
        sync_folder(path.parent)
    except OSError as error:
        raise of_system(error, path) from error


def check_place(path: Path) -> None:
    """Refuse a place where `write_stream_file` could not write, before the work whose result goes there.

    Raises:
        StoreReadOnlyError, StoreFullError, StoreUrlError, StoreError, UsageError: as `write_stream_file`.
    """
    check_replaceable(path)
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        folder = next(parent for parent in path.absolute().parents if parent.exists())
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise of_system(error, path) from error


@contextmanager
def _appearing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes its name when all of it is on the disk, and vanishes when something fails."""
    if path.exists() and not path.is_file():
        # A pipe or a device has its name for good: `-o /dev/null` must not put a file in its place.
        with path.open("wb") as out:
            yield out
        return
    temporary = path.with_name(f".{path.name}.part")
    raw = _opened_alone(temporary)
    try:
        yield raw
        raw.flush()
        os.fsync(raw.fileno())
    except BaseException:
        _close_and(raw, lambda: temporary.unlink(missing_ok=True))
        raise
    _close_and(raw, lambda: temporary.replace(path))


def _opened_alone(temporary: Path) -> BinaryIO:
    """Open a file, empty, under a lock that ends with the process: what a killed one left is written over."""
    while True:
        raw = os.fdopen(os.open(temporary, os.O_RDWR | os.O_CREAT | _BINARY, 0o600), "r+b")
        try:
            if fcntl is not None:
                fcntl.flock(raw, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if temporary.exists() and os.path.samestat(os.fstat(raw.fileno()), temporary.stat()):
                raw.truncate()
                return raw
        except BlockingIOError as error:
            raw.close()
            raise StoreBusyError(f"{temporary}: another process is writing this file; try again") from error
        except BaseException:
            raw.close()
            raise
        raw.close()  # another process finished it in between, and it has its name by now


def _close_and(raw: BinaryIO, finish: Callable[[], object]) -> None:
    """Rename or remove a file while it is still locked; on Windows, where no open file can be, behind."""
    try:
        if os.name == "posix":
            finish()
    finally:
        raw.close()
    if os.name != "posix":
        finish()


def is_encrypted(path: Path) -> bool:
    """Whether a file is encrypted with age."""
    try:
        with path.open("rb") as raw:
            return _begins_with(raw, sealing.MAGIC)
    except OSError:
        return False


def is_stream_file(path: Path) -> bool:
    """Whether a file is a Satchel stream, by its first line, compressed or not; an encrypted one counts as one."""
    try:
        with path.open("rb") as raw:
            if _begins_with(raw, sealing.MAGIC):
                return True
            if _begins_with(raw, ZSTD_MAGIC):
                import zstandard

                with zstandard.ZstdDecompressor().stream_reader(raw) as plain:
                    return looks_like_stream(plain.read(65536).partition(b"\n")[0])
            return _begins_with(raw, b"{") and looks_like_stream(raw.readline(min(MAX_LINE_BYTES, 1 << 20)))
    except (OSError, ValueError):
        return False
    except Exception as error:  # zstandard's own error type, without importing it for plain files
        if type(error).__module__.startswith("zstandard"):
            return False
        raise
