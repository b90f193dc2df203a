"""The page shows the figures of the JSON, all of them and no others, in both languages, and stands on its own."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.formats.contract import Fate
from satchel.move.ledger import Report
from satchel.move.report import render_page
from satchel.move.report.page_style import SCRIPT
from satchel_protocol.state import Outcome

LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])


def number(text: str) -> int:
    return int(text.replace(",", ""))


def numbers_of(element: Any) -> list[int]:
    return [number(cell.text) for cell in element.all("td", class_="n")]


@LANGUAGES
def test_both_ledgers_show_every_part_and_their_sum(usual, parsed, language) -> None:
    rows, records = parsed(render_page(usual, language=language)).one(id="ledgers").all("table")
    *parts, whole = numbers_of(rows)
    assert parts == [usual["rows"][fate.value] for fate in Fate]
    assert sum(parts) == whole == usual["rows"]["in"]
    *parts, whole = numbers_of(records)
    assert parts == [usual["records"][outcome.value] for outcome in Outcome]
    assert sum(parts) == whole == usual["records"]["in"]


@LANGUAGES
def test_sources_add_up_across_and_downwards(usual, parsed, language) -> None:
    table = parsed(render_page(usual, language=language)).one(id="sources").one("table")
    lines = [numbers_of(line) for line in table.one("tbody").all("tr")]
    assert [line[0] for line in lines] == [source["rows"]["in"] for source in usual["sources"]]
    assert all(sum(parts) == whole for whole, *parts in lines)
    assert numbers_of(table.one("tfoot")) == [sum(column) for column in zip(*lines, strict=True)]


def test_types_scopes_and_months_show_the_counts_of_the_json(usual, parsed) -> None:
    page = parsed(render_page(usual))
    types, scopes = page.one(id="memories").all("table")
    assert numbers_of(types) == list(usual["types"].values())
    assert sum(numbers_of(types)) == usual["memories"]
    assert [(line.one("span", class_="label").text, numbers_of(line)[0]) for line in scopes.all("tr")] == list(
        usual["scopes"].items()
    )
    times = page.one(id="times")
    assert numbers_of(times.one("figure")) == list(usual["times"]["by_month"].values())
    pairs = times.one("dl").all("div")
    shown = {pair.one("dt").text: pair.all("dd")[0].text for pair in pairs}
    assert number(shown["Time known"]) + number(shown["Time unknown"]) == usual["memories"]
    assert number(shown["Zone assumed"]) == usual["times"]["assumed_zone"]
    assert shown["Earliest"] == "2026-01-02 00:00 UTC"


def test_the_headline_says_what_came_of_the_rows_and_of_the_records(usual, parsed) -> None:
    page = parsed(render_page(usual))
    assert page.one("h1").text == "1,224 rows in, every one accounted for."
    lead, second = page.all("p", class_="lead")
    assert lead.text == (
        "18 memories (from 17 rows), 1 turn of conversation, 1 log line, 1,200 vectors, 1 row of structure, "
        "1 duplicate, 1 empty row and 2 rejected rows."
    )
    assert second.text == "What the store made of it: 17 new, 1 there already and 1 set aside for a look."
    assert not page.all(role="alert")


def test_the_headline_in_chinese(usual, parsed) -> None:
    page = parsed(render_page(usual, language="zh-CN"))
    assert page.one("html").attributes["lang"] == "zh-Hans"
    assert page.one("h1").text == "读入 1,224 行，每一行都有交代。"
    assert page.all("p", class_="lead")[0].text.startswith("18 条记忆（来自 17 行）、1 条对话、1 行日志、1,200 个向量")


def test_every_reason_stands_with_its_count(usual, parsed) -> None:
    section = parsed(render_page(usual)).one(id="reasons")
    in_all, *by_source = section.all("table")
    shown = {(line.all("td")[2].text, numbers_of(line)[0]) for line in in_all.all("tr")}
    assert shown == {(r["reason"], r["count"]) for source in usual["sources"] for r in source["reasons"]}
    assert len(by_source) == 3


def test_everything_rejected_is_listed_with_place_reason_and_text(usual, parsed) -> None:
    section = parsed(render_page(usual)).one(id="rejected")
    lines = [[cell.text for cell in line.all("td")] for line in section.one("tbody").all("tr")]
    assert lines == [
        ["core.db›notes›row 24", "cut in the middle", '{"text": "half'],
        ["chat.jsonl›row 25", "not a line of JSON", "]]"],
    ]
    assert section.one("label").attributes["hidden"] is None, "without the script the field would do nothing"


def test_more_rejected_rows_than_are_listed_are_told(new_import, parsed) -> None:
    done = new_import()
    done.row(Fate.REJECTED, reason="no", raw="x", weight=5000)
    text = parsed(render_page(done.json())).one(id="rejected").text
    assert "The first 1 are listed here; `satchel quarantine list` has all 5,000." in text


def test_each_fate_has_its_samples(usual, parsed) -> None:
    blocks = parsed(render_page(usual)).one(id="samples").all("details")
    told = [block.one("summary").one("bdi").text for block in blocks]
    assert told == ["Memories", "Conversation", "System log", "Vectors", "Structure", "Duplicates", "Empty"]
    assert [len(block.all("li")) for block in blocks] == [5, 1, 1, 1, 1, 1, 1]


def test_samples_are_taken_from_all_sources_in_turn(new_import, parsed) -> None:
    done = new_import()
    for n in range(200):
        done.row(Fate.MEMORY, f"text {n}", source=f"file {n // 5}", table="")
    block = parsed(render_page(done.json())).one(id="samples").one("details")
    assert len({item.one(class_="place").text.partition("›")[0] for item in block.all("li")}) == 20


def test_how_to_undo_names_batch_and_store(usual, parsed) -> None:
    commands = [code.text for code in parsed(render_page(usual)).one(id="next").all("code")]
    assert commands[-1] == "satchel undo 0198f3a2-6c1e-7b40-9d51-3fe2a7c0b911 --store sqlite:///new.db"
    assert "satchel quarantine list --store sqlite:///new.db" in commands


def test_a_store_with_blanks_in_its_name_is_quoted(new_import, parsed) -> None:
    report = new_import(store="sqlite:////home/wen/my 'old' notes; rm -rf.db").row(Fate.MEMORY, "a").json()
    command = parsed(render_page(report)).one(id="next").all("code")[-1].text
    assert command.endswith("""--store 'sqlite:////home/wen/my '"'"'old'"'"' notes; rm -rf.db'""")


def test_a_rehearsal_says_so_and_offers_no_undo(new_import, parsed) -> None:
    page = parsed(render_page(new_import(dry_run=True).row(Fate.MEMORY, "a").json()))
    assert "Nothing was written: this was a rehearsal." in page.one("header").text
    assert "What the store would make of it: 1 new." in page.one("header").text
    assert [code.text for code in page.one(id="next").all("code")] == ["--dry-run"]


def test_a_second_import_of_the_same_says_that_nothing_is_new(new_import, parsed) -> None:
    done = (
        new_import().row(Fate.MEMORY, "a", outcome=Outcome.UNCHANGED).row(Fate.MEMORY, "b", outcome=Outcome.UNCHANGED)
    )
    text = parsed(render_page(done.json())).one("header").text
    assert "Nothing new: the store had all 2 of them already." in text


@LANGUAGES
def test_an_empty_report_is_a_whole_page(parsed, language) -> None:
    page = parsed(render_page(Report(batch="b", store="memory:").to_json(), language=language))
    assert set(numbers_of(page.one(id="ledgers"))) == {0}
    assert not page.all(id="times")
    assert not page.all(id="sources")
    assert not page.all(role="alert")


def test_one_row_is_spoken_of_in_the_singular(new_import, parsed) -> None:
    page = parsed(render_page(new_import().row(Fate.MEMORY, "a").json()))
    assert page.one("h1").text == "1 row in, and it is accounted for."
    assert page.all("p", class_="lead")[0].text == "1 memory."
    assert "1 source" in page.one(id="sources").one("tfoot").text


@LANGUAGES
def test_lost_rows_are_loud(usual, parsed, language) -> None:
    usual["sources"][0]["rows"]["in"] += 7
    usual["rows"]["in"] += 7
    page = parsed(render_page(usual, language=language))
    alarm = page.one(role="alert").text
    assert "7" in alarm
    assert "core.db" in alarm
    assert "7" in page.one("h1").text
    rows = page.one(id="ledgers").all("table")[0]
    *parts, whole = numbers_of(rows)
    assert parts[-1] == 7
    assert sum(parts) == whole
    assert numbers_of(page.one(id="sources").one("tfoot"))[-1] == 7


def test_a_document_that_claims_to_add_up_is_added_up_again(usual, parsed) -> None:
    usual["rows"]["memory"] -= 3
    assert usual["rows"]["unaccounted"] == 0
    page = parsed(render_page(usual))
    assert page.one("h1").text == "1,224 rows in, and 3 of them unaccounted for."


def test_more_rows_out_than_in_is_loud_too(usual, parsed) -> None:
    usual["rows"]["in"] -= 2
    page = parsed(render_page(usual))
    assert page.one("h1").text == "1,222 rows in, and 2 more came out."
    assert "2 rows were sorted that nobody read." in page.one(role="alert").text


def test_records_that_do_not_add_up_are_loud(usual, parsed) -> None:
    usual["records"]["in"] += 1
    assert "The ledger of records is off by 1 record." in parsed(render_page(usual)).one(role="alert").text


def test_sources_that_do_not_add_up_are_loud_where_the_whole_does(usual, parsed) -> None:
    usual["sources"][0]["rows"]["in"] += 1
    usual["sources"][1]["rows"]["in"] -= 1
    assert "It does not add up in core.db and chat.jsonl." in parsed(render_page(usual)).one(role="alert").text


@LANGUAGES
def test_huge_counts_have_separators_and_no_exponent(new_import, parsed, language) -> None:
    n = 123_456_789_012
    page = render_page(new_import().row(Fate.LOG, reason="ticks", weight=n).json(), language=language)
    assert "123,456,789,012" in parsed(page).one("h1").text
    assert not re.search(r"\de\+\d", page)


def test_names_of_a_later_version_are_counted_and_shown(usual, parsed) -> None:
    usual["rows"]["dreamt"] = 4
    usual["rows"]["in"] += 4
    usual["records"]["transcended"] = 1
    usual["records"]["in"] += 1
    page = parsed(render_page(usual, language="zh"))
    assert not page.all(role="alert")
    assert "dreamt" in page.one(id="ledgers").text
    assert "4 dreamt" in page.one("header").text
    assert "transcended" in page.one(id="ledgers").text


def test_the_page_asks_nothing_of_anybody(usual) -> None:
    page = render_page(usual)
    assert not re.findall(r"""(?:src|href|action|srcset|data)\s*=\s*["'](?!data:,|#)""", page)
    assert not re.findall(r"url\(|@import|fetch\(|XMLHttpRequest|https?://", page)


