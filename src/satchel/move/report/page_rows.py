"""Rows shown word by word on the page: everything rejected, and samples of the rest."""

from __future__ import annotations

from collections import Counter

from satchel.move.report.figures import FATES, Figures, Row
from satchel.move.report.markup import Markup, element, foreign, markup
from satchel.move.report.page_ledgers import tone
from satchel.move.report.page_sources import filter_field
from satchel.move.report.words import Words

MOST_SAMPLES = 20
"""Samples shown per fate, taken in turn from all sources."""
SHORT = 20
"""Characters up to which a part of a place is not broken over two lines."""


def rejected(figures: Figures, w: Words) -> Markup:
    """All that was rejected: where it stood, why, and what it says."""
    count, listed = figures.rows["rejected"], figures.rejected
    if not count and not listed:
        text = w.say("Nothing was rejected.")
        return element(
            "section", element("h2", w.say("Rejected")), element("p", text, class_="card calm"), id="rejected"
        )
    head = [element("th", w.say(name), scope="col") for name in ("Place", "Reason", "What it says")]
    lines = [
        element(
            "tr",
            element("td", _place(row), class_="place"),
            foreign(row.reason, "td", class_="reason"),
            element(
                "td",
                foreign(row.text, "div", class_="text") if row.text else element("em", w.say("empty")),
                class_="said",
            ),
        )
        for row in listed
    ]
    table = element("table", element("thead", element("tr", head)), element("tbody", lines), class_="rows")
    told = w.say("They are kept aside with what they held: repair and accept them, or drop them.")
    if figures.dry_run:
        told = w.say("A real run keeps them aside with what they held, to be repaired or dropped.")
    more = None
    if count > len(listed):
        more = w.say(
            "The first {n} are listed here; `satchel quarantine list` has all {all}.",
            n=f"{len(listed):,}",
            all=f"{count:,}",
        )
    return element(
        "section",
        element("h2", w.say("Rejected"), " ", element("span", f"{count:,}", class_="count")),
        element("p", told, " ", more, class_="say"),
        element(
            "div", filter_field(w, w.say("Filter by place, reason or text")), table, class_="card", data_filter=True
        )
        if lines
        else None,
        id="rejected",
    )


def samples(figures: Figures, w: Words) -> Markup | None:
    """A few rows of every other fate, so that anyone can check the sorting."""
    by_fate: dict[str, list[Row]] = {fate: [] for fate in FATES}
    for row in figures.examples:
        by_fate.setdefault(row.fate, []).append(row)
    blocks = [_samples(fate, rows, w) for fate, rows in by_fate.items() if rows]
    if not blocks:
        return None
    return element(
        "section",
        element("h2", w.say("Samples")),
        element("p", w.say("Some rows of each fate, to check the sorting with your own eyes."), class_="say"),
        element("div", blocks, class_="card folds"),
        id="samples",
    )


def _samples(fate: str, rows: list[Row], w: Words) -> Markup:
    shown = _in_turn(rows)[:MOST_SAMPLES]
    items = [
        element(
            "li",
            foreign(row.text, "div", class_="text") if row.text else None,
            element("div", _place(row), class_="place"),
            foreign(row.reason, "div", class_="reason") if row.reason else None,
        )
        for row in shown
    ]
    summary = element(
        "summary",
        element("i", class_=f"dot {tone(fate)}"),
        foreign(w.name("fate", fate)),
        " ",
        element("small", w.say("{n} shown", n=f"{len(shown):,}")),
    )
    return element("details", summary, element("ul", items, class_="samples"), open=fate == "memory")


def _in_turn(rows: list[Row]) -> list[Row]:
    """One of each source, then the second of each, and so on."""
    turns: Counter[str] = Counter()
    ranked = []
    for row in rows:
        source = row.place[0] if row.place else ""
        ranked.append((turns[source], row))
        turns[source] += 1
    return [row for _, row in sorted(ranked, key=lambda pair: pair[0])]


def _place(row: Row) -> Markup:
    parts: list[Markup] = []
    for part in row.place:
        name = foreign(part, class_="whole" if len(part) <= SHORT else None)
        parts.extend((element("span", "›", class_="sep"), name) if parts else (name,))
    return markup(*parts)
