"""What a file is, by its content; what is not read is named; vectors are counted; nothing raises."""

from __future__ import annotations

import io
import pickle
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from satchel.formats.tabular.archives import Limits
from satchel.formats.tabular.reader import read_file, tables
from satchel.formats.tabular.rows import Shape, Table, Vector
from satchel.formats.tabular.walk import walk
from satchel_protocol.errors import SourceError


def _one(tmp_path: Path, data: bytes, name: str = "data") -> Table:
    (tmp_path / name).write_bytes(data)
    (table,) = tables(tmp_path / name)
    return table


def _weight(table: Table) -> int:
    return sum(row.weight for row in table.rows())


@pytest.mark.parametrize(
    ("data", "container"),
    [
        (b'{"a": 1, "text": "x"}\n{"a": 2, "text": "y"}\n', "jsonl"),
        (b'[\n{"a": 1},\n{"a": 2}\n]\n', "json"),
        (b'{"memories": [{"a": 1}]}', "json"),
        (b"id,text,at\n1,a,2024-01-01\n2,b,2024-01-02\n", "csv"),
        (b"# Notes\n\n- likes tea\n", "markdown"),
        (b"likes tea\nno coffee\n", "text"),
        (b"<html><body><p>likes tea</body></html>", "html"),
        (b"{{user}} likes tea\n{not json}\n", "text"),
        (b"[2025-05-02] - likes tea\n[2025-06-02] - no coffee\n", "text"),
        (b"[1] first\n[2] second\n", "text"),
    ],
)
@pytest.mark.parametrize("name", ["data", "data.bin", "data.md.bak"])
def test_text_is_told_by_its_content_whatever_its_name(tmp_path: Path, data: bytes, container: str, name: str) -> None:
    assert _one(tmp_path, data, name).container == container


def test_a_single_line_is_lines_or_a_document_by_its_name(tmp_path: Path) -> None:
    assert _one(tmp_path, b'{"id": 1, "text": "a"}\n', "a.jsonl").container == "jsonl"
    assert _one(tmp_path, b'{"id": 1, "text": "a"}\n', "a.json").container == "json"


def test_yaml_and_toml_are_read_and_broken_ones_are_text(tmp_path: Path) -> None:
    table = _one(tmp_path, b"name: Lin\nborn: 1990-01-01\nlikes: [tea]\n", "p.yaml")
    assert [tuple(row.values.values()) for row in table.rows()] == [
        ("name", "Lin"),
        ("born", "1990-01-01"),
        ("likes", "tea"),
    ]
    assert _one(tmp_path, b"[user]\nname = 'Lin'\n", "p.toml").container == "toml"
    assert _one(tmp_path, b"name: [Lin\nlikes tea\n", "q.yaml").container == "text"


class _Bomb:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Path.touch, (Path("/nonexistent/would-fail"),))  # type: ignore[return-value]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("value", [{"a": ["likes tea", 1]}, _Bomb(), [("x", 2.5)] * 30_000])
def test_a_pickle_of_any_protocol_is_named_and_never_loaded(
    tmp_path: Path, protocol: int, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> None:
        raise AssertionError("a pickle was loaded")

    data = pickle.dumps(value, protocol)
    monkeypatch.setattr("pickle.load", refuse)
    monkeypatch.setattr("pickle.loads", refuse)
    table = _one(tmp_path, data, "notes.txt")
    assert table.shape is Shape.OPAQUE
    assert "pickle" in table.reason


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"PAR1" + bytes(100), "Parquet"),
        (b"ARROW1\x00\x00" + bytes(100), "Arrow"),
        (b"%PDF-1.7\n" + bytes(100), "PDF"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "PNG"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(100), "7-Zip"),
        (bytes(200) + b"LANC", "Lance"),
        (b"\x00\x01\x02\x03" * 50, "unknown"),
    ],
)
def test_what_no_reader_opens_is_said_with_a_reason(tmp_path: Path, data: bytes, word: str) -> None:
    table = _one(tmp_path, data)
    assert table.shape is Shape.OPAQUE
    assert word in table.reason
    assert _weight(table) == 1


