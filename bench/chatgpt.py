"""A large ChatGPT data export, read as a user does: time, peak memory, and whether a bar shows how far it is.

    python -m bench.chatgpt              # 40 MB of conversations
    python -m bench.chatgpt --full       # 200 MB

The export is made up once (`bench/chatgpt_export.py`) and kept under `build/bench`, as a folder and as the ZIP that the
tool sends. The import runs on a terminal of its own, so that the progress bar is drawn as a person would see it.
"""

from __future__ import annotations

import json
import os
import pty
import re
import time
from pathlib import Path

from bench import measuring
from bench.measuring import KEPT, SATCHEL, Run, Table, count, kept, megabytes

TARGET_BYTES = 300_000_000


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--size", type=int, metavar="MB", help="10⁶ bytes of conversations.json")
    arguments = options.parse_args()
    size = arguments.size or (200 if arguments.full else 40)
    table = Table(
        name="chatgpt",
        title=f"A ChatGPT export of {size} MB",
        columns=("what", "wall s", "CPU s", "MB/s", "memories", "evidence", "peak memory", "bar drawn, times"),
        command="python -m bench.chatgpt" + (" --full" if arguments.full else ""),
    )
    with measuring.workplace() as folder:
        for name in (f"chatgpt-{size}.zip", f"chatgpt-{size}"):
            source = kept(name, lambda path: measuring.python("bench.chatgpt_export", str(size), path))
            for embedder in ("none", "use") if source.suffix == ".zip" else ("none",):
                _measure(table, source, size, folder, embedder)
    table.notes.append(f"The target is a peak of at most {megabytes(TARGET_BYTES)} for 200 MB.")
    table.publish(arguments)


def _measure(table: Table, source: Path, size: int, folder: Path, embedder: str) -> None:
    store, log = folder / f"{source.name}-{embedder}.db", folder / "report.json"
    command = (SATCHEL, "import", str(source), "--store", f"sqlite:///{store}", "--report", str(log))
    run, drawn = on_terminal(*command, embedder=embedder)
    stats = json.loads(measuring.satchel("stats", "--store", f"sqlite:///{store}", "--json").output)
    evidence = stats["states"].get("archived", 0)
    memories = stats["records"] - evidence
    table.add(
        f"`satchel import` of {'the ZIP' if source.suffix == '.zip' else 'the folder'}"
        + (", the memories embedded" if embedder != "none" else ""),
        f"{run.wall_s:.1f}",
        f"{run.cpu_s:.1f}", f"{size / run.wall_s:.1f}", count(memories), count(evidence), megabytes(run.peak_bytes),
        count(drawn), source=source.name, wall_s=run.wall_s, cpu_s=run.cpu_s, peak_bytes=run.peak_bytes,
        memories=memories, evidence=evidence, bar_drawn=drawn, embedder=embedder,
    )  # fmt: skip


def on_terminal(*command: str, embedder: str = "none") -> tuple[Run, int]:
    """Run a command on a terminal of its own.

    Returns:
        What it took, and how many times it drew a bar with a rate.
    """
    started = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.execve(
            command[0],
            command,
            measuring.environment({"TERM": "xterm-256color", "COLUMNS": "120", "SATCHEL_EMBEDDER": embedder}),
        )
    shown = bytearray()
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # the other end was closed
            break
        if not part:
            break
        shown += part
    _, status, used = os.wait4(process, 0)
    os.close(terminal)
    code = os.waitstatus_to_exitcode(status)
    text = shown.decode("utf-8", "replace")
    if code != 0:
        raise RuntimeError(f"exit code {code}: {' '.join(command)}\n{text[-2000:]}")
    wall = time.perf_counter() - started
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024), len(re.findall(r"\d/s", text))


if __name__ == "__main__":
    KEPT.mkdir(parents=True, exist_ok=True)
    main()
