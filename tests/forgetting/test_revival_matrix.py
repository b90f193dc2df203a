"""No way in brings back what was forgotten: by its id, its text, another spelling, nearly its text, or what was made of it.

Every fixture of every reader, and every generic way in, once for each relation.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.acceptance.test_forgotten_returns import KEPT, SPELLINGS, WAYS
from tests.formats.tools.harness import FIXTURES

from satchel.formats.tools import READERS
from satchel.service.arrival import ImportOptions
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel_protocol.fingerprint import normalise_text, sketch_similarity, text_sketch
from satchel_protocol.record import Record
from satchel_protocol.scope import is_within, scope_root
from satchel_protocol.similar import NEAR_DUPLICATE
from satchel_protocol.state import Outcome

TEXTS = [
    "Ines keeps the spare key of the boathouse under the third flower pot on the left",
    "User's café is the one near the fish market, where the tram turns around",
    "用户平时用 Python 写代码，喜欢手冲咖啡，住在杭州西湖边上的一条小巷里",
    "The release of the harbour project goes out on the first Tuesday of every month",
    "项目的数据库每周日凌晨三点备份一次，备份保留九十天，由小王负责检查",
]


def markdown(folder: Path, texts: list[str]) -> Path:
    path = folder / "MEMORY.md"
    path.write_text("# What I know\n\n" + "".join(f"- {text}\n" for text in texts), "utf-8")
    return path


def lines_of_json(folder: Path, texts: list[str]) -> Path:
    path = folder / "dump.jsonl"
    rows = [{"key": n, "body": {"note": text}, "ts": 1_760_000_000 + n} for n, text in enumerate(texts)]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def database(folder: Path, texts: list[str]) -> Path:
    db = sqlite3.connect(folder / "agent.sqlite")
    db.execute("CREATE TABLE facts (pk INTEGER PRIMARY KEY, fact TEXT, learned TEXT)")
    db.executemany("INSERT INTO facts (fact, learned) VALUES (?, '2026-01-05T08:00:00Z')", [(text,) for text in texts])
    db.commit()
    db.close()
    return folder / "agent.sqlite"


def zipped(folder: Path, texts: list[str]) -> Path:
    inner = folder / "inner"
    inner.mkdir()
    with zipfile.ZipFile(folder / "old.zip", "w") as archive:
        archive.write(lines_of_json(inner, texts), "backup/dump.jsonl")
    return folder / "old.zip"


def compressed_stream(folder: Path, texts: list[str]) -> Path:
    path = folder / "other.satchel.zst"
    with Memory("memory:", config=Config()) as other:
        for text in texts:
            other.remember(text)
        other.export(path, scope="*")
    return path


GENERIC: dict[str, Callable[[Path, list[str]], Path]] = {
    **WAYS,
    "markdown": markdown,
    "jsonl": lines_of_json,
    "database": database,
    "zip": zipped,
    "compressed stream": compressed_stream,
}
SHORT = 3
"""Fixtures of a tool that an ordinary run takes; a soak takes all."""
CASES = [
    case
    for tool in sorted(FIXTURES.iterdir())
    if tool.is_dir()
    for case in sorted(tool.iterdir())
    if case.name[0] != "."
]


def parameters() -> Iterator[Any]:
    yield from (pytest.param(name, id=name) for name in GENERIC)
    for tool in sorted({case.parent for case in CASES}):
        for number, case in enumerate(case for case in CASES if case.parent == tool):
            marks = () if number < SHORT else (pytest.mark.soak,)
            yield pytest.param(case, id=f"{tool.name}-{case.name}", marks=marks)


def test_every_reader_is_in_the_matrix() -> None:
    assert {reader.tool for reader in READERS} <= {case.parent.name for case in CASES}


@pytest.fixture(params=parameters())
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file or folder in which memories come in."""
    folder = tmp_path / "in"
    folder.mkdir()
    if isinstance(request.param, str):
        return GENERIC[request.param](folder, TEXTS)
    case: Path = request.param
    copy = folder / case.name
    if case.is_dir():
        shutil.copytree(case, copy)
    else:
        shutil.copy(case, copy)
    return copy


