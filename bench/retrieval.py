"""How often recall finds what it should: the tables of "Finding the right few", from sets of questions with known answers.

The same figures as `satchel bench retrieval`, put into the page. Sets: see `satchel.service.retrieval_sets`.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.measuring import ROOT, Table, parser

from satchel.retrieval.embedders import Embedder
from satchel.service.embedding import Embedding
from satchel.service.retrieval_bench import DEFAULT_WAY, FLOORS, curve, default_ways, run
from satchel.service.retrieval_sets import HALVES_SEED, Set, load_sets

_NAMES = {
    "bm25": "BM25 alone",
    DEFAULT_WAY: "default profile",
    "no times": "without reading times",
    "no floor": "without the floor",
    "relevance": "relevance alone",
}


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--data", type=Path, default=ROOT / "bench" / "data", help="folder with sets (*.json.gz)")
    options.add_argument("--set", dest="only", action="append", metavar="NAME", help="only this set; may repeat")
    options.add_argument("--embedder", default="use", help="what searches by meaning")
    options.add_argument("--sample", type=int, metavar="N", help="ask only so many questions of each set")
    options.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep each set's results here, and take those that are here already"
    )
    arguments = options.parse_args()
    model = Embedding(arguments.embedder).embedder
    command = "python -m bench.retrieval --data DIR" + (f" --sample {arguments.sample}" if arguments.sample else "")
    found = Table(
        name="retrieval",
        title=f"What is found, with {model.model if model is not None else 'words alone'}",
        columns=("set", "way", "questions", "R@5", "R@10", "95 %", "other half R@10", "95 %", "nDCG@10", "MRR", "R@10 over BM25, 95 %"),
        command=command,
    )  # fmt: skip
    answered = Table(
        name="no-answer",
        title="False answers against recall: share of unanswerable questions that get a hit / R@10 of the others, by floor",
        columns=("set", *(f"{floor:g}" for floor in FLOORS)),
        command=command,
    )
    for chosen in load_sets(arguments.data):
        if arguments.only and chosen.name not in arguments.only:
            continue
        result = _measured(chosen, model, arguments)
        for row in result["rows"]:
            _add(found, row)
        if points := result["curve"]:
            cells = [f"{point['false_answers']:.2f} / {point['recall_10']:.3f}" for point in points]
            answered.add(chosen.name, *cells, set=chosen.name, points=points)
    found.notes += [
        f"Parameters were chosen on one half of the questions of each set, drawn with seed {HALVES_SEED}; `other half` is the rest.",
        "`relevance alone` is the default without floor, age and kinds. What these cost in R@5 (the target is at most 0.010): "
        + ", ".join(f"{name} {cost:+.3f}" for name, cost in _costs(found).items())
        + ".",
    ]
    _publish([found, answered], arguments)


def _measured(chosen: Set, model: Embedder | None, arguments: Any) -> dict[str, Any]:
    kept = (
        arguments.keep / f"{chosen.name}-{arguments.embedder}-{arguments.sample or 'all'}.json"
        if arguments.keep
        else None
    )
    if kept is not None and kept.exists():
        taken: dict[str, Any] = json.loads(kept.read_text("utf-8"))
        return taken
    with tempfile.TemporaryDirectory(prefix="satchel-bench-") as folder:
        scores = run(chosen, Path(folder), ways=default_ways(model), embedder=model, sample=arguments.sample)
    result = {
        "rows": [row.to_json(scores[0] if row is not scores[0] else None) for row in scores],
        "curve": curve(scores),
    }
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(result), "utf-8")
    return result


def _add(table: Table, row: Mapping[str, Any]) -> None:
    ten, other, gain = row["recall_10"], row["halves"]["other"], row.get("recall_10_over_bm25")
    table.add(
        row["set"], _NAMES.get(row["way"], row["way"]), str(row["questions"]), f"{row['recall_5']['mean']:.3f}",
        f"{ten['mean']:.3f}", _span(ten), f"{other['mean']:.3f}", _span(other), f"{row['ndcg_10']['mean']:.3f}",
        f"{row['mrr']['mean']:.3f}", f"{gain['mean']:+.3f} ({_span(gain)})" if gain else "",
        **row,
    )  # fmt: skip


def _costs(table: Table) -> dict[str, float]:
    """What the default loses against relevance alone, by set."""
    five = {(row["set"], row["way"]): row["recall_5"]["mean"] for row in table.data}
    return {name: five[name, "relevance"] - five[name, way] for name, way in five if way == DEFAULT_WAY}


def _span(interval: Mapping[str, float]) -> str:
    return f"{interval['low']:.3f} to {interval['high']:.3f}"


def _publish(tables: Sequence[Table], arguments: Any) -> None:
    kept = arguments.json
    for table in tables:
        arguments.json = kept.with_name(f"{kept.stem}-{table.name}.json") if kept is not None else None
        table.publish(arguments)


if __name__ == "__main__":
    main()
