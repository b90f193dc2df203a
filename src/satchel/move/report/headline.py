"""What a report says first: one sentence about the rows, one about the records, both checked by adding up again."""

from __future__ import annotations

from dataclasses import dataclass

from satchel.move.report.figures import Figures, Ledger
from satchel.move.report.words import Words


@dataclass(frozen=True, slots=True)
class Headline:
    """The first sentences of a report."""

    text: str
    """Says whether every row is accounted for."""
    rows: str
    """What the rows became."""
    records: str
    """What the store made of it."""
    alarms: tuple[str, ...]
    """What does not add up; a report without alarms is in order."""


def headline(figures: Figures, words: Words) -> Headline:
    """The sentences for one report."""
    return Headline(
        text=_first(figures.rows, words),
        rows=_rows(figures, words),
        records=_records(figures, words),
        alarms=tuple(_alarms(figures, words)),
    )


def _first(rows: Ledger, words: Words) -> str:
    read = words.count(rows.total, "row")
    if rows.difference > 0:
        return words.say("{rows} in, and {n} of them unaccounted for", rows=read, n=f"{rows.difference:,}")
    if rows.difference < 0:
        return words.say("{rows} in, and {n} more came out", rows=read, n=f"{-rows.difference:,}")
    if rows.total == 0:
        return words.say("Nothing to read: there are no rows here")
    if rows.total == 1:
        return words.say("{rows} in, and it is accounted for", rows=read)
    return words.say("{rows} in, every one accounted for", rows=read)


def _rows(figures: Figures, words: Words) -> str:
    parts = []
    for fate, count in figures.rows.parts.items():
        if fate == "memory" and (count or figures.memories):
            part = words.count(figures.memories, "memory")
            if count != figures.memories:
                part = words.say("{memories} (from {rows})", memories=part, rows=words.count(count, "row"))
            parts.append(part)
        elif count:
            parts.append(words.count(count, fate))
    return words.say("{parts}.", parts=words.listing(parts)) if parts else ""


def _records(figures: Figures, words: Words) -> str:
    records = figures.records
    if not records.total and not records.accounted:
        return words.say("Nothing was handed to the store.") if figures.rows.total else ""
    if records.total > 1 and records["unchanged"] == records.total:
        return words.say("Nothing new: the store had all {n} of them already.", n=f"{records.total:,}")
    parts = [
        words.count(count, "refused" if outcome == "rejected" else outcome)
        for outcome, count in records.parts.items()
        if count
    ]
    text = "What the store would make of it: {parts}." if figures.dry_run else "What the store made of it: {parts}."
    return words.say(text, parts=words.listing(parts))


def _alarms(figures: Figures, words: Words) -> list[str]:
    alarms = []
    if figures.rows.difference > 0:
        alarms.append(
            words.say("{rows} were read and ended nowhere.", rows=words.count(figures.rows.difference, "row"))
        )
    elif figures.rows.difference < 0:
        rows = words.count(-figures.rows.difference, "row")
        alarms.append(words.say("{rows} were sorted that nobody read.", rows=rows))
    if figures.records.difference:
        n = words.count(abs(figures.records.difference), "record")
        alarms.append(words.say("The ledger of records is off by {n}.", n=n))
    off = [s.name for s in figures.sources if s.rows.difference or s.records.difference]
    if off:
        shown = words.listing(off[:5]) + (" …" if len(off) > 5 else "")
        alarms.append(words.say("It does not add up in {sources}.", sources=shown))
    return alarms
