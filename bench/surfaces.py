"""A scan of surfaces: 10,000 files of 200 MB, for the names of a schema of 200 keys.

    python -m bench.surfaces                          # the target is 30 s on 2 cores
    python -m bench.surfaces --files 500 --bytes 4000000

The files are cut from Python's own standard library and rewritten: code keeps its look, and its identifiers are drawn
anew for each file, so that no file is a copy of another. The schema uses the most common words of code on purpose
(`user.name`, `session.state`): a schema of rare words is quicker.
"""

from __future__ import annotations

import json
import random
import re
import sysconfig
from pathlib import Path
from typing import Any

import yaml
from bench import measuring
from bench.measuring import Table, count, megabytes

COMMON = (
    "name email state status type theme language session user task project value settings title id path file time date address history profile role "
    "country city phone format version group team owner notes summary plan goal list status mode level limit token source target message label color "
    "size unit zone locale currency account device channel topic rating"
).split()
KINDS = (("py", 50), ("ts", 20), ("md", 12), ("json", 8), ("jsonl", 5), ("yaml", 5))
_WORD = re.compile(r"[A-Za-z_]{4,}")


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--files", type=int, default=10_000, metavar="N", help="how many files")
    options.add_argument("--bytes", type=int, default=200_000_000, metavar="N", help="in all of them")
    arguments = options.parse_args()
    table = Table(
        name="surfaces",
        title=f"Scanning {count(arguments.files)} files of {megabytes(arguments.bytes)} for the names of 200 keys",
        columns=("processes", "wall s", "CPU s", "MB/s", "peak", "mentions", "planted names found"),
        command="python -m bench.surfaces",
    )
    with measuring.workplace() as folder:
        size = make(folder, arguments.files, arguments.bytes)
        schema = folder / "memory_schema.yml"
        for processes in (2, 1):
            run = measuring.satchel(
                "surfaces", "scan", folder, "--schema", schema, "--jobs", str(processes), "--json", expect=None
            )
            found = json.loads(run.output)
            planted = found["planted"]
            mentions = sum(one["mentions"] for one in found["keys"])
            table.add(
                str(processes), f"{run.wall_s:.1f}", f"{run.cpu_s:.1f}", f"{size / 1e6 / run.wall_s:.1f}", megabytes(run.peak_bytes),
                count(mentions), f"{planted['found']} of {planted['planted']}",
                processes=processes, wall_s=run.wall_s, cpu_s=run.cpu_s, size_bytes=size, peak_bytes=run.peak_bytes,
                mentions=mentions, findings=len(found["findings"]), planted=planted["planted"], found=planted["found"],
            )  # fmt: skip
    table.notes.append("peak is that of the process that starts the others")
    table.publish(arguments)


def make(folder: Path, files: int, size: int) -> int:
    """The files and the schema; how many bytes the files have."""
    rng = random.Random(11)
    names = schema(folder / "memory_schema.yml", rng)
    material = [
        path.read_text("utf-8", "replace")
        for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
        if path.stat().st_size > 8_000
    ]
    words = sorted({word for text in material for word in _WORD.findall(text)})
    endings = rng.choices([kind for kind, _ in KINDS], [share for _, share in KINDS], k=files)
    written = 0
    for number, ending in enumerate(endings):
        place = folder / f"part{number % 60:02}" / f"file{number:05}.{ending}"
        place.parent.mkdir(exist_ok=True)
        wanted = max(200, round(size / files * rng.lognormvariate(-0.18, 0.6)))
        data = _text(ending, wanted, material, words, names, rng).encode()[:wanted]
        data = data[: data.rfind(b"\n") + 1] or data
        written += len(data)
        place.write_bytes(data)
    return written


def schema(path: Path, rng: random.Random) -> list[str]:
    """A schema of 200 keys, of which every tenth is deprecated; the names."""
    roots = ("user", "session", "project", "task")
    names = ["user.name", "session.state"]
    while len(names) < 200:
        parts = [rng.choice(roots), *rng.sample(COMMON, rng.choice((1, 2, 2, 3)))]
        if ".".join(parts) not in names:
            names.append(".".join(parts))
    keys: list[dict[str, Any]] = []
    for number, name in enumerate(names, start=1):
        key: dict[str, Any] = {
            "number": number,
            "name": name,
            "in": name.partition(".")[0],
            "type": {"type": "string"},
            "status": "active",
        }
        if number % 10 == 0:
            key |= {"status": "deprecated", "deprecated": {"at": 1, "replaced_by": "none", "reason": "unused"}}
        keys.append(key)
    spaces = {root: {"number": n, "path": [f"{root}s", "{id}"]} for n, root in enumerate(roots, start=1)}
    document = {
        "format": 1, "schema": "bench", "revision": 1, "next_number": len(names) + 1, "namespaces": spaces, "keys": keys
    }  # fmt: skip
    path.write_text(yaml.safe_dump(document, sort_keys=False), "utf-8")
    return names


def _text(ending: str, size: int, material: list[str], words: list[str], names: list[str], rng: random.Random) -> str:
    source = rng.choice(material)
    start = rng.randrange(max(1, len(source) - size))
    text = source[start : start + size]
    while len(text) < size:
        text += rng.choice(material)[: size - len(text)]
    vocabulary = rng.sample(words, 60)
    renamed = {word: rng.choice(vocabulary) for word in rng.sample(sorted(set(_WORD.findall(text))) or ["x"], k=1)}
    for word in rng.sample(sorted(set(_WORD.findall(text))) or ["x"], k=min(40, len(set(_WORD.findall(text))) or 1)):
        renamed[word] = f"{word}_{rng.choice(vocabulary)}"
    text = _WORD.sub(lambda found: renamed.get(found[0], found[0]), text)
    if rng.random() < 0.05:
        text = f'KEY = "{rng.choice(names)}"\n' + text
    if ending == "ts":
        return text.replace("def ", "function ").replace("#", "//").replace("self.", "this.").replace('"""', "*/")
    if ending == "md":
        return text.replace("    ", "").replace("\n\n", "\n\n## ")
    if ending in {"json", "jsonl"}:
        lines = text.split("\n")
        rows = [
            {rng.choice(vocabulary): one[:60], ("user" if n % 5 == 0 else "x"): {rng.choice(COMMON): one[60:]}, "id": n}
            for n, one in enumerate(lines)
        ]
        if ending == "json":
            return json.dumps(rows, indent=1)
        return "\n".join(json.dumps({"role": "user", "content": row}) for row in rows)
    if ending == "yaml":
        return "\n".join(f"{rng.choice(vocabulary)}_{n}: {json.dumps(one)}" for n, one in enumerate(text.split("\n")))
    return text


if __name__ == "__main__":
    main()
