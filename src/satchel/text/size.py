"""How large a text is for a model: an estimate of its tokens that needs no model and no download.

Counted are words of Latin and other alphabets by their length, digits in threes, every sign, and the characters of
scripts without spaces. Against the tokenisers of today's large models the estimate is meant to lie on the high side: a
budget that is kept by it is rarely exceeded.
"""

from __future__ import annotations

import math
import re
from typing import Final

_CHUNK = re.compile(
    r"(?P<latin>[A-Za-z]+)"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<paired>[\u3005-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af]+)"
    r"|(?P<blank>[ \t]+)"
    r"|(?P<letters>[^\W\d_A-Za-z]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_LATIN: Final = 6
"""Letters of an English word up to which it is one token, nearly always."""
_DIGITS: Final = 3
_PAIRED: Final = 1.25
"""Tokens for a Chinese, Japanese or Korean character: between 0.7 and 1.5, by tokeniser."""
_LETTERS: Final = 2
"""Letters of other alphabets, and of words with accents, to a token."""
_OUTSIDE: Final = 2
"""Tokens for a sign beyond the basic plane, such as a picture."""


def estimated_tokens(text: str) -> int:
    """About how many tokens a model reads this text as; 0 only for an empty one.

    Long runs of blanks count one for every four. The sum over two texts is never less than the estimate of both together.
    """
    count = 0.0
    for found in _CHUNK.finditer(text):
        size = found.end() - found.start()
        kind = found.lastgroup
        if kind == "latin":
            count += math.ceil(size / _LATIN)
        elif kind == "digits":
            count += math.ceil(size / _DIGITS)
        elif kind == "paired":
            count += math.ceil(size * _PAIRED)
        elif kind == "letters":
            count += math.ceil(size / _LETTERS)
        elif kind == "blank":
            count += size // 4  # a single one goes with the word behind it
        else:
            count += _OUTSIDE if ord(found[0]) > 0xFFFF else 1
    return max(int(count), 1 if text else 0)
