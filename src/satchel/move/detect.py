"""What sort of source something is: which adapters could read it, how surely, and why. Nothing is guessed silently.

An adapter that knows one tool stands in `ADAPTERS` before the generic one and answers with a higher confidence; a
reader for a further tool is one more entry.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satchel.formats.tabular.walk import walk
from satchel.text.decode import decode
from satchel_protocol.errors import SourceError

GENERIC = "generic"
_HEAD = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """One adapter that could read a source."""

    adapter: str
    """`satchel-stream`, `satchel-records`, `pasted`, `generic`, later the names of tools."""
    version: str = ""
    """The layout's version or name, where the adapter knows several."""
    confidence: float
    """0 to 1."""
    evidence: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "adapter": self.adapter,
            "version": self.version,
            "confidence": round(self.confidence, 2),
            "evidence": list(self.evidence),
        }


Adapter = Callable[[Path], Detection | None]


def detect(path: str | os.PathLike[str]) -> list[Detection]:
    """Every adapter that could read a source, the surest first; the generic one is always among them.

    Raises:
        SourceError: there is nothing at the path, or it may not be read.
    """
    place = Path(path)
    if not place.exists():
        raise SourceError(f"{place}: there is no such file or folder; check the path")
    found = [detection for adapter in ADAPTERS if (detection := adapter(place)) is not None]
    return sorted(found, key=lambda detection: -detection.confidence)


def _stream(path: Path) -> Detection | None:
    """A Satchel stream: its first line is the header; compressed or encrypted ones by their first bytes."""
    head = _head(path)
    if head is None:
        return None
    if head.startswith((b"age-encryption.org/", b"-----BEGIN AGE ENCRYPTED FILE")):
        return Detection(adapter="satchel-stream", confidence=0.8, evidence=("an age-encrypted file",))
    if head.startswith(b"\x28\xb5\x2f\xfd") and ".satchel" in path.name:
        return Detection(adapter="satchel-stream", confidence=0.9, evidence=("zstd, and named as a stream",))
    first = head.split(b"\n", 1)[0]
    if first.lstrip(b"\xef\xbb\xbf ").startswith(b'{"satchel"') and b'"content"' not in first:
        return Detection(adapter="satchel-stream", confidence=0.99, evidence=("its first line is a stream's header",))
    return None


def _records(path: Path) -> Detection | None:
    """JSON Lines of the nine fields."""
    head = _head(path)
    if head is None:
        return None
    lines = [line for line in head.split(b"\n")[:20] if line.strip()]
    floor = (b'"content"', b'"scope"', b'"type"', b'"id"')
    good = sum(line.lstrip().startswith(b"{") and all(name in line for name in floor) for line in lines)
    if lines and good >= max(1, len(lines) - 1):
        return Detection(
            adapter="satchel-records",
            confidence=0.95,
            evidence=(f"{good} of its first {len(lines)} lines carry id, type, content and scope",),
        )
    return None


def _pasted(path: Path) -> Detection | None:
    """A list copied from a settings page: most lines begin with a date in brackets or a list mark."""
    head = _head(path)
    if head is None or (b"\x00" in head[:1024] and not head.startswith((b"\xff\xfe", b"\xfe\xff"))):
        return None
    from satchel.text.clean import split_date_prefix, strip_list_mark

    lines = [line.strip() for line in decode(head).text.splitlines()[:200] if line.strip()]
    if not lines or (lines[0][:1] in "{[<" and not split_date_prefix(lines[0])[0]):
        return None
    dated = sum(split_date_prefix(strip_list_mark(line))[0] is not None for line in lines)
    if dated >= 0.4 * len(lines):
        return Detection(
            adapter="pasted", confidence=0.7, evidence=(f"{dated} of {len(lines)} lines begin with a date",)
        )
    return None


def _generic(path: Path) -> Detection | None:
    files = sum(1 for _ in zip(walk(path), range(1000), strict=False))
    return Detection(adapter=GENERIC, confidence=0.5, evidence=(f"{files} files, read by what their columns hold",))


ADAPTERS: tuple[Adapter, ...] = (_stream, _records, _pasted, _generic)
"""In the order in which they are asked."""


def _head(path: Path) -> bytes | None:
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError as error:
        raise SourceError(f"{path}: cannot be read ({error.strerror or error}); check its permissions") from error
