"""The two ledgers on the page, the bar that sums them up, and what came in by type and scope."""

from __future__ import annotations

from collections.abc import Mapping

from satchel.move.report.figures import KEPT, Figures, Ledger
from satchel.move.report.markup import Markup, element, foreign
from satchel.move.report.words import Words, percent

MOST_NAMES = 12
"""Types or scopes shown at once; more are folded away."""


def fate_bar(rows: Ledger, w: Words) -> Markup | None:
    """One bar of all rows by fate, with its legend."""
    if not rows.total and not rows.accounted:
        return None
    parts = {fate: count for fate, count in rows.parts.items() if count}
    keys = [
        element("li", element("i", class_=f"dot {tone(fate)}"), _legend_name(fate, w), f" {count:,}")
        for fate, count in parts.items()
    ]
    if rows.difference > 0:
        keys.append(element("li", element("i", class_="dot lost"), w.say("Unaccounted"), f" {rows.difference:,}"))
    return element("div", stack(rows, w), element("ul", keys, class_="legend"), class_="overview")


def _legend_name(fate: str, w: Words) -> Markup:
    name = foreign(w.name("fate", fate))
    return element("a", name, href="#rejected") if fate == "rejected" else name


def stack(rows: Ledger, w: Words) -> Markup:
    """A bar whose parts are as wide as their counts."""
    counts = {fate: count for fate, count in rows.parts.items() if count > 0}
    pieces = [
        element("i", class_=tone(fate), style=f"flex-grow:{count}", title=f"{w.name('fate', fate)}: {count:,}")
        for fate, count in counts.items()
    ]
    if rows.difference > 0:
        title = f"{w.say('Unaccounted')}: {rows.difference:,}"
        pieces.append(element("i", class_="lost", style=f"flex-grow:{rows.difference}", title=title))
    label = w.listing([f"{w.name('fate', fate)} {count:,}" for fate, count in counts.items()])
    return element("div", pieces, class_="stack", role="img", aria_label=label)


def tone(name: str) -> str:
    """The class that colours a fate or outcome; unknown ones are grey."""
    return f"t-{name}" if name.isascii() and name.replace("_", "").isalpha() else "t-other"


def ledgers(figures: Figures, w: Words) -> Markup:
    """Both ledgers side by side."""
    return element(
        "section",
        element("h2", w.say("Two ledgers")),
        element(
            "p",
            w.say(
                "Every row that was read has one fate. Every record that came out of them has one outcome. Both must add up."
            ),
            class_="say",
        ),
        element(
            "div",
            _ledger(
                figures.rows, "fate", w, title=w.say("Rows read"), total=w.say("Rows in"), memories=figures.memories
            ),
            _ledger(figures.records, "outcome", w, title=w.say("Records made"), total=w.say("Records in")),
            class_="two",
        ),
        id="ledgers",
    )


def _ledger(ledger: Ledger, kind: str, w: Words, *, title: str, total: str, memories: int | None = None) -> Markup:
    lines = []
    for name, count in ledger.parts.items():
        hint = w.hint(kind, name)
        if kind == "fate" and name == "memory" and memories is not None and memories != count:
            hint = w.say("they gave {memories}", memories=w.count(memories, "memory"))
        lines.append(_line(name, w.name(kind, name), hint, count, ledger.share(name)))
    if ledger.difference:
        lines.append(
            _line(
                "lost",
                w.say("Unaccounted"),
                w.say("a fault; see above"),
                ledger.difference,
                abs(ledger.difference) / max(ledger.total, 1),
            )
        )
    sound = ledger.difference == 0
    verdict = w.say("adds up") if sound else w.say("does not add up")
    foot = element(
        "tr",
        element("th", total, element("span", verdict, class_="sound" if sound else "unsound"), scope="row"),
        element("td", f"{ledger.total:,}", class_="n"),
        element("td", class_="p"),
    )
    return element(
        "div",
        element("table", element("caption", title), element("tbody", lines), element("tfoot", foot), class_="ledger"),
        class_="card",
    )


def _line(name: str, label: str, hint: str, count: int, share: float) -> Markup:
    colour = "lost" if name == "lost" else tone(name)
    main = " main" if name in (*KEPT, "imported") and count else ""
    return element(
        "tr",
        element(
            "th",
            foreign(label, "span", class_="label"),
            element("span", hint, class_="hint") if hint else None,
            element("span", element("i", class_=colour, style=f"width:{min(share, 1) * 100:.2f}%"), class_="bar"),
            scope="row",
        ),
        element("td", f"{count:,}", class_="n"),
        element("td", percent(share), class_="p"),
        class_=("zero" if not count else "some") + main,
    )


def contents(figures: Figures, w: Words) -> Markup | None:
    """The memories by type and by scope."""
    if not figures.types and not figures.scopes:
        return None
    return element(
        "section",
        element("h2", w.say("The memories")),
        element(
            "div",
            named_counts(figures.types, w.say("By type"), w, kind="type"),
            named_counts(figures.scopes, w.say("By scope"), w, kind="scope"),
            class_="two",
        ),
        id="memories",
    )


def named_counts(counts: Mapping[str, int], title: str, w: Words, *, kind: str) -> Markup:
    """Counts by name as bars, those beyond `MOST_NAMES` folded away."""
    greatest = max(counts.values(), default=1) or 1
    lines = [
        element(
            "tr",
            element(
                "th",
                foreign(w.name(kind, name), "span", class_="label" if kind == "type" else "label code"),
                element("span", element("i", style=f"width:{count / greatest * 100:.2f}%"), class_="bar"),
                scope="row",
            ),
            element("td", f"{count:,}", class_="n"),
        )
        for name, count in counts.items()
    ]
    parts = [element("table", element("caption", title), element("tbody", lines[:MOST_NAMES]), class_="ledger")]
    if len(lines) > MOST_NAMES:
        more = w.say("{n} more", n=f"{len(lines) - MOST_NAMES:,}")
        table = element("table", element("tbody", lines[MOST_NAMES:]), class_="ledger")
        parts.append(element("details", element("summary", more), table))
    return element("div", parts, class_="card")
