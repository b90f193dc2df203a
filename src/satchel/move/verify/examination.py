"""All checks of one verification, in their order."""

from __future__ import annotations

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


def verify(truth: Truth, responder: Responder) -> list[Check]:
    """Put the five questions to the new place and compare it with the old one.

    Args:
        truth: The old place.
        responder: The new one.

    Returns:
        The five questions in their order, then accounting, time and scope.
    """
    watched = Watched(responder)
    new = {record.id: record for record in responder.records()}
    now = truth.as_changed(new, rewritten=responder.rewritten)
    return [
        preferences_continue(now, watched),
        task_states_continue(now, watched),
        lessons_hold(now, watched),
        history_can_be_traced(now, watched, new),
        forgetting_is_in_step(truth, watched, new),
        account(truth, new),
        compare_times(truth, new, rewritten=responder.rewritten),
        # Last, so that it has watched every other answer.
        scopes_hold(truth, watched, new),
    ]
