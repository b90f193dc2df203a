"""The demo: make an old agent, move it with the real command line, and judge the result against the truth."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from oldworld.accounts import Accounts, check
from oldworld.plan import make
from oldworld.reading import Line, Truth, read_stream, read_truth
from oldworld.scoring import FATES, Score, judge, probe_rank
from score import describe

LEAST = 0.97
"""Least precision and least recall."""
FLOOR = 0.9
"""What CI holds drawn seeds to: a figure below it is a fault, one between the two is a measurement to be looked at."""

MEANING = {
    "memory": "brought over",
    "evidence": "turns of conversation, kept beside the memories",
    "log": "lines that a machine wrote",
    "vector": "numbers, to be made anew from the text",
    "structure": "code tables, indexes, settings",
    "duplicate": "said before",
    "empty": "nothing in them",
    "rejected": "broken or deleted, each with its reason",
}


class DemoError(Exception):
    """The command line did not do what the demo needs; the message holds what it printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """The `satchel` command line, away from the user's own stores and settings."""

    home: Path
    store: str

    def run(self, *arguments: str) -> Line:
        """Run one command with --json and return its document.

        Raises:
            DemoError: standard output is no JSON object.
        """
        places = {
            name: str(self.home / name.lower())
            for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
        }
        environment = (
            # Words alone: the demo measures the rescue, in under a minute.
            {"SATCHEL_EMBEDDER": "none"}
            | os.environ
            | places
            | {"SATCHEL_STORE": self.store, "PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
        )
        command = [sys.executable, "-m", "satchel", *arguments, "--json"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
        try:
            document = json.loads(done.stdout)
        except ValueError:
            document = None
        if not isinstance(document, dict):
            said = (done.stderr or done.stdout).strip()[-2000:]
            raise DemoError(f"satchel {' '.join(arguments)}: exit code {done.returncode}, no JSON object\n{said}")
        return document


def main(arguments: list[str] | None = None) -> int:
    """Run the demo; 0 when it keeps its promises, 1 when not, 2 when it could not run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026, help="which old agent (default: %(default)s)")
    parser.add_argument("--rows", type=int, default=12_000, help="least number of source rows (default: %(default)s)")
    parser.add_argument(
        "--floor",
        action="store_true",
        help=f"fail only below {FLOOR} or when a row is unaccounted for; for seeds drawn by chance",
    )
    parser.add_argument("--keep", type=Path, metavar="DIR", help="make everything in DIR and leave it there")
    options = parser.parse_args(arguments)
    try:
        if options.keep:
            return demo(options.seed, options.keep, rows=options.rows, floor=options.floor)
        with tempfile.TemporaryDirectory(prefix="old-agent-") as place:
            return demo(options.seed, Path(place), rows=options.rows, floor=options.floor)
    except (DemoError, FileExistsError, OSError, ValueError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 2


def demo(seed: int, place: Path, *, rows: int = 12_000, floor: bool = False) -> int:
    """Make, move, judge and print; returns the exit code."""
    made = make(seed, place, rows=rows)
    truth = read_truth(made.truth)
    print(
        f"An old agent called {truth.header['agent']} (seed {seed}): {made.files} files, three months, Chinese and English.\n",
        flush=True,
    )
    commands = Commands(home=place / "home", store=f"sqlite:///{(place / 'new.db').resolve().as_posix()}")
    started = time.perf_counter()
    report = commands.run("move", str(made.agent), commands.store)
    seconds = time.perf_counter() - started
    (place / "report.json").write_text(json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8")
    accounts = check(report, truth)
    score = judge(truth, read_stream(_stream(commands, report, place)))
    _print_rows(accounts)
    print(f"\n{seconds:.1f} seconds, {accounts.rows_in / max(seconds, 1e-9):,.0f} rows a second\n")
    print("\n".join(describe(score)))
    verified = _print_verification(report)
    answered = _print_recalls(commands, truth)
    failures = _failures(score, accounts, answered, len(truth.probes)) + verified
    print("\n" + ("All promises kept." if not failures else "NOT kept: " + "; ".join(failures)))
    if floor:
        return 1 if accounts.unaccounted or min(score.precision, score.recall) < FLOOR else 0
    return 1 if failures else 0


def _stream(commands: Commands, report: Line, place: Path) -> Path:
    """The stream file that the move left, or else an export of the new store."""
    named = report.get("stream")
    if isinstance(named, dict):
        named = named.get("path")
    if isinstance(named, str) and Path(named).is_file() and not named.endswith(".zst"):
        return Path(named)
    path = place / "export.satchel"
    commands.run("export", "--scope", "*", "-o", str(path))
    return path


def _print_rows(accounts: Accounts) -> None:
    width = 40
    print(f"{accounts.rows_in:>7,} source rows")
    for fate in FATES:
        rows = accounts.fates[fate]
        bar = "█" * round(width * rows / max(accounts.rows_in, 1)) or ("▏" if rows else "")
        print(f"{rows:>7,} {fate:<10} {bar:<{width}} {MEANING[fate]}")
    print(f"{accounts.unaccounted:>7,} unaccounted for")
    if accounts.unseen:
        print(f"{sum(accounts.unseen.values()):>7,} never seen, in: {', '.join(list(accounts.unseen)[:8])}")


def _print_verification(report: Line) -> list[str]:
    """What the move says of itself: the five questions and the counts; gives those that failed."""
    verification = report.get("verification")
    checks = verification.get("checks") if isinstance(verification, dict) else None
    if not isinstance(checks, list):
        return []
    print("\nverified        " + ", ".join(f"{c['name']} {c['found']} of {c['asked']}" for c in checks))
    return [f"verification of {c['name']}" for c in checks if not c["ok"]]


def _print_recalls(commands: Commands, truth: Truth) -> int:
    """Ask the three questions; how many were answered."""
    answered = 0
    for probe in truth.probes:
        query, within = str(probe["query"]), int(str(probe["within"]))
        document = commands.run("recall", query, "--scope", "*")
        hits = document.get("hits")
        records = [hit["record"] for hit in hits if isinstance(hit, dict)] if isinstance(hits, list) else []
        rank = probe_rank(truth, probe, records)
        right = rank is not None and rank <= within
        answered += right
        print(f"\n  ? {query}    ({probe['about']})")
        if right:
            record = records[rank - 1] if rank else {}
            print(
                f"  → {record.get('content')}    [{record.get('type')}, {record.get('created_at') or 'time unknown'}, place {rank}]"
            )
        else:
            expected = next(line["text"] for line in truth.memories if line["id"] == probe["memory"])
            print(f"  ✗ expected: {expected}")
            for record in records[:within]:
                print(f"    got: {record.get('content')}")
    return answered


def _failures(score: Score, accounts: Accounts, answered: int, asked: int) -> list[str]:
    out = [
        f"{name} {value:.4f} < {LEAST}"
        for name, value in (("precision", score.precision), ("recall", score.recall))
        if value < LEAST
    ]
    if accounts.unaccounted:
        out.append(f"{accounts.unaccounted} rows unaccounted for")
    if accounts.unseen:
        out.append(f"{sum(accounts.unseen.values())} rows never seen")
    if answered < asked:
        out.append(f"{asked - answered} of {asked} recalls missed")
    return out


if __name__ == "__main__":
    sys.exit(main())
