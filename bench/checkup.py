"""The check-up of many memories: all rules, as a user runs it.

    python -m bench.checkup              # 10,000 and 100,000 records
    python -m bench.checkup --full       # 1,000,000 too
    python -m bench.checkup --sizes 5000

The records are those of `bench/content.py`, with every twentieth written again: half of those word for word, half with
other spacing, marks or filler words, so that there are duplicates to be found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench import measuring
from bench.measuring import Table, count, kept, megabytes

TARGET_S = 60.0
"""For 100,000 records on two cores."""
_EVERY = 20


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--sizes", type=int, nargs="+", metavar="N", help="numbers of records")
    arguments = options.parse_args()
    table = Table(
        name="checkup",
        title="Check-up with every rule",
        columns=("records", "wall s", "CPU s", "records/s", "findings", "duplicates", "near-duplicates", "peak memory"),
        command="python -m bench.checkup" + (" --full" if arguments.full else ""),
    )
    for size in arguments.sizes or ([10_000, 100_000, 1_000_000] if arguments.full else [10_000, 100_000]):
        run = measuring.satchel("checkup", records_file(size), "--json", expect=None)
        found = json.loads(run.output)["summary"]
        if found["records"] != size:
            raise RuntimeError(f"{found['records']} records were looked at, not {size}")
        table.add(
            count(size), f"{run.wall_s:.1f}", f"{run.cpu_s:.1f}", count(size / run.wall_s), count(found["findings"]),
            count(found["by_rule"]["duplicate"]), count(found["by_rule"]["near_duplicate"]), megabytes(run.peak_bytes),
            records=size, wall_s=run.wall_s, cpu_s=run.cpu_s, peak_bytes=run.peak_bytes, by_rule=found["by_rule"],
        )  # fmt: skip
    table.notes.append(f"The target is {TARGET_S:.0f} s for 100,000 records on two cores.")
    table.publish(arguments)


def records_file(size: int) -> Path:
    """So many records, made once."""
    return kept(f"checkup-{size}.jsonl", lambda path: _write(path, size))


def _write(path: Path, size: int) -> None:
    with path.open("w", encoding="utf-8") as out:
        for record in _records(size):
            out.write(json.dumps(record, ensure_ascii=False) + "\n")


def _records(size: int) -> Iterator[dict[str, Any]]:
    from bench.content import records

    written = 0
    for number, record in enumerate(records(size)):
        for again in (record, _again(record, number)) if number % _EVERY == 0 else (record,):
            if written == size:
                return
            written += 1
            yield again


def _again(record: dict[str, Any], number: int) -> dict[str, Any]:
    text = record["content"]
    if number % (2 * _EVERY) == 0:
        text = f"- {text}"
    elif text.isascii():
        text = text.replace(" the ", " ", 1).replace(". ", " . ")
    else:
        text = text.replace("，", " ").replace("。", "！")
    return {**record, "id": f"again-{number}", "content": text}


if __name__ == "__main__":
    main()
