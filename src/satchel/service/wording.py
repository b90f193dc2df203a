"""What a text is by its wording, where nobody said what it is."""

from __future__ import annotations


def type_of(content: str) -> str:
    """The type that the wording speaks for."""
    # The lexicons take a while to load; somebody who names the type does not wait for them.
    from satchel.move.infer.types import type_scores

    best = type_scores(content).best
    return "fact" if best == "interaction" else best


def is_log(content: str) -> bool:
    """Whether the wording alone is clearly that of a system log."""
    from satchel.move.infer.logs import CLEARLY, log_score

    return log_score(content).logit > CLEARLY
