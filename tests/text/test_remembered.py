"""Answers about short texts are kept; of long ones none takes up room."""

from __future__ import annotations

from satchel.text.remembered import LONGEST, remembered


def test_a_short_text_is_worked_out_once_and_a_long_one_each_time() -> None:
    asked: list[str] = []

    @remembered
    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    short, long = "a" * LONGEST, "b" * (LONGEST + 1)

    assert [length(short), length(short), length(long), length(long)] == [LONGEST, LONGEST, LONGEST + 1, LONGEST + 1]
    assert asked == [short, long, long]
