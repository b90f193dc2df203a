"""The stream: what is damaged is recognised, what is good is read in constant memory."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel_protocol.conformance import memory
from satchel_protocol.conformance.streaming import Pipe
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.errors import (
    NotAStreamError,
    StreamAlteredError,
    StreamCountError,
    StreamError,
    StreamTruncatedError,
    StreamVersionError,
)
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Outcome
from satchel_protocol.stream import (
    MAX_LINE_BYTES,
    BadLine,
    Header,
    StreamItem,
    StreamReader,
    StreamWriter,
    UnknownLine,
    looks_like_stream,
    read_header,
)
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transfer import may_pass

AT = datetime(2026, 3, 1, tzinfo=UTC)
UNKNOWN = '{"attachment": {"name": "茶.png"}}'


def written(lines: int = 1) -> bytes:
    out = io.BytesIO()
    writer = StreamWriter(out)
    writer.header(Header(stream_id="s", producer="test/1", created_at=AT, scopes=("user:ann",), cursor="c"))
    writer.tombstone(Tombstone(id="gone", tombstone_id="t", scope="user:ann"))
    writer.record(memory("one", content="安喜欢乌龙茶。"))
    writer.record(memory("two", type="task"))
    writer.withhold("secret")
    for _ in range(lines):
        writer.line(UNKNOWN)
    writer.trailer()
    return out.getvalue()


STREAM = written()


def read(data: bytes, **options: Any) -> tuple[list[StreamItem], StreamReader]:
    reader = StreamReader(io.BytesIO(data), **options)
    return list(reader), reader


def sealed(lines: list[bytes], **counts: Any) -> bytes:
    """Lines with a trailer whose digest is right, whatever it counts."""
    body = b"".join(line + b"\n" for line in lines)
    trailer = {"records": 0, "tombstones": 0, "passed_through": 0, "sha256": sha256(body).hexdigest()} | counts
    return body + json.dumps({"trailer": trailer}).encode() + b"\n"


HEADER = b'{"satchel":"1.0","stream_id":"s","producer":"p"}'


def record_line(**changes: Any) -> bytes:
    return json.dumps(memory().to_json() | changes, ensure_ascii=False).encode()


def test_everything_is_read_back_in_order() -> None:
    items, reader = read(STREAM)
    assert items == [
        Tombstone(id="gone", tombstone_id="t", scope="user:ann"),
        memory("one", content="安喜欢乌龙茶。"),
        memory("two", type="task"),
        UnknownLine(UNKNOWN),
    ]
    assert reader.header == Header(stream_id="s", producer="test/1", created_at=AT, scopes=("user:ann",), cursor="c")
    assert reader.trailer is not None
    assert reader.trailer.withheld == {"secret": 1}
    assert reader.partial == ""


@pytest.mark.parametrize("end", range(len(STREAM)))
def test_a_stream_cut_off_anywhere_is_refused(end: int) -> None:
    data = STREAM[:end]
    if end == len(STREAM) - 1:
        read(data)  # all that is missing is the last line feed
        return
    with pytest.raises((StreamTruncatedError, NotAStreamError)) as refused:
        read(data)
    if data.startswith(b'{"satchel":'):
        assert refused.type is StreamTruncatedError
    with pytest.raises(StreamError):
        StreamReader(io.BytesIO(data)).verify()


@pytest.mark.parametrize("bit", [0, 3, 5])
def test_a_flipped_bit_anywhere_before_the_trailer_is_recognised(bit: int) -> None:
    for place in range(STREAM.index(b'{"trailer"')):
        data = bytearray(STREAM)
        data[place] ^= 1 << bit
        with pytest.raises(StreamError):
            read(bytes(data))


@given(st.data())
def test_a_changed_trailer_is_refused_or_says_the_same(data: st.DataObject) -> None:
    start = STREAM.index(b'{"trailer"')
    place = data.draw(st.integers(start, len(STREAM) - 2))
    changed = bytearray(STREAM)
    changed[place] ^= 1 << data.draw(st.integers(0, 7))
    try:
        items, reader = read(bytes(changed))
    except StreamError:
        return
    assert items == read(STREAM)[0]
    assert reader.trailer is not None
    assert (reader.trailer.records, reader.trailer.tombstones, reader.trailer.passed_through) == (2, 1, 1)


@given(st.data())
def test_a_line_left_out_doubled_or_moved_is_recognised(data: st.DataObject) -> None:
    lines = STREAM.splitlines(keepends=True)
    place = data.draw(st.integers(0, len(lines) - 1))
    other = data.draw(st.integers(0, len(lines)))
    line = lines[place]
    act = data.draw(st.sampled_from(["drop", "double", "move"]))
    if act != "double":
        del lines[place]
    if act != "drop":
        lines.insert(min(other, len(lines)), line)
    changed = b"".join(lines)
    if changed != STREAM:
        with pytest.raises(StreamError):
            read(changed)


@pytest.mark.parametrize(
    ("data", "error", "says"),
    [
        (b"", NotAStreamError, "no Satchel stream"),
        (b"\n", NotAStreamError, "no Satchel stream"),
        (b"hello", NotAStreamError, "import"),
        (b"PK\x03\x04\x00\xff", NotAStreamError, "no Satchel stream"),
        (b"[1]\n", NotAStreamError, "no Satchel stream"),
        (b'{"satchel": 1}\n', NotAStreamError, "no Satchel stream"),
        (b"[" * 100_000 + b"\n", NotAStreamError, "no Satchel stream"),
        (record_line(satchel="1.0") + b"\n", NotAStreamError, "no header"),
        (b'{"satchel":"2.0"}\n', StreamVersionError, "2.0"),
        (b'{"satchel":"10.3"}\n', StreamVersionError, "reads 1.x"),
        (b'{"satchel":"\xc2\xb2.0"}\n', StreamVersionError, "version"),
        (b'{"satchel":"' + b"9" * 5000 + b'"}\n', StreamVersionError, "version"),
        (b'{"satchel":""}\n', StreamVersionError, "version"),
        (HEADER + b"\n", StreamTruncatedError, "without a trailer"),
        (sealed([HEADER], records=1), StreamCountError, "counts 1 lines, the stream holds 0"),
        (sealed([HEADER, record_line()]), StreamCountError, "counts 0 lines, the stream holds 1"),
        (sealed([HEADER, record_line()], tombstones=1), StreamCountError, "kind record"),
        (sealed([HEADER, record_line()], records=1, types={"task": 1}), StreamCountError, "per type"),
        (sealed([HEADER, record_line()], records="1"), StreamCountError, "counts"),
        (sealed([HEADER], records=-1, tombstones=1), StreamCountError, "kind record"),
        (sealed([HEADER], sha256="00"), StreamAlteredError, "altered"),
        (sealed([HEADER]) + b"\n" + record_line(), StreamAlteredError, "goes on after"),
        (sealed([HEADER]) + b"\n" * 100_000 + b"x", StreamAlteredError, "goes on after"),
    ],
)  # fmt: skip
def test_each_kind_of_damage_has_its_own_error(data: bytes, error: type[StreamError], says: str) -> None:
    for act in (list, StreamReader.verify):
        with pytest.raises(error, match=says) as refused:
            act(StreamReader(io.BytesIO(data), name="a.satchel"))
        assert "a.satchel" in str(refused.value)
    store = EphemeralStore()
    with pytest.raises(error):
        store.import_stream(io.BytesIO(data))
    assert store.cursor() == EphemeralStore().cursor()


def test_a_higher_minor_version_is_read_and_what_is_new_in_it_kept() -> None:
    line = b'{"edge":{"from":"a","to":"b"}}'
    data = sealed(
        [b'{"satchel":"1.99","novel":true}', record_line(novel=1), line], records=1, passed_through=1, edges=1
    )
    items, reader = read(data)
    assert items == [memory(unknown={"novel": 1}), UnknownLine(line.decode())]
    assert reader.header is not None
    assert reader.header.unknown == {"novel": True}
    assert reader.trailer is not None
    assert reader.trailer.unknown == {"edges": 1}


def test_blank_lines_and_carriage_returns_are_no_items() -> None:
    data = sealed([HEADER, b"", record_line() + b"\r", b"  "], records=1, types={"fact": 1})
    assert read(data)[0] == [memory()]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (record_line(content=""), "content"),
        (record_line(scope="nowhere"), "scope"),
        (record_line(meta={"x": 1}).replace(b"1}", b"NaN}"), "NaN"),
        (record_line(content="x").replace(b'"x"', b'"\\ud800"'), "surrogate"),
        (record_line(meta={"x": "y"}).replace(b'"y"', b'"\\udc00"'), "meta.x"),
        (b'{"id":"a","type":"fact"}', "content"),
        (b'{"tombstone":{"id":"a"}}', "scope"),
        (b'{"tombstone":7}', "object"),
    ],
)
def test_a_bad_record_line_is_one_bad_item_of_its_kind(line: bytes, says: str) -> None:
    bad, kind = [HEADER, line, record_line()], "tombstones" if b"tombstone" in line else "records"
    counts = {"records": 1} | ({"tombstones": 1} if kind == "tombstones" else {"records": 2})
    if b"NaN" not in line:
        with pytest.raises(StreamCountError):
            read(sealed(bad, records=1))
    items, _ = read(sealed(bad, **counts), name="f")
    assert isinstance(items[0], BadLine)
    assert says in items[0].reason
    assert "f:2" in items[0].reason
    assert items[1:] == [memory()]


@pytest.mark.parametrize("line", [b"not json", b"\xff\xfe", b'{"a":', b"[" * 100_000, b'{"a":' + b"1" * 5000 + b"}"])
def test_a_line_that_is_no_json_is_one_bad_item(line: bytes) -> None:
    items, _ = read(sealed([HEADER, line, record_line()], records=2))
    assert isinstance(items[0], BadLine)
    assert items[1:] == [memory()]


@pytest.mark.parametrize(
    "line", ["[1,2]", "7", '"text"', "null", "{}", '{"id":"a"}', '{"trailer":5}', '{"a": "\\ud800"}', ' {"x" : 1.50 } ']
)
def test_any_other_json_line_passes_through_as_it_stands(line: str) -> None:
    store = EphemeralStore()
    store.import_stream(io.BytesIO(sealed([HEADER, line.encode()], passed_through=1)))
    assert store.kept_lines() == [line]
    out = io.BytesIO()
    store.export_stream(out)
    assert read(out.getvalue())[0] == [UnknownLine(line)]


def test_unknown_lines_go_with_their_scope() -> None:
    mine, other, wide = Scopes.of("user:ann"), Scopes.of("user:bob"), Scopes.of("*")
    for line in ('{"scope":"user:ann/x","a":1}', '{"edge":{"scope":"user:ann"}}', '{"scope":"user:%61nn"}'):
        assert may_pass(line, mine)
        assert not may_pass(line, other)
        assert may_pass(line, wide)
    for line in ("[1]", "7", '{"a":{"b":{"scope":"user:ann"}}}', '{"scope":7}', '{"scope":"ann"}'):
        assert not may_pass(line, mine)
        assert may_pass(line, wide)


class Lines(io.RawIOBase):
    """A source that makes its lines as they are read, and knows none of the past."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines, self._rest = lines, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            line = next(self._lines, None)
            if line is None:
                return 0
            self._rest = line
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def with_trailer(lines: Iterator[bytes], **counts: Any) -> Iterator[bytes]:
    hash_ = sha256()
    for line in lines:
        hash_.update(line)
        yield line
    trailer = {"records": 0, "tombstones": 0, "passed_through": 0, "sha256": hash_.hexdigest()} | counts
    yield json.dumps({"trailer": trailer}).encode() + b"\n"


