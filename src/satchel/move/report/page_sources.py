"""The sources on the page: how many rows each had and what became of them, and the reasons given."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.move.report.figures import Figures, Ledger, Reason, Source
from satchel.move.report.markup import Markup, element, foreign
from satchel.move.report.page_ledgers import stack, tone
from satchel.move.report.words import Words

MOST_REASONS = 50
"""Reasons listed at once; a source that words each of its reasons anew would fill the page."""
NEEDS_FILTER = 12
"""Sources from which on a field to filter them helps."""


def sources(figures: Figures, w: Words) -> Markup | None:
    """One line per source, whose numbers add up across and downwards."""
    if not figures.sources:
        return None
    fates = [fate for fate, count in figures.rows.parts.items() if count or any(s.rows[fate] for s in figures.sources)]
    lost = any(s.rows.difference for s in figures.sources) or figures.rows.difference != 0
    names = [element("th", w.name("fate", fate), scope="col", class_=f"n {tone(fate)}") for fate in fates]
    head = element(
        "tr",
        element("th", w.say("Source"), scope="col"),
        element("th", w.say("Rows in"), scope="col", class_="n"),
        element("th", element("span", w.say("Shares"), class_="unseen"), scope="col", class_="shares"),
        names,
        element("th", w.say("Unaccounted"), scope="col", class_="n") if lost else None,
    )
    lines = [_source(source, fates, w, lost=lost) for source in figures.sources]
    foot = element(
        "tr",
        element("th", w.count(len(figures.sources), "source"), scope="row"),
        element("td", f"{figures.rows.total:,}", class_="n"),
        element("td", class_="shares"),
        [element("td", f"{figures.rows[fate]:,}", class_="n") for fate in fates],
        element("td", f"{figures.rows.difference:,}", class_="n bad") if lost else None,
    )
    table = element("table", element("thead", head), element("tbody", lines), element("tfoot", foot), class_="matrix")
    return element(
        "section",
        element("h2", w.say("Source by source")),
        element(
            "div",
            filter_field(w, w.say("Filter the sources")) if len(lines) > NEEDS_FILTER else None,
            element("div", table, class_="scroll", tabindex="0"),
            class_="card",
            data_filter=True,
        ),
        id="sources",
    )


def _source(source: Source, fates: list[str], w: Words, *, lost: bool) -> Markup:
    cells = [element("td", f"{source.rows[fate]:,}", class_="n" if source.rows[fate] else "n zero") for fate in fates]
    wrong = "n bad" if source.rows.difference else "n zero"
    return element(
        "tr",
        element("th", foreign(source.name), scope="row"),
        element("td", f"{source.rows.total:,}", class_="n"),
        element("td", stack(source.rows, w), class_="shares"),
        cells,
        element("td", f"{source.rows.difference:,}", class_=wrong) if lost else None,
    )


def filter_field(w: Words, label: str) -> Markup:
    """A field that narrows the lines of the part it stands in; hidden until the script takes it up."""
    return element(
        "label",
        element("span", label, class_="unseen"),
        element("input", type="search", placeholder=label, autocomplete="off"),
        element("output", data_label=w.say("{shown} of {all}")),
        class_="filter",
        hidden=True,
    )


def reasons(figures: Figures, w: Words) -> Markup | None:
    """Why rows and records ended where they did: in all, then source by source."""
    found = figures.reasons()
    if not found:
        return None
    by_source = [source for source in figures.sources if source.reasons]
    blocks = [_reasons(found, figures.rows, figures.records, w)]
    if len(by_source) > 1:
        folds = [_of_source(source, w) for source in by_source]
        blocks.append(element("details", element("summary", w.say("The same, source by source")), folds))
    return element("section", element("h2", w.say("Why")), element("div", blocks, class_="card folds"), id="reasons")


def _of_source(source: Source, w: Words) -> Markup:
    summary = element("summary", foreign(source.name), " ", element("small", w.count(len(source.reasons), "reason")))
    return element("details", summary, _reasons(source.reasons, source.rows, source.records, w))


def _reasons(found: Sequence[Reason], rows: Ledger, records: Ledger, w: Words) -> Markup:
    lines = [
        element(
            "tr",
            element("td", f"{reason.count:,}", class_="n"),
            element("td", _tag(reason.what, rows, records, w)),
            foreign(reason.text, "td"),
        )
        for reason in found[:MOST_REASONS]
    ]
    rest = found[MOST_REASONS:]
    if rest:
        told = w.say("{n} more reasons", n=f"{len(rest):,}")
        count = element("td", f"{sum(reason.count for reason in rest):,}", class_="n")
        lines.append(element("tr", count, element("td"), element("td", told)))
    return element("table", element("tbody", lines), class_="plain")


def _tag(what: str, rows: Ledger, records: Ledger, w: Words) -> Markup | None:
    """The fate or outcome that a reason belongs to; `rejected` is both, and a row's unless only records were."""
    kind = "fate" if what in rows.parts and (rows[what] or not records[what]) else "outcome"
    name = w.name(kind, what)
    return element("span", name, class_=f"tag {tone(what)}") if name != what else None
