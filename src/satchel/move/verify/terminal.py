"""A verification for the terminal: one line a check, then the first of what failed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from satchel.move.report.shown import one_line
from satchel.move.verify.words import VerifyWords, verify_words

MOST_SHOWN: Final = 5
"""Failures shown of each check."""
_LONGEST: Final = 90


def render_terminal(verdict: Mapping[str, Any], *, language: str = "en") -> RenderableType:
    """What `rich` prints of a verification.

    Args:
        verdict: What `Verdict.to_json` gives.
        language: `zh…` for Chinese, anything else for English.
    """
    return Group(*_parts(verdict, verify_words(language)))


def headline(verdict: Mapping[str, Any], w: VerifyWords) -> str:
    """`All five questions are answered`, or how many checks failed."""
    failed = sum(not check["ok"] for check in verdict["checks"])
    if not failed:
        return w.say("All five questions are answered")
    return w.say("{n} check failed" if failed == 1 else "{n} checks failed", n=failed)


def scale(verdict: Mapping[str, Any], w: VerifyWords) -> str:
    """How many records were compared, and how many asked about."""
    compared = w.say("{records} compared one by one.", records=w.count(verdict["records"], "record"))
    if verdict["sample"] is None:
        return f"{compared} {w.say('Every one was asked about.')}"
    asked = w.say(
        "Of each kind {n} were asked about (seed {seed}); --all asks about every one.",
        n=f"{verdict['sample']:,}",
        seed=verdict["seed"],
    )
    return (
        compared
        if all(c["asked"] == c["applies"] for c in verdict["checks"] if not c["exact"])
        else f"{compared} {asked}"
    )


def result(check: Mapping[str, Any], w: VerifyWords) -> str:
    """`60 of 60 (877 in all)`."""
    if not check["applies"]:
        return w.say("nothing to ask about")
    told = w.say("{found} of {asked}", found=f"{check['found']:,}", asked=f"{check['asked']:,}")
    if check["asked"] == check["applies"] or check["exact"]:
        return told
    in_all = w.say("{n} in all", n=f"{check['applies']:,}")
    return f"{told} ({in_all})"


def _parts(verdict: Mapping[str, Any], w: VerifyWords) -> Iterator[RenderableType]:
    mark, colour = ("✓", "green") if verdict["ok"] else ("✗", "red")
    yield Text.assemble((f"{mark} ", f"bold {colour}"), (headline(verdict, w), "bold"))
    yield Padding(Text(scale(verdict, w)), (0, 0, 0, 2))
    yield Text()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column(w.say("Check"), no_wrap=True)
    table.add_column(w.say("Result"), no_wrap=True)
    table.add_column("", overflow="fold")
    for check in verdict["checks"]:
        tone = "green" if check["ok"] else "red"
        name = w.name("check", check["name"])
        table.add_row(
            Text("✓" if check["ok"] else "✗", tone),
            name,
            result(check, w),
            Text(w.hint("check", check["name"]), "bright_black"),
        )
    yield table
    for check in verdict["checks"]:
        if check["failures"]:
            yield from _failures(check, w)
    if verdict["notes"]:
        yield Text()
        yield from (Text(one_line(w.told(note))) for note in verdict["notes"])
    missed = next(
        (f for c in verdict["checks"] for f in c["failures"] if f["kind"] == "not_found" and f["question"]), None
    )
    if missed is not None:
        yield Text()
        parts = (
            "why",
            missed["question"],
            "--expect",
            missed["record"],
            "--scope",
            missed["scope"],
            "--store",
            verdict["new"],
        )
        command = " ".join(("satchel", *map(shlex.quote, parts)))
        yield Text.assemble(f"{w.say('why a memory is not found')}  ", (one_line(command), "cyan"))


def _failures(check: Mapping[str, Any], w: VerifyWords) -> Iterator[RenderableType]:
    yield Text(f"\n{w.name('check', check['name'])}", "bold")
    for failure in check["failures"][:MOST_SHOWN]:
        told = one_line(failure["text"]) or one_line(failure["record"])
        detail = f" ({one_line(w.told(failure['detail']))})" if failure["detail"] else ""
        yield Padding(Text.assemble(("• ", "red" if check["exact"] else "yellow"), _cut(told)), (0, 0, 0, 2))
        line = f"{w.name('kind', failure['kind'])}{detail}  {one_line(failure['record'])}"
        yield Padding(Text(line, "bright_black"), (0, 0, 0, 4))
    if len(check["failures"]) > MOST_SHOWN:
        more = w.say("{n} more", n=f"{len(check['failures']) - MOST_SHOWN:,}")
        yield Padding(Text(f"… {more}", "bright_black"), (0, 0, 0, 4))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
