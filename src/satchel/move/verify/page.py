"""A verification as one HTML page that needs nothing else, in the manner of the import report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from satchel.move.report.markup import Markup, element, foreign
from satchel.move.report.page_frame import document
from satchel.move.report.page_sources import filter_field
from satchel.move.report.page_style import CHECK, WARNING
from satchel.move.report.shown import one_line
from satchel.move.verify.outcome import LEAST_RECALL
from satchel.move.verify.terminal import headline, result, scale
from satchel.move.verify.words import VerifyWords, verify_words

MOST_LISTED: Final = 300
"""Failures of one check on the page."""


def render_page(verdict: Mapping[str, Any], *, language: str = "en") -> str:
    """The whole page.

    Args:
        verdict: What `Verdict.to_json` gives.
        language: `zh…` for Chinese, anything else for English.

    Returns:
        An HTML document. It can be encoded as UTF-8 whatever the data held.
    """
    w = verify_words(language)
    main = element("main", _checks(verdict, w), _counts(verdict, w), _failed(verdict, w), _notes(verdict, w))
    return document(f"{w.say('Verification')} – {headline(verdict, w)}", _header(verdict, w), main, w)


def within_report(verdict: Mapping[str, Any], *, language: str = "en") -> Markup:
    """The part of a move's report that tells of its verification."""
    w = verify_words(language)
    return element(
        "section",
        element("h2", w.say("Verification")),
        element("p", headline(verdict, w), "。" if w.chinese else ". ", scale(verdict, w), class_="say"),
        element("div", element("table", element("tbody", _lines(verdict, w)), class_="ledger"), class_="card"),
        [_of_check(check, w) for check in verdict["checks"] if check["failures"]],
        id="verification",
    )


def _header(verdict: Mapping[str, Any], w: VerifyWords) -> Markup:
    facts = [
        (w.say("The old place"), one_line(verdict["old"])),
        (w.say("The new place"), one_line(verdict["new"])),
        (w.say("Asked"), one_line(verdict["asked_by"])),
        (w.say("Took"), w.duration(verdict["seconds"])),
    ]
    return element(
        "header",
        element("p", element("span", "Satchel", class_="brand"), w.say("Verification"), class_="over"),
        element(
            "div",
            Markup(CHECK if verdict["ok"] else WARNING),
            element("h1", headline(verdict, w), "。" if w.chinese else "."),
            class_="verdict" if verdict["ok"] else "verdict bad",
        ),
        element("p", scale(verdict, w), class_="lead"),
        element(
            "dl",
            [element("div", element("dt", name), element("dd", foreign(value))) for name, value in facts if value],
            class_="facts",
        ),
    )


def _lines(verdict: Mapping[str, Any], w: VerifyWords) -> list[Markup]:
    lines = []
    for check in verdict["checks"]:
        tone = "t-memory" if check["ok"] else "t-rejected"
        said = w.say("passed") if check["ok"] else w.say("FAILED")
        lines.append(
            element(
                "tr",
                element(
                    "th",
                    element("a", w.name("check", check["name"]), href=f"#{check['name']}", class_="label")
                    if check["failures"]
                    else element("span", w.name("check", check["name"]), class_="label"),
                    element("span", w.hint("check", check["name"]), class_="hint"),
                    scope="row",
                ),
                element("td", element("span", said, class_=f"tag {tone}")),
                element("td", result(check, w), class_="n"),
            )
        )
    return lines


def _checks(verdict: Mapping[str, Any], w: VerifyWords) -> Markup:
    rule = " ".join(
        (
            w.say("Exact: one failing record fails it."),
            w.say("Recall: at least {share} must be found.", share=f"{LEAST_RECALL:.0%}"),
        )
    )
    return element(
        "section",
        element("h2", w.say("The five questions and the counts")),
        element("p", rule, class_="say"),
        element("div", element("table", element("tbody", _lines(verdict, w)), class_="ledger"), class_="card"),
        id="checks",
    )


def _counts(verdict: Mapping[str, Any], w: VerifyWords) -> Markup | None:
    accounting = next((check for check in verdict["checks"] if check["name"] == "accounting"), None)
    if accounting is None or not accounting.get("types"):
        return None
    tables = [
        _side_by_side(accounting["types"], w.say("By type"), "type", w),
        _side_by_side(accounting["scopes"], w.say("By scope"), "scope", w),
    ]
    return element(
        "section", element("h2", w.say("Counts that must be equal")), element("div", tables, class_="two"), id="counts"
    )


def _side_by_side(counts: Mapping[str, Sequence[int]], caption: str, kind: str, w: VerifyWords) -> Markup:
    names = element("tr", [element("th", name, scope="col") for name in ("", w.say("Old"), w.say("New"))])
    lines = [
        element(
            "tr",
            element("th", foreign(w.name(kind, one_line(name))), scope="row"),
            element("td", f"{old:,}", class_="n"),
            element("td", f"{new:,}" if new == old else element("strong", f"{new:,}"), class_="n"),
        )
        for name, (old, new) in list(counts.items())[:MOST_LISTED]
    ]
    return element(
        "div",
        element(
            "table", element("caption", caption), element("thead", names), element("tbody", lines), class_="ledger"
        ),
        class_="card",
    )


def _failed(verdict: Mapping[str, Any], w: VerifyWords) -> Markup:
    parts = [_of_check(check, w) for check in verdict["checks"] if check["failures"]]
    if not parts:
        parts = [element("p", w.say("Nothing failed."), class_="say")]
    return element("section", element("h2", w.say("What failed")), parts, id="failures")


def _of_check(check: Mapping[str, Any], w: VerifyWords) -> Markup:
    failures = check["failures"]
    listed = failures[:MOST_LISTED]
    names = [w.say("What is wrong"), w.say("Memory"), w.say("Asked with")]
    table = element(
        "table",
        element("thead", element("tr", [element("th", name, scope="col") for name in names])),
        element("tbody", [_line(failure, check, w) for failure in listed]),
        class_="rows",
    )
    more = None
    if len(failures) > len(listed):
        told = w.say(
            "The first {n} of {all} are listed; --json has all of them.", n=f"{len(listed):,}", all=f"{len(failures):,}"
        )
        more = element("p", told, class_="say")
    return element(
        "div",
        element("h3", w.name("check", check["name"]), " ", element("span", f"{len(failures):,}", class_="calm")),
        more,
        element("div", filter_field(w, w.say("Filter by words or id")), table, class_="card", data_filter=True),
        id=check["name"],
    )


def _line(failure: Mapping[str, str], check: Mapping[str, Any], w: VerifyWords) -> Markup:
    tone = "t-rejected" if check["exact"] else "t-duplicate"
    text, detail = one_line(failure["text"]), one_line(w.told(failure["detail"]))
    return element(
        "tr",
        element(
            "td",
            element("span", w.name("kind", failure["kind"]), class_=f"tag {tone}"),
            foreign(detail, "div", class_="hint") if detail else None,
            class_="said",
        ),
        element(
            "td",
            foreign(text, "div", class_="text") if text else None,
            foreign(one_line(failure["record"]), "div", class_="hint"),
            class_="said",
        ),
        foreign(one_line(failure["question"]), "td", class_="reason"),
    )


def _notes(verdict: Mapping[str, Any], w: VerifyWords) -> Markup | None:
    if not verdict["notes"]:
        return None
    items = [foreign(one_line(w.told(note)), "li") for note in verdict["notes"]]
    return element("section", element("h2", w.say("Notes")), element("ul", items, class_="notes"), id="notes")
