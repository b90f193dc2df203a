"""What `--fix` does: nothing is lost, nothing is made up, and a second run finds nothing more to do."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.checkup.making import CIRCUMSTANCES, NOW, memory

from satchel.move.checkup.examine import examine
from satchel.move.checkup.fixes import Fixer
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Access, Record


def fixed(*records: Record) -> tuple[dict[str, Record], dict[str, int]]:
    fixer = Fixer(examine(records, CIRCUMSTANCES).findings, lambda: records)
    after = {record.id: record for record in fixer.apply(records)}
    return after, fixer.fixed.to_json()


def test_copies_are_folded_into_the_oldest_with_what_only_they_knew() -> None:
    old = memory("a1", "User likes tea", tags=("drink",), importance=0.2, created_at=datetime(2026, 1, 1, tzinfo=UTC))
    new = memory(
        "a2", "- user likes tea.", tags=("tea",), importance=0.9, access=Access(level="sensitive", classes=("health",))
    )
    after, done = fixed(old, new)
    assert list(after) == ["a1"]
    kept = after["a1"]
    assert (kept.content, kept.tags, kept.importance) == ("User likes tea", ("drink", "tea"), 0.9)
    assert (kept.meta["folded"], kept.created_at, kept.updated_at) == (["a2"], old.created_at, new.created_at)
    assert kept.level == "sensitive"
    assert done["folded"] == 1


def test_what_pointed_to_a_copy_points_to_the_one_that_stays() -> None:
    sum_up = memory("a3", "Tea it is", derived_from=("a2",), supersedes=("a2", "zz"))
    after, _ = fixed(memory("a1", "User likes tea"), memory("a2", "User likes tea"), sum_up)
    assert (after["a3"].derived_from, after["a3"].supersedes) == (("a1",), ("a1", "zz"))


def test_a_folded_memory_is_valid_as_long_as_the_last_of_its_copies() -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    day = 86_400
    first = memory("a1", "Sale at the shop", created_at=start, ttl=30 * day)
    second = memory("a2", "Sale at the shop", created_at=start + timedelta(days=5), ttl=10 * day)
    kept = fixed(first, second)[0]["a1"]
    assert kept.valid_from == second.created_at
    assert kept.ttl == 25 * day
    assert fixed(first, replace(second, ttl=None))[0]["a1"].ttl is None


def test_relative_days_get_their_date_behind_them() -> None:
    after, done = fixed(memory("a1", "Met Ann yesterday; 下周三交报告, back in three days"))
    assert (
        after["a1"].content
        == "Met Ann yesterday (2026-01-31); 下周三（2026-02-04）交报告, back in three days (2026-02-04)"
    )
    assert done["dated"] == 1


def test_logs_and_what_is_expired_are_archived_and_secrets_marked() -> None:
    log = memory("a1", "[INFO] 2026-02-01 08:00:01 index rebuilt in 350 ms, 120 records")
    old = memory("a2", "Pass for the car park", ttl=60)
    secret = memory("a3", "the wifi password is sunflower42")
    after, done = fixed(log, old, secret)
    assert (after["a1"].state, after["a2"].state, after["a3"].state) == ("archived", "archived", None)
    assert (after["a3"].level, after["a3"].content, after["a3"].updated_at) == ("secret", secret.content, None)
    assert (done["archived"], done["marked"]) == (2, 1)


def test_a_changed_record_is_newer_than_it_was_by_next_to_nothing() -> None:
    record = memory("a1", "Met Ann yesterday")
    assert fixed(record)[0]["a1"].updated_at == record.created_at + timedelta(microseconds=1)  # type: ignore[operator]
    untouched = memory("a2", "User likes tea")
    assert fixed(untouched)[0]["a2"] == untouched


def test_a_text_that_changed_since_is_left_alone() -> None:
    record = memory("a1", "Met Ann yesterday")
    fixer = Fixer(examine([record], CIRCUMSTANCES).findings, lambda: [record])
    changed = replace(record, content="Met Ann on Monday")
    assert list(fixer.apply([changed])) == [changed]
    assert fixer.fixed.skipped == 1


TEXTS = st.sampled_from(
    [
        "User likes tea", "- user likes tea.", "Met Ann yesterday", "用户昨天去了杭州", "[INFO] job 12 done in 3 ms, 4 records",
        "the wifi password is sunflower42", "User prefers window seats", "User prefers window  seats",
    ]
)  # fmt: skip


@given(st.lists(st.tuples(TEXTS, st.integers(0, 40), st.sampled_from([None, 60, 10**9])), max_size=10))
def test_every_text_is_still_there_and_a_second_run_has_nothing_to_do(
    given_: list[tuple[str, int, int | None]],
) -> None:
    records = [
        memory(f"r{n:02}", text, created_at=NOW - timedelta(days=days, hours=1), ttl=ttl)
        for n, (text, days, ttl) in enumerate(given_)
    ]
    after, done = fixed(*records)
    assert len(after) + done["folded"] == len(records)
    assert done["skipped"] == 0
    left = [normalise_text(record.content) for record in after.values()]
    for record in records:
        opening = normalise_text(record.content)[:4]
        assert any(text.startswith(opening) for text in left)
    folded = {id for record in after.values() for id in record.meta.get("folded", ())}
    assert folded | set(after) == {record.id for record in records}
    again, more = fixed(*after.values())
    assert again == after
    assert set(more.values()) == {0}
