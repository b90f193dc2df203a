"""Dates of entries that do not stand in front of them: behind, on lines of their own, in headings, in a proof."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from satchel.formats.tabular.text_blocks import Item

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DAY = (
    rf"(?:\d{{4}}[-/.年]\s?\d{{1,2}}(?:[-/.月]\s?\d{{1,2}}日?|月)?|{_MONTH} (?:\d{{1,2}}(?:st|nd|rd|th)?,? )?\d{{4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{4}})"
)
_SAID = r"(?:(?:saved|added|created|updated|date(?: saved)?|日期|时间|保存于|保存时间)(?: on)?[:：\s]{0,9})?"
_ALONE = re.compile(rf"[\s\[(（【]*{_SAID}({_DAY})[\s\])）】:：]*", re.IGNORECASE)
_BEHIND = re.compile(
    rf"(.*\S)\s*[\[(（【]\s*{_SAID}({_DAY}|(?:date )?unknown|未知)\s*[\])）】][.。]?", re.DOTALL | re.IGNORECASE
)
_OF_PROOF = re.compile(
    r"\b(?:date|日期|时间)\s{0,9}[:：]\s{0,9}[\[【(]?\s{0,9}([^\]】)\n]{4,40}?)\s{0,9}[\]】)]?[.。]?", re.IGNORECASE
)


def lone_date(text: str) -> str:
    """The date that is all of a line; empty when there is more to it."""
    found = _ALONE.fullmatch(text)
    return found[1].strip() if found else ""


def split_proof(proof: str) -> tuple[str, str]:
    """What a proof quotes, and the date that it names behind that."""
    proof = proof.strip()
    for found in _OF_PROOF.finditer(proof):
        if whole := _OF_PROOF.fullmatch(proof, found.start()):
            return proof[: found.start()].rstrip(" \t([（"), whole[1].strip()
    return proof, ""


def with_labels(items: Sequence[Item]) -> list[Item]:
    """Items with the dates of the headings that they stand under, and with those that stand behind them.

    One date behind one item may be what the item is about, so that most must have one.
    """
    return with_dates_behind([_under_date(item) for item in items])


def with_dates_behind(items: Sequence[Item]) -> list[Item]:
    """Items with the dates that stand behind them, `text (2026-03-01)`, where most of those without a date have one."""
    open_ = [item for item in items if not item.label and not item.problem and not item.code]
    behind = {id(item): found for item in open_ if (found := _BEHIND.fullmatch(item.text))}
    if len(behind) * 2 <= len(open_):
        return list(items)
    return [replace(item, text=found[1], label=found[2]) if (found := behind.get(id(item))) else item for item in items]


def _under_date(item: Item) -> Item:
    """An item under a heading that is a date, which is then its label."""
    dates = [date for heading in item.headings if (date := lone_date(heading))]
    return replace(item, label=dates[-1]) if dates and not item.label else item


def dates_between(dates: Sequence[str], memories: Sequence[bool]) -> list[str]:
    """The date of each place of a text in which some places are but dates: those below it, or the one above it.

    Args:
        dates: What a place gives as its date, empty where it is none.
        memories: Which places are memories.

    Returns:
        A date for each memory that one belongs to, else empty.
    """
    found = [""] * len(dates)
    places = [place for place, date in enumerate(dates) if date]
    remembered = [place for place, memory in enumerate(memories) if memory]
    if not places or not remembered:
        return found
    if places[0] < remembered[0]:
        date = ""
        for place, memory in enumerate(memories):
            date = dates[place] or date
            found[place] = date if memory else ""
    elif len(places) == len(remembered) and all(place and memories[place - 1] for place in places):
        for place in places:
            found[place - 1] = dates[place]
    return found
