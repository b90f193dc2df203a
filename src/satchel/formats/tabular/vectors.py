"""Files of vectors: recognised and counted, never taken for text. Pickles among them are never loaded.

Source: NumPy's format document; FAISS' `index_write.cpp` (four letters, int32 dimension, int64 count); hnswlib's
`saveIndex`; the `.fbin` and `.fvecs` files of the common retrieval sets.
"""

from __future__ import annotations

import io
import re
import struct
import tokenize
import zipfile
from collections.abc import Iterator
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

from satchel.formats.tabular.magic import PICKLE
from satchel.formats.tabular.rows import Row, Shape, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.tables import aside, sampled

_DIMS = (32, 50, 64, 96, 100, 128, 200, 256, 300, 384, 512, 768, 1024, 1536, 2048, 3072)
"""Ascending: several vectors of one length are, taken together, of one length too."""
_HEAD = 1 << 16
_TEXT_LIMIT = 256 << 20
_REBUILT = "numbers only, an index that is rebuilt from the text; the text itself must be beside it"
_OF_HEADERS = (
    ValueError, OSError, EOFError, SyntaxError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, MemoryError,
    tokenize.TokenError,
)  # fmt: skip
"""NumPy reads a header as Python's own text, first by its parser and then by its tokenizer, and lets their errors out."""
_HNSW_PARTS = frozenset({"data_level0.bin", "header.bin", "length.bin", "link_lists.bin"})


def vector_tables(source: SourceFile, head: bytes) -> list[Table]:
    """The vectors of a file; empty when it is none of the known kinds and its numbers look like anything else."""
    base = source.name.rsplit("/", 1)[-1].rsplit("!", 1)[-1].lower()
    if head.startswith(npy.MAGIC_PREFIX):
        with source.open() as stream:
            return [_array(source, stream, "")]
    if found := _faiss(head):
        return [_counted(source, "a FAISS index", *found)]
    if found := _hnswlib(head, source.size):
        return [_counted(source, "an HNSW index", *found)]
    if head.startswith(b"usearch"):
        return [_uncounted(source, "a USearch index")]
    if base in _HNSW_PARTS:
        return [aside(source, Shape.INDEX, "vectors", f"a part of an HNSW index: {_REBUILT}")]
    if base.endswith((".ann", ".annoy")):
        return [_uncounted(source, "an Annoy index")]
    if found := _headed(head, source.size):
        return [_counted(source, "a file of vectors", *found)]
    return _bare(source, head)


def npz_tables(source: SourceFile) -> list[Table]:
    """The arrays of a NumPy archive, a table each."""
    with source.open() as stream:
        content = io.BytesIO(stream.read())
    found, columns = [], dict[str, int]()
    with zipfile.ZipFile(content) as archive:
        for name in archive.namelist():
            with archive.open(name) as member:
                if (length := _column_length(member)) is not None:
                    columns[name.removesuffix(".npy")] = length
            with archive.open(name) as member:
                found.append(_array(source, member, name.removesuffix(".npy")))
    if (joined := _columns_beside(columns, found)) is None:
        return found
    return [_records(source, joined), *(table for table in found if table.name not in joined)]


def _column_length(stream: IO[bytes]) -> int | None:
    """How many values an array of one dimension holds, if they are texts, whole numbers, moments or truths."""
    try:
        version = npy.read_magic(stream)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, _, dtype = read(stream)
    except _OF_HEADERS:
        return None
    plain = not dtype.hasobject and (dtype.kind in "USiuM" or dtype.kind == "b" or dtype == np.float64)
    return int(shape[0]) if len(shape) == 1 and plain else None


def _columns_beside(columns: dict[str, int], found: list[Table]) -> tuple[str, ...] | None:
    """The arrays that are as long as one of texts: together they are the columns of one table."""
    texts = [table.name for table in found if table.shape in (Shape.LINES, Shape.ROWS)]
    lengths = {columns[name] for name in texts if name in columns}
    if len(lengths) != 1:
        return None
    (length,) = lengths
    beside = tuple(name for name, own in columns.items() if own == length)
    return beside if len(beside) > 1 and length > 1 else None


def _records(source: SourceFile, names: tuple[str, ...]) -> Table:
    """A table whose columns somebody saved as an array each."""

    def rows() -> Iterator[Row]:
        with source.open() as stream:
            content = io.BytesIO(stream.read(_TEXT_LIMIT))
        loaded = np.load(content, allow_pickle=False)
        arrays = {name: loaded[name] for name in names}
        for place in range(len(arrays[names[0]])):
            values = {name: _value(array[place : place + 1]) for name, array in arrays.items()}
            yield Row(values=values, position=f"[{place}]")

    return sampled(source, "vectors", rows)


def _value(one: np.ndarray[tuple[int], Any]) -> Any:
    """The value in an array of one, as JSON has it; a moment as text, since NumPy's knows no zone."""
    if one.dtype.kind in "US":
        return _text(one)
    if one.dtype.kind == "M":
        return None if np.isnat(one[0]) else str(one[0])
    return one.tolist()[0]


