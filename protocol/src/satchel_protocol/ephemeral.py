"""The reference store: dicts in memory, obviously right. Every other store is compared with it."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from operator import mul
from typing import Any

from satchel_protocol.errors import VectorSpaceError
from satchel_protocol.fingerprint import fold_text
from satchel_protocol.purging import Erasure, Receipt
from satchel_protocol.record import Json
from satchel_protocol.scope import Scopes
from satchel_protocol.state import ALL, Buried, Candidate, Filter, Quarantined, Version
from satchel_protocol.store import Capability, Store
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction
from satchel_protocol.vectors import RecordVectors, VectorSpace, unit

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class _Rows:
    """All there is in the store."""

    live: dict[str, Version] = field(default_factory=dict)
    prints: dict[str, tuple[str, ...]] = field(default_factory=dict)
    earlier: dict[str, list[Version]] = field(default_factory=dict)
    graves: dict[tuple[str, str], Buried] = field(default_factory=dict)
    removed: dict[str, int] = field(default_factory=dict)
    aside: dict[int, Quarantined] = field(default_factory=dict)
    lines: dict[str, str | None] = field(default_factory=dict)
    settings: dict[str, Json] = field(default_factory=dict)
    spaces: dict[str, _Space] = field(default_factory=dict)
    serving: str = ""
    seq: int = 0
    numbers: int = 0

    @staticmethod
    def vectors_of(space: _Space, version: Version) -> list[list[float]] | None:
        """The vectors of a version's text; None when there are none, or they belong to another text."""
        text, pieces = space.vectors.get(version.record.id, (None, None))
        return pieces if text == version.record.content else None


@dataclass(slots=True)
class _Space:
    """The vectors of one model, by id: those of a text, with the text they belong to."""

    dimension: int
    vectors: dict[str, tuple[str, list[list[float]]]] = field(default_factory=dict)


