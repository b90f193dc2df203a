"""Streams: everything that leaves a store comes into another one as it was, or not at all."""

from __future__ import annotations

import io
import json
from datetime import timedelta

import pytest

from satchel_protocol.conformance.base import SuiteBase, content, exported, records
from satchel_protocol.conformance.fixed import START, memory
from satchel_protocol.conformance.writing import FULL
from satchel_protocol.errors import (
    NotAStreamError,
    StreamAlteredError,
    StreamCountError,
    StreamError,
    StreamTruncatedError,
    StreamVersionError,
)
from satchel_protocol.record import Access
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Outcome
from satchel_protocol.store import Store


class Pipe(io.RawIOBase):
    """Bytes that can be read once and not sought."""

    def __init__(self, data: bytes) -> None:
        self._rest = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        return self._rest.readinto(buffer)  # type: ignore[arg-type]


class StreamingExamples(SuiteBase):
    """Examples of export and import."""

    @pytest.fixture
    def full(self, store: Store) -> Store:
        """A store with something of every kind."""
        store.write(FULL)
        store.write(memory("plain"))
        store.write(memory("public", scope="public", content="For all."))
        store.write(memory("gone", content="Gone."))
        store.delete("gone", actor="ann")
        store.keep_lines(['{"attachment":{"id":1,"b":"茶"}}', " [1,  2.50]"])
        return store

    def test_a_round_trip_is_byte_equal(self, full: Store, other: Store) -> None:
        stream = exported(full)
        arrival = other.import_stream(io.BytesIO(stream))
        assert arrival.items == sum(arrival.ledger.values()) == 6
        assert arrival.ledger == {
            Outcome.IMPORTED: 3,
            Outcome.TOMBSTONE_APPLIED: 1,
            Outcome.PASSED_THROUGH: 2,
        }
        assert exported(other).splitlines()[1:-1] == stream.splitlines()[1:-1]
        assert records(other) == records(full)

    def test_a_second_import_adds_nothing(self, full: Store, other: Store) -> None:
        other.import_stream(io.BytesIO(exported(full)))
        before, cursor = content(other), other.cursor()
        arrival = other.import_stream(io.BytesIO(exported(full)))
        assert arrival.ledger[Outcome.UNCHANGED] == 3
        assert arrival.ledger[Outcome.IMPORTED] == 0
        assert (content(other), other.cursor()) == (before, cursor)

    def test_an_import_beside_its_own_source_changes_nothing(self, full: Store) -> None:
        before, cursor = content(full), full.cursor()
        full.import_stream(io.BytesIO(exported(full)))
        assert (content(full), full.cursor()) == (before, cursor)

    def test_lines_stand_in_order_and_the_trailer_counts_them(self, full: Store) -> None:
        lines = [json.loads(line) for line in exported(full).splitlines()]
        assert lines[0]["satchel"] == "1.0"
        assert lines[0]["cursor"] == full.cursor()
        assert list(lines[1]) == ["tombstone"]
        assert [line["id"] for line in lines[2:5]] == sorted(["plain", "public", FULL.id])
        trailer = lines[-1]["trailer"]
        assert (trailer["records"], trailer["tombstones"], trailer["passed_through"]) == (3, 1, 2)
        assert trailer["types"] == {"fact": 2, "habit": 1}
        assert trailer["scopes"] == {"public": 1, "user:ann": 1, "user:ann/work": 1}

    def test_an_export_holds_the_scopes_asked_for_and_no_others(self, store: Store) -> None:
        for scope in ("user:1", "user:1/a", "user:10", "public", "team:x"):
            store.write_many([memory(f"{scope} {n}", scope=scope, content=f"{scope} {n}.") for n in (1, 2)])
            store.delete(f"{scope} 2")
        stream = exported(store, Scopes.of(["user:1"]))
        assert [json.loads(line).get("scope") for line in stream.splitlines()[3:-1]] == ["user:1", "user:1/a"]
        assert b"user:10" not in stream
        assert b"team:x" not in stream
        assert b"public" not in stream

    def test_an_import_takes_the_scopes_asked_for_and_counts_the_others(self, full: Store, other: Store) -> None:
        arrival = other.import_stream(io.BytesIO(exported(full)), scopes=Scopes.of("user:ann/work"))
        assert sorted(records(other)) == [FULL.id]
        assert arrival.ledger[Outcome.WITHHELD] == 5
        assert arrival.items == sum(arrival.ledger.values())

    def test_what_is_not_normal_stays_behind_unless_it_is_allowed_and_is_counted(self, store: Store) -> None:
        levels = ("normal", "sensitive", "secret", "odd")
        store.write_many([memory(x, content=f"The {x} one.", access=Access(level=x)) for x in levels])
        out = io.BytesIO()
        trailer = store.export_stream(out)
        assert trailer.records == 1
        assert dict(trailer.withheld) == {"sensitive": 1, "secret": 1, "odd": 1}
        assert b"The secret one" not in out.getvalue()
        assert b"The odd one" not in out.getvalue()

    def test_what_changed_since_a_cursor_can_be_exported_alone(self, full: Store, other: Store) -> None:
        other.import_stream(io.BytesIO(exported(full)))
        cursor = full.cursor()
        full.write(memory("plain", content="Edited."))
        full.write(memory("new", content="New."))
        full.delete("public")
        out = io.BytesIO()
        trailer = full.export_stream(out, since=cursor, withhold=lambda record: None)
        assert (trailer.records, trailer.tombstones) == (2, 1)
        header = json.loads(out.getvalue().splitlines()[0])
        assert (header["base"], header["cursor"]) == (cursor, full.cursor())
        out.seek(0)
        other.import_stream(out)
        assert records(other) == records(full)

    def test_a_pipe_is_read(self, full: Store, other: Store) -> None:
        other.import_stream(io.BufferedReader(Pipe(exported(full))))
        assert records(other) == records(full)

    @pytest.mark.parametrize("piped", [False, True])
    def test_nothing_of_a_damaged_stream_is_written(self, full: Store, other: Store, piped: bool) -> None:
        stream = exported(full)
        lines = stream.splitlines(keepends=True)
        damaged: list[tuple[bytes, type[StreamError]]] = [
            (b"", NotAStreamError),
            (b'{"content": "x"}\n', NotAStreamError),
            (b"".join(lines[:-1]), StreamTruncatedError),
            (stream[:-80], StreamTruncatedError),
            (stream.replace(b"For all", b"For ALL"), StreamAlteredError),
            (b"".join([*lines[:2], *lines[3:]]), StreamAlteredError),
            (stream + lines[2], StreamAlteredError),
            (stream.replace(b'"records":3', b'"records":4'), StreamCountError),
            (stream.replace(b'"satchel":"1.0"', b'"satchel":"2.0"'), StreamVersionError),
        ]
        cursor = other.cursor()
        for data, error in damaged:
            source = io.BufferedReader(Pipe(data)) if piped else io.BytesIO(data)
            with pytest.raises(error):
                other.import_stream(source)
            assert other.count() == 0
            assert other.tombstones() == []
            assert other.batches() == {}
            assert other.cursor() == cursor

    def test_a_damaged_stream_is_taken_when_that_is_accepted(self, full: Store, other: Store) -> None:
        stream = exported(full)
        arrival = other.import_stream(io.BytesIO(stream[: stream.index(b'"For all') + 4]), accept_partial=True)
        assert arrival.partial
        assert arrival.ledger[Outcome.REJECTED] == 1
        assert arrival.items == sum(arrival.ledger.values())
        assert len(other.quarantine()) == 1

    def test_one_bad_line_does_not_stop_the_good_ones(self, store: Store, other: Store) -> None:
        store.write_many([memory(id, content=f"Text {id}.") for id in "abc"])
        stream = exported(store, Scopes.of("user:ann"))
        broken = _rehashed(stream.replace(b'"Text b."', b"17"))
        arrival = other.import_stream(io.BytesIO(broken), name="x.satchel")
        assert sorted(records(other)) == ["a", "c"]
        assert arrival.ledger == {Outcome.IMPORTED: 2, Outcome.REJECTED: 1}
        item = other.quarantine()[0]
        assert item.outcome is Outcome.REJECTED
        assert "x.satchel:3" in item.reason
        assert "content" in item.reason

    def test_a_higher_minor_version_and_its_unknown_lines_are_passed_on(self, store: Store, other: Store) -> None:
        store.write(memory())
        store.keep_lines(['{"attachment": {"v": 1.1}}'])
        stream = exported(store).replace(b'"satchel":"1.0"', b'"satchel":"1.7","novel":[1]')
        other.import_stream(io.BytesIO(_rehashed(stream)))
        assert other.kept_lines() == ['{"attachment": {"v": 1.1}}']
        assert b'{"attachment": {"v": 1.1}}\n' in exported(other)

    def test_a_forgotten_record_in_an_old_stream_stays_forgotten(self, full: Store) -> None:
        old = exported(full)
        full.delete("plain")
        self.clock.advance(days=1)
        arrival = full.import_stream(io.BytesIO(old))
        assert arrival.ledger[Outcome.TOMBSTONED] == 1
        assert "plain" not in records(full)

    def test_the_times_of_a_stream_are_those_of_the_records(self, store: Store, other: Store) -> None:
        version = memory(created_at=None, updated_at=START - timedelta(days=99))
        store.merge([version])
        self.clock.advance(days=1)
        other.import_stream(io.BytesIO(exported(store)))
        assert records(other)["one"] == version


def _rehashed(stream: bytes) -> bytes:
    """A stream with the digest that its bytes now have."""
    from hashlib import sha256

    body, _, trailer = stream.rstrip(b"\n").rpartition(b"\n")
    data = json.loads(trailer)
    data["trailer"]["sha256"] = sha256(body + b"\n").hexdigest()
    return body + b"\n" + json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
