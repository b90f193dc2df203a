"""Which characters are printable, the same under every version of Unicode."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNPRINTABLE: Final = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp", "Zs"))


def is_printable(text: str) -> bool:
    """Whether every character is printable: no control or format character, no surrogate, no space but the blank.

    Unlike `str.isprintable` it lets characters pass that are not assigned yet: a new emoji must not be valid with one
    version of Python and invalid with another.
    """
    return text.isprintable() or all(
        character == " " or unicodedata.category(character) not in _UNPRINTABLE for character in text
    )
