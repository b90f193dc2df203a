"""Lessons hold: a skill or correction is found from the problem it solves, and comes up when that arises."""

from __future__ import annotations

from typing import Final

from satchel.move.verify.asking import ask, told_unasked
from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.responder import Responder
from satchel.move.verify.templates import QUESTIONS, TASKS
from satchel.move.verify.topic import situation
from satchel.move.verify.truth import Truth
from satchel_protocol.record import Record

_CORRECTIONS: Final = frozenset(
    {"correction", "lesson", "lessons", "feedback", "mistake", "纠正", "教训", "经验", "更正"}
)
"""Tags by which a tool marks what it was taught."""


def lessons_hold(truth: Truth, responder: Responder) -> Check:
    """The question and the task are made from the part of the lesson that says when it applies."""
    live = [record for record in truth.current.values() if is_lesson(record)]
    check = truth.check("lessons", len(live))
    check.figures = {"told_unasked": 0, "withheld": 0}
    for record in truth.chosen(live):
        about = situation(record.content)
        tried = ask(responder, record, QUESTIONS["lessons"], truth, about=about)
        if not tried.number:
            check.skip()
            continue
        failures = []
        if tried.place is None:
            failures.append(Failure.of(record, "not_found", detail=tried.instead(), question=tried.question))
        if truth.withheld(record):
            check.figures["withheld"] += 1
        else:
            task = told_unasked(responder, record, TASKS["lessons"], truth, about=about)
            if task is None:
                check.figures["told_unasked"] += 1
            else:
                failures.append(Failure.of(record, "not_in_wake", question=task))
        check.note(*failures, at_once=tried.at_once)
    return check


def is_lesson(record: Record) -> bool:
    """A skill, or what its tool marked as a correction; a preference that was one is asked about as a preference."""
    return record.type == "skill" or (record.type == "fact" and not _CORRECTIONS.isdisjoint(record.tags))
