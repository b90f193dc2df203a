"""`why`: which stage of a recall dropped a memory that was expected, with the figures of that stage.

The question is put by the real recall, which leaves a trail of the one record; what it says is read off here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from satchel.access.masking import masked
from satchel.retrieval.context import BUDGETS
from satchel.retrieval.gathering import CANDIDATES
from satchel.retrieval.profile import profile as profile_named
from satchel.retrieval.trail import Trail
from satchel.service.memory import RECALL_LIMIT, Memory, Recall
from satchel.stores.words import searchable
from satchel.text.tokens import index_tokens
from satchel.text.tokens import query as parse_query
from satchel_protocol.record import Record
from satchel_protocol.state import Filter
from satchel_protocol.store import Store
from satchel_protocol.wiretime import format_wire

STAGES: Final = (
    "missing",
    "forgotten",
    "scope",
    "type",
    "tag",
    "state",
    "time",
    "tokens",
    "candidates",
    "floor",
    "superseded",
    "withheld",
    "folded",
    "expiry",
    "rank",
    "budget",
    "found",
)
"""Where a record can be dropped, in the order in which it would be; `found` when it was not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """What became of a memory."""

    query: str
    expect: str
    stage: str
    """One of `STAGES`."""
    said: str
    """The same in a sentence, in English, with `values` to be filled in."""
    values: dict[str, Any] = field(default_factory=dict)
    figures: dict[str, Any] = field(default_factory=dict)
    """Everything that is known of its way, whether it was dropped or not."""

    @property
    def found(self) -> bool:
        return self.stage == "found"

    def to_json(self) -> dict[str, Any]:
        return {
            "query": masked(self.query),
            "expect": self.expect,
            "found": self.found,
            "stage": self.stage,
            "text": self.said.format(**self.values),
            "figures": self.figures,
        }


@dataclass(slots=True)
class _Dropped:
    """Makes the answer."""

    query: str
    expect: str
    figures: dict[str, Any]

    def __call__(self, stage: str, said: str, **values: Any) -> Why:
        figures = {**self.figures, **values}
        return Why(query=self.query, expect=self.expect, stage=stage, said=said, values=values, figures=figures)


def why(
    memory: Memory,
    query: str,
    expect: str,
    *,
    limit: int = RECALL_LIMIT,
    budget: int | None = None,
    unit: str | None = None,
    **how: Any,
) -> Why:
    """Recall, and say what became of one memory.

    Args:
        memory: Opened as whoever asks: for its owner, or with what a model may see.
        query: The question.
        expect: Id of the memory that should be among the hits.
        limit: As for `recall`.
        budget: When given, or `unit`, it must also have room in a block of that size.
        unit: Of the budget; `tokens` when left out.
        how: As for `recall`.

    Raises:
        StoreError, ConfigError, EmbedderError: as `recall`.
    """
    trail = Trail(expect)
    answer = memory.recall(query, limit=limit, trail=trail, **how)
    store = memory.store()
    version = store.read(expect)
    profile = profile_named(how.get("profile") or memory.config.profile)
    figures = _figures(trail, answer, profile.floor, limit)

    dropped = _Dropped(query, expect, figures)

    if version is None:
        return _absent(store, expect, dropped)
    record = version.record
    figures["expired"] = record.is_expired(how.get("now") or store.now())
    if trail.place is not None:
        return _in_block(memory, answer, record, trail, budget, unit, dropped)
    if trail.fused is None:
        return _not_gathered(store, record, trail, dropped)
    if not trail.worthy:
        return dropped(
            "floor",
            "too little speaks for it: a chance of {chance}, where at least {floor} is asked and the best candidate has {best}",
            chance=round(trail.chance or 0.0, 4),
            floor=profile.floor,
            best=round(trail.best_chance, 4),
        )
    if not trail.current:
        by = _replaced_by(record, [hit.record for hit in answer], store)
        return dropped("superseded", "a newer memory replaces it: {by}", by=by or "one that is not shown")
    if not trail.shown:
        level = record.level
        classes = ", ".join(record.access.classes) if record.access is not None else ""
        return dropped("withheld", "it is {level} ({classes}) and may not be shown here", level=level, classes=classes)
    if trail.stands_for is not None:
        return dropped("folded", "another memory says the same and stands in its place: {by}", by=trail.stands_for)
    if figures["expired"]:
        return dropped(
            "expiry",
            "it is past its validity, which puts it behind: place {rank} of {of}, and {limit} are shown",
            rank=trail.rank,
            of=trail.of,
            limit=limit,
        )
    score = round(trail.ranked.score, 4) if trail.ranked is not None else 0.0
    return dropped(
        "rank",
        "it stands at place {rank} of {of}, and {limit} are shown: its score is {score}, that of the last one shown {last}",
        rank=trail.rank,
        of=trail.of,
        limit=limit,
        score=score,
        last=trail.last_score,
    )


