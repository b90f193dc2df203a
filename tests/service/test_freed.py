"""Giving memory back is a favour to the system, and never a failure."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pytest

from satchel import Memory
from satchel.service.config import Config
from satchel.service.freed import give_back


@pytest.mark.parametrize("error", [AttributeError, OSError, TypeError])
def test_a_library_that_cannot_is_left_alone(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    asked = []

    def library(_name: Any) -> Any:
        asked.append(1)
        raise error

    monkeypatch.setattr(ctypes, "CDLL", library)
    give_back()
    assert asked


def test_an_import_leaves_a_store_open_that_somebody_holds(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("- Likes long walks\n- Has a cat\n", "utf-8")
    with Memory(f"sqlite:{tmp_path}/kept.db", config=Config(embedder="none")) as memory:
        memory.remember("Likes green tea.")
        store = memory.store()
        memory.import_(tmp_path / "notes.txt")
        assert store.count() == 3
        assert memory.store() is store
