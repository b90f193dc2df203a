"""How often pairs are found by meaning, on a set of pairs in two parts, and what is found among unrelated sentences.

python -m tests.checkup.measure_pairs tests/checkup/data/pairs2.jsonl
python -m tests.checkup.measure_pairs tests/checkup/data/pairs2.jsonl --part seen --misses   # never for the other part
python -m tests.checkup.measure_pairs --plain 5000        # what is found among so many sentences of bench/wording/corpus
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tests.checkup.measure import load

from satchel.move.checkup.by_meaning import FITTED_WITH, Meaning
from satchel.move.checkup.examine import examine
from satchel.move.checkup.finding import Finding
from satchel.move.checkup.subject import Circumstances
from satchel.retrieval.embedders import open_embedder
from satchel_protocol.record import Record

RULES: Final = ("duplicate", "near_duplicate", "contradiction")
_MADE: Final = datetime(2026, 2, 1, tzinfo=UTC)
_CORPUS: Final = Path(__file__).parents[2] / "bench" / "wording" / "corpus"
_NEVER_FITTED: Final = ("en_c", "en_d", "en_e", "zh_c", "zh_d", "zh_e")

Counts = Counter[tuple[str, str, str]]
"""(rule, language, right or wrong or missed)."""


def part_of(case: dict[str, Any]) -> str:
    """A hash of the first text says which cases may be looked at (`seen`) and which not."""
    return "unseen" if hashlib.sha256(case["records"][0]["content"].encode("utf-8")).digest()[0] % 2 else "seen"


def meaning() -> Meaning:
    """By the model that the finders were fitted with."""
    embedder = open_embedder(FITTED_WITH)
    assert embedder is not None
    return Meaning(embedder=embedder, most=None)


def found_among(texts: list[str], how: Meaning | None) -> list[Finding]:
    """What the finders of pairs say of these texts; ids are places in the list."""
    records = [
        Record(id=f"{place:06}", type="fact", content=text, scope="user:me", source_agent="labelled", created_at=_MADE)
        for place, text in enumerate(texts)
    ]
    circumstances = Circumstances(now=datetime(2026, 3, 15, tzinfo=UTC), zone=UTC)
    return examine(records, circumstances, rules=RULES, meaning=how).findings


def measure(cases: list[dict[str, Any]], how: Meaning | None) -> tuple[Counts, list[str]]:
    """Counts, and what went wrong."""
    counts: Counts = Counter()
    wrong: list[str] = []
    for case in cases:
        texts = [record["content"] for record in case["records"]]
        found = {finding.rule for finding in found_among(texts, how)}
        expected = {one["rule"] for one in case["expect"]}
        for rule in (found | expected) - set(case.get("not_asked", ())):
            outcome = "right" if rule in found & expected else "wrong" if rule in found else "missed"
            counts[rule, case["language"], outcome] += 1
            if outcome != "right":
                wrong.append(f"{rule:<15} {outcome:<7} {' / '.join(texts)}")
    return counts, wrong


def figures(counts: Counts, rule: str, *languages: str) -> tuple[float, float]:
    """Precision and recall."""
    right, wrong, missed = (
        sum(counts[rule, language, one] for language in languages) for one in ("right", "wrong", "missed")
    )
    return (right / (right + wrong) if right + wrong else 1.0), (right / (right + missed) if right + missed else 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--part", choices=("seen", "unseen"))
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--plain", type=int, metavar="N")
    arguments = parser.parse_args()
    how = meaning()
    if arguments.file is not None:
        cases = load(arguments.file)
        for part in [arguments.part] if arguments.part else ["seen", "unseen"]:
            chosen = [case for case in cases if part_of(case) == part]
            for name, by in (("by wording", None), ("by meaning", how)):
                counts, wrong = measure(chosen, by)
                for rule in RULES[1:]:
                    told = " ".join(
                        f"{'+'.join(languages):>6} {precision:.3f} / {recall:.3f}"
                        for languages in (("zh",), ("en",), ("zh", "en"))
                        for precision, recall in [figures(counts, rule, *languages)]
                    )
                    print(f"{part:<7}{name:<11} {rule:<15} {told}")
                if arguments.misses and by is not None:
                    if part != "seen":
                        sys.exit("the cases of this part are not for tuning: they are not listed")
                    print("\n".join(sorted(wrong)))
    if arguments.plain is not None:
        lines = [
            line.split("\t")
            for name in _NEVER_FITTED
            for line in (_CORPUS / f"{name}.tsv").read_text("utf-8").splitlines()
        ]
        texts = list(dict.fromkeys(row[-1] for row in lines if row[-2] in ("preference", "fact", "task", "skill")))
        random.Random(0).shuffle(texts)
        started = time.monotonic()
        found = [finding for finding in found_among(texts[: arguments.plain], how) if finding.kind == "meaning"]
        print(
            f"{arguments.plain:,} sentences, {time.monotonic() - started:.1f} s, {Counter(one.rule for one in found)}"
        )
        for finding in found:
            print(f"{finding.rule:<15} {finding.evidence}")


if __name__ == "__main__":
    main()
