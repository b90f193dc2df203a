"""`import export inspect move undo`: many memories at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satchel.access.policy import HELD_BACK, UNSHARED
from satchel.cli import exits, options
from satchel.cli.files import check_writable, write_text
from satchel.cli.output import local_time, note, print_json, print_text, progress_bar, render
from satchel.cli.wording import language, say
from satchel_protocol.errors import SourceError, UsageError

if TYPE_CHECKING:
    from satchel.service.arrival import ImportOptions


def import_(
    sources: Annotated[
        list[str], typer.Argument(metavar="SOURCE...", help=say("Files, folders, archives or streams."))
    ],
    scope: options.ScopeOption = None,
    timezone: options.Zone = None,
    mapping: options.MappingFile = None,
    logs: options.Logs = False,
    only: Annotated[
        list[str] | None,
        typer.Option("--only-scope", metavar="PATTERN", help=say("Take only these scopes; may repeat.")),
    ] = None,
    map_scope: Annotated[
        list[str] | None,
        typer.Option(
            "--map-scope",
            metavar="OLD=NEW",
            help=say("A scope that becomes another one here, with what is below it: user:me=user:bob; may repeat."),
        ),
    ] = None,
    sender: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="SCOPE",
            help=say("Whose it is, such as user:bob: what claims a scope of somebody else stays out."),
        ),
    ] = None,
    accept_partial: Annotated[
        bool, typer.Option("--accept-partial", help=say("Take what a cut or altered stream holds."))
    ] = False,
    signed_by: Annotated[
        str | None,
        typer.Option(
            "--signed-by",
            metavar="NAME",
            help=say("Take only streams that NAME signed: me, one from `satchel keys`, or any for all of these."),
        ),
    ] = None,
    passphrase_file: options.PassphraseFile = None,
    no_embed: options.NoEmbed = False,
    report: options.Page = None,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Read files into the store; every row is accounted for."""
    _check_outputs(report, *sources)
    with options.memory(store, scope=scope) as memory, progress_bar(quiet=as_json) as progress:
        chosen = _import_options(memory, timezone, mapping, only, logs=logs, progress=progress)
        chosen = _with(
            chosen,
            scope_map=_scope_map(map_scope),
            principal=sender,
            accept_partial=accept_partial,
            dry_run=dry_run,
            embed=not no_embed,
            signed_by="" if signed_by == "any" else signed_by,
            passphrase=options.read_passphrase(passphrase_file),
        )
        result = memory.import_(*sources, options=chosen).to_json()
    _show_report(result, report, as_json=as_json)


def move(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help=say("The old agent's folder, file or archive, or another store."))
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help=say("The new store, a URL or a path."))],
    timezone: options.Zone = None,
    mapping: options.MappingFile = None,
    scope: options.ScopeOption = None,
    logs: options.Logs = False,
    stream: Annotated[
        Path | None,
        typer.Option("--stream", metavar="FILE", help=say("Where the stream file goes; beside NEW by default.")),
    ] = None,
    include_sensitive: options.IncludeSensitive = None,
    withhold: options.Withhold = None,
    no_embed: options.NoEmbed = False,
    no_verify: Annotated[
        bool,
        typer.Option("--no-verify", help=say("Leave out the verification; `satchel verify OLD NEW` does it later.")),
    ] = False,
    report: options.Page = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> int:
    """Move everything from an old agent into a new store, with a report and a stream file beside it."""
    _check_outputs(report, old)
    with options.memory(new, scope=scope) as memory, progress_bar(quiet=as_json) as progress:
        chosen = _import_options(memory, timezone, mapping, None, logs=logs, progress=progress)
        result = memory.move_from(
            old,
            options=_with(chosen, dry_run=dry_run, embed=not no_embed),
            stream=stream,
            include_sensitive=include_sensitive or (),
            withhold=withhold or (),
            verify=not no_verify,
        ).to_json()
    _show_report(result, report, as_json=as_json)
    verification = result.get("verification")
    if verification is not None and not as_json:
        from satchel.move.verify.terminal import render_terminal as render_verification

        render(render_verification(verification, language=language()))
    return exits.OK if verification is None or verification["sound"] else exits.UNVERIFIED


