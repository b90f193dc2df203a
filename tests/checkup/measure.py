"""How well the finders of the check-up do on a labelled set, and how often they speak on plain texts.

    python -m tests.checkup.measure tests/checkup/data/tuning.jsonl
    python -m tests.checkup.measure tests/checkup/data/tuning.jsonl --misses      # never for the held-out half
    python -m tests.checkup.measure tests/checkup/data/references2.jsonl --part unseen
    python -m tests.checkup.measure tests/checkup/data/sensitive2.jsonl --part seen --misses
    python -m tests.checkup.measure --plain FOLDER                                # sets of texts (*.json.gz, *.txt)

The form of a labelled set, and how its cases count, is told in `data/README.md`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from satchel.access.classes import LEVEL_OF
from satchel.access.detectors import find
from satchel.instant import read_instant
from satchel.move.checkup.examine import examine, look_at
from satchel.move.checkup.finding import RULES, Finding
from satchel.move.checkup.subject import Circumstances
from satchel_protocol.record import Origin, Record

PAIRS = ("duplicate", "near_duplicate", "contradiction")
TOGETHER = (*PAIRS, "type_mix")
SINGLE = tuple(rule for rule in RULES if rule not in TOGETHER)
SECRETS = tuple(name for name, level in LEVEL_OF.items() if level == "secret")
_SECRETS_TOGETHER = "secrets together"
_CREATED, _NOW = "2026-02-01T08:00:00Z", "2026-03-15T12:00:00Z"


@dataclass(slots=True)
class Tally:
    """Counts of one class or rule in one language."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    unquoted: int = 0
    """Rightly found, but not the words that were expected."""

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    def add(self, other: Tally) -> None:
        for name in ("right", "wrong", "missed", "unquoted"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class Measured:
    """Everything that was counted."""

    tallies: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    """(class or rule, language)."""
    unresolved: Counter[str] = field(default_factory=Counter)
    """Relative days that were found and not resolved, by language."""
    misses: list[str] = field(default_factory=list)

    def of(self, name: str, language: str | None = None) -> Tally:
        """The counts of a class, in one language or in all."""
        total = Tally()
        for (other, spoken), tally in self.tallies.items():
            if other == name and (language is None or spoken == language):
                total.add(tally)
        return total

    def told(self, name: str, language: str | None) -> Tally:
        """As `of`, or as `secrets` for all of those."""
        return self.secrets(language) if name == _SECRETS_TOGETHER else self.of(name, language)

    def secrets(self, language: str | None = None) -> Tally:
        """All secret classes together."""
        total = Tally()
        for name in SECRETS:
            total.add(self.of(name, language))
        return total


def load(path: Path) -> list[dict[str, Any]]:
    """The cases of a labelled set."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def part_of(cases: list[dict[str, Any]], part: str) -> list[dict[str, Any]]:
    """The single cases of one part of a set: a hash of the text says which may be looked at (`seen`) and which not."""
    return [case for case in cases if "records" not in case and _part(text_of(case)) == part]


def text_of(case: dict[str, Any]) -> str:
    """The text of a single case, its pieces joined."""
    return str(case["content"]) if "content" in case else "".join(case["content_parts"])


def _part(content: str) -> str:
    return "unseen" if hashlib.sha256(content.encode("utf-8")).digest()[0] % 2 else "seen"


def measure(cases: list[dict[str, Any]]) -> Measured:
    """Put every case to the finders."""
    measured = Measured()
    for case in cases:
        if "records" in case:
            _together(case, measured)
        else:
            _alone(case, measured)
    return measured


def record_of(data: dict[str, Any], id: str) -> Record:
    """A case's record, its times read as a reader of foreign files would."""
    created = read_instant(data.get("created_at", _CREATED), now=datetime.now(UTC))
    updated = read_instant(data.get("updated_at"), now=datetime.now(UTC))
    return Record(
        id=id,
        type=data.get("type", "fact"),
        content=text_of(data),
        scope=data.get("scope", "user:me"),
        source_agent="labelled",
        created_at=created.at,
        updated_at=updated.at,
        ttl=data.get("ttl"),
        origin=Origin(time=created.evidence()) if not created.missing else None,
    )


def _circumstances(case: dict[str, Any]) -> Circumstances:
    now = read_instant(case.get("now", _NOW), now=datetime.now(UTC)).at
    assert now is not None
    return Circumstances(now=now, zone=UTC)


def _alone(case: dict[str, Any], measured: Measured) -> None:
    record, circumstances = record_of(case, "r"), _circumstances(case)
    findings = look_at([record], circumstances, SINGLE)
    found = {_label(finding) for finding in findings if _is_asked(finding, case)}
    expected = {_expected_label(one): one for one in case["expect"]}
    skipped = set(case.get("not_asked", ()))
    for name in (found | expected.keys()) - skipped:
        tally = _verdict(case, name, name in found, name in expected, measured)
        if name in found and name in expected:
            tally.unquoted += not _quoted(record.content, name, expected[name], findings)
            if expected[name].get("resolvable"):
                days = [one.resolved for one in findings if one.rule == name and one.kind == "time"]
                measured.unresolved[case["language"]] += not any(days)


def _is_asked(finding: Finding, case: dict[str, Any]) -> bool:
    if finding.rule != "time":
        return finding.rule not in case.get("not_asked", ())
    return finding.kind in ("missing", "future", "naive", "implausible", "unit_conflict", "reversed")


def _label(finding: Finding) -> str:
    return finding.kind if finding.rule == "sensitive" else finding.rule


def _expected_label(expected: dict[str, Any]) -> str:
    return str(expected["class"] if expected["rule"] == "sensitive" else expected["rule"])


def _verdict(case: dict[str, Any], name: str, found: bool, expected: bool, measured: Measured) -> Tally:
    """Count one class of one case; a mixed text counts for both languages, for one half each in what is told."""
    outcome = "right" if found and expected else "wrong" if found else "missed"
    last = Tally()
    for language in ("zh", "en") if case["language"] == "mixed" else (case["language"],):
        last = measured.tallies[name, language]
        setattr(last, outcome, getattr(last, outcome) + 1)
    if outcome != "right":
        text = (
            json.dumps([record["content"] for record in case["records"]][:4], ensure_ascii=False)
            if "records" in case
            else text_of(case)
        )
        measured.misses.append(f"{name:<18} {outcome:<7} {case['id']:<28} {text}")
    return last


def _quoted(text: str, name: str, expected: dict[str, Any], findings: list[Finding]) -> bool:
    """Whether what was found overlaps the words that were expected."""
    words = "".join(expected["evidence_parts"]) if "evidence_parts" in expected else expected.get("evidence")
    if words is None:
        return True
    if expected["rule"] == "sensitive":
        start = text.find(words)
        return any(f.kind == name and f.start < start + len(words) and f.end > start for f in find(text))
    said = [one.evidence for one in findings if one.rule == name]
    return any(words in one or one in words or set(words) & set(one) for one in said)


def _together(case: dict[str, Any], measured: Measured) -> None:
    records = [record_of(data, f"{place:04}") for place, data in enumerate(case["records"])]
    findings = examine(records, _circumstances(case), rules=TOGETHER).findings
    pairs: dict[str, set[frozenset[int]]] = defaultdict(set)
    for finding in findings:
        if finding.rule in PAIRS:
            assert finding.record is not None
            pairs[finding.rule] |= {frozenset({int(finding.record), int(other)}) for other in finding.others}
    expected: dict[str, set[frozenset[int]]] = defaultdict(set)
    for one in case["expect"]:
        if one["rule"] in PAIRS:
            pair = frozenset(one["records"])
            name = next((rule for rule in one.get("either", ()) if pair in pairs[rule]), one["rule"])
            expected[name].add(pair)
    for name in PAIRS:
        if name in case.get("not_asked", ()) or not (pairs[name] or expected[name]):
            continue
        both = pairs[name] & expected[name]
        # A pair too many, or one of several that is missing, makes the case wrong.
        if pairs[name] - expected[name]:
            _verdict(case, name, True, False, measured)
        if expected[name]:
            _verdict(case, name, both == expected[name], True, measured)
    mixed = any(finding.rule == "type_mix" for finding in findings)
    odd = any(one["rule"] == "type_mix" for one in case["expect"])
    if (mixed or odd) and "type_mix" not in case.get("not_asked", ()):
        _verdict(case, "type_mix", mixed, odd, measured)


def plain_texts(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """(name, texts) of every set of texts in a folder."""
    for path in sorted([*folder.rglob("*.json.gz"), *folder.rglob("*.txt")]):
        if path.suffix == ".txt":
            yield path.stem, [line for line in path.read_text("utf-8").splitlines() if line.strip()]
            continue
        with gzip.open(path, "rt", encoding="utf-8") as file:
            data = json.load(file)
        texts = [doc["text"] for group in data["groups"] for doc in group["docs"]]
        yield f"{path.parent.name}/{path.name.partition('.')[0]}", list(dict.fromkeys(texts))


def spoken_of(texts: list[str]) -> Counter[str]:
    """How many of these texts each class or rule is found in."""
    circumstances = Circumstances(now=datetime(2026, 3, 15, tzinfo=UTC), zone=UTC)
    rules = tuple(rule for rule in SINGLE if rule not in ("time", "expired"))
    counts: Counter[str] = Counter()
    for text in texts:
        record = Record(id="r", type="fact", content=text, scope="user:me", source_agent="plain")
        counts.update({_label(finding) for finding in look_at([record], circumstances, rules)})
    return counts


def _print(measured: Measured) -> None:
    names = [*LEVEL_OF, *(rule for rule in RULES if rule != "sensitive")]
    print(f"{'':<20}{'Chinese':^32}{'English':^32}{'all':^18}")
    print(f"{'':<20}" + f"{'P':>7}{'R':>7}{'wrong':>7}{'missed':>8}   " * 2 + f"{'P':>7}{'R':>7}{'words':>7}")
    for name in [*names, _SECRETS_TOGETHER]:
        cells = ""
        for language in ("zh", "en"):
            one = measured.told(name, language)
            cells += f"{one.precision:>7.3f}{one.recall:>7.3f}{one.wrong:>7}{one.missed:>8}   "
        whole = measured.told(name, None)
        quoted = 1 - whole.unquoted / whole.right if whole.right else 1.0
        print(f"{name:<20}{cells}{whole.precision:>7.3f}{whole.recall:>7.3f}{quoted:>7.2f}")
    print(f"relative days without a date: {dict(measured.unresolved)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", help="a labelled set")
    parser.add_argument("--misses", action="store_true", help="list the cases that went wrong; for tuning only")
    parser.add_argument("--part", choices=("seen", "unseen"), help="only these cases of a set that is split by a hash")
    parser.add_argument("--plain", type=Path, metavar="FOLDER", help="texts in which little should be found")
    arguments = parser.parse_args()
    if arguments.file is not None:
        cases = load(arguments.file)
        measured = measure(part_of(cases, arguments.part) if arguments.part else cases)
        _print(measured)
        if arguments.misses:
            split = arguments.file.name.startswith(("references", "sensitive", "notes", "pairs"))
            if "heldout" in arguments.file.name or (split and arguments.part != "seen"):
                sys.exit("what is held out is not for tuning: its cases are not listed")
            print("\n".join(sorted(measured.misses)))
    if arguments.plain is not None:
        for name, texts in plain_texts(arguments.plain):
            counts = spoken_of(texts)
            told = ", ".join(f"{rule} {10_000 * count / len(texts):.1f}" for rule, count in counts.most_common())
            print(f"{name}: of 10,000 texts ({len(texts):,} looked at): {told}")


if __name__ == "__main__":
    main()
