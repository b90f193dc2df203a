"""Moves a case's folder with the command line, as its owner would, and compares what came out with what was expected.

`python -m tests.acceptance.folders.judge [CASE…]` prints a table of precision and recall and every difference.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import io
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.acceptance.folders.expected import ANY, Expected, Memory, Score

from satchel.cli.app import code_of

NAMES = sorted(path.stem.removeprefix("case_") for path in Path(__file__).parent.glob("case_*.py"))
_FATES = ("memory", "evidence", "log", "vector", "structure", "duplicate", "empty", "rejected", "unaccounted")


@dataclass(frozen=True, slots=True)
class Rescue:
    """What one folder's move left behind."""

    reports: tuple[dict[str, Any], dict[str, Any]]
    """The `--json` documents of the first and the second run."""
    records: tuple[list[dict[str, Any]], list[dict[str, Any]]]
    """Everything in the new store after each run."""
    left: list[dict[str, Any]]
    """What is there after both runs were undone."""
    before: dict[str, str]
    """File → its digest and time, in the old folder."""
    after: dict[str, str]

    @property
    def active(self) -> list[dict[str, Any]]:
        return [record for record in self.records[0] if "state" not in record]

    @property
    def archived(self) -> list[dict[str, Any]]:
        return [record for record in self.records[0] if record.get("state") == "archived"]


def load(name: str) -> tuple[Any, Expected]:
    """A case's builder and its expectation."""
    module = importlib.import_module(f"tests.acceptance.folders.case_{name}")
    return module.build, module.EXPECTED


def rescue(name: str, place: Path) -> Rescue:
    """Build the case's folder under `place`, move it twice, and take both moves back."""
    build, _ = load(name)
    old, store = place / "old", f"sqlite:///{place / 'new.db'}"
    old.mkdir()
    build(old)
    before = _fingerprints(old)
    reports, records = [], []
    for n in (1, 2):
        reports.append(run("move", str(old), store, "--json"))
        records.append(_exported(store, place / f"after{n}.satchel"))
    after = _fingerprints(old)
    for report in reversed(reports):
        run("undo", report["batch"], "--store", store, "--json", may_fail=report is reports[1])
    left = _exported(store, place / "undone.satchel")
    return Rescue((reports[0], reports[1]), (records[0], records[1]), left, before, after)


def run(*arguments: str, may_fail: bool = False) -> dict[str, Any]:
    """One command in this process; its JSON document.

    Raises:
        AssertionError: it did not exit with 0.
    """
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = code_of(list(arguments))
    assert code == 0 or may_fail, f"satchel {' '.join(arguments)}: exit {code}\n{out.getvalue()}{err.getvalue()}"
    document: dict[str, Any] = json.loads(out.getvalue())
    return document


def _exported(store: str, path: Path) -> list[dict[str, Any]]:
    run("export", "--scope", "*", "--include-sensitive", "all", "-o", str(path), "--store", store, "--json")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [line for line in lines if "content" in line and "scope" in line]


def _fingerprints(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): f"{hashlib.sha256(path.read_bytes()).hexdigest()} {path.stat().st_mtime_ns}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def ledger_problems(report: dict[str, Any]) -> list[str]:
    """Where the two ledgers do not add up, in all or for one source."""
    problems = []
    for where, part in [("in all", report), *((source["source"], source) for source in report["sources"])]:
        for ledger in ("rows", "records"):
            counts = dict(part[ledger])
            total = counts.pop("in")
            if total != sum(counts.values()):
                problems.append(
                    f"{where}: {ledger} in {total}, but their fates sum to {sum(counts.values())}: {counts}"
                )
        if part["rows"]["unaccounted"]:
            problems.append(f"{where}: {part['rows']['unaccounted']} rows unaccounted for")
        missing = [fate for fate in _FATES if fate not in part["rows"]]
        if missing:
            problems.append(f"{where}: no count of {missing}")
    for ledger in ("rows", "records"):
        for name, count in report[ledger].items():
            by_source = sum(source[ledger].get(name, 0) for source in report["sources"])
            if by_source != count:
                problems.append(f"{ledger}.{name}: {count} in all, {by_source} over the sources")
    return problems


def judge(rescued: Rescue, expected: Expected) -> Score:
    """Compare the active memories, and the counts where they are beyond doubt, with the expectation."""
    active = rescued.active
    used: set[int] = set()
    misses: list[str] = []
    found = 0
    # Those with a whole text first: a fragment must not take away the record that another one needs.
    for memory in sorted(expected.memories, key=lambda memory: (memory.shares, not memory.text)):
        places = [
            n for n, record in enumerate(active) if _same_text(memory, record) and (memory.shares or n not in used)
        ]
        if not places:
            misses.append(_absent(memory, rescued, used, active))
            continue
        problems, best = min((_differences(memory, active[n]), n) for n in places)
        used.add(best)
        found += not problems
        misses += [f"{_name(memory)}: {problem}" for problem in problems]
    unexpected = []
    for n, record in enumerate(active):
        if n not in used and not any(_holds(record, fragment) for fragment in expected.tolerated):
            unexpected.append(f"unexpected memory ({record['type']}, {record['scope']}): {record['content'][:160]!r}")
    for record in active:
        misses += [f"holds {part!r}: {record['content'][:160]!r}" for part in expected.never if _holds(record, part)]
    misses += unexpected + _counts(rescued, expected)
    return Score(len(expected.memories), found, len(active), len(unexpected), tuple(misses))


