"""Fold spellings that a searcher does not tell apart: width, accents, digits, traditional and simplified characters.

Case is kept here, because identifiers are split at it; `str.casefold` afterwards is the caller's step.
"""

from __future__ import annotations

import unicodedata

from satchel.text.han_variants import SIMPLIFIED

_MARKS_DROPPED = (
    (0x0300, 0x036F),  # accents of Latin, Greek and Cyrillic
    (0x0591, 0x05C7),  # Hebrew points
    (0x0610, 0x061A),
    (0x064B, 0x065F),  # Arabic vowel signs
    (0x0670, 0x0670),
    (0x06D6, 0x06ED),
    (0xFE00, 0xFE0F),  # variation selectors
)
_SPECIAL = {
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ħ": "h", "Ħ": "H", "ı": "i",
    "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ß": "ss", "ẞ": "SS", "þ": "th", "Þ": "TH", "ς": "σ",
    "й": "й", "Й": "Й",  # a letter of its own, not an accented one
    "ى": "ي", "ة": "ه", "ـ": "",  # Arabic spellings that writers mix, and the stretching mark
    "’": "'", "‘": "'", "ʼ": "'", "‐": "-", "‑": "-", "‒": "-", "–": "-", "−": "-",
}  # fmt: skip


class _Fold(dict[int, str]):
    """Table for `str.translate` that works a character out when it is first met."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_character(chr(code))
        return folded


def _fold_character(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category == "Cf":  # zero-width joiners, soft hyphens, direction marks
        return ""
    compatible = unicodedata.normalize("NFKC", char)
    if compatible != char:
        return compatible.translate(_TABLE)
    apart = unicodedata.normalize("NFD", char)
    kept = "".join(c for c in apart if not _is_dropped(ord(c)))
    # Only a lost accent counts: taking kana and hangul apart would change them.
    return kept if len(kept) < len(apart) else char


def _is_dropped(code: int) -> bool:
    return any(first <= code <= last for first, last in _MARKS_DROPPED)


_TABLE = _Fold(SIMPLIFIED)
_TABLE.update({ord(char): folded for char, folded in _SPECIAL.items()})


def fold(text: str) -> str:
    """NFKC, then accents off, digits of any script to 0-9, traditional characters to simplified; case kept.

    Idempotent. Lone surrogates and control characters pass through.
    """
    if text.isascii():
        return text
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFKC", text)
    # The table knows the compatible form of each character, so that full-width commas alone, which Chinese is full of,
    # cost no normalisation of the whole text.
    folded = text.translate(_TABLE)
    if unicodedata.is_normalized("NFKC", folded):
        return folded
    return unicodedata.normalize("NFKC", folded).translate(_TABLE)
