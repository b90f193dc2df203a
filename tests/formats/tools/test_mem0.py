"""mem0: lists in the shapes of `get_all`, its history, payloads of its vector stores; files made with the package itself."""

from __future__ import annotations

import json
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.formats.tools.harness import FIXTURES, check, read

from satchel.formats.contract import Fate
from satchel.formats.mem0.items import likeness
from satchel.service.wording import type_of

MEM0 = FIXTURES / "mem0"


def written(tmp_path: Path, value: object, name: str = "export.json") -> Path:
    path = tmp_path / name
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def item(**more: object) -> dict[str, object]:
    return {
        "id": "a-1",
        "memory": "Pia sings in a choir",
        "user_id": "pia",
        "created_at": "2026-05-01T08:00:00Z",
        **more,
    }


def by_text(found):
    return {record.content: record for record in found.records()}


# Lists --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrap", [lambda items: items, *(lambda items, k=k: {k: items} for k in ("results", "memories", "data"))]
)
@pytest.mark.parametrize("key", ["memory", "text", "data", "content"])
def test_every_shape_of_get_all_gives_the_same_record(tmp_path, wrap, key):
    plain = {**item(), "metadata": {"room": "blue"}, "categories": ["music"]}
    plain[key] = plain.pop("memory")

    found = read(written(tmp_path, wrap([plain])))

    assert found.tools == ["mem0"]
    (record,) = found.memories
    assert record.id == read(written(tmp_path, [item()])).memories[0].id
    assert (record.content, record.scope, record.tags) == ("Pia sings in a choir", "user:pia", ("music",))
    assert record.origin.extra["metadata"] == {"room": "blue"}
    check(found)


def test_times_in_five_notations_are_right_marked_and_kept_raw():
    for name in ("times.json", "times_wrapped.json"):
        records = by_text(read(MEM0 / name))
        expected = {
            "Ingrid keeps bees on the roof": (
                datetime(2025, 11, 4, 17, 15, tzinfo=UTC),
                "2025-11-04T09:15:00-08:00",
                False,
            ),
            "Ingrid sells honey on Saturdays": (datetime(2026, 7, 4, 9, 15, tzinfo=UTC), "2026-07-04T09:15:00", True),
            "Ingrid speaks Norwegian and German": (datetime(2026, 2, 13, 16, 26, 40, tzinfo=UTC), 1771000000, False),
            "Ingrid prefers letters to calls": (
                datetime(2026, 2, 13, 16, 26, 40, 123000, tzinfo=UTC),
                1771000000123,
                False,
            ),
        }
        for text, (at, raw, assumed) in expected.items():
            evidence = records[text].origin.time
            assert (records[text].created_at, evidence.raw, evidence.assumed) == (at, raw, assumed), text
        assert records["Ingrid has a dog named Pluto"].created_at is None


def test_a_clock_without_a_zone_before_march_2026_is_pacific_and_says_that_this_is_assumed(tmp_path):
    (record,) = read(written(tmp_path, [item(created_at="2025-07-04 09:15:00")])).memories
    assert record.created_at == datetime(2025, 7, 4, 16, 15, tzinfo=UTC)
    assert record.origin.time.assumed
    assert record.origin.time.zone == "America/Los_Angeles"

    (record,) = read(written(tmp_path, [item(created_at="2025-01-04 09:15:00")]), timezone="Asia/Shanghai").memories
    assert record.created_at == datetime(2025, 1, 4, 1, 15, tzinfo=UTC)
    assert not record.origin.time.assumed

    (record,) = read(written(tmp_path, [item(created_at="2025-07-04")])).memories
    assert record.created_at == datetime(2025, 7, 4, tzinfo=UTC)


