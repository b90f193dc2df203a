"""Replicas that have seen the same things hold the same live records: against an oracle that knows no order at all."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from satchel_protocol.canonical import canonical_json
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.errors import TombstonedError
from satchel_protocol.fingerprint import text_print
from satchel_protocol.ids import twin_tombstone_id
from satchel_protocol.merge import inherit, join, join_tombstones, order_of, through_of
from satchel_protocol.record import Access, Json, Origin, Record, TimeEvidence
from satchel_protocol.scope import is_within
from satchel_protocol.tombstone import Through, Tombstone

KEY = b"a key that all of ann's stores share"
KEYS = {"user:ann": [KEY], "team:web": [KEY]}
NOW = datetime(2026, 3, 1, tzinfo=UTC)
SCOPES = {"a": "user:ann", "b": "user:ann/work", "c": "user:ann", "d": "user:ann/work/web", "e": "team:web"}
IDS = sorted(SCOPES)
DELETIONS = ["t1", "t2", "t3"]
# The first three are one text.
TEXTS = ["Likes tea", "- likes  TEA.", "[2026-01-02] - Likes tea", "Likes coffee", "喜欢乌龙茶"]

times = st.one_of(st.none(), st.integers(0, 4).map(lambda n: NOW - timedelta(days=10 - n)))
accesses = st.one_of(
    st.none(),
    st.builds(
        Access,
        level=st.sampled_from(["normal", "sensitive", "secret", "cosmic", "ultra"]),
        classes=st.sets(st.sampled_from(["card", "health"])).map(lambda s: tuple(sorted(s))),
        share=st.sampled_from([None, "owner", "scope", "any", "kin", "none"]),
        detector=st.sampled_from([None, "rules/1", "rules/2"]),
        relaxed_at=times,
        unknown=st.sampled_from([{}, {"x": 1}, {"x": 2}, {"y": "z"}]),
    ),
)
origins = st.one_of(
    st.none(),
    st.builds(
        Origin,
        tool=st.sampled_from(["chatgpt", "mem0"]),
        exported_at=times,
        imported_at=times,
        importer=st.sampled_from([None, "one", "two"]),
        time=st.sampled_from([None, TimeEvidence(raw=1700000000, unit="s")]),
    ),
)


def revivals(id: str) -> st.SearchStrategy[tuple[str, ...]]:
    names = [*DELETIONS, *(twin_tombstone_id(t, id) for t in DELETIONS[:2])]
    some = st.sets(st.sampled_from(names), max_size=3)
    return st.one_of(st.just(set[str]()), st.just(set[str]()), some).map(lambda s: tuple(sorted(s)))


@st.composite
def records(draw: st.DrawFn) -> Record:
    id = draw(st.sampled_from(IDS))
    return Record(
        id=id,
        type=draw(st.sampled_from(["fact", "preference"])),
        content=draw(st.sampled_from(TEXTS)),
        scope=SCOPES[id],
        source_agent="agent",
        created_at=draw(times),
        updated_at=draw(times),
        state=draw(st.sampled_from([None, None, "archived"])),
        access=draw(accesses),
        derived_from=draw(st.lists(st.sampled_from(IDS), max_size=2, unique=True).map(tuple)),
        revives=draw(revivals(id)),
        origin=draw(origins),
    )


@st.composite
def tombstones(draw: st.DrawFn) -> Tombstone:
    id = draw(st.sampled_from(IDS))
    name = draw(st.sampled_from([*DELETIONS, *(twin_tombstone_id(t, id) for t in DELETIONS)]))
    texts = draw(st.sets(st.sampled_from(TEXTS), max_size=1))
    through: Through | None = None
    if draw(st.integers(0, 3)) == 0:
        version = replace(draw(records()), id=id, scope=SCOPES[id], revives=draw(revivals(id)))
        if name not in version.revives:
            through = through_of(version, order_of(version))
    return Tombstone(
        id=id,
        tombstone_id=name,
        scope=SCOPES[id],
        deleted_at=draw(times),
        actor=draw(st.sampled_from(["", "ann", "bob"])),
        reason=draw(st.sampled_from(["user", "source", "superseded", "policy"])),
        prints=tuple(sorted(text_print(KEY, text) for text in texts)),
        cause=draw(st.sampled_from([None, "t1", "t9"])),
        through=through,
    )


Items = list[Record | Tombstone]
histories = st.lists(st.one_of(records(), records(), tombstones()), min_size=1, max_size=14)


def replica(name: str = "r", *, keys: bool = True) -> EphemeralStore:
    numbers = count(1)
    store = EphemeralStore(
        clock=lambda: NOW, ids=lambda: f"{name}-{next(numbers)}", entropy=lambda n: name.encode().ljust(n, b".")
    )
    if keys:
        store.adopt_print_keys(KEYS)
    return store


def said(record: Record) -> bytes:
    """What a record says: its canonical JSON without when and how it was read, which a merge leaves as they were."""
    data = record.to_json()
    origin = {k: v for k, v in data.pop("origin", {}).items() if not k.startswith("import")}
    return canonical_json({**data, "origin": origin})


def live(store: EphemeralStore) -> dict[str, bytes]:
    return {version.record.id: said(version.record) for version in store.enumerate()}


def expected(items: Items) -> dict[str, bytes]:
    """The live records, from the set of all items and the three rules of `satchel_protocol.merge`; no order in it."""
    graves: dict[tuple[str, str], Tombstone] = {}
    for item in items:
        if isinstance(item, Tombstone):
            name = (item.id, item.tombstone_id)
            graves[name] = join_tombstones(graves[name], item) if name in graves else item
    result = {}
    for id in IDS:
        versions = [item for item in items if isinstance(item, Record) and item.id == id]
        own = [t for (of, _), t in graves.items() if of == id]
        known = {t.tombstone_id for t in own if t.through is None}
        known |= {name for v in versions for name in v.revives}
        known |= {name for t in own if t.through is not None for name in t.through.revives}
        candidates = [v for v in versions if set(v.revives) == known]
        bounds = [t.through for t in own if t.through is not None and set(t.through.revives) == known]
        if not candidates:
            continue
        top = max(candidates, key=order_of)
        if is_dead(top, graves.values()) or any(order_of(top) <= order_of_bound(bound) for bound in bounds):
            continue
        record = reduce(join, candidates)
        for bound in bounds:
            record = inherit(record, created_at=bound.created_at, access=bound.access)
        result[id] = said(record)
    return result


def is_dead(record: Record, graves: Iterable[Tombstone]) -> bool:
    against = [
        t
        for t in graves
        if t.tombstone_id not in record.revives and twin_tombstone_id(t.tombstone_id, record.id) not in record.revives
    ]
    if any(
        t.id != record.id and is_within(record.scope, t.scope) and text_print(KEY, record.content) in t.prints
        for t in against
    ):
        return True
    sources = {t.id for t in against if t.reason in ("user", "source") and t.through is None}
    return bool(record.derived_from) and set(record.derived_from) <= sources


def order_of_bound(bound: Through) -> tuple[datetime, datetime, str]:
    never = datetime.min.replace(tzinfo=UTC)
    return (bound.updated_at or bound.created_at or never, bound.exported_at or never, bound.digest)


def through_a_stream(source: EphemeralStore, target: EphemeralStore) -> None:
    file = io.BytesIO()
    source.export_stream(file, withhold=lambda record: None)
    file.seek(0)
    target.import_stream(file, quarantine_similar=False)


def play(items: Sequence[Record | Tombstone], cuts: Iterable[int], store: EphemeralStore) -> EphemeralStore:
    """Merge items in batches that end at the cuts."""
    ends = sorted({min(cut, len(items)) for cut in cuts} | {len(items)})
    start = 0
    for end in ends:
        store.merge(items[start:end], batch=f"batch {end}")
        start = end
    return store


@settings(max_examples=80)
@given(st.data())
def test_any_order_repetition_and_batching_gives_what_the_set_of_items_says(data: st.DataObject) -> None:
    items = data.draw(histories)
    again = data.draw(st.lists(st.sampled_from(items), max_size=4))
    result = expected(items)
    for name in ("one", "two"):
        order = data.draw(st.permutations(items + again))
        cuts = data.draw(st.lists(st.integers(0, len(order)), max_size=3))
        store = play(order, cuts, replica(name))
        assert live(store) == result
        assert store.quarantine() == []
        # What was merged before changes no record; a bound that was not needed then may be noted, but only once.
        before = [(v.record.id, v.revision) for v in store.enumerate()]
        store.merge(order)
        assert [(v.record.id, v.revision) for v in store.enumerate()] == before
        assert not any(merged.changed for merged in store.merge(order))


@settings(max_examples=60)
@given(st.data())
def test_parts_that_are_exchanged_by_streams_give_the_same(data: st.DataObject) -> None:
    items = data.draw(histories)
    places = data.draw(st.lists(st.integers(0, 2), min_size=len(items), max_size=len(items)))
    stores = [replica(name) for name in ("one", "two", "three")]
    for item, place in zip(items, places, strict=True):
        stores[place].merge([item])
        if data.draw(st.integers(0, 3)) == 0:
            other = data.draw(st.integers(0, 2))
            if other != place:
                through_a_stream(stores[place], stores[other])
    exchange_all(stores)
    result = expected(items)
    assert [live(store) for store in stores] == [result] * 3
    assert_stable(stores)


@settings(max_examples=50)
@given(st.data())
def test_keys_that_arrive_late_give_the_same(data: st.DataObject) -> None:
    items = data.draw(histories)
    when = data.draw(st.integers(0, len(items)))
    store = replica("late", keys=False)
    store.merge(items[:when])
    store.adopt_print_keys(KEYS)
    store.merge(items[when:])
    assert live(store) == expected(items)


def exchange_all(stores: Sequence[EphemeralStore]) -> None:
    for _ in range(2):
        for source in stores:
            for target in stores:
                if source is not target:
                    through_a_stream(source, target)


def assert_stable(stores: Sequence[EphemeralStore]) -> None:
    cursors = [store.cursor() for store in stores]
    exchange_all(stores)
    assert [store.cursor() for store in stores] == cursors, "an exchange that brings nothing new changes nothing"


def local_act(store: EphemeralStore, record: Record, act: str) -> None:
    if act == "delete":
        store.delete(record.id, actor="ann")
        return
    try:
        store.write(replace(record, revives=()), revive=act == "revive", relax=act == "relax")
    except TombstonedError:
        assert act != "revive"


@settings(max_examples=30)
@given(st.data())
def test_replicas_that_write_delete_and_revive_on_their_own_agree_after_an_exchange(data: st.DataObject) -> None:
    now = [NOW - timedelta(hours=1)]

    def tick() -> datetime:
        now[0] += timedelta(seconds=1)
        return now[0]

    stores = []
    for name in ("one", "two", "three"):
        numbers = count(1)
        store = EphemeralStore(clock=tick, ids=ids_of(name, numbers.__next__), entropy=lambda n: b"k" * n)
        store.adopt_print_keys(KEYS)
        stores.append(store)
    acts = st.sampled_from(["write", "write", "delete", "revive", "relax", "exchange"])
    for _ in range(data.draw(st.integers(2, 14))):
        store, act = data.draw(st.sampled_from(stores)), data.draw(acts)
        if act == "exchange":
            other = data.draw(st.sampled_from([s for s in stores if s is not store]))
            through_a_stream(store, other)
        else:
            local_act(store, data.draw(records()), act)
    exchange_all(stores)
    one, two, three = map(live, stores)
    assert one == two == three
    assert all(store.quarantine() == [] for store in stores)
    assert_stable(stores)


def ids_of(name: str, number: Callable[[], int]) -> Callable[[], str]:
    return lambda: f"{name}-{number()}"


def test_the_oracle_sees_every_kind_of_case() -> None:
    """A guard against a vacuous property: over many histories, each rule decides now and then."""
    seen: dict[str, int] = {"live": 0, "nothing": 0, "joined": 0}

    @settings(max_examples=80)
    @given(histories)
    def look(items: Items) -> None:
        result = expected(items)
        seen["live"] += bool(result)
        seen["nothing"] += not result
        alone: set[Json] = {said(item) for item in items if isinstance(item, Record)}
        seen["joined"] += any(text not in alone for text in result.values())

    look()
    assert min(seen.values()) >= 3, seen
