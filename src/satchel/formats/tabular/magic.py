"""What a file is by its first bytes; names are not trusted.

Source: the signatures are those of the formats' own documents; FAISS' four letters from its `index_write.cpp`.
"""

from __future__ import annotations

import pickletools

HEAD_BYTES = 1 << 16
"""How much of a file is looked at."""

_PACKINGS = (
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\x1f\x8b\x08", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
)

_CONVERT = "; save it as text, CSV or JSON and import that"
_NO_TEXT = "; it holds no memory that could be read as text"

_OPAQUE = (
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; unpack it and import the folder"),
    (b"Rar!\x1a\x07", "a RAR archive; unpack it and import the folder"),
    (b"PAR1", "an Apache Parquet file; convert it to CSV or JSON Lines and import that"),
    (b"ARROW1", "an Apache Arrow file; convert it to CSV or JSON Lines and import that"),
    (b"ORC", "an Apache ORC file; convert it to CSV or JSON Lines and import that"),
    (b"Obj\x01", "an Apache Avro file; convert it to JSON Lines and import that"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file" + _NO_TEXT),
    (b"%PDF-", "a PDF document" + _CONVERT),
    (b"{\\rtf", "a Rich Text document" + _CONVERT),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Microsoft Office document" + _CONVERT),
    (b"\x89PNG\r\n\x1a\n", "a PNG image" + _NO_TEXT),
    (b"\xff\xd8\xff", "a JPEG image" + _NO_TEXT),
    (b"GIF87a", "a GIF image" + _NO_TEXT),
    (b"GIF89a", "a GIF image" + _NO_TEXT),
    (b"II*\x00", "a TIFF image" + _NO_TEXT),
    (b"MM\x00*", "a TIFF image" + _NO_TEXT),
    (b"\x00\x00\x01\x00", "an icon" + _NO_TEXT),
    (b"OggS", "an Ogg sound or video file" + _NO_TEXT),
    (b"ID3", "an MP3 sound file" + _NO_TEXT),
    (b"fLaC", "a FLAC sound file" + _NO_TEXT),
    (b"\x1aE\xdf\xa3", "a Matroska or WebM video" + _NO_TEXT),
    (b"\x7fELF", "a program" + _NO_TEXT),
    (b"MZ\x90\x00", "a Windows program" + _NO_TEXT),
    (b"\xca\xfe\xba\xbe", "a program" + _NO_TEXT),
    (b"\x00asm", "a WebAssembly program" + _NO_TEXT),
    (b"GGUF", "the weights of a language model" + _NO_TEXT),
    (b"bplist00", "an Apple binary property list" + _CONVERT),
    (b"age-encryption.org/v1", "an age-encrypted file; decrypt it and import the result"),
    (b"-----BEGIN PGP MESSAGE", "a PGP-encrypted file; decrypt it and import the result"),
    (b"Salted__", "an OpenSSL-encrypted file; decrypt it and import the result"),
    (b"version https://git-lfs", "a Git LFS pointer, not the file itself; fetch the file with `git lfs pull`"),
)

_AT_OFFSET = (
    (8, b"DUCK", "a DuckDB database; export its tables to CSV or Parquet's text form and import that"),
    (4, b"ftyp", "a video or HEIC image" + _NO_TEXT),
    (8, b"WEBP", "a WebP image" + _NO_TEXT),
    (8, b"WAVE", "a WAVE sound file" + _NO_TEXT),
    (4, b"Standard Jet DB", "a Microsoft Access database; export its tables to CSV and import that"),
    (4, b"Standard ACE DB", "a Microsoft Access database; export its tables to CSV and import that"),
    (16, b"\xde\xc0\xef\xbe", "an LMDB database; export it with its own tool"),
)

_ZIP_DOCUMENTS = (
    ("word/document.xml", "a Word document" + _CONVERT),
    ("xl/workbook.xml", "an Excel workbook; save each sheet as CSV and import that"),
    ("ppt/presentation.xml", "a PowerPoint document" + _CONVERT),
    ("META-INF/container.xml", "an e-book" + _CONVERT),
    ("META-INF/MANIFEST.MF", "a Java archive" + _NO_TEXT),
    ("AndroidManifest.xml", "an Android program" + _NO_TEXT),
)


def packing(head: bytes) -> str:
    """`zip`, `tar`, `gzip`, `bzip2`, `xz`, `zstd`, or empty when these bytes start no archive."""
    for signature, name in _PACKINGS:
        if head.startswith(signature):
            return name
    return "tar" if _is_tar(head) else ""


def is_sqlite(head: bytes) -> bool:
    """True for an SQLite 3 database that is not encrypted."""
    return head.startswith(b"SQLite format 3\x00")


def zip_document(names: list[str]) -> str:
    """What a ZIP file really is, when its members show that it is one document and no archive; else empty."""
    members = set(names)
    for member, what in _ZIP_DOCUMENTS:
        if member in members:
            return what
    if "mimetype" in members and "content.xml" in members:
        return "an OpenDocument file" + _CONVERT
    if any(name.endswith("data.pkl") for name in names):
        return PICKLE
    return ""


def is_npz(names: list[str]) -> bool:
    """True for NumPy's archive of arrays."""
    return bool(names) and all(name.endswith(".npy") for name in names)


PICKLE = (
    "a Python pickle, which can run code when it is loaded, so it is never opened; "
    "look beside it for the text it was made from, or export it as JSON with the tool that wrote it"
)


def opaque(head: bytes, tail: bytes, size: int) -> str:
    """A sentence on what a binary file is and what to do instead; empty when it is none of the known kinds.

    Args:
        head: The first bytes, at most `HEAD_BYTES`.
        tail: The last few bytes.
        size: Of the whole file.
    """
    for signature, what in _OPAQUE:
        if head.startswith(signature):
            return what
    for offset, signature, what in _AT_OFFSET:
        if head[offset : offset + len(signature)] == signature:
            return what
    if tail.endswith(b"LANC"):
        return "a Lance data file; export the table to JSON Lines or CSV with LanceDB and import that"
    if is_pickle(head, whole=size <= len(head), tail=tail):
        return PICKLE
    return ""


def is_pickle(head: bytes, *, whole: bool, tail: bytes) -> bool:
    """True for a pickle of any protocol; its operations are listed, never run."""
    if not head:
        return False
    if head[0] == 0x80 and len(head) > 1 and 2 <= head[1] <= 5:
        return not whole or tail.endswith(b".") or b"." in head[2:]
    if head[:1] not in b"(]}lcdNIFSVLK" or (whole and not tail.endswith(b".")):
        return False
    stored = steps = 0
    try:
        for operation, _, position in pickletools.genops(head):
            steps += 1
            stored += operation.name in {"PUT", "BINPUT", "LONG_BINPUT", "GLOBAL", "APPEND", "SETITEM"}
            if operation.name == "STOP":
                return whole and stored > 0 and position == (len(head) - 1 if position is not None else None)
    except (ValueError, IndexError, OverflowError, UnicodeError):
        # Cut in the middle of an operation: a long file is looked at by its head alone.
        return not whole and steps > 20 and stored > 5
    return False


def _is_tar(head: bytes) -> bool:
    """POSIX and GNU tar by their word, the oldest kind by its checksum."""
    if head[257:262] == b"ustar":
        return True
    block = head[:512]
    if len(block) < 512 or not block[0]:
        return False
    try:
        claimed = int(block[148:156].strip(b"\x00 ") or b"-", 8)
    except ValueError:
        return False
    return claimed == sum(block[:148]) + 8 * 32 + sum(block[156:])
