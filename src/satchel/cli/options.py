"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.cli.output import note
from satchel.cli.wording import say
from satchel_protocol.errors import UsageError

if TYPE_CHECKING:
    from satchel.service.memory import Memory

StoreUrl = Annotated[
    str | None,
    typer.Option(
        "--store", metavar="URL", envvar="SATCHEL_STORE", help=say("The store: sqlite:///f.db, jsonl:///f.jsonl, …")
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help=say("Print one JSON document."))]
DryRun = Annotated[bool, typer.Option("--dry-run", help=say("Show what would happen; change nothing."))]
ScopeOption = Annotated[
    str | None, typer.Option("--scope", metavar="SCOPE", help=say("Whose memory: user:ann, project:web …"))
]
ScopePatterns = Annotated[
    list[str] | None,
    typer.Option("--scope", metavar="PATTERN", help=say("Only these scopes and what is below them; may repeat.")),
]
TypeFilter = Annotated[
    list[str] | None, typer.Option("--type", metavar="TYPE", help=say("Only this type; may repeat."))
]
TagFilter = Annotated[
    list[str] | None, typer.Option("--tag", metavar="TAG", help=say("Only with this tag; may repeat."))
]
Since = Annotated[str | None, typer.Option("--since", metavar="TIME", help=say("Created at or after this time."))]
Until = Annotated[str | None, typer.Option("--until", metavar="TIME", help=say("Created before this time."))]
Archived = Annotated[bool, typer.Option("--archived", help=say("Archived ones too, such as conversations."))]
Superseded = Annotated[bool, typer.Option("--superseded", help=say("Superseded ones too."))]
Zone = Annotated[str | None, typer.Option("--timezone", metavar="ZONE", help=say("Zone of times that name none."))]
MappingFile = Annotated[
    Path | None,
    typer.Option("--mapping", metavar="FILE", help=say("What the columns mean; `inspect --write-mapping` makes one.")),
]
IncludeSensitive = Annotated[
    list[str] | None,
    typer.Option(
        "--include-sensitive",
        metavar="CLASS",
        help=say("Let this class of sensitive memories into the file, or all; may repeat."),
    ),
]
Withhold = Annotated[
    list[str] | None,
    typer.Option(
        "--withhold",
        metavar="CLASS",
        help=say("Keep what is only flagged out of the file: email, phone …; may repeat."),
    ),
]
PassphraseFile = Annotated[
    Path | None,
    typer.Option(
        "--passphrase-file",
        metavar="FILE",
        help=say("Where the passphrase stands, on the first line; else $SATCHEL_PASSPHRASE."),
    ),
]
Logs = Annotated[bool, typer.Option("--logs", help=say("Bring log rows in too, archived."))]
Page = Annotated[
    Path | None, typer.Option("--report", metavar="FILE.html", help=say("Write the report as one HTML page."))
]


NoEmbed = Annotated[bool, typer.Option("--no-embed", help=say("Make no vectors; `satchel embed` does it later."))]
EmbedderOption = Annotated[
    str | None,
    typer.Option(
        "--embedder", metavar="NAME", help=say("What searches by meaning: auto, none, use, e5, openai:MODEL …")
    ),
]


@contextmanager
def memory(
    store: str | None,
    *,
    scope: str | None = None,
    warn: bool = False,
    embedder: str | None = None,
    allow: Iterable[str] = ("all",),
    schema: Path | None = None,
    mode: str | None = None,
) -> Iterator[Memory]:
    """The owner's own view of a store, in which nothing is withheld and sensitive memories are marked.

    Args:
        allow: Classes of sensitive memories that may be shown, where a model reads what is printed.
        schema, mode: What guards keyed memory; as configured when left out.
    """
    from dataclasses import replace

    from satchel.service.config import load_config
    from satchel.service.memory import Memory

    config = load_config()
    if embedder is not None:
        config = replace(config, embedder=embedder)
    guarding = str(schema) if schema is not None else None
    with Memory(store, allow=allow, config=config, schema=guarding, mode=mode, surface="cli") as opened:
        if scope is not None:
            opened.scope = parse(scope)
        if warn:
            opened.subscribe(lambda event: note(f"{say('Note')}: {event.detail}") if event.kind == "warned" else None)
        yield opened


def parse(scope: str) -> str:
    """A scope as it is spelled canonically."""
    from satchel_protocol.scope import parse_scope

    return parse_scope(scope)


def read_time(text: str | None, name: str) -> datetime | None:
    """A time given on the command line, in any unambiguous notation.

    Raises:
        UsageError: it is none.
    """
    if text is None:
        return None
    from satchel.instant import read_instant

    instant = read_instant(text, now=datetime.now(UTC))
    if instant.at is None:
        raise UsageError(f"{name}: {text!r} is no time; write it like 2026-03-04 or 2026-03-04T05:06:07Z")
    return instant.at


def read_passphrase(path: Path | None) -> str | None:
    """The first line of a file, else what the environment says.

    Raises:
        UsageError: the file cannot be read, or is empty.
    """
    if path is None:
        return os.environ.get("SATCHEL_PASSPHRASE")
    try:
        with path.open(encoding="utf-8") as lines:
            passphrase = lines.readline().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    if not passphrase:
        raise UsageError(f"{path}: there is no passphrase on its first line")
    return passphrase