@contextmanager
def opened() -> Iterator[Memory]:
    with Memory("memory:", allow=["all"], config=Config()) as memory:
        yield memory


def bring(memory: Memory, source: Path) -> dict[str, Record]:
    """What is alive after the import, by id."""
    report = memory.import_(source, options=ImportOptions(scope="user:me"))
    assert report.total.unaccounted == 0
    return live(memory)


def live(memory: Memory) -> dict[str, Record]:
    found = memory.list(include_archived=True, include_superseded=True, include_expired=True)
    return {record.id: record for record in found}


def says(record: Record, other: Record) -> bool:
    return is_within(record.scope, other.scope) and normalise_text(record.content) == normalise_text(other.content)


def nearly(text: str) -> str:
    """The text with a small change."""
    middle = len(text) // 2
    return f"{text[:middle]}x{text[middle:]}"


def is_much_like(one: str, other: str, key: bytes) -> bool:
    return sketch_similarity(text_sketch(key, one), text_sketch(key, other)) >= NEAR_DUPLICATE


def test_by_its_id(source) -> None:
    with opened() as memory:
        found = bring(memory, source)
        assert found
        for id in found:
            memory.store().delete(id)
        assert bring(memory, source) == {}, "nor at a second import"
        assert bring(memory, source) == {}


@pytest.mark.parametrize("relation", ["text", "spelling"])
def test_by_its_text_under_another_id(source, relation) -> None:
    with opened() as first:
        found = list(bring(first, source).values())
    with opened() as memory:
        for number, record in enumerate(found):
            spelling = list(SPELLINGS.values())[number % len(SPELLINGS)] if relation == "spelling" else str
            said = spelling(record.content)
            if normalise_text(said) == normalise_text(record.content):
                memory.forget(memory.remember(said, scope=record.scope).id)
        kept = bring(memory, source)
        back = [record for record in kept.values() for other in found if says(record, other)]
        unlike = [r for r in found if normalise_text(_spelled(r, found, relation)) != normalise_text(r.content)]
        assert [r.content for r in back if not any(says(r, other) for other in unlike)] == []
        assert len(unlike) <= len(found) // 4, "almost every spelling counts as the same text"


def _spelled(record: Record, found: list[Record], relation: str) -> str:
    if relation == "text":
        return record.content
    return list(SPELLINGS.values())[found.index(record) % len(SPELLINGS)](record.content)


def test_nearly_its_text_waits_to_be_looked_at(source) -> None:
    with opened() as first:
        found = list(bring(first, source).values())
    with opened() as memory:
        wanted = []
        for record in found:
            if len(record.content) > 4000:
                continue
            changed = nearly(record.content)
            memory.forget(memory.remember(changed, scope=record.scope).id)
            # The likeness is an estimate, which differs from key to key.
            if is_much_like(changed, record.content, memory.store().print_keys()[scope_root(record.scope)][0]):
                wanted.append(record)
        kept = bring(memory, source)
        assert [r.content for r in wanted if r.id in kept] == []
        waiting = {item.item["id"] for item in memory.quarantine() if item.outcome is Outcome.QUARANTINED}
        dead = {tombstone.id for tombstone in memory.store().tombstones()}
        assert {record.id for record in wanted} <= waiting | dead, "not lost without a word"


def test_what_was_made_of_it_alone(source) -> None:
    with opened() as memory:
        found = bring(memory, source)
        made = {id for id, record in found.items() if record.derived_from and set(record.derived_from) <= found.keys()}
        for source_id in {name for id in made for name in found[id].derived_from}:
            memory.store().delete(source_id)
        assert made.isdisjoint(live(memory))
        assert made.isdisjoint(bring(memory, source))


def test_what_was_never_forgotten_comes_in(source) -> None:
    with opened() as first:
        found = bring(first, source)
    with opened() as memory:
        for text in KEPT:
            memory.forget(memory.remember(text).id)
        forgotten = {normalise_text(text) for text in KEPT}
        assert bring(memory, source).keys() == {
            id for id, record in found.items() if normalise_text(record.content) not in forgotten
        }
