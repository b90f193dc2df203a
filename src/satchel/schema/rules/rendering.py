"""The rendered block: it grows at its end and stays within its budget."""

from __future__ import annotations

from collections.abc import Iterator

from satchel.schema.finding import Severity
from satchel.schema.render.prompt import prompt_block, shown_keys
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule
from satchel.text.size import estimated_tokens


@rule("RENDER_ORDER_UNSTABLE", Severity.WARN, Category.LINT, Kind.CHANGE)
def render_order_unstable(facts: Facts) -> Iterator[Hit]:
    """Keys that the prompt block showed before stand in another order, or a new one stands among them.

    Why: providers cache the beginning of a prompt. From the first line that moved everything is read, and paid, anew,
    in every session.

    Instead: leave the order to the numbers, which only grow.

    Before:
        render: {order: name}

    After:
        render: {order: number}
    """
    if facts.last is None:
        return
    back = {key.number for key in facts.last.keys if key.deprecated}  # what is active again has its old place
    now = [key.number for key in shown_keys(facts.now) if key.number not in back]
    kept = set(now)
    before = [key.number for key in shown_keys(facts.last) if key.number in kept]
    if now[: len(before)] != before:
        first = next((n for n, was in zip(now, before, strict=False) if n != was), None)
        key = facts.now.by_number.get(first) if first is not None else None
        yield Hit(
            number=first, key=key.name if key else None, at=None, path=("render", "order"), old=before, new=now,
            message=f"the prompt block changes from {key.name if key else 'its beginning'} on; order: number keeps what is cached",
        )  # fmt: skip


@rule("SCHEMA_TOKENS", Severity.WARN, Category.LINT, Kind.FILE)
def schema_tokens(facts: Facts) -> Iterator[Hit]:
    """The prompt block is larger than its budget, `render.budget_tokens`.

    Why: it is paid in every request and takes the place of what the user said.

    Instead: shorten `describe`, retire what nobody uses, or raise the budget on purpose.

    Before:
        render: {budget_tokens: 800}   # and a block of 1,100

    After:
        render: {budget_tokens: 1200}
    """
    budget = facts.now.budget_tokens
    if budget is None:
        return
    size = estimated_tokens(prompt_block(facts.now))
    if size > budget:
        yield Hit(
            path=("render", "budget_tokens"),
            old=budget,
            new=size,
            message=f"the prompt block has about {size} tokens, of {budget}",
        )
