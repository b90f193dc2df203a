"""`wake`: what a new agent should know before a task."""

from __future__ import annotations

from typing import Annotated

import typer

from satchel.cli import options
from satchel.cli.output import note, print_json, print_text
from satchel.cli.wording import say


def wake(
    task: Annotated[
        str, typer.Option("--task", metavar="TEXT", help=say("What the agent is about to do; - reads standard input."))
    ] = "",
    scope: options.ScopePatterns = None,
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="N", min=1, help=say("How large the block may be."))
    ] = None,
    unit: Annotated[
        str,
        typer.Option("--unit", metavar="UNIT", help=say("What the budget counts: tokens (estimated) or characters.")),
    ] = "tokens",
    format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=say("Of the block: plain, xml or json."))
    ] = "plain",
    include_sensitive: Annotated[
        list[str] | None,
        typer.Option(
            "--include-sensitive",
            metavar="CLASS",
            help=say("Let this class of sensitive memories into the block, or all; may repeat."),
        ),
    ] = None,
    embedder: options.EmbedderOption = None,
    now: Annotated[
        str | None, typer.Option("--now", metavar="INSTANT", help=say("Ask as of this time; now by default."))
    ] = None,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Print what a new agent should know before it begins: standing rules, task states, lessons that apply."""
    import sys

    if task == "-":
        task = sys.stdin.read()
    with options.memory(store, embedder=embedder, allow=include_sensitive or ()) as memory:
        woken = memory.wake(
            task, scope=scope, budget=budget, unit=unit, format=format, now=options.read_time(now, "--now")
        )
    if as_json:
        print_json(woken.to_json())
        return
    print_text(woken.text.rstrip("\n"))
    if woken.counts.withheld:
        note(
            say(
                "{n} sensitive memories are withheld from a model; --include-sensitive lets a class in",
                n=f"{woken.counts.withheld:,}",
            )
        )


COMMANDS = (
    (
        "wake",
        wake,
        "Print what a new agent should know before it begins: standing rules, task states, lessons that apply.",
    ),
)
NEED_ARGUMENTS: tuple[str, ...] = ()