def test_a_word_document_is_named(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", "<w/>")
    assert "Word" in _one(tmp_path, out.getvalue()).reason


def _unit(count: int, dim: int, kind: str = "f4") -> npt.NDArray[Any]:
    vectors = np.random.default_rng(7).normal(size=(count, dim))
    unit: npt.NDArray[Any] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit.astype(kind)


def _saved(array: npt.NDArray[Any]) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "count", "dim"),
    [
        (_saved(_unit(12, 40)), 12, 40),
        (_unit(90, 128).tobytes(), 90, 128),
        (_unit(90, 384, "f8").tobytes(), 90, 384),
        (_unit(90, 768, "f2").tobytes(), 90, 768),
        (b"IxF2" + struct.pack("<iqqqBi", 24, 33, 1 << 20, 1 << 20, 1, 1) + _unit(33, 24).tobytes(), 33, 24),
        (struct.pack("<2I", 33, 24) + _unit(33, 24).tobytes(), 33, 24),
        (b"".join(struct.pack("<I", 24) + row.tobytes() for row in _unit(33, 24)), 33, 24),
    ],
)
def test_vectors_are_counted_with_their_dimension(tmp_path: Path, data: bytes, count: int, dim: int) -> None:
    table = _one(tmp_path, data, "index.bin")
    assert table.shape is Shape.VECTORS
    assert _weight(table) == count
    assert f"{dim} numbers" in table.reason
    assert not table.columns


def test_arrays_in_an_npz_are_tables_and_text_in_it_is_read(tmp_path: Path) -> None:
    out = io.BytesIO()
    np.savez(out, vectors=_unit(5, 32), texts=np.array(["喜欢茶", "no coffee"]), objects=np.array([{}], dtype=object))
    (tmp_path / "a.npz").write_bytes(out.getvalue())
    found = {table.name: table for table in tables(tmp_path / "a.npz")}
    assert _weight(found["vectors"]) == 5
    assert [row.values["text"] for row in found["texts"].rows()] == ["喜欢茶", "no coffee"]
    assert found["objects"].shape is Shape.OPAQUE


def test_a_folder_gives_every_file_and_one_bad_one_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"t": "a"}]')
    (tmp_path / "b.zip").write_bytes(b"PK\x03\x04garbage")
    (tmp_path / "c.db").write_bytes(b"SQLite format 3\x00" + b"garbage" * 100)
    (tmp_path / "d.txt").write_text("likes tea")
    (tmp_path / "e.npy").write_bytes(b"\x93NUMPY\x01\x00garbage")
    (tmp_path / "f").write_text("")
    assert [table.source for table in tables(tmp_path)] == ["a.json", "b.zip", "c.db", "d.txt", "e.npy", "f"]


def test_rows_can_be_asked_for_again(tmp_path: Path) -> None:
    for name, data in {
        "a.json": '{"m": [{"t": 1}]}',
        "b.jsonl": '{"t": 1}\n',
        "c.md": "- t\n",
        "d.csv": "a,b\n1,2\n",
    }.items():
        (tmp_path / name).write_text(data)
    for table in tables(tmp_path):
        assert list(table.rows()) == list(table.rows()) != []


def test_progress_reaches_the_whole_and_never_goes_back(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"t": 1}\n' * 50_000)
    (tmp_path / "b.txt").write_text("x\n" * 1000)
    seen: list[tuple[int, int]] = []
    list(tables(tmp_path, progress=lambda done, total: seen.append((done, total))))
    size = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert {total for _, total in seen} == {size}
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == size


def test_a_file_that_goes_away_is_told_and_does_not_raise(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"t": 1}\n')
    (source,) = walk(path)
    (table,) = read_file(source)
    path.unlink()
    (row,) = table.rows()
    assert "broke off" in row.problem
    (gone,) = read_file(source)
    assert gone.shape is Shape.OPAQUE


def test_only_a_source_that_cannot_be_opened_raises(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        list(tables(tmp_path / "missing", limits=Limits()))


def test_the_original_keeps_its_bytes_and_times(tmp_path: Path) -> None:
    for name, data in {"a.json": b"[{}]", "b.txt": b"x", "c.npy": _saved(_unit(2, 20))}.items():
        (tmp_path / name).write_bytes(data)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    for table in tables(tmp_path):
        list(table.rows())
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()} == before


def test_a_vector_marker_says_what_it_is() -> None:
    assert str(Vector(384)) == "<vector of 384>"
