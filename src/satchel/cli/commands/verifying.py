"""`verify`, `why`: whether a move can be trusted, and where a memory that is not found got lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.cli import exits, options
from satchel.cli.files import check_writable, write_text
from satchel.cli.output import print_json, print_text, progress_bar, render
from satchel.cli.wording import language, say
from satchel_protocol.errors import UsageError

if TYPE_CHECKING:
    from satchel.service.why import Why


def verify(
    old: Annotated[
        str,
        typer.Argument(metavar="OLD", help=say("What was moved: a store, a stream, or an old tool's folder or file.")),
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help=say("Where it went: a store or a stream."))],
    all_: Annotated[bool, typer.Option("--all", help=say("Ask about every memory, not about a sample."))] = False,
    sample: Annotated[
        int | None, typer.Option("--sample", metavar="N", min=1, help=say("Ask about so many of each kind."))
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help=say("Which sample; 0 by default."))] = 0,
    allow_more: Annotated[
        bool, typer.Option("--allow-more", help=say("NEW may hold memories that OLD has not."))
    ] = False,
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent", metavar="COMMAND", help=say("Ask this program the questions, as JSON lines, in place of recall.")
        ),
    ] = None,
    now: Annotated[
        str | None, typer.Option("--now", metavar="INSTANT", help=say("Ask as of this time; now by default."))
    ] = None,
    scope: options.ScopeOption = None,
    timezone: options.Zone = None,
    mapping: options.MappingFile = None,
    logs: options.Logs = False,
    passphrase_file: options.PassphraseFile = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="PAGE", help=say("Write the verification as one HTML page."))
    ] = None,
    as_json: options.AsJson = False,
) -> int:
    """Compare an old place with a new one and ask the new one five questions; exit code 1 when a check fails."""
    from datetime import UTC, datetime

    from satchel.instant import local_zone, resolve_zone
    from satchel.move.mapping import read_mapping
    from satchel.move.verify.page import render_page
    from satchel.move.verify.terminal import render_terminal
    from satchel.service.arrival import ImportOptions
    from satchel.service.config import load_config
    from satchel.service.embedding import Embedding
    from satchel.service.verification import SAMPLE, VerifyOptions
    from satchel.service.verification import verify as run
    from satchel.service.verification_agent import asking_agent

    if not old or not new:
        raise UsageError('a place has no name (""); name a store, a file or a folder')
    if all_ and sample is not None:
        raise UsageError("--all and --sample exclude each other")
    if html is not None:
        check_writable(html, old, new)
    config, at = load_config(), options.read_time(now, "--now")
    zone = timezone or config.timezone
    with progress_bar(quiet=as_json) as progress, asking_agent(agent) as asked:
        chosen = VerifyOptions(
            sample=None if all_ else sample or SAMPLE,
            seed=seed,
            reading=ImportOptions(
                scope=options.parse(scope) if scope is not None else config.scope,
                timezone=zone,
                mapping=read_mapping(mapping) if mapping is not None else None,
                logs=logs,
                passphrase=options.read_passphrase(passphrase_file),
            ),
            embedding=Embedding(config.embedder),
            zone=resolve_zone(config.timezone) if config.timezone else local_zone(),
            allow_more=allow_more,
            asked=asked,
            asked_by=agent or "recall",
            progress=progress,
        )
        verdict = run(old, new, chosen, clock=lambda: at or datetime.now(UTC))
    document = verdict.to_json()
    if html is not None:
        write_text(html, render_page(document, language=language()))
    if as_json:
        print_json(document)
    else:
        render(render_terminal(document, language=language()))
    return exits.OK if verdict.ok else exits.FINDINGS


def why(
    query: Annotated[str, typer.Argument(metavar="QUERY", help=say("The question, as it was put to recall."))],
    expect: Annotated[str, typer.Option("--expect", metavar="ID", help=say("The memory that should be found."))],
    scope: options.ScopePatterns = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help=say("Most memories to show."))] = 8,
    type: options.TypeFilter = None,
    tag: options.TagFilter = None,
    since: options.Since = None,
    until: options.Until = None,
    archived: options.Archived = False,
    superseded: options.Superseded = False,
    profile: Annotated[
        str | None,
        typer.Option("--profile", metavar="NAME", help=say("How to rank: default, relevance or recent.")),
    ] = None,
    now: Annotated[
        str | None, typer.Option("--now", metavar="INSTANT", help=say("Ask as of this time; now by default."))
    ] = None,
    no_time: Annotated[bool, typer.Option("--no-time", help=say("Do not read a time out of the question."))] = False,
    as_model: Annotated[
        bool, typer.Option("--as-model", help=say("As a model would ask, from whom sensitive memories are withheld."))
    ] = False,
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="N", min=1, help=say("How large the block may be."))
    ] = None,
    unit: Annotated[
        str | None, typer.Option("--unit", help=say("What the budget counts: tokens (estimated) or characters."))
    ] = None,
    embedder: options.EmbedderOption = None,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> int:
    """Replay a recall and name the stage that dropped a memory; exit code 1 when it is not in the answer."""
    from satchel.service.why import why as ask

    with options.memory(store, embedder=embedder, allow=() if as_model else ("all",)) as memory:
        found = ask(
            memory,
            query,
            expect,
            limit=limit,
            budget=budget,
            unit=unit,
            scope=scope,
            types=type or (),
            tags=tag or (),
            since=options.read_time(since, "--since"),
            until=options.read_time(until, "--until"),
            include_archived=archived,
            include_superseded=superseded,
            profile=profile,
            now=options.read_time(now, "--now"),
            read_time=not no_time,
        )
    if as_json:
        print_json(found.to_json())
    else:
        print_text(f"{found.stage}: {_said(found)}")
        for name, value in found.figures.items():
            if value is not None:
                print_text(f"    {name}: {value}")
    return exits.OK if found.found else exits.FINDINGS


def _said(found: Why) -> str:
    """The stage in a sentence, in the user's language; what has no sentence here is said as the service says it."""
    texts = {
        "forgotten": say("it was forgotten ({reason}), at: {when}"),
        "scope": say("it belongs to {scope}, and {asked} was asked for"),
        "type": say("it is of type {type}"),
        "tag": say("it lacks a tag that was asked for: {tags}"),
        "state": say("its state is {state}, and only active ones were asked for"),
        "time": say("its time is {at}, and {since} – {until} was asked for"),
        "tokens": say("it holds none of the {n} words that were searched for: {terms}"),
        "candidates": say("it holds {shared} of {n} words, and {most} memories are nearer"),
        "floor": say("too little speaks for it: a chance of {chance}, the best candidate has {best}"),
        "superseded": say("a newer memory replaces it: {by}"),
        "withheld": say("it is {level} ({classes}) and may not be shown here"),
        "folded": say("another memory says the same and stands in its place: {by}"),
        "expiry": say("it is past its validity, which puts it behind: place {rank} of {of}, and {limit} are shown"),
        "rank": say("it stands at place {rank} of {of}, and {limit} are shown"),
        "budget": say("it stands at place {place}, and a block of {budget} {unit} has no room for it"),
        "found": say("it stands at place {place}"),
    }
    text = texts.get(found.stage)
    return text.format(**found.values) if text is not None else str(found.to_json()["text"])


COMMANDS = (
    (
        "verify",
        verify,
        "Compare an old place with a new one and ask the new one five questions; exit code 1 when a check fails.",
    ),
    (
        "why",
        why,
        "Replay a recall and name the stage that dropped a memory; exit code 1 when it is not in the answer.",
    ),
)
NEED_ARGUMENTS = ("verify", "why")
