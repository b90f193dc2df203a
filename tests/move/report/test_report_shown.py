"""What the masks must leave alone."""

from __future__ import annotations

from random import Random
from uuid import UUID

from satchel.move.report.shown import masked


def test_no_uuid_is_taken_for_a_card() -> None:
    # A batch id must come through whole: it is what undoes the import.
    random = Random(7)
    for _ in range(20_000):
        id = str(UUID(int=random.getrandbits(128), version=4))
        assert masked(f"undo {id}") == f"undo {id}"
