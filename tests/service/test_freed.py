"""Giving memory back is a favour to the system, and never a failure."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

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
