"""How one source words each type, learned from its own rows: those whose kind column can be trusted teach the others.

An agent writes its notes in one manner. Where a part of them says what they are, the rest of the same folder is easier
to tell apart than any general model can. A source that says nothing of kinds teaches nothing and is judged without.
"""

from __future__ import annotations

import numpy as np

from satchel.move.infer.types import TYPES
from satchel.text.linear import BUCKETS, grams, places

ENOUGH = 60
"""Different texts with a kind before the manner counts at all."""
ENOUGH_OF_A_TYPE = 12
"""… and of each type, before it is told from the others."""
TRUST = 0.4
"""What the manner counts against the wording in general, a factor on its evidence."""
MOST = 4.0


class Manner:
    """Counts in how many texts of each type a feature stands; a naive Bayes model, damped."""

    def __init__(self) -> None:
        self._counts = np.zeros((BUCKETS, len(TYPES)), dtype=np.float32)
        self._texts = np.zeros(len(TYPES), dtype=np.float32)
        self._heard: set[int] = set()
        self._learning = True

    def learn(self, text: str, type_: str) -> None:
        """Take in a text whose type is known; after `settle` nothing is taken in any more."""
        if not self._learning or type_ not in TYPES or hash(text) in self._heard:
            return
        self._heard.add(hash(text))
        place = TYPES.index(type_)
        self._counts[places(grams(text)), place] += 1
        self._texts[place] += 1

    def settle(self) -> None:
        """Stop learning: from here on every text is judged alike, whatever comes first."""
        self._learning = False
        self._heard.clear()

    def scores(self, text: str) -> dict[str, float]:
        """How much the manner speaks for each type; nothing while it is learning or has too little to go by."""
        known = self._texts >= ENOUGH_OF_A_TYPE
        if self._learning or self._texts.sum() < ENOUGH or known.sum() < 2:
            return {}
        found = places(grams(text))
        seen = self._counts[found][:, known]
        seen = seen[seen.sum(axis=1) >= 2]
        if not len(seen):
            return {}
        logs = np.log((seen + 0.5) / (self._texts[known] + 1.0))
        evidence = (logs - logs.mean(axis=1, keepdims=True)).sum(axis=0) / np.sqrt(len(found))
        damped = np.clip(TRUST * evidence, -MOST, MOST)
        return dict(zip(np.array(TYPES)[known].tolist(), map(float, damped), strict=True))
