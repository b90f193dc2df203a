"""`sync`: two stores brought to the same state."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from satchel.cli import options
from satchel.cli.output import note, print_json, print_text, progress_bar
from satchel.cli.wording import say

_SHOWN = 20
"""Conflicts listed on a terminal; --json has all of them."""


def sync(
    a: Annotated[str, typer.Argument(metavar="A", help=say("A store: a URL or a path."))],
    b: Annotated[
        str | None,
        typer.Argument(
            metavar="B",
            help=say("The other one; made where there is none. Without it, the configured store is synced with A."),
        ),
    ] = None,
    scope: options.ScopePatterns = None,
    one_way: Annotated[bool, typer.Option("--one-way", help=say("Only from A to B; A takes nothing in."))] = False,
    no_embed: Annotated[bool, typer.Option("--no-embed", help=say("Make no vectors of what came in."))] = False,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Bring two stores to the same state; deletes travel too."""
    from satchel.service.config import load_config
    from satchel.service.embedding import Embedding
    from satchel.service.sync import SyncOptions
    from satchel.service.sync import sync as run
    from satchel.stores.registry import default_url
    from satchel_protocol.scope import EVERYTHING, Scopes

    config = load_config()
    if b is None:
        a, b = store or config.store or default_url(), a
    with progress_bar(quiet=as_json) as progress:
        chosen = SyncOptions(
            scopes=Scopes.of(scope) if scope else EVERYTHING,
            one_way=one_way,
            dry_run=dry_run,
            progress=progress,
            embedding=None if no_embed else Embedding(config.embedder),
        )
        report = run(a, b, chosen).to_json()
    if as_json:
        print_json(report)
    else:
        _show(report)


def _show(report: dict[str, Any]) -> None:
    a, b = report["a"], report["b"]
    if not report["changed"]:
        print_text(say("Nothing would change.") if report["dry_run"] else say("Nothing changed."))
    else:
        _show_way(a, b, report["a_to_b"])
        if not report["one_way"]:
            _show_way(b, a, report["b_to_a"])
    if report["conflict_count"]:
        count = report["conflict_count"]
        print_text(say("{n} were changed in both; by the merge rule this was kept:", n=count))
        for conflict in report["conflicts"][:_SHOWN]:
            versions = f"A {_short(conflict['a'])}, B {_short(conflict['b'])} → {_short(conflict['kept'])}"
            print_text(f"  {conflict['id']}  {versions}")
        if count > _SHOWN:
            print_text(say("  … and {n} more", n=count - _SHOWN))
    if report["keys_carried"]:
        print_text(say("{n} keys of fingerprints were carried over", n=report["keys_carried"]))
    for batch in report["undone"]:
        print_text(say("import {id} was taken back in the other store too", id=batch))
    for text in report["notes"]:
        note(f"{say('Note')}: {text}")


def _show_way(source: str, target: str, way: dict[str, Any]) -> None:
    print_text(
        say(
            "{a} to {b}: {changed} changed, {told} looked at",
            a=source,
            b=target,
            changed=f"{way['changed']:,}",
            told=f"{way['told']:,}",
        )
    )
    for reason in way["reasons"]:
        print_text(f"  {reason['count']:,} {reason['what']}: {reason['reason']}")


def _short(state: str) -> str:
    """A digest as far as a person compares it."""
    return say(state) if state == "forgotten" else state[:12]


COMMANDS = (("sync", sync, "Bring two stores to the same state; deletes travel too."),)
NEED_ARGUMENTS = ("sync",)
