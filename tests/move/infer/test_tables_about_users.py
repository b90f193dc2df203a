"""What a tool keeps of its users is no list of users, although its name speaks of them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from satchel.formats.contract import Fate
from satchel.move.rescue import Rescue

KEPT = {"map_app": "OpenStreetMap", "seat": "aisle", "tone": "dry and short", "theme": "sepia", "breakfast": "porridge"}


@pytest.mark.parametrize(
    "table", ["用户偏好_main", "用户习惯", "user_prefs", "yonghu_pianhao", "members_kv", "账号资料"]
)
@pytest.mark.parametrize("heads", [("key", "value"), ("键", "值"), ("pref_key", "pref_value")])
def test_keys_and_values_of_a_user_are_memories(table: str, heads: tuple[str, str], tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "agent.db") as base:
        base.execute(f'CREATE TABLE "{table}" ("{heads[0]}", "{heads[1]}", updated_at)')
        base.executemany(
            f'INSERT INTO "{table}" VALUES (?, ?, ?)', [(*pair, "2025-03-08T01:35:03Z") for pair in KEPT.items()]
        )
    base.close()
    texts = [
        r.content for reading in Rescue(tmp_path).readings() if reading.fate is Fate.MEMORY for r in reading.records
    ]
    assert len(texts) == len(KEPT)
    assert all(any(value in text for text in texts) for value in KEPT.values())
