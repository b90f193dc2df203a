"""One spelling of digits, letters and separators, character for character, so that places in a text stay what they are."""

from __future__ import annotations

import re
import unicodedata
from typing import Final


class _Widths(dict[int, str]):
    """Table for `str.translate`, filled as characters are met; every character becomes exactly one."""

    def __missing__(self, code: int) -> str:
        self[code] = plain = _plain(chr(code))
        return plain


def _plain(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category == "Zs":
        return " "
    if category == "Pd" or char == "−":
        return "-"
    folded = unicodedata.normalize("NFKC", char)
    return folded if len(folded) == 1 else char


_TABLE: Final = _Widths()
_SMALL: Final = {ord("İ"): "i", ord("ı"): "i", ord("ſ"): "s"}
"""Letters that `re.IGNORECASE` takes for ASCII ones, and `str.lower` does not; the Kelvin sign both do."""
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


def plain_widths(text: str) -> str:
    """The text with full-width and other digits, letters, blanks and dashes as ASCII has them; of the same length."""
    return text if text.isascii() else text.translate(_TABLE)


def small_letters(text: str) -> str:
    """The text as a pattern of small ASCII letters must see it to match what it would match without regard to case."""
    return text.lower() if text.isascii() else text.translate(_SMALL).lower()


def has_invisible(text: str) -> bool:
    """Whether characters of no width could be hiding between others."""
    return not text.isascii() and _INVISIBLE.search(text) is not None


def without_invisible(text: str) -> tuple[str, list[int]]:
    """The text without characters of no width, and for each character left its place in the original."""
    places = [place for place, char in enumerate(text) if not _INVISIBLE.match(char)]
    return "".join(text[place] for place in places), places
