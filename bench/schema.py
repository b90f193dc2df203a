"""Checking a large schema: 2,000 keys against 50 published revisions.

    python -m bench.schema            # 2,000 keys, 50 revisions; the target is one second
    python -m bench.schema --keys 200 --revisions 5

Each revision adds some keys, deprecates one and changes the owners of others, as a year of merges does. The whole
command is measured as a user starts it, and its parts in one process.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import yaml
from bench import measuring
from bench.measuring import Table, count

from satchel.schema.check import check
from satchel.schema.file import read_schema
from satchel.schema.revisions import FOLDER, History, file_name, load_history, make_revision

TYPES: list[dict[str, Any]] = [
    {"type": "string", "maxLength": 200},
    {"type": "integer"},
    {"$ref": "Mood"},
    {"type": "array", "items": {"type": "string"}},
    {"$ref": "Step"},
]


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--keys", type=int, default=2000, metavar="N", help="keys of the newest revision")
    options.add_argument("--revisions", type=int, default=50, metavar="N", help="published revisions")
    arguments = options.parse_args()
    keys, revisions = arguments.keys, arguments.revisions
    table = Table(
        name="schema",
        title=f"Checking a schema of {count(keys)} keys against {count(revisions)} published revisions",
        columns=("what", "wall s", "CPU s"),
        command="python -m bench.schema",
    )
    with measuring.workplace() as folder:
        path = make(folder, keys, revisions)
        run = measuring.satchel("schema", "check", path, "--format", "json", expect=None)
        table.add(
            "`satchel schema check`, the whole command",
            f"{run.wall_s:.2f}",
            f"{run.cpu_s:.2f}",
            what="command",
            wall_s=run.wall_s,
            cpu_s=run.cpu_s,
        )
        data = path.read_bytes()
        file = timed(table, "reading the file", lambda: read_schema(data, "s.yml"))
        history, _ = timed(table, "reading the revisions", lambda: load_history(folder / FOLDER))
        timed(table, "the rules", lambda: check(file, history=history, today=date(2026, 1, 1)))
        size = sum(one.stat().st_size for one in (folder / FOLDER).iterdir())
        table.notes.append(f"file {len(data) / 1e6:.1f} MB, revisions {size / 1e6:.1f} MB")
    table.publish(arguments)


def timed(table: Table, what: str, act: Callable[[], Any]) -> Any:
    wall, cpu = time.perf_counter(), time.process_time()
    found = act()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    table.add(what, f"{wall:.2f}", f"{cpu:.2f}", what=what, wall_s=wall, cpu_s=cpu)
    return found


def make(folder: Path, keys: int, revisions: int) -> Path:
    """A schema with its revisions; the newest state changes a few keys and is not published."""
    rng = random.Random(5)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]

    def word() -> str:
        return "".join(rng.choice(syllables) for _ in range(3))

    names = sorted({f"{word()}.{word()}_{word()}" for _ in range(keys * 2)})
    rng.shuffle(names)
    document: dict[str, Any] = {
        "format": 1, "schema": "large", "revision": 1, "next_number": 1,
        "defaults": {"owners": ["core"], "retention": "400d", "sensitivity": "internal"},
        "namespaces": {"user": {"number": 1, "path": ["users", "{user_id}"]}},
        "types": {
            "Mood": {"type": "string", "enum": ["calm", "busy", "away"]},
            "Step": {"type": "object", "properties": {"what": {"type": "string"}, "mood": {"$ref": "Mood"}}},
        },
        "keys": [],
    }  # fmt: skip
    history = History()
    for revision in range(1, revisions + 1):
        document["revision"] = revision
        while len(document["keys"]) < keys * revision // revisions:
            number = document["next_number"]
            document["keys"].append(
                {
                    "number": number,
                    "name": names[number],
                    "in": "user",
                    "type": TYPES[number % len(TYPES)],
                    "status": "active",
                    "since": revision,
                    "describe": f"What {word()} says of {word()}. Absent means that nobody asked.",
                }
            )
            document["next_number"] += 1
        for key in rng.sample(document["keys"], min(10, len(document["keys"]))):
            key["owners"] = [word()]
        file = read_schema(written(document), "s.yml")
        assert file.snapshot is not None
        history.add(make_revision(file.snapshot, history, published_at="2026-01-01T00:00:00Z"))
    (folder / FOLDER).mkdir(parents=True)
    for one in history.revisions:
        (folder / FOLDER / file_name(one.number)).write_bytes(orjson.dumps(one.document(), option=orjson.OPT_INDENT_2))
    document["revision"] += 1
    for key in rng.sample(document["keys"], min(20, len(document["keys"]))):
        key["describe"] += " Or forgot."
    path = folder / "memory_schema.yml"
    path.write_text(written(document), "utf-8")
    return path


def written(document: dict[str, Any]) -> str:
    return yaml.dump(
        document, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), sort_keys=False, allow_unicode=True
    )


if __name__ == "__main__":
    main()
