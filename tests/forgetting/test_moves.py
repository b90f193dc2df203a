"""Between stores of one owner nothing alive is set aside because it is much like what was forgotten beside it."""

from __future__ import annotations

import json
from pathlib import Path

from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel.service.sync import sync

TEXTS = [f"The bus to the village of Brimhollow leaves platform {n} at noon on every working day" for n in range(8)]


def test_a_move_and_a_sync_bring_everything_that_lives(tmp_path: Path) -> None:
    with Memory(str(tmp_path / "old.db"), config=Config()) as old:
        ids = [old.remember(text).id for text in TEXTS]
        old.forget(ids[3])
    with Memory(str(tmp_path / "new.jsonl"), config=Config()) as new:
        new.move_from(old.url if ":" in old.url else f"sqlite:{old.url}", verify=False)
        assert {record.content for record in new.list()} == set(TEXTS) - {TEXTS[3]}
        assert new.quarantine() == []
        line = {"id": "x", "type": "fact", "content": TEXTS[3], "scope": "user:me", "source_agent": "a"}
        (tmp_path / "again.jsonl").write_text(json.dumps({**line, "created_at": None}) + "\n")
        new.import_(tmp_path / "again.jsonl")
        assert TEXTS[3] not in {record.content for record in new.list()}, "the keys came along"
    sync(str(tmp_path / "old.db"), str(tmp_path / "third.db"))
    with Memory(str(tmp_path / "third.db"), config=Config()) as third:
        assert {record.content for record in third.list()} == set(TEXTS) - {TEXTS[3]}
