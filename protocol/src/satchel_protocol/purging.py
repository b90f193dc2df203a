"""Erasing what was forgotten from wherever a store still keeps it, with a receipt for each place.

Forgetting removes a record with its history. What may be left: the same text as an earlier version of another record,
in what was set aside, in a line that was passed through. And in what is under the rows, which each adapter knows: the
index, unused pages, logs, files that a repair left.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.fingerprint import fold_text, normalise_text, sketch_similarity, text_print, text_sketch
from satchel_protocol.printkeys import PrintKeys
from satchel_protocol.record import Json, Record
from satchel_protocol.scope import EVERYTHING, is_within, parse_scope, scope_root
from satchel_protocol.similar import NEAR_DUPLICATE
from satchel_protocol.state import Quarantined
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction

_PENDING: Final = "purge/"
"""Before an id: that its purge was begun and not finished."""
_LONG_ENOUGH: Final = 12
"""Bytes from which a text is looked for inside longer ones: a shorter one stands in many that are about something else."""
_PARTS: Final = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")
"""What no spelling of a text changes but its case."""
_FULL_WIDTH: Final = re.compile("[０-９ａ-ｚ]")
_ENOUGH: Final = 6
"""Parts of each kind by which records are looked up: hardly two texts have them all."""
_NAMED: Final = re.compile(r'"id"\s*:\s*"([^"]+)"')
"""The id in a line that is no JSON any more."""


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


def records_holding(tx: Transaction, texts: Iterable[str], *, but: Collection[str] = ()) -> list[str]:
    """Ids of live records in which one of these texts stands, in whatever field, in any spelling that counts as the same.

    Args:
        tx: A transaction.
        texts: What is looked for. A short one counts only where it is all that a field says.
        but: Ids that are left out.
    """
    wanted = list(dict.fromkeys(texts))
    long, short = _long_enough(wanted), {normalise_text(text) for text in wanted}
    found: set[str] = set()
    for words in dict.fromkeys(map(_words_of, wanted)):
        for version in tx.mentioning(words):
            record = version.record
            if record.id not in found and record.id not in but and _stands_in(record, long, short, words):
                found.add(record.id)
    return sorted(found)


def _long_enough(texts: Iterable[str]) -> list[str]:
    """Normal forms of the texts that are looked for inside longer ones."""
    normal = {normalise_text(text) for text in texts}
    return sorted(text for text in normal if len(text.encode("utf-8", "replace")) >= _LONG_ENOUGH)


def _words_of(text: str) -> tuple[str, ...]:
    """Some parts of a text that are written the same in every spelling of it, but for full-width ones: the longest words
    and the first Chinese characters, between which a spelling may set blanks."""
    parts = dict.fromkeys(_PARTS.findall(normalise_text(text)))
    words = sorted((part for part in parts if part.isascii()), key=len, reverse=True)
    return (*words[:_ENOUGH], *[part for part in parts if not part.isascii()][:_ENOUGH])


def _holds(text: str, known: Iterable[str]) -> bool:
    normal = normalise_text(text)
    return any(one in normal or fold_text(one) in normal for one in known)


def _stands_in(
    record: Record, known: Collection[str], whole: Collection[str] = (), words: Collection[str] = ()
) -> bool:
    """Whether one of these normal forms stands in a field of a record, or one of the others is all that a field says.

    Args:
        record: A record.
        known, whole: The two.
        words: Where these are not all in it, it is not looked at any closer, which takes much longer.
    """
    fields = [record.content, *record.tags, *_texts_of(_free_of(record))]
    if words:
        plain = "\n".join(fields).lower()
        if not all(word in plain for word in words) and not _FULL_WIDTH.search(plain):
            return False
    return any(_holds(text, known) or (whole and normalise_text(text) in whole) for text in fields)


def _free_of(record: Record) -> Json:
    """What a record may hold in free form beside its text."""
    origin = record.origin
    return [
        record.meta,
        record.value,
        record.unknown,
        record.access.unknown if record.access is not None else None,
        [origin.path, origin.id, origin.extra, origin.unknown] if origin is not None else None,
    ]


def _is_scope(scope: str) -> bool:
    try:
        parse_scope(scope)
    except InvalidScopeError:
        return False
    return True


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
    _ids: dict[str, set[str]] = field(default_factory=dict)
    """Id → the scope it is fixed to."""

    def __post_init__(self) -> None:
        for tombstone in self.tombstones:
            self._ids.setdefault(tombstone.id, set()).add(tombstone.scope)
            for print in tombstone.prints:
                self._prints.setdefault(print, []).append(tombstone)
        roots = {scope_root(tombstone.scope) for tombstone in self.tombstones}
        self._keys = list(dict.fromkeys(key for root in sorted(roots) for key in self.keys.of(root)))
        self._known = _long_enough(self.texts)

    def is_said_by(self, record: Record) -> bool:
        """Whether a record says one of them, or one of them stands in it."""
        scope = record.scope
        if any(
            is_within(scope, tombstone.scope)
            for key in self._keys
            for tombstone in self._prints.get(text_print(key, record.content), ())
        ):
            return True
        within = any(is_within(scope, tombstone.scope) for tombstone in self.tombstones)
        return within and _stands_in(record, self._known)

    def is_version(self, value: Json) -> bool:
        """Whether a value is a version of a forgotten record, whatever it says: one that was dated ahead, or broken."""
        if isinstance(value, str):
            parsed = _parsed(value)
            if isinstance(parsed, str):  # a line that was cut off, or worse
                return any(name in _NAMED.findall(parsed) for name in self._ids)
            value = parsed
        if not isinstance(value, Mapping) or not {"content", "scope"} & value.keys():
            return False
        id, scope = value.get("id"), value.get("scope")
        if not isinstance(id, str) or id not in self._ids:
            return False
        return not isinstance(scope, str) or not _is_scope(scope) or parse_scope(scope) in self._ids[id]

    def stands_in(self, value: Json) -> bool:
        """Whether one of them, or nearly one, stands anywhere in a value that is no record."""
        return any(map(self._is_in, _texts_of(value)))

    def _is_in(self, text: str) -> bool:
        lines = text.splitlines() if "\n" in text else [text]
        if any(text_print(key, part) in self._prints for key in self._keys for part in {text, *lines}):
            return True
        if _holds(text, self._known):
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
    """Earlier versions of other records that said the same, or in which it stood."""
    found = [
        (version.record.id, version.revision)
        for version in tx.earlier_versions(EVERYTHING)
        if forgotten.is_said_by(version.record)
    ]
    for id, revision in found:
        tx.drop_revision(id, revision)
    return len(found)


def _purge_aside(tx: Transaction, forgotten: _Forgotten) -> int:
    found = [item for item in tx.aside() if forgotten.is_version(item.item) or forgotten.stands_in(_shown(item))]
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
