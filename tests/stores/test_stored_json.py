from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from satchel.stores.stored_json import decode, decode_record, encode, encode_record
from satchel_protocol.record import UNSET, Access, Origin, Record, TimeEvidence

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
ZONES = st.sampled_from([UTC, timezone(timedelta(hours=8)), timezone(-timedelta(hours=9, minutes=30))])
TIMES = st.integers(-62_135_000_000, 253_402_000_000).map(lambda seconds: EPOCH + timedelta(seconds=seconds))
TIMES = st.builds(
    lambda at, us, zone: (at + timedelta(microseconds=us)).astimezone(zone), TIMES, st.integers(0, 999_999), ZONES
)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
UNKNOWN = st.dictionaries(TEXT.map(lambda name: f"x-{name}"), VALUES, max_size=2)
EVIDENCE = st.builds(
    TimeEvidence, raw=VALUES, unit=st.none() | TEXT, zone=st.none() | TEXT, assumed=st.booleans(), unknown=UNKNOWN
)
ORIGINS = st.builds(
    Origin,
    tool=st.none() | TEXT,
    id=st.none() | TEXT,
    exported_at=st.none() | TIMES,
    imported_at=st.none() | TIMES,
    time=st.none() | EVIDENCE,
    extra=st.dictionaries(TEXT, VALUES, max_size=2),
    unknown=UNKNOWN,
)
ACCESS = st.builds(
    Access,
    level=TEXT,
    classes=TEXTS,
    share=st.none() | TEXT,
    detector=st.none() | TEXT,
    relaxed_at=st.none() | TIMES,
    unknown=UNKNOWN,
)
RECORDS = st.builds(
    Record,
    id=TEXT,
    type=TEXT,
    content=TEXT,
    scope=TEXT,
    source_agent=TEXT,
    created_at=st.none() | TIMES,
    updated_at=st.none() | TIMES,
    ttl=st.none() | st.integers(0, 10**30) | st.floats(0, 1e300),
    tags=TEXTS,
    meta=st.dictionaries(TEXT, VALUES, max_size=3),
    key=TEXT,
    value=st.just(UNSET) | VALUES,
    state=st.none() | TEXT,
    access=st.none() | ACCESS,
    importance=st.none() | st.floats(0, 1),
    confidence=st.none() | st.floats(0, 1),
    supersedes=TEXTS,
    derived_from=TEXTS,
    revives=TEXTS,
    origin=st.none() | ORIGINS,
    unknown=UNKNOWN,
)


@given(RECORDS)
def test_a_record_comes_back_exactly_as_it_was(record: Record) -> None:
    again = decode_record(encode_record(record))
    assert again == record
    assert again.digest() == record.digest()
    assert list(again.to_json()) == list(record.to_json())


@given(VALUES)
def test_a_json_value_comes_back_with_its_digits_and_types(value: Any) -> None:
    assert repr(decode(encode(value))) == repr(value)


def test_a_lone_surrogate_comes_back() -> None:
    assert decode(encode({"name": "\udcff", "n": 2**64 + 1})) == {"name": "\udcff", "n": 2**64 + 1}


def test_tags_and_meta_are_not_tidied_on_reading() -> None:
    # `Record.from_json` would lower-case the one and move the other.
    record = Record(
        id="a", type="fact", content="x", scope="public", source_agent="t", tags=("B",), meta={"access": {}}
    )
    assert decode_record(encode_record(record)) == record
