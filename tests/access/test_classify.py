"""Access that is set from what a record says, and how an edit or an owner's decision changes it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from satchel.access.classes import DETECTOR
from satchel.access.classify import arriving, classified, reclassified
from satchel_protocol.merge import join_access
from satchel_protocol.record import Access, Origin, Record

AT = datetime(2026, 3, 1, tzinfo=UTC)
PASSWORD = "The wifi password is sunflower42"
HEALTH = "User is allergic to peanuts"
MAIL = "Write to ann@example.com"
PLAIN = "User likes oolong tea"


def record(content: str = PLAIN, **fields: object) -> Record:
    base = Record(id="one", type="fact", content=content, scope="user:ann", source_agent="agent", created_at=AT)
    return replace(base, **fields)  # type: ignore[arg-type]


def test_a_record_without_anything_stays_the_very_same() -> None:
    plain = record()
    assert classified(plain) is plain


@pytest.mark.parametrize(
    ("content", "level", "classes"),
    [(PASSWORD, "secret", ("password",)), (HEALTH, "sensitive", ("health",)), (MAIL, "normal", ("email",)), (f"{HEALTH}. {MAIL}", "sensitive", ("email", "health"))],
)  # fmt: skip
def test_the_level_is_that_of_the_gravest_class(content: str, level: str, classes: tuple[str, ...]) -> None:
    assert classified(record(content)).access == Access(level=level, classes=classes, detector=DETECTOR)


@pytest.mark.parametrize(
    "fields",
    [
        {"meta": {"note": {"deep": [PASSWORD]}}},
        {"meta": {"wifi_password": "sunflower42"}},
        {"key": "home.wifi.password", "value": "sunflower42"},
        {"tags": (HEALTH.lower(),)},
        {"origin": Origin(tool="x", extra={"phone": 13812345678})},
        {"origin": Origin(tool="x", extra={"lat": 47.62051, "lon": -122.34932})},
        {"unknown": {"later": {"api_key": "9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c"}}},
    ],
    ids=["meta", "a name in meta", "value", "tags", "extra", "numbers", "unknown"],
)
def test_everything_that_leaves_with_a_record_is_looked_at(fields: dict[str, Any]) -> None:
    access = classified(record(**fields)).access
    assert access is not None
    assert access.classes


def test_the_stricter_of_what_is_found_and_what_a_caller_says_stays() -> None:
    said = Access(level="secret", classes=("legal",), share="owner")
    assert classified(record(MAIL, access=said)).access == replace(said, classes=("email", "legal"), detector=None)
    assert classified(record(PASSWORD, access=Access(level="normal"))).level == "secret"


def test_what_its_owner_relaxed_stays_relaxed() -> None:
    relaxed = Access(level="normal", classes=("health",), relaxed_at=AT)
    assert classified(record(HEALTH, access=relaxed)).access == relaxed


class TestEdits:
    def test_what_only_the_detectors_said_goes_with_what_they_found(self) -> None:
        before = classified(record(PASSWORD))
        after, may_relax = reclassified(before, replace(before, content="The wifi password is in the drawer"))
        assert (after.access, may_relax) == (None, True)

    def test_an_edit_that_brings_a_secret_in_is_classified(self) -> None:
        before = record()
        after, _ = reclassified(before, replace(before, content=PASSWORD))
        assert after.level == "secret"

    def test_what_somebody_said_outlives_an_edit(self) -> None:
        before = classified(record(HEALTH, access=Access(level="secret", classes=("legal",), share="owner")))
        after, may_relax = reclassified(before, replace(before, content=PLAIN))
        assert not may_relax
        assert after.access is not None
        assert (after.level, after.access.share) == ("secret", "owner")
        assert "legal" in after.access.classes

    def test_the_sharing_that_somebody_set_outlives_it_too(self) -> None:
        before = classified(record(HEALTH, access=Access(share="owner")))
        after, _ = reclassified(before, replace(before, content=PLAIN))
        assert after.access == Access(share="owner")

    def test_after_a_relaxing_only_what_is_new_makes_it_stricter(self) -> None:
        relaxed = Access(level="normal", classes=("health",), relaxed_at=AT)
        before = record(HEALTH, access=relaxed)
        same, _ = reclassified(before, replace(before, content=HEALTH + ", and to nothing else"))
        worse, _ = reclassified(before, replace(before, content=f"{HEALTH}. {PASSWORD}"))
        assert same.access == relaxed
        assert worse.access is not None
        assert (worse.level, worse.access.relaxed_at) == ("secret", AT)


class TestArrivals:
    def test_a_decision_of_the_owner_covers_what_was_there_when_it_was_made(self) -> None:
        held = record(HEALTH, access=Access(level="normal", classes=("health",), relaxed_at=AT))
        assert arriving(classified(record(HEALTH)), held).access == classified(record(HEALTH)).access
        worse = arriving(classified(record(f"{HEALTH}. {PASSWORD}")), held)
        joined = join_access(held.access, worse.access)
        assert joined is not None
        assert joined.level == "secret"

    def test_what_has_its_own_decision_or_meets_nobody_arrives_as_it_is(self) -> None:
        new = classified(record(PASSWORD))
        assert arriving(new, None) is new
        assert arriving(new, record()) is new
        decided = record(PASSWORD, access=Access(level="normal", relaxed_at=AT))
        assert arriving(decided, record(HEALTH, access=Access(relaxed_at=AT))) is decided


@pytest.mark.parametrize("hash", ["5784683623b035cc86f4acc05bade8fa", "mem/342251", "0035fdc8-1f6e-4c0e-9d2b-6a1f0e9c7d55",
                                  "9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab", "Zk9qQ2xNd0FhUXJ2"])  # fmt: skip
@pytest.mark.parametrize("first", ["key", "cache_key", "dedup-key", "id", "session_id", "row.key", "记录号"])
@pytest.mark.parametrize("second", ["haxi", "hash", "etag", "x", "json.haxi", "指纹", "rev"])
def test_what_tells_rows_apart_is_no_secret(first: str, second: str, hash: str) -> None:
    for extra in ({first: hash}, {first: "mem/d72ecd", second: hash}, {first: hash, second: hash, "level": "INFO"}):
        assert classified(record(origin=Origin(tool="x", extra=extra))).access is None


def test_a_name_of_a_key_that_opens_something_says_so() -> None:
    for name in ("api_key", "secret_key", "aws_secret_access_key", "encryption key", "密钥", "access_token"):
        found = classified(record(origin=Origin(tool="x", extra={name: "5784683623b035cc86f4acc05bade8fa"}))).access
        assert (found and found.classes) == ("api_key",), name
