"""The report as one HTML page that needs nothing else: no request, no script to read it, paper and dark screens too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.move.report.figures import Figures
from satchel.move.report.headline import Headline, headline
from satchel.move.report.markup import Markup, element, foreign
from satchel.move.report.page_frame import document
from satchel.move.report.page_ledgers import contents, fate_bar, ledgers
from satchel.move.report.page_rows import rejected, samples
from satchel.move.report.page_sources import reasons, sources
from satchel.move.report.page_style import CHECK, WARNING
from satchel.move.report.page_times import times
from satchel.move.report.steps import steps
from satchel.move.report.words import Words, words


def render_page(report_json: Mapping[str, Any], *, language: str = "en") -> str:
    """The whole page.

    Args:
        report_json: What `satchel.move.ledger.Report.to_json` gives.
        language: `zh…` for Chinese, anything else for English.

    Returns:
        An HTML document. It can be encoded as UTF-8 whatever the data held.
    """
    figures, w = Figures.of(report_json), words(language)
    first = headline(figures, w)
    main = element(
        "main",
        ledgers(figures, w),
        contents(figures, w),
        times(figures.times, w),
        sources(figures, w),
        reasons(figures, w),
        rejected(figures, w),
        samples(figures, w),
        _verification(report_json, language),
        _notes(figures, w),
        _next(figures, w),
    )
    return document(f"{w.say('Import report')} – {first.text}", _header(figures, first, w), main, w)


def _header(figures: Figures, first: Headline, w: Words) -> Markup:
    sound = not first.alarms
    return element(
        "header",
        element(
            "p",
            element("span", "Satchel", class_="brand"),
            w.say("Import report"),
            element("span", w.say("Rehearsal"), class_="mark") if figures.dry_run else None,
            class_="over",
        ),
        element(
            "div",
            Markup(CHECK if sound else WARNING),
            element("h1", first.text, "." if not w.chinese else "。"),
            class_="verdict" if sound else "verdict bad",
        ),
        _alarm(first, w),
        element("p", first.rows, class_="lead") if first.rows else None,
        element("p", first.records, class_="lead second") if first.records else None,
        element("p", w.say("Nothing was written: this was a rehearsal."), class_="rehearsal")
        if figures.dry_run
        else None,
        fate_bar(figures.rows, w),
        _facts(figures, w),
    )


def _alarm(first: Headline, w: Words) -> Markup | None:
    if not first.alarms:
        return None
    return element(
        "div",
        element("p", element("strong", " ".join(first.alarms))),
        element(
            "p",
            w.say(
                "This is a fault in Satchel and not in your data. Keep the old folder, and report it with the batch id below."
            ),
        ),
        class_="alarm",
        role="alert",
    )


def _facts(figures: Figures, w: Words) -> Markup:
    facts = [
        (w.say("Store"), figures.store),
        (w.say("Batch"), figures.batch),
        (w.say("Stream file"), figures.stream or ""),
        (w.say("Took"), w.duration(figures.seconds)),
    ]
    pairs = [element("div", element("dt", name), element("dd", foreign(value))) for name, value in facts if value]
    return element("dl", pairs, class_="facts")


def _verification(report_json: Mapping[str, Any], language: str) -> Markup | None:
    verification = report_json.get("verification")
    if verification is None:
        return None
    from satchel.move.verify.page import within_report  # it is made of this package's parts

    return within_report(verification, language=language)


def _notes(figures: Figures, w: Words) -> Markup | None:
    if not figures.notes:
        return None
    notes = [foreign(note, "li") for note in figures.notes]
    return element("section", element("h2", w.say("Notes")), element("ul", notes, class_="notes"), id="notes")


_PURPOSES = {
    "recall": "Ask for something you remember telling the old agent:",
    "review": "See what waits for you, and repair or drop it:",
    "undo": "Take all of it back; the store is then as it was before:",
}


def _next(figures: Figures, w: Words) -> Markup:
    told = [(w.say(_PURPOSES[step.purpose]), step.line) for step in steps(figures)]
    if figures.dry_run:
        told.append((w.say("To do it for real, run the same command without:"), "--dry-run"))
    items = [element("li", element("p", text), element("pre", foreign(command, "code"))) for text, command in told]
    title = w.say("Next") if figures.dry_run else w.say("Next, and how to undo")
    return element("section", element("h2", title), element("ul", items, class_="steps"), id="next")
