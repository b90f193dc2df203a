"""`satchel bench retrieval`: sets of questions with known answers, asked through the same recall that everybody uses.

A set is gzip JSON: {"name", "lang", "groups": [{"gid", "docs": [{"id", "text", "time", "kind"}], "queries": [{"qid",
"text", "time", "type", "gold": [doc ids]}]}]}. A question is asked in the scope of its group. Documents are written in
a shuffled order and get ids by chance, so that no tie is broken in favour of the file's own order. A file of facts
whose documents carry `src` and that lies beside a file of turns is linked with it (`derived_from`).
"""

from __future__ import annotations

import gzip
import json
import random
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from satchel.retrieval.embedders import Embedder
from satchel.retrieval.measure import Measured, interval, measure, paired
from satchel.retrieval.pipeline import Found, Hit, recall
from satchel.retrieval.profile import DEFAULT, Profile
from satchel.service.embedding import Embedding
from satchel.stores.registry import open_store
from satchel.text.language import split_long
from satchel_protocol.errors import SourceError
from satchel_protocol.record import MAX_CONTENT_BYTES, Origin, Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Filter
from satchel_protocol.store import Store

LEFT_OUT = frozenset({"adversarial"})
"""Types whose gold is what a false question twists, not what answers it."""
_RETURNED = 100
"""Hits asked for. Where facts are linked with turns they stand among them, and only the turns are counted."""
_LATER = datetime(2026, 1, 1, tzinfo=UTC)
"""When a question was asked whose time is unknown."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """One set, or two that are linked."""

    name: str
    language: str
    groups: tuple[dict[str, Any], ...]
    facts: tuple[dict[str, Any], ...] = ()
    """Groups of facts made from the documents, in the same order."""


@dataclass(slots=True, kw_only=True)
class Scores:
    """What one way of ranking reached on one set."""

    name: str
    way: str
    measured: list[Measured] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    no_answer: list[bool] = field(default_factory=list)
    """Of questions put where nothing answers them: whether something was returned all the same."""

    def values(self, what: str, type: str | None = None) -> list[float]:
        return [getattr(found, what) for found, of in zip(self.measured, self.types, strict=True) if type in {None, of}]

    def to_json(self, baseline: Scores | None = None) -> dict[str, Any]:
        shown: dict[str, Any] = {"set": self.name, "way": self.way, "questions": len(self.measured)}
        for what in ("recall_5", "recall_10", "ndcg_10", "mrr"):
            values = self.values(what)
            low, high = interval(values)
            shown[what] = {"mean": round(_mean(values), 4), "low": round(low, 4), "high": round(high, 4)}
        shown["types"] = {
            type: {"questions": self.types.count(type), "recall_10": round(_mean(self.values("recall_10", type)), 4)}
            for type in sorted(set(self.types))
        }
        ordered = sorted(self.seconds)
        shown["p50_ms"] = round(1000 * ordered[len(ordered) // 2], 2) if ordered else None
        if self.no_answer:
            shown["false_answers"] = round(_mean([float(answered) for answered in self.no_answer]), 4)
        if baseline is not None:
            gain, low, high = paired(self.values("recall_10"), baseline.values("recall_10"))
            shown["recall_10_over_words"] = {"mean": round(gain, 4), "low": round(low, 4), "high": round(high, 4)}
        return shown


def default_ways(embedder: Embedder | None) -> list[tuple[str, Profile, bool]]:
    """Words alone, the default profile, and the default without its floor, its age and its kinds: what each part does."""
    words = ("words", replace(DEFAULT, name="words", decay=0.0, priority=0.0, floor=0.0), False)
    if embedder is None:
        return [words, ("default", DEFAULT, False)]
    return [
        words,
        ("default", DEFAULT, True),
        ("no floor", replace(DEFAULT, floor=0.0), True),
        ("relevance", replace(DEFAULT, floor=0.0, decay=0.0, priority=0.0), True),
    ]


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


def run(
    chosen: Set,
    folder: Path,
    *,
    ways: Sequence[tuple[str, Profile, bool]],
    embedder: Embedder | None,
    progress: Progress | None = None,
    sample: int | None = None,
) -> list[Scores]:
    """Measure a set under several ways of ranking.

    Args:
        chosen: The set.
        folder: An empty folder for the store, which stays there.
        ways: (name, profile, whether with meaning).
        embedder: For the ways with meaning.
        progress: Told the set, questions asked, questions in all.
        sample: Ask only so many questions, chosen by chance.
    """
    with open_store(f"sqlite:///{folder / (chosen.name + '.db')}", create=True) as store:
        ids = _fill(store, chosen)
        if embedder is not None:
            tell = (lambda made, total: progress(f"{chosen.name}: embed", made, total)) if progress else None
            Embedding("given", lambda _: embedder).fill(store, progress=tell)
        questions = _questions(chosen)
        if sample is not None and sample < len(questions):
            questions = random.Random(0).sample(questions, sample)
        found = [Scores(name=chosen.name, way=name) for name, _, _ in ways]
        for number, (group, query) in enumerate(questions):
            gold = {ids[group, str(id)] for id in query["gold"] if (group, str(id)) in ids}
            if not gold:
                continue
            elsewhere = (group + 1 + zlib.crc32(query["qid"].encode()) % max(1, len(chosen.groups) - 1)) % len(
                chosen.groups
            )
            for scores, (_, profile, meaning) in zip(found, ways, strict=True):
                about = _About(query=query, profile=profile, embedder=embedder if meaning else None)
                started = time.perf_counter()
                answer = about.ask(store, group)
                scores.seconds.append(time.perf_counter() - started)
                scores.measured.append(measure(list(_documents(answer.hits, chosen)), gold))
                scores.types.append(str(query["type"]))
                if elsewhere != group:
                    scores.no_answer.append(bool(about.ask(store, elsewhere).hits))
            if progress is not None:
                progress(chosen.name, number + 1, len(questions))
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    """One question and how it is asked."""

    query: dict[str, Any]
    profile: Profile
    embedder: Embedder | None

    def ask(self, store: Store, group: int) -> Found:
        return recall(
            store,
            self.query["text"],
            where=Filter(scopes=Scopes.of(f"session:g{group}"), include_archived=True),
            now=_time(self.query.get("time")) or _LATER,
            limit=_RETURNED,
            profile=self.profile,
            embedder=self.embedder,
        )


def _documents(hits: Sequence[Hit], chosen: Set) -> Iterator[str]:
    """Ids of documents in the order found; a fact stands for nothing but itself, and in linked sets for no document."""
    for hit in hits:
        if not (chosen.facts and hit.record.derived_from):
            yield hit.record.id


def _fill(store: Store, chosen: Set) -> dict[tuple[int, str], str]:
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
        created_at=_time(doc.get("time")),
        state="archived" if spoken else None,
        derived_from=sources,
        origin=Origin(
            tool="bench",
            path=f"group {number}, document {place}" if spoken and place is not None else None,
            role=kind if kind in {"user", "assistant"} else None,
            extra={"session": str(doc["session"])} if spoken and doc.get("session") is not None else {},
        ),
    )


def _questions(chosen: Set) -> list[tuple[int, dict[str, Any]]]:
    return [
        (number, query)
        for number, group in enumerate(chosen.groups)
        for query in group["queries"]
        if query["type"] not in LEFT_OUT
    ]


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(gzip.decompress(path.read_bytes()))
    except (OSError, ValueError, EOFError) as error:
        raise SourceError(f"{path}: no set of questions: {error}") from error
    if not isinstance(data, dict) or not {"name", "lang", "groups"} <= data.keys():
        raise SourceError(f"{path}: a set has name, lang and groups")
    return data


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def by_set(found: Sequence[Scores]) -> dict[str, list[Scores]]:
    """The scores of each set together."""
    sets: defaultdict[str, list[Scores]] = defaultdict(list)
    for scores in found:
        sets[scores.name].append(scores)
    return dict(sets)
