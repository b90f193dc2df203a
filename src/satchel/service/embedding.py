"""Vectors of a store's memories: made when they are needed, in steps that can be broken off, one model at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from satchel.retrieval.embedders import PROVIDERS, Embedder, open_embedder
from satchel.retrieval.embedders.registry import DEFAULT as DEFAULT_PROVIDER
from satchel_protocol.errors import (
    StoreBusyError,
    StoreFullError,
    StoreReadOnlyError,
    UsageError,
    VectorSpaceError,
)
from satchel_protocol.state import ALL, DEFAULT, Filter, Version
from satchel_protocol.store import Capability, Store
from satchel_protocol.vectors import RecordVectors, VectorSpace

AT_ONCE = 256
"""Texts that a question may have embedded while it waits: about half a second with the default model."""
STEP = 512
"""Memories embedded between two commits; what an interruption costs at most."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """What a run of `embed` did."""

    model: str
    made: int
    """Memories that got vectors."""
    replaced: str | None = None
    """The model that served before, when it was another one."""

    def to_json(self) -> dict[str, Any]:
        return {"model": self.model, "made": self.made, "replaced": self.replaced}


class Embedding:
    """The embedder of one `Memory`, opened when first needed.

    Args:
        name: As the configuration has it: `auto`, `none`, or a provider.
        opener: Injected for tests.
    """

    def __init__(self, name: str, opener: Callable[[str], Embedder | None] = open_embedder) -> None:
        self.name, self._opener = name, opener
        self._embedder: Embedder | None = None
        self._opened = False

    @property
    def embedder(self) -> Embedder | None:
        """None where vectors are switched off, or `auto` finds no package."""
        if not self._opened:
            self._embedder, self._opened = self._opener(self.name), True
        return self._embedder

    def for_question(self, store: Store) -> Embedder | None:
        """The embedder to ask this store with, after the newest memories got their vectors; None: words alone.

        Raises:
            VectorSpaceError: another model serves, and the configuration names this one.
            EmbedderError: it cannot be opened, or fails.
        """
        if self.name == "none" or Capability.VECTOR_SEARCH not in store.capabilities:
            return None
        if self.name == "auto" and not PROVIDERS[DEFAULT_PROVIDER].installed:
            return None
        serving = _serving(store)
        if serving is None and store.count() == 0:
            return None
        embedder = self.embedder
        if embedder is None:
            return None
        if serving is not None and serving.model != embedder.model:
            if self.name == "auto":
                return None  # said by `about`; nobody chose this model against the one that serves
            raise VectorSpaceError(_other_model(store, serving, embedder))
        try:
            self._make(store, embedder, where=DEFAULT, most=AT_ONCE)
        except (StoreReadOnlyError, StoreFullError, StoreBusyError):
            # Who only asks is answered with what there is.
            return embedder if serving is not None else None
        return embedder

    def fill(
        self, store: Store, *, where: Filter = ALL, replace: bool = False, progress: Progress | None = None
    ) -> Embedded:
        """Give every memory its vectors; broken off, it goes on where it stopped. The old ones serve until it is done.

        Args:
            store: A store that keeps vectors.
            where: Which memories.
            replace: Let this model take the place of another one.
            progress: Told how many have vectors, of how many.

        Raises:
            UsageError: there is no embedder.
            VectorSpaceError: another model serves and `replace` is false.
        """
        embedder = self.embedder
        if embedder is None:
            raise UsageError(
                f'there is no embedder ({self.name}); install one: pip install "satchel[embed]", or name one with --embedder'
            )
        serving = _serving(store)
        if serving is not None and serving.model != embedder.model and not replace:
            raise VectorSpaceError(_other_model(store, serving, embedder))
        made = self._make(store, embedder, where=where, most=None, progress=progress)
        other = serving.model if serving is not None and serving.model != embedder.model else None
        if other is not None:
            store.serve_vectors(embedder.model)
        return Embedded(model=embedder.model, made=made, replaced=other)

    def after_import(self, store: Store, progress: Progress | None = None) -> int:
        """Give what came in its vectors, so that it is found by its meaning too; conversations wait for `fill`.

        Gives how many memories got them; 0 where nothing searches by meaning here, or another model serves.

        Raises:
            EmbedderError: it cannot be opened, or fails.
        """
        if self.name == "none" or Capability.VECTOR_SEARCH not in store.capabilities:
            return 0
        if self.name == "auto" and not PROVIDERS[DEFAULT_PROVIDER].installed:
            return 0
        embedder, serving = self.embedder, _serving(store)
        if embedder is None or (serving is not None and serving.model != embedder.model):
            return 0
        return self._make(store, embedder, where=DEFAULT, most=None, progress=progress)

    def about(self, store: Store) -> dict[str, Any]:
        """What searches by meaning here, for `capabilities`: never opens a model."""
        if Capability.VECTOR_SEARCH not in store.capabilities:
            return {"active": False, "why": "this kind of store keeps no vectors"}
        spaces = store.vector_spaces()
        if self.name == "none":
            return {"active": False, "why": "switched off (embedder = none)"}
        if self.name == "auto" and not PROVIDERS[DEFAULT_PROVIDER].installed:
            return {"active": False, "why": 'no embedder is installed; pip install "satchel[embed]"'}
        serving = next((space for space in spaces if space.serving), None)
        if serving is None:
            return {"active": True, "model": None, "embedder": self.name, "records": 0}
        if (
            self.name == "auto"
            and self._opened
            and self._embedder is not None
            and self._embedder.model != serving.model
        ):
            return {"active": False, "why": _other_model(store, serving, self._embedder)}
        return {"active": True, "model": serving.model, "embedder": self.name, "records": serving.records}

    def _make(
        self, store: Store, embedder: Embedder, *, where: Filter, most: int | None, progress: Progress | None = None
    ) -> int:
        made, total, texts = 0, store.count() if progress is not None else 0, 0
        if not any(space.model == embedder.model for space in store.vector_spaces()):
            store.add_vector_space(embedder.model, embedder.dimension)
        while most is None or texts < most:
            waiting = store.unembedded(embedder.model, where=where, limit=min(STEP, most or STEP))
            if most is not None:
                waiting, took = _first(waiting, embedder, most - texts)
                texts += took
            if not waiting:
                break
            taken = store.put_vectors(embedder.model, _vectors(embedder, waiting))
            if taken == 0:
                break  # others change them faster than they can be read; the next run takes them
            made += taken
            if progress is not None:
                done = next(s.records for s in store.vector_spaces() if s.model == embedder.model)
                progress(done, total)
        return made


def _first(versions: list[Version], embedder: Embedder, most: int) -> tuple[list[Version], int]:
    """The first of them that have at most so many texts to embed, one at least, and how many those are."""
    texts = 0
    for place, version in enumerate(versions):
        more = len(embedder.parts(version.record.content))
        if place and texts + more > most:
            return versions[:place], texts
        texts += more
    return versions, texts


def _vectors(embedder: Embedder, versions: Sequence[Version]) -> list[RecordVectors]:
    parts = [(place, text) for place, v in enumerate(versions) for text in embedder.parts(v.record.content)]
    # Texts of like length together: a batch is as slow as its longest.
    order = sorted(range(len(parts)), key=lambda n: len(parts[n][1]))
    made: dict[int, Any] = {}
    for start in range(0, len(order), embedder.batch):
        batch = order[start : start + embedder.batch]
        made.update(zip(batch, embedder.embed([parts[n][1] for n in batch]), strict=True))
    found: list[list[Any]] = [[] for _ in versions]
    for n, (place, _) in enumerate(parts):
        found[place].append(made[n])
    return [
        RecordVectors(id=version.record.id, revision=version.revision, vectors=vectors)
        for version, vectors in zip(versions, found, strict=True)
    ]


def _serving(store: Store) -> VectorSpace | None:
    return next((space for space in store.vector_spaces() if space.serving), None)


def _other_model(store: Store, serving: VectorSpace, embedder: Embedder) -> str:
    return (
        f"the vectors of {store.url} are of {serving.model}, the embedder is {embedder.model}; "
        "run: satchel embed --replace, which makes them anew while the old ones go on serving"
    )
