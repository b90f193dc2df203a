"""What a question and a text have in common, whatever the text."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from satchel.retrieval.agreement import PIECE, agreements
from satchel.text.tokens import query
from satchel_protocol.record import Record


def record(id: str, content: str) -> Record:
    return Record(
        id=id,
        type="fact",
        content=content,
        scope="user:me",
        source_agent="t",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def test_what_stands_in_the_middle_of_a_long_text_counts_as_if_it_stood_alone():
    filler = "The weather report of the day had nothing new to say at all. " * 40
    middle = filler + "Kestrels nest above the bakery. " + filler
    found = agreements(
        {"long": record("long", middle), "other": record("other", "Kestrels are birds")}, query("kestrels bakery")
    )
    assert found["long"].words > found["other"].words
    assert found["long"].coverage == 1.0
    assert found["long"].piece is not None
    assert "bakery" in middle[slice(*found["long"].piece)]
    assert found["other"].piece is None


def test_a_word_that_every_candidate_holds_says_less_than_one_that_few_hold():
    crowd = {f"c{n}": record(f"c{n}", f"Ann wrote note {n}") for n in range(60)}
    crowd["k"] = record("k", "Kestrels wrote note 99")
    found = agreements(crowd, query("Ann kestrels"))
    assert found["k"].words > max(agreement.words for id, agreement in found.items() if id != "k")


@given(st.lists(st.text(min_size=1, max_size=3 * PIECE), max_size=4), st.text(max_size=60))
def test_every_text_and_question_give_figures_in_their_bounds(texts, question):
    asked = query(question)
    found = agreements({str(n): record(str(n), text) for n, text in enumerate(texts)}, asked)
    assert len(found) == len(texts)
    for agreement in found.values():
        assert agreement.words >= 0
        assert 0 <= agreement.coverage <= 1
        assert 0 <= agreement.side_by_side <= 1
        assert agreement.held < 1 << len(asked.terms) or not agreement.held


def test_white_space_alone_is_a_text_without_words():
    assert agreements({"a": record("a", " " * (PIECE + 1))}, query("tea"))["a"].words == 0
