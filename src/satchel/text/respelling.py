"""Spellings made alike by substitutions, one after the other: of most texts none applies, and those are found out in one walk."""

from __future__ import annotations

import re
from collections.abc import Sequence

from satchel.text.sieve import Sieve


class Respelling:
    """Substitutions in their order; a later one sees what an earlier one wrote."""

    def __init__(self, pairs: Sequence[tuple[re.Pattern[str], str]]) -> None:
        """
        Args:
            pairs: What is looked for, and what stands in its place, as in `re.sub`.
        """
        self._pairs = tuple(pairs)
        self._sieve = Sieve(pattern for pattern, _ in self._pairs)

    def of(self, text: str) -> str:
        """The text respelled."""
        return self.counted(text)[0]

    def counted(self, text: str) -> tuple[str, dict[int, int]]:
        """The text respelled, and how often each substitution applied, by its place, where it did."""
        counts: dict[int, int] = {}
        possible = self._sieve.possible(text)
        for place, (pattern, spelling) in enumerate(self._pairs):
            if pattern in possible:
                text, count = pattern.subn(spelling, text)
                if count:
                    counts[place] = count
                    possible = self._sieve.possible(text)
        return text, counts