def _figures(trail: Trail, answer: Recall, floor: float, limit: int) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "searched_for": masked(trail.query),
        "time": answer.dated.time_json() if answer.dated is not None else None,
        "candidates": trail.candidates,
        "hits": len(answer),
        "limit": limit,
        "floor": floor,
    }
    if trail.fused is not None:
        fused = trail.fused
        figures |= {
            "text": round(fused.text, 4),
            "text_rank": fused.text_rank,
            "coverage": round(fused.coverage, 4),
            "cosine": None if fused.cosine is None else round(fused.cosine, 4),
            "meaning_rank": fused.meaning_rank,
            "chance": round(trail.chance or 0.0, 4),
        }
    if trail.ranked is not None:
        ranked = trail.ranked
        figures |= {
            "rank": trail.rank,
            "score": round(ranked.score, 4),
            "relevance": round(ranked.relevance, 4),
            "decay": round(ranked.decay, 4),
            "priority": ranked.priority,
        }
    return figures


def _absent(store: Store, id: str, dropped: _Dropped) -> Why:
    tombstones = store.tombstones_of(id)
    if tombstones:
        last = tombstones[-1]
        when = format_wire(last.deleted_at) if last.deleted_at is not None else "unknown"
        return dropped("forgotten", "it was forgotten ({reason}), at: {when}", reason=last.reason, when=when)
    aside = next((q for q in store.quarantine() if isinstance(q.item, dict) and q.item.get("id") == id), None)
    if aside is not None:
        return dropped(
            "missing",
            "it is set aside as no. {number} of the quarantine: {reason}",
            number=aside.number,
            reason=masked(aside.reason),
        )
    return dropped("missing", "there is no memory with this id in {store}", store=store.url)


def _not_gathered(store: Store, record: Record, trail: Trail, dropped: _Dropped) -> Why:
    """No search brought it: the filter, or the words, or others were nearer."""
    stage, said, values = _filtered(record, trail.where)
    if stage:
        return dropped(stage, said, **values)
    terms = parse_query(trail.query).terms
    tokens = set(index_tokens(searchable(record)))
    shared = [term.token for term in terms if term.matches(tokens)]
    if not shared:
        return dropped(
            "tokens",
            "it holds none of the {n} words that were searched for: {terms}",
            n=len(terms),
            terms=masked(", ".join(term.token for term in terms[:12])),
        )
    near = store.search(trail.query, where=trail.where, limit=CANDIDATES, also=[record.id])
    own = next((candidate.score for candidate in near if candidate.record.id == record.id), None)
    others = [candidate.score for candidate in near if candidate.record.id != record.id]
    return dropped(
        "candidates",
        "it holds {shared} of {n} words, and {most} memories are nearer by words; nor does its meaning bring it",
        shared=len(shared),
        n=len(terms),
        most=len(others),
        own_score=None if own is None else float(f"{own:.4g}"),
        last_score=float(f"{min(others):.4g}") if others else None,
    )


def _filtered(record: Record, where: Filter) -> tuple[str, str, dict[str, Any]]:
    """What of the filter leaves a record out; empty when it passes."""
    if not where.scopes.match(record.scope):
        asked = ", ".join(where.scopes.patterns)
        return "scope", "it belongs to {scope}, and {asked} was asked for", {"scope": record.scope, "asked": asked}
    if where.types and record.type not in where.types:
        return "type", "it is of type {type}", {"type": record.type}
    if where.tags and not where.tags.issubset(record.tags):
        return (
            "tag",
            "it lacks a tag that was asked for: {tags}",
            {"tags": ", ".join(sorted(where.tags - set(record.tags)))},
        )
    left_out = (record.state == "archived" and not where.include_archived) or (
        record.state == "superseded" and not where.include_superseded
    )
    if left_out:
        return "state", "its state is {state}, and only active ones were asked for", {"state": record.state}
    if not where.match(record):
        at = format_wire(record.created_at) if record.created_at is not None else "unknown"
        since = format_wire(where.since) if where.since is not None else "…"
        until = format_wire(where.until) if where.until is not None else "…"
        return (
            "time",
            "its time is {at}, and {since} – {until} was asked for",
            {"at": at, "since": since, "until": until},
        )
    return "", "", {}


def _replaced_by(record: Record, hits: Iterable[Record], store: Store) -> str:
    direct = [hit.id for hit in hits if record.id in hit.supersedes]
    return (
        ", ".join(direct)
        if direct
        else next((hit.id for hit in hits if hit.scope == record.scope and hit.type == record.type), "")
    )


def _in_block(
    memory: Memory,
    answer: Recall,
    record: Record,
    trail: Trail,
    budget: int | None,
    unit: str | None,
    dropped: _Dropped,
) -> Why:
    if budget is not None or unit is not None:
        block = memory.context(answer, budget=budget, unit=unit or "tokens")
        if all(note.quote.record.id != record.id for note in block.notes):
            return dropped(
                "budget",
                "it stands at place {place}, and a block of {budget} {unit} has no room for it",
                place=trail.place,
                budget=budget or BUDGETS[block.unit],
                unit=block.unit,
            )
    return dropped("found", "it stands at place {place}", place=trail.place)
