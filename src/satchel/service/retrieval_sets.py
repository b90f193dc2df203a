"""Sets of questions with known answers: read, and written into a store as a reader of conversations would do it.

A set is gzip JSON: {"name", "lang", "groups": [{"gid", "docs": [{"id", "text", "time", "kind", "session"}], "queries":
[{"qid", "text", "time", "type", "gold": [doc ids]}]}]}. A question is asked in the scope of its group. Documents are
written in a shuffled order and get ids by chance, so that no tie is broken in favour of the file's own order. A file of
facts whose documents carry `src` and that lies beside a file of turns is linked with it (`derived_from`).
"""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from satchel.text.language import split_long
from satchel_protocol.errors import SourceError
from satchel_protocol.record import MAX_CONTENT_BYTES, Origin, Record
from satchel_protocol.store import Store

LEFT_OUT = frozenset({"adversarial"})
"""Types whose gold is what a false question twists, not what answers it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """One set, or two that are linked."""

    name: str
    language: str
    groups: tuple[dict[str, Any], ...]
    facts: tuple[dict[str, Any], ...] = ()
    """Groups of facts made from the documents, in the same order."""


def load_sets(folder: Path) -> list[Set]:
    """Every set in a folder and below it.

    Raises:
        SourceError: there is none, or a file is none.
    """
    files = sorted(folder.rglob("*.json.gz"))
    if not files:
        raise SourceError(f"{folder}: there are no sets (*.json.gz) here")
    read = {path: _read(path) for path in files}
    sets = [Set(name=data["name"], language=data["lang"], groups=tuple(data["groups"])) for data in read.values()]
    for path, data in read.items():
        beside = path.with_name("turns.json.gz")
        if path.name == "facts.json.gz" and beside in read:
            linked = {"name": f"{read[beside]['name']}+facts", "language": data["lang"]}
            sets.append(Set(groups=tuple(read[beside]["groups"]), facts=tuple(data["groups"]), **linked))
    return sets


def fill(store: Store, chosen: Set) -> dict[tuple[int, str], str]:
    """Write all documents, and give their ids by group and their own id."""
    chance = random.Random(zlib.crc32(chosen.name.encode()))
    ids: dict[tuple[int, str], str] = {}
    for number, group in enumerate(chosen.groups):
        docs = list(group["docs"])
        chance.shuffle(docs)
        for doc in docs:
            ids[number, str(doc["id"])] = f"{chance.getrandbits(64):016x}"
        places = {str(doc["id"]): place for place, doc in enumerate(group["docs"])}
        records = [_record(doc, number, ids[number, str(doc["id"])], place=places[str(doc["id"])]) for doc in docs]
        if chosen.facts:
            records += _facts(chosen.facts[number], number, ids, chance)
        store.write_many(records)
    return ids


def _facts(
    group: dict[str, Any], number: int, ids: dict[tuple[int, str], str], chance: random.Random
) -> Iterator[Record]:
    for doc in group["docs"]:
        sources = tuple(ids[number, str(id)] for id in doc.get("src", ()) if (number, str(id)) in ids)
        yield _record(doc, number, f"{chance.getrandbits(64):016x}", sources)


def _record(
    doc: dict[str, Any], number: int, id: str, sources: tuple[str, ...] = (), place: int | None = None
) -> Record:
    """A document as a reader of conversations would make it: a turn says which session it belongs to, and where it stands."""
    kind = str(doc.get("kind") or "")
    spoken = kind in {"user", "assistant", "turn"}
    return Record(
        id=id,
        type="interaction" if spoken else "fact",
        content=(split_long(doc["text"], MAX_CONTENT_BYTES) or ["-"])[0],
        scope=f"session:g{number}",
        source_agent="bench",
        created_at=time_of(doc.get("time")),
        state="archived" if spoken else None,
        derived_from=sources,
        origin=Origin(
            tool="bench",
            path=f"group {number}, document {place}" if spoken and place is not None else None,
            role=kind if kind in {"user", "assistant"} else None,
            extra={"session": str(doc["session"])} if spoken and doc.get("session") is not None else {},
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a set."""

    group: int
    query: dict[str, Any]
    gold: frozenset[str]
    """Ids of the records that answer it, at least one."""
    chosen_on: bool
    """Whether it belongs to the half on which parameters may be chosen; the other half is what is reported."""

    @property
    def at(self) -> datetime | None:
        """When it was asked."""
        return time_of(self.query.get("time"))


HALVES_SEED = 20261130
"""Which half a question belongs to is drawn with this, over the questions of a set in their order."""


def questions(chosen: Set, ids: dict[tuple[int, str], str]) -> list[Question]:
    """The questions that something in the set answers."""
    asked = []
    for number, group in enumerate(chosen.groups):
        for query in group["queries"]:
            gold = frozenset(ids[number, str(id)] for id in query["gold"] if (number, str(id)) in ids)
            if query["type"] not in LEFT_OUT and gold:
                asked.append((number, query, gold))
    order = list(range(len(asked)))
    random.Random(HALVES_SEED).shuffle(order)
    first = set(order[: len(order) // 2])
    return [
        Question(group=number, query=query, gold=gold, chosen_on=place in first)
        for place, (number, query, gold) in enumerate(asked)
    ]


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(gzip.decompress(path.read_bytes()))
    except (OSError, ValueError, EOFError) as error:
        raise SourceError(f"{path}: no set of questions: {error}") from error
    if not isinstance(data, dict) or not {"name", "lang", "groups"} <= data.keys():
        raise SourceError(f"{path}: a set has name, lang and groups")
    return data


def time_of(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None
