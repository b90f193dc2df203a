"""Judge a rescue: compare the stream that `satchel move` wrote with the truth of the generator."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from oldworld.accounts import Accounts, check
from oldworld.reading import read_stream, read_truth
from oldworld.scoring import Score, judge


def main(arguments: list[str] | None = None) -> int:
    """Parse `arguments` and print the judgement; 0 when every threshold is met, 1 when not, 2 for unreadable files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "agent", type=Path, metavar="AGENT_DIR", help="the folder that was moved (only its name is shown)"
    )
    parser.add_argument("truth", type=Path, metavar="TRUTH")
    parser.add_argument("stream", type=Path, metavar="STREAM")
    parser.add_argument(
        "report", type=Path, nargs="?", metavar="REPORT_JSON", help="what `satchel move --json` printed"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document, with every example")
    parser.add_argument("--least", type=float, default=0.97, help="least precision and recall (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        truth = read_truth(options.truth)
        score = judge(truth, read_stream(options.stream))
        accounts = check(json.loads(options.report.read_text(encoding="utf-8")), truth) if options.report else None
    except (OSError, ValueError) as error:
        print(f"score: {error}", file=sys.stderr)
        return 2
    if options.json:
        document = asdict(score) | ({"accounts": asdict(accounts)} if accounts else {})
        print(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        print(f"{options.agent}: seed {truth.header['seed']}")
        print("\n".join(describe(score, accounts)))
    lost = bool(accounts and (accounts.unaccounted or accounts.unseen))
    return 0 if min(score.precision, score.recall) >= options.least and not lost else 1


def describe(score: Score, accounts: Accounts | None = None, *, examples: int = 3) -> list[str]:
    """The judgement in lines for a terminal."""
    out = [
        f"memories        {score.truth} in truth, {score.records} came, {score.matched} with the right text, {score.full} right in all",
        f"precision       {score.precision:.4f}    recall {score.recall:.4f}    (text, type, time and scope all right)",
        f"by text alone   {score.text['precision']:.4f}    recall {score.text['recall']:.4f}",
        "of the matched  " + "   ".join(f"{name} {rate:.4f}" for name, rate in score.rates.items()),
        (
            f"evidence        recall {score.evidence['recall']:.4f}, time {score.evidence['time']:.4f}, "
            f"{score.evidence['foreign']:.0f} interactions that are none"
        ),
    ]
    if score.false:
        out.append("no memories     " + ", ".join(f"{count} {why}" for why, count in score.false.items()))
    if score.confusion:
        out.append(
            "wrong types     " + ", ".join(f"{count}× {pair}" for pair, count in list(score.confusion.items())[:8])
        )
    for dimension in ("tag", "file"):
        weak = sorted(
            ((right / all_, all_, value) for value, (right, all_) in score.by[dimension].items() if right < all_)
        )[:12]
        if weak:
            out.append(f"weakest {dimension}s:")
            out += [f"  {rate:.3f} of {all_:5}  {value}" for rate, all_, value in weak]
    shown: dict[str, int] = {}
    for miss in score.misses:
        wrong = str(miss["wrong"])
        shown[wrong] = shown.get(wrong, 0) + 1
        if shown[wrong] <= examples:
            out.append(
                f"[{wrong}] {json.dumps({key: miss[key] for key in miss if key != 'wrong'}, ensure_ascii=False)[:600]}"
            )
    for stray in score.strays[: examples * 2]:
        out.append(f"[no memory: {stray['why']}] {json.dumps(stray, ensure_ascii=False)[:400]}")
    if accounts:
        out.append(
            f"rows            {accounts.rows_in} in, {accounts.unaccounted} without a fate, {sum(accounts.unseen.values())} never seen "
            f"({accounts.checked} files compared)"
        )
        out += [f"  {rows} rows of {file} never seen" for file, rows in list(accounts.unseen.items())[:12]]
    return out


if __name__ == "__main__":
    sys.exit(main())
