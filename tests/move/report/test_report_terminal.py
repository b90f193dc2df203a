"""The terminal's report says the same as the page, in any width."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from satchel.formats.contract import Fate
from satchel.move.ledger import Report
from satchel.move.report import render_terminal
from satchel_protocol.state import Outcome


def printed(document: dict[str, Any], *, width: int = 100, language: str = "en") -> str:
    console = Console(width=width, no_color=True, highlight=False, force_terminal=False)
    with console.capture() as capture:
        console.print(render_terminal(document, language=language))
    return capture.get()


def words_of(text: str) -> str:
    return " ".join(text.split())


def test_the_headline_is_that_of_the_page(usual) -> None:
    text = words_of(printed(usual))
    assert text.startswith(
        "✓ 1,224 rows in, every one accounted for 18 memories (from 17 rows), 1 turn of conversation"
    )
    assert "What the store made of it: 17 new, 1 there already and 1 set aside for a look." in text


def test_the_ledgers_show_the_counts_of_the_json(usual) -> None:
    lines = printed(usual, width=60).splitlines()
    shown = {}
    for line in lines:
        found = re.fullmatch(r"(\S.*?) +([\d,]+) +(━+|adds up) *", line)
        if found:
            shown[found[1]] = int(found[2].replace(",", ""))
    rows = {"Memories": 17, "Conversation": 1, "System log": 1, "Vectors": 1200, "Structure": 1, "Duplicates": 1}
    assert shown == {
        **rows,
        "Empty": 1,
        "Rejected": 2,
        "Rows in": 1224,
        "New": 17,
        "Unchanged": 1,
        "Set aside": 1,
        "Records in": 19,
    }
    assert shown["Rows in"] == usual["rows"]["in"]
    assert shown["Records in"] == usual["records"]["in"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_no_line_is_wider_than_the_terminal(usual, width, language) -> None:
    usual["sources"][0]["source"] = "a/very/long/路径/" * 20 + "core.db"
    assert max(cell_len(line) for line in printed(usual, width=width, language=language).splitlines()) <= width


def test_lost_rows_are_loud(usual) -> None:
    usual["rows"]["in"] += 7
    usual["sources"][0]["rows"]["in"] += 7
    text = printed(usual)
    assert text.startswith("✗ 1,231 rows in, and 7 of them unaccounted for")
    assert "7 rows were read and ended nowhere." in text
    assert re.search(r"Unaccounted +7\b", text)
    assert "does not add up" in text


def test_many_sources_are_cut_and_the_rest_is_summed_up(new_import) -> None:
    done = new_import()
    for n in range(30):
        done.row(Fate.LOG, source=f"log-{n}.txt", weight=n + 1, raw="x")
    text = printed(done.json())
    assert re.search(r"… 22 more sources +253 +0 +0 +253 +0", text), "1 + … + 22"
    assert re.search(r"log-29.txt +30 +0 +0 +30 +0", text)
    assert "log-3.txt" not in text


def test_a_small_source_that_does_not_add_up_is_not_cut(new_import) -> None:
    done = new_import()
    for n in range(30):
        done.row(Fate.LOG, source=f"log-{n}.txt", weight=100, raw="x")
    done.report.saw({"tiny.txt": 1})
    assert re.search(r"tiny.txt +1 +0 +0 +0 +0", printed(done.json()))


def test_reasons_of_what_was_rejected_come_before_more_frequent_ones(new_import) -> None:
    done = new_import()
    for n in range(9):
        done.row(Fate.LOG, reason=f"a tick of kind {n}", weight=1000, raw="x")
    done.row(Fate.REJECTED, reason="cut in the middle", raw="x")
    text = printed(done.json())
    assert text.index("cut in the middle") < text.index("a tick of kind 0")
    assert "… 4 more reasons" in text


def test_next_steps_name_the_commands_and_the_page_once_it_is_written(usual) -> None:
    text = printed(usual, width=140)
    assert "satchel undo 0198f3a2-6c1e-7b40-9d51-3fe2a7c0b911 --store sqlite:///new.db" in text
    assert "--report report.html" in text
    written = printed({**usual, "report": "/home/wen/r.html"}, width=140)
    assert "/home/wen/r.html" in written
    assert "--report" not in written


def test_a_command_too_long_for_the_line_is_broken_so_that_it_can_be_copied(usual) -> None:
    lines = [re.split(" {2,}", line.strip())[-1] for line in printed(usual, width=90).splitlines()]
    at = lines.index("satchel undo 0198f3a2-6c1e-7b40-9d51-3fe2a7c0b911 \\")
    assert lines[at + 1] == "--store sqlite:///new.db"


def test_a_rehearsal_offers_the_real_run_and_no_undo(new_import) -> None:
    text = printed(new_import(dry_run=True).row(Fate.MEMORY, "a").json())
    assert "Nothing was written: this was a rehearsal." in text
    assert "the same command without --dry-run" in text
    assert "satchel undo" not in text


def test_times_are_told_with_what_is_not_known(usual) -> None:
    text = words_of(printed(usual, width=140))
    assert "2026-01-02 00:00 UTC … 2026-01-18 00:00 UTC · 4 unknown · 8 without a zone of their own" in text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_empty_report_is_printed(language) -> None:
    text = printed(Report(batch="b", store="memory:").to_json(), language=language)
    assert text.startswith(("✓ Nothing to read", "✓ 没有可读的内容"))


def test_chinese_has_no_english_label_left(usual) -> None:
    text = printed(usual, language="zh", width=160)
    for english in ("Rows", "Source", "Types", "Memories", "Why", "unknown", "more", "adds up", "recall something"):
        assert english not in text
    assert "读入 1,224 行，每一行都有交代" in text


def test_all_unchanged_is_told_as_nothing_new(new_import) -> None:
    done = new_import()
    for text in ("a", "b"):
        done.row(Fate.MEMORY, text, outcome=Outcome.UNCHANGED)
    assert "Nothing new: the store had all 2 of them already." in printed(done.json())
