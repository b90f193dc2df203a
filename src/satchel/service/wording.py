"""The type of a memory from its wording, where nobody said what it is."""

from __future__ import annotations


def type_of(content: str) -> str:
    """The type that the wording speaks for."""
    # The lexicons take a while to load; somebody who names the type does not wait for them.
    from satchel.move.infer.types import type_scores

    best = type_scores(content).best
    return "fact" if best == "interaction" else best
