"""Random damage to good samples: nothing but our own error, and every good row before the damage is still there."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import sqlite3
import tarfile
import tempfile
import zipfile
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import Row, Shape
from satchel_protocol.errors import SatchelError

ROWS = [{"id": i, "text": f"用户喜欢第{i}种茶, and thing number {i}", "meta": {"n": [i]}} for i in range(40)]


def _sqlite() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA page_size = 512")
            db.execute("CREATE TABLE m (id INTEGER PRIMARY KEY, text TEXT, meta TEXT)")
            db.execute("CREATE VIRTUAL TABLE f USING fts5(text)")
            db.executemany(
                "INSERT INTO m VALUES (?, ?, ?)", [(r["id"], r["text"], json.dumps(r["meta"])) for r in ROWS]
            )
            db.executemany("INSERT INTO f VALUES (?)", [(r["text"],) for r in ROWS])
            db.commit()
        return path.read_bytes()


def _zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.json", json.dumps(ROWS))
        archive.writestr("b.txt", "- likes tea\n" * 20)
    return out.getvalue()


def _tarred() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        info = tarfile.TarInfo("a.json")
        data = json.dumps(ROWS).encode()
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def _npz() -> bytes:
    out = io.BytesIO()
    np.savez(out, a=np.ones((4, 20)), t=np.array(["a", "b"]))
    return out.getvalue()


MARKDOWN = (
    "---\ntitle: A\ntags: [a]\n---\n# Notes\n"
    + "".join(f"- item {i}\n" for i in range(20))
    + "\n| a | b |\n|---|---|\n| 1 | 2 |\n"
)
SAMPLES: dict[str, bytes] = {
    "lines.jsonl": "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS).encode(),
    "document.json": json.dumps({"user": "u", "memories": ROWS, "after": {"theme": "dark"}}, indent=1).encode(),
    "map.json": json.dumps({f"m{i}": row for i, row in enumerate(ROWS)}).encode("utf-16"),
    "table.csv": ("id,text\n" + "".join(f'{r["id"]},"{r["text"]}"\n' for r in ROWS)).encode("gb18030"),
    "note.md": MARKDOWN.encode(),
    "page.html": b"<html><body><h1>A</h1><ul>"
    + b"<li>likes <b>tea</b></li>" * 20
    + b"</ul><table><tr><td>a<td>b</table>",
    "settings.yaml": b"name: Lin\nlikes:\n  - tea\n  - jazz\nnested: {a: 1, b: [2, 3]}\n",
    "agent.db": _sqlite(),
    "old.zip": _zipped(),
    "old.tgz": _tarred(),
    "lines.gz": gzip.compress("".join(json.dumps(row) + "\n" for row in ROWS).encode()),
    "arrays.npz": _npz(),
    "vectors.bin": np.random.default_rng(3).normal(size=(40, 32)).astype("f4").tobytes(),
}


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """Cut, flip, insert, delete, swap or repeat bytes, one to four times."""
    result = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(result) - 1)))
        kind = draw(st.sampled_from(["cut", "flip", "insert", "delete", "repeat", "head"]))
        if kind == "cut":
            del result[at:]
        elif kind == "head":
            del result[: at // 8]
        elif kind == "flip" and result:
            result[at] ^= draw(st.integers(1, 255))
        elif kind == "insert":
            result[at:at] = draw(
                st.one_of(st.binary(max_size=12), st.sampled_from([b'"', b"{", b"]", b"\n", b"\x00" * 40, b",", b"\\"]))
            )
        elif kind == "delete":
            del result[at : at + draw(st.integers(1, 20))]
        else:
            result[at:at] = result[at : at + draw(st.integers(1, 200))]
    return bytes(result)


def _is_of_sample(row: Row) -> bool:
    return str(row.values.get("text")).startswith(("item", "用户"))


def _read(name: str, data: bytes) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            found = list(tables(path))
        except SatchelError:
            return []
        assert found
        rows = []
        for table in found:
            rows_of_table = list(table.rows())
            assert [row.position for row in rows_of_table] == [row.position for row in table.rows()]
            assert table.reason or table.shape in {Shape.ROWS, Shape.LINES}
            rows += rows_of_table
        assert all(row.position and row.weight >= 0 for row in rows)
        assert all(len(row.raw) <= 2000 for row in rows)
        return rows


@settings(max_examples=300)
@given(st.data())
def test_damage_never_raises_anything_but_our_error(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(SAMPLES)))
    # The name may lie as well: detection goes by content.
    _read(data.draw(st.sampled_from([name, name, "file"])), data.draw(damaged(SAMPLES[name])))


@settings(max_examples=60)
@given(st.sampled_from(["lines.jsonl", "document.json", "table.csv", "note.md"]), st.floats(0.2, 1))
def test_a_cut_loses_nothing_that_stands_before_it(name: str, share: float) -> None:
    whole = _read(name, SAMPLES[name])
    cut = _read(name, SAMPLES[name][: int(len(SAMPLES[name]) * share)])
    texts = [row.values["text"] for row in whole if not row.problem and _is_of_sample(row)]
    kept = [row.values["text"] for row in cut if not row.problem and _is_of_sample(row)]
    # The last one may be cut in its text without a format that could tell.
    assert kept[:-1] == texts[: len(kept) - 1]
    assert len(kept) >= (len(texts) - 4) * share - 3


@settings(max_examples=60)
@given(
    st.integers(0, len(ROWS) - 1),
    st.binary(min_size=1, max_size=20).filter(lambda junk: b"\n" not in junk),
    st.floats(0, 1),
)
def test_junk_in_one_line_costs_at_most_that_line(number: int, junk: bytes, share: float) -> None:
    lines = SAMPLES["lines.jsonl"].split(b"\n")
    at = int(len(lines[number]) * share)
    lines[number] = lines[number][:at] + junk + lines[number][at:]
    rows = _read("lines.jsonl", b"\n".join(lines))
    kept = {row.values.get("id") for row in rows if not row.problem}
    assert kept >= set(range(len(ROWS))) - {number}
    assert {row.position.split(",")[0] for row in rows} >= {f"line {i + 1}" for i in range(len(ROWS)) if i != number}


@settings(max_examples=40)
@given(
    st.integers(0, len(ROWS) - 1),
    st.sampled_from(['"', "{", "}", "[", "]", ":", ",", "\\", "x"]),
    st.floats(0, 1),
    st.booleans(),
)
def test_one_wrong_character_in_a_document_costs_few_rows(number: int, wrong: str, share: float, remove: bool) -> None:
    parts = [json.dumps(row) for row in ROWS]
    at = int((len(parts[number]) - 1) * share)
    parts[number] = parts[number][:at] + ("" if remove else wrong) + parts[number][at + remove :]
    rows = _read("d.json", ('{"user": "u", "memories": [' + ", ".join(parts) + "]}").encode())
    kept = {row.values.get("id") for row in rows if not row.problem}
    assert len(set(range(len(ROWS))) - kept) <= 2
