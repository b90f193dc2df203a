"""Fits the model of pairs on the pairs beside it and measures it by leaving a part out at a time.

    python -m bench.pairs.train            # fit, choose the thresholds, write the weights
    python -m bench.pairs.train --cross    # only the figures of what was left out
    python -m bench.pairs.train --wrong    # with the pairs that went wrong

Needs scikit-learn (`pip install scikit-learn`), which the product does not, and the default embedder (`satchel[embed]`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression  # type: ignore[import-not-found]  # not one of our requirements
from sklearn.model_selection import StratifiedKFold  # type: ignore[import-not-found]

from satchel.move.checkup import pair_model
from satchel.move.checkup.by_meaning import LEAST_COSINE, NEAREST, Closest, nearest_pairs
from satchel.move.checkup.pair_features import features
from satchel.move.checkup.told import Told
from satchel.retrieval.embedders import open_embedder
from satchel.text.language import is_chinese

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OUT = Path(pair_model.__file__).with_name(pair_model.WEIGHTS)
TUNING = ROOT / "tests/checkup/data/tuning.jsonl"
CERTAIN = 0.78
PLAIN = ("en_a", "en_b", "zh_a", "zh_b")
"""Lists of unrelated sentences; what is near in them is no pair. The other lists are left to the check at scale."""
INVERSE_PENALTY = 0.03
WEIGHT_OF_TUNING, WEIGHT_OF_PLAIN = 0.2, 0.1
LEAST = {"same": 0.7, "against": 0.7}
"""Probability from which a verdict is given; chosen by what is left out here and by the check at scale."""

Row = tuple[str, str, str]
Matrix = npt.NDArray[np.float64]


def pairs(path: Path) -> list[Row]:
    """(label, text, text) of every line."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line]
    return [(label, one.replace("\\n", "\n"), other.replace("\\n", "\n")) for label, one, other in rows]


def tuning() -> list[Row]:
    """The pairs of the set that the rules were tuned on; sharp negatives for the most part."""
    names = {"near_duplicate": "same", "contradiction": "against"}
    rows = []
    for case in map(json.loads, TUNING.read_text("utf-8").splitlines()):
        if len(case.get("records", ())) == 2 and "counts" not in case:
            rule = case["expect"][0]["rule"] if case["expect"] else ""
            if rule in names or not rule:
                # Another value is another statement; whether both can hold was not asked of those.
                unclear = not rule and "contradiction" in case.get("not_asked", ())
                rows.append(
                    (
                        "other" if unclear else names.get(rule, "none"),
                        *(record["content"] for record in case["records"]),
                    )
                )
    return rows


def plain(closest: Closest) -> Iterator[Row]:
    """Pairs of unrelated sentences that are near each other in meaning, as the check-up would look at them."""
    for name in PLAIN:
        path = ROOT / "bench/wording/corpus" / f"{name}.tsv"
        rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
        texts = list(dict.fromkeys(row[-1] for row in rows if row[-2] in ("preference", "fact", "task", "skill")))
        found = nearest_pairs(closest.vectors(texts), most=NEAREST, least=LEAST_COSINE)
        # What is very near may well say the same, so that it is no example of the opposite.
        yield from (
            ("none", texts[one], texts[other])
            for one, other, cosine in found
            if cosine < CERTAIN
            and (cosine >= pair_model.NEAR or pair_model.has_sign(Told(texts[one]), Told(texts[other])))
        )


def read(rows: Iterable[Row], closest: Closest) -> list[dict[str, float]]:
    """The features of every pair."""
    told = [(Told(one), Told(other)) for _, one, other in rows]
    closest.vectors([side.text for pair in told for side in pair])
    closest.learn(side for pair in told for side in pair)
    return [features(one, other, closest.of(one.text, other.text), closest.of) for one, other in told]


