"""Near-duplicates of forgotten texts, found by their sketches."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from satchel_protocol.fingerprint import SKETCH_SIZE, sketch_similarity, text_sketch
from satchel_protocol.merge import is_revived, is_said_again
from satchel_protocol.printkeys import PrintKeys
from satchel_protocol.record import Record
from satchel_protocol.scope import is_within
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction

NEAR_DUPLICATE: Final = 0.85
"""Sketch similarity from which a text counts as a near-duplicate of a forgotten one."""

_MOST_UNLIKE: Final = SKETCH_SIZE - int(NEAR_DUPLICATE * SKETCH_SIZE) - 1
"""Most places in which the sketches of near-duplicates differ."""
_BANDS: Final = tuple(
    (start * SKETCH_SIZE // (_MOST_UNLIKE + 1), (start + 1) * SKETCH_SIZE // (_MOST_UNLIKE + 1))
    for start in range(_MOST_UNLIKE + 1)
)
"""One more band than places may differ: near-duplicates agree in at least one whole band, so a look-up by bands misses
none."""


@dataclass(slots=True)
class ForgottenTexts:
    """The sketches of a store's tombstones, inside one transaction; read when first asked for."""

    tx: Transaction
    keys: PrintKeys
    _by_band: dict[tuple[int, tuple[int, ...]], list[Tombstone]] | None = None
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def like(self, record: Record, beside: Collection[str] = ()) -> Tombstone | None:
        """A tombstone whose text the record's is much like, within its scope; None when there is none.

        Args:
            record: A record that would be new.
            beside: Ids of tombstones beside which it is known to live.
        """
        by_band = self._load()
        if not by_band:
            return None
        for key in self.keys.of(record.scope):
            sketch = text_sketch(key, record.content)
            for band in _bands(sketch):
                for tombstone in by_band.get(band, ()):
                    if (
                        is_within(record.scope, tombstone.scope)
                        and not is_revived(tombstone, record)
                        and tombstone.tombstone_id not in beside
                        # What a tool deleted, its next version often corrects, in nearly the same words.
                        and not (tombstone.reason == "source" and is_said_again(tombstone, record))
                        and sketch_similarity(sketch, tombstone.sketch) >= NEAR_DUPLICATE
                    ):
                        return tombstone
        return None

    def add(self, tombstone: Tombstone) -> None:
        """Take a tombstone in that was stored after the others were read."""
        if self._by_band is not None:
            self._enter(self._by_band, tombstone)

    def _load(self) -> dict[tuple[int, tuple[int, ...]], list[Tombstone]]:
        if self._by_band is None:
            self._by_band = {}
            for buried in self.tx.tombstones():
                self._enter(self._by_band, buried.tombstone)
        return self._by_band

    def _enter(self, by_band: dict[tuple[int, tuple[int, ...]], list[Tombstone]], tombstone: Tombstone) -> None:
        name = (tombstone.id, tombstone.tombstone_id)
        if name not in self._seen and len(tombstone.sketch) == SKETCH_SIZE:
            self._seen.add(name)
            for band in _bands(tombstone.sketch):
                by_band.setdefault(band, []).append(tombstone)


def _bands(sketch: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    for number, (start, end) in enumerate(_BANDS):
        yield number, sketch[start:end]
