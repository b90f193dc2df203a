"""Import and export of many records, side by side with the barest script that could do it.

    python -m bench.bulk                 # 10,000 and 100,000 records
    python -m bench.bulk --full          # 1,000,000 too
    python -m bench.bulk --sizes 5000    # others

`satchel import` and `satchel export` run as commands, with everything on that a bare install has on. The times are those
that a user waits; the ratios leave out what starting a program takes, on both sides: ours is measured by the same
commands on a single record. See `bench/bare.py` for what the bare script leaves undone.
"""

from __future__ import annotations

import json
from pathlib import Path

from bench import measuring
from bench.measuring import Run, Table, count, kept, megabytes

TARGET = 4.0
"""Most times as long as the bare script."""
TARGET_BYTES = 200_000_000


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
    with measuring.workplace() as folder:
        starts = [_runs(records_file(1), folder / str(number)) for number in range(3)]
    start = [min((run[place] for run in starts), key=lambda run: run.cpu_s) for place in range(3)]
    for size in sizes:
        with measuring.workplace() as folder:
            _measure(table, size, folder, start)
    table.notes += [
        f"The target is a ratio of at most {TARGET:.0f}, and a peak under {megabytes(TARGET_BYTES)} for streams in and out.",
        f"Starting takes {start[0].cpu_s:.1f} s of CPU for an import, {start[1].cpu_s:.1f} s for an export.",
    ]
    table.publish(arguments)


def _measure(table: Table, size: int, folder: Path, start: list[Run]) -> None:
    source = records_file(size)
    bare = _bare("import", source, folder / "bare.db")
    dumped = _bare("export", source, folder / "bare.jsonl")
    names = ("import of JSON Lines", "export of a stream", "import of that stream")
    runs = _runs(source, folder / "ours")
    for name, run, first, beside in zip(names, runs, start, (bare, dumped, bare), strict=True):
        _row(table, name, size, run, first, beside)
    ours, theirs = (folder / "ours" / "store.db").stat().st_size, (folder / "bare.db").stat().st_size
    table.notes.append(
        f"{count(size)} records: {ours / size:,.0f} bytes a record in the store, bare {theirs / size:,.0f}."
    )


def _runs(source: Path, folder: Path) -> tuple[Run, Run, Run]:
    """An import, an export of everything, an import of that, each by the command."""
    folder.mkdir()
    store, stream = folder / "store.db", folder / "all.satchel"
    first = imported(source, store)
    everything = ("--scope", "*", "--scope", "public", "--include-sensitive", "all")
    written = measuring.satchel("export", *everything, "-o", stream, "--store", f"sqlite:///{store}")
    return first, written, imported(stream, folder / "again.db")


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


def _row(table: Table, what: str, size: int, ours: Run, start: Run, bare: Run) -> None:
    wall, cpu = (ours.wall_s - start.wall_s) / bare.wall_s, (ours.cpu_s - start.cpu_s) / bare.cpu_s
    table.add(
        what,
        count(size),
        f"{ours.wall_s:.1f}",
        f"{ours.cpu_s:.1f}",
        count(size / ours.wall_s),
        f"{bare.wall_s:.1f}",
        f"{bare.cpu_s:.1f}",
        f"{wall:.2f}",
        f"{cpu:.2f}",
        megabytes(ours.peak_bytes),
        what=what,
        records=size,
        ours_wall_s=ours.wall_s,
        ours_cpu_s=ours.cpu_s,
        bare_wall_s=bare.wall_s,
        bare_cpu_s=bare.cpu_s,
        ratio_wall=wall,
        ratio_cpu=cpu,
        peak_bytes=ours.peak_bytes,
    )


if __name__ == "__main__":
    main()
