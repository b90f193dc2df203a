"""`checkup`: what in a memory would do harm, get lost or mislead in the next tool."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from satchel.cli import exits, options
from satchel.cli.files import check_writable, write_text
from satchel.cli.output import print_json, progress_bar, render
from satchel.cli.wording import language, say
from satchel_protocol.errors import UsageError


def checkup(
    source: Annotated[
        str,
        typer.Argument(metavar="SOURCE", help=say("A store, stream, file, folder or archive; it is never changed.")),
    ],
    scope: options.ScopePatterns = None,
    rule: Annotated[
        list[str] | None,
        typer.Option("--rule", metavar="RULE", help=say("Only this rule: sensitive, time, duplicate …; may repeat.")),
    ] = None,
    fix: Annotated[
        Path | None,
        typer.Option(
            "--fix", metavar="OUT.satchel", help=say("Write a new stream with everything done that is safe to do.")
        ),
    ] = None,
    include_sensitive: options.IncludeSensitive = None,
    rewrite_with: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--rewrite-with",
            metavar="URL MODEL",
            help=say("Let this language model (OpenAI-compatible) write out references; memories are sent to it."),
        ),
    ] = None,
    by_meaning: Annotated[
        bool | None,
        typer.Option(
            "--by-meaning/--by-wording",
            help=say(
                "Compare all memories by meaning, or by their wording alone; by default by meaning where it is quick."
            ),
            show_default=False,
        ),
    ] = None,
    now: Annotated[
        str | None, typer.Option("--now", metavar="INSTANT", help=say("Judge as of this time; now by default."))
    ] = None,
    timezone: options.Zone = None,
    mapping: options.MappingFile = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="PAGE", help=say("Write the findings as one HTML page."))
    ] = None,
    as_json: options.AsJson = False,
) -> int:
    """Look for what would do harm, get lost or mislead after a move; errors give exit code 1."""
    from datetime import UTC, datetime

    from satchel.access.policy import Policy
    from satchel.move.checkup.chat_model import ChatModel
    from satchel.move.checkup.page import render_page
    from satchel.move.checkup.registry import rules_named
    from satchel.move.checkup.terminal import render_terminal
    from satchel.move.mapping import read_mapping
    from satchel.service.arrival import ImportOptions
    from satchel.service.checkup import CheckupOptions
    from satchel.service.checkup import checkup as examine
    from satchel.service.config import load_config
    from satchel_protocol.scope import EVERYTHING, Scopes

    if not source:
        raise UsageError('a source has no name (""); name a file or folder, or . for the one you are in')
    if html is not None:
        check_writable(html, source)
    config, at = load_config(), options.read_time(now, "--now")
    with progress_bar(quiet=as_json) as progress:
        chosen = CheckupOptions(
            rules=rules_named(rule),
            reading=ImportOptions(
                scope=config.scope,
                timezone=timezone or config.timezone,
                mapping=read_mapping(mapping) if mapping is not None else None,
                scopes=Scopes.of(scope) if scope else EVERYTHING,
                progress=progress,
            ),
            fix=fix,
            policy=Policy.allowing(include_sensitive or ()),
            model=ChatModel.at(*rewrite_with) if rewrite_with is not None else None,
            processes=os.cpu_count() or 1,
            embedder=config.embedder,
            by_meaning=by_meaning,
        )
        found = examine(source, chosen, clock=lambda: at or datetime.now(UTC))
    document = found.to_json()
    findings = found.examined.findings
    if html is not None:
        write_text(html, render_page(findings, document["summary"], language=language()))
    if as_json:
        print_json(document)
    else:
        render(render_terminal(findings, document["summary"], language=language()))
    return exits.FINDINGS if found.examined.has_errors else exits.OK


COMMANDS = (
    (
        "checkup",
        checkup,
        "Look for what would do harm, get lost or mislead after a move; errors give exit code 1.",
    ),
)
NEED_ARGUMENTS = ("checkup",)
