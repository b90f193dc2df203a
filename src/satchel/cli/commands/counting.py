"""`schema counters` and `schema propose`: what agents did with keys, and what the schema might make of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from satchel.cli import options
from satchel.cli.commands.schema import SchemaPath
from satchel.cli.output import note, print_json, print_text
from satchel.cli.wording import say

_DEFAULT = Path("memory_schema.yml")


def counters(store: options.StoreUrl = None, as_json: options.AsJson = False) -> None:
    """Show how often keys were read and written, and what kinds of misses there were."""
    from satchel.service.counters import counted

    with options.memory(store) as memory:
        found = counted(memory.url)
    if as_json:
        print_json(found.to_json())
        return
    for one in found.by_key():
        print_text(line_of(one))
    if not found.counts:
        note(say("Nothing was counted for this store."))


def line_of(one: dict[str, Any]) -> str:
    """One key with its figures, for a person."""
    kinds = [f"{name} {n:,}" for part in ("reads", "writes") for name, n in one[part].items()]
    rate = f"  {say('misses')} {one['miss_rate']:.1%}" if one["miss_rate"] is not None else ""
    number = one["number"] if one["number"] is not None else "–"
    return f"{number}  {', '.join(one['names'])}  {', '.join(kinds)}{rate}"


def propose(
    file: SchemaPath = _DEFAULT,
    write: Annotated[bool, typer.Option("--write", help=say("Change the file; else the patch is printed."))] = False,
    everything: Annotated[
        bool, typer.Option("--all", help=say("What was written in the modes observe and reject too."))
    ] = False,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Make a patch of the keys that were written and are not declared."""
    from satchel.cli.files import check_writable
    from satchel.service.counters import proposed
    from satchel.service.schema import replace_file

    with options.memory(store) as memory:
        found = proposed(file, memory, everything=everything)
    if write and found.diff:
        check_writable(file)
        replace_file(file, found.patch.text)
    if as_json:
        print_json({**found.to_json(), "written": bool(write and found.diff)})
        return
    if not write:
        print_text(found.diff.rstrip("\n")) if found.diff else None
    for text in [*found.patch.left_out, *found.notes]:
        note(text)
    if write and found.diff:
        note(
            say("{path}: {n} keys added; describe them, then satchel schema check", path=file, n=len(found.patch.keys))
        )
    elif not found.diff:
        note(say("There is nothing to propose."))


COMMANDS = (
    ("counters", counters, "Show how often keys were read and written, and what kinds of misses there were."),
    ("propose", propose, "Make a patch of the keys that were written and are not declared."),
)
