"""Labelled questions, half of them written and set aside before the rules: is the time read, and nothing else?

A line of `data/questions_*.tsv` holds since, until, the words, the question. Times are by the reader's clock, `..` is an
open side, `-` in the first column says that the question asks about no time. All are asked on Wednesday, 11 March 2026,
at 15:30: the English ones in New York, the Chinese ones in Shanghai. The interval is the narrowest that every reader
would take; right is what holds it and is not more than four times as long.
"""

from __future__ import annotations

import csv
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from satchel.retrieval.when import asked_time

DATA = Path(__file__).parent / "data"
ZONES = {"en": ZoneInfo("America/New_York"), "zh": ZoneInfo("Asia/Shanghai")}
ASKED_AT = datetime(2026, 3, 11, 15, 30)  # noqa: DTZ001  # by the reader's clock
EDGE = timedelta(days=3)
"""How far a side may lie from the label where the other one is open."""


class Labelled(NamedTuple):
    since: str
    until: str
    words: str
    question: str

    @property
    def language(self) -> str:
        return "zh" if any("\u4e00" <= char <= "\u9fff" for char in self.question) else "en"


def labelled(half: str) -> list[Labelled]:
    with (DATA / f"questions_{half}.tsv").open(encoding="utf-8", newline="") as file:
        return [Labelled(*line) for line in list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]]


def judged(line: Labelled) -> str:
    """`right`, `missed`, `wrong`; `taken` for a time where there is none."""
    zone = ZONES[line.language]
    asked = asked_time(line.question, now=ASKED_AT.replace(tzinfo=zone), zone=zone)
    if line.since == "-":
        return "right" if asked is None else "taken"
    if asked is None:
        return "missed"
    since, until = (at.astimezone(zone).replace(tzinfo=None) if at else None for at in (asked.since, asked.until))
    wanted = [None if side == ".." else datetime.fromisoformat(side) for side in (line.since, line.until)]
    found = " ".join(asked.read_from)
    fits = _fits(since, until, *wanted) and (line.words in found or found in line.words)
    return "right" if fits else "wrong"


def _fits(since: datetime | None, until: datetime | None, first: datetime | None, last: datetime | None) -> bool:
    if first is None or last is None:
        sides = [(since, first, -1), (until, last, 1)]
        return all(
            found is wanted is None or (found is not None and wanted is not None and timedelta() <= sign * (found - wanted) <= EDGE)
            for found, wanted, sign in sides
        )  # fmt: skip
    if since is None or until is None:
        return False
    return since <= first and until >= last and until - since <= 4 * (last - first) + timedelta(hours=1)


@pytest.mark.parametrize("line", labelled("tuning"), ids=lambda line: line.question)
def test_questions_that_the_rules_were_written_with(line: Labelled) -> None:
    assert judged(line) == "right"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_questions_that_were_set_aside_before_the_rules(language: str) -> None:
    lines = [line for line in labelled("held_out") if line.language == language]
    timed = Counter(judged(line) for line in lines if line.since != "-")
    timeless = Counter(judged(line) for line in lines if line.since == "-")
    assert (timed.total(), timeless.total()) == (54, 30)
    assert timed["right"] >= 48, timed
    assert timeless["taken"] <= 2, timeless


def test_the_labelled_set_is_as_large_as_it_is_said_to_be() -> None:
    lines = labelled("tuning") + labelled("held_out")
    assert len(lines) >= 300
    assert sum(line.since == "-" for line in lines) >= 100
    assert len({line.question for line in lines}) == len(lines)
