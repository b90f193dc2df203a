"""What the owner lets through to models on purpose, and what is not handed on to somebody else."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from satchel import Memory
from satchel.access.policy import Policy
from satchel_protocol.errors import UsageError
from satchel_protocol.record import Access, Record


def a_record(scope: str = "user:ann", **access: object) -> Record:
    return Record(
        id="a",
        type="fact",
        content="x",
        scope=scope,
        source_agent="notes",
        access=Access(**access) if access else None,  # type: ignore[arg-type]
    )


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'm.db'}"


def test_an_allergy_is_let_through_to_a_model_on_purpose_and_in_its_scope_only(url: str) -> None:
    with Memory(url, scope="user:ann") as ann, Memory(url, scope="user:bob") as bob:
        ann.remember("Ann is allergic to peanuts")
        bob.remember("Bob is allergic to peanuts")
        assert [list(ann.recall("peanuts")), list(bob.recall("peanuts"))] == [[], []]
        ann.allow("health", scope="user:ann")
        assert [hit.record.content for hit in ann.recall("peanuts")] == ["Ann is allergic to peanuts"]
        assert [record.content for record in ann.list()] == ["Ann is allergic to peanuts"]
        assert bob.recall("peanuts").withheld == 1
        assert "peanuts" in ann.wake("order food for Ann, peanuts").text
        assert ann.disallow("health", scope="user:ann")
        assert list(ann.recall("peanuts")) == []


def test_a_permission_lets_nothing_into_a_file(url: str) -> None:
    with Memory(url, scope="user:ann") as memory:
        memory.remember("Ann is allergic to peanuts")
        memory.allow("health", scope="*")
        out = io.BytesIO()
        assert memory.export(out, scope="*").withheld == {"sensitive: health": 1}
        assert b"peanuts" not in out.getvalue()


def test_a_permission_for_one_class_does_not_let_another_out_with_it(url: str) -> None:
    with Memory(url, scope="user:ann") as memory:
        memory.remember("Ann is allergic to peanuts; the clinic's password is sunflower42")
        memory.allow("health", scope="*")
        assert memory.recall("peanuts").withheld == 1


def test_only_a_class_that_there_is_can_be_let_through(url: str) -> None:
    with Memory(url) as memory:
        memory.remember("x y z")
        with pytest.raises(UsageError, match="no such class"):
            memory.allow("allergies")
        memory.allow("health", dry_run=True)
        assert memory.permissions() == []


@pytest.mark.parametrize(
    ("scope", "share", "recipient", "reason"),
    [
        ("user:ann", None, "user:bob", None),
        ("user:ann", "any", "user:bob", None),
        ("user:ann", "owner", "user:bob", "not shared: owner"),
        ("user:ann", "owner", "user:ann", None),
        ("user:ann/work", "owner", "user:ann", None),
        ("team:web", "scope", "user:bob", "not shared: scope"),
        ("team:web/ops", "scope", "team:web", None),
        ("team:web", "scope", "team:web/ops", None),
        ("user:ann", "friends", "user:bob", "not shared: friends"),
    ],
)
def test_share_says_who_else_gets_a_record(scope: str, share: str | None, recipient: str, reason: str | None) -> None:
    record = a_record(scope, level="normal", share=share)
    assert Policy.allowing((), recipient=recipient).withhold(record) == reason
    assert Policy().withhold(record) is None


def test_an_export_for_somebody_else_leaves_out_what_is_not_shared_and_counts_it(url: str) -> None:
    with Memory(url, scope="user:ann") as memory:
        memory.remember("Ann keeps a diary", access=Access(share="owner"))
        memory.remember("Ann likes tea")
        out = io.BytesIO()
        trailer = memory.export(out, scope="user:ann", recipient="user:bob")
        assert (trailer.records, trailer.withheld) == (1, {"not shared: owner": 1})
        assert b"diary" not in out.getvalue()
        assert memory.export(io.BytesIO(), scope="user:ann").records == 2
