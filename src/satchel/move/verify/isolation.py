"""Whose memory it is stayed: no scope changed, and nothing is visible from a scope that must not see it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from satchel.move.verify.asking import FIRST, Watched
from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.questions import questions
from satchel.move.verify.templates import QUESTIONS
from satchel.move.verify.truth import Truth
from satchel_protocol.record import Record
from satchel_protocol.scope import PUBLIC, is_within, parse_scope

_A_SCOPE: Final = 3
"""Records of each scope that are looked for from other scopes, by those that are like it and those that are there."""
_OTHERS: Final = 4
_SCOPES: Final = 24
"""Scopes whose records are looked for from outside, unless all are asked for."""


def scopes_hold(truth: Truth, responder: Watched, new: Mapping[str, Record]) -> Check:
    """Compare scopes record by record; then look for some records of each from scopes that must not see them.

    What leaked into an answer to any other question of the verification is told here too.
    """
    check = truth.check("scope", len(truth.records), exact=True)
    for id, old in truth.records.items():
        here = new.get(id)
        if here is not None:
            changed = here.scope != old.scope
            check.note(*([Failure.of(old, "scope_changed", detail=f"{old.scope} → {here.scope}")] if changed else ()))
    by_scope: dict[str, list[Record]] = {}
    for record in truth.current.values():
        by_scope.setdefault(record.scope, []).append(record)
    looked = 0
    for scope in _drawn(sorted(by_scope), truth):
        records = by_scope[scope]
        for record in sorted(records, key=lambda record: record.id)[:: max(1, len(records) // _A_SCOPE)][:_A_SCOPE]:
            question = next(questions(record, QUESTIONS["facts"], truth.lexicon, seed=truth.seed), None)
            for other in _outside(scope, sorted(by_scope)) if question is not None else ():
                looked += 1
                responder.recall(question or "", scope=other, limit=FIRST, now=truth.now)
    check.failures += responder.leaks.values()
    check.figures = {"looked_from_outside": looked, "answers_watched": responder.questions}
    return check


def _drawn(scopes: list[str], truth: Truth) -> list[str]:
    """All scopes, or some of very many, drawn by the seed."""
    if truth.sample is None or len(scopes) <= _SCOPES:
        return scopes
    return sorted(random.Random(truth.seed).sample(scopes, _SCOPES))


def _outside(scope: str, known: Sequence[str]) -> Iterator[str]:
    """Scopes that must not see what is in this one: some that exist, its like by a letter, and one below it."""
    others = [other for other in known if not is_within(scope, other)]
    step = max(1, len(others) // _OTHERS)
    yield from others[::step][:_OTHERS]
    if scope != PUBLIC:
        yield PUBLIC
        yield parse_scope(scope + "0")
        yield parse_scope(scope + "/elsewhere")
        head, _, last = scope.rpartition(":")
        if len(last) > 1 and last[:-1].isalnum():
            yield parse_scope(f"{head}:{last[:-1]}")
