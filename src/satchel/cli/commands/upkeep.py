"""`stats doctor embed quarantine`: looking after a store."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from satchel.cli import exits, options
from satchel.cli.output import print_json, print_text, progress_bar
from satchel.cli.wording import say
from satchel_protocol.errors import UsageError
from satchel_protocol.state import Merged


def stats(store: options.StoreUrl = None, as_json: options.AsJson = False) -> None:
    """Show figures about the store."""
    from satchel.service.upkeep import stats as figures

    with options.memory(store) as memory:
        found = figures(memory)
    if as_json:
        print_json(found)
        return
    print_text(f"{found['store']}")
    print_text(say("{n} memories, {t} tombstones", n=f"{found['records']:,}", t=f"{found['tombstones']:,}"))
    for name in ("types", "scopes", "states", "levels", "origins", "set_aside"):
        if found[name]:
            print_text(
                f"  {say(name)}: " + ", ".join(f"{what} {count:,}" for what, count in list(found[name].items())[:12])
            )
    meaning = found["meaning"]
    if meaning["active"]:
        shown = say(
            "{n} vectors of {model}", n=f"{meaning['records']:,}", model=meaning["model"] or meaning["embedder"]
        )
    else:
        shown = say("words alone: {why}", why=meaning["why"])
    print_text(f"  {say('search')}: {shown}")
    times = found["created_at"]
    print_text(
        f"  {say('time')}: {times['earliest']} … {times['latest']}, " + say("{n} unknown", n=f"{times['unknown']:,}")
    )


def doctor(
    repair: Annotated[
        bool, typer.Option("--repair", help=say("Mend what is broken; no record that can be read is lost."))
    ] = False,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> int:
    """Check the machine, the configuration and the store."""
    from satchel.service.upkeep import examine

    with options.memory(store) as memory:
        checks = examine(memory, repair=repair)
    healthy = all(check.ok for check in checks)
    if as_json:
        print_json({"ok": healthy, "checks": [check.to_json() for check in checks]})
    else:
        for check in checks:
            print_text(f"{'✓' if check.ok else '✗'} {say(check.name)}: {check.detail}")
        if not healthy and not repair:
            print_text(say("`satchel doctor --repair` mends the store; no record that can be read is lost."))
    return exits.OK if healthy else exits.FINDINGS


quarantine = typer.Typer(help=say("See, repair and accept what could not be imported."), no_args_is_help=True)


@quarantine.command("list", help=say("List what was set aside."))
def quarantine_list(store: options.StoreUrl = None, as_json: options.AsJson = False) -> None:
    """List what was set aside."""
    with options.memory(store) as memory:
        items = [_shown(item) for item in memory.quarantine()]
    if as_json:
        print_json({"items": items})
        return
    for item in items:
        print_text(f"{item['number']:>5}  {item['outcome']}  {item['where']}\n       {item['reason']}")
    if not items:
        print_text(say("Nothing is set aside."))


@quarantine.command("show", help=say("Show one item."))
def quarantine_show(
    number: Annotated[int, typer.Argument(metavar="NUMBER")],
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Show one item."""
    from satchel.service.upkeep import quarantined

    with options.memory(store) as memory:
        item = _shown(quarantined(memory, number))
    if as_json:
        print_json(item)
    else:
        print_text(json.dumps(item, ensure_ascii=False, indent=2))


@quarantine.command("accept", help=say("Take an item in after all, repaired."))
def quarantine_accept(
    number: Annotated[int, typer.Argument(metavar="NUMBER")],
    content: Annotated[str | None, typer.Option("--content", help=say("The text it should have."))] = None,
    type: Annotated[str | None, typer.Option("--type", help=say("The type it should have."))] = None,
    scope: options.ScopeOption = None,
    created: Annotated[str | None, typer.Option("--created", metavar="TIME", help=say("When it was so."))] = None,
    new_id: Annotated[
        bool, typer.Option("--new-id", help=say("Give it an id of its own: the one it has is taken in another scope."))
    ] = False,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Take an item in after all, repaired."""
    from satchel.service.upkeep import accept
    from satchel_protocol.wiretime import format_wire

    at = options.read_time(created, "--created")
    changes: dict[str, Any] = {
        name: value
        for name, value in (
            ("content", content),
            ("type", type),
            ("scope", scope),
            ("created_at", at and format_wire(at)),
        )
        if value is not None
    }
    with options.memory(store) as memory:
        accepted = accept(memory, number, changes, new_id=new_id, dry_run=dry_run)
    if isinstance(accepted, Merged):
        document = {"id": accepted.id, "outcome": accepted.outcome.value}
    else:
        document = accepted.to_json(standalone=True)
    print_json(document) if as_json else print_text(say("Accepted: {id}", id=document["id"]))


@quarantine.command("drop", help=say("Remove items for good."))
def quarantine_drop(
    numbers: Annotated[list[int] | None, typer.Argument(metavar="[NUMBER]...")] = None,
    all_: Annotated[bool, typer.Option("--all", help=say("All of them."))] = False,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Remove items for good."""
    if not numbers and not all_:
        raise UsageError("name the numbers to drop, or --all")
    with options.memory(store) as memory:
        held = [item.number for item in memory.quarantine()]
        chosen = held if all_ else [number for number in numbers or () if number in held]
        for number in () if dry_run else chosen:
            memory.store().drop_quarantined(number)
    print_json({"dropped": chosen}) if as_json else print_text(say("{n} dropped", n=len(chosen)))


def _shown(item: Any) -> dict[str, Any]:
    return {
        "number": item.number,
        "outcome": item.outcome.value,
        "reason": item.reason,
        "where": item.where,
        "batch": item.batch,
        "item": item.item,
    }


def embed(
    replace: Annotated[
        bool, typer.Option("--replace", help=say("Let this embedder take the place of another one."))
    ] = False,
    embedder: options.EmbedderOption = None,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Make the vectors of all memories; broken off, it goes on where it stopped."""
    with options.memory(store, embedder=embedder) as memory, progress_bar(quiet=as_json) as bar:
        done = memory.embed(replace=replace, progress=(lambda made, total: bar("embed", made, total)) if bar else None)
    if as_json:
        print_json(done.to_json())
        return
    print_text(say("{n} memories got vectors of {model}", n=f"{done.made:,}", model=done.model))
    if done.replaced is not None:
        print_text(say("{model} was replaced", model=done.replaced))


COMMANDS = (
    ("embed", embed, "Make the vectors of all memories; broken off, it goes on where it stopped."),
    ("stats", stats, "Show figures about the store."),
    ("doctor", doctor, "Check the machine, the configuration and the store."),
)
NEED_ARGUMENTS: tuple[str, ...] = ()
