"""Single promises of the rescue, each on a folder of a few rows."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satchel.formats.contract import Fate, Reading
from satchel.move.rescue import Rescue, RescueOptions
from satchel_protocol.ids import foreign_id
from satchel_protocol.record import Origin, Record, TimeEvidence

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def read(path: Path, **more: Any) -> list[Reading]:
    found = Rescue(path, RescueOptions(clock=lambda: NOW, **more))
    return list(found.readings())


def write(folder: Path, name: str, data: Any) -> Path:
    (folder / name).write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    return folder


def memories(readings: list[Reading]) -> list[Record]:
    return [record for reading in readings if reading.fate is Fate.MEMORY for record in reading.records]


def origin_of(record: Record) -> Origin:
    assert record.origin is not None
    return record.origin


def time_of(record: Record) -> TimeEvidence:
    time = origin_of(record).time
    assert time is not None
    return time


def one(readings: list[Reading]) -> Record:
    (record,) = memories(readings)
    return record


def test_a_clear_text_stays_exactly_as_it_is(tmp_path):
    text = "  Mira likes *short*  replies – and  tea。 "
    write(
        tmp_path,
        "a.json",
        [{"id": 1, "content": text, "mood": "fine"}, {"id": 2, "content": "Kim leads the design team", "mood": "ok"}],
    )

    record = memories(read(tmp_path))[0]

    assert record.content == text.strip()
    assert origin_of(record).extra == {"mood": "fine"}


def test_codes_are_decoded_and_columns_named_in_the_language_of_the_row(tmp_path):
    db = tmp_path / "a.db"
    with sqlite3.connect(db) as con:
        con.executescript(
            "CREATE TABLE status_dict (id INTEGER PRIMARY KEY, label TEXT); INSERT INTO status_dict VALUES (1,'待办'),(2,'测试中'),(3,'开发中');"
            "CREATE TABLE work (id INTEGER PRIMARY KEY, subject TEXT, status INTEGER, owner TEXT, next_step TEXT);"
            "INSERT INTO work VALUES (1,'订单同步重构',3,'小王','补集成测试'),(2,'报表改版',1,'小李','走查样式'),(3,'短信网关',2,'小王','换供应商');"
        )
    con.close()

    readings = read(tmp_path)

    assert memories(readings)[0].content == "订单同步重构：状态 开发中；负责人 小王；下一步 补集成测试"
    assert [r.fate for r in readings if r.table == "status_dict"] == [Fate.STRUCTURE] * 3


def test_unknown_times_stay_unknown(tmp_path):
    rows = [
        {"id": 1, "text": "Kim leads the design team", "created": "soon"},
        {"id": 2, "text": "Vera sings in a choir", "created": "2026-01-02"},
    ]
    rows += [
        {"id": 3, "text": "The gym closes at ten", "created": 0},
        {"id": 4, "text": "Lena owns a tandem", "created": "2031-01-01"},
    ]
    write(tmp_path, "a.json", rows)

    found = {r.content: r for r in memories(read(tmp_path))}

    assert found["Kim leads the design team"].created_at is None
    assert found["Vera sings in a choir"].created_at == datetime(2026, 1, 2, tzinfo=UTC)
    assert found["The gym closes at ten"].created_at is None
    assert found["Lena owns a tandem"].created_at is None
    assert time_of(found["Lena owns a tandem"]).raw == "2031-01-01"


def test_of_copies_the_best_informed_stays_with_the_earliest_time(tmp_path):
    write(tmp_path, "a.json", [{"text": "Vera sings in a choir on Wednesdays", "at": "2026-01-02T00:00:00Z"}])
    write(
        tmp_path,
        "b.json",
        [{"text": "Vera sings in a choir on Wednesdays.", "at": "2026-03-02T00:00:00Z", "user_id": "vera"}],
    )

    readings = read(tmp_path)

    record = one(readings)
    assert (record.scope, record.created_at) == ("user:vera", datetime(2026, 1, 2, tzinfo=UTC))
    (copy,) = [r for r in readings if r.fate is Fate.DUPLICATE]
    assert "b.json" in copy.reason


def test_the_same_text_of_two_users_is_two_memories(tmp_path):
    write(
        tmp_path,
        "a.json",
        [{"text": "Likes oolong tea", "user_id": "ann"}, {"text": "Likes oolong tea", "user_id": "bo"}],
    )

    assert {r.scope for r in memories(read(tmp_path))} == {"user:ann", "user:bo"}


def test_deleted_rows_leave_a_tombstone_and_no_text(tmp_path):
    rows: list[dict[str, Any]] = [
        {"id": "8c1f0e9a7b6d4c3e", "text": "Lives in Ghent now", "deleted_at": "2026-02-01T00:00:00Z"}
    ]
    rows += [{"id": "8c1f0e9a7b6d4c3f", "text": "Works for a museum", "deleted_at": None}]
    write(tmp_path, "a.json", rows)

    gone = read(tmp_path)[0]

    assert gone.fate is Fate.REJECTED
    assert gone.reason == "deleted at the source"
    assert gone.raw is None
    assert gone.tombstones[0].deleted_at == datetime(2026, 2, 1, tzinfo=UTC)
    rows[0]["deleted_at"] = None
    write(tmp_path, "a.json", rows)
    assert memories(read(tmp_path))[0].id == gone.tombstones[0].id


def test_row_numbers_of_two_tables_and_two_sources_do_not_collide(tmp_path):
    for name in ("a.json", "b.json"):
        write(
            tmp_path,
            name,
            [{"id": 1, "text": f"Kim said hello in {name}"}, {"id": 2, "text": f"Vera has a bike ({name})"}],
        )

    assert len({r.id for r in memories(read(tmp_path))}) == 4


def test_an_edited_row_keeps_its_id(tmp_path):
    row = {"id": 7, "text": "Vera sings in a choir", "created_at": "2026-01-02T00:00:00Z"}
    write(tmp_path, "a.json", [row])
    before = one(read(tmp_path)).id
    write(tmp_path, "a.json", [{**row, "text": "Vera sings in two choirs"}])

    assert one(read(tmp_path)).id == before


def test_long_texts_become_linked_parts(tmp_path):
    text = "Kim leads the design team. " * 6000
    write(tmp_path, "a.json", [{"id": 1, "text": text}, {"id": 2, "text": "Vera sings"}])

    first, *rest = (r for r in memories(read(tmp_path)) if origin_of(r).id == "1")

    assert rest
    assert all(part.derived_from == (first.id,) for part in rest)
    assert " ".join(p.content for p in (first, *rest)).split() == text.split()
    assert [origin_of(p).extra["part"] for p in (first, *rest)] == list(range(1, len(rest) + 2))


def test_secrets_of_settings_are_no_memories_and_are_shown_nowhere(tmp_path):
    secret = "sk-live-0123456789abcdefXYZ"
    write(
        tmp_path, "config.json", {"api_key": secret, "model": "qwen-max", "db_password": "hunter2hunter2", "port": 8080}
    )
    found = Rescue(tmp_path, RescueOptions(clock=lambda: NOW))

    readings = list(found.readings())
    shown = json.dumps([[r.reason, str(r.raw)] for r in readings]) + json.dumps(
        found.inspection().to_json(), default=str
    )

    assert not memories(readings)
    assert secret not in shown
    assert "hunter2" not in shown


def test_lists_inside_a_row_are_memories_of_its_subject(tmp_path):
    write(
        tmp_path,
        "graph.json",
        [
            {
                "name": "Vera",
                "entityType": "person",
                "observations": ["sings in a choir on Wednesdays", "prefers green tea"],
            },
            {"name": "Kim", "entityType": "person", "observations": ["leads the design team of Heron"]},
        ],
    )

    first, *_ = read(tmp_path)

    assert [(r.content, r.type) for r in first.records] == [
        ("Vera: sings in a choir on Wednesdays", "fact"),
        ("Vera: prefers green tea", "preference"),
    ]


def test_edges_of_a_graph_are_sentences(tmp_path):
    lines = [
        {"type": "relation", "from": "Vera", "to": "Heron", "relationType": "works_on"},
        {"type": "relation", "from": "Kim", "to": "Vera", "relationType": "manages"},
    ]
    (tmp_path / "memory.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")

    assert [r.content for r in memories(read(tmp_path))] == ["Vera works on Heron", "Kim manages Vera"]


def test_questions_and_answers_in_one_row_are_two_turns(tmp_path):
    write(
        tmp_path,
        "qa.json",
        [
            {"ts": 1770000000 + i, "question": f"Where is box {i} now?", "answer": "It is in the cellar."}
            for i in range(3)
        ],
    )

    readings = read(tmp_path)

    assert {r.fate for r in readings} == {Fate.EVIDENCE}
    assert [origin_of(r).role for r in readings[0].records] == ["user", "assistant"]
    assert len({r.id for reading in readings for r in reading.records}) == 6


def test_an_unreadable_row_is_told_and_stops_nothing(tmp_path):
    (tmp_path / "a.jsonl").write_text(
        '{"text": "Vera sings in a choir"}\n{"text": "Kim le\n{"text": "The gym closes at ten"}\n', "utf-8"
    )

    readings = read(tmp_path)

    assert len(memories(readings)) == 2
    assert [r.fate for r in readings].count(Fate.REJECTED) == 1


def test_a_file_that_is_excluded_is_not_read(tmp_path):
    write(tmp_path, "a.json", [{"text": "Vera sings in a choir"}])
    write(tmp_path, "store.json", [{"text": "Kim leads the design team"}])

    assert one(read(tmp_path, exclude=(tmp_path / "store.json",))).content == "Vera sings in a choir"


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "+08:00"])
def test_naive_times_are_read_in_the_zone_that_was_named(zone, tmp_path):
    write(tmp_path, "a.json", [{"text": "Vera sings in a choir", "created_at": "2026-01-02 08:00:00"}])

    assert one(read(tmp_path, timezone=zone)).created_at == datetime(2026, 1, 2, tzinfo=UTC)
    assert not time_of(one(read(tmp_path, timezone=zone))).assumed
    assert time_of(one(read(tmp_path))).assumed


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**14), 10**14), st.floats(allow_nan=False), st.text(max_size=40),
    st.sampled_from(["user", "INFO", "2026-01-02", "Vera likes tea", "心跳正常", "todo", "[1, 2]", '{"a": 1}']),
    st.lists(st.text(max_size=12), max_size=3), st.dictionaries(st.sampled_from(["role", "content", "k"]), st.text(max_size=9), max_size=3),
)  # fmt: skip
NAMES = st.sampled_from(
    "id text content role type user_id created_at status key value tags messages 内容 时间 x1 is_deleted deleted_at embedding $key".split()
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(rows=st.lists(st.dictionaries(NAMES, VALUES, max_size=6), min_size=1, max_size=8))
def test_any_rows_are_all_accounted_for_and_no_time_is_invented(rows, tmp_path):
    write(tmp_path, "any.json", rows)
    found = Rescue(tmp_path, RescueOptions(clock=lambda: NOW, logs=True))

    readings = list(found.readings())

    assert sum(r.weight for r in readings) == sum(found.seen.values())
    records = [record.check() for reading in readings for record in reading.records]
    assert len({r.id for r in records}) == len(records)
    assert all(r.created_at is None or time_of(r).raw is not None for r in records)
    assert all(r.created_at is None or r.created_at < NOW.replace(month=7) for r in records)
    assert all(reading.reason for reading in readings if reading.fate not in (Fate.MEMORY, Fate.EVIDENCE))


def test_ids_are_of_the_generic_tool(tmp_path):
    write(tmp_path, "a.json", [{"text": "Vera sings in a choir"}])

    assert one(read(tmp_path)).id == foreign_id(
        "generic", "", "\x1f".join(("", "user:me", "vera sings in a choir", ""))
    )
