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
    StreamSignatureError,
    StreamTruncatedError,
    StreamVersionError,
)
from satchel_protocol.printkeys import name_of_key
from satchel_protocol.record import Access
from satchel_protocol.scope import Scopes, scope_root
from satchel_protocol.state import Outcome
from satchel_protocol.store import Store
from satchel_protocol.stream import Signature, StreamReader


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

    def test_keys_of_fingerprints_travel_when_they_are_asked_to(self, full: Store, other: Store) -> None:
        full.delete("plain")
        bare, carrying = io.BytesIO(), io.BytesIO()
        full.export_stream(bare)
        full.export_stream(carrying, carry_keys=True)
        buried = {scope_root(tombstone.scope) for tombstone in full.tombstones()}
        assert buried
        for root, keys in full.print_keys().items():
            assert not any(key.hex().encode() in bare.getvalue() for key in keys)
            assert root not in buried or all(key.hex().encode() in carrying.getvalue() for key in keys)
        carrying.seek(0)
        arrival = other.import_stream(carrying)
        assert arrival.by_id_only == 0

    def test_a_signed_trailer_is_looked_at_before_anything_is_written(self, full: Store, other: Store) -> None:
        signed: list[bytes] = []

        def sign(message: bytes) -> Signature:
            signed.append(message)
            return Signature(key="ed25519:x", value="y")

        out = io.BytesIO()
        trailer = full.export_stream(out, sign=sign)
        assert trailer.signature == Signature(key="ed25519:x", value="y")
        seen: list[StreamReader] = []

        def refuse(reader: StreamReader) -> None:
            seen.append(reader)
            raise StreamSignatureError("nobody we know")

        out.seek(0)
        with pytest.raises(StreamSignatureError):
            other.import_stream(out, check=refuse)
        assert seen[0].trailer == trailer
        assert [trailer.signed_bytes()] == signed
        assert records(other) == {}
        assert not other.batches()

    def test_a_rotated_key_is_the_first_and_the_earlier_one_still_matches(self, store: Store) -> None:
        store.write(memory("one", content="Likes tea."))
        store.delete("one")
        before = store.print_keys()["user:ann"]
        made = store.rotate_print_keys()
        after = store.print_keys()["user:ann"]
        assert after[1:] == before
        assert made["user:ann"] == name_of_key(after[0])
        [merged] = store.merge([memory("other", content="likes  TEA.")])
        assert merged.outcome is Outcome.TOMBSTONED

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
