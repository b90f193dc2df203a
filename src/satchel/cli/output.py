"""What a command prints: one JSON document on stdout with --json, else text for a person; errors on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unicodedata import category

from satchel.cli.wording import say
from satchel_protocol.errors import SatchelError

_MOST_IN_LINE = 2000
"""Characters of an error on a terminal; of a longer one, as a name of 4,000 characters makes it, both ends count."""


def print_json(document: Any) -> None:
    """Write one document, and nothing else, to stdout."""
    text = json.dumps(document, ensure_ascii=not _prints_unicode(), indent=2)
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:  # a name in which the file system holds half a character
            text = json.dumps(document, indent=2)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _prints_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def print_text(text: str) -> None:
    """Write text for a person to stdout; what the terminal cannot show is replaced."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def note(text: str) -> None:
    """Write a remark to stderr, where it disturbs nobody who reads stdout."""
    encoding = sys.stderr.encoding or "utf-8"
    sys.stderr.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def note_line(text: str) -> None:
    """The same on one line, whatever names are in it: what would break the line or steer the terminal is spelled out."""
    shown = "".join(
        c if c.isprintable() or category(c) == "Zs" else c.encode("unicode_escape").decode("ascii") for c in text
    )
    if len(shown) > _MOST_IN_LINE:
        half = _MOST_IN_LINE // 2
        shown = f"{shown[:half]} … {shown[-half:]}"
    note(shown)


def print_error(error: SatchelError, *, as_json: bool) -> None:
    """One line on stderr, and with --json a document that carries the stable code."""
    # Loaded here, so that a command that says nothing about memories does not wait for it.
    from satchel.access.masking import masked

    note_line(f"{say('Error')}: {_headline(error)}{masked(str(error))}")
    if as_json:
        document: dict[str, Any] = {"error": {"code": error.code, "message": masked(str(error))}}
        problems = getattr(error, "problems", ())
        if problems:
            document["error"]["problems"] = [
                {"path": p.path, "kind": p.kind, "message": masked(p.message)} for p in problems
            ]
        print_json(document)


def _headline(error: SatchelError) -> str:
    """What kind of trouble it is, in the user's language; the detail after it is English."""
    text = f"[{error.code}]"
    translated = say(text)
    return "" if translated == text else f"{translated} – "


def render(renderable: Any) -> None:
    """Print a rich renderable to stdout, coloured only on a terminal."""
    from rich.console import Console

    console = Console(file=sys.stdout, soft_wrap=False, highlight=False)
    if not console.is_terminal:
        console = Console(file=sys.stdout, width=max(console.width, 100), no_color=True, highlight=False)
    console.print(renderable)


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Any]:
    """A progress callback `(what, done, total)` shown on stderr with rate and time left; silent off a terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bars:
        tasks: dict[str, Any] = {}

        def report(what: str, done: int, total: int | None) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total, rate="")
            task = tasks[what]
            speed = bars.tasks[bars.task_ids.index(task)].speed
            bars.update(task, completed=done, total=total, rate=f"{speed:,.0f}/s" if speed else "")

        yield report


def local_time(text: str | None) -> str:
    """A wire time for a person: always with its zone, since a bare time is read as local by whoever sees it."""
    return say("time unknown") if text is None else text.replace("T", " ").replace("Z", " UTC")


def record_line(record: Mapping[str, Any]) -> str:
    """One record on one line."""
    level = (record.get("access") or {}).get("level", "normal")
    mark = "" if level == "normal" else f"  [{level}]"
    content = " ".join(record["content"].split())
    content = content if len(content) <= 200 else content[:199] + "…"
    return f"{content}{mark}\n    {record['type']} · {record['scope']} · {local_time(record['created_at'])} · {record['id']}"
