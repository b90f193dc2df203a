"""Erasing what was forgotten from wherever a store still keeps it, with a receipt for each place.

Forgetting removes a record with its history. What may be left: the same text as an earlier version of another record,
in what was set aside, in a line that was passed through. And in what is under the rows, which each adapter knows: the
index, unused pages, logs, files that a repair left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from satchel_protocol.fingerprint import fold_text, normalise_text, sketch_similarity, text_print, text_sketch
from satchel_protocol.printkeys import PrintKeys
from satchel_protocol.record import Json
from satchel_protocol.scope import EVERYTHING, is_within, scope_root
from satchel_protocol.similar import NEAR_DUPLICATE
from satchel_protocol.state import Quarantined
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction

_PENDING: Final = "purge/"
"""Before an id: that its purge was begun and not finished."""
_LONG_ENOUGH: Final = 12
"""Bytes from which a text is looked for inside longer ones: a shorter one stands in many that are about something else."""


ROW_PLACES: Final = 4
"""How many receipts `purge_rows` gives."""


class Erasure(StrEnum):
    """What became of a text in one place."""

    ERASED = "erased"
    UNSUPPORTED = "unsupported"
    """Not within this store's reach."""
    FAILED = "failed"
    """It may still be there; run it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One place where a forgotten text may stand, and what became of it there."""

    place: str
    outcome: Erasure
    detail: str = ""

    def to_json(self) -> dict[str, Json]:
        return {"place": self.place, "outcome": self.outcome.value, "detail": self.detail}


def pending(tx: Transaction) -> list[str]:
    """Ids whose purge was begun and not finished."""
    return [name.removeprefix(_PENDING) for name, _ in tx.settings(_PENDING)]


def note_pending(tx: Transaction, ids: Iterable[str]) -> None:
    """Note that a purge begins."""
    for id in ids:
        tx.set_setting(_PENDING + id, True)


def clear_pending(tx: Transaction, ids: Iterable[str]) -> None:
    """Note that it is done."""
    for id in ids:
        tx.set_setting(_PENDING + id, None)


def purge_rows(tx: Transaction, keys: PrintKeys, ids: Sequence[str], texts: Iterable[str]) -> list[Receipt]:
    """Remove what is left of forgotten texts in rows that forgetting itself does not reach.

    Args:
        tx: A transaction that may write.
        keys: Of the store.
        ids: Of forgotten records.
        texts: What they said, where the caller still knows it: so found inside longer texts too.
    """
    forgotten = _Forgotten(_graves(tx, ids), keys, list(texts))
    live = sum(tx.current(id) is not None for id in ids)
    return [
        Receipt(
            place="records",
            outcome=Erasure.FAILED if live else Erasure.ERASED,
            detail="remembered again on purpose; forget it first" if live else "",
        ),
        _counted("earlier versions", _purge_history(tx, forgotten)),
        _counted("quarantine", _purge_aside(tx, forgotten)),
        _counted("lines passed through", _purge_lines(tx, forgotten)),
    ]


def _counted(place: str, count: int) -> Receipt:
    return Receipt(place=place, outcome=Erasure.ERASED, detail=f"{count} removed" if count else "")


@dataclass(slots=True)
class _Forgotten:
    """The texts that go, known by their prints and sketches, and some of them as they were."""

    tombstones: list[Tombstone]
    keys: PrintKeys
    texts: list[str]
    _prints: dict[str, list[Tombstone]] = field(default_factory=dict)
    _keys: list[bytes] = field(default_factory=list)
    _known: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for tombstone in self.tombstones:
            for print in tombstone.prints:
                self._prints.setdefault(print, []).append(tombstone)
        roots = {scope_root(tombstone.scope) for tombstone in self.tombstones}
        self._keys = list(dict.fromkeys(key for root in sorted(roots) for key in self.keys.of(root)))
        normal = {normalise_text(text) for text in self.texts}
        self._known = sorted(text for text in normal if len(text.encode("utf-8", "replace")) >= _LONG_ENOUGH)

    def is_one(self, text: str, scope: str) -> bool:
        """Whether a text of this scope is one of them."""
        return any(
            is_within(scope, tombstone.scope)
            for key in self._keys
            for tombstone in self._prints.get(text_print(key, text), ())
        )

    def stands_in(self, value: Json) -> bool:
        """Whether one of them, or nearly one, stands anywhere in a value that is no record."""
        return any(map(self._is_in, _texts_of(value)))

    def _is_in(self, text: str) -> bool:
        lines = text.splitlines() if "\n" in text else [text]
        if any(text_print(key, part) in self._prints for key in self._keys for part in {text, *lines}):
            return True
        normal = normalise_text(text)
        if any(known in normal or fold_text(known) in normal for known in self._known):
            return True
        sketches = [tombstone.sketch for tombstone in self.tombstones if tombstone.sketch]
        return bool(sketches) and any(
            sketch_similarity(mine, sketch) >= NEAR_DUPLICATE
            for mine in (text_sketch(key, text) for key in self._keys)
            for sketch in sketches
        )


def _graves(tx: Transaction, ids: Iterable[str]) -> list[Tombstone]:
    """Tombstones of these ids, and of what went with them."""
    found: dict[tuple[str, str], Tombstone] = {}
    queue = list(ids)
    seen = set(queue)
    while queue:
        for buried in tx.tombstones_of(queue.pop()):
            tombstone = buried.tombstone
            found[tombstone.id, tombstone.tombstone_id] = tombstone
            queue += [id for id in tombstone.derived if id not in seen]
            seen.update(tombstone.derived)
    return list(found.values())


def _purge_history(tx: Transaction, forgotten: _Forgotten) -> int:
    """Earlier versions of other records that said the same."""
    found = [
        (version.record.id, version.revision)
        for version in tx.earlier_versions(EVERYTHING)
        if forgotten.is_one(version.record.content, version.record.scope)
    ]
    for id, revision in found:
        tx.drop_revision(id, revision)
    return len(found)


def _purge_aside(tx: Transaction, forgotten: _Forgotten) -> int:
    found = [item for item in tx.aside() if forgotten.stands_in(_shown(item))]
    for item in found:
        tx.drop_aside(item.number)
    return len(found)


def _shown(item: Quarantined) -> Json:
    return [item.item, item.reason]


def _purge_lines(tx: Transaction, forgotten: _Forgotten) -> int:
    found = [line for line in tx.kept_lines() if forgotten.stands_in(_parsed(line))]
    for line in found:
        tx.drop_line(line)
    return len(found)


def _parsed(line: str) -> Json:
    import json

    try:
        return json.loads(line)
    except ValueError:
        return line


def _texts_of(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if value[:1] in "{[":
            parsed = _parsed(value)
            if not isinstance(parsed, str):
                yield from _texts_of(parsed)
    elif isinstance(value, Mapping):
        for name, member in value.items():
            yield str(name)
            yield from _texts_of(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _texts_of(member)
