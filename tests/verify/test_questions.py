"""Questions share at most half of their content words with the record they ask for, and read as no time by accident."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.verify.olden import RECORDS

from satchel.move.verify.history import _phrases, _timed
from satchel.move.verify.outcome import Check
from satchel.move.verify.questions import MOST, questions
from satchel.move.verify.templates import HISTORY, JOINED, QUESTIONS, TASKS, Wordings
from satchel.move.verify.topic import Lexicon, shared, situation
from satchel.move.verify.truth import Truth
from satchel.retrieval.when import asked_time
from satchel.text.tokens import query
from satchel_protocol.record import Record

ALL = [*QUESTIONS.values(), *TASKS.values()]
TEMPLATES = [(text, chinese) for wordings in ALL for chinese in (False, True) for text in wordings.of(chinese=chinese)]
NOW = datetime(2026, 9, 20, tzinfo=UTC)


@pytest.mark.parametrize(("template", "chinese"), TEMPLATES)
def test_a_template_has_words_enough_of_its_own_and_none_of_a_time(template: str, chinese: bool) -> None:
    bare = template.format(topic=JOINED[chinese])
    assert len(query(bare).terms) >= 3
    assert asked_time(bare, now=NOW, zone=UTC) is None


@given(
    st.text(min_size=1, max_size=200)
    | st.lists(st.sampled_from("tea 乌龙茶 the when 如果 rule Anna 42 e-mail".split())).map(" ".join),
    st.sampled_from(ALL),
    st.integers(0, 5),
)
def test_at_most_half_of_the_words_are_the_records(content: str, wordings: Wordings, seed: int) -> None:
    record = Record(id=f"r{seed}", type="fact", content=content or "x", scope="user:ann", source_agent="t")
    lexicon = Lexicon([*RECORDS, record])
    asked = list(questions(record, wordings, lexicon, about=situation(content), seed=seed))
    assert len(asked) <= MOST
    assert len(set(asked)) == len(asked)
    assert asked == list(questions(record, wordings, lexicon, about=situation(content), seed=seed))
    for question in asked:
        held, terms = shared(question, record)
        assert 0 < held * 2 <= terms


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_every_record_of_the_example_can_be_asked_for(record: Record) -> None:
    lexicon = Lexicon(RECORDS)
    for wordings in ALL:
        assert list(questions(record, wordings, lexicon))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("When the label printer jams, hold the button", "the label printer jams"),
        ("Hold the button if the label printer jams", "the label printer jams"),
        ("To renew a certificate, call the desk", "renew a certificate"),
        ("遇到数据库迁移卡住时，先停掉备份", "数据库迁移卡住"),
        ("改列名之前先检查磁盘", "改列名"),
        ("Salt the water", "Salt the water"),
    ],
)
def test_a_lesson_says_when_it_applies(text: str, part: str) -> None:
    assert situation(text) == part


@given(st.dates(date(2023, 1, 1), date(2026, 9, 12)), st.booleans(), st.sampled_from([0, 1, 2]))
def test_a_question_about_a_day_is_read_as_a_time_that_holds_it(day: date, chinese: bool, which: int) -> None:
    truth = Truth(records={}, now=NOW, zone=UTC)
    template = HISTORY.of(chinese=chinese)[which]
    phrases = list(_phrases(day, truth, chinese=chinese))
    assert len(phrases) >= 3
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    for phrase in phrases:
        asked = _timed(template, "潮汐" if chinese else "tides", [phrase], day, truth)
        assume(asked is not None)
        assert asked is not None
        read = asked_time(asked[0], now=asked[1], zone=UTC)
        assert read is not None
        assert read.since is None or read.since <= noon
    assert _timed(template, "潮汐" if chinese else "tides", phrases, day, truth) is not None


def test_a_sample_is_drawn_by_its_seed() -> None:
    def truth(seed: int) -> Truth:
        return Truth(records={}, now=NOW + timedelta(), zone=UTC, seed=seed, sample=4)

    drawn = truth(1).chosen(RECORDS)
    assert len(drawn) == 4
    assert drawn == truth(1).chosen(reversed(RECORDS))
    assert any(drawn != truth(seed).chosen(RECORDS) for seed in range(2, 6))


@pytest.mark.parametrize(
    "content",
    [
        "/srv/atlas/build/2026/out.tar.gz",
        "ops-team@mail.atlas.example.org",
        "https://atlas.example.org/a/b/c?x=1&y=2",
        "茶",
        "C++",
    ],
)
def test_a_name_alone_can_be_asked_for(content: str) -> None:
    record = Record(id="r", type="fact", content=content, scope="user:ann", source_agent="t")
    asked = list(questions(record, QUESTIONS["tasks"], Lexicon([*RECORDS, record])))
    assert asked
    assert all(held * 2 <= terms for held, terms in (shared(question, record) for question in asked))


@pytest.mark.parametrize("content", ["…", "---", "2026-03-04", "😀"])
def test_of_what_has_no_word_nothing_is_asked_or_no_more_than_half_is_its_own(content: str) -> None:
    record = Record(id="r", type="preference", content=content, scope="user:ann", source_agent="t")
    for question in questions(record, QUESTIONS["preferences"], Lexicon([record])):
        held, terms = shared(question, record)
        assert 0 < held * 2 <= terms


@pytest.mark.parametrize(
    ("applies", "asked", "found", "ok"),
    [(1000, 40, 40, True), (1000, 40, 39, True), (1000, 40, 38, False), (40, 40, 39, False), (5000, 1000, 990, True), (5000, 1000, 989, False)],
)  # fmt: skip
def test_one_miss_in_a_small_sample_proves_no_loss(applies: int, asked: int, found: int, ok: bool) -> None:
    check = Check(name="tasks", applies=applies, asked=asked, found=found)
    assert check.ok is ok
