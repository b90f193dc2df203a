"""The report for the terminal: the same sentences and figures as the page, on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from satchel.move.report.figures import KEPT, Figures, Ledger, Source
from satchel.move.report.headline import Headline, headline
from satchel.move.report.months import bars
from satchel.move.report.shown import one_line
from satchel.move.report.steps import steps
from satchel.move.report.words import Words, moment, words

MOST_SOURCES = 8
MOST_REASONS = 6
MOST_NOTES = 6
SIDE_BY_SIDE = 92
"""Columns from which on the two ledgers stand beside each other."""
_COLOURS = {
    "memory": "green",
    "evidence": "blue",
    "vector": "magenta",
    "structure": "yellow",
    "duplicate": "yellow",
    "rejected": "red",
    "imported": "green",
    "unchanged": "blue",
    "quarantined": "yellow",
    "withheld": "yellow",
}
_WANTING = frozenset({"rejected", "quarantined", "withheld"})
"""What a person may want to do something about; their reasons come first."""
_LEVELS = " ▁▂▃▄▅▆▇█"


def render_terminal(report_json: Mapping[str, Any], *, language: str = "en") -> RenderableType:
    """What `rich` prints of a report.

    Args:
        report_json: What `satchel.move.ledger.Report.to_json` gives; `report`, when it is there, is where the page is.
        language: `zh…` for Chinese, anything else for English.
    """
    return TerminalReport(Figures.of(report_json), words(language))


@dataclass(frozen=True, slots=True)
class TerminalReport:
    """A report that fits itself to the width and the encoding of the console it is printed on."""

    figures: Figures
    w: Words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for part in self._parts(options.max_width, plain=options.ascii_only):
            for segment in console.render(part, options):
                # A console that knows no Unicode shows a question mark rather than failing at the end of an import.
                text = segment.text.encode(options.encoding, "replace").decode(options.encoding)
                yield segment if text == segment.text else Segment(text, segment.style, segment.control)

    def _parts(self, width: int, *, plain: bool) -> Iterator[RenderableType]:
        figures, w = self.figures, self.w
        first = headline(figures, w)
        yield from _headline(figures, first, w, plain=plain)
        yield Text()
        rows = _ledger(figures.rows, "fate", w.say("Rows"), w, plain=plain)
        records = _ledger(figures.records, "outcome", w.say("Records"), w, plain=plain)
        if width >= SIDE_BY_SIDE:
            both = Table.grid(padding=(0, 4))
            both.add_row(rows, records)
            yield both
        else:
            yield from (rows, Text(), records)
        yield Text()
        if len(figures.sources) > 1:
            yield _sources(figures, w, width)
            yield Text()
        yield _details(figures, w, width, plain=plain)
        yield from _reasons(figures, w)
        yield Text()
        yield _next(figures, w, width)


def _headline(figures: Figures, first: Headline, w: Words, *, plain: bool) -> Iterator[RenderableType]:
    if first.alarms:
        yield Text(("!! " if plain else "✗ ") + first.text, style="bold red")
    else:
        yield Text.assemble(("ok " if plain else "✓ ", "bold green"), (first.text, "bold"))
    sentences = [Text(alarm, "bold red") for alarm in first.alarms]
    sentences += [Text(sentence) for sentence in (first.rows, first.records) if sentence]
    if figures.dry_run:
        sentences.append(Text(w.say("Nothing was written: this was a rehearsal."), "yellow"))
    yield from (Padding(sentence, (0, 0, 0, 2)) for sentence in sentences)


def _ledger(ledger: Ledger, kind: str, title: str, w: Words, *, plain: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_footer=True, pad_edge=False, padding=(0, 1), show_edge=False)
    sound = ledger.difference == 0
    verdict = Text(w.say("adds up") if sound else w.say("does not add up"), "green" if sound else "bold red")
    whole = w.say("Rows in") if kind == "fate" else w.say("Records in")
    table.add_column(title, footer=Text(whole, "bold"), no_wrap=True)
    table.add_column("", justify="right", footer=Text(f"{ledger.total:,}", "bold"), no_wrap=True)
    table.add_column("", footer=verdict, width=16, no_wrap=True)
    for name, count in ledger.parts.items():
        if count:
            bar = ("#" if plain else "━") * max(1, round(ledger.share(name) * 16))
            colour = _COLOURS.get(name, "bright_black")
            table.add_row(Text(w.name(kind, name)), f"{count:,}", Text(bar, colour))
    if ledger.difference:
        table.add_row(Text(w.say("Unaccounted"), "bold red"), Text(f"{ledger.difference:,}", "bold red"), "")
    return table


def _sources(figures: Figures, w: Words, width: int) -> Table:
    shown = sorted(figures.sources, key=_importance)[:MOST_SOURCES]
    hidden = [s for s in figures.sources if s not in shown]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column(w.say("Source"), no_wrap=True)
    columns = (
        w.say("Rows in"),
        w.name("fate", "memory"),
        w.name("fate", "evidence"),
        w.say("Left out"),
        w.say("Rejected"),
    )
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    room = max(14, width - sum(max(cell_len(name), 9) + 3 for name in columns))
    for source in shown:
        cells = _source_cells([source])
        rejected = Text(cells[-1], "red" if source.rows["rejected"] else "bright_black")
        title = Text(_shortened(source.name, room), "bold red" if source.rows.difference else "")
        table.add_row(title, *cells[:-1], rejected)
    if hidden:
        rest = [Text(cell, "bright_black") for cell in _source_cells(hidden)]
        table.add_row(Text(f"… {w.count(len(hidden), 'more source')}", "bright_black"), *rest)
    return table


def _importance(source: Source) -> tuple[bool, int, int]:
    """What does not add up first, then by size."""
    return (
        source.rows.difference == 0 and source.records.difference == 0,
        -source.rows.total,
        -source.rows["rejected"],
    )


def _source_cells(sources: list[Source]) -> list[str]:
    total = sum(s.rows.total for s in sources)
    kept = [sum(s.rows[fate] for s in sources) for fate in KEPT]
    rejected = sum(s.rows["rejected"] for s in sources)
    left = sum(s.rows.accounted for s in sources) - sum(kept) - rejected
    return [f"{n:,}" for n in (total, *kept, left, rejected)]


def _shortened(name: str, room: int) -> str:
    """A path cut in its middle, since both of its ends tell something."""
    if cell_len(name) <= room:
        return name
    front = set_cell_size(name, room // 3).rstrip()
    back = name
    while cell_len(back) > room - cell_len(front) - 1:
        back = back[1:]
    return f"{front}…{back}"


def _details(figures: Figures, w: Words, width: int, *, plain: bool) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    if figures.types:
        table.add_row(w.say("Types"), _named(figures.types, w, "type"))
    if figures.scopes:
        table.add_row(w.say("Scopes"), _named(figures.scopes, w, "scope"))
    times = figures.times
    if times.known or times.unknown:
        table.add_row(w.say("Times"), _times(figures, w, width, plain=plain))
    table.add_row(w.say("Store"), Text(figures.store))
    if figures.stream:
        table.add_row(w.say("Stream file"), Text(figures.stream))
    if figures.page:
        table.add_row(w.say("Report"), Text(figures.page))
    if figures.batch:
        table.add_row(w.say("Batch"), Text(figures.batch))
    table.add_row(w.say("Took"), w.duration(figures.seconds))
    for number, note in enumerate(figures.notes[:MOST_NOTES]):
        table.add_row("" if number else w.say("Notes"), Text(one_line(note)))
    if len(figures.notes) > MOST_NOTES:
        table.add_row("", Text(w.say("{n} more", n=f"{len(figures.notes) - MOST_NOTES:,}"), "bright_black"))
    return table


def _named(counts: Mapping[str, int], w: Words, kind: str) -> Text:
    named = [f"{w.name(kind, name)} {count:,}" for name, count in counts.items()]
    more = [w.say("{n} more", n=f"{len(named) - 6:,}")] if len(named) > 6 else []
    return Text(" · ".join(named[:6] + more))


def _times(figures: Figures, w: Words, width: int, *, plain: bool) -> Text:
    times = figures.times
    text = Text(f"{moment(times.earliest)} … {moment(times.latest)}" if times.known else w.say("unknown"))
    if times.unknown:
        text.append(" · " + w.say("{n} unknown", n=f"{times.unknown:,}"))
    if times.assumed_zone:
        text.append(" · " + w.say("{n} without a zone of their own", n=f"{times.assumed_zone:,}"))
    shown = bars(times.by_month, most=max(12, min(48, width - 40)))
    if len(shown) > 2 and not plain:
        greatest = max(bar.count for bar in shown) or 1
        line = "".join(_LEVELS[-(-bar.count * 8 // greatest)] for bar in shown)
        text.append(f"\n{shown[0].label} {line} {shown[-1].label}", style="bright_black")
    return text


def _reasons(figures: Figures, w: Words) -> Iterator[RenderableType]:
    found = figures.reasons()
    if not found:
        return
    wanting = [reason for reason in found if reason.what in _WANTING][: MOST_REASONS // 2]
    others = [reason for reason in found if reason not in wanting]
    shown = wanting + others[: MOST_REASONS - len(wanting)]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for reason in shown:
        kind = "fate" if figures.rows[reason.what] or reason.what not in figures.records.parts else "outcome"
        name = Text(w.name(kind, reason.what), _COLOURS.get(reason.what, "bright_black"))
        table.add_row(f"{reason.count:,}", name, Text(one_line(reason.text)))
    if len(found) > len(shown):
        table.add_row("", "", Text(f"… {w.count(len(found) - len(shown), 'more reason')}", "bright_black"))
    yield Text(f"\n{w.say('Why')}", style="bold")
    yield table


_PURPOSES = {"recall": "recall something", "review": "look at what was set aside", "undo": "take it all back"}


def _next(figures: Figures, w: Words, width: int) -> Table:
    found = steps(figures)
    purposes = [w.say("next time, as a page"), *(w.say(_PURPOSES[step.purpose]) for step in found)]
    room = width - max(map(cell_len, purposes)) - 2
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(style="cyan", overflow="fold")
    for step in found:
        # Broken by hand where it is too long, so that it can be copied as it stands.
        fits = cell_len(step.line) <= room
        table.add_row(
            w.say(_PURPOSES[step.purpose]), Text(step.line if fits else f"{step.command} \\\n    {step.store}")
        )
    if not figures.page:
        table.add_row(w.say("next time, as a page"), "--report report.html")
    if figures.dry_run:
        table.add_row(w.say("do it for real"), w.say("the same command without --dry-run"))
    return table
