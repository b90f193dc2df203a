"""LangGraph's store in SQLite, made with the package itself."""

from __future__ import annotations

import shutil
import sqlite3
from datetime import UTC, datetime

from tests.formats.tools.harness import FIXTURES, check, read

from satchel.formats.contract import Fate
from satchel.service.wording import type_of
from satchel_protocol.ids import keyed_id
from satchel_protocol.scope import namespace_of_scope

HOME = FIXTURES / "langgraph"


def by_key(found):
    return {(record.scope, record.key): record for record in found.memories}


def test_namespace_key_and_value_map_reversibly():
    found = read(HOME / "store.db", type_of=type_of)
    check(found)
    records = by_key(found)
    connection = sqlite3.connect(HOME / "store.db")
    items = connection.execute("SELECT prefix, key FROM store").fetchall()
    connection.close()
    assert {(".".join(namespace_of_scope(scope)), key) for scope, key in records} == set(items)
    for (scope, key), record in records.items():
        assert record.id == keyed_id(scope, key)
        record.check()
    profile = records["ns:memories/ana", "profile"]
    assert profile.value["content"]["address"] == {"town": "Porto"}


def test_contents_are_readable_and_typed_by_what_the_source_says_first():
    records = {record.content: record for record in read(HOME / "store.db", type_of=type_of).memories}
    assert records["Ana prefers written summaries"].type == "preference"
    assert records["喜欢简洁的回答"].scope == "ns:memories/小白"
    assert records["profile: name: Ana; languages: pt, en; address town: Porto"].type == "fact"
    assert records["theme: dark"].type == "preference"
    assert records["Forecast for tomorrow is rain"].ttl == 1800


def test_times_are_utc_by_the_format_and_not_assumed():
    (record, *_) = read(HOME / "store_and_checkpoints.db", timezone="Asia/Tokyo").memories
    assert record.created_at == datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
    assert not record.origin.time.assumed


def test_bad_items_cost_themselves_and_checkpoints_are_not_unpacked():
    found = read(HOME / "store_and_checkpoints.db")
    check(found)
    assert found.fates == {Fate.MEMORY: 4, Fate.REJECTED: 3, Fate.EMPTY: 1, Fate.STRUCTURE: 2}
    assert any(record.key is None and record.content == "Ivo has an empty key" for record in found.memories)


def test_a_database_with_tables_of_an_application_is_left_to_the_rescue(tmp_path):
    path = tmp_path / "app.db"
    shutil.copy(HOME / "store.db", path)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT)")
    connection.commit()
    connection.close()
    assert read(path).tools == []
