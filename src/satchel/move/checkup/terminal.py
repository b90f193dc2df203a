"""A check-up for the terminal: what was found, the first of each rule, and what can be done."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from satchel.move.checkup.finding import SEVERITIES, Finding
from satchel.move.checkup.words import CheckupWords, checkup_words
from satchel.move.report.shown import one_line

MOST_SHOWN: Final = 4
"""Findings shown of each rule."""
_LONGEST: Final = 90
_COLOURS: Final = {"error": "red", "warning": "yellow", "info": "bright_black"}


def render_terminal(findings: Sequence[Finding], summary: Mapping[str, Any], *, language: str = "en") -> RenderableType:
    """What `rich` prints of a check-up.

    Args:
        findings: All of them.
        summary: Of `Checkup.to_json`.
        language: `zh…` for Chinese, anything else for English.
    """
    return Group(*_parts(findings, summary, checkup_words(language)))


def headline(summary: Mapping[str, Any], w: CheckupWords) -> str:
    """`12 findings in 340 memories`."""
    memories = w.count(summary["records"], "memory")
    if not summary["findings"]:
        return w.say("Nothing to object to")
    return w.say("{findings} in {memories}", findings=w.count(summary["findings"], "finding"), memories=memories)


def severities(summary: Mapping[str, Any], w: CheckupWords) -> str:
    """`1 error, 8 warnings, 3 notes.`"""
    counts = summary["by_severity"]
    return w.say(
        "{errors}, {warnings}, {notes}.",
        errors=w.count(counts["error"], "error"),
        warnings=w.count(counts["warning"], "warning"),
        notes=w.count(counts["info"], "note"),
    )


def remarks(summary: Mapping[str, Any], w: CheckupWords) -> list[str]:
    """What a person should know beside the findings: what was fixed, what could not be read."""
    told = []
    if summary["rejected"]:
        told.append(w.say("{n} lines could not be read", n=f"{summary['rejected']:,}"))
    if logs := summary["rows"].get("log"):
        told.append(w.say("{n} rows were log lines of the source and are no memories", n=f"{logs:,}"))
    meaning = summary.get("by_meaning")
    if meaning and meaning["without_vectors"]:
        told.append(
            w.say(
                "Pairs were looked for by wording alone: {n} memories have no vectors. --by-meaning makes them; a store keeps them (satchel embed)",
                n=f"{meaning['without_vectors']:,}",
            )
        )
    fixed = summary.get("fixed")
    if fixed is not None:
        records = f"{fixed['trailer']['records']:,}"
        told.append(w.say("Written to {path}: {records} records.", path=one_line(fixed["output"]), records=records))
        told += [w.say(text, n=f"{fixed[name]:,}") for name, text in _DONE.items() if fixed[name]]
        for reason, count in fixed["trailer"]["withheld"].items():
            told.append(w.say("{n} stayed out ({reason})", n=f"{count:,}", reason=reason))
    return told


_DONE: Final = {
    "folded": "{n} copies folded into the oldest one",
    "dated": "{n} memories got the dates of their relative days",
    "rewritten": "{n} memories were written out by the model that you named",
    "archived": "{n} log lines and expired memories archived",
    "marked": "{n} marked as sensitive",
    "skipped": "{n} changes no longer fitted and were left out",
}


def _parts(findings: Sequence[Finding], summary: Mapping[str, Any], w: CheckupWords) -> Iterator[RenderableType]:
    worst = next((severity for severity in SEVERITIES if summary["by_severity"][severity]), None)
    mark, colour = ("✗", _COLOURS[worst]) if worst in ("error", "warning") else ("✓", "green")
    yield Text.assemble((f"{mark} ", f"bold {colour}"), (headline(summary, w), "bold"))
    if findings:
        yield Padding(Text(severities(summary, w)), (0, 0, 0, 2))
        yield Text()
        yield _table(summary, findings, w)
        yield from _examples(findings, w)
    told = remarks(summary, w)
    if told:
        yield Text()
        yield from (Text(line) for line in told)
    if findings:
        yield Text()
        yield _next(summary, w)


def _table(summary: Mapping[str, Any], findings: Sequence[Finding], w: CheckupWords) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column(w.say("What was found"), no_wrap=True)
    for severity in SEVERITIES:
        table.add_column(w.name("severity", severity), justify="right", no_wrap=True)
    table.add_column(w.say("By class"), overflow="fold")
    for rule, count in summary["by_rule"].items():
        if not count:
            continue
        of_rule = [finding for finding in findings if finding.rule == rule]
        cells = []
        for severity in SEVERITIES:
            number = sum(finding.severity == severity for finding in of_rule)
            cells.append(Text(f"{number:,}" if number else "", _COLOURS[severity]))
        classes = summary["by_class"].get(rule, {})
        told = " · ".join(f"{w.name('class', one_line(name))} {n:,}" for name, n in list(classes.items())[:8])
        table.add_row(w.name("rule", rule), *cells, Text(told, "bright_black"))
    return table


def _examples(findings: Sequence[Finding], w: CheckupWords) -> Iterator[RenderableType]:
    by_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        by_rule.setdefault(finding.rule, []).append(finding)
    for rule, of_rule in by_rule.items():
        yield Text(f"\n{w.name('rule', rule)}", "bold")
        worst = sorted(of_rule, key=lambda finding: SEVERITIES.index(finding.severity))
        for finding in worst[:MOST_SHOWN]:
            said = _cut(one_line(finding.excerpt or finding.evidence))
            yield Padding(Text.assemble(("• ", _COLOURS[finding.severity]), said), (0, 0, 0, 2))
            where = f"  {finding.record}" if finding.record is not None else ""
            yield Padding(Text(f"→ {one_line(w.action(finding.action))}{where}", "bright_black"), (0, 0, 0, 4))
        if len(of_rule) > MOST_SHOWN:
            more = w.say("{n} more", n=f"{len(of_rule) - MOST_SHOWN:,}")
            yield Padding(Text(f"… {more}", "bright_black"), (0, 0, 0, 4))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _next(summary: Mapping[str, Any], w: CheckupWords) -> Table:
    command = f"satchel checkup {shlex.quote(one_line(summary['source']))}"
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(style="cyan", overflow="fold")
    if summary["fixable"] and "fixed" not in summary:
        table.add_row(w.say("fix what is safe, in a new file"), f"{command} --fix checked.satchel")
    table.add_row(w.say("the whole of it, as a page"), f"{command} --html checkup.html")
    return table
