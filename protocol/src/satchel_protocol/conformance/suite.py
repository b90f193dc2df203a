"""The whole suite in one class: examples, properties, a state machine."""

from __future__ import annotations

import io
from typing import ClassVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from satchel_protocol.conformance import strategies
from satchel_protocol.conformance.base import exported, records
from satchel_protocol.conformance.feeding import FeedExamples
from satchel_protocol.conformance.forgetting import ForgettingExamples
from satchel_protocol.conformance.machine import SideBySide
from satchel_protocol.conformance.merging import MergingExamples
from satchel_protocol.conformance.permitting import PermissionExamples
from satchel_protocol.conformance.purging import PurgingExamples
from satchel_protocol.conformance.searching import SearchingExamples
from satchel_protocol.conformance.streaming import StreamingExamples
from satchel_protocol.conformance.syncing import SyncExamples
from satchel_protocol.conformance.undoing import UndoingExamples
from satchel_protocol.conformance.vectors import VectorExamples
from satchel_protocol.conformance.writing import WritingExamples
from satchel_protocol.errors import TombstonedError
from satchel_protocol.record import Record
from satchel_protocol.state import Outcome
from satchel_protocol.tombstone import Tombstone


class StoreSuite(
    WritingExamples,
    ForgettingExamples,
    MergingExamples,
    UndoingExamples,
    FeedExamples,
    SearchingExamples,
    StreamingExamples,
    PurgingExamples,
    PermissionExamples,
    SyncExamples,
    VectorExamples,
):
    """What every store must do. Subclass it, say in `make` how the store is opened, and in `gaps` what it cannot do.

    The whole suite, never a chosen part. Examples of properties and the steps of the state machine can be made fewer
    for a slow store and more for a thorough run.
    """

    examples: ClassVar[int] = 20
    """Examples of a property."""
    machine_runs: ClassVar[int] = 15
    """Runs of the state machine."""
    machine_steps: ClassVar[int] = 20
    """Steps of a run."""

    _names: int = 0

    def next_name(self) -> str:
        """A name for one more store of this test."""
        self._names += 1
        return f"store {self._names}"

    def _settings(self, examples: int) -> settings:
        # A function-scoped fixture is fine: each example makes its own store.
        return settings(
            max_examples=examples,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        )

    def test_any_record_is_kept_exactly(self) -> None:
        @self._settings(self.examples)
        @given(st.lists(strategies.records(), max_size=4, unique_by=lambda record: record.id))
        def check(many: list[Record]) -> None:
            store = self.new_store(self.next_name())
            store.merge(many)
            for record in many:
                found = store.read(record.id)
                assert found is not None
                assert found.record == record
                assert found.record.to_json() == record.to_json()
                assert found.digest == record.digest()
            assert [v.record.id for v in store.enumerate()] == sorted(record.id for record in many)
            store.close()

        check()

    def test_any_stream_passes_through_byte_equal(self) -> None:
        @self._settings(self.examples)
        @given(st.lists(strategies.records() | strategies.tombstones(), max_size=5))
        def check(items: list[Record | Tombstone]) -> None:
            store, other = self.new_store(self.next_name()), self.new_store(self.next_name())
            store.merge(items)
            stream = exported(store)
            arrival = other.import_stream(io.BytesIO(stream), quarantine_similar=False)
            assert arrival.items == sum(arrival.ledger.values())
            assert exported(other).splitlines()[1:-1] == stream.splitlines()[1:-1]
            store.close()
            other.close()

        check()

    def test_whatever_was_deleted_stays_deleted(self) -> None:
        @self._settings(self.examples)
        @given(strategies.records(), strategies.records())
        def check(record: Record, later: Record) -> None:
            store = self.new_store(self.next_name())
            store.write(record, revive=True)
            store.delete(record.id)
            same_text = Record(
                id="another", type="fact", content=record.content, scope=record.scope, source_agent="agent"
            )
            for version in (record, same_text):
                assert store.merge([version])[0].outcome is Outcome.TOMBSTONED
                try:
                    store.write(version)
                except TombstonedError:
                    continue
                raise AssertionError("a forgotten memory was written without a revive")
            assert records(store) == {}
            store.close()

        check()

    def test_random_operations_do_what_they_do_to_the_reference(self) -> None:
        class Machine(SideBySide):
            suite = self

        run_state_machine_as_test(
            Machine,
            settings=settings(self._settings(self.machine_runs), stateful_step_count=self.machine_steps),
        )