def test_owner_kind_validity_and_speaker_come_from_the_fields():
    records = by_text(read(MEM0 / "platform_page.json", type_of=type_of))

    taste = records["用户喜欢先看结论"]
    assert (taste.scope, taste.type, taste.tags) == ("user:小林", "preference", ("user_preferences",))
    lesson = records["小林每周三学法语"]
    assert lesson.source_agent == "tutor"
    assert {"agent_id": "tutor", "run_id": "课程/1"}.items() <= lesson.origin.extra.items()
    assert lesson.ttl == (datetime(2026, 1, 1, tzinfo=UTC) - lesson.created_at).total_seconds()
    procedure = records["Check the boiler before answering anything about heating"]
    assert (procedure.scope, procedure.type) == ("agent:house-bot", "skill")
    tour = records["The tour starts at nine"]
    assert (tour.scope, tour.origin.role) == ("session:run%207", "assistant")


def test_relations_of_a_graph_become_sentences_and_a_further_page_is_told():
    found = read(MEM0 / "platform_page.json")
    assert {"小林住在里昂。", "xiao lin takes lessons with tutor."} <= set(by_text(found))
    assert any("one page of several" in note for note in found.notes)


def test_values_of_other_kinds_cost_their_row_and_no_other():
    found = read(MEM0 / "mess.json")
    check(found)
    texts = {record.content for record in found.memories}
    assert texts == {
        "Vera plays the oboe and the flute",
        "Vera has two brothers",
        "Vera is left-handed",
        "Vera collects stamps",
    }
    assert found.fates[Fate.REJECTED] == 2
    assert found.fates[Fate.EMPTY] == 3
    assert found.fates[Fate.DUPLICATE] == 1, "of two versions the newer one stays"
    assert found.fates[Fate.STRUCTURE] == 0


def test_the_id_is_the_same_from_every_kind_of_file(tmp_path):
    listed = by_text(read(MEM0 / "with_store" / "get_all.json"))
    told = by_text(read(MEM0 / "history_only.db"))
    assert set(listed) < set(told)
    for text, record in listed.items():
        assert (told[text].id, told[text].scope) == (record.id, record.scope)


def test_what_add_answers_tells_deletes(tmp_path):
    answer = {"results": [item(event="ADD"), {"id": "a-2", "memory": "Pia owns a boat", "event": "DELETE"}]}
    found = read(written(tmp_path, answer))
    assert [record.content for record in found.memories] == ["Pia sings in a choir"]
    assert len(found.tombstones) == 1


# Histories ----------------------------------------------------------------------------------------------------------


def test_a_delete_is_a_tombstone_for_the_id_that_a_list_gives(tmp_path):
    connection = sqlite3.connect(MEM0 / "history_only.db")
    native, text = connection.execute("SELECT memory_id, old_memory FROM history WHERE event = 'DELETE'").fetchone()
    connection.close()

    found = read(MEM0 / "history_only.db")

    (tombstone,) = found.tombstones
    assert tombstone.deleted_at is not None
    assert tombstone.id == read(written(tmp_path, [item(id=native, memory=text)])).memories[0].id
    assert text not in {record.content for record in found.records()}


def test_earlier_versions_are_no_memories_and_messages_are_evidence():
    found = read(MEM0 / "history_only.db")
    texts = {record.content for record in found.memories}
    assert "Nora works at the Bergen library" in texts
    assert "Nora works at the Halden library" not in texts
    assert {record.origin.role for record in found.evidence} == {"user", "assistant"}
    assert any("history alone" in note for note in found.notes)


def test_a_vector_store_beside_the_history_says_what_is_live(tmp_path):
    store = tmp_path / "store"
    shutil.copytree(MEM0 / "with_store", store)
    (store / "get_all.json").unlink()
    connection = sqlite3.connect(store / "qdrant/collection/mem0/storage.sqlite")
    connection.execute("DELETE FROM points WHERE rowid = 1")
    connection.commit()
    connection.close()

    found = read(store)

    check(found)
    states = {record.content: record.state for record in found.memories}
    assert states.pop("Nora prefers tea without sugar") == "superseded"
    assert set(states.values()) == {None}
    assert any("no longer in the vector store" in note for note in found.notes)


