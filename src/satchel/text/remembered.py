"""Answers about short texts that are kept for a while: those about long ones would take too much room."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVar

LONGEST: Final = 500
"""Characters; of a text of 64 KiB the trigrams alone would take megabytes."""
_KEPT: Final = 512

_Answer = TypeVar("_Answer")


def remembered(function: Callable[[str], _Answer]) -> Callable[[str], _Answer]:
    """The function, which asked again of one of the last 512 texts of up to 500 characters gives the answer it gave."""
    kept = lru_cache(maxsize=_KEPT)(function)

    @wraps(function)
    def answer(text: str) -> _Answer:
        return kept(text) if len(text) <= LONGEST else function(text)

    return answer
