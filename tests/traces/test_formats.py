"""Each format gives the events that its sample holds, in order, told by its content alone."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from satchel.traces.model import Lack, ModelText, Operation, ToolCall, ToolResult, Trace, Verdict
from satchel.traces.reading import Told, read_traces
from satchel_protocol.record import UNSET

FIXTURES = Path(__file__).parent / "fixtures"
P, G, D = Operation.PUT, Operation.GET, Operation.DELETE


def read(*paths: Path) -> tuple[list[Trace], Told]:
    told = Told()
    return list(read_traces(list(paths), told)), told


def done(trace: Trace) -> list[tuple[Any, ...]]:
    return [(one.operation, one.scope, one.key, None if one.value is UNSET else one.value) for one in trace.operations]


CASES: dict[str, tuple[str, list[Any]]] = {
    "openai_chat.jsonl": (
        "openai",
        [
            ("s-1", [(P, "ns:core", "rider_brakes", "disc"), (G, "ns:core", "rider_brakes", None)], {Lack.RESULTS}),
            ("s-2", [], set()),
        ],
    ),
    "openai_responses.jsonl": ("openai responses", [("conv_9", [(P, "", "answerLength", "short")], set())]),
    "anthropic_memory.json": (
        "anthropic",
        [
            (
                "anthropic_memory.json:1",
                [
                    (Operation.LIST, "", None, None),
                    (G, "", "/memories/week_plan.md", None),
                    (P, "", "/memories/customers/ann/preferences.md", "mornings"),
                    (Operation.EDIT, "", "/memories/week_plan.md", None),
                    (Operation.APPEND, "", "/memories/week_plan.md", "Wednesday"),
                    (Operation.RENAME, "", "/memories/week_plan.md", None),
                    (D, "", "/memories/customers/ann/preferences.md", None),
                ],
                set(),
            )
        ],
    ),
    "otel_genai.jsonl": (
        "otel",
        [
            (
                "conv-5",
                [
                    (P, "ns:users/u-1", "theme", "dark"),
                    (P, "ns:user-prefs", "language", "en"),
                    (Operation.SEARCH, "ns:user-prefs", None, None),
                    (D, "ns:user-prefs", "units", None),
                ],
                set(),
            )
        ],
    ),
    "otel_blind.jsonl": (
        "otel",
        [
            (
                "0x01",
                [(P, "", None, None)],
                {Lack.ARGUMENTS, Lack.RESULTS, Lack.DEFINITIONS, Lack.KEYS, Lack.MODEL, Lack.MESSAGES},
            )
        ],
    ),
    "openinference.jsonl": (
        "openinference",
        [
            ("sess-1", [(P, "", "nickname", "Bo")], set()),
            (
                "sess-2",
                [(G, "", "nickname", None)],
                {Lack.RESULTS, Lack.DEFINITIONS, Lack.MODEL, Lack.MESSAGES},
            ),
        ],
    ),
    "openinference_twins.jsonl": (
        "openinference",
        [("t9", [(P, "", "mood", "calm"), (P, "", "mood", "calm"), (P, "", "mood", "sleepy")], set())],
    ),
    "otel_events.json": ("otel", [("e1", [(P, "", "diet", "vegan")], set())]),
    "langchain_messages.jsonl": (
        "openai",
        [("t-1", [(P, "", "drink", "tea")], set()), ("t-2", [(P, "", "drink", "coffee")], set()), ("t-3", [], set())],
    ),
    "langsmith_tree.json": ("langsmith", [("r1", [(P, "", "shoe_size", 42)], set())]),
    "gemini.jsonl": ("gemini", [("g-1", [(P, "", "drink", "tea")], set())]),
    "session_lines.jsonl": (
        "anthropic",
        [
            (
                "cc-1",
                [(P, "", "/home/x/.claude/projects/-p/memory/testing.md", "make test")],
                {Lack.DEFINITIONS},
            ),
            ("cc-2", [], {Lack.MODEL, Lack.OUTPUT}),
        ],
    ),
    "rollout_lines.jsonl": (
        "openai",
        [("rollout_lines.jsonl", [(P, "", "shell", "fish")], {Lack.DEFINITIONS, Lack.MODEL})],
    ),
    "langsmith.jsonl": ("langsmith", [("th-1", [(P, "", "home_town", "Porto")], set())]),
    "satchel_events.jsonl": (
        "satchel",
        [
            ("s-1", [(P, "user:ann", "user.theme", "dark"), (G, "ns:users/ann", "user.language", None)], set()),
            ("s-2", [(D, "", "user.theme", None)], {Lack.MODEL, Lack.MESSAGES, Lack.OUTPUT}),
        ],
    ),
    "message_lists.json": (
        "openai",
        [(f"0/{n}", [(P, "", "home_city", "Lisbon")], {Lack.DEFINITIONS, Lack.MODEL}) for n in (0, 1)],
    ),
    "message_lines.jsonl": (
        "openai",
        [
            (
                "message_lines.jsonl",
                [(Operation.APPEND, "", "human", "likes tea")],
                {Lack.DEFINITIONS, Lack.MODEL},
            ),
            ("message_lines.jsonl", [], {Lack.MODEL}),
        ],
    ),
}


def test_every_sample_has_a_case() -> None:
    assert {path.name for path in FIXTURES.iterdir()} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_a_sample_is_read_for_what_it_holds(name: str) -> None:
    form, wanted = CASES[name]
    traces, told = read(FIXTURES / name)
    assert {trace.format for trace in traces} == {form}
    assert [(trace.session, done(trace), set(trace.lacks)) for trace in traces] == wanted
    for trace in traces:
        assert (trace.verdict is Verdict.REPLAYABLE) == (not trace.lacks)
        assert all(event.at.file == name and event.at.line >= 1 for event in trace.events)
    assert told.files == 1
    assert not told.damaged


def test_the_kind_of_a_file_is_not_in_its_name(tmp_path: Path) -> None:
    for place, name in enumerate(CASES):
        (tmp_path / f"{place:02}").write_bytes(gzip.compress((FIXTURES / name).read_bytes()))
    traces, told = read(tmp_path)
    assert [trace.format for trace in traces] == [form for form, wanted in CASES.values() for _ in wanted]
    assert told.formats["otel"] == 3


def test_what_a_later_request_repeats_counts_once() -> None:
    (first, _), _ = read(FIXTURES / "openai_chat.jsonl")
    assert [one.name for one in first.events if isinstance(one, ToolCall)] == [
        "core_memory_add",
        "core_memory_retrieve",
        "get_order",
    ]
    assert sum(isinstance(one, ToolResult) for one in first.events) == 1
    assert [one.text for one in first.events if isinstance(one, ModelText) and one.role == "user"] == [
        "I ride in the rain. Remember that I use disc brakes.",
        "Which brakes do I have? And where is order 7?",
    ]
    assert first.model == "gpt-x-2026-01-01"


def test_runs_that_begin_alike_stay_apart(tmp_path: Path) -> None:
    begin = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
    runs = [{"messages": [*begin, {"role": "user", "content": word}]} for word in ("c", "d", "c")]
    (tmp_path / "runs.jsonl").write_text("\n".join(map(json.dumps, runs)), "utf-8")
    traces, _ = read(tmp_path)
    assert [len(trace.events) for trace in traces] == [3, 3, 3]


def test_a_long_log_is_read_as_it_goes_and_late_requests_still_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satchel.traces.conversations._MOST_OPEN", 3)
    begin = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
    others = [
        {"messages": [{"role": "user", "content": f"x{n}"}, {"role": "assistant", "content": "y"}]} for n in range(9)
    ]
    longer = {"messages": [*begin, {"role": "user", "content": "c"}]}
    (tmp_path / "log.jsonl").write_text(
        "\n".join(map(json.dumps, [{"messages": begin}, *others[:2], longer, *others[2:], longer])), "utf-8"
    )
    counts = [len(trace.events) for trace in read(tmp_path)[0]]
    assert sorted(counts) == [2] * 9 + [3, 3], "the second time it was too late, and is a run of its own"


def test_an_agent_is_told_with_what_it_did() -> None:
    traces, _ = read(FIXTURES / "otel_genai.jsonl", FIXTURES / "satchel_events.jsonl", FIXTURES / "langsmith.jsonl")
    assert [{one.agent for one in trace.operations} for trace in traces] == [
        {"shop-agent"},
        {"support"},
        {"nightly"},
        {"support"},
    ]


def test_verdicts_say_what_a_trace_is_good_for() -> None:
    _, told = read(FIXTURES)
    assert told.verdicts == {Verdict.REPLAYABLE: 14, Verdict.COUNTABLE: 9, Verdict.BLIND: 2}


def test_other_files_of_a_folder_are_passed_over_and_told(tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "langsmith.jsonl", tmp_path / "a.jsonl")
    (tmp_path / "package.json").write_text('{"name": "x", "dependencies": {}}', "utf-8")
    (tmp_path / "notes.md").write_text("# messages", "utf-8")
    (tmp_path / ".hidden.jsonl").write_text('{"role": "user", "content": "x"}', "utf-8")
    traces, told = read(tmp_path)
    assert len(traces) == 1
    assert [name.rpartition("/")[2] for name in told.others] == ["notes.md", "package.json"]