def test_pickles_are_never_opened(monkeypatch):
    import pickle

    monkeypatch.setattr(pickle, "loads", pytest.fail)
    monkeypatch.setattr(pickle, "load", pytest.fail)
    found = read(MEM0 / "with_store" / "qdrant")
    assert found.fates[Fate.REJECTED] == 5
    assert any("get_all" in note for note in found.notes)


def test_a_list_that_is_older_than_a_delete_does_not_bring_it_back(tmp_path):
    (tmp_path / "history.db").write_bytes((MEM0 / "history_only.db").read_bytes())
    connection = sqlite3.connect(tmp_path / "history.db")
    native, text = connection.execute("SELECT memory_id, old_memory FROM history WHERE event = 'DELETE'").fetchone()
    connection.close()
    written(tmp_path, {"results": [item(id=native, memory=text)]})

    found = read(tmp_path)

    check(found)
    assert text not in {record.content for record in found.records()}
    assert len(found.tombstones) == 1


def test_the_typescript_package_and_the_first_releases_are_read_too():
    found = read(MEM0 / "typescript.db")
    (record,) = found.memories
    assert (record.content, record.scope) == ("Drinks oolong before lunch", "user:chen")
    assert (len(found.tombstones), len(found.evidence)) == (1, 1)

    found = read(MEM0 / "first_release.db")
    (record,) = found.memories
    assert record.created_at == datetime(2024, 7, 10, 13, 30, tzinfo=UTC)
    assert found.tombstones[0].deleted_at == datetime(2025, 1, 10, 14, 30, tzinfo=UTC)


def test_the_history_of_the_platform_names_its_owners():
    found = read(MEM0 / "platform_history.json")
    (record,) = found.memories
    assert (record.content, record.scope, found.tombstones[0].scope) == ("Lives in Tampere", "user:aino", "user:aino")
    assert found.fates[Fate.REJECTED] == 2


def test_payloads_of_vector_stores_keep_what_a_user_gave_and_skip_entities():
    (record,) = read(MEM0 / "points.jsonl").memories
    assert (record.scope, record.origin.extra["mood"]) == ("user:tom", "calm")
    found = read(MEM0 / "chroma")
    assert len(found.memories) == 5
    assert not found.tombstones
    assert by_text(found)["Nora prefers tea without sugar"].origin.extra == {"category": "food"}


# Claims -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        [{"id": 1, "role": "user", "content": "hello", "user_id": "u", "metadata": {}}],
        [{"id": "1", "user_id": "u", "content": "likes tea", "created_at": 1770000000, "updated_at": 1770000000}],
        {
            "memories": [
                {"content": "likes tea", "content_hash": "ab", "tags": ["x"], "metadata": {}, "created_at": 1.0}
            ]
        },
        [{"id": "1", "memory": "likes tea", "metadata": {"embedding": [0.1], "sources": []}}],
        [{"id": "1", "title": "Shopping", "memory": "milk"}],
        {"entities": [{"name": "a", "entityType": "b", "observations": []}], "relations": []},
        {"results": [{"title": "page", "url": "https://example.com", "content": "text"}]},
        [],
        {"results": []},
    ],
)
def test_what_other_tools_write_is_left_to_them(tmp_path, value):
    assert "mem0" not in read(written(tmp_path, value)).tools


def test_a_database_with_tables_of_something_else_is_left_to_the_rescue(tmp_path):
    path = tmp_path / "app.db"
    shutil.copy(MEM0 / "history_only.db", path)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (id INTEGER PRIMARY KEY, title TEXT)")
    connection.commit()
    connection.close()
    assert read(path).tools == []


def test_the_digest_of_the_text_decides_under_any_text_key():
    digest = "b6eaba40782ffd45ee5293fab0758fd1"
    assert likeness({"content": "Nora is allergic to walnuts", "hash": digest}) > 0.95
    assert likeness({"content": "Nora is allergic to almonds", "hash": digest}) == 0.0


# Further layouts -----------------------------------------------------------------------------------------------------


