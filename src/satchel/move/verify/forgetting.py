"""Forgetting is in step: what was forgotten in the old place is not in the new one, by id, text or search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from satchel.move.verify.asking import FIRST
from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.questions import questions
from satchel.move.verify.responder import Responder
from satchel.move.verify.templates import QUESTIONS
from satchel.move.verify.truth import Forgotten, Truth
from satchel.text.similar import NearDuplicates
from satchel_protocol.fingerprint import normalise_text, sketch_similarity, text_print, text_sketch
from satchel_protocol.record import Record
from satchel_protocol.scope import is_within, scope_root
from satchel_protocol.similar import NEAR_DUPLICATE
from satchel_protocol.tombstone import Tombstone

_SKETCHED: Final = 5_000
"""Records whose sketches are compared with those of the forgotten texts, unless all are asked for."""


def forgetting_is_in_step(truth: Truth, responder: Responder, new: Mapping[str, Record]) -> Check:
    """Five looks: the ids, whether the new place knows that they are forgotten, the texts as far as they are known,
    their prints and sketches, and a search.

    A record that came back on somebody's word in the new place fails too: the old one still has it as forgotten.
    """
    gone = _still_forgotten(truth)
    check = Check(name="forgetting", applies=len({tombstone.id for tombstone in gone}))
    texts = [one for one in truth.forgotten if one.id not in truth.records]
    found: dict[str, Failure] = {}
    for tombstone in gone:
        here = new.get(tombstone.id)
        if here is not None and here.id not in truth.earlier and tombstone.through is None:
            found.setdefault(here.id, _back(here, "back_by_id", tombstone.id))
    known = {tombstone.id for tombstone in responder.tombstones()}
    for tombstone in gone:
        # Without it the next import brings the memory back.
        if tombstone.id not in known and tombstone.id not in found:
            found[tombstone.id] = Failure(record=tombstone.id, kind="tombstone_missing", scope=tombstone.scope)
    _by_text(truth, texts, new, found)
    _by_print(truth, gone, new, found)
    searched = _by_search(truth, texts, responder, found)
    check.asked = check.applies
    check.failures = list(found.values())
    check.found = check.asked - min(check.asked, len(found))
    check.at_once = check.found
    check.figures = {"texts_known": len(texts), "searched": searched, "tombstones": len(gone)}
    return check


def _back(record: Record, kind: str, forgotten: str) -> Failure:
    """Without the text: it is the forgotten one."""
    return Failure(record=record.id, kind=kind, scope=record.scope, detail=f"forgotten: {forgotten}")


def _still_forgotten(truth: Truth) -> list[Tombstone]:
    """Tombstones that no live record of the old place revived."""
    revived = {id for record in truth.records.values() for id in record.revives}
    return [t for t in truth.tombstones if t.tombstone_id not in revived and t.id not in truth.records]


def _allowed(truth: Truth, record: Record) -> bool:
    """Whether the old place itself has this record: then it says it again there, and the move did nothing wrong."""
    return record.id in truth.records or record.id in truth.earlier


def _by_text(truth: Truth, texts: Iterable[Forgotten], new: Mapping[str, Record], found: dict[str, Failure]) -> None:
    exact: dict[str, list[Forgotten]] = {}
    near: NearDuplicates[int] = NearDuplicates(threshold=0.9)
    numbered = list(enumerate(texts))
    for number, one in numbered:
        exact.setdefault(normalise_text(one.text), []).append(one)
        near.add(number, one.text)
    if not numbered:
        return
    by_number = dict(numbered)
    for record in new.values():
        if _allowed(truth, record) or record.id in found:
            continue
        same = [one for one in exact.get(normalise_text(record.content), ()) if is_within(record.scope, one.scope)]
        alike = [by_number[match.id] for match in near.duplicates(record.content)] if not same else []
        alike = [one for one in alike if is_within(record.scope, one.scope)]
        if same:
            found[record.id] = _back(record, "back_by_text", same[0].id)
        elif alike:
            found[record.id] = _back(record, "back_by_likeness", alike[0].id)


def _by_print(truth: Truth, gone: Iterable[Tombstone], new: Mapping[str, Record], found: dict[str, Failure]) -> None:
    by_print: dict[str, list[Tombstone]] = {}
    sketched: dict[str, list[Tombstone]] = {}
    for tombstone in gone:
        for fingerprint in tombstone.prints:
            by_print.setdefault(fingerprint, []).append(tombstone)
        if tombstone.sketch:
            sketched.setdefault(scope_root(tombstone.scope), []).append(tombstone)
    if not by_print:
        return
    compared = 0
    for record in new.values():
        root = scope_root(record.scope)
        if _allowed(truth, record) or record.id in found:
            continue
        for key in truth.keys.get(root, ()):
            dead = next(
                (t for t in by_print.get(text_print(key, record.content), ()) if is_within(record.scope, t.scope)), None
            )
            if dead is not None:
                found[record.id] = _back(record, "back_by_text", dead.id)
                break
            if root in sketched and (truth.sample is None or compared < _SKETCHED):
                compared += 1
                sketch = text_sketch(key, record.content)
                like = next((t for t in sketched[root] if _alike(t, record, sketch)), None)
                if like is not None:
                    found[record.id] = _back(record, "back_by_likeness", like.id)
                    break


def _alike(tombstone: Tombstone, record: Record, sketch: tuple[int, ...]) -> bool:
    return is_within(record.scope, tombstone.scope) and sketch_similarity(sketch, tombstone.sketch) >= NEAR_DUPLICATE


def _by_search(truth: Truth, texts: Iterable[Forgotten], responder: Responder, found: dict[str, Failure]) -> int:
    """Ask for each forgotten text; what comes must not say it. Gives how many were asked for."""
    asked = truth.chosen(
        Record(id=one.id, type="fact", content=one.text, scope=one.scope, source_agent="") for one in texts
    )
    for dead in asked:
        alike: NearDuplicates[int] = NearDuplicates(threshold=0.9)
        alike.add(0, dead.content)
        for question in questions(dead, QUESTIONS["facts"], truth.lexicon, seed=truth.seed):
            for hit in responder.recall(question, scope=dead.scope, limit=FIRST, now=truth.now):
                if hit.record.id == dead.id or (
                    alike.duplicates(hit.record.content) and not _allowed(truth, hit.record)
                ):
                    found.setdefault(hit.record.id, _back(hit.record, "back_by_search", dead.id))
    return len(asked)