def test_the_policy_lets_only_our_own_script_run(usual, parsed) -> None:
    page = parsed(render_page(usual))
    (policy,) = (meta.attributes["content"] for meta in page.all("meta") if "http-equiv" in meta.attributes)
    script = page.one("script").text
    assert script == SCRIPT
    assert f"script-src 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" in str(policy)
    assert str(policy).startswith("default-src 'none';")


def test_all_of_the_notes_are_shown(usual, parsed) -> None:
    assert parsed(render_page(usual)).one(id="notes").all("li")[0].text == usual["notes"][0]


COUNTS = st.integers(0, 10**9)


@given(st.lists(COUNTS, min_size=len(Fate), max_size=len(Fate)), st.integers(0, 3), st.sampled_from(["en", "zh"]))
def test_the_sums_shown_are_those_of_the_document(parsed, counts, lost, language) -> None:
    rows = {fate.value: count for fate, count in zip(Fate, counts, strict=True)}
    document = {
        "rows": {"in": sum(counts) + lost, **rows, "unaccounted": lost},
        "memories": counts[0],
        "records": {"in": 0},
    }
    page = parsed(render_page(document, language=language))
    *parts, whole = numbers_of(page.one(id="ledgers").all("table")[0])
    assert parts == [*counts, *([lost] if lost else [])]
    assert whole == sum(parts)
    assert bool(page.all(role="alert")) == bool(lost)
