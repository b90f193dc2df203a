"""One memory told twice: which copy stays, under which time, and what the others are told."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import TimeEvidence

_MARKS = re.compile(r"(?<!\d)[.,:]|[.,:](?!\d)|[;!?、。…\"'“”‘’()\[\]【】<>*_`~]")
"""What may differ between two copies of one sentence; points and colons inside numbers count."""


@dataclass(slots=True)
class _Copy:
    scope: str
    said: bool
    """Whether the row itself names its scope."""
    quality: int
    ordinal: tuple[int, int]
    """Number of the row, and of the record within it."""
    place: str
    source: str
    earliest: datetime | None
    evidence: TimeEvidence | None


def text_key(text: str) -> bytes:
    """A text's normal form without its marks of list and sentence, as 16 bytes."""
    plain = " ".join(_MARKS.sub(" ", unicodedata.normalize("NFKC", normalise_text(text))).split())
    return blake2b((plain or text).encode("utf-8", "surrogatepass"), digest_size=16).digest()


class Copies:
    """Every text seen so far with its best copy; about 300 bytes a different text."""

    def __init__(self) -> None:
        self._seen: dict[bytes, list[_Copy]] = {}
        self._ids: dict[str, tuple[bytes, int]] = {}
        self._gone: dict[tuple[bytes, str], tuple[datetime | None, str]] = {}

    def offer(
        self,
        key: bytes,
        *,
        scope: str,
        said: bool,
        quality: int,
        ordinal: tuple[int, int],
        place: str,
        at: datetime | None,
        evidence: TimeEvidence | None,
        source: str = "",
    ) -> None:
        """Tell of one copy, in reading order."""
        mine = _Copy(scope, said, quality, ordinal, place, source, at, evidence)
        others = self._seen.setdefault(key, [])
        for other in others:
            if other.scope == scope:
                _join(other, mine)
                return
        others.append(mine)

    def settle(self) -> None:
        """Fold copies that name nobody into the first copy that does."""
        for copies in self._seen.values():
            named = [copy for copy in copies if copy.said]
            if named and len(copies) > len(named):
                for copy in copies:
                    if not copy.said:
                        _join(named[0], copy, scope=named[0].scope)
                copies[:] = named

    def forget(self, key: bytes, *, scope: str, at: datetime | None, source: str) -> None:
        """Tell of a text that its source shows as deleted."""
        self._gone[key, scope] = (at, source)
        self._gone.setdefault((key, ""), (at, source))

    def winner(self, key: bytes, scope: str) -> _Copy | None:
        """The copy that stays; None when the source deleted the text and only other files still have it.

        A copy in the very file that shows the deletion is a living one, and so is one made after it.
        """
        copies = self._seen[key]
        best = next((copy for copy in copies if copy.scope == scope), copies[0])
        gone = self._gone.get((key, best.scope)) or (None if best.said else self._gone.get((key, "")))
        if (
            gone is not None
            and best.source != gone[1]
            and (best.earliest is None or gone[0] is None or best.earliest <= gone[0])
        ):
            return None
        return best

    def lives(self, key: bytes, scope: str) -> bool:
        """Whether a copy of the text stays."""
        return key in self._seen and self.winner(key, scope) is not None

    def claim(self, id: str, key: bytes, ordinal: int) -> bool:
        """Whether an id is free for this text: the first text that claims it has it."""
        owner = self._ids.setdefault(id, (key, ordinal))
        return owner == (key, ordinal)


def _join(kept: _Copy, other: _Copy, *, scope: str | None = None) -> None:
    """The better informed copy stays, of equals the first; the earliest known time is kept."""
    earliest, evidence = kept.earliest, kept.evidence
    if other.earliest is not None and (earliest is None or other.earliest < earliest):
        earliest, evidence = other.earliest, other.evidence
    if other.quality > kept.quality and scope is None:
        kept.said, kept.quality, kept.ordinal, kept.place, kept.source = (
            other.said,
            other.quality,
            other.ordinal,
            other.place,
            other.source,
        )
    kept.earliest, kept.evidence = earliest, evidence
