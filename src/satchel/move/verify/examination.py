"""All checks of one verification, in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from satchel.move.verify.accounting import account
from satchel.move.verify.asking import Watched
from satchel.move.verify.forgetting import forgetting_is_in_step
from satchel.move.verify.history import history_can_be_traced
from satchel.move.verify.isolation import scopes_hold
from satchel.move.verify.lessons import lessons_hold
from satchel.move.verify.outcome import Check
from satchel.move.verify.preferences import preferences_continue
from satchel.move.verify.responder import Responder
from satchel.move.verify.task_states import task_states_continue
from satchel.move.verify.times import compare_times
from satchel.move.verify.truth import Truth

Progress = Callable[[str, int, int | None], None]
STEPS: Final = 8
"""How many checks there are."""


def verify(truth: Truth, responder: Responder, *, progress: Progress | None = None) -> list[Check]:
    """Put the five questions to the new place and compare it with the old one.

    Args:
        truth: The old place.
        responder: The new one.
        progress: Told which check is done, of `STEPS`.

    Returns:
        The five questions in their order, then accounting, time and scope.
    """
    watched = Watched(responder)
    new = {record.id: record for record in responder.records()}
    done: list[Check] = []

    def enter(check: Check) -> None:
        done.append(check)
        if progress is not None:
            progress("verify", len(done), STEPS)

    enter(preferences_continue(truth, watched))
    enter(task_states_continue(truth, watched))
    enter(lessons_hold(truth, watched))
    enter(history_can_be_traced(truth, watched, new))
    enter(forgetting_is_in_step(truth, watched, new))
    enter(account(truth, new))
    enter(compare_times(truth, new))
    # Last, so that it has watched every other answer.
    enter(scopes_hold(truth, watched, new))
    return done
