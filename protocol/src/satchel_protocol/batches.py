"""Imports that can be undone: what a store notes of each, one setting an import, so that the thousandth costs no more
than the first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from satchel_protocol.record import Json
from satchel_protocol.transaction import Transaction

_PREFIX: Final = "batches/"
_EARLIER: Final = "batches"
"""Where the first format had all of them, in one setting."""
_UNDONE: Final = "undone/"
"""Before an import's id: that it was taken back, so that a sync takes it back elsewhere too."""
_COUNT: Final = "batch_count"
"""How many there ever were: the order of imports."""


def note_batch(tx: Transaction, batch: str, about: Mapping[str, Json]) -> None:
    """Note that an import begins."""
    number = int(tx.setting(_COUNT) or 0) + 1
    tx.set_setting(_COUNT, number)
    tx.set_setting(_PREFIX + batch, {"number": number, "about": dict(about)})
    if tx.setting(_UNDONE + batch) is not None:
        tx.set_setting(_UNDONE + batch, None)


def is_batch(tx: Transaction, batch: str) -> bool:
    """Whether there is such an import that was not undone."""
    return tx.setting(_PREFIX + batch) is not None or batch in (tx.setting(_EARLIER) or {})


def all_batches(tx: Transaction) -> dict[str, dict[str, Json]]:
    """Imports that can be undone, by id, oldest first."""
    noted = sorted(tx.settings(_PREFIX), key=lambda item: int(item[1]["number"]))
    later = {name.removeprefix(_PREFIX): dict(value["about"]) for name, value in noted}
    return {**(tx.setting(_EARLIER) or {}), **later}


def about_batch(tx: Transaction, batch: str) -> dict[str, Json]:
    """What is noted of an import that can be undone."""
    noted = tx.setting(_PREFIX + batch)
    return dict(noted["about"] if noted is not None else (tx.setting(_EARLIER) or {})[batch])


def undone_batches(tx: Transaction) -> set[str]:
    """Imports that were taken back."""
    return {name.removeprefix(_UNDONE) for name, _ in tx.settings(_UNDONE)}


def drop_batch(tx: Transaction, batch: str) -> None:
    """Note that an import was taken back, here or elsewhere."""
    tx.set_setting(_UNDONE + batch, True)
    tx.set_setting(_PREFIX + batch, None)
    earlier = dict(tx.setting(_EARLIER) or {})
    if earlier.pop(batch, None) is not None:
        tx.set_setting(_EARLIER, earlier or None)
