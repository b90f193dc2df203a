"""Side by side with what a user would pick instead: mem0, LangGraph's stores, Chroma, the reference MCP memory server,
Portable Memory.

    python -m bench.peers                    # 1,000 and 10,000 records
    python -m bench.peers --full             # 100,000 too, where a tool gets there in minutes
    python -m bench.peers --sizes 500 --only satchel chroma

They are installed, pinned and hashed, into an environment of their own under `build/bench`; nothing of them is ever a
dependency of the project. Each does the same in a process of its own (`bench/peers/contest.py`), with the same texts and
the same vectors (`bench/peers/inputs.py`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import venv
from argparse import Namespace
from pathlib import Path
from typing import Any

from bench import measuring
from bench.measuring import KEPT, Table, count, megabytes
from bench.peers.contest import MARK, MARKED, PATIENCE_S

HERE = Path(__file__).parent
SERVER = "@modelcontextprotocol/server-memory@2026.8.31"
SINGLES = 200
SURVIVAL = 1_000
ENGINES = {
    "satchel": "Satchel, `sqlite:`",
    "mem0": "mem0 2.2.1, `infer=False`, Qdrant on disk",
    "langgraph": "LangGraph SqliteStore 3.1.2",
    "inmemory": "LangGraph InMemoryStore 4.1.1",
    "chroma": "Chroma 1.5.9",
    "mcp": "MCP server-memory 2026.8.31",
    "portable": "portable-memory 0.3.0",
}
OURS = ("satchel", "mcp")
"""Run by our own Python: the one is ours, the other is no Python."""
LARGEST = {"mem0": 10_000, "mcp": 10_000, "inmemory": 10_000, "portable": 10_000}
"""Records beyond which a tool takes more than some minutes, or more memory than a laptop has."""


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--sizes", type=int, nargs="+", metavar="N", help="numbers of records")
    options.add_argument("--only", nargs="+", choices=ENGINES, help="some of them")
    arguments = options.parse_args()
    wanted = arguments.only or list(ENGINES)
    sizes = arguments.sizes or ([1_000, 10_000, 100_000] if arguments.full else [1_000, 10_000])
    python = _environment() if set(wanted) - set(OURS) else Path(sys.executable)
    server = str(_server()) if "mcp" in wanted else ""
    command = "python -m bench.peers" + (" --full" if arguments.full else "")
    speed = _speed(python, server, wanted, sizes, command)
    survival = _survival(python, server, wanted, min(SURVIVAL, *sizes), command)
    speed.publish(arguments)
    survival.publish(Namespace(json=_beside(arguments.json), page=arguments.page))


def _speed(python: Path, server: str, wanted: list[str], sizes: list[int], command: str) -> Table:
    table = Table(
        name="peers",
        title="Side by side, the same texts and vectors",
        columns=(
            "tool", "records", "single writes/s", "syncs a write", "batch import, records/s", "CPU µs a record",
            "search p50 ms", "p95 ms", "CPU p50 ms", "found in the first ten", "export, records/s", "import of that, records/s", "bytes a record", "peak memory",
        ),
        command=command,
    )  # fmt: skip
    for size in sizes:
        given = _inputs(size)
        for engine in wanted:
            if size > LARGEST.get(engine, size):
                continue
            syncs = _syncs(engine, python, server, given) if size == min(sizes) else None
            found, peak = _run(engine, python, server, given, str(SINGLES))
            if found is None:
                table.add(
                    ENGINES[engine], count(size), "does not run here", *[""] * (len(table.columns) - 3),
                    engine=engine, records=size, failed=True,
                )  # fmt: skip
            else:
                _speed_row(table, engine, found | {"syncs": syncs, "peak_bytes": peak})
    beyond = ", ".join(f"{ENGINES[engine]} beyond {count(most)}" for engine, most in LARGEST.items())
    table.notes += [
        "*single writes*: of Satchel without their vectors, which the first question after them makes; of the others with them.",
        "*syncs a write*: how often one waits for the disk before it is acknowledged (strace); at 0, a power loss takes it.",
        "*search*: the ten best, the question's vector given. Satchel and mem0 look for words and meaning, the MCP server for the text.",
        "*found in the first ten*: the record that the question was made of, by leaving out every other word.",
        "*peak memory*: beside the inputs; of a server, where it is more than its client's.",
        f"Not run: {beyond}. An import of more than {PATIENCE_S:.0f} s is not repeated on the way home.",
    ]
    return table


def _speed_row(table: Table, engine: str, found: dict[str, Any]) -> None:
    size = found["records"]
    single = engine != "portable"

    def rate(name: str) -> str:
        return count(size / found[name]) if found.get(name) else "–"

    def took(name: str) -> str:
        return f"{1e3 * found[name]:.1f}" if found[name] is not None else "–"

    inside = engine != "mcp"  # what a server uses is not known to its client
    table.add(
        ENGINES[engine], count(size), count(1 / found["write_s"]) if single else "–",
        "" if found["syncs"] is None else f"{found['syncs']:.0f}", rate("import_s"),
        f"{1e6 * found['import_cpu_s'] / size:.0f}" if inside else "–", took("search_p50_s"), took("search_p95_s"),
        took("search_cpu_s") if inside else "–", f"{found['recall']:.0%}" if found["recall"] is not None else "–",
        rate("export_s"), rate("restore_s"), count(found["bytes"] / size) if "bytes" in found else "–",
        megabytes(max(0, found["peak_bytes"] - found["inputs_bytes"])), engine=engine, **found,
    )  # fmt: skip


def _survival(python: Path, server: str, wanted: list[str], size: int, command: str) -> Table:
    table = Table(
        name="survival",
        title=f"What an export and the way home keep, {count(size)} records",
        columns=("tool", "texts", "ids", "times of birth", "a delete survives"),
        command=command,
    )
    given = _inputs(size)
    for engine in wanted:
        if engine == "inmemory":
            continue
        found, _ = _run(engine, python, server, given, "survival")
        if found is None:
            table.add(ENGINES[engine], "does not run here", "", "", "", engine=engine, failed=True)
            continue
        table.add(
            ENGINES[engine], _share(found["texts"], 0), _share(found["ids"], found["ids_noted"]),
            _share(found["times"], found["times_noted"]), "yes" if found["deletes"] else "no", engine=engine, **found,
        )  # fmt: skip
    table.notes += [
        "*noted*: lost in the tool's own field, kept in what the caller had noted beside it.",
        "*a delete survives*: a record deleted here stays away when an export from before comes in again.",
    ]
    return table


def _share(own: float, noted: float) -> str:
    if own < 1 and noted == 1:
        return "noted"
    return "all" if own == 1 else "none" if own == 0 else f"{own:.1%}"


def _inputs(size: int) -> Path:
    return measuring.kept(f"peers-{size}", lambda path: measuring.python("bench.peers.inputs", str(size), path))


def _run(engine: str, python: Path, server: str, given: Path, what: str) -> tuple[dict[str, Any] | None, int]:
    """What a tool's process printed, None when it failed, and its peak of memory."""
    with measuring.workplace() as folder:
        run = measuring.child(*_command(engine, python), folder / "work", given, what, env=_about(server), expect=None)
    found = [line for line in run.output.splitlines() if line.startswith("RESULT ")]
    if not found:
        print(f"{engine}: exit code {run.code}\n{run.errors[-2000:]}", file=sys.stderr)
    return (json.loads(found[-1].removeprefix("RESULT ")) if found else None), run.peak_bytes


