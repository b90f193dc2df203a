"""A text prepared for the detectors: its words, and the stretches around what gives a detector reason to look.

Rules are dear and nearly every text holds nothing. So each detector is asked only about the surroundings of an anchor:
a word such as "password", a long run of digits, a character of an illness.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from satchel.access.widths import plain_widths

Span = tuple[int, int]

SHORT: Final = 400
"""Characters up to which a text is looked at as a whole."""
_WORD: Final = re.compile("[a-z]+")
_NO_LETTER: Final = {code: " " for code in range(128) if not chr(code).isalpha()}
_WIDE: Final = re.compile(
    "[\u00a0\u00ad\u0130\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u2000-\u2013\u202f\u205f\u2060\u2212\u3000\ufeff\uff0b\uff0d-\uff19\uff20-\uff3a\uff3f\uff41-\uff5a]"
)
"""What a text must hold to be another one for the hints when its widths are made plain."""


@dataclass(slots=True)
class Scan:
    """One text."""

    text: str
    """With plain widths, once `plain` was called; of the original's length."""
    han: bool = False
    """Whether there is anything beyond ASCII in it."""
    lower: str = ""
    words: frozenset[str] | set[str] = frozenset()
    """Its runs of small Latin letters, capitals made small."""
    chars: frozenset[str] | set[str] = frozenset()
    """Its characters, where it is not all ASCII."""
    _is_plain: bool = field(default=False)

    @classmethod
    def of(cls, text: str) -> Scan:
        """Prepare a text, which has no characters without width."""
        if text.isascii():
            lower = text.lower()
            return cls(text, lower=lower, words=set(lower.translate(_NO_LETTER).split()), _is_plain=True)
        wide = _WIDE.search(text) is not None
        if wide:
            text = plain_widths(text)
        lower = text.lower()
        return cls(text, han=True, lower=lower, words=set(_WORD.findall(lower)), chars=set(text), _is_plain=wide)

    def plain(self) -> None:
        """Make the widths of all characters plain, which the rules count on."""
        if not self._is_plain:
            self.text = plain_widths(self.text)
            self._is_plain = True

    def around(self, anchors: Iterable[str], *, back: int = 64, ahead: int = 400) -> Iterator[Span]:
        """Stretches around every place where one of the anchors stands, in order, none touching another.

        Args:
            anchors: In small letters.
            back, ahead: Characters before and behind an anchor's beginning.
        """
        if len(self.lower) <= SHORT:
            yield 0, len(self.lower)
            return
        yield from merged(
            ((place - back, place + ahead) for anchor in anchors for place in _places(self.lower, anchor)),
            len(self.lower),
        )


def _places(text: str, anchor: str) -> Iterator[int]:
    place = text.find(anchor)
    while place >= 0:
        yield place
        place = text.find(anchor, place + len(anchor))


def merged(spans: Iterable[Span], length: int) -> list[Span]:
    """Spans in order, cut to a text's length, those that touch joined."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        start, end = max(0, start), min(length, end)
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
