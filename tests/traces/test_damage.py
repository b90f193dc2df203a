"""Damage costs what it hit, is counted, and never raises anything but our own error."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.traces.documents import Damage, _read
from satchel.traces.model import Lack, Verdict
from satchel.traces.reading import Told, read_traces
from satchel_protocol.errors import SatchelError, SourceError

FIXTURES = Path(__file__).parent / "fixtures"
SAMPLES = sorted(path.name for path in FIXTURES.iterdir())

leaves = st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=4) | st.floats(allow_nan=False)
names = st.sampled_from(
    "role content type messages input output tool_calls function name arguments id parts choices message attributes key value "
    "resourceSpans scopeSpans spans traceId event operation scope run_type inputs outputs child_runs user assistant tool_use "
    "tool_result command path memory_op put text kwargs constructor data session metadata model tools gen_ai.operation.name "
    "gen_ai.input.messages llm.tools.0.tool.json_schema llm.input_messages.0.message openinference.span.kind".split()
)
documents = st.recursive(
    leaves | names, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=6), max_leaves=25
)


def read(path: Path) -> tuple[list[Any], Told]:
    told = Told()
    return list(read_traces([path], told)), told


@settings(max_examples=300)
@given(st.lists(documents, max_size=4))
def test_any_json_is_read_or_passed_over(tmp_path_factory: pytest.TempPathFactory, found: list[Any]) -> None:
    path = tmp_path_factory.mktemp("any") / "any.jsonl"
    path.write_text("\n".join(map(json.dumps, found)), "utf-8")
    read(path)


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=25)
@given(st.data())
def test_an_odd_value_anywhere_in_a_sample_is_no_accident(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject
) -> None:
    text = (FIXTURES / name).read_text("utf-8")
    decoder, place, found = json.JSONDecoder(), 0, []
    while place < len(text.rstrip()):
        document, place = decoder.raw_decode(text, place)
        found.append(document)
        while place < len(text) and text[place].isspace():
            place += 1
    here: Any = found
    for _ in range(data.draw(st.integers(0, 12))):
        steps = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not steps:
            break
        step = data.draw(st.sampled_from(steps))
        if not isinstance(here[step], dict | list):
            here[step] = data.draw(documents)
            break
        here = here[step]
    if isinstance(here, dict) and here:
        here[data.draw(st.sampled_from(sorted(here)))] = data.draw(documents)
    path = tmp_path_factory.mktemp("odd") / "odd.jsonl"
    path.write_text("\n".join(map(json.dumps, found)), "utf-8")
    read(path)


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=25)
@given(st.data())
def test_a_sample_cut_anywhere_is_read_as_far_as_it_goes(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject
) -> None:
    whole = (FIXTURES / name).read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    path = tmp_path_factory.mktemp("cut") / "cut"
    path.write_bytes(whole[:cut])
    traces, _ = read(path)
    every, _ = read(FIXTURES / name)
    assert sum(len(trace.operations) for trace in traces) <= sum(len(trace.operations) for trace in every)


def test_a_torn_line_costs_itself_and_is_told(tmp_path: Path) -> None:
    lines = (FIXTURES / "satchel_events.jsonl").read_text("utf-8").splitlines()
    lines[1] = lines[1][:20]
    path = tmp_path / "torn.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    traces, told = read(path)
    assert told.damaged["torn.jsonl"].lines == [2]
    assert [len(trace.operations) for trace in traces] == [2, 1]
    assert all(trace.lacks[Lack.DAMAGED] == 1 and trace.verdict is not Verdict.REPLAYABLE for trace in traces)


def test_a_torn_document_leaves_its_neighbours_whole(tmp_path: Path) -> None:
    line = '{"model": "m", "messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "%s"}]}'
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join([line % "b", '{"model": "m", "messag', line % "c"]), "utf-8")
    traces, told = read(path)
    assert [trace.verdict for trace in traces] == [Verdict.REPLAYABLE] * 2
    assert told.damaged["log.jsonl"].count == 1


def test_documents_over_several_lines_go_on_after_damage(tmp_path: Path) -> None:
    one = json.dumps(json.loads((FIXTURES / "otel_blind.jsonl").read_text("utf-8")), indent=4)
    path = tmp_path / "spans"
    path.write_text(f"{one}\n{one[:60]}\n{one.replace('0x01', '0x02')}\n", "utf-8")
    traces, told = read(path)
    assert [trace.session for trace in traces] == ["0x01", "0x02"]
    assert told.damaged["spans"].count == 1
    assert traces[1].at.line == one.count("\n") + 1 + one[:60].count("\n") + 2


def test_a_compressed_file_that_ends_too_early_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    path.write_bytes(
        gzip.compress(b"".join(b'{"event":"memory_op","operation":"put","key":"k%d"}\n' % n for n in range(9999)))[
            :9000
        ]
    )
    traces, told = read(path)
    assert traces[0].operations
    assert "unpacked" in told.damaged["cut.gz"].said


def test_a_file_that_is_no_json_is_left_after_its_first_bytes() -> None:
    class Stream(io.BufferedReader):
        def readline(self, size: int | None = -1) -> bytes:
            raise AssertionError("a line of a database may be gigabytes")

    raw = cast(io.RawIOBase, io.BytesIO(b"SQLite format 3\x00" + bytes(1 << 20)))
    assert list(_read(Stream(raw), Damage())) == []


def test_deep_nesting_is_damage_and_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text('{"messages":\n' + "[" * 200_000, "utf-8")
    assert read(path)[0] == []


def test_a_path_that_is_not_there_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        read(tmp_path / "nothing")
    assert issubclass(SourceError, SatchelError)
