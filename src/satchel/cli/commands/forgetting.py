"""`forget`: memories go, on request from every place on the disk."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satchel.cli import exits, options
from satchel.cli.output import note, print_json, print_text, record_line
from satchel.cli.wording import say
from satchel_protocol.errors import NotFoundError, UsageError

if TYPE_CHECKING:
    from satchel.service.memory import Memory


def forget(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help=say("What to forget."))],
    purge: Annotated[
        bool,
        typer.Option(
            "--purge",
            help=say(
                "Erase the text physically too, with a receipt for each place; also for what was forgotten before."
            ),
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help=say("Do not ask."))] = False,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> int:
    """Forget memories: the text goes at once, a tombstone keeps it from coming back."""
    ids = list(dict.fromkeys(ids))
    with options.memory(store) as memory:
        if not (yes or dry_run):
            _confirm(memory, ids, purge=purge)
        if purge:
            from satchel.service.purge import purge as erase

            done = erase(memory, ids, dry_run=dry_run)
            document: dict[str, Any] = done.to_json()
            finished = done.is_done
        else:
            tombstones = memory.forget_many(ids, dry_run=dry_run)
            document, finished = {"forgotten": [tombstone.to_json() for tombstone in tombstones]}, True
        waiting = [] if dry_run else [record.id for record in memory.needing_rebuild(of=ids)]
        document |= {"needs_rebuilding": waiting, "dry_run": dry_run}
    if as_json:
        print_json(document)
    else:
        _show(document)
    return exits.OK if finished else exits.FINDINGS


def _confirm(memory: Memory, ids: list[str], *, purge: bool) -> None:
    for id in ids:
        try:
            note(record_line(memory.read(id).to_json()))
        except NotFoundError:
            if not purge:
                raise
            note(id)
    if not sys.stdin.isatty():
        raise UsageError("forgetting cannot be undone; add --yes to do it without being asked")
    typer.confirm(say("Forget this? It cannot be undone."), abort=True, err=True)


def _show(document: dict[str, Any]) -> None:
    for tombstone in document["forgotten"]:
        more = len(tombstone.get("derived", ()))
        print_text(
            say("Forgotten: {id}", id=tombstone["id"]) + (say(", and {n} derived from it", n=more) if more else "")
        )
    waiting = len(document["needs_rebuilding"])
    if waiting:
        print_text(say("{n} were made of it and of others, and wait: satchel list --needs-rebuilding", n=waiting))
    for receipt in document.get("purged", ()):
        mark = {"erased": "✓", "unsupported": "–", "failed": "✗"}[receipt["outcome"]]
        detail = f" ({receipt['detail']})" if receipt["detail"] else ""
        print_text(f"  {mark} {say(receipt['place'])}: {say(receipt['outcome'])}{detail}")


COMMANDS = (("forget", forget, "Forget memories: the text goes at once, a tombstone keeps it from coming back."),)
NEED_ARGUMENTS: tuple[str, ...] = ("forget",)