def test_one_memory_by_itself_and_an_answer_within_an_answer(tmp_path):
    alone = read(written(tmp_path, item(), "one.json"))
    assert alone.tools == ["mem0"]
    point = {"id": "a-1", "payload": {"data": "Pia sings in a choir", "hash": None, "agent_id": "b", "user_id": "pia"}}
    scroll = {"status": "ok", "time": 0.1, "result": {"points": [point], "next_page_offset": None}}
    nested = read(written(tmp_path, scroll, "scroll.json"))
    assert [record.id for record in nested.memories] == [record.id for record in alone.memories]
    for found in (alone, nested):
        assert found.unexplained == {}
        check(found)


def test_the_vector_store_of_the_typescript_package_says_what_is_live(tmp_path):
    shutil.copy(MEM0 / "typescript.db", tmp_path / "history.db")
    connection = sqlite3.connect(tmp_path / "vector_store.db")
    connection.execute("CREATE TABLE vectors (id TEXT PRIMARY KEY, vector BLOB NOT NULL, payload TEXT NOT NULL)")
    connection.execute(
        "CREATE TABLE memory_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL UNIQUE)"
    )
    payload = {
        "data": "Sleeps with the window open",
        "hash": "x",
        "createdAt": "2026-04-06T09:00:00Z",
        "userId": "chen",
    }
    rows = [("c9", b"\x00" * 16, json.dumps(payload)), ("c10", b"\x00" * 16, "not json")]
    connection.executemany("INSERT INTO vectors VALUES (?, ?, ?)", rows)
    connection.commit()
    connection.close()

    found = read(tmp_path)

    check(found)
    states = {record.content: (record.state, record.scope) for record in found.memories}
    assert states == {
        "Sleeps with the window open": (None, "user:chen"),
        "Drinks oolong before lunch": ("superseded", "user:chen"),
    }
    assert found.fates[Fate.REJECTED] == 1


def test_a_field_that_nobody_knows_is_kept_and_told(tmp_path):
    found = read(written(tmp_path, [item(mood="calm")]))
    assert found.unexplained == {"mem0": {"memory.mood": 1}}
    assert found.memories[0].origin.extra["mood"] == "calm"


def test_validity_without_any_time_is_kept_and_not_counted_from_now(tmp_path):
    (record,) = read(written(tmp_path, [item(created_at=None, expiration_date="2027-01-01")])).memories
    assert record.ttl is None
    assert record.origin.extra["expiration_date"] == "2027-01-01"


def test_of_two_lists_the_newer_version_counts_wherever_it_stands(tmp_path):
    written(tmp_path, [item(updated_at="2026-06-02T00:00:00Z", memory="Pia sings alto")], "a.json")
    written(tmp_path, [item(updated_at="2026-06-01T00:00:00Z")], "b.json")
    found = read(tmp_path)
    check(found)
    assert [record.content for record in found.memories] == ["Pia sings alto"]


@pytest.mark.parametrize("missing", ["old_memory", "created_at"])
def test_a_home_made_journal_of_changes_is_not_claimed(tmp_path, missing):
    whole = {
        "event": "ADD",
        "memory_id": "a1",
        "old_memory": None,
        "new_memory": "Rents a garage",
        "created_at": "2026-01-02",
    }
    rows = [{**whole, "memory_id": f"a{n}", "new_memory": f"Rents garage {n}"} for n in range(6)]
    (tmp_path / "mine.jsonl").write_text(
        "\n".join(json.dumps({k: v for k, v in row.items() if k != missing}) for row in rows)
    )
    assert "mem0" not in read(tmp_path).tools
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert "mem0" in read(tmp_path).tools


def test_a_list_of_somebodys_own_with_a_memory_and_a_user_is_not_mem0s(tmp_path):
    own = [
        {"memory": f"Pia sings song {n}", "user_id": None, "memory_id": f"s_{n}", "timestamp": f"2025年1月{n + 1}日"}
        for n in range(9)
    ]
    for wrap in (own, {"memories": own}):
        found = read(written(tmp_path, wrap))
        assert found.tools == []
        assert len(found.memories) == 9
        assert all(record.created_at is not None for record in found.memories)
