"""A file of each released format opens for good, with everything in it.

`sqlite-format-N.db` was written by the version that introduced format N, the `.satchel` beside it is that version's
export. They are never made again.
"""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from satchel.stores.sqlite import SqliteStore, schema
from satchel_protocol.state import ALL, Outcome

FIXTURES = Path(__file__).parents[1] / "fixtures" / "stores"
FORMATS = range(1, schema.present_format() + 1)


@pytest.fixture(params=FORMATS, ids=lambda number: f"format-{number}")
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copy(FIXTURES / f"sqlite-format-{request.param}.db", tmp_path / "golden.db"))


def body_of(stream: bytes) -> list[Any]:
    """A stream without its header and trailer, which name the time and the producer."""
    return [json.loads(line) for line in stream.splitlines()[1:-1]]


def test_a_file_of_every_format_gives_the_same_records(golden: Path, request: pytest.FixtureRequest) -> None:
    number = request.node.callspec.params["golden"]
    with SqliteStore.open(golden, create=False) as store:
        assert store.check() == []
        out = io.BytesIO()
        store.export_stream(out, withhold=lambda record: None)
    assert body_of(out.getvalue()) == body_of((FIXTURES / f"sqlite-format-{number}.satchel").read_bytes())


def test_what_is_in_no_stream_is_there_too(golden: Path) -> None:
    with SqliteStore.open(golden, create=False) as store:
        assert [version.record.content for version in store.history("a")] == [
            "Wen prefers tea in the afternoon",
            "Wen prefers oolong in the afternoon",
        ]
        assert [hit.record.id for hit in store.search("乌龙 oolong")] == ["a"]
        assert [(item.number, item.outcome, item.where) for item in store.quarantine()] == [
            (1, Outcome.REJECTED, "old.jsonl:7")
        ]
        assert list(store.print_keys()) == ["user:wen", "team:docs"]
        done = store.undo("import-1")
        assert (done.removed, store.count(), store.quarantine(), store.kept_lines()) == (5, 3, [], [])
        assert store.delete("a") is not None
        assert store.read("b") is None
        assert store.check() == []


def test_an_upgraded_file_has_the_schema_of_a_new_one(golden: Path) -> None:
    found = []
    for path in (golden, golden.with_name("new.db")):
        with SqliteStore.open(path) as store, store._begin_read() as tx:
            found.append((schema.objects_of(tx.handle), tx.handle.value("PRAGMA user_version")))
    assert found[0] == found[1]


def test_a_file_with_vectors_is_searched_by_them(tmp_path: Path) -> None:
    golden = shutil.copy(FIXTURES / "sqlite-format-2.db", tmp_path / "golden.db")
    with SqliteStore.open(golden, create=False) as store:
        assert [(s.model, s.dimension, s.serving, s.records) for s in store.vector_spaces()] == [
            ("compass/1", 2, True, 8),
            ("other/2", 3, False, 1),
        ]
        first, *_, last = store.search_vector([1.0, 0.0], where=ALL)
        assert first.score == pytest.approx(1.0)
        assert last.score == pytest.approx(0.14, abs=0.01)
