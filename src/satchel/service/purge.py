"""`forget --purge`: forget, and erase the text from every place there is, with a receipt for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from satchel.service.memory import Memory
from satchel_protocol.errors import NotFoundError
from satchel_protocol.purging import Erasure, Receipt
from satchel_protocol.rehearsal import Rehearsal
from satchel_protocol.replica import synced_with
from satchel_protocol.store import Store
from satchel_protocol.tombstone import Tombstone


@dataclass(frozen=True, slots=True, kw_only=True)
class Purged:
    """What was forgotten and erased."""

    forgotten: tuple[Tombstone, ...]
    """By this call; those that were forgotten before are not among them."""
    receipts: tuple[Receipt, ...]

    @property
    def is_done(self) -> bool:
        """Whether no place is left in which another run may find something."""
        return not any(receipt.outcome is Erasure.FAILED for receipt in self.receipts)

    def to_json(self) -> dict[str, Any]:
        return {
            "forgotten": [tombstone.to_json() for tombstone in self.forgotten],
            "purged": [receipt.to_json() for receipt in self.receipts],
        }


def purge(memory: Memory, ids: Iterable[str], *, dry_run: bool = False) -> Purged:
    """Forget these memories, if they are not forgotten yet, and erase them everywhere.

    Killed in the middle, it is safe to run again with the same ids; they are forgotten by then.

    Args:
        memory: Whose.
        ids: Of live or forgotten memories.
        dry_run: Tell what would be removed from the rows; nothing below them is touched.

    Raises:
        NotFoundError: one of them is neither live nor forgotten; nothing was done then.
    """
    ids = list(dict.fromkeys(ids))
    store = memory.store()
    live = [id for id in ids if _is_live(memory, store, id)]
    texts = list(_texts_of(store, live))
    keys = {version.record.key for id in live for version in store.history(id) if version.record.key is not None}
    if dry_run:
        with Rehearsal(store) as rehearsal:
            forgotten = rehearsal.delete_many(live, actor=memory.agent)
            receipts = rehearsal.purge(ids, texts=texts)
        detail = "would be erased: index, unused pages, logs, files that repairs left"
        receipts.append(Receipt(place=store.url, outcome=Erasure.ERASED, detail=detail))
    else:
        forgotten = memory.forget_many(live)
        receipts = [*store.purge(ids, texts=texts), *_counted(memory.url, keys)]
    also = {id for tombstone in forgotten for id in tombstone.derived}
    receipts += [*_elsewhere(store), *_in_others(store, texts, {*ids, *live, *also})]
    return Purged(forgotten=tuple(forgotten), receipts=tuple(receipts))


def _is_live(memory: Memory, store: Store, id: str) -> bool:
    try:
        memory.read(id)
    except NotFoundError:
        if not store.tombstones_of(id):
            raise
        return False
    return True


def _texts_of(store: Store, live: Iterable[str]) -> Iterator[str]:
    """What these say and said, and what goes with them says."""
    seen: set[str] = set()
    for id in live:
        with Rehearsal(store) as rehearsal:
            tombstone = rehearsal.delete(id)
        for other in (id, *(tombstone.derived if tombstone is not None else ())):
            for version in store.history(other):
                if version.record.content not in seen:
                    seen.add(version.record.content)
                    yield version.record.content


def _counted(url: str, keys: Iterable[str]) -> Iterator[Receipt]:
    """The names of keys that stand beside the store, where their reads are counted. Names that a schema declares stay."""
    if not keys:
        return
    from satchel.schema.counterfile import CounterFileError
    from satchel.schema.items import opened
    from satchel.service.keyed_schema import counter_file

    file = counter_file(url)
    if file is None:
        return
    try:
        count = file.forget({opened(key)[0] for key in keys})
    except CounterFileError as error:
        yield Receipt(place=str(file.path), outcome=Erasure.FAILED, detail=str(error))
        return
    finally:
        file.close()
    if count:
        yield Receipt(place=str(file.path), outcome=Erasure.ERASED, detail="what was counted of the name of the key")


def _elsewhere(store: Store) -> Iterator[Receipt]:
    count = len(synced_with(store))
    if count:
        detail = f"{count} of them; sync, so that they forget it too, and purge it there"
        yield Receipt(place="stores it was synced with", outcome=Erasure.UNSUPPORTED, detail=detail)


def _in_others(store: Store, texts: Iterable[str], gone: set[str]) -> Iterator[Receipt]:
    """Memories in which one of the texts stands, such as the conversation that it came from."""
    found = store.holding(texts, but=gone)
    if found:
        shown = ", ".join(found[:5]) + (" …" if len(found) > 5 else "")
        detail = f"the same words stand in {len(found)} others, which you did not name: {shown}"
        yield Receipt(place="other memories", outcome=Erasure.UNSUPPORTED, detail=detail)
