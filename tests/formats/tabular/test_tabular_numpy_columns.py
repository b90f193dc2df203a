"""Arrays of an archive that are as long as its texts are the columns of one table; the others stay apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import Shape


def test_columns_of_one_length_are_rows(tmp_path: Path) -> None:
    np.savez(
        tmp_path / "a.npz",
        text=np.array(["one", "two", "三"]),
        at=np.array(["2026-03-01", "NaT", "2026-03-03"], dtype="datetime64[s]"),
        n=np.array([1, 2, 3]),
        emb=np.zeros((3, 8), dtype="f4"),
        names=np.array(["only", "four", "of", "them"]),
    )
    found = {table.name: table for table in tables(tmp_path / "a.npz")}
    assert set(found) == {"text", "names", "at", "n", "emb"}  # texts of two lengths: which belong together is not told
    np.savez(tmp_path / "b.npz", **{k: v for k, v in np.load(tmp_path / "a.npz").items() if k != "names"})
    found = {table.name: table for table in tables(tmp_path / "b.npz")}
    assert set(found) == {"", "emb"}
    assert [dict(row.values) for row in found[""].rows()] == [
        {"text": "one", "at": "2026-03-01T00:00:00", "n": 1},
        {"text": "two", "at": None, "n": 2},
        {"text": "三", "at": "2026-03-03T00:00:00", "n": 3},
    ]
    assert found["emb"].shape is Shape.VECTORS


def test_texts_alone_stay_lines(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", text=np.array(["one", "two"]), emb=np.zeros((2, 8)))
    found = {table.name: table.shape for table in tables(tmp_path / "a.npz")}
    assert found == {"text": Shape.LINES, "emb": Shape.VECTORS}
