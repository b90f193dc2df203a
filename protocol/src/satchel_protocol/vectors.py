"""Vectors of texts: an index beside the records, by model, rebuilt from the text at any time and never exported.

A store may hold vectors of several models at once, so that a new one is filled while the old one still serves. Which
model serves is a fact of the store; a question is put in the vectors of that model and of no other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from satchel_protocol.errors import VectorSpaceError

_LEAST, _MOST = 1e-290, 1e290
"""Lengths between which dividing by them loses nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorSpace:
    """The vectors of one model in a store."""

    model: str
    """Name and version of the embedder; two that differ give vectors that cannot be compared."""
    dimension: int
    serving: bool
    """Whether `search_vector` looks here. One space serves, the others are being filled."""
    records: int
    """How many records have their vectors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordVectors:
    """The vectors of one version of a record."""

    id: str
    revision: int
    """Of the version whose text was embedded; when the text has changed since, the vectors are not taken."""
    vectors: Sequence[Sequence[float]]
    """One for each piece of the text, usually one; any length, since only the direction counts."""


def unit(vector: Sequence[float], dimension: int, *, what: str = "the vector") -> list[float] | None:
    """The vector with length 1; None for one without a direction (all zeros).

    Raises:
        VectorSpaceError: another dimension, or a component that is no finite number.
    """
    values = [float(value) for value in vector]
    if len(values) != dimension:
        raise VectorSpaceError(f"{what} has {len(values)} components, not {dimension}")
    length = math.hypot(*values)
    if _LEAST < length < _MOST:
        return [value / length for value in values]
    if not all(map(math.isfinite, values)):
        raise VectorSpaceError(f"{what} holds what is no finite number")
    top = max(map(abs, values), default=0.0)
    if top == 0.0:
        return None
    # Scaled first, so that squares of very small or large components neither vanish nor overflow.
    scaled = [value / top for value in values]
    length = math.sqrt(math.fsum(value * value for value in scaled))
    return [value / length for value in scaled]