def _name(memory: Memory) -> str:
    return repr(memory.text or " … ".join(memory.parts))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _holds(record: dict[str, Any], fragment: str) -> bool:
    return _plain(fragment).casefold() in _plain(record["content"]).casefold()


def _same_text(memory: Memory, record: dict[str, Any]) -> bool:
    if memory.text:
        return _plain(record["content"]) == _plain(memory.text)
    return all(_holds(record, part) for part in memory.parts)


def _absent(memory: Memory, rescued: Rescue, used: set[int], active: Sequence[dict[str, Any]]) -> str:
    fragments = (memory.text,) if memory.text else memory.parts
    near = [r["content"] for n, r in enumerate(active) if n not in used and any(_holds(r, part) for part in fragments)]
    if near:
        return f"{_name(memory)}: came out otherwise: {[text[:240] for text in near[:3]]}"
    hidden = [r for r in rescued.records[0] if "state" in r and any(_holds(r, part) for part in fragments)]
    if hidden:
        return f"{_name(memory)}: not a memory, but {hidden[0]['state']} as {hidden[0]['type']}: {hidden[0]['content'][:200]!r}"
    return f"{_name(memory)}: missing"


def _differences(memory: Memory, record: dict[str, Any]) -> list[str]:
    found = []
    if record["type"] not in memory.types:
        found.append(f"type {record['type']}, not {' or '.join(memory.types)}")
    times = memory.at if isinstance(memory.at, tuple) else (memory.at,)
    if memory.at != ANY and _instant(record.get("created_at")) not in {_instant(at) for at in times}:
        found.append(f"created_at {record.get('created_at')}, not {' or '.join(map(str, times))}")
    evidence = record.get("origin", {}).get("time", {})
    if memory.precision and evidence.get("precision") != memory.precision:
        found.append(f"precision {evidence.get('precision')}, not {memory.precision}")
    scopes = memory.scope if isinstance(memory.scope, tuple) else (memory.scope,)
    if memory.scope != ANY and record["scope"] not in scopes:
        found.append(f"scope {record['scope']}, not {' or '.join(scopes)}")
    absent = {tag.casefold() for tag in memory.tags} - set(record.get("tags", ()))
    if absent:
        found.append(f"tags {record.get('tags', [])}, without {sorted(absent)}")
    if memory.ttl_s is not None and abs(float(record.get("ttl", -1.0e9)) - memory.ttl_s) > 1:
        found.append(f"ttl {record.get('ttl')}, not {memory.ttl_s}")
    return found


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _counts(rescued: Rescue, expected: Expected) -> list[str]:
    rows = rescued.reports[0]["rows"]
    found = []
    for wanted, what, count in (
        (expected.rows, "rows in all", rows["in"]),
        (expected.logs, "rows of a log", rows["log"]),
        (expected.vectors, "vectors", rows["vector"]),
    ):
        if wanted is not None and wanted != count:
            found.append(f"{count} {what}, not {wanted}")
    turns = expected.evidence if expected.turns is None else expected.turns
    for most, what, count in (
        (expected.evidence, "rows of evidence", rows["evidence"]),
        (turns, "archived turns", len(rescued.archived)),
    ):
        if most is not None and not most - expected.repeated <= count <= most:
            found.append(f"{count} {what}, not {most}")
    if not expected.min_rejected <= rows["rejected"] <= expected.max_rejected:
        reasons = [(row["position"], row["reason"]) for row in rescued.reports[0]["rejected"][:5]]
        found.append(
            f"{rows['rejected']} rejected rows, not {expected.min_rejected} to {expected.max_rejected}: {reasons}"
        )
    return found


def main(names: Sequence[str]) -> int:
    """Print the table and the differences; the number of cases that differ."""
    failed = 0
    lines: list[str] = []
    for name in names or NAMES:
        with tempfile.TemporaryDirectory() as place:
            try:
                rescued = rescue(name, Path(place))
            except Exception as error:  # noqa: BLE001 - a crash is one case's result, and the others still count
                failed += 1
                print(f"{name:20} crashed: {type(error).__name__}")
                lines += ["", f"{name}: {error}"]
                continue
        score = judge(rescued, load(name)[1])
        problems = [*score.misses, *ledger_problems(rescued.reports[0]), *_promises(rescued)]
        failed += bool(problems)
        print(
            f"{name:20} recall {score.recall:5.2f} ({score.found}/{score.wanted})  precision {score.precision:5.2f}"
            f" ({score.active - score.unexpected}/{score.active})  problems {len(problems)}"
        )
        if problems:
            rows = {fate: count for fate, count in rescued.reports[0]["rows"].items() if count}
            lines += ["", f"{name}  {rows}", *(f"  - {problem}" for problem in problems)]
    print("\n".join(lines))
    return failed


def _promises(rescued: Rescue) -> list[str]:
    found = []
    if _sorted(rescued.records[0]) != _sorted(rescued.records[1]):
        found.append(f"a second run changed the store: {len(rescued.records[0])} → {len(rescued.records[1])} records")
    if rescued.left:
        found.append(f"{len(rescued.left)} records are left after undo")
    if rescued.before != rescued.after:
        found.append("the old folder was changed")
    return found


def _sorted(records: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(record, sort_keys=True) for record in records)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
