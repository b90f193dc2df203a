"""Spellings made alike by substitutions, one after the other: of most texts none applies, and that is found out in one walk."""

from __future__ import annotations

import re
from collections.abc import Sequence

from satchel.text.sieve import Possible, Sieve, ids


class Respelling:
    """Substitutions in their order; a later one sees what an earlier one wrote."""

    def __init__(self, pairs: Sequence[tuple[re.Pattern[str], str]]) -> None:
        """
        Args:
            pairs: What is looked for, and what stands in its place, as in `re.sub`.
        """
        self._pairs = tuple(pairs)
        self.patterns = tuple(pattern for pattern, _ in self._pairs)
        self._ids = ids(self.patterns)
        self._sieve = Sieve(self.patterns)

    def of(self, text: str, possible: Possible | None = None) -> str:
        """The text respelled."""
        return self.counted(text, possible)[0]

    def counted(self, text: str, possible: Possible | None = None) -> tuple[str, dict[int, int]]:
        """The text respelled, and how often each substitution applied, by its place, where it did.

        Args:
            possible: Which of `patterns` may match, where a sieve that has them among others was asked already.
        """
        counts: dict[int, int] = {}
        possible = possible or self._sieve.possible(text)
        if not possible.among(self._ids):
            return text, counts
        for place, (pattern, spelling) in enumerate(self._pairs):
            if pattern in possible:
                text, count = pattern.subn(spelling, text)
                if count:
                    counts[place] = count
                    possible = self._sieve.possible(text)
        return text, counts
