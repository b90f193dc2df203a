"""Side by side with what a user would pick instead: mem0, LangGraph's SqliteStore, Chroma, the reference MCP memory
server, Portable Memory.

    python -m bench.rivals               # 10,000 records
    python -m bench.rivals --size 1000   # others

They are installed, pinned and hashed, into an environment of their own under `build/bench`; nothing of them is ever a
dependency of the project. Each does the same in a process of its own (`bench/rivals/contest.py`): 200 single writes, an
import, an export, and the way home from that export into an empty store, where the texts, ids and times are compared;
then a record is deleted and the same export brought in once more.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import venv
from pathlib import Path
from typing import Any

from bench import measuring
from bench.bulk import records_file
from bench.measuring import KEPT, Table, count
from bench.rivals.contest import MARK, MARKED

HERE = Path(__file__).parent
SERVER = "@modelcontextprotocol/server-memory@2026.8.31"
SINGLES = 200
ENGINES = {
    "satchel": "Satchel, `sqlite:`",
    "mem0": "mem0 2.2.1, `infer=False`, Qdrant on disk",
    "langgraph": "LangGraph SqliteStore 3.1.2",
    "chroma": "Chroma 1.5.9",
    "mcp": "MCP server-memory 2026.8.31",
    "portable": "portable-memory 0.3.0",
}


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--size", type=int, default=10_000, metavar="N", help="records")
    options.add_argument("--only", nargs="+", choices=ENGINES, help="some of them")
    arguments = options.parse_args()
    wanted = arguments.only or list(ENGINES)
    python = _environment() if set(wanted) - {"satchel", "mcp"} else Path(sys.executable)
    server = _server() if "mcp" in wanted else None
    table = Table(
        name="rivals",
        title=f"Side by side, {count(arguments.size)} records",
        columns=(
            "tool", "single writes/s", "syncs a write", "import s", "export s", "back in s", "bytes a record",
            "texts", "ids", "times of birth", "a delete survives",
        ),
        command="python -m bench.rivals",
    )  # fmt: skip
    for engine in wanted:
        about = {"BENCH_MCP_SERVER": str(server or ""), "PYTHONPATH": str(measuring.ROOT)}
        own = sys.executable if engine in ("satchel", "mcp") else python
        command = (own, "-m", "bench.rivals.contest", engine)
        with measuring.workplace() as folder:
            syncs = _syncs(folder, *command, folder / "syncs", records_file(1000), "syncs", env=about)
            run = measuring.child(
                *command, folder / "work", records_file(arguments.size), str(SINGLES), env=about, expect=None
            )
        found = [line for line in run.output.splitlines() if line.startswith("RESULT ")]
        if found:
            _row(table, engine, json.loads(found[-1].removeprefix("RESULT ")) | {"syncs": syncs})
        else:
            table.add(
                ENGINES[engine], "does not run here", *[""] * (len(table.columns) - 2), engine=engine, failed=True
            )
    table.notes += [
        "*syncs a write*: how often one waits for the disk before it is acknowledged (strace). At 0, a power loss takes it.",
        "mem0 and Chroma keep 256 numbers a record, which a stub makes at no cost; the others here keep none.",
        "*noted*: lost in the tool's own field, kept in what the caller had noted beside it.",
        "*a delete survives*: a record deleted here stays away when an export from before comes in again.",
    ]
    table.publish(arguments)


def _row(table: Table, engine: str, found: dict[str, Any]) -> None:
    size = found["records"]
    table.add(
        ENGINES[engine],
        "–" if engine == "portable" else count(1 / found["write_s"]),
        "–" if engine == "portable" else "?" if found["syncs"] is None else f"{found['syncs']:.0f}",
        f"{found['import_s']:.1f}",
        f"{found['export_s']:.2f}",
        f"{found['restore_s']:.1f}",
        count(found["bytes"] / size),
        _share(found["texts"], 0),
        _share(found["ids"], found["ids_noted"]),
        _share(found["times"], found["times_noted"]),
        "yes" if found["deletes"] else "no",
        engine=engine,
        **found,
    )


def _share(own: float, noted: float) -> str:
    if own < 1 and noted == 1:
        return "noted"
    return "all" if own == 1 else "none" if own == 0 else f"{own:.1%}"


def _syncs(folder: Path, *command: str | Path, env: dict[str, str]) -> float | None:
    """How many times a single write waits for the disk; None without strace. At 0, a power loss takes what was
    acknowledged."""
    if shutil.which("strace") is None:
        return None
    log = folder / "strace.log"
    trace = ("strace", "-f", "-qq", "-e", "trace=fsync,fdatasync,write", "-s", "64", "-o", log)
    measuring.child(*trace, *command, env=env, expect=None)
    parts = log.read_text("utf-8", "replace").split(MARK)
    return len(re.findall(r"\b(?:fsync|fdatasync)\(", parts[1])) / MARKED if len(parts) == 3 else None


def _environment() -> Path:
    """The Python of the rivals' own environment, made once for each state of the list."""
    wanted = HERE / "requirements.txt"
    place = KEPT / "rivals"
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