def _array(source: SourceFile, stream: IO[bytes], name: str) -> Table:
    try:
        version = npy.read_magic(stream)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, _, dtype = read(stream)
    except _OF_HEADERS as error:
        return aside(source, Shape.OPAQUE, "binary", f"a damaged NumPy array ({error})", name=name)
    if dtype.hasobject:
        return aside(source, Shape.OPAQUE, "binary", f"a NumPy array of objects, that is {PICKLE}", name=name)
    if dtype.kind in "US" and len(shape) == 1:
        return _texts(source, name)
    count = int(shape[0]) if len(shape) > 1 else 1
    dim = int(np.prod(shape[1:])) if len(shape) > 1 else int(np.prod(shape))
    return _counted(source, f"a NumPy array of {dtype}", count, dim, name=name)


def _texts(source: SourceFile, name: str) -> Table:
    """An array of texts, which somebody saved beside the vectors."""

    def rows() -> Iterator[Row]:
        with source.open() as stream:
            content = io.BytesIO(stream.read(_TEXT_LIMIT))
        loaded = np.load(content, allow_pickle=False)
        array = loaded[name] if name else loaded
        for place in range(len(array)):
            yield Row(values={"text": _text(array[place : place + 1])}, position=f"{name}[{place}]")

    return sampled(source, "vectors", rows, name=name)


def _text(one: np.ndarray[tuple[int], Any]) -> str:
    """The text in an array of one. NumPy fails on codes that are no characters, which damage leaves behind."""
    if one.dtype.kind == "S":
        return one.tobytes().decode("utf-8", "replace").rstrip("\0")
    return one.astype(one.dtype.newbyteorder("<")).tobytes().decode("utf-32-le", "replace").rstrip("\0")


def _faiss(head: bytes) -> tuple[int, int] | None:
    """Count and dimension of a FAISS index."""
    if len(head) < 33 or not re.match(rb"I[xwHBv2][A-Za-z0-9]{2}", head):
        return None
    dim, count = struct.unpack_from("<iq", head, 4)
    return (count, dim) if 0 < dim <= 1 << 20 and 0 <= count < 1 << 40 else None


def _hnswlib(head: bytes, size: int) -> tuple[int, int] | None:
    if len(head) < 96:
        return None
    start, most, count, step, label, data = struct.unpack_from("<6Q", head)
    if start or not count <= most < 1 << 40 or not data < label == step - 8 or (label - data) % 4:
        return None
    return (count, (label - data) // 4) if step * count <= size else None


def _headed(head: bytes, size: int) -> tuple[int, int] | None:
    """Files that say count and dimension at their start, or the dimension before each vector."""
    if len(head) < 12:
        return None
    first, second = struct.unpack_from("<2I", head)
    if 0 < second <= 1 << 16 and first and any(8 + first * second * width == size for width in (4, 1, 2)):
        return first, second
    step = 4 + 4 * first
    if 8 <= first <= 1 << 16 and size % step == 0 and head[step : step + 4] in {head[:4], b""}:
        return size // step, first
    if match := re.match(rb"(\d{1,9}) (\d{1,5})\n", head):  # word2vec
        return int(match[1]), int(match[2])
    return None


def _bare(source: SourceFile, head: bytes) -> list[Table]:
    """Floats without any header, told by their plausible size; the dimension by vectors of one length."""
    for kind, width in (("<f4", 4), ("<f8", 8), ("<f2", 2)):
        if source.size % width or source.size < 16 * width:
            continue
        tail = source.tail(_HEAD - _HEAD % width)
        tail = tail[len(tail) % width :]
        if not all(_plausible(part, kind, width) for part in (head, tail)):
            continue
        numbers = np.frombuffer(head[: len(head) - len(head) % width], kind)
        total = source.size // width
        dim = next((d for d in _DIMS if total % d == 0 and _of_one_length(numbers, d)), 0)
        if dim:
            return [_counted(source, "bare floating-point numbers", total // dim, dim)]
        if width == 2:
            continue  # half precision covers so little that much else looks like it
        reason = f"{total:,} bare floating-point numbers, of unknown dimension: {_REBUILT}"
        return [aside(source, Shape.VECTORS, "vectors", reason)]
    return []


def _plausible(data: bytes, kind: str, width: int) -> bool:
    with np.errstate(all="ignore"):
        numbers = np.abs(np.frombuffer(data[: len(data) - len(data) % width], kind).astype(np.float64))
    if not len(numbers) or not np.isfinite(numbers).all() or numbers.max() > 1e4:
        return False
    if len(np.unique(numbers[:1000])) < 8 or numbers.mean() < 1e-4:
        return False  # counters and padding
    small = 1e-9 if width > 2 else 1e-5
    return bool(np.mean(numbers > small) > 0.5 and np.mean((numbers > 0) & (numbers < small)) < 0.02)


def _of_one_length(numbers: np.ndarray, dim: int) -> bool:
    count = min(64, len(numbers) // dim)
    if not count:
        return False
    lengths = np.linalg.norm(numbers[: count * dim].reshape(count, dim).astype(np.float64), axis=1)
    if count == 1:
        return bool(abs(lengths[0] - 1) < 1e-2)
    return bool(lengths.mean() > 0 and lengths.std() < 1e-2 * lengths.mean())


def _counted(source: SourceFile, what: str, count: int, dim: int, *, name: str = "") -> Table:
    reason = f"{what}: {count:,} vectors of {dim} numbers; {_REBUILT}"
    return aside(source, Shape.VECTORS, "vectors", reason, name=name, weight=count)


def _uncounted(source: SourceFile, what: str) -> Table:
    return aside(source, Shape.VECTORS, "vectors", f"{what}, its vectors not counted: {_REBUILT}")
