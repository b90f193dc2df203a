"""Fits the model of pointing words on the corpus beside it and on the labelled sets of the check-up, and measures what comes of it.

    PYTHONPATH=. python bench/pointing/train.py            # fit and write the weights
    PYTHONPATH=. python bench/pointing/train.py --cross    # leave one list out at a time, for the thresholds; writes nothing

Needs scikit-learn (`pip install scikit-learn`), which the product does not.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bench.fitting import matrix, save
from sklearn.linear_model import LogisticRegression  # type: ignore[import-not-found]  # not one of our requirements
from tests.checkup.measure import load, part_of
from tests.text.test_reference import HABITS, NAMED, ONCE, POINTERS, RESOLVED, UNRESOLVED

from satchel.text import pointing
from satchel.text.linear import places
from satchel.text.reference import masked, ruled_references

HERE = Path(__file__).parent
LABELLED = HERE.parents[1] / "tests" / "checkup" / "data"
OUT = Path(pointing.__file__).with_name(pointing.WEIGHTS)
INVERSE_PENALTY = 10.0
FITTED_ON = (
    ("tuning", ""),
    ("references2", "seen"),
    ("references3", "seen"),
    ("notes", "seen"),
    ("references4", "seen"),
)
"""Labelled sets, and the part of each that is fitted on."""
RULE = "dangling_reference"


@dataclass(frozen=True)
class Text:
    """One labelled text, with its pointers."""

    points: bool
    shown: list[tuple[int, int]]
    """Where it points out of itself, as far as its author said so."""
    ruled: list[tuple[int, int]]
    """What the rules find."""
    spans: list[tuple[int, int]]
    at: list[list[int]]


def read(text: str, points: bool, shown: list[tuple[int, int]]) -> Text:
    plain = masked(text)
    ruled = [(one.start, one.end) for one in ruled_references(text)]
    pointers = {found.span() for pattern in (pointing.LATIN, pointing.HAN) for found in pattern.finditer(plain)}
    spans = sorted(pointers | set(ruled))
    at = [places(found) for found in pointing.features(plain, spans)]
    return Text(points, shown or (ruled if points else []), ruled, spans, at)


def corpus(path: Path) -> list[Text]:
    """Lines of `ref` or `none` and a text, in which brackets show where it points."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        label, text = line.split("\t")
        plain, *marked = text.replace("\\n", "\n").split("⟦")
        shown = []
        for piece in marked:
            inside, behind = piece.split("⟧")
            shown.append((len(plain), len(plain) + len(inside)))
            plain += inside + behind
        found.append(read(plain, label == "ref", shown))
    return found


def commands(path: Path) -> list[Text]:
    """Texts that command a model point to themselves, or to what stands around them: nobody should write that out."""
    lines = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    return [read(text.replace("\\n", "\n"), False, []) for label, text in lines if label == "inj"]


def examples() -> list[Text]:
    """What the tests of the rules say; of those that point, where the rules see it is taken for where."""
    pointing_out = [*POINTERS, *(text for texts in UNRESOLVED.values() for text in texts), *ONCE]
    return [read(text, text in pointing_out, []) for text in [*pointing_out, *NAMED, *RESOLVED, *HABITS] if text]


def labelled(path: Path, part: str = "") -> list[Text]:
    """The single cases of a labelled set, or of one part of it."""
    found = []
    cases = load(path)
    for case in part_of(cases, part) if part else cases:
        if "records" in case or RULE in case.get("not_asked", ()):
            continue
        text = case["content"] if "content" in case else "".join(case["content_parts"])
        evidence = [one.get("evidence") for one in case["expect"] if one["rule"] == RULE]
        shown = [(text.index(words), text.index(words) + len(words)) for words in evidence if words]
        found.append(read(text, bool(evidence), shown))
    return found


def fit(texts: list[Text]) -> LogisticRegression:
    """Of a text that points out of itself only what was shown teaches: the rest of its pointers may or may not."""
    rows, truth = [], []
    for text in texts:
        for (start, end), at in zip(text.spans, text.at, strict=True):
            hit = any(start < other and end > one for one, other in text.shown)
            if hit or not text.points:
                rows.append(at)
                truth.append(hit)
    return LogisticRegression(C=INVERSE_PENALTY, max_iter=3000).fit(matrix(rows), truth)


def report(name: str, model: LogisticRegression, texts: list[Text]) -> None:
    truth = np.array([text.points for text in texts])
    ruled, others = np.zeros(len(texts)), np.zeros(len(texts))
    for place, text in enumerate(texts):
        if text.spans:
            shares = model.predict_proba(matrix(text.at))[:, 1]
            own = [share for share, span in zip(shares, text.spans, strict=True) if span in text.ruled]
            ruled[place] = max(own, default=0)
            others[place] = shares.max()
    above = "  ".join(f"above {at}: {_told(truth, ruled > at)}" for at in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.45))
    both = "  ".join(
        f"or another above {at}: {_told(truth, (ruled > 0.15) | (others > at))}"
        for at in (0.6, 0.7, 0.75, 0.8, 0.85, 0.9)
    )
    print(
        f"{name}: {len(texts)} texts, {truth.sum()} point; rules {_told(truth, ruled > 0)}  {above}\n    above 0.15, {both}"
    )


def _told(truth: np.ndarray, found: np.ndarray) -> str:
    hits = (truth & found).sum()
    return f"{hits / max(1, found.sum()):.3f}/{hits / max(1, truth.sum()):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cross", action="store_true")
    files = {path.stem: corpus(path) for path in sorted((HERE / "corpus").glob("*.tsv"))}
    files |= {name: labelled(LABELLED / f"{name}.jsonl", part) for name, part in FITTED_ON}
    files |= {f"commands_{name}": commands(HERE.parent / "injection" / "corpus" / f"{name}.tsv") for name in ("a", "b")}
    files["examples"] = examples()
    if parser.parse_args().cross:
        for left_out, texts in files.items():
            report(
                f"without {left_out}",
                fit([text for name, part in files.items() if name != left_out for text in part]),
                texts,
            )
        return
    model = fit([text for part in files.values() for text in part])
    for name, part in FITTED_ON:
        if part:
            report(f"{name}, the part that is not fitted on", model, labelled(LABELLED / f"{name}.jsonl", "unseen"))
    save(OUT, model.coef_.T, model.intercept_)


if __name__ == "__main__":
    main()
