"""A worker that remembered nothing: a log file, an access table, metrics and heartbeats."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import epoch, write_csv, write_jsonl, write_sqlite, write_text

WORDS = [
    "connection to queue established",
    "worker 3 picked job 8812",
    "job 8812 finished in 2.4s",
    "retrying upstream call (attempt 2 of 5)",
    "memory usage 412 MB, limit 1024 MB",
    "user session expired, token refreshed",
    "警告：磁盘剩余空间不足 10%",
    "任务队列为空，等待新任务",
    "Unhandled exception in callback on_message",
    "graceful shutdown requested",
]


def build(folder: Path) -> None:
    write_text(
        folder / "worker.log",
        "".join(
            f"[2026-04-{1 + n // 4:02d} 1{n % 4}:0{n % 10}:3{n % 10},{n:03d}] [{('INFO', 'DEBUG', 'ERROR')[n % 3]}] {WORDS[n % len(WORDS)]}\n"
            for n in range(60)
        ),
    )
    write_csv(
        folder / "access.csv",
        ["time", "method", "path", "status", "bytes", "ua"],
        [
            (
                f"2026-04-{1 + n % 28:02d}T03:{n % 60:02d}:00Z",
                ("GET", "POST")[n % 2],
                f"/v1/{('chat', 'memory', 'health')[n % 3]}",
                (200, 200, 404, 500)[n % 4],
                311 + n,
                "probe/1.2",
            )
            for n in range(40)
        ],
    )
    write_jsonl(
        folder / "metrics.jsonl",
        [
            {
                "ts": epoch("2026-04-01 00:00:00") + 60 * n,
                "metric": ("latency_ms", "queue_len")[n % 2],
                "value": n * 13 % 97,
            }
            for n in range(40)
        ],
    )
    write_sqlite(
        folder / "state.db",
        {
            "CREATE TABLE heartbeat (id INTEGER PRIMARY KEY, host TEXT, beat_at INTEGER, ok INTEGER)": [
                (n, f"node-{n % 3}", epoch("2026-04-01 00:00:00") + 30 * n, 1) for n in range(40)
            ],
            "CREATE TABLE system_event (id INTEGER PRIMARY KEY, level TEXT, message TEXT, at TEXT)": [
                (n, ("info", "warn")[n % 4 == 0], WORDS[n % len(WORDS)], f"2026-04-0{1 + n % 9} 05:00:00")
                for n in range(20)
            ],
        },
    )


EXPECTED = Expected(
    never=("worker", "probe/1.2", "node-", "latency", "session expired", "任务队列"), evidence=0, rows=200
)
