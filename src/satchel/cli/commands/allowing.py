"""`allow`: what sensitive memories a model may see, on the owner's word."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from satchel.cli import options
from satchel.cli.output import local_time, print_json, print_text
from satchel.cli.wording import say
from satchel_protocol.errors import UsageError


def allow(
    kind: Annotated[
        str | None, typer.Argument(metavar="[CLASS]", help=say("A class of sensitive memories: health, email …"))
    ] = None,
    scope: Annotated[
        str | None,
        typer.Option("--scope", metavar="PATTERN", help=say("Where: a scope and what is below it, or '*'.")),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help=say("List what is let through."))] = False,
    remove: Annotated[bool, typer.Option("--remove", help=say("Take the permission back."))] = False,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Let a class of sensitive memories through to models in a scope; files are let out one by one."""
    if kind is None and not list_:
        raise UsageError("name a class, such as health, or --list")
    document: dict[str, Any]
    with options.memory(store) as memory:
        if list_:
            found = [p for p in memory.permissions() if kind in (None, p.kind)]
            document = {"permissions": [permission.to_json() for permission in found]}
            lines = [f"{p.kind:<18} {p.scope:<24} {p.actor}  {local_time(p.to_json()['at'])}" for p in found]
            told = "\n".join(lines) or say("Nothing is let through.")
        elif remove:
            there = memory.disallow(str(kind), scope=scope, dry_run=dry_run)
            document = {"removed": there, "class": kind, "scope": scope or memory.scope, "dry_run": dry_run}
            told = say("Taken back.") if there else say("There was no such permission.")
        else:
            permission = memory.allow(str(kind), scope=scope, dry_run=dry_run)
            document = {**permission.to_json(), "dry_run": dry_run}
            told = say("Models may see {kind} in {scope} from now on.", kind=permission.kind, scope=permission.scope)
    if as_json:
        print_json(document)
    else:
        print_text(told)


COMMANDS = (
    ("allow", allow, "Let a class of sensitive memories through to models in a scope; files are let out one by one."),
)
NEED_ARGUMENTS = ("allow",)