class EphemeralStore(Store):
    """A store that lives as long as its object. For tests, for trying things, and as the reference."""

    capabilities = frozenset({Capability.TEXT_SEARCH, Capability.VECTOR_SEARCH})
    url = "memory:"

    def __init__(self, **injected: Any) -> None:
        super().__init__(**injected)
        self._rows = _Rows()

    @contextmanager
    def _begin(self, *, write: bool) -> Iterator[Transaction]:
        if not write:
            # A write replaces the rows and never changes them, so that whoever reads keeps a snapshot.
            yield _EphemeralTransaction(self._rows)
            return
        rows = _Rows(
            **{name: copy.copy(getattr(self._rows, name)) for name in _Rows.__slots__ if name != "earlier"},
            earlier={id: list(versions) for id, versions in self._rows.earlier.items()},
        )
        yield _EphemeralTransaction(rows)
        self._rows = rows

    def _erase(self) -> list[Receipt]:
        return [Receipt(place="memory", outcome=Erasure.ERASED, detail="nothing of it was on a disk")]

    def _text_candidates(self, query: str, where: Filter, limit: int, also: frozenset[str]) -> list[Candidate]:
        """Every record is looked at: the score is the share of the query's units that its text contains."""
        wanted = _units(query)
        found: list[Candidate] = []
        for version in self._rows.live.values():
            text = _searchable(version)
            hits = sum(_contains(text, unit) for unit in wanted)
            if hits and where.match(version.record):
                found.append(Candidate(version=version, score=hits / len(wanted)))
        found.sort(key=lambda c: (-c.score, c.record.id))
        return found[:limit] + [c for c in found[limit:] if c.record.id in also]

    # Vectors ------------------------------------------------------------------------------------------------------

    def vector_spaces(self) -> list[VectorSpace]:
        rows = self._rows
        found = [
            VectorSpace(
                model=model,
                dimension=space.dimension,
                serving=model == rows.serving,
                records=sum(rows.vectors_of(space, version) is not None for version in rows.live.values()),
            )
            for model, space in rows.spaces.items()
        ]
        return sorted(found, key=lambda space: not space.serving)

    def add_vector_space(self, model: str, dimension: int) -> None:
        if dimension < 1:
            raise VectorSpaceError(f"a vector of {dimension} components")
        space = self._rows.spaces.setdefault(model, _Space(dimension))
        if space.dimension != dimension:
            raise VectorSpaceError(f"{model} has {space.dimension} components here, not {dimension}")
        self._rows.serving = self._rows.serving or model

    def put_vectors(self, model: str, vectors: Iterable[RecordVectors]) -> int:
        space = self._space(model)
        taken: dict[str, tuple[str, list[list[float]]]] = {}
        for item in vectors:
            pieces = [unit(v, space.dimension, what=f"a vector of {item.id}") for v in item.vectors]
            version = self._rows.live.get(item.id)
            if version is not None and version.revision == item.revision:
                kept = [piece if piece is not None else [0.0] * space.dimension for piece in pieces]
                taken[item.id] = (version.record.content, kept)
        space.vectors.update(taken)
        return len(taken)

    def unembedded(self, model: str, *, where: Filter = ALL, limit: int = 1000) -> list[Version]:
        space = self._space(model)
        passing = [version for _, version in sorted(self._rows.live.items()) if where.match(version.record)]
        missing = [version for version in passing if self._rows.vectors_of(space, version) is None]
        return missing[:limit]

    def serve_vectors(self, model: str) -> None:
        self._rows.spaces = {model: self._space(model)}
        self._rows.serving = model

    def drop_vectors(self) -> None:
        self._rows.spaces, self._rows.serving = {}, ""

    def _vector_candidates(
        self, vector: list[float], where: Filter, limit: int, also: frozenset[str]
    ) -> list[Candidate]:
        space = self._rows.spaces[self._rows.serving]
        found: list[Candidate] = []
        for version in self._rows.live.values():
            pieces = self._rows.vectors_of(space, version)
            if pieces and where.match(version.record):
                nearest = max(sum(map(mul, vector, piece)) for piece in pieces)
                found.append(Candidate(version=version, score=nearest))
        found.sort(key=lambda c: (-c.score, c.record.id))
        return found[:limit] + [c for c in found[limit:] if c.record.id in also]

    def _space(self, model: str) -> _Space:
        if model not in self._rows.spaces:
            raise VectorSpaceError(f"{self.url}: there are no vectors of {model}")
        return self._rows.spaces[model]


