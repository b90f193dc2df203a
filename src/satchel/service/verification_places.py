"""The two sides of a verification: what should be there, read from the old place, and who answers in the new one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any, Final

from satchel.access.classify import classified
from satchel.access.policy import HELD_BACK, STRICT, UNSHARED, Policy
from satchel.formats import stream_file
from satchel.move.verify.responder import Answered, Responder
from satchel.move.verify.truth import Forgotten, Truth, Window
from satchel.retrieval.embedders import Embedder
from satchel.retrieval.profile import DEFAULT, Profile
from satchel.retrieval.when import recall_when
from satchel.service.arrival import Arrivals, ImportOptions, kind_of
from satchel.service.embedding import Embedding
from satchel.service.keyring import opener_for
from satchel.service.waking import Waking
from satchel.stores.registry import is_store, open_store
from satchel.stores.staging import staging_folder
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.errors import VectorSpaceError
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import ALL, Filter, Merged, Outcome
from satchel_protocol.store import Store
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.wiretime import parse_wire

SLACK: Final = timedelta(seconds=2)
"""Around an import: clocks are read to the second in some places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What both sides are judged by."""

    now: datetime
    zone: tzinfo
    clock: Callable[[], datetime]
    ids: Callable[[], str]
    seed: int = 0
    sample: int | None = None


class TruthStore(EphemeralStore):
    """What an import of an old place gives, in memory only, with the forgotten texts that it came across.

    An import runs into it as into any store, so that the truth is made by the very rules by which the move was.
    """

    def __init__(self, **injected: Any) -> None:
        super().__init__(**injected)
        self.forgotten: list[Forgotten] = []

    def take_keys_of(self, store: Store) -> None:
        """Recognise forgotten texts with the keys of another store, as it does."""
        known = self.print_keys()
        fresh = {root: keys for root, keys in store.print_keys().items() if known.get(root) != keys}
        if fresh:
            self.adopt_print_keys(fresh)

    def merge(self, items: Iterable[Record | Tombstone], **how: Any) -> list[Merged]:
        """As any store; a text that a tombstone came with, or refused, is noted."""
        taken = list(items)
        merged = super().merge(taken, **how)
        said = how.get("said") or {}
        for item, outcome in zip(taken, merged, strict=True):
            if isinstance(item, Tombstone):
                text = said.get(item.tombstone_id) or said.get(item.id)
                if text:
                    self.forgotten.append(Forgotten(id=item.id, scope=item.scope, text=text))
            elif outcome.outcome is Outcome.TOMBSTONED:
                self.forgotten.append(Forgotten(id=item.id, scope=item.scope, text=item.content))
        return merged


def truth_of(store: Store, circumstances: Circumstances) -> Truth:
    """The truth that a store holds."""
    return Truth(
        records={version.record.id: version.record for version in store.enumerate(ALL)},
        now=circumstances.now,
        zone=circumstances.zone,
        tombstones=store.tombstones(),
        forgotten=store.forgotten if isinstance(store, TruthStore) else (),
        keys=store.print_keys(),
        seed=circumstances.seed,
        sample=circumstances.sample,
        withheld=lambda record: STRICT.withhold(record) is not None,
    )


def old_place(
    source: str, reading: ImportOptions, circumstances: Circumstances, *, beside: Store | None = None
) -> Truth:
    """The truth of a store, a stream, or whatever the readers understand; nothing is written to it.

    Args:
        source: Where it is.
        reading: How files are read.
        circumstances: Time, zone and sample.
        beside: The store that it was moved to.

    Raises:
        StoreError, StreamError, SourceError: it cannot be read.
    """
    how: dict[str, Any] = {"clock": circumstances.clock, "ids": circumstances.ids}
    if is_store(source):
        with open_store(source, create=False, read_only=True, **how) as store:
            return truth_of(store, circumstances)
    truth = TruthStore(**how)
    if beside is not None:
        truth.take_keys_of(beside)
    arrivals = Arrivals([source], reading, **how)
    arrivals.run(truth)
    found = truth_of(truth, circumstances)
    if beside is not None and arrivals.stayed_behind:
        others = (v.record for v in beside.enumerate(ALL) if v.record.id not in found.records)
        found.stayed_behind = frozenset(record.id for record in withheld_of(others, arrivals.stayed_behind))
    return found


@contextmanager
def new_place(
    target: str, circumstances: Circumstances, passphrase: str | None = None
) -> Iterator[tuple[Store, Mapping[str, int]]]:
    """The store to be questioned, and how many records stayed out of it when it was written, by reason.

    Of a stream a store of its own is made, which is gone afterwards.
    """
    how: dict[str, Any] = {"clock": circumstances.clock, "ids": circumstances.ids}
    if is_store(target) or not Path(target).exists() or kind_of(Path(target)) != "stream":
        with open_store(target, create=False, read_only=True, **how) as store:
            yield store, {}
        return
    with (
        staging_folder() as folder,
        open_store(f"sqlite:///{Path(folder).as_posix()}/new.db", create=True, **how) as store,
    ):
        with stream_file.open_stream(Path(target), opener_for(Path(target), passphrase)) as stream:
            arrival = store.import_stream(stream, name=Path(target).name, quarantine_similar=False)
        yield store, arrival.trailer.withheld if arrival.trailer is not None else {}


def without_withheld(truth: Truth, store: Store, stayed_behind: Mapping[str, int]) -> int:
    """Take what a stream withholds, and says so, out of what should be in it; gives how many were."""
    missing = (record for id, record in truth.records.items() if store.read(id) is None)
    left_out = {record.id for record in withheld_of(missing, stayed_behind)}
    truth.records = {id: record for id, record in truth.records.items() if id not in left_out}
    return len(left_out)


def withheld_of(records: Iterable[Record], stayed_behind: Mapping[str, int]) -> list[Record]:
    """Those that a stream left out for the reasons that its trailer names, each judged as it was when it was written.

    Where more of them fit a reason than were left out for it, nobody can say which were: then none of them was.
    """
    held = {name for reason in stayed_behind if (name := reason.removeprefix(HELD_BACK)) != reason}
    policy = Policy(held=frozenset(kind for names in held for kind in names.split(", ")))
    by_reason: dict[str, list[Record]] = {}
    for record in records:
        known = classified(record)
        share = known.access.share if known.access is not None else None
        reasons = (policy.withhold(known), STRICT.withhold(known), f"{UNSHARED}{share}")
        reason = next((reason for reason in reasons if reason in stayed_behind), None)
        if reason is not None:
            by_reason.setdefault(reason, []).append(record)
    return [r for reason, of_it in by_reason.items() if len(of_it) <= stayed_behind[reason] for r in of_it]


def windows_of(store: Store) -> list[Window]:
    """When imports came into a store, as far as it noted it."""
    found = []
    for about in store.batches().values():
        at = parse_wire(str(about.get("at") or "")) if about.get("at") else None
        if at is not None:
            found.append(Window(start=at - SLACK, end=at + timedelta(hours=1)))
    return found


@dataclass(slots=True, kw_only=True)
class StoreResponder(Responder):
    """A store, asked by the product's own recall and wake, with the owner's eyes."""

    store: Store
    zone: tzinfo
    embedding: Embedding
    profile: Profile = DEFAULT
    _wakings: dict[str, Waking] = field(default_factory=dict)

    def recall(self, question: str, *, scope: str, limit: int, now: datetime) -> list[Answered]:
        found = recall_when(
            self.store,
            question,
            where=Filter(scopes=Scopes.of(scope)),
            now=now,
            limit=limit,
            zone=self.zone,
            profile=self.profile,
            embedder=self._embedder(),
        )
        return [Answered(record=hit.record, also=hit.folded) for hit in found.found.hits]

    def wake(self, task: str, *, scope: str, now: datetime) -> dict[str, str]:
        if scope not in self._wakings:
            self._wakings[scope] = Waking(
                store=self.store,
                scopes=Scopes.of(scope),
                embedder=self._embedder(),
                profile=self.profile,
                zone=self.zone,
            )
        return self._wakings[scope].wake(task, now=now).places()

    def read(self, id: str) -> Record | None:
        version = self.store.read(id)
        return version.record if version is not None else None

    def records(self) -> Iterator[Record]:
        return (version.record for version in self.store.enumerate(ALL))

    def rewritten(self, id: str) -> bool:
        version = self.store.read(id)
        return version is not None and version.revision > 1

    def tombstones(self) -> list[Tombstone]:
        return self.store.tombstones()

    def _embedder(self) -> Embedder | None:
        try:
            return self.embedding.for_question(self.store)
        except VectorSpaceError:
            return None