def _command(engine: str, python: Path) -> tuple[str | Path, ...]:
    return (sys.executable if engine in OURS else python, "-m", "bench.peers.contest", engine)


def _about(server: str) -> dict[str, str]:
    paths = [str(measuring.ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"BENCH_MCP_SERVER": server, "PYTHONPATH": os.pathsep.join(paths)}


def _syncs(engine: str, python: Path, server: str, given: Path) -> float | None:
    """How many times a single write waits for the disk; None without strace. At 0, a power loss takes what was
    acknowledged."""
    if shutil.which("strace") is None or engine in ("portable", "inmemory"):
        return None
    with measuring.workplace() as folder:
        log = folder / "strace.log"
        trace = ("strace", "-f", "-qq", "-e", "trace=fsync,fdatasync,write", "-s", "64", "-o", log)
        measuring.child(
            *trace, *_command(engine, python), folder / "work", given, "syncs", env=_about(server), expect=None
        )
        parts = log.read_text("utf-8", "replace").split(MARK)
    return len(re.findall(r"\b(?:fsync|fdatasync)\(", parts[1])) / MARKED if len(parts) == 3 else None


def _beside(path: Path | None) -> Path | None:
    return None if path is None else path.with_name(path.stem + "-survival" + path.suffix)


def _environment() -> Path:
    """The Python of the peers' own environment, made once for each state of the list."""
    wanted = HERE / "requirements.txt"
    place = KEPT / "peers"
    stamp = place / "requirements.txt"
    python = place / "bin" / "python"
    if not stamp.exists() or stamp.read_bytes() != wanted.read_bytes():
        KEPT.mkdir(parents=True, exist_ok=True)
        venv.create(place, clear=True, with_pip=True)
        measuring.child(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", wanted)
        shutil.copyfile(wanted, stamp)
    return python


def _server() -> Path:
    """The main file of the MCP server, installed once."""
    place = KEPT / "server-memory"
    main_file = place / "node_modules" / "@modelcontextprotocol" / "server-memory" / "dist" / "index.js"
    if not main_file.exists():
        place.mkdir(parents=True, exist_ok=True)
        measuring.child("npm", "install", "--no-fund", "--no-audit", "--prefix", place, SERVER)
    return main_file


if __name__ == "__main__":
    main()
