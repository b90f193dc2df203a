"""Import and export of many records, side by side with the barest script that could do it.

    python -m bench.bulk                 # 10,000 and 100,000 records
    python -m bench.bulk --full          # 1,000,000 too
    python -m bench.bulk --sizes 5000    # others

`satchel import` and `satchel export` run as commands, starting the program included, with everything on that is on by
default. The bare script's own starting time is left out. See `bench/bare.py` for what it leaves undone.
"""

from __future__ import annotations

import json
from pathlib import Path

from bench import measuring
from bench.measuring import Run, Table, count, kept, megabytes

TARGET = 4.0
"""Most times as long as the bare script."""


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--sizes", type=int, nargs="+", metavar="N", help="numbers of records")
    arguments = options.parse_args()
    sizes = arguments.sizes or ([10_000, 100_000, 1_000_000] if arguments.full else [10_000, 100_000])
    table = Table(
        name="bulk",
        title="Import and export, as a user runs them",
        columns=(
            "what", "records", "ours, wall s", "ours, CPU s", "records/s", "bare, wall s", "bare, CPU s",
            "ratio, wall", "ratio, CPU", "peak memory",
        ),
        command="python -m bench.bulk" + (" --full" if arguments.full else ""),
    )  # fmt: skip
    for size in sizes:
        with measuring.workplace() as folder:
            _measure(table, size, folder)
    table.notes.append(f"The target is a ratio of at most {TARGET:.0f}.")
    table.publish(arguments)


def _measure(table: Table, size: int, folder: Path) -> None:
    source = records_file(size)
    store, again = folder / "store.db", folder / "again.db"
    bare = _bare("import", source, folder / "bare.db")
    _row(table, "import of JSON Lines", size, imported(source, store), bare)
    dumped = _bare("export", source, folder / "bare.jsonl")
    stream = folder / "all.satchel"
    command = ("export", "--scope", "*", "--include-sensitive", "all", "-o", stream, "--store", f"sqlite:///{store}")
    _row(table, "export of a stream", size, measuring.satchel(*command), dumped)
    _row(table, "import of that stream", size, imported(stream, again), bare)
    ours, theirs = store.stat().st_size, (folder / "bare.db").stat().st_size
    table.notes.append(
        f"{count(size)} records: {ours / size:,.0f} bytes a record in the store, bare {theirs / size:,.0f}."
    )


def imported(source: Path, store: Path) -> Run:
    """One `satchel import` into a new store; every record must have arrived."""
    run = measuring.satchel("import", source, "--store", f"sqlite:///{store}", "--json")
    report = json.loads(run.output)["records"]
    if report["imported"] != report["in"]:
        raise RuntimeError(f"not everything was imported: {report}")
    return run


def records_file(size: int) -> Path:
    """The records of this number as JSON Lines, made once."""
    return kept(f"records-{size}.jsonl", lambda path: measuring.python("bench.content", str(size), path))


def _bare(what: str, source: Path, target: Path) -> Run:
    run = measuring.python("bench.bare", what, source, target)
    took = json.loads(run.output)
    return Run(took["wall_s"], took["cpu_s"], run.peak_bytes)


def _row(table: Table, what: str, size: int, ours: Run, bare: Run) -> None:
    table.add(
        what,
        count(size),
        f"{ours.wall_s:.1f}",
        f"{ours.cpu_s:.1f}",
        count(size / ours.wall_s),
        f"{bare.wall_s:.1f}",
        f"{bare.cpu_s:.1f}",
        f"{ours.wall_s / bare.wall_s:.2f}",
        f"{ours.cpu_s / bare.cpu_s:.2f}",
        megabytes(ours.peak_bytes),
        what=what,
        records=size,
        ours_wall_s=ours.wall_s,
        ours_cpu_s=ours.cpu_s,
        bare_wall_s=bare.wall_s,
        bare_cpu_s=bare.cpu_s,
        peak_bytes=ours.peak_bytes,
    )


if __name__ == "__main__":
    main()
