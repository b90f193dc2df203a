"""NumPy's own files, damaged: its reader lets errors of Python's parser out, and fails on codes that are no characters."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from tests.badinput.trial import arrive, check_ledgers, store
from tests.formats.tools.damage import damaged


@pytest.mark.parametrize("name", ["vectors.npy", "texts.npy", "bytes.npy", "both.npz"])
def test_a_damaged_array_is_told_and_never_an_error(name: str, tmp_path: Path) -> None:
    texts = np.array(["Likes green tea in the afternoon", "有一只猫叫小白"])
    whole = tmp_path / name
    if name == "both.npz":
        np.savez(whole, texts=texts, numbers=np.eye(3))
    else:
        made = {"vectors.npy": np.ones((7, 16), "f4"), "texts.npy": texts, "bytes.npy": np.char.encode(texts, "utf-8")}
        np.save(whole, made[name])
    content = whole.read_bytes()
    for seed in range(120):
        place = tmp_path / str(seed)
        place.mkdir()
        (place / name).write_bytes(damaged(content, random.Random(seed)))
        (place / "notes.txt").write_text("- Likes long walks\n- Has a cat\n", "utf-8")
        with store() as memory:
            report = arrive(memory, place)
        assert report is not None
        check_ledgers(report)


@pytest.mark.parametrize(
    "header",
    [
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (7, 16), \xa0\n",
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (7, 16\n",
        b"{'descr': [('a', 'b', 'c', 'd')], 'fortran_order': False, 'shape': (7,)}\n",
        b"(" * 300 + b"\n",
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999999,)}\n",
    ],
)
def test_a_header_that_is_no_header_is_told(header: bytes, tmp_path: Path) -> None:
    (tmp_path / "v.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(64))
    (tmp_path / "notes.txt").write_text("- Likes long walks\n- Has a cat\n", "utf-8")
    with store() as memory:
        report = arrive(memory, tmp_path)
    assert report is not None
    check_ledgers(report)
