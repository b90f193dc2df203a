"""What is looked at after a death: what the store holds, whether it is sound, whether it goes on."""

from __future__ import annotations

import contextlib
import io
import json
import struct
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satchel.cli.app import code_of
from satchel.service.memory import Memory
from satchel.service.upkeep import examine
from satchel.stores.registry import open_store
from satchel.stores.urls import parse_url
from satchel_protocol.state import ALL


@dataclass(frozen=True)
class Ran:
    """A finished command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def satchel(*arguments: object) -> Ran:
    """Run one command line, in this process."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = code_of([str(argument) for argument in arguments])
    out.seek(0)
    return Ran(code, out.read(), err.getvalue())


@dataclass(frozen=True)
class Holds:
    """What matters of a store: texts by id, and what was forgotten."""

    texts: dict[str, str]
    forgotten: frozenset[str]


def holds(url: str) -> Holds:
    """Read everything; no id may come twice."""
    with open_store(url, create=False) as store:
        versions = list(store.enumerate(ALL))
        twice = [id for id, count in Counter(version.record.id for version in versions).items() if count > 1]
        assert twice == []
        assert store.count() == len(versions)
        for version in versions:
            assert version.digest == version.record.check().digest()
        return Holds(
            {version.record.id: version.record.content for version in versions},
            frozenset(tombstone.id for tombstone in store.tombstones()),
        )


def content(url: str) -> dict[str, Any]:
    """Everything in a store that two runs of the same import have in common."""
    with open_store(url, create=False) as store:
        records = {}
        for version in store.enumerate(ALL):
            data = version.record.to_json()
            data.get("origin", {}).pop("imported_at", None)
            records[version.record.id] = data
        tombstones = [tombstone.to_json() for tombstone in store.tombstones()]
        for tombstone in tombstones:
            # Made with keys that each store draws for itself.
            tombstone.pop("prints", None)
            tombstone.pop("sketch", None)
        return {
            "records": records,
            "tombstones": sorted(tombstones, key=str),
            "aside": sorted((item.where, item.reason, str(item.item)) for item in store.quarantine()),
            "lines": sorted(store.kept_lines()),
        }


def assert_sound(url: str, *, repair: bool = False) -> None:
    """What `satchel doctor` looks at is in order: file, rows, history, look-ups and full-text index agree."""
    with Memory(url) as memory:
        wrong = [check for check in examine(memory, repair=repair) if not check.ok]
    assert wrong == []


def assert_goes_on(url: str, name: str) -> None:
    """The next calls work: what is remembered now is found and can be forgotten."""
    with Memory(url) as memory:
        record = memory.remember(f"the {name} lamp stands on the windowsill", type="fact")
        assert record.id in {hit.record.id for hit in memory.recall(f"{name} lamp windowsill", limit=1000)}
        memory.forget(record.id)


def unfinished(url: str) -> bool:
    """Whether something on the disk was begun and not completed; before anybody opens the store."""
    scheme, path = parse_url(url)
    if scheme == "jsonl":
        return path.with_name(f".{path.name}.new").exists() or not path.read_bytes().endswith(b"}}\n")
    return path.with_name(path.name + "-journal").exists() or _open_frames(path.with_name(path.name + "-wal"))


def _open_frames(log: Path) -> bool:
    """Whether the last whole frame of a write-ahead log is of a transaction that was not committed.

    Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    """
    data = log.read_bytes() if log.exists() else b""
    if len(data) < 32:
        return False
    (page,) = struct.unpack(">I", data[8:12])
    last_commits = True
    for place in range(32, len(data) - 24 - page + 1, 24 + page):
        if data[place + 8 : place + 16] != data[16:24]:
            break  # salts of an earlier round of the log
        last_commits = data[place + 4 : place + 8] != b"\0\0\0\0"
    return not last_commits
