"""History can be traced: asked about a time, the new place gives the conversation of then and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final

from satchel.move.verify.asking import ask
from satchel.move.verify.outcome import Check, Failure
from satchel.move.verify.questions import is_time
from satchel.move.verify.responder import Responder
from satchel.move.verify.templates import HISTORY, JOINED, QUESTIONS
from satchel.move.verify.topic import shared
from satchel.move.verify.truth import Truth
from satchel.retrieval.when import asked_time
from satchel.text.language import share_han
from satchel_protocol.record import Record

_FIRST: Final = 8
"""Places among which a turn of that day must stand: as many as an answer holds."""
_SIZES: Final = (3, 4, 5, 6)
"""Words of the topic, at most; one question each."""
_DAYS_EN: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAYS_ZH: Final = "一二三四五六日"
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_THIRDS: Final = ("early", "mid", "late")


@dataclass(slots=True)
class _Span:
    """What was said on one day, in one scope."""

    day: date
    turns: list[Record] = field(default_factory=list)
    conclusions: list[Record] = field(default_factory=list)
    """Memories made from these turns."""

    @property
    def anchor(self) -> Record:
        """The turn that says most; what is asked about is taken from it."""
        return max(self.turns, key=lambda turn: (min(len(turn.content), 400), turn.id))


def history_can_be_traced(truth: Truth, responder: Responder, new: Mapping[str, Record]) -> Check:
    """For each day with conversation: its turns are all there, a question about that day and a subject of it brings one
    of them, and the memories that were made from them are found and still name them."""
    spans = {span.anchor.id: span for span in _spans(truth)}
    check = truth.check("history", len(spans))
    check.figures = {"turns": sum(len(span.turns) for span in spans.values()), "conclusions": 0}
    for anchor in truth.chosen(span.anchor for span in spans.values()):
        span = spans[anchor.id]
        failures = [*_turns_missing(span, new)]
        number, question = _asked(span, truth, responder)
        if not question and not failures:
            check.skip()
            continue
        if not number and question:
            failures.append(Failure.of(anchor, "day_not_found", detail=span.day.isoformat(), question=question))
        for conclusion in truth.chosen(span.conclusions)[:_FIRST]:
            check.figures["conclusions"] += 1
            failures += _conclusion(conclusion, span, truth, responder)
        check.note(*failures, at_once=number == 1)
    return check


def _spans(truth: Truth) -> list[_Span]:
    spans: dict[tuple[str, date], _Span] = {}
    of_turn: dict[str, _Span] = {}
    for record in truth.records.values():
        if record.type == "interaction" and record.state != "superseded" and record.created_at is not None:
            day = record.created_at.astimezone(truth.zone).date()
            span = spans.setdefault((record.scope, day), _Span(day))
            span.turns.append(record)
            of_turn[record.id] = span
    made: defaultdict[int, dict[str, Record]] = defaultdict(dict)
    for record in truth.current.values():
        for source in record.derived_from:
            if source in of_turn:
                made[id(of_turn[source])][record.id] = record
    for span in spans.values():
        span.conclusions = list(made.get(id(span), {}).values())
    return list(spans.values())


def _turns_missing(span: _Span, new: Mapping[str, Record]) -> Iterator[Failure]:
    for turn in span.turns:
        here = new.get(turn.id)
        if here is None:
            yield Failure.of(turn, "missing", detail=span.day.isoformat())
        elif here.created_at != turn.created_at:
            yield Failure.of(turn, "time_changed", detail=span.day.isoformat())


def _asked(span: _Span, truth: Truth, responder: Responder) -> tuple[int, str]:
    """Which question brought a turn of that day, from 1, or 0; and the last one put."""
    turns = {turn.id for turn in span.turns}
    question = ""
    for number, (question, now) in enumerate(_questions(span, truth), 1):
        answer = responder.recall(question, scope=span.anchor.scope, limit=_FIRST, now=now)
        if any(not turns.isdisjoint(hit.ids) for hit in answer):
            return number, question
    return 0, question


def _conclusion(record: Record, span: _Span, truth: Truth, responder: Responder) -> Iterator[Failure]:
    here = responder.read(record.id)
    if here is None:
        yield Failure.of(record, "missing", detail=f"made from what was said on {span.day.isoformat()}")
        return
    if not set(record.derived_from) <= set(here.derived_from):
        yield Failure.of(record, "link_lost", detail=f"made from what was said on {span.day.isoformat()}")
    tried = ask(responder, record, QUESTIONS["facts"], truth)
    if tried.place is None:
        yield Failure.of(record, "not_found", detail=tried.instead(), question=tried.question)


def _questions(span: _Span, truth: Truth) -> Iterator[tuple[str, datetime]]:
    """Questions with the time at which each is asked; at most half of their words, the time's own left out, are the
    turn's."""
    anchor = span.anchor
    turn = sum(anchor.id.encode("utf-8", "surrogatepass")) + truth.seed
    put: set[str] = set()
    for most in _SIZES:
        found = _fullest(span, most, turn + len(put), truth)
        if found is not None and found[0] not in put:
            put.add(found[0])
            yield found


def _fullest(span: _Span, most: int, turn: int, truth: Truth) -> tuple[str, datetime] | None:
    """The question with as many words of the turn, up to `most`, as leave it half."""
    for size in range(most, 0, -1):
        words = truth.lexicon.pieces(span.anchor.content, most=size, but=is_time)
        chinese = share_han("".join(words)) > 0
        phrases = list(_phrases(span.day, truth, chinese=chinese))
        templates = HISTORY.of(chinese=chinese)
        topic = JOINED[chinese].join(words)
        for shift in range(len(templates)):
            template = templates[(turn + shift) % len(templates)]
            held, terms = shared(template.format(topic=topic, time=""), span.anchor)
            if not held or held * 2 > terms:
                continue
            first = turn % len(phrases)
            fitting = _timed(template, topic, phrases[first:] + phrases[:first], span.day, truth)
            if fitting is not None:
                return fitting
    return None


def _timed(
    template: str, topic: str, phrases: list[tuple[str, datetime]], day: date, truth: Truth
) -> tuple[str, datetime] | None:
    """The question with the first phrase by which the day is meant, whatever else in it could be read as a time."""
    noon = datetime.combine(day, time(12), truth.zone)
    for phrase, now in phrases:
        question = template.format(topic=topic, time=phrase)
        asked = asked_time(question, now=now, zone=truth.zone)
        if (
            asked is not None
            and (asked.since is None or asked.since <= noon)
            and (asked.until is None or noon < asked.until)
        ):
            return question, now
    return None


def _phrases(day: date, truth: Truth, *, chinese: bool) -> Iterator[tuple[str, datetime]]:
    """A day in a person's words, and when they would be used: of last week a week later, else as of today."""
    week_later = datetime.combine(day + timedelta(days=7), time(12), truth.zone)
    third = min(2, (day.day - 1) // 10)
    if chinese:
        yield f"上周{_DAYS_ZH[day.weekday()]}", week_later
        yield f"{day.year}年{day.month}月{day.day}日", truth.now
        yield f"{day.year}年{day.month}月{'上中下'[third]}旬", truth.now
    else:
        yield f"on {_MONTHS[day.month - 1]} {day.day}, {day.year}", truth.now
        yield f"last {_DAYS_EN[day.weekday()]}", week_later
        yield f"in {_THIRDS[third]} {_MONTHS[day.month - 1]} {day.year}", truth.now
        yield f"on {day.isoformat()}", truth.now
