"""What a policy withholds, and what lets it out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from satchel.access.policy import OWNER, STRICT, Policy
from satchel_protocol.errors import UsageError
from satchel_protocol.record import Access, Record


def record(level: str | None = None, *classes: str) -> Record:
    access = Access(level=level, classes=classes) if level is not None else None
    at = datetime(2026, 3, 1, tzinfo=UTC)
    return Record(id="a", type="fact", content="x", scope="user:ann", source_agent="t", created_at=at, access=access)


@pytest.mark.parametrize(
    ("held", "reason"),
    [
        (record(), None),
        (record("normal", "email"), None),
        (record("secret", "card"), "secret: card"),
        (record("sensitive", "email", "health"), "sensitive: health"),
        (record("sensitive"), "sensitive"),
        (record("sensitive", "email"), "sensitive: email"),
        (record("classified", "health"), "secret: health"),
    ],
)
def test_what_stays_by_default_and_why(held: Record, reason: str | None) -> None:
    assert STRICT.withhold(held) == reason
    assert OWNER.withhold(held) is None


def test_a_class_lets_out_what_is_withheld_for_it_alone() -> None:
    health = Policy.allowing([" Health "])
    assert health.withhold(record("sensitive", "health")) is None
    assert health.withhold(record("sensitive", "email", "health", "phone")) is None, "flagged classes need no leave"
    assert health.withhold(record("secret", "card", "health")) == "secret: card, health"
    assert health.withhold(record("sensitive")) == "sensitive"


def test_a_class_does_not_let_out_what_somebody_made_stricter_than_it_is() -> None:
    assert Policy.allowing(["health"]).withhold(record("secret", "health")) == "secret: health"
    assert Policy.allowing(["health"]).withhold(record("classified", "health")) == "secret: health"
    assert Policy.allowing(["email"]).withhold(record("sensitive", "email")) is None


def test_the_name_of_another_tools_class_lets_it_out() -> None:
    assert Policy.allowing(["legal"]).withhold(record("secret", "legal")) is None


def test_flagged_classes_are_held_back_on_request_even_from_their_owner() -> None:
    policy = Policy.allowing(["all"], holding=["email", "phone"])
    assert policy.withhold(record("normal", "email")) == "held back: email"
    assert policy.withhold(record("sensitive", "health")) is None
    assert Policy.allowing([], holding=["all"]).withhold(record("normal", "public_ip")) == "held back: public_ip"


def test_holding_back_a_class_that_is_never_found_is_a_mistake() -> None:
    with pytest.raises(UsageError, match="e-mail: no such class"):
        Policy.allowing([], holding=["e-mail"])


def test_a_line_nobody_can_read_stays_for_what_is_found_in_it() -> None:
    line = '{"reminder": {"scope": "user:ann", "text": "the wifi password is sunflower42"}}'
    assert STRICT.withhold_line(line) == "secret: password"
    assert OWNER.withhold_line(line) is None
    assert Policy.allowing(["password"]).withhold_line(line) is None
    assert STRICT.withhold_line('{"reminder": {"text": "water the plants"}}') is None


@pytest.mark.parametrize(
    ("share", "scope", "recipient", "stays"),
    [
        (None, "user:ann", "user:bob", False),
        ("any", "user:ann", "user:bob", False),
        ("owner", "user:ann", "user:bob", True),
        ("owner", "user:bob/trips", "user:bob", False),
        ("owner", "team:crew", "team:crew/night", True),
        ("scope", "user:ann", "user:bob", True),
        ("scope", "team:crew/log", "team:crew/night", False),
        ("scope", "team:crew", "team:crewmates", True),
        ("friends", "user:ann", "user:bob", True),
    ],
)
def test_what_is_not_shared_with_somebody_stays_whatever_classes_are_let_out(share, scope, recipient, stays) -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    held = Record(
        id="a", type="fact", content="x", scope=scope, source_agent="t", created_at=at, access=Access(share=share)
    )
    reason = Policy.allowing(["all"], recipient=recipient).withhold(held)
    assert reason == (f"not shared: {share}" if stays else None)
    assert Policy.allowing(["all"]).withhold(held) is None, "only where it is for somebody else"
