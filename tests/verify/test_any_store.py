"""Whatever a store holds: a copy of it is sound, and one that lost or changed any record is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st

from satchel.access.policy import OWNER
from satchel.move.verify.outcome import Verdict
from satchel.service.verification import VerifyOptions, judge
from satchel.service.verification_places import Circumstances, truth_of
from satchel_protocol.conformance.strategies import records
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.ids import new_id
from satchel_protocol.record import Record

AT = Circumstances(now=datetime(2026, 9, 20, tzinfo=UTC), zone=UTC, clock=lambda: datetime.now(UTC), ids=new_id)


def copied(old: EphemeralStore) -> EphemeralStore:
    stream = BytesIO()
    old.export_stream(stream, withhold=OWNER.withhold)
    stream.seek(0)
    new = EphemeralStore()
    new.adopt_print_keys(old.print_keys())
    new.import_stream(stream, quarantine_similar=False)
    return new


def verdict(old: EphemeralStore, new: EphemeralStore) -> Verdict:
    return judge(truth_of(old, AT), new, VerifyOptions(zone=UTC, sample=3))


def named(found: Verdict) -> set[str]:
    return {failure.record for check in found.checks if check.is_exact for failure in check.failures}


@given(st.lists(records(), max_size=12), st.sets(st.integers(0, 11), max_size=3))
def test_a_copy_is_sound(given_records: Sequence[Record], forgotten: set[int]) -> None:
    old = EphemeralStore()
    old.merge(given_records)
    for number in forgotten & set(range(len(given_records))):
        old.delete(given_records[number].id)
    found = verdict(old, copied(old))
    assert found.sound, [(c.name, c.failures) for c in found.checks if not c.ok]
    assert found.records == old.count()


@given(
    st.lists(records(), min_size=1, max_size=8),
    st.randoms(use_true_random=False),
    st.sampled_from(["lost", "text", "time", "scope"]),
)
def test_a_copy_that_was_changed_is_not(given_records: Sequence[Record], random: object, how: str) -> None:
    old = EphemeralStore()
    old.merge(given_records)
    ids = [version.record.id for version in old.enumerate()]
    if not ids:
        return
    new = copied(old)
    target = random.choice(ids)  # type: ignore[attr-defined]
    with new._begin(write=True) as tx:
        version = tx.current(target)
        assert version is not None
        record = version.record
        changed = {
            "lost": record,
            "text": replace(record, content=record.content + " and more"),
            "time": replace(record, created_at=(record.created_at or AT.now) + timedelta(hours=3)),
            "scope": replace(record, scope="user:somebody-else/entirely"),
        }[how]
        tx.drop(target)
        if how != "lost":
            tx.put(replace(version, record=changed, digest=changed.digest(), seq=tx.next_seq()), prints=(), keep=False)
    found = verdict(old, new)
    assert not found.sound
    assert named(found) == {target}
