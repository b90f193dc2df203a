"""Blocks for a model: within the budget, stored text never out of its frame, nothing that is withheld."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.retrieval.blocks import PREAMBLE, Note, Quote, block
from satchel.retrieval.context import BUDGETS, UNITS, build
from satchel.retrieval.pipeline import Hit
from satchel.text.size import estimated_tokens
from satchel_protocol.errors import UsageError
from satchel_protocol.record import Access, Origin, Record, TimeEvidence

AT = datetime(2026, 2, 1, 14, 30, tzinfo=UTC)
NASTY = st.text(
    st.one_of(st.characters(), st.sampled_from("\n\r\x0b\x0c\x1c\x85\u2028\u2029\u202e\x00\x1b<>/&\"'[]#>`{}\\"))
)


def record(id: str = "a", content: str = "Ann likes oolong", **fields: object) -> Record:
    fields = {"scope": "user:me", "created_at": AT, **fields}
    return Record(id=id, type="fact", content=content, source_agent="t", **fields)  # type: ignore[arg-type]


def hit(of: Record, **fields: object) -> Hit:
    return Hit(
        record=of, score=0.5, relevance=0.5, decay=0.5, priority=0.5, text=0.5, coverage=0.5, side_by_side=0.0,
        cosine=None, text_rank=1, meaning_rank=None, **fields,  # type: ignore[arg-type]
    )  # fmt: skip


def nothing(of: Record) -> list[tuple[str, Record]]:
    return []


@given(NASTY, NASTY)
def test_in_plain_text_every_line_of_a_memory_is_quoted(content, agent):
    of = record(content=content, origin=Origin(tool=agent, role=agent))
    turn = Quote(record=of, text=content, relation="source")
    lines = block("plain").render([Note(quote=Quote(record=of, text=content), around=(turn,))]).splitlines()
    assert lines[0] == PREAMBLE
    assert lines[2].startswith("[1] 2026-02-01 14:30 +00:00, fact in user:me, from ")
    sources = [n for n, line in enumerate(lines) if line.startswith("  source: ")]
    assert len(sources) == 1
    assert all(line.startswith("> ") for line in lines[3 : sources[0]])
    assert all(line.startswith("  > ") for line in lines[sources[0] + 1 :])


@given(NASTY, NASTY)
def test_xml_is_well_formed_and_holds_one_element_for_each_memory(content, agent):
    of = record(content=content, origin=Origin(tool=agent, role=agent))
    note = Note(quote=Quote(record=of, text=content), around=(Quote(record=of, text=content, relation="before"),))
    root = ElementTree.fromstring(block("xml").render([note, note], withheld=2))
    assert [child.tag for child in root] == ["about", "memory", "memory", "withheld"]
    assert [child.tag for child in root[1]] == ["text", "before"]
    text = root[1][0].text or ""
    assert len(text) <= len(content)
    assert "\u202e" not in text


@given(st.lists(NASTY, max_size=3), NASTY)
def test_json_is_one_document_with_the_text_as_it_is(contents, agent):
    notes = [Note(quote=Quote(record=record(content=c, origin=Origin(tool=agent)), text=c)) for c in contents]
    document = json.loads(block("json").render(notes, left_out=1))
    assert len(document["memories"]) == len(contents)
    assert document["left_out"] == 1
    for shown, content in zip(document["memories"], contents, strict=True):
        if content.isprintable():
            assert shown["text"] == content


def test_what_nobody_sees_or_what_steers_a_terminal_leaves_a_mark():
    text = "a\x1b[31mb\u202ec\U000e0041d\u200be\ud800f 👩‍👩‍👧 ok"
    shown = block("plain").render([Note(quote=Quote(record=record(), text=text))])
    assert "> a�[31mb�c�d�e�f 👩‍👩‍👧 ok" in shown


def test_a_date_is_no_more_exact_than_its_source_and_always_has_its_offset():
    def date(of: Record) -> Any:
        zone = timezone(timedelta(hours=8))
        return json.loads(block("json", zone=zone).render([Note(quote=Quote(record=of, text="x"))]))["memories"][0]

    midnight_there = datetime(2026, 3, 3, 16, tzinfo=UTC)
    day = Origin(tool="x", time=TimeEvidence(precision="day", zone="Asia/Shanghai"))
    assert date(record(created_at=midnight_there, origin=day))["date"] == "2026-03-04"
    month = Origin(tool="x", time=TimeEvidence(precision="month", zone="no such zone"))
    assert date(record(created_at=AT, origin=month))["date"] == "2026-02"
    assert date(record(created_at=AT))["date"] == "2026-02-01 22:30 +08:00"
    assert date(record(created_at=None))["date"] is None
    assert date(record(created_at=datetime.max.replace(tzinfo=UTC)))["date"].startswith("9999-12-31")
    assert "date unknown" in block("plain").render([Note(quote=Quote(record=record(created_at=None), text="x"))])


def test_an_unknown_format_or_unit_and_a_budget_below_the_frame_are_named():
    with pytest.raises(UsageError, match="no format 'yaml'"):
        block("yaml")
    with pytest.raises(UsageError, match="no unit 'words'"):
        build([], block=block("plain"), explain=nothing, unit="words")
    with pytest.raises(UsageError, match="the frame alone takes"):
        build([], block=block("plain"), explain=nothing, budget=20)


@given(
    st.lists(st.integers(1, 9000), max_size=12),
    st.sampled_from(["plain", "xml", "json"]),
    st.sampled_from(["tokens", "characters"]),
    st.integers(0, 3000),
    st.booleans(),
)
def test_a_block_keeps_its_budget_and_holds_three_to_eight_where_there_are_so_many(sizes, format, unit, more, han):
    word = "茶馆记录" if han else "note about tea "
    hits = [hit(record(f"r{n}", (word * size)[:size])) for n, size in enumerate(sizes)]
    turns = [("before", record("t1", "what do you drink?")), ("after", record("t2", "x" * 500))]
    budget = BUDGETS[unit] + more
    context = build(hits, block=block(format), explain=lambda _: turns, budget=budget, unit=unit, withheld=3)
    assert context.size == UNITS[unit](context.text) <= budget
    assert min(3, len(sizes)) <= len(context.notes) <= 8
    assert len(context.notes) + context.left_out == min(8, len(sizes))
    ids = [quote.record.id for note in context.notes for quote in (note.quote, *note.around)]
    assert len(ids) == len(set(ids))


def test_a_long_memory_is_cut_around_the_piece_that_matched():
    filler = "Nothing of interest was said on this day. " * 200
    content = filler + "The key to the cellar hangs behind the clock. " + filler
    at = content.index("The key")
    context = build(
        [hit(record(content=content), piece=(at, at + 45))], block=block("plain"), explain=nothing, budget=300
    )
    assert "The key to the cellar hangs behind the clock." in context.text
    assert context.notes[0].quote.cut
    assert context.size <= 300
    assert "> […]" in context.text


def test_turns_stand_beside_a_memory_in_the_order_they_were_said_while_there_is_room():
    turns = [("after", record("after", "to Porto")), ("before", record("before", "where to?"))]
    context = build([hit(record())], block=block("plain"), explain=lambda _: turns)
    assert re.findall(r"^  (\w+):", context.text, re.MULTILINE) == ["before", "after"]
    without = build([hit(record())], block=block("plain"), explain=lambda _: turns, budget=110)
    assert without.notes[0].around == ()


def test_of_a_long_turn_beside_a_memory_the_piece_that_is_about_it_is_shown():
    filler = "Nothing of interest was said on this day. " * 40
    turn = record("turn", filler + "By the way, Ann likes oolong from Anxi. " + filler)
    context = build([hit(record())], block=block("plain"), explain=lambda _: [("source", turn)])
    (source,) = context.notes[0].around
    assert "oolong from Anxi" in source.text
    assert source.cut
    assert len(source.text) <= 400


def test_an_id_is_shown_whole_so_that_it_can_be_asked_for():
    of = record("x" * 256)
    assert "x" * 256 in build([hit(of)], block=block("plain"), explain=nothing).text


def test_a_level_is_shown_where_it_was_allowed():
    of = record(access=Access(level="sensitive", classes=("health",)))
    assert ", sensitive (id a)" in build([hit(of)], block=block("plain"), explain=nothing).text


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [("", 0, 0), ("The quick brown fox jumps over the lazy dog.", 9, 13), ("用户喜欢喝乌龙茶,不喜欢咖啡", 12, 20),
     ("2026-02-01 14:30", 7, 12), ("👩‍👩‍👧", 3, 12), ("internationalisation", 3, 5)],
)  # fmt: skip
def test_tokens_are_counted_sensibly_in_both_languages(text, least, most):
    assert least <= estimated_tokens(text) <= most


@given(st.text(), st.text())
def test_the_estimate_of_two_texts_is_no_more_than_the_sum(a, b):
    assert estimated_tokens(a + "\n" + b) <= estimated_tokens(a) + estimated_tokens(b) + 1
