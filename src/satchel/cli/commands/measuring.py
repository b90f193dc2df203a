"""`bench`: measuring on data of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from satchel.cli import exits, options
from satchel.cli.output import note, print_json, print_text, progress_bar
from satchel.cli.wording import say

bench = typer.Typer(name="bench", help=say("Measure on sets of questions."), no_args_is_help=True)


@bench.command("retrieval", help=say("How often recall finds what it should, on sets of questions with known answers."))
def retrieval(
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help=say("Folder with sets (*.json.gz)."))],
    only: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME", help=say("Only this set; may repeat."))
    ] = None,
    sample: Annotated[
        int | None, typer.Option("--sample", metavar="N", min=1, help=say("Ask only so many questions of each set."))
    ] = None,
    gate: Annotated[
        float | None,
        typer.Option("--gate", metavar="R", help=say("Fail when R@10 of the default profile is below this.")),
    ] = None,
    embedder: options.EmbedderOption = None,
    as_json: options.AsJson = False,
) -> None:
    """How often recall finds what it should, on sets of questions with known answers."""
    import tempfile

    from satchel.service.config import load_config
    from satchel.service.embedding import Embedding
    from satchel.service.retrieval_bench import DEFAULT_WAY, curve, default_ways, run
    from satchel.service.retrieval_sets import load_sets

    model = Embedding(embedder or load_config().embedder).embedder
    if model is None:
        note(say("no embedder: words alone are measured"))
    rows: list[dict[str, Any]] = []
    curves: dict[str, list[dict[str, float]]] = {}
    with progress_bar(quiet=as_json) as bar:
        for chosen in load_sets(data):
            if only and chosen.name not in only:
                continue
            with tempfile.TemporaryDirectory(prefix="satchel-bench-") as folder:
                found = run(chosen, Path(folder), ways=default_ways(model), embedder=model, progress=bar, sample=sample)
            rows += [scores.to_json(found[0] if scores is not found[0] else None) for scores in found]
            curves[chosen.name] = curve(found)
    missed = [row for row in rows if gate is not None and row["way"] == DEFAULT_WAY and row["recall_10"]["mean"] < gate]
    if as_json:
        print_json({"embedder": model.model if model is not None else None, "sets": rows, "curves": curves})
    else:
        _show(rows)
        _show_curves(curves)
        for row in missed:
            note(say("{set}: R@10 {n} is below {gate}", set=row["set"], n=row["recall_10"]["mean"], gate=gate))
    if missed:
        raise typer.Exit(exits.FINDINGS)


def _show(rows: list[dict[str, Any]]) -> None:
    print_text(
        f"{'set':<24} {'way':<10} {'n':>5}  {'R@5':>5}  {'R@10':>5}  {'95 %':<13} {'nDCG':>5}  {'MRR':>5}  {'p50 ms':>7}  no-answer"
    )
    for row in rows:
        ten = row["recall_10"]
        false = f"{row['false_answers']:.2f}" if "false_answers" in row else "–"
        print_text(
            f"{row['set']:<24} {row['way']:<10} {row['questions']:>5}  {row['recall_5']['mean']:>5.3f}  {ten['mean']:>5.3f}"
            f"  {ten['low']:.3f}–{ten['high']:.3f}   {row['ndcg_10']['mean']:>5.3f}  {row['mrr']['mean']:>5.3f}  {row['p50_ms']:>7.1f}  {false}"
        )


def _show_curves(curves: dict[str, list[dict[str, float]]]) -> None:
    """How many questions without an answer are answered, against recall, as the floor rises."""
    for name, points in curves.items():
        if not points:
            continue
        print_text("")
        print_text(f"{name:<24} {'floor':>6}  {'no-answer':>9}  {'answered':>8}  {'R@10':>5}")
        for point in points:
            print_text(
                f"{'':<24} {point['floor']:>6.2f}  {point['false_answers']:>9.3f}  {point['answered']:>8.3f}  {point['recall_10']:>5.3f}"
            )
