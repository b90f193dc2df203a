"""One memory as the finders see it: what is sensitive in it is looked for once, and nothing of that is ever quoted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property
from hashlib import blake2b
from typing import Final, Protocol, TypeVar

from satchel.access.classes import Finding as Sensitive
from satchel.access.detectors import find
from satchel.access.masking import GUARDED, MASK
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Record

_BEFORE: Final = 24
_BEHIND: Final = 56
"""Characters of context in an excerpt."""
_LONGEST: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What a judgement depends on beside the memory."""

    now: datetime
    """Aware, UTC."""
    zone: tzinfo
    """By whose days "yesterday" is meant."""


_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


class Apply(Protocol):
    """`map`, or one that shares the jobs among processes; the function is a module's own, and jobs and results can be pickled."""

    def __call__(self, function: Callable[[_Job], _Result], jobs: Iterable[_Job], /) -> Iterable[_Result]: ...


class Subject:
    """A record under examination."""

    def __init__(self, record: Record) -> None:
        self.record = record

    @property
    def text(self) -> str:
        return self.record.content

    @property
    def is_evidence(self) -> bool:
        """Whether it is a turn of a conversation that is kept for looking back: it may lean on what was said before."""
        return self.record.state == "archived" and self.record.type == "interaction"

    @property
    def is_live(self) -> bool:
        """Whether recall would bring it up."""
        return self.record.state is None

    @cached_property
    def key(self) -> bytes:
        """What two copies of one memory share: scope, key and normal form, as 16 bytes."""
        text = "\x1f".join((self.record.scope, self.record.key or "", normalise_text(self.text)))
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()

    @cached_property
    def sensitive(self) -> list[Sensitive]:
        """Everything sensitive in the text."""
        return find(self.text)

    def quoted(self, start: int, end: int) -> str:
        """A stretch of the text on one line, masked and not too long."""
        pieces, place = [], start
        for finding in self.sensitive:
            if finding.kind not in GUARDED or finding.end <= place or finding.start >= end:
                continue
            pieces += [self.text[place : max(place, finding.start)], MASK]
            place = finding.end
        line = " ".join("".join([*pieces, self.text[place:end]]).split())
        return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"

    def around(self, start: int, end: int) -> str:
        """The same with some words before and behind."""
        first, last = max(0, start - _BEFORE), min(len(self.text), end + _BEHIND)
        while 0 < first < start and self.text[first - 1].isascii() and self.text[first - 1].isalnum():
            first += 1  # not in the middle of a word
        return ("…" if first else "") + self.quoted(first, last) + ("…" if last < len(self.text) else "")

    def opening(self) -> str:
        """How the text begins."""
        return self.quoted(0, min(len(self.text), 2 * _LONGEST))
