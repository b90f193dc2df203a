"""Fits the wording model on the corpus beside it and measures it on texts that it never saw.

    python bench/wording/train.py            # fit on corpus/*.tsv, report on heldout.tsv, write the weights
    python bench/wording/train.py --cross    # choose by leaving one corpus file out at a time; touches no held-out text

Needs scikit-learn (`pip install scikit-learn`), which the product does not.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from bench.fitting import matrix, save
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]  # without stubs
from sklearn.linear_model import LogisticRegression  # type: ignore[import-not-found]  # not one of our requirements

from satchel.move.infer import wording
from satchel.text.linear import grams, places

HERE = Path(__file__).parent
OUT = Path(wording.__file__).with_name(wording.WEIGHTS)
INVERSE_PENALTY = 20.0


def corpus(path: Path) -> list[tuple[str, str]]:
    """(class, text) of every line."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    return [(row[-2], row[-1]) for row in rows if len(row) >= 2 and row[-2] in wording.CLASSES]


def fit(rows: list[tuple[str, str]]) -> LogisticRegression:
    model = LogisticRegression(C=INVERSE_PENALTY, max_iter=3000, random_state=0)
    return model.fit(_matrix([text for _, text in rows]), [name for name, _ in rows])


def _matrix(texts: list[str]) -> csr_matrix:
    return matrix([places(grams(text)) for text in texts])


def report(name: str, model: LogisticRegression, rows: list[tuple[str, str]]) -> None:
    truth = np.array([label for label, _ in rows])
    found = model.predict(_matrix([text for _, text in rows]))
    print(f"{name}: {(found == truth).mean():.3f} of {len(rows)} right")
    for label in wording.CLASSES:
        hit = ((found == label) & (truth == label)).sum()
        print(
            f"  {label:<11} recall {hit / max(1, (truth == label).sum()):.3f}  precision {hit / max(1, (found == label).sum()):.3f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cross", action="store_true")
    files = {path.stem: corpus(path) for path in sorted((HERE / "corpus").glob("*.tsv"))}
    if parser.parse_args().cross:
        for left_out, rows in files.items():
            rest = [row for name, part in files.items() if name != left_out for row in part]
            report(f"without {left_out}", fit(rest), rows)
        return
    model = fit([row for part in files.values() for row in part])
    report("held out", model, corpus(HERE / "heldout.tsv"))
    for language in ("zh", "en"):
        lines = [line.split("\t") for line in (HERE / "heldout.tsv").read_text("utf-8").splitlines()]
        report(f"held out, {language}", model, [(row[1], row[2]) for row in lines if row[0] == language])
    order = [list(model.classes_).index(label) for label in wording.CLASSES]
    save(OUT, model.coef_[order].T, model.intercept_[order])


if __name__ == "__main__":
    main()
