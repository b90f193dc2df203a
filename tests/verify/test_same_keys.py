"""What is like a forgotten text is estimated with a random key: a move and its verification estimate with the same one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from satchel.service.verification_places import TruthStore
from satchel.service.witness import _Witnessed
from satchel.stores.registry import open_store
from satchel_protocol.ids import new_id
from satchel_protocol.record import Record
from satchel_protocol.tombstone import Tombstone

AT = datetime(2026, 3, 1, tzinfo=UTC)
FORGOTTEN = "Osprey Logistics has {} employees in Malmö and two vans that stand behind the red hall"


def record(id: str, text: str) -> Record:
    return Record(id=id, type="fact", content=text, scope="user:me", source_agent="t", created_at=AT)


@pytest.mark.parametrize("round", range(8))
def test_both_set_the_same_aside(tmp_path: Path, round: int) -> None:
    truth = TruthStore(clock=lambda: AT, ids=new_id)
    with open_store(f"sqlite:{tmp_path}/{round}.db", create=True) as store:
        both = _Witnessed(store, truth)
        dead = [Tombstone(id=f"d{n}", tombstone_id=f"t{n}", scope="user:me", deleted_at=AT, actor="t", reason="source") for n in range(9)]  # fmt: skip
        said = {tombstone.id: FORGOTTEN.format(20 + n) for n, tombstone in enumerate(dead)}
        both.merge(dead, said=said, quarantine_similar=True)
        near = [
            record(f"n{n}", f"{FORGOTTEN.format(40 + n)} of hall {n}, the {'tall ' * (n % 5)}one") for n in range(60)
        ]
        merged = both.merge(near, quarantine_similar=True)
        assert store.print_keys() == truth.print_keys()
        for given, outcome in zip(near, merged, strict=True):
            assert (truth.read(given.id) is None) == (store.read(given.id) is None), outcome