def peak_of(act: Any) -> int:
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_line_of_70_mb_is_one_bad_item_in_bounded_memory() -> None:
    chunk, chunks = b"x" * (1 << 20), 70

    def lines() -> Iterator[bytes]:
        yield HEADER + b"\n"
        yield b'{"content":"' + chunk
        for _ in range(chunks - 1):
            yield chunk
        yield b'"}\n'
        yield record_line() + b"\n"

    items: list[StreamItem] = []

    def act() -> None:
        source = io.BufferedReader(Lines(with_trailer(lines(), records=2)))
        items.extend(StreamReader(source, name="f"))

    assert peak_of(act) < 2.2 * MAX_LINE_BYTES
    assert isinstance(items[0], BadLine)
    assert "f:2" in items[0].reason
    assert "64 MiB" in items[0].reason
    assert items[1:] == [memory()], "and the digest of the whole still holds"


def test_a_hundred_thousand_records_are_read_and_written_in_constant_memory() -> None:
    template = record_line().decode()

    def lines(count: int) -> Iterator[bytes]:
        yield HEADER + b"\n"
        for number in range(count):
            yield template.replace('"one"', f'"{number}"').encode() + b"\n"

    class Sink(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            return len(data)

    def act(count: int) -> None:
        writer = StreamWriter(Sink())  # type: ignore[arg-type]
        writer.header(Header(stream_id="s", producer="p"))
        reader = StreamReader(io.BufferedReader(Lines(with_trailer(lines(count), records=count))))
        for item in reader:
            assert isinstance(item, Record)
            writer.record(item)
        assert writer.trailer().records == count

    act(10)
    small = peak_of(lambda: act(1_000))
    # Traced for a part of it only: tracing is slow, and what grows with the number of lines shows here as well.
    large = peak_of(lambda: act(6_000))
    assert large < small + 100_000
    act(100_000)


def test_a_pipe_is_staged_and_nothing_of_a_broken_one_is_written() -> None:
    store = EphemeralStore()
    with pytest.raises(StreamAlteredError):
        store.import_stream(io.BufferedReader(Pipe(STREAM.replace(b"task", b"fact", 1))))
    assert store.count() == 0
    assert store.batches() == {}
    arrival = store.import_stream(io.BufferedReader(Pipe(STREAM)))
    assert arrival.items == 4
    assert store.count() == 2


def test_a_stream_may_begin_in_the_middle_of_a_file() -> None:
    file = io.BytesIO(b"something before\n" + STREAM)
    file.readline()
    store = EphemeralStore()
    store.import_stream(file)
    assert store.count() == 2


def test_an_accepted_part_says_what_was_wrong() -> None:
    cut = STREAM[: STREAM.index(b'"two"') + 2]
    items, reader = read(cut, accept_partial=True)
    assert [type(item) for item in items] == [Tombstone, Record, BadLine]
    assert "cut off" in reader.partial
    altered = STREAM.replace(b"task", b"fact", 1)
    items, reader = read(altered, accept_partial=True)
    assert len(items) == 4
    assert "altered" in reader.partial
    for hopeless in (b"", b'{"satchel":"2.0"}\n', b"hello\n"):
        with pytest.raises(StreamError):
            read(hopeless, accept_partial=True)


def test_every_line_ends_in_one_count_of_the_ledger() -> None:
    lines = [
        HEADER,
        record_line(),
        record_line(id="two", content=7),
        b'{"tombstone":{"id":"x","scope":"user:bob"}}',
        b"rubbish",
        b"[1]",
    ]
    store = EphemeralStore()
    arrival = store.import_stream(io.BytesIO(sealed(lines, records=3, tombstones=1, passed_through=1)))
    assert arrival.ledger == {
        Outcome.IMPORTED: 1, Outcome.REJECTED: 2, Outcome.TOMBSTONE_APPLIED: 1, Outcome.PASSED_THROUGH: 1,
    }  # fmt: skip
    assert arrival.items == arrival.ledger.total() == 5
    assert sum(arrival.reasons.values()) == 2


def test_tombstones_whose_key_is_not_here_count_as_by_id_only() -> None:
    ours, theirs = EphemeralStore(), EphemeralStore()
    for store, id in ((ours, "a"), (theirs, "b")):
        store.write(memory(id, content=f"Text {id}."))
        store.delete(id)
    out = io.BytesIO()
    theirs.export_stream(out)
    assert all(key.hex() not in out.getvalue().decode() for keys in theirs.print_keys().values() for key in keys)
    out.seek(0)
    assert ours.import_stream(out).by_id_only == 1
    ours.adopt_print_keys(theirs.print_keys())
    out.seek(0)
    assert ours.import_stream(out).by_id_only == 0


def test_headers_are_recognised_by_their_shape() -> None:
    assert looks_like_stream(STREAM.splitlines()[0])
    assert looks_like_stream(b'{"satchel": "7.0"}')
    for line in (b"", b"{}", b"hello", record_line(satchel="1.0"), b'{"satchel":1}', b"\xff"):
        assert not looks_like_stream(line)
    odd = read_header(b'{"satchel":"1.1","scopes":"x","cursor":5,"created_at":"no","print_keys":[]}\n', name="f")
    assert odd == Header(version="1.1", stream_id="", producer="")