def export(
    more: Annotated[list[str] | None, typer.Argument(metavar="[PATTERN]...", help=say("More scopes."))] = None,
    scope: Annotated[
        list[str] | None,
        typer.Option("--scope", metavar="PATTERN", help=say("What to export; '*' for all; may repeat.")),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help=say("Where to; .zst compresses; - is standard output.")),
    ] = None,
    include_sensitive: options.IncludeSensitive = None,
    withhold: options.Withhold = None,
    recipient: Annotated[
        str | None,
        typer.Option(
            "--for", metavar="SCOPE", help=say("Who gets it, such as user:bob: what is not shared with them stays.")
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            "--since-cursor", metavar="CURSOR", help=say("Only what changed after an earlier stream's cursor.")
        ),
    ] = None,
    sign: Annotated[bool, typer.Option("--sign", help=say("Sign it with your key; `satchel keys` shows it."))] = False,
    encrypt_to: Annotated[
        list[str] | None,
        typer.Option(
            "--encrypt-to",
            metavar="WHO",
            help=say("Who can open it: me, a name from `satchel keys`, or age1…; may repeat."),
        ),
    ] = None,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Write a stream file of some scopes."""
    patterns = [*(scope or ()), *(more or ())]
    if not patterns:
        raise UsageError("name what to export: --scope user:me, or --scope '*' for everything")
    to_stdout = output is not None and str(output) == "-"
    if output is None and not dry_run:
        raise UsageError("name the file to write: -o memories.satchel")
    if to_stdout and encrypt_to:
        raise UsageError("only a file is encrypted; name one: -o memories.satchel.age")
    if to_stdout and as_json:
        raise UsageError("-o - writes the stream to standard output, where --json would print its document")
    target: Any = sys.stdout.buffer if to_stdout else output
    with options.memory(store) as memory, progress_bar(quiet=as_json or to_stdout) as progress:
        count = (lambda done: progress(say("export"), done, None)) if progress else None
        chosen: dict[str, Any] = {
            "scope": patterns,
            "include_sensitive": include_sensitive or (),
            "withhold": withhold or (),
            "recipient": recipient,
        }
        if dry_run:
            with Path("/dev/null" if sys.platform != "win32" else "NUL").open("wb") as nowhere:
                trailer = memory.export(nowhere, **chosen, since=since)
        else:
            trailer = memory.export(
                target, **chosen, since=since, sign=sign, encrypt_to=encrypt_to or (), progress=count
            )
        public = 0 if "public" in patterns else memory.store().count(_public())
    if as_json:
        print_json(
            {
                "output": None if dry_run else str(output),
                "dry_run": dry_run,
                "trailer": trailer.to_json(),
                "public_left_out": public,
            }
        )
        return
    tell = note if to_stdout else print_text
    tell(
        say("{records} memories and {tombstones} tombstones", records=trailer.records, tombstones=trailer.tombstones)
        + (f" → {output}" if not dry_run else "")
    )
    for reason, withheld in sorted(trailer.withheld.items()):
        if reason.startswith(HELD_BACK):
            tell(say("{n} withheld as asked ({reason})", n=withheld, reason=reason.removeprefix(HELD_BACK)))
        elif reason.startswith(UNSHARED):
            who = reason.removeprefix(UNSHARED)
            tell(say("{n} are not shared with {who} (share: {reason})", n=withheld, who=recipient, reason=who))
        else:
            tell(say("{n} withheld ({reason}); --include-sensitive lets them out", n=withheld, reason=reason))
    if public and "*" in patterns:
        tell(say("{n} public memories were not asked for; add --scope public", n=public))


def inspect(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help=say("A file, folder, archive or stream."))],
    write_mapping: Annotated[
        Path | None,
        typer.Option("--write-mapping", metavar="FILE", help=say("Write what was inferred as a mapping file.")),
    ] = None,
    mapping: options.MappingFile = None,
    timezone: options.Zone = None,
    scope: options.ScopeOption = None,
    passphrase_file: options.PassphraseFile = None,
    as_json: options.AsJson = False,
) -> None:
    """Look at a source without importing: what it holds, and what was inferred from what."""
    from satchel.service.inspection import inspect_source, inspection_text, mapping_text

    _check_outputs(write_mapping, source)
    with options.memory(None, scope=scope) as memory:
        chosen = _import_options(memory, timezone, mapping, None, logs=False, progress=None)
        chosen = _with(chosen, passphrase=options.read_passphrase(passphrase_file))
    found = inspect_source(Path(source), chosen)
    if write_mapping is not None:
        if found.kind != "foreign":
            raise SourceError(f"{source} needs no mapping: its fields are the protocol's own")
        if write_mapping.exists():
            raise UsageError(f"{write_mapping} exists already; name another file, or remove it first")
        write_text(write_mapping, mapping_text(found))
        note(say("Mapping written to {path}", path=write_mapping))
    if as_json:
        print_json(found.to_json())
    else:
        print_text(inspection_text(found))


def tools(as_json: options.AsJson = False) -> None:
    """List the tools whose files are known."""
    from satchel.service.tools import tool_list

    found = tool_list()
    if as_json:
        print_json({"tools": found})
        return
    for tool in found:
        unverified = "" if tool["verified"] else " " + say("(unverified: written from the documented layout alone)")
        print_text(f"{tool['tool']:<14} {tool['title']}{unverified}")
        print_text(f"{'':<14} {say('reads: {what}', what=tool['reads'])}")
        print_text(f"{'':<14} {say('to be had: {how}', how=tool['obtain'])}")


def undo(
    batch: Annotated[
        str | None, typer.Argument(metavar="[BATCH]", help=say("The import; without it, they are listed."))
    ] = None,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Take an import back."""
    with options.memory(store) as memory:
        if batch is None:
            batches = [{"batch": id, **about} for id, about in memory.store().batches().items()]
            if as_json:
                print_json({"batches": batches})
                return
            for entry in batches:
                print_text(f"{entry['batch']}  {local_time(entry.get('at'))}  {entry.get('source', '')}")
            if not batches:
                print_text(say("No import to undo."))
            return
        undone = memory.undo(batch, dry_run=dry_run)
    document = {
        "batch": batch,
        "dry_run": dry_run,
        "removed": undone.removed,
        "restored": undone.restored,
        "kept": list(undone.kept),
        "tombstones_removed": undone.tombstones_removed,
    }
    if as_json:
        print_json(document)
        return
    print_text(say("{removed} removed, {restored} restored", removed=undone.removed, restored=undone.restored))
    if undone.kept:
        print_text(say("{n} were changed since and stay: {ids}", n=len(undone.kept), ids=", ".join(undone.kept[:10])))


