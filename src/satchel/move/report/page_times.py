"""The times of the memories on the page: when they are from, how they were written, and what is not known."""

from __future__ import annotations

from collections.abc import Mapping

from satchel.move.report.figures import Times
from satchel.move.report.markup import Markup, element, foreign
from satchel.move.report.months import Bar, bars
from satchel.move.report.words import Words, moment

MOST_LABELS = 7
"""Bars that have room for a label each, on a phone too."""


def times(found: Times, w: Words) -> Markup | None:
    """The section, or nothing where no memory came in."""
    if not found.known and not found.unknown:
        return None
    return element(
        "section",
        element("h2", w.say("When they are from")),
        element("div", _facts(found, w), _histogram(found, w), _notations(found, w), class_="card"),
        id="times",
    )


def _facts(found: Times, w: Words) -> Markup:
    facts = [
        (w.say("Earliest"), moment(found.earliest), ""),
        (w.say("Latest"), moment(found.latest), ""),
        (w.say("Time known"), f"{found.known:,}", ""),
        (w.say("Time unknown"), f"{found.unknown:,}", w.say("left open; a time is never invented")),
        (w.say("Zone assumed"), f"{found.assumed_zone:,}", w.say("none was named: UTC, or the one you gave")),
    ]
    pairs = [
        element("div", element("dt", name), element("dd", value), element("dd", hint, class_="hint") if hint else None)
        for name, value, hint in facts
    ]
    return element("dl", pairs, class_="figures")


def _histogram(found: Times, w: Words) -> Markup | None:
    shown = bars(found.by_month)
    if not shown:
        return None
    greatest = max(bar.count for bar in shown) or 1
    columns = [
        element(
            "i",
            style=f"height:{_height(bar, greatest):.1f}%",
            title=f"{bar.label}: {bar.count:,}",
            class_="none" if not bar.count else None,
        )
        for bar in shown
    ]
    label = w.say(
        "Memories from {first} to {last}, at most {n} in one bar",
        first=shown[0].label,
        last=shown[-1].label,
        n=f"{greatest:,}",
    )
    lines = [
        element("tr", element("th", bar.label, scope="row"), element("td", f"{bar.count:,}", class_="n"))
        for bar in shown
    ]
    return element(
        "figure",
        element("figcaption", w.say("most in one bar: {n}", n=f"{greatest:,}")),
        element("div", columns, class_="columns", role="img", aria_label=label),
        _axis(shown),
        element(
            "details",
            element("summary", w.say("As a table")),
            element("table", element("tbody", lines), class_="plain"),
        ),
        class_="histogram",
    )


def _axis(shown: list[Bar]) -> Markup:
    """Below few bars each has its label and count; below many only the ends are named."""
    if len(shown) <= MOST_LABELS:
        labels = [element("span", element("b", f"{bar.count:,}"), bar.label) for bar in shown]
        return element("div", labels, class_="axis each")
    return element("div", element("span", shown[0].label), element("span", shown[-1].label), class_="axis")


def _height(bar: Bar, greatest: int) -> float:
    """Per cent of the greatest; a bar that is not empty can be seen."""
    return max(bar.count / greatest * 100, 1.5) if bar.count else 0.0


def _notations(found: Times, w: Words) -> Markup | None:
    if not found.units and not found.precisions:
        return None
    return element(
        "div",
        _list(w.say("How they were written"), "unit", found.units, w),
        _list(w.say("How exact they are"), "precision", found.precisions, w),
        class_="notations",
    )


def _list(title: str, kind: str, counts: Mapping[str, int], w: Words) -> Markup:
    items = [
        element("li", foreign(w.name(kind, name)), " ", element("b", f"{count:,}")) for name, count in counts.items()
    ]
    return element("div", element("h3", title), element("ul", items, class_="inline"))
