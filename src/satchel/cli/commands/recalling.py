"""`recall`: the memories that answer a question, as a list or as a block for a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from satchel.cli import options
from satchel.cli.output import local_time, note, print_json, print_text, record_line
from satchel.cli.wording import say
from satchel_protocol.errors import UsageError

if TYPE_CHECKING:
    from satchel.retrieval.context import Context
    from satchel.retrieval.when import Dated
    from satchel.service.memory import Recall


def recall(
    query: Annotated[str, typer.Argument(metavar="QUERY", help=say("A question or words."))],
    scope: options.ScopePatterns = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help=say("Most memories to show."))] = 8,
    type: options.TypeFilter = None,
    tag: options.TagFilter = None,
    since: options.Since = None,
    until: options.Until = None,
    archived: options.Archived = False,
    superseded: options.Superseded = False,
    profile: Annotated[
        str | None, typer.Option("--profile", help=say("How to rank: default, relevance or recent."))
    ] = None,
    now: Annotated[
        str | None, typer.Option("--now", metavar="INSTANT", help=say("Ask as of this time; now by default."))
    ] = None,
    no_time: Annotated[bool, typer.Option("--no-time", help=say("Do not read a time out of the question."))] = False,
    explain: Annotated[bool, typer.Option("--explain", help=say("Show what each score is made of."))] = False,
    context: Annotated[
        bool, typer.Option("--context", help=say("Print a block for a model: quoted, dated, within a budget."))
    ] = False,
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="N", min=1, help=say("How large the block may be."))
    ] = None,
    unit: Annotated[
        str, typer.Option("--unit", help=say("What the budget counts: tokens (estimated) or characters."))
    ] = "tokens",
    format: Annotated[str, typer.Option("--format", help=say("Of the block: plain, xml or json."))] = "plain",
    include_sensitive: Annotated[
        list[str] | None,
        typer.Option(
            "--include-sensitive",
            metavar="CLASS",
            help=say("Let this class of sensitive memories into the block, or all; may repeat."),
        ),
    ] = None,
    embedder: options.EmbedderOption = None,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Find the memories that answer a question."""
    if not context and (budget is not None or unit != "tokens" or format != "plain" or include_sensitive):
        raise UsageError("--budget, --unit, --format and --include-sensitive are for --context")
    # A list is the owner's own view; a block is read by a model.
    allow = include_sensitive or () if context else ("all",)
    with options.memory(store, embedder=embedder, allow=allow) as memory:
        answer = memory.recall(
            query,
            scope=scope,
            limit=limit,
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
        block = memory.context(answer, budget=budget, unit=unit, format=format) if context else None
    if as_json:
        print_json(_document(answer, block, format, explain=explain))
        return
    if answer.dated is not None:
        _say_time(answer.dated, explain=explain)
    if block is not None:
        print_text(block.text.rstrip("\n"))
        return
    if not answer:
        print_text(say("Nothing fits."))
    for hit in answer:
        mark = say(" (expired)") if hit.expired else ""
        mark += say(" (also as {ids})", ids=", ".join(hit.folded)) if hit.folded else ""
        print_text(f"{hit.score:.2f}  {record_line(hit.record.to_json())}{mark}")
        if hit.piece is not None and hit.piece[0] > 0:
            piece = " ".join(hit.record.content[slice(*hit.piece)].split())
            print_text("    … " + (piece if len(piece) <= 200 else piece[:199] + "…"))
        if explain:
            print_text("      " + _explained(hit.explained()))


def _document(answer: Recall, block: Context | None, format: str, *, explain: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "hits": [
            {
                "record": hit.record.to_json(standalone=True),
                "score": hit.score,
                "expired": hit.expired,
                "folded": list(hit.folded),
                "piece": list(hit.piece) if hit.piece is not None else None,
                **({"explain": hit.explained()} if explain else {}),
            }
            for hit in answer
        ],
        "withheld": answer.withheld,
        "notes": list(answer.notes),
        "time": answer.dated.time_json() if answer.dated is not None else None,
    }
    if block is not None:
        document["context"] = {
            "text": block.text,
            "format": format,
            "budget": block.budget,
            "unit": block.unit,
            "size": block.size,
            "memories": len(block.notes),
            "left_out": block.left_out,
        }
    return document


def _say_time(dated: Dated, *, explain: bool) -> None:
    """What the time in the question did to the answer."""
    if dated.asked is not None:
        words = dated.asked.quoted()
        if explain:
            since, until = (
                local_time(at) if at else "…" for at in (dated.asked.to_json()[n] for n in ("since", "until"))
            )
            note(say("Time in the question: {words} = {since} – {until}", words=words, since=since, until=until))
        if dated.outside:
            note(
                f"{say('Note')}: {say('nothing that fits is from that time ({words}); all times were searched', words=words)}"
            )
    if dated.undated:
        note(f"{say('Note')}: {say('{n} that fit were left out: their time is unknown', n=dated.undated)}")


def _explained(parts: dict[str, Any]) -> str:
    """A score's components on one line."""
    text, meaning = parts["text"], parts["meaning"]
    shown = [
        say("relevance {n}", n=f"{parts['relevance']:.2f}"),
        say("time {n}", n=f"{parts['decay']:.2f}"),
        say("kind {n}", n=f"{parts['priority']:.2f}"),
        say("words {n} (no. {rank})", n=f"{text['score']:.2f}", rank=text["rank"] or "–"),
        say("terms {n}", n=f"{text['coverage']:.0%}"),
    ]
    if meaning["cosine"] is not None:
        shown.append(say("meaning {n} (no. {rank})", n=f"{meaning['cosine']:.2f}", rank=meaning["rank"] or "–"))
    if parts["kept_place"]:
        shown.append(say("best by words, keeps its place"))
    return " · ".join(shown)


COMMANDS = (("recall", recall, "Find the memories that answer a question."),)
NEED_ARGUMENTS = ("recall",)