def _check_outputs(output: Path | None, *sources: str) -> None:
    """What can be known to be wrong before anything is read."""
    if not all(sources):
        raise UsageError('a source has no name (""); name a file or folder, or . for the one you are in')
    if output is not None:
        check_writable(output, *sources)


def _import_options(
    memory: Any, timezone: str | None, mapping: Path | None, only: list[str] | None, *, logs: bool, progress: Any
) -> ImportOptions:
    from satchel.move.mapping import read_mapping
    from satchel.service.arrival import ImportOptions
    from satchel_protocol.scope import EVERYTHING, Scopes

    return ImportOptions(
        scope=memory.scope,
        timezone=timezone or memory.config.timezone,
        mapping=read_mapping(mapping) if mapping is not None else None,
        logs=logs,
        scopes=Scopes.of(only) if only else EVERYTHING,
        progress=progress,
    )


def _with(chosen: ImportOptions, **changes: Any) -> ImportOptions:
    from dataclasses import replace

    return replace(chosen, **changes)


def _scope_map(rules: list[str] | None) -> Any:
    from satchel_protocol.scopemap import ScopeMap

    return ScopeMap.of(rules or ())


def _public() -> Any:
    from satchel_protocol.scope import PUBLIC, Scopes

    return Scopes((PUBLIC,))


def _show_report(result: dict[str, Any], page: Path | None, *, as_json: bool) -> None:
    from satchel.move.report import render_page, render_terminal

    if page is not None:
        write_text(page, render_page(result, language=language()))
        result = {**result, "report": str(page)}
    if as_json:
        print_json(result)
    else:
        render(render_terminal(result, language=language()))


COMMANDS = (
    ("import", import_, "Read files into the store; every row is accounted for."),
    ("export", export, "Write a stream file of some scopes."),
    ("tools", tools, "List the tools whose files are known."),
    ("inspect", inspect, "Look at a source without importing: what it holds, and what was inferred from what."),
    ("move", move, "Move everything from an old agent into a new store, with a report and a stream file beside it."),
    ("undo", undo, "Take an import back."),
)
NEED_ARGUMENTS = ("import", "inspect", "move")
