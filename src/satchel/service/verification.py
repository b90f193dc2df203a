"""`verify`: whether everything of an old place is in a new one and is found there; the five questions, and the counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Final

from satchel.instant import local_zone
from satchel.move.verify.examination import verify as examine
from satchel.move.verify.outcome import Verdict
from satchel.move.verify.responder import Responder
from satchel.move.verify.truth import Truth, Window
from satchel.service.arrival import ImportOptions
from satchel.service.embedding import Embedding
from satchel.service.verification_places import (
    SLACK,
    Circumstances,
    StoreResponder,
    new_place,
    old_place,
    windows_of,
    without_withheld,
)
from satchel.service.witness import Witness
from satchel_protocol.ids import new_id
from satchel_protocol.store import Store

SAMPLE: Final = 1000
"""Most records asked about for each of the five questions; whether all are there is looked at for every one."""
MOVED_SAMPLE: Final = 40
"""The same at the end of a move, which shall not take much longer for it."""
_MOST_NAMED: Final = 5
"""Memories that a note names."""

Progress = Callable[[str, int, int | None], None]
Wrap = Callable[[Responder], Responder]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """How a verification is done."""

    sample: int | None = SAMPLE
    """Most records asked about for each question; None: all of them."""
    seed: int = 0
    """Which sample, and which templates; the same gives the same questions."""
    reading: ImportOptions = field(default_factory=ImportOptions)
    """How a foreign old place is read: as it was for the move."""
    embedding: Embedding = field(default_factory=lambda: Embedding("none"))
    zone: tzinfo = field(default_factory=local_zone)
    allow_more: bool = False
    """Whether the new place may hold records that the old one has not."""
    asked: Wrap | None = None
    """Puts an agent between the questions and the store; None: the store's own recall and wake are asked."""
    asked_by: str = "recall"
    progress: Progress | None = None


def verify(
    old: str,
    new: str,
    options: VerifyOptions | None = None,
    *,
    clock: Callable[[], datetime],
    ids: Callable[[], str] = new_id,
) -> Verdict:
    """Compare an old place with a new one, and question the new one.

    Args:
        old: A store, a stream, or the folder, file or archive of an old tool; then the truth is what the readers give.
        new: A store or a stream.
        options: See `VerifyOptions`.
        clock: Its time is the time at which the questions are asked.
        ids: For what is made in memory.

    Raises:
        StoreError, StreamError, SourceError: one of them cannot be read.
    """
    options = options or VerifyOptions()
    started = time.monotonic()
    at = Circumstances(now=clock(), zone=options.zone, clock=clock, ids=ids, seed=options.seed, sample=options.sample)
    with new_place(new, at, options.reading.passphrase) as (store, stayed_behind):
        truth = old_place(old, options.reading, at, beside=store)
        left_out = without_withheld(truth, store, stayed_behind) if stayed_behind else 0
        verdict = judge(truth, store, options, windows=windows_of(store))
    if left_out:
        verdict.notes.append(
            f"{left_out} sensitive memories stayed out of {new} when it was written, and are not missed"
        )
    if truth.stayed_behind:
        verdict.notes.append(
            f"{len(truth.stayed_behind)} sensitive memories stayed out of {old} when it was written, and are not too many"
        )
    verdict.old, verdict.new = old, new
    verdict.seconds = time.monotonic() - started
    return verdict


def judge(truth: Truth, store: Store, options: VerifyOptions, *, windows: Sequence[Window] = ()) -> Verdict:
    """Question an open store about a truth that is at hand."""
    started = time.monotonic()
    responder: Responder = StoreResponder(store=store, zone=options.zone, embedding=options.embedding)
    truth.windows, truth.progress = windows, options.progress
    truth.more_allowed = options.allow_more
    if options.asked is not None:
        responder = options.asked(responder)
    verdict = Verdict(
        old="",
        new=store.url,
        checks=examine(truth, responder),
        records=len(truth.records),
        seed=options.seed,
        sample=options.sample,
        asked_by=options.asked_by,
    )
    verdict.notes += _notes(truth, verdict)
    verdict.seconds = time.monotonic() - started
    return verdict


def witness_of(
    reading: ImportOptions, zone: tzinfo, *, clock: Callable[[], datetime], ids: Callable[[], str]
) -> Witness:
    """Somebody who sees a move, so that it can be judged afterwards."""
    at = Circumstances(now=clock(), zone=zone, clock=clock, ids=ids, sample=MOVED_SAMPLE)
    return Witness(at, reading)


def after_move(
    witness: Witness,
    store: Store,
    span: tuple[datetime, datetime],
    embedding: Embedding,
    zone: tzinfo,
    *,
    progress: Progress | None = None,
) -> Verdict:
    """Judge a move that was witnessed.

    Args:
        witness: Who saw it.
        store: The new store, open.
        span: When the move began and ended.
        embedding: For the search by meaning.
        zone: The reader's.
        progress: Told how far it has come.
    """
    options = VerifyOptions(sample=MOVED_SAMPLE, embedding=embedding, zone=zone, progress=progress)
    window = Window(start=span[0] - SLACK, end=span[1] + SLACK)
    return judge(witness.truth(store), store, options, windows=[window])


def _notes(truth: Truth, verdict: Verdict) -> list[str]:
    notes = []
    known = {one.id for one in truth.forgotten}
    by_id = sum(not tombstone.prints and tombstone.id not in known for tombstone in truth.tombstones)
    if by_id:
        notes.append(f"{by_id} forgotten memories could be looked for by id only: nothing of their texts is known")
    figures = next((check.figures for check in verdict.checks if check.name == "accounting"), {})
    if figures.get("changed_since"):
        named = figures["changed"][:_MOST_NAMED]
        more = ", …" if figures["changed_since"] > len(named) else ""
        notes.append(
            f"{figures['changed_since']} memories say something else by a later version, and are not judged: "
            f"{', '.join(named)}{more}"
        )
    if figures.get("in_another_form"):
        notes.append(
            f"{figures['in_another_form']} memories say the same in another form: blanks, composed characters, "
            "the line of a file, the notation of a time"
        )
    return notes
