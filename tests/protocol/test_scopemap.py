"""Scopes that become others on the way in."""

from __future__ import annotations

import pytest

from satchel_protocol.conformance.fixed import memory
from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.ids import keyed_id
from satchel_protocol.scopemap import ScopeMap
from satchel_protocol.tombstone import Tombstone


@pytest.mark.parametrize(
    ("scope", "becomes"),
    [
        ("user:me", "user:bob"),
        ("user:me/work", "project:web"),
        ("user:me/work/notes", "project:web/notes"),
        ("user:me/workshop", "user:bob/workshop"),
        ("user:meg", "user:meg"),
        ("public", "public"),
    ],
)
def test_a_scope_takes_along_what_is_below_it_and_the_longest_rule_counts(scope, becomes) -> None:
    assert ScopeMap.of(["user:me=user:bob", "user:me/work=project:web"]).scope(scope) == becomes


def test_a_scope_may_hold_the_sign_itself() -> None:
    assert ScopeMap.of(["user:a=b=user:c=d"]).rules == (("user:a=b", "user:c=d"),)


@pytest.mark.parametrize("rule", ["user:me", "user:me=", "=user:me", "me=bob", "user:*=user:bob", ""])
def test_what_is_no_rule_is_refused(rule) -> None:
    with pytest.raises(InvalidScopeError):
        ScopeMap.of([rule])


def test_one_scope_cannot_become_two() -> None:
    with pytest.raises(InvalidScopeError):
        ScopeMap.of(["user:me=user:a", "user:me=user:b"])
    assert ScopeMap.of(["user:me=user:a", "user:me=user:a"]).rules == (("user:me", "user:a"),)


def test_an_id_stays_unless_it_follows_from_the_scope() -> None:
    to = ScopeMap.of({"user:me": "user:bob"})
    assert to.record(memory("a", scope="user:me")) == memory("a", scope="user:bob")
    keyed = to.record(memory(keyed_id("user:me", "user.theme"), scope="user:me", key="user.theme", value="dark"))
    assert keyed.id == keyed_id("user:bob", "user.theme")
    assert keyed.check().scope == "user:bob"
    other = memory("a", scope="user:ann")
    assert to.record(other) is other


def test_a_tombstone_and_the_names_of_its_keys_go_along() -> None:
    to = ScopeMap.of(["user:me/work=project:web/x", "user:bob=user:b"])
    assert to.tombstone(Tombstone(id="a", tombstone_id="t", scope="user:me/work/1")).scope == "project:web/x/1"
    assert to.roots({"user:me": ("k",), "user:bob": ("b",), "user:b": ("c",)}) == {
        "project:web": ("k",),
        "user:me": ("k",),
        "user:b": ("b", "c"),
    }
