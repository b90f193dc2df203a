"""The two files that a judgement needs: the truth, and the stream that the product wrote."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

Line = dict[str, object]


@dataclass(slots=True, kw_only=True)
class Truth:
    """A truth file in parts."""

    header: Line
    probes: list[Line] = field(default_factory=list)
    files: list[Line] = field(default_factory=list)
    memories: list[Line] = field(default_factory=list)
    evidence: list[Line] = field(default_factory=list)
    grey: list[Line] = field(default_factory=list)
    none: list[Line] = field(default_factory=list)


def read_truth(path: Path) -> Truth:
    """Read a truth file.

    Raises:
        ValueError: it does not begin with its header.
    """
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if not lines or lines[0].get("kind") != "truth":
        raise ValueError(f"{path} is no truth file")
    truth = Truth(header=lines[0])
    homes = {
        "probe": truth.probes,
        "file": truth.files,
        "memory": truth.memories,
        "evidence": truth.evidence,
        "grey": truth.grey,
        "none": truth.none,
    }
    for line in lines[1:]:
        homes[line["kind"]].append(line)
    return truth


def read_stream(path: Path) -> list[Line]:
    """The live records of a stream: header, tombstones, trailer and foreign lines are left out.

    Raises:
        ValueError: a line is not JSON, or the file does not begin with a stream header.
    """
    records = []
    for number, line in enumerate(_lines(path), 1):
        if number == 1 and "satchel" not in line:
            raise ValueError(f"{path} does not begin with a stream header")
        if "content" in line and "id" in line:
            records.append(line)
    return records


def _lines(path: Path) -> Iterator[Line]:
    with path.open(encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            if text.strip():
                try:
                    yield json.loads(text)
                except ValueError as error:
                    raise ValueError(f"{path}, line {number}: {error}") from error
