"""How much of an import is merged in one transaction."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel_protocol import transfer
from satchel_protocol.record import Record
from satchel_protocol.stream import StreamItem, UnknownLine

RECORD = Record(id="one", type="fact", content="Ann likes tea.", scope="user:ann", source_agent="notes")


@given(st.lists(st.integers(0, 60)), st.integers(1, 8), st.integers(1, 100))
def test_a_transaction_is_bounded_by_items_and_by_text(sizes: list[int], most: int, characters: int) -> None:
    items: list[StreamItem] = [replace(RECORD, content="x" * size) if size else UnknownLine("{}") for size in sizes]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transfer, "CHUNK", most)
        patch.setattr(transfer, "CHUNK_CHARACTERS", characters)
        chunks = list(transfer.bounded(iter(items), transfer._characters))
    assert [item for chunk in chunks for item in chunk] == items
    for chunk in chunks:
        before_last = sum(len(item.content) for item in chunk[:-1] if isinstance(item, Record))
        assert 1 <= len(chunk) <= most
        assert before_last < characters
