"""`surfaces`: what names a key outside of the schema: prompts, tools, code, memories, traces."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.cli import options
from satchel.cli.output import note, print_json, print_text, progress_bar
from satchel.cli.wording import say
from satchel_protocol.errors import UsageError

if TYPE_CHECKING:
    from satchel.service.surfaces import Scan

surfaces = typer.Typer(
    name="surfaces", help=say("What names a memory key: prompts, tools, code, memories, traces."), no_args_is_help=True
)
_PLANTED = 299
_DEFAULT = Path("memory_schema.yml")


@surfaces.callback()
def group() -> None:
    """Keeps `scan` a command of its own, however many there are."""


@surfaces.command("scan", help=say("Look for names of keys in every spelling; errors give exit code 1."))
def scan(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATHS]...", help=say("Files and folders; this folder by default."))
    ] = None,
    schema: Annotated[
        Path, typer.Option("--schema", metavar="FILE", help=say("The schema; memory_schema.yml by default."))
    ] = _DEFAULT,
    store: Annotated[
        str | None, typer.Option("--store", metavar="URL", help=say("Look through the memories of this store too."))
    ] = None,
    traces: Annotated[
        list[Path] | None,
        typer.Option("--traces", metavar="PATH", help=say("Traces, as lines of JSON: a file or folder; may repeat.")),
    ] = None,
    provider: Annotated[
        list[str] | None,
        typer.Option(
            "--provider",
            metavar="NAME",
            help=say("Texts from elsewhere: an entry point or MODULE:CALLABLE; may repeat."),
        ),
    ] = None,
    surface: Annotated[
        list[str] | None,
        typer.Option("--surface", metavar="NAME=GLOB", help=say("Which files a surface of the schema is; may repeat.")),
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option("--exclude", metavar="GLOB", help=say("Leave these files out; may repeat."))
    ] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=say("text, json, github, gitlab, junit or sarif."))
    ] = "text",
    mentions: Annotated[bool, typer.Option("--mentions", help=say("List every mention, not only findings."))] = False,
    planted: Annotated[
        int,
        typer.Option(
            "--plant", metavar="N", min=0, help=say("Measure the scan with so many planted names; 0 for none.")
        ),
    ] = _PLANTED,
    processes: Annotated[
        int, typer.Option("--jobs", metavar="N", min=0, help=say("Processes; by default as many as help."))
    ] = 0,
    now: Annotated[
        str | None, typer.Option("--now", metavar="INSTANT", help=say("Judge as of this time; now by default."))
    ] = None,
    as_json: options.AsJson = False,
) -> int:
    """Exit codes: 0 clean or warnings alone, 1 errors, 2 wrong usage or an unreadable schema."""
    from satchel.schema.finding import exit_code
    from satchel.schema.printing import FORMATS, printed
    from satchel.service import surfaces as service
    from satchel.service.schema import Project

    wanted = "json" if as_json and form == "text" else form
    if wanted not in FORMATS:
        raise UsageError(f"--format: {form!r} is none of {', '.join(FORMATS)}")
    at = options.read_time(now, "--now") or datetime.now(UTC)
    project = Project.open(schema)
    with progress_bar(quiet=as_json or wanted != "text") as bar:
        found = service.scan(
            project,
            service.Wanted(
                paths=paths or [Path()], store=store, traces=traces or (), providers=provider or (),
                surfaces=_named(surface or ()), exclude=exclude or (), planted=planted, processes=processes,
            ),
            at.date(),
            bar,
        )  # fmt: skip
    if wanted == "json":
        print_json(found.to_json(mentions=mentions))
    elif wanted != "text":
        print_text(printed(found.findings, wanted, command="satchel surfaces scan").rstrip("\n"))
    else:
        _show(found, mentions=mentions)
    return exit_code(found.findings)


def _named(given: list[str] | tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in given:
        name, equals, glob = one.partition("=")
        if not equals or not name or not glob:
            raise UsageError(f"--surface: {one!r} is not NAME=GLOB, such as system_prompt=prompts/*.md")
        found.setdefault(name, []).append(glob)
    return found


def _show(found: Scan, *, mentions: bool) -> None:
    from satchel.schema.printing import as_text

    if found.findings:
        print_text(as_text(found.findings).rstrip("\n"))
    if mentions:
        for where, one in found.seen.mentions:
            known = one.known
            number = f" ({known.number})" if known.number is not None else ""
            print_text(
                f"{where}:{one.line}:{one.column}: {known.standing.value} {known.name}{number} "
                f"{one.how.value} {one.confidence:.2f}"
            )
    seen = found.seen
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(seen.kinds.items()))
    note(
        say(
            "Read {n} surfaces, {mb} MB: {kinds}",
            n=sum(seen.kinds.values()),
            mb=f"{seen.size_bytes / 1e6:.1f}",
            kinds=kinds or "–",
        )
    )
    if seen.skipped:
        reasons: dict[str, int] = {}
        for _, reason in seen.skipped:
            reasons[reason] = reasons.get(reason, 0) + 1
        told = ", ".join(f"{count} × {reason}" for reason, count in sorted(reasons.items()))
        note(say("Not read: {reasons}", reasons=told))
    sure = len(seen.mentions) - found.possible
    note(
        say(
            "{n} mentions of {keys} keys; {possible} more are too uncertain to be findings",
            n=sure,
            keys=len(found.keys()),
            possible=found.possible,
        )
    )
    _show_planted(found)
    counts: dict[str, int] = {}
    for finding in found.findings:
        counts[finding.severity.value] = counts.get(finding.severity.value, 0) + 1
    note(", ".join(f"{count} {name}" for name, count in counts.items()) if counts else say("No findings."))
    if found.exempted:
        note(say("{n} let through by exemptions", n=len(found.exempted)))


def _show_planted(found: Scan) -> None:
    planted = found.planted
    if not planted.planted:
        return
    note(
        say(
            "Planted names: {found} of {planted} found, so at least {share} % of such are (95 % sure)",
            found=planted.found, planted=planted.planted, share=f"{100 * planted.lower:.1f}",
        )
    )  # fmt: skip
    missed = [f"{name} {one[1] - one[0]}" for name, one in sorted(planted.classes.items()) if one[0] < one[1]]
    if missed:
        note(say("missed: {what}", what=", ".join(missed)))
