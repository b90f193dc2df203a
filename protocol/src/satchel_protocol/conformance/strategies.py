"""Hypothesis strategies for records and tombstones: any that the protocol allows, with what readers trip over."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st

from satchel_protocol.ids import keyed_id
from satchel_protocol.record import UNSET, Access, Json, Origin, Record, TimeEvidence
from satchel_protocol.scope import KINDS, make_scope
from satchel_protocol.tombstone import Through, Tombstone

unicode_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
"""Any Unicode text, NUL and controls included."""
printable = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Zs"]), min_size=1, max_size=20)
contents = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=80).filter(
    lambda text: bool(text.strip())
)
times = st.datetimes(max_value=datetime(2026, 3, 1), timezones=st.just(UTC)).map(lambda at: at.replace(fold=0))  # noqa: DTZ001 - the zone is added
scopes = st.one_of(
    st.sampled_from(["user:ann", "user:ann/work", "user:10", "user:1", "public", "team:%25"]),
    st.builds(lambda kind, parts: make_scope(kind, *parts), st.sampled_from(KINDS), st.lists(unicode_text.filter(bool), min_size=1, max_size=3)),
).filter(lambda scope: len(scope) <= 1024)  # fmt: skip


def json_values(*, leaves: int = 6) -> st.SearchStrategy[Json]:
    """Any JSON value: integers beyond 64 bits, floats that other encoders spell differently, odd names."""
    scalars = st.one_of(
        st.none(), st.booleans(), st.integers(-(10**25), 10**25), st.floats(allow_nan=False, allow_infinity=False), unicode_text
    )  # fmt: skip
    return st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(unicode_text, inner, max_size=3), max_leaves=leaves
    )  # fmt: skip


objects = st.dictionaries(unicode_text, json_values(), max_size=3)


def unknown_fields(known: type) -> st.SearchStrategy[dict[str, Json]]:
    """Fields of an object that this version does not know."""
    from dataclasses import fields

    names = {f.name for f in fields(known)} | {"satchel"}
    return st.dictionaries(unicode_text.filter(lambda name: name not in names and name.islower()), json_values(), max_size=2).map(
        lambda found: {f"x_{name}": value for name, value in found.items()}
    )  # fmt: skip


accesses = st.builds(
    Access,
    level=st.sampled_from(["normal", "sensitive", "secret", "cosmic"]),
    classes=st.sets(printable, max_size=3).map(lambda found: tuple(sorted(found))),
    share=st.sampled_from([None, "owner", "scope", "any", "kin"]),
    detector=st.none() | printable,
    relaxed_at=st.none() | times,
    unknown=unknown_fields(Access),
)
evidences = st.builds(
    TimeEvidence,
    raw=json_values(leaves=2),
    unit=st.none() | printable,
    zone=st.none() | printable,
    precision=st.none() | printable,
    assumed=st.booleans(),
    unknown=unknown_fields(TimeEvidence),
)
origins = st.builds(
    Origin,
    tool=st.none() | printable,
    account=st.none() | unicode_text,
    path=st.none() | unicode_text,
    id=st.none() | unicode_text,
    role=st.none() | printable,
    exported_at=st.none() | times,
    imported_at=st.none() | times,
    importer=st.none() | printable,
    importer_version=st.none() | printable,
    time=st.none() | evidences,
    extra=objects,
    unknown=unknown_fields(Origin),
)
ids = st.one_of(st.sampled_from(["a", "b", "c", "茶", "a b"]), printable)
id_lists = st.lists(ids, max_size=3, unique=True).map(tuple)
tags = st.lists(printable.map(str.lower).filter(lambda tag: tag == tag.lower()), max_size=3, unique=True).map(tuple)
shares = st.none() | st.floats(0, 1) | st.sampled_from([0, 1])


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any valid record."""
    scope = draw(scopes)
    key = draw(st.none() | printable)
    id = draw(ids)
    value: Json = UNSET
    if key is not None:
        id = keyed_id(scope, key)
        value = draw(st.just(UNSET) | json_values())
    return Record(
        id=id,
        type=draw(st.sampled_from(["fact", "task", "preference", "skill", "interaction", "habit"])),
        content=draw(contents),
        scope=scope,
        source_agent=draw(printable),
        created_at=draw(st.none() | times),
        ttl=draw(st.none() | st.integers(0, 10**9) | st.floats(0, 1e9)),
        tags=draw(tags),
        meta=draw(objects.filter(lambda meta: "access" not in meta)),
        updated_at=draw(st.none() | times),
        key=key,
        value=value,
        state=draw(st.sampled_from([None, "archived", "superseded", "odd"])),
        access=draw(st.none() | accesses),
        importance=draw(shares),
        basis=draw(st.sampled_from([None, "stated", "observed", "inferred", "dreamt"])),
        confidence=draw(shares),
        supersedes=draw(id_lists),
        derived_from=draw(id_lists),
        revives=draw(st.sets(ids, max_size=2).map(lambda found: tuple(sorted(found)))),
        origin=draw(st.none() | origins),
        unknown=draw(unknown_fields(Record)),
    )


@st.composite
def tombstones(draw: st.DrawFn) -> Tombstone:
    """Any valid tombstone."""
    sorted_ids = st.sets(ids, max_size=3).map(lambda found: tuple(sorted(found)))
    through = draw(
        st.none()
        | st.builds(
            Through,
            updated_at=st.none() | times,
            created_at=st.none() | times,
            exported_at=st.none() | times,
            digest=printable,
            revives=sorted_ids,
            access=st.none() | accesses,
            unknown=unknown_fields(Through),
        )
    )
    name = draw(ids)
    if through is not None and name in through.revives:
        through = None
    return Tombstone(
        id=draw(ids),
        tombstone_id=name,
        scope=draw(scopes),
        deleted_at=draw(st.none() | times),
        actor=draw(unicode_text),
        reason=draw(st.sampled_from(["user", "source", "superseded", "policy", "expired"])),
        derived=draw(sorted_ids),
        prints=draw(st.sets(st.sampled_from(["00", "ff"])).map(lambda found: tuple(sorted(found)))),
        sketch=draw(st.lists(st.integers(0, 2**32 - 1), max_size=3).map(tuple)),
        cause=draw(st.none() | ids),
        through=through,
        unknown=draw(unknown_fields(Tombstone)),
    )
