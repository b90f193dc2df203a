"""The graph of the MCP reference memory server, its dialects, and the damage that is known of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.formats.tools.harness import FIXTURES, check, read

from satchel.formats.contract import Fate
from satchel.formats.triples import relation_words, sentence
from satchel.service.wording import is_log, type_of

GRAPHS = FIXTURES / "mcp_memory"


def written(tmp_path: Path, *lines: object, name: str = "memory.jsonl") -> Path:
    path = tmp_path / name
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def by_text(found):
    return {record.content: record for record in found.records()}


def entity(name="Ada", kind="person", observations=("Plays chess",), **more):
    return {"type": "entity", "name": name, "entityType": kind, "observations": list(observations), **more}


def test_each_observation_and_each_relation_is_one_memory():
    found = read(GRAPHS / "reference.jsonl", type_of=type_of)

    records = by_text(found)
    assert set(records) == {
        "default_user (person): Prefers short answers",
        "default_user (person): Works as a nurse in Bergen",
        "default_user (person): Wants to learn Portuguese by June",
        "Halden_Clinic (organization): Opened a second ward in 2019",
        "小王 (人物): 喜欢喝乌龙茶",
        "Mittens (cat)",
        "default_user works at Halden_Clinic.",
        "小王工作于Halden_Clinic。",
        "default_user owns Mittens.",
        "default_user is friend of 小王.",
    }
    assert records["default_user (person): Prefers short answers"].type == "preference"
    assert records["小王 (人物): 喜欢喝乌龙茶"].type == "preference"
    assert records["default_user (person): Works as a nurse in Bergen"].type == "fact"
    assert {record.created_at for record in records.values()} == {None}, "dates inside a text are no time of it"


def test_the_answer_of_read_graph_gives_the_same_records_as_the_file():
    assert {r.id: r.content for r in read(GRAPHS / "read_graph.json").memories} == {
        r.id: r.content for r in read(GRAPHS / "reference.jsonl").memories
    }


def test_ids_depend_on_entity_and_text_and_not_on_the_place(tmp_path):
    (before,) = read(written(tmp_path, entity())).memories
    moved = read(written(tmp_path, entity(name="Bo"), entity(kind="human", observations=["Rows", "Plays chess"])))
    assert before.id in {record.id for record in moved.memories}
    assert len({record.id for record in moved.memories}) == 3


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({"_type": "entity", "name": "Ada", "entityType": "person", "observations": ["Rows"]}, "Ada (person): Rows"),
        ({"name": "Ada", "entityType": "person", "observations": ["Rows"]}, "Ada (person): Rows"),
        ({"name": "Ada", "label": "person", "observations": ["Rows"]}, "Ada (person): Rows"),
        ({"type": "person", "name": "Ada", "observations": ["Rows"]}, "Ada (person): Rows"),
        (
            entity(observations=[{"text": "Rows", "timestamp": "2026-01-01T00:00:00Z", "version": "1.0"}]),
            "Ada (person): Rows",
        ),
        (entity(kind="default", observations=["Rows"]), "Ada: Rows"),
        ({"type": "observation", "entityName": "Ada", "contents": ["Rows"], "id": "o1"}, "Ada: Rows"),
        ({"type": "relation", "from": "Ada", "to": "Bo", "relationType": "worksWith"}, "Ada works with Bo."),
        ({"_type": "relation", "from": "Ada", "to": "Bo", "relationType": "works_with"}, "Ada works with Bo."),
        ({"from": "Ada", "to": "Bo", "relationType": "WORKS_WITH"}, "Ada works with Bo."),
        (
            {"type": "relation", "from_entity": "Ada", "to_entity": "Bo", "relationType": "works with", "weight": 2},
            "Ada works with Bo.",
        ),
    ],
)
def test_every_dialect_says_the_same(tmp_path, line, text):
    found = read(written(tmp_path, entity(name="Zoe"), line))
    assert text in by_text(found)
    assert found.unexplained == {}
    check(found)


def test_times_are_those_of_the_dialect():
    records = by_text(read(GRAPHS / "dialects.jsonl"))
    cello = records["Kari (Person): Plays the cello"]
    assert cello.created_at == datetime(2025, 5, 11, 15, 54, 5, 242000, tzinfo=UTC)
    assert cello.updated_at is None
    relation = records["林晓 works with Kari."]
    assert (relation.created_at, relation.origin.time.unit) == (datetime(2025, 1, 4, 14, 13, 21, tzinfo=UTC), "s")

    found = read(GRAPHS / "memory_graph_untyped.jsonl")
    times = {(r.created_at is None, r.updated_at is None) for r in found.memories}
    assert times == {(True, True), (True, False), (False, False), (False, True)}

    saved = {record.origin.exported_at for record in read(GRAPHS / "think_tank_timed_observations.jsonl").records()}
    assert saved == {datetime(2025, 5, 13, 16, 26, 31, 968000, tzinfo=UTC)}


def test_damage_costs_what_it_hit():
    found = read(GRAPHS / "damaged.jsonl")
    check(found)
    texts = set(by_text(found))
    assert {"Rolf (person): Repairs clocks", "Workshop (place): Has no heating"} <= texts, "two objects on one line"
    assert {"Ladder: Stands in the shed", "Ladder: 7", "Lathe: Is rented until May"} <= texts
    assert "Rolf is related to Workshop." in texts
    torn = [r for r in found.readings if r.fate is Fate.REJECTED and "half a li" in str(r.raw)]
    assert len(torn) == 1
    assert found.fates[Fate.DUPLICATE] == 1
    assert not any("None" in text for text in texts)


def test_a_users_work_log_is_told_from_what_the_user_is_like():
    found = read(GRAPHS / "user_with_work_log.jsonl", type_of=type_of, is_log=is_log)
    logs = [r.position for r in found.readings if r.fate is Fate.LOG]
    assert logs == [f"line 1, observation {n}" for n in (2, 4, 6, 8)] + ["line 3, observation 1"]
    records = by_text(found)
    assert records["default_user (User): Prefers TypeScript over JavaScript"].type == "preference"
    assert records["ledger (project): The user prefers squash merges here"].type == "preference"
    assert "default_user (User): 2026-02-01: moved to Lyon" in records

    with_logs = read(GRAPHS / "user_with_work_log.jsonl", type_of=type_of, is_log=is_log, logs=True)
    assert len(with_logs.records(Fate.LOG)) == 5
    assert {(r.type, r.state, r.tags) for r in with_logs.records(Fate.LOG)} == {("interaction", "archived", ("log",))}


def test_tasks_of_think_tank_are_one_memory_each_and_reasoning_is_evidence():
    found = read(GRAPHS / "think_tank_memory.jsonl", type_of=type_of)
    tasks = [record for record in found.memories if record.type == "task"]
    assert len(tasks) == 16
    first = by_text(found)["Research AI applications (task): priority high, completed 2025-04-23T19:10:35.588Z"]
    assert first.created_at == datetime(2025, 4, 23, 19, 10, 22, 519000, tzinfo=UTC)
    changed = next(record for record in tasks if "Machine Learning presentation" in record.content)
    assert changed.content == "Prepare Machine Learning presentation (task): status todo, priority high"
    (thought,) = found.evidence
    assert (thought.origin.role, thought.state) == ("assistant", "archived")
    assert thought.content.startswith("When searching for files")


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("preferences", "Tables rather than prose", "preference"),
        ("Workflow", "Tag, then build, then publish", "skill"),
        ("todo", "Renew the passport", "task"),
        ("module", "Implements retries with backoff", "fact"),
        ("person", "Prefers trains to planes", "preference"),
        ("module", "The user hates trailing commas here", "preference"),
    ],
)
def test_the_type_follows_the_entity_then_the_wording_where_it_is_about_a_person(tmp_path, kind, text, expected):
    (record,) = read(written(tmp_path, entity(kind=kind, observations=[text])), type_of=type_of).memories
    assert record.type == expected


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        ("works_at", "A works at B."),
        ("WORKS_AT", "A works at B."),
        ("worksAt", "A works at B."),
        ("part-of", "A is part of B."),
        ("relatedTo", "A is related to B."),
        ("depends on", "A depends on B."),
        ("bornIn", "A is born in B."),
        ("created", "A created B."),
        ("hasHTTPClient", "A has http client B."),
        ("manager", 'A has the relation "manager" to B.'),
        ("", "A is related to B."),
        ("认识", "A认识B。"),
    ],
)
def test_names_of_relations_become_sentences(relation, expected):
    assert sentence("A", relation, "B") == expected
    assert relation_words("住在") == "住在"


@pytest.mark.parametrize(
    "line",
    [
        {"name": "sensor-1", "observations": [1.5, 2.5], "unit": "C"},
        {"from": "ann@example.com", "to": "bo@example.com", "subject": "Lunch"},
        {"name": "Ada", "content": "likes tea"},
        {"type": "message", "role": "user", "content": "hi"},
        {"source": "a", "target": "b", "weight": 1},
    ],
)
def test_what_is_no_graph_of_this_kind_is_left_alone(tmp_path, line):
    assert read(written(tmp_path, line, line, line)).tools == []


def test_a_first_line_longer_than_a_head_is_recognised(tmp_path):
    found = read(written(tmp_path, entity(observations=[f"Fact number {n} about many things" for n in range(4000)])))
    assert found.tools == ["mcp_memory"]
    assert len(found.memories) == 4000
