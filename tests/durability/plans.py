"""Plans of small writes, and what a store holds after so many steps of one."""

from __future__ import annotations

import random

from tests.durability.aftermath import Holds

Step = tuple[str, str, str]
"""What to do, the id, the text."""


def plan(chance: random.Random, name: object, before: Holds, steps: int) -> list[Step]:
    """Steps that can be carried out one after the other: remember, edit, forget, and close and open again."""
    drawn: list[Step] = []
    live = sorted(before.texts)
    for number in range(steps):
        verb = chance.choice(["remember"] * 5 + ["edit"] * 3 + ["forget"] * 2 + ["reopen"])
        if verb in ("edit", "forget") and not live:
            verb = "remember"
        if verb == "remember":
            id = f"r{name}-{number}"
            live.append(id)
        else:
            id = chance.choice(live) if verb != "reopen" else ""
        if verb == "forget":
            live.remove(id)
        # Some are long, so that one write takes many pages.
        words = chance.choices(["乌龙茶", "lamp", "Lyon", "violin", "deadline"], k=chance.choice([3, 30, 900]))
        drawn.append((verb, id, f"{verb} {name} {number}: {' '.join(words)}"))
    return drawn


def after(before: Holds, steps: list[Step]) -> Holds:
    """What is there when these steps were carried out."""
    texts, forgotten = dict(before.texts), set(before.forgotten)
    for verb, id, text in steps:
        if verb == "forget":
            del texts[id]
            forgotten.add(id)
        elif verb != "reopen":
            texts[id] = text
    return Holds(texts, frozenset(forgotten))
