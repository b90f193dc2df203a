"""Preferences continue: each is found by its subject, and stands in the wake block when a task touches that."""

from __future__ import annotations

from satchel.move.verify.asking import ask, told_unasked
from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.responder import Responder
from satchel.move.verify.templates import QUESTIONS, TASKS
from satchel.move.verify.truth import Truth


def preferences_continue(truth: Truth, responder: Responder) -> Check:
    """A new agent must keep to a preference unprompted, so that finding it on request is only half of the check.

    One that is withheld from models is asked for as its owner would and is not expected in the block.
    """
    live = [record for record in truth.current.values() if record.type == "preference"]
    check = truth.check("preferences", len(live))
    check.figures = {"told_unasked": 0, "withheld": 0}
    for record in truth.chosen(live):
        tried = ask(responder, record, QUESTIONS["preferences"], truth)
        if not tried.number:
            check.skip()
            continue
        failures = []
        if tried.place is None:
            failures.append(Failure.of(record, "not_found", detail=tried.instead(), question=tried.question))
        if truth.withheld(record):
            check.figures["withheld"] += 1
        else:
            task = told_unasked(responder, record, TASKS["preferences"], truth)
            if task is None:
                check.figures["told_unasked"] += 1
            else:
                failures.append(Failure.of(record, "not_in_wake", question=task))
        check.note(*failures, at_once=tried.at_once)
    return check
