"""Permissions: kept, replaced, taken back, and never part of what leaves the store."""

from __future__ import annotations

import pytest

from satchel_protocol.conformance.base import SuiteBase, exported, needs
from satchel_protocol.conformance.fixed import memory
from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.store import Capability, Store


class PermissionExamples(SuiteBase):
    """Examples of permissions."""

    def test_a_permission_is_kept_with_who_gave_it_and_when(self, store: Store) -> None:
        given = store.permit("health", "user:ann", actor="ann")
        store.permit("email", "*", actor="bob")
        assert (given.kind, given.scope, given.actor, given.at) == ("health", "user:ann", "ann", self.clock())
        assert [(p.kind, p.scope) for p in store.permissions()] == [("email", "*"), ("health", "user:ann")]
        assert store.permissions()[1] == given

    @needs(Capability.DURABLE)
    def test_a_permission_outlives_the_process(self, store: Store) -> None:
        given = store.permit("health", "user:ann", actor="ann")
        assert self.reopen(store).permissions() == [given]

    def test_the_same_permission_twice_is_one(self, store: Store) -> None:
        store.permit("health", "user:ann", actor="ann")
        store.permit("health", "user:ann", actor="bob")
        assert [p.actor for p in store.permissions()] == ["bob"]

    def test_a_permission_is_taken_back_and_an_absent_one_is_silent(self, store: Store) -> None:
        store.permit("health", "user:ann", actor="ann")
        assert store.withdraw("health", "user:bob") is False
        assert store.withdraw("health", "user:ann") is True
        assert store.withdraw("health", "user:ann") is False
        assert store.permissions() == []

    def test_a_permission_needs_a_scope_that_is_one(self, store: Store) -> None:
        with pytest.raises(InvalidScopeError):
            store.permit("health", "nobody", actor="ann")
        assert store.permissions() == []

    def test_a_permission_stays_in_its_store(self, store: Store, other: Store) -> None:
        store.write(memory("a"))
        store.permit("health", "*", actor="somebody-else")
        stream = exported(store)
        assert b"somebody-else" not in stream
        assert other.permissions() == []
