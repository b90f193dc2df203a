"""A coding agent: lessons in markdown under dates, and traces of its runs as JSON Lines, one of them cut off."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import WISH, Expected, Memory
from tests.acceptance.folders.files import write_jsonl, write_text

LESSONS = """# Lessons learned

Appended by the agent after each task. Newest at the bottom.

## 2026-02-11

- Run `alembic upgrade head` before the API tests, otherwise the fixtures fail with a missing column.
- When a snapshot test breaks after a dependency bump, look at the diff first and only then regenerate.

## 2026-02-19

- Never edit files under `gen/`; change the `.proto` and run `make proto`.
- The staging cluster needs the VPN; a timeout of `kubectl` means the VPN is down, not the cluster.

## 2026-03-03

- Prefer small pull requests: reviewers here reject anything above 400 changed lines.
- To reproduce the flaky upload test, set `UPLOAD_CHUNK=1` and run it fifty times.
"""
RULES = """# Working with Daria

- Daria wants commit messages in the imperative and without emoji.
- Ask before adding a new dependency.
- Answer in English, even when the issue is in Russian.
"""


def build(folder: Path) -> None:
    write_text(folder / "lessons.md", LESSONS)
    write_text(folder / "USER_RULES.md", RULES)
    for day in ("2026-02-11", "2026-03-03"):
        rows: list[dict[str, object]] = [
            {"t": f"{day}T08:00:00.100Z", "role": "user", "content": f"The build of {day} is red, please have a look."}
        ]
        rows += [
            {
                "t": f"{day}T08:{n:02d}:20.{n}00Z",
                "event": "tool_call",
                "tool": ("bash", "read_file", "grep")[n % 3],
                "args": {"cmd": f"pytest -q tests/unit/test_{n}.py", "cwd": "/srv/app"},
                "exit_code": n % 2,
                "ms": 120 + n,
            }
            for n in range(9)
        ]
        rows.append({"t": f"{day}T08:30:00.000Z", "role": "assistant", "content": "Fixed: a fixture was out of date."})
        tail = '{"t": "2026-03-03T08:31:12.000Z", "event": "tool_ca' if day == "2026-03-03" else ""
        write_jsonl(folder / "traces" / f"{day}.jsonl", rows, tail=tail)


def _lesson(text: str, day: str) -> Memory:
    return Memory(text=text, types=("skill", "fact", "preference"), at=f"{day}T00:00:00Z", precision="day")


EXPECTED = Expected(
    memories=(
        _lesson(
            "Run `alembic upgrade head` before the API tests, otherwise the fixtures fail with a missing column.",
            "2026-02-11",
        ),
        _lesson(
            "When a snapshot test breaks after a dependency bump, look at the diff first and only then regenerate.",
            "2026-02-11",
        ),
        _lesson("Never edit files under `gen/`; change the `.proto` and run `make proto`.", "2026-02-19"),
        _lesson(
            "The staging cluster needs the VPN; a timeout of `kubectl` means the VPN is down, not the cluster.",
            "2026-02-19",
        ),
        _lesson("Prefer small pull requests: reviewers here reject anything above 400 changed lines.", "2026-03-03"),
        _lesson("To reproduce the flaky upload test, set `UPLOAD_CHUNK=1` and run it fifty times.", "2026-03-03"),
        Memory(parts=("Daria wants commit messages in the imperative and without emoji",), types=WISH),
        Memory(parts=("Ask before adding a new dependency",), types=("preference", "skill", "fact", "task")),
        Memory(parts=("Answer in English, even when the issue is in Russian",), types=("preference", "skill")),
    ),
    never=("tool_call", "pytest -q", "is red, please", "a fixture was out of date"),
    tolerated=("Appended by the agent",),
    evidence=4,
    repeated=1,
    logs=18,
    min_rejected=1,
    max_rejected=1,
)
