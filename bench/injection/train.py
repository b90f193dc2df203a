"""Fits the model of texts that command a model, on the corpus beside it and on labelled sets of the check-up, and measures it.

    PYTHONPATH=. python bench/injection/train.py            # fit and write the weights
    PYTHONPATH=. python bench/injection/train.py --cross    # leave one list out at a time, for the threshold; writes nothing

Needs scikit-learn (`pip install scikit-learn`), which the product does not.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
from bench.fitting import matrix, save
from sklearn.linear_model import LogisticRegression  # type: ignore[import-not-found]  # not one of our requirements
from tests.checkup.measure import load, part_of
from tests.text.test_injection_aims import COMMANDS, WISHES

from satchel.text import commanding
from satchel.text.injection import injections
from satchel.text.linear import named, places

HERE = Path(__file__).parent
BENCH, LABELLED = HERE.parent, HERE.parents[1] / "tests" / "checkup" / "data"
OUT = Path(commanding.__file__).with_name(commanding.WEIGHTS)
INVERSE_PENALTY = 30.0
PLAIN = 8_000
"""Texts of the corpus of wording, which command nobody."""

Rows = list[tuple[str, bool]]


def corpus(path: Path) -> Rows:
    """Lines of `inj` or `none` and a text."""
    lines = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    return [(text.replace("\\n", "\n"), label == "inj") for label, text in lines]


def labelled(name: str, part: str = "") -> Rows:
    """The single cases of a labelled set that say something of injections, or of one part of it."""
    cases = load(LABELLED / f"{name}.jsonl")
    return [
        (
            case.get("content") or "".join(case["content_parts"]),
            any(one["rule"] == "injection" for one in case["expect"]),
        )
        for case in (part_of(cases, part) if part else cases)
        if "records" not in case and "injection" not in case.get("not_asked", ())
    ]


def plain() -> Rows:
    texts = [
        line.split("\t")[-1]
        for path in sorted((BENCH / "wording" / "corpus").glob("*.tsv"))
        for line in path.read_text("utf-8").splitlines()
    ]
    pointing = [
        line.split("\t")[-1].replace("⟦", "").replace("⟧", "").replace("\\n", "\n")
        for path in sorted((BENCH / "pointing" / "corpus").glob("*.tsv"))
        for line in path.read_text("utf-8").splitlines()
    ]
    return [(text, False) for text in [*random.Random(1).sample(texts, PLAIN), *pointing]]


def fit(rows: Rows) -> LogisticRegression:
    model = LogisticRegression(C=INVERSE_PENALTY, max_iter=3000)
    return model.fit(
        matrix([places(named(*commanding.look(text))) for text, _ in rows]), [command for _, command in rows]
    )


def report(name: str, model: LogisticRegression, rows: Rows) -> None:
    truth = np.array([command for _, command in rows])
    share = model.predict_proba(matrix([places(named(*commanding.look(text))) for text, _ in rows]))[:, 1]
    ruled = np.array([bool(injections(text, weighed=False)) for text, _ in rows])
    shown = [("rules", ruled)] + [(f"or above {at}", ruled | (share > at)) for at in (0.4, 0.5, 0.6, 0.7, 0.8)]
    told = "  ".join(
        f"{what} {(truth & found).sum() / max(1, found.sum()):.3f}/{(truth & found).sum() / max(1, truth.sum()):.3f}"
        for what, found in shown
    )
    print(f"{name}: {len(rows)} texts, {truth.sum()} command; {told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cross", action="store_true")
    lists = {path.stem: corpus(path) for path in sorted((HERE / "corpus").glob("*.tsv"))}
    lists["examples"] = [*((text, True) for text in COMMANDS), *((text, False) for text in WISHES)]
    lists |= {"tuning": labelled("tuning"), "notes": labelled("notes", "seen"), "plain": plain()}
    if parser.parse_args().cross:
        for left_out in lists:
            report(
                f"without {left_out}",
                fit([row for name, part in lists.items() if name != left_out for row in part]),
                lists[left_out],
            )
        return
    model = fit([row for part in lists.values() for row in part])
    report("notes, the part that is not fitted on", model, labelled("notes", "unseen"))
    save(OUT, model.coef_.T, model.intercept_)


if __name__ == "__main__":
    main()