def fit(x: Matrix, y: npt.NDArray[np.bool_], weights: Matrix) -> LogisticRegression:
    return LogisticRegression(C=INVERSE_PENALTY, max_iter=5000).fit(x, y, sample_weight=weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cross", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    arguments = parser.parse_args()
    embedder = open_embedder("use")
    assert embedder is not None
    closest = Closest(embedder)
    parts = {path.stem: pairs(path) for path in sorted(HERE.glob("pairs_*.tsv"))} | {
        "tuning": tuning(),
        "plain": list(plain(closest)),
    }
    rows = [row for part in parts.values() for row in part]
    source = np.array([name for name, part in parts.items() for _ in part])
    found = read(rows, closest)
    # Of sentences that were not written as pairs only those count that no rule keeps apart.
    kept = [
        place
        for place, one in enumerate(found)
        if source[place] != "plain" or pair_model.may_be_same(one) or pair_model.may_be_against(one)
    ]
    rows, source, found = [rows[place] for place in kept], source[kept], [found[place] for place in kept]
    names = tuple(found[0])
    raw: Matrix = np.array([[one[name] for name in names] for one in found])
    mean, scale = raw.mean(axis=0), raw.std(axis=0) + 0.02
    x = (raw - mean) / scale
    labels = np.array([label for label, _, _ in rows])
    weights = np.select([source == "tuning", source == "plain"], [WEIGHT_OF_TUNING, WEIGHT_OF_PLAIN], 1.0)
    written = np.char.startswith(source, "pairs")
    allowed = {
        "same": np.array([pair_model.may_be_same(one) for one in found]),
        "against": np.array([pair_model.may_be_against(one) for one in found]),
    }
    left_out: dict[str, Matrix] = {}
    # What a rule decides the weights need not tell apart.
    usable = {"same": allowed["same"], "against": allowed["against"] & (labels != "other")}
    for name in pair_model.VERDICTS:
        scores = np.zeros(len(rows))
        for train, test in StratifiedKFold(10, shuffle=True, random_state=0).split(x, labels):
            train = train[usable[name][train]]
            scores[test] = fit(x[train], labels[train] == name, weights[train]).predict_proba(x[test])[:, 1]
        left_out[name] = scores
    verdicts = {"same": left_out["same"] >= left_out["against"], "against": left_out["against"] > left_out["same"]}
    stored: dict[str, Any] = {}
    for name in pair_model.VERDICTS:
        scores = np.where(allowed[name] & verdicts[name], left_out[name], 0.0)
        least = LEAST[name]
        for part in (*parts, "zh", "en"):
            here = (
                (source == part)
                if part in parts
                else written & np.array([is_chinese(one) == (part == "zh") for _, one, _ in rows])
            )
            hits, true = (scores >= least) & here & usable[name], (labels == name) & here
            right = int((hits & true).sum())
            print(
                f"{name:8} {part:8} from {least:.2f}: precision {right / max(1, hits.sum()):.3f} recall {right / max(1, true.sum()):.3f} ({right} right, {hits.sum() - right} wrong, {true.sum()} in all)"
            )
        if arguments.wrong:
            for place in np.flatnonzero((scores >= least) & (labels != name) & usable[name]):
                print(f"    {scores[place]:.2f} {labels[place]:8} {rows[place][1]!r} / {rows[place][2]!r}")
        model = fit(x[usable[name]], labels[usable[name]] == name, weights[usable[name]])
        coefficients = model.coef_[0] / scale
        stored[name] = {
            "bias": round(float(model.intercept_[0] - (coefficients * mean).sum()), 4),
            "least": least,
            "weights": {
                feature: round(float(weight), 4)
                for feature, weight in zip(names, coefficients, strict=True)
                if abs(weight) >= 0.005
            },
        }
    if not arguments.cross:
        OUT.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", "utf-8")
        print(f"{OUT.name}: {OUT.stat().st_size / 1024:.0f} KiB, {len(names)} features of {len(rows)} pairs")


if __name__ == "__main__":
    main()
