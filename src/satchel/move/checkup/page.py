"""A check-up as one HTML page that needs nothing else, in the manner of the import report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from satchel.move.checkup.finding import SEVERITIES, Finding
from satchel.move.checkup.terminal import headline, remarks, severities
from satchel.move.checkup.words import CheckupWords, checkup_words
from satchel.move.report.figures import Figures
from satchel.move.report.markup import Markup, element, foreign
from satchel.move.report.page_frame import document
from satchel.move.report.page_ledgers import named_counts
from satchel.move.report.page_sources import filter_field
from satchel.move.report.page_style import CHECK, WARNING
from satchel.move.report.page_times import times
from satchel.move.report.shown import one_line
from satchel.move.report.words import moment

MOST_LISTED: Final = 300
"""Findings of one rule on the page."""
_TONES: Final = {"error": "t-rejected", "warning": "t-duplicate", "info": "t-log"}


def render_page(findings: Sequence[Finding], summary: Mapping[str, Any], *, language: str = "en") -> str:
    """The whole page.

    Args:
        findings: All of them.
        summary: Of `Checkup.to_json`.
        language: `zh…` for Chinese, anything else for English.

    Returns:
        An HTML document. It can be encoded as UTF-8 whatever the data held.
    """
    w = checkup_words(language)
    figures = Figures.of({"times": summary["times"], "types": summary["types"], "scopes": summary["scopes"]})
    main = element(
        "main",
        _found(findings, summary, w),
        _contents(figures, w),
        times(figures.times, w),
        _listed(findings, w),
        _remarks(summary, w),
    )
    return document(f"{w.say('Check-up')} – {headline(summary, w)}", _header(summary, w), main, w)


def _header(summary: Mapping[str, Any], w: CheckupWords) -> Markup:
    sound = not summary["by_severity"]["error"] and not summary["by_severity"]["warning"]
    fixable = summary["fixable"]
    facts = [
        (w.say("Looked at"), one_line(summary["source"])),
        (w.say("As of"), moment(summary["now"])),
        (w.say("Took"), w.duration(summary["seconds"])),
    ]
    return element(
        "header",
        element("p", element("span", "Satchel", class_="brand"), w.say("Check-up"), class_="over"),
        element(
            "div",
            Markup(CHECK if sound else WARNING),
            element("h1", headline(summary, w), "。" if w.chinese else "."),
            class_="verdict" if not summary["by_severity"]["error"] else "verdict bad",
        ),
        element("p", severities(summary, w), class_="lead") if summary["findings"] else None,
        element(
            "p",
            w.say("{n} of them can be fixed without losing or inventing anything.", n=f"{fixable:,}"),
            class_="lead second",
        )
        if fixable
        else None,
        element(
            "dl",
            [element("div", element("dt", name), element("dd", foreign(value))) for name, value in facts],
            class_="facts",
        ),
    )


def _found(findings: Sequence[Finding], summary: Mapping[str, Any], w: CheckupWords) -> Markup | None:
    """Bars by rule, each divided by severity, and by class."""
    if not findings:
        return None
    counts = {rule: count for rule, count in summary["by_rule"].items() if count}
    greatest = max(counts.values())
    lines = []
    for rule, count in counts.items():
        of_rule = [finding.severity for finding in findings if finding.rule == rule]
        parts = {severity: of_rule.count(severity) for severity in SEVERITIES}
        bar = [
            element("i", class_=_TONES[name], style=f"flex-grow:{n}", title=f"{w.name('severity', name)}: {n:,}")
            for name, n in parts.items()
            if n
        ]
        lines.append(
            element(
                "tr",
                element(
                    "th",
                    element("a", w.name("rule", rule), href=f"#{rule}", class_="label"),
                    element("span", w.hint("rule", rule), class_="hint"),
                    element("div", bar, class_="stack", style=f"width:{max(count / greatest * 100, 4):.2f}%"),
                    scope="row",
                ),
                element("td", f"{count:,}", class_="n"),
            )
        )
    by_class = {
        w.name("class", one_line(name)): count
        for classes in summary["by_class"].values()
        for name, count in classes.items()
    }
    rules = element("table", element("caption", w.say("By rule")), element("tbody", lines), class_="ledger")
    keys = [
        element("li", element("i", class_=f"dot {_TONES[severity]}"), w.name("severity", severity))
        for severity in SEVERITIES
    ]
    ranked = dict(sorted(by_class.items(), key=lambda pair: -pair[1]))
    return element(
        "section",
        element("h2", w.say("What was found")),
        element("p", w.say("One line for each rule; what is not listed was looked for and not found."), class_="say"),
        element(
            "div",
            element("div", rules, element("ul", keys, class_="legend"), class_="card"),
            named_counts(ranked, w.say("By class"), w, kind="class") if ranked else None,
            class_="two",
        ),
        id="found",
    )


def _contents(figures: Figures, w: CheckupWords) -> Markup | None:
    if not figures.types:
        return None
    return element(
        "section",
        element("h2", w.say("What was looked at")),
        element(
            "div",
            named_counts(figures.types, w.say("By type"), w, kind="type"),
            named_counts(figures.scopes, w.say("By scope"), w, kind="scope"),
            class_="two",
        ),
        id="memories",
    )


def _listed(findings: Sequence[Finding], w: CheckupWords) -> Markup | None:
    by_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        by_rule.setdefault(finding.rule, []).append(finding)
    if not by_rule:
        return None
    parts = [_of_rule(rule, of_rule, w) for rule, of_rule in by_rule.items()]
    return element("section", element("h2", w.say("The findings")), parts, id="findings")


def _of_rule(rule: str, findings: list[Finding], w: CheckupWords) -> Markup:
    listed = sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))[:MOST_LISTED]
    names = element("tr", [element("th", w.say(name), scope="col") for name in ("Evidence", "What to do", "Memory")])
    table = element(
        "table", element("thead", names), element("tbody", [_line(finding, w) for finding in listed]), class_="rows"
    )
    more = None
    if len(findings) > len(listed):
        told = w.say(
            "The first {n} of {all} are listed; --json has all of them.", n=f"{len(listed):,}", all=f"{len(findings):,}"
        )
        more = element("p", told, class_="say")
    return element(
        "div",
        element("h3", w.name("rule", rule), " ", element("span", f"{len(findings):,}", class_="calm")),
        more,
        element("div", filter_field(w, w.say("Filter by words, action or id")), table, class_="card", data_filter=True),
        id=rule,
    )


def _line(finding: Finding, w: CheckupWords) -> Markup:
    about = finding.record if finding.record is not None else w.say("all of them")
    others = w.say("and {n} more", n=f"{len(finding.others):,}") if len(finding.others) > 1 else ""
    tag = w.name("class", one_line(finding.kind)) if finding.kind else w.name("severity", finding.severity)
    excerpt = one_line(finding.excerpt)
    return element(
        "tr",
        element(
            "td",
            element("span", tag, class_=f"tag {_TONES[finding.severity]}"),
            foreign(one_line(finding.evidence), "div", class_="text"),
            foreign(excerpt, "div", class_="hint") if excerpt and excerpt != finding.evidence else None,
            class_="said",
        ),
        foreign(one_line(w.action(finding.action)), "td", class_="reason"),
        element("td", foreign(one_line(about)), element("div", others, class_="hint") if others else None, class_="place"),
    )  # fmt: skip


def _remarks(summary: Mapping[str, Any], w: CheckupWords) -> Markup | None:
    told = remarks(summary, w)
    if not told:
        return None
    title = w.say("What was fixed") if "fixed" in summary else w.say("Notes")
    items = [foreign(one_line(line), "li") for line in told]
    return element("section", element("h2", title), element("ul", items, class_="notes"), id="notes")
