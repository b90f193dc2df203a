"""`remember read list edit`: single memories."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from satchel.cli import options
from satchel.cli.output import local_time, note, print_json, print_text, record_line
from satchel.cli.wording import say
from satchel_protocol.errors import UsageError
from satchel_protocol.record import UNSET, Record


def remember(
    content: Annotated[
        str, typer.Argument(metavar="CONTENT", help=say("The text, or - to read it from standard input."))
    ],
    type: Annotated[
        str | None, typer.Option("--type", help=say("fact, task, preference, skill or interaction."))
    ] = None,
    scope: options.ScopeOption = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help=say("A tag; may repeat."))] = None,
    key: Annotated[str | None, typer.Option("--key", help=say("Name of a keyed memory, such as user.theme."))] = None,
    value: Annotated[str | None, typer.Option("--value", help=say("Its value, as JSON."))] = None,
    ttl: Annotated[float | None, typer.Option("--ttl", help=say("Seconds of validity."))] = None,
    importance: Annotated[float | None, typer.Option("--importance", min=0, max=1, help="0–1")] = None,
    created: Annotated[
        str | None, typer.Option("--created", metavar="TIME", help=say("When it was so; now by default."))
    ] = None,
    agent: Annotated[str | None, typer.Option("--agent", help=say("Who says so."))] = None,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Write a memory."""
    if content == "-":
        content = sys.stdin.read()
    with options.memory(store, scope=scope, warn=True) as memory:
        memory.agent = agent or memory.agent
        record = memory.remember(
            content,
            type=type,
            tags=tag or (),
            key=key,
            value=_json_value(value),
            ttl=ttl,
            importance=importance,
            created_at=options.read_time(created, "--created"),
            dry_run=dry_run,
        )
        _print_record(record, as_json=as_json, said=say("Remembered in {store}", store=memory.url))


def read(
    id: Annotated[str, typer.Argument(metavar="ID", help=say("The memory's id."))],
    history: Annotated[bool, typer.Option("--history", help=say("Every version, oldest first."))] = False,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Show one memory."""
    with options.memory(store) as memory:
        if not history:
            _print_record(memory.read(id), as_json=as_json)
            return
        versions: list[dict[str, Any]] = [
            {"revision": v.revision, "batch": v.batch, "record": v.record.to_json()} for v in memory.history(id)
        ]
    if as_json:
        print_json({"versions": versions})
        return
    for version in versions:
        print_text(f"{version['revision']}. {record_line(version['record'])}")


def list_(
    scope: options.ScopePatterns = None,
    type: options.TypeFilter = None,
    tag: options.TagFilter = None,
    since: options.Since = None,
    until: options.Until = None,
    archived: options.Archived = False,
    superseded: options.Superseded = False,
    expired: Annotated[bool, typer.Option("--expired", help=say("Expired ones too."))] = False,
    all_: Annotated[bool, typer.Option("--all", help=say("Archived, superseded and expired ones too."))] = False,
    needs_rebuilding: Annotated[
        bool,
        typer.Option(
            "--needs-rebuilding",
            help=say("Only what was derived from a forgotten memory and from others; a new --content clears it."),
        ),
    ] = False,
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=1, help=say("Most memories to show."))] = None,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """List memories."""
    with options.memory(store) as memory:
        records = memory.list(
            scope=scope,
            types=type or (),
            tags=tag or (),
            since=options.read_time(since, "--since"),
            until=options.read_time(until, "--until"),
            include_archived=archived or all_,
            include_superseded=superseded or all_,
            include_expired=expired or all_,
        )
        waiting = {record.id for record in memory.needing_rebuild(scope=scope)} if needs_rebuilding else set()
        shown: list[dict[str, Any]] = []
        more = False
        for record in records:
            if needs_rebuilding and record.id not in waiting:
                continue
            if limit is not None and len(shown) == limit:
                more = True
                break
            if as_json:
                shown.append(record.to_json(standalone=True))
            else:
                shown.append({})
                print_text(record_line(record.to_json()))
    if as_json:
        print_json({"records": shown, "more": more})
    elif not shown:
        print_text(say("No memories here."))


def edit(
    id: Annotated[str, typer.Argument(metavar="ID", help=say("The memory's id."))],
    content: Annotated[str | None, typer.Option("--content", help=say("The new text."))] = None,
    type: Annotated[str | None, typer.Option("--type", help=say("The new type."))] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help=say("The new tags, all of them; may repeat."))] = None,
    value: Annotated[str | None, typer.Option("--value", help=say("The new value, as JSON."))] = None,
    ttl: Annotated[float | None, typer.Option("--ttl", help=say("Seconds of validity."))] = None,
    importance: Annotated[float | None, typer.Option("--importance", min=0, max=1, help="0–1")] = None,
    state: Annotated[str | None, typer.Option("--state", help=say("active, archived or superseded."))] = None,
    revision: Annotated[
        int | None, typer.Option("--revision", help=say("Change it only if it is at this revision."))
    ] = None,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Change a memory; what is not named stays."""
    changes: dict[str, Any] = {
        name: given
        for name, given in (("content", content), ("type", type), ("ttl", ttl), ("importance", importance))
        if given is not None
    }
    if tag is not None:
        changes["tags"] = tuple(dict.fromkeys(t.strip().lower() for t in tag if t.strip()))
    if value is not None:
        changes["value"] = _json_value(value)
    if state is not None:
        if state not in ("active", "archived", "superseded"):
            raise UsageError(f"--state is active, archived or superseded, not {state!r}")
        changes["state"] = None if state == "active" else state
    if not changes:
        raise UsageError("nothing to change was named; see `satchel edit --help`")
    with options.memory(store, warn=True) as memory:
        record = memory.edit(id, expected_revision=revision, dry_run=dry_run, **changes)
    _print_record(record, as_json=as_json)


def _print_record(record: Record, *, as_json: bool, said: str = "") -> None:
    if as_json:
        print_json(record.to_json(standalone=True))
        return
    print_text(record_line(record.to_json()))
    data = record.to_json()
    for name in ("tags", "key", "value", "state", "ttl", "importance", "supersedes", "derived_from"):
        if name in data:
            print_text(f"    {name}: {json.dumps(data[name], ensure_ascii=False)}")
    origin = data.get("origin")
    if origin:
        print_text("    " + say("from {tool}, {path}", tool=origin.get("tool", "?"), path=origin.get("path", "?")))
        if origin.get("exported_at"):
            print_text("    " + say("exported {at}", at=local_time(origin["exported_at"])))
    if said:
        note(said)


def _json_value(text: str | None) -> Any:
    if text is None:
        return UNSET
    try:
        return json.loads(text)
    except ValueError:
        # A bare word is the string that it plainly is: --value dark.
        return text


COMMANDS = (
    ("remember", remember, "Write a memory."),
    ("read", read, "Show one memory."),
    ("list", list_, "List memories."),
    ("edit", edit, "Change a memory; what is not named stays."),
)
NEED_ARGUMENTS = ("remember", "read", "edit")