class _EphemeralTransaction(Transaction):
    def __init__(self, rows: _Rows) -> None:
        self._rows = rows

    def current(self, id: str) -> Version | None:
        return self._rows.live.get(id)

    def history(self, id: str) -> list[Version]:
        return list(self._rows.earlier.get(id, ()))

    def put(self, version: Version, *, prints: Sequence[str], keep: bool) -> None:
        id = version.record.id
        before = self._rows.live.get(id)
        if before is not None and keep:
            self._rows.earlier.setdefault(id, []).append(before)
        self._rows.live[id] = version
        self._rows.prints[id] = tuple(prints)
        self._rows.removed.pop(id, None)

    def drop(self, id: str) -> None:
        for rows in (self._rows.live, self._rows.prints, self._rows.earlier):
            rows.pop(id, None)
        for space in self._rows.spaces.values():
            space.vectors.pop(id, None)  # it holds the text; undone, it is only computed again

    def drop_revision(self, id: str, revision: int) -> None:
        kept = [v for v in self._rows.earlier.get(id, ()) if v.revision != revision]
        if kept:
            self._rows.earlier[id] = kept
        else:
            self._rows.earlier.pop(id, None)

    def reprint(self, id: str, prints: Sequence[str]) -> None:
        self._rows.prints[id] = tuple(prints)

    def scan(self, scopes: Scopes) -> Iterator[Version]:
        for id in sorted(self._rows.live):
            version = self._rows.live[id]
            if scopes.match(version.record.scope):
                yield version

    def count(self, scopes: Scopes) -> int:
        return sum(scopes.match(v.record.scope) for v in self._rows.live.values())

    def ids_with_print(self, fingerprint: str) -> list[str]:
        return sorted(id for id, prints in self._rows.prints.items() if fingerprint in prints)

    def ids_derived_from(self, id: str) -> list[str]:
        return sorted(v.record.id for v in self._rows.live.values() if id in v.record.derived_from)

    def ids_of_batch(self, batch: str) -> list[str]:
        return sorted(v.record.id for v in self._rows.live.values() if v.batch == batch)

    def bury(self, buried: Buried) -> None:
        self._rows.graves[buried.tombstone.id, buried.tombstone.tombstone_id] = buried
        self._rows.removed.pop(buried.tombstone.id, None)

    def exhume(self, id: str, tombstone_id: str) -> None:
        self._rows.graves.pop((id, tombstone_id), None)

    def tombstones_of(self, id: str) -> list[Buried]:
        return [b for (of, _), b in sorted(self._rows.graves.items()) if of == id]

    def tombstones_with_print(self, fingerprint: str) -> list[Tombstone]:
        return [b.tombstone for _, b in sorted(self._rows.graves.items()) if fingerprint in b.tombstone.prints]

    def tombstones(self) -> Iterator[Buried]:
        for _, buried in sorted(self._rows.graves.items()):
            yield buried

    def has_tombstones(self) -> bool:
        return bool(self._rows.graves)

    def changes(self, after: int) -> Iterator[tuple[int, str]]:
        latest: dict[str, int] = dict(self._rows.removed)
        for version in self._rows.live.values():
            latest[version.record.id] = max(latest.get(version.record.id, 0), version.seq)
        for buried in self._rows.graves.values():
            latest[buried.tombstone.id] = max(latest.get(buried.tombstone.id, 0), buried.seq)
        yield from sorted((seq, id) for id, seq in latest.items() if seq > after)

    def mark_removed(self, id: str, seq: int) -> None:
        self._rows.removed[id] = seq

    def next_seq(self) -> int:
        self._rows.seq += 1
        return self._rows.seq

    def last_seq(self) -> int:
        return self._rows.seq

    def set_aside(self, item: Quarantined) -> int:
        self._rows.numbers += 1
        self._rows.aside[self._rows.numbers] = replace(item, number=self._rows.numbers)
        return self._rows.numbers

    def aside(self) -> Iterator[Quarantined]:
        for _, item in sorted(self._rows.aside.items()):
            yield item

    def drop_aside(self, number: int) -> None:
        self._rows.aside.pop(number, None)

    def keep_line(self, line: str, batch: str | None) -> bool:
        if line in self._rows.lines:
            return False
        self._rows.lines[line] = batch
        return True

    def drop_lines(self, batch: str) -> None:
        for line in [line for line, of in self._rows.lines.items() if of == batch]:
            del self._rows.lines[line]

    def drop_line(self, line: str) -> None:
        self._rows.lines.pop(line, None)

    def kept_lines(self) -> Iterator[str]:
        yield from list(self._rows.lines)

    def setting(self, name: str) -> Json:
        return copy.deepcopy(self._rows.settings.get(name))

    def settings(self, prefix: str) -> list[tuple[str, Json]]:
        return sorted((name, value) for name, value in self._rows.settings.items() if name.startswith(prefix))

    def set_setting(self, name: str, value: Json) -> None:
        if value is None:
            self._rows.settings.pop(name, None)
        else:
            self._rows.settings[name] = copy.deepcopy(value)


def _searchable(version: Version) -> str:
    record = version.record
    return fold_text(" ".join((record.content, record.key or "", *record.tags)))


def _units(query: str) -> list[str]:
    """What a query asks for: words, and in CJK runs every pair of neighbours (a lone character is its own unit)."""
    text = fold_text(query)
    units: dict[str, None] = {}
    for run in _CJK.findall(text):
        units.update(dict.fromkeys(run[i : i + 2] for i in range(max(1, len(run) - 1))))
    units.update(dict.fromkeys(_WORD.findall(_CJK.sub(" ", text))))
    return list(units) or [text]


def _contains(text: str, unit: str) -> bool:
    if _CJK.search(unit):
        return unit in text
    return any(word == unit for word in _WORD.findall(_CJK.sub(" ", text)))
