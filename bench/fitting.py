"""What the scripts that fit the small linear models share: the matrix of their texts, and the file of their weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]  # without stubs

from satchel.text.linear import BUCKETS, LEVELS


def matrix(rows: list[list[int]]) -> csr_matrix:
    """One row a text, from the places of its features, one column a bucket; each row has length 1."""
    data = np.concatenate([np.full(len(places), 1 / np.sqrt(max(1, len(places)))) for places in rows])
    ends = np.cumsum([0, *map(len, rows)])
    return csr_matrix((data, np.concatenate(rows).astype(np.int64), ends), shape=(len(rows), BUCKETS))


def save(path: Path, weights: npt.NDArray[np.float64], bias: npt.NDArray[np.float64]) -> None:
    """Write what `satchel.text.linear.Linear.load` reads: weights (BUCKETS x classes) that are not 0, a byte each."""
    scale = np.abs(weights).max() / LEVELS
    levels = np.round(weights / scale).astype(np.int8)
    places = np.flatnonzero(np.abs(levels).max(axis=1) > 0)
    np.savez_compressed(
        path,
        places=places.astype(np.uint32),
        weights=levels[places],
        scale=np.float32(scale),
        bias=bias.astype(np.float32),
    )
    print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB, {len(places):,} places")
