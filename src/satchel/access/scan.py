"""A text prepared for the detectors: its words, and the stretches around what gives a detector reason to look.

Rules are dear and nearly every text holds nothing. So each detector is asked only about the surroundings of an anchor:
a word such as "password", a long run of digits, a character of an illness.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from satchel.access.widths import plain_widths

Span = tuple[int, int]

SHORT: Final = 400
"""Characters up to which a text is looked at as a whole."""
_WIDE: Final = re.compile(
    "[\u00a0\u00ad\u0130\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u2000-\u2013\u202f\u205f\u2060\u2212\u3000\ufeff\uff0b\uff0d-\uff19\uff20-\uff3a\uff3f\uff41-\uff5a]"
)
"""What a text must hold to be another one for the hints when its widths are made plain."""


def _bytes_to(shown: Callable[[str], str], beyond: str = "\x80") -> bytes:
    """A table for `bytes.translate`, by what each ASCII character is shown as and what a byte beyond is."""
    return bytes(ord(shown(chr(code)) if code < 128 else beyond) for code in range(256))


_LETTERS: Final = _bytes_to(lambda char: char.lower() if char.isalpha() else " ", beyond=" ")
_SHAPE: Final = _bytes_to(lambda char: "0" if char.isdigit() else "A" if char.isupper() else char.lower())
_RUNS: Final = _bytes_to(lambda char: "x" if char.isalnum() or char in "_-./" else " ")
_CLUSTERS: Final = _bytes_to(lambda char: "0" if char.isdigit() or char in " .-()/" else "x")
_LONG: Final = b"x" * 19
_CLUSTER: Final = b"0" * 7


def is_wide(text: str) -> bool:
    """Whether a text has characters of other widths, or of none, that the rules would see as others."""
    return not text.isascii() and _WIDE.search(text) is not None


@dataclass(slots=True)
class Scan:
    """One text."""

    text: str
    """With plain widths, once `plain` was called; of the original's length."""
    han: bool
    """Whether there is anything beyond ASCII in it."""
    lower: str
    words: set[str]
    """Its runs of small Latin letters, capitals made small."""
    shape: bytes
    """Its UTF-8 with every digit as 0, every capital as A, every byte beyond ASCII as 128: to look for `0.0` in that
    takes a tenth of what a pattern takes."""
    _is_plain: bool

    @classmethod
    def of(cls, text: str, *, wide: bool) -> Scan:
        """Prepare a text, which has no characters without width.

        Args:
            text: The text.
            wide: What `is_wide` says of it.
        """
        han = not text.isascii()
        if wide:
            text = plain_widths(text)
        lower = text.lower()
        raw = text.encode("utf-8", "surrogatepass")
        small = lower.encode("utf-8", "surrogatepass") if han else raw
        words = set(small.translate(_LETTERS).decode("ascii").split())
        return cls(text, han, lower, words, raw.translate(_SHAPE), wide or not han)

    # What a text must have before a pattern is tried on it. Each is a little wider than its pattern.

    def has_digit(self) -> bool:
        """Whether there is a digit."""
        return b"0" in self.shape

    def has_run(self) -> bool:
        """Whether there is a run as long as keys are: 19 letters, digits or any of `_-./`."""
        return _LONG in self.shape.translate(_RUNS)

    def has_cluster(self) -> bool:
        """Whether there is a run as long as numbers of seven characters are: digits and what groups them."""
        return _CLUSTER in self.shape.translate(_CLUSTERS)

    def has_broken(self) -> bool:
        """Whether a line may end in the midst of a number, or by the soft break of quoted-printable text."""
        shape = self.shape
        return b"0\n0" in shape or b"0-\n0" in shape or b"0 \n0" in shape or b"0\r\n0" in shape or b"=\n" in shape

    def has_groups(self) -> bool:
        """Whether there are three runs of four digits, as on a card."""
        return self.shape.count(b"0000") >= 3

    def has_country(self) -> bool:
        """Whether there is the beginning of an account number: two capitals and two digits."""
        return b"AA00" in self.shape

    def has_four_parts(self) -> bool:
        """Whether there could be four numbers with dots between them."""
        return self.shape.count(b"0.0") > 1

    def has_decimals(self) -> bool:
        """Whether there is a number with three decimals, or with two behind a word for coordinates, or one of degrees."""
        if b"0.00" in self.shape and any(
            word in self.lower for word in ("坐标", "经纬", "定位", "gps", "coord", "lat", "geo:")
        ):
            return True
        return b"0.000" in self.shape or "°" in self.text or "度" in self.text

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
