"""Vectors that a store holds already, for who compares its records with each other rather than with a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from satchel_protocol.store import Store


@runtime_checkable
class HoldsVectors(Protocol):
    """A store that gives out what it keeps; others are asked for neighbours of one vector alone."""

    def whole_vectors(self, model: str) -> Mapping[str, npt.NDArray[np.float32]]:
        """Id → the vector of all of a record's text, of length 1."""


def held_vectors(store: Store, model: str) -> Mapping[str, npt.NDArray[np.float32]]:
    """The vectors of a model that a store holds, by id; none of a store that does not give them out."""
    return store.whole_vectors(model) if isinstance(store, HoldsVectors) else {}
