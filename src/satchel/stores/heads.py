"""What files of ours look like from their first bytes, whatever they are called."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO, Final

from satchel_protocol.errors import UsageError

HEAD_BYTES: Final = 2048
"""How much of a file is looked at."""
_PACKED_BYTES: Final = 256 * 1024
"""The same of a compressed one: nothing comes out of less than a block."""
_SQLITE: Final = b"SQLite format 3\0"
_OURS: Final = b"Satc"
"""The application id in a SQLite file's header, at byte 68."""
_LOG: Final = b'{"satchel_log"'
_STREAM: Final = b'{"satchel"'
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_AGE: Final = (b"age-encryption.org/", b"-----BEGIN AGE ENCRYPTED FILE-----")
_KEYS: Final = re.compile(rb'\s*\{\s*"satchel_keys"')
_PAGE: Final = b'<meta name="generator" content="Satchel">'


def head_of(file: BinaryIO) -> bytes:
    """The first bytes of a file."""
    head = file.read(HEAD_BYTES)
    return head + file.read(_PACKED_BYTES) if head.startswith(_ZSTD) else head


def is_store(head: bytes) -> bool:
    """Whether a file that begins so is a store of ours."""
    return head.startswith(_LOG) or (head.startswith(_SQLITE) and head[68:72] == _OURS)


def check_replaceable(path: Path) -> None:
    """Refuse to put a file that somebody asked for in the place of what cannot be made again.

    Raises:
        UsageError: a store or a file of keys is there.
    """
    try:
        if not path.is_file():
            return
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        return  # told when it is written
    what = "a store" if is_store(head) else "a file of keys" if _KEYS.match(head) else ""
    if what:
        raise UsageError(f"{path} is {what}, which would be lost; name another file")


def is_stream(head: bytes) -> bool:
    """Whether a file that begins so is a stream, or may be one, as of an encrypted one nobody can tell."""
    if head.startswith(_ZSTD):
        head = _unpacked(head)
    return head.startswith((_STREAM, *_AGE))


def is_page(head: bytes) -> bool:
    """Whether a file that begins so is a report that we wrote as a page."""
    return _PAGE in head


def _unpacked(head: bytes) -> bytes:
    import zstandard

    try:
        return zstandard.ZstdDecompressor().decompressobj().decompress(head)[:HEAD_BYTES]
    except zstandard.ZstdError:
        return b""
