"""Time in the question as a filter: what was remembered then, evidence included, and what to do when that is nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from satchel.retrieval.embedders import Embedder
from satchel.retrieval.gathering import CANDIDATES
from satchel.retrieval.pipeline import Found, recall, unasked
from satchel.retrieval.profile import DEFAULT, Profile
from satchel.retrieval.trail import Trail
from satchel.text.fold import fold
from satchel.text.language import sentence_spans
from satchel.text.stopwords import ENGLISH, content_runs
from satchel_protocol.record import Record
from satchel_protocol.state import Filter
from satchel_protocol.store import Store
from satchel_protocol.wiretime import format_wire

if TYPE_CHECKING:
    from satchel.instant.spoken import Spoken

_LONGEST: Final = 200
"""Characters; in a longer text a time belongs to a story that is told."""
_LOOKED_AT: Final = 1000
"""Characters of a memory in which it may name its time."""
_ASKS = re.compile(
    r"[?？]|\b(?:what|which|who|whom|whose|where|when|why|how)\b|什么|甚么|谁|哪|几|多少|怎么|怎样|为何|如何|吗|呢",
    re.IGNORECASE,
)
_GENERIC_ENGLISH: Final = frozenset(
    """
    agree agreed anything ask asked came chat chatted come conclude concluded conclusion conclusions conversation
    conversations decide decided decision decisions discuss discussed discussion discussions did do does done
    everything happen happened happens know list mention mentioned new note noted notes plan planned reach reached record
    recorded remember remembered said say saw settle settled show speak spoke something talk talked tell things thing
    told topic topics went write wrote written learn learned learnt
    """.split()
)
_GENERIC_CHINESE = re.compile(
    "(?:讨论|商量|商定|谈论|交流|沟通|约定|决定|定下|结论|对话|计划|[说聊讲提到问谈做干写记发生过事情些件跟对给都还有啥录住下来告诉话题内容定])+"
)
_WORDS = re.compile("[\u4e00-\u9fff]+|[^\\W\u4e00-\u9fff]+(?:'[^\\W\u4e00-\u9fff]+)?")
_HAN = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The time that was read out of a question."""

    since: datetime | None
    """Inclusive, aware, UTC; None: from the beginning."""
    until: datetime | None
    """Exclusive; None: to this day."""
    read_from: tuple[str, ...]
    """The question's own words for it."""
    rest: str
    """The question without them."""
    spoken: Spoken

    def quoted(self) -> str:
        """The words, for a message."""
        return " … ".join(self.read_from)

    def to_json(self) -> dict[str, Any]:
        return {
            "since": format_wire(self.since) if self.since is not None else None,
            "until": format_wire(self.until) if self.until is not None else None,
            "read_from": list(self.read_from),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """An answer, and what a time did to it."""

    found: Found
    asked: Asked | None = None
    """The time in the question; None where there is none or it was not looked for."""
    outside: bool = False
    """Nothing that fits was remembered then, so all times were searched."""
    undated: int = 0
    """Memories that fit and were left out because their time is unknown."""

    def time_json(self) -> dict[str, Any] | None:
        """The time that was read, whether it filtered, and what it left out; None where none was read."""
        if self.asked is None:
            return None
        return {**self.asked.to_json(), "filtered": not self.outside, "undated": self.undated}

    def notes(self) -> list[str]:
        """What a reader of the answer should know, in English."""
        notes = []
        if self.outside and self.asked is not None:
            notes.append(f"nothing that fits is from that time ({self.asked.quoted()}); all times were searched")
        if self.undated:
            notes.append(f"{self.undated} that fit were left out: their time is unknown")
        return notes


def asked_time(question: str, *, now: datetime, zone: tzinfo) -> Asked | None:
    """The time that a question asks about: what was remembered then, not what a date belongs to.

    Only of a question of one sentence, or of the one sentence that asks: where two things are asked, a filter that is
    right for one of them loses the other.
    """
    from satchel.instant.spoken import read_spoken  # its patterns take a moment to compile

    spans = sentence_spans(question)
    asking = [span for span in spans if _ASKS.search(question, *span)] if len(spans) > 1 else spans
    if len(asking) != 1 or asking[0][1] - asking[0][0] > _LONGEST:
        return None
    offset, end = asking[0]
    sentence = question[offset:end]
    spoken = read_spoken(_folded(sentence), now=now, zone=zone)
    if spoken is None:
        return None
    rest, read_from, at = question[:offset], [], 0
    for first, last in spoken.words:
        rest += sentence[at:first] + " "
        read_from.append(sentence[first:last].strip())
        at = last
    return Asked(
        since=spoken.since,
        until=spoken.until,
        read_from=tuple(read_from),
        rest=rest + sentence[at:] + question[end:],
        spoken=spoken,
    )


def _folded(text: str) -> str:
    """Folded character by character, so that offsets hold."""
    return "".join(map(_folded_alone, text))


@lru_cache(maxsize=32_768)
def _folded_alone(char: str) -> str:
    same = fold(char)
    return same if len(same) == 1 else char


def recall_when(
    store: Store,
    query: str,
    *,
    where: Filter,
    now: datetime,
    limit: int,
    zone: tzinfo = UTC,
    read_time: bool = True,
    profile: Profile = DEFAULT,
    embedder: Embedder | None = None,
    may_show: Callable[[Record], bool] = lambda record: True,
    trail: Trail | None = None,
) -> Dated:
    """`recall`, after the time in the question became a filter.

    The words for the time are no search words then, and evidence is searched too. A question about nothing but a time
    ("what did I say yesterday") gets what is worth most of that time. Where nothing from then fits, the question is
    asked again as it stands and without the filter.

    Args:
        where: As for `recall`; where it has a time of its own, the question's is not read.
        zone: The reader's.
        read_time: Whether to look for a time in the question.
        store, query, now, limit, profile, embedder, may_show, trail: As for `recall`.

    Raises:
        VectorSpaceError, EmbedderError: as `recall`.
    """
    how: dict[str, Any] = {"now": now, "limit": limit, "profile": profile, "may_show": may_show, "trail": trail}
    if where.since is not None or where.until is not None:
        return Dated(
            found=recall(store, query, where=where, embedder=embedder, **how),
            undated=_undated(store, query, where, now),
        )
    asked = asked_time(query, now=now, zone=zone) if read_time else None
    if asked is None:
        return Dated(found=recall(store, query, where=where, embedder=embedder, **how))
    inside = replace(where, since=asked.since, until=asked.until, include_archived=True)
    if _asks_for_all(asked.rest):
        found = unasked(store, where=inside, **how)
    else:
        besides = _told_elsewhen(asked, inside, zone)
        found = recall(store, asked.rest, where=inside, besides=besides, embedder=embedder, **how)
    if found.hits or found.withheld:
        return Dated(found=found, asked=asked, undated=_undated(store, asked.rest, inside, now))
    return Dated(found=recall(store, query, where=where, embedder=embedder, **how), asked=asked, outside=True)


def _told_elsewhen(asked: Asked, inside: Filter, zone: tzinfo) -> tuple[Filter, Callable[[Record], bool]] | None:
    """What happened then and was told at another time, by a memory that says so: "yesterday", "in May 2023"."""
    from satchel.instant.spoken import speaks_of

    if asked.spoken.of_words:
        return None

    def speaks(record: Record) -> bool:
        return record.created_at is not None and speaks_of(
            _folded(record.content[:_LOOKED_AT]), asked.spoken, made_at=record.created_at, zone=zone
        )

    return replace(inside, since=None, until=None), speaks


def _undated(store: Store, query: str, where: Filter, now: datetime) -> int:
    """How many memories of unknown time hold enough of the question's words; at most as many as there are candidates."""
    unknown = replace(where, since=None, until=None, undated=True)
    return len(recall(store, query, where=unknown, now=now, limit=CANDIDATES).hits)


def _asks_for_all(rest: str) -> bool:
    """Whether a question names nothing but the time: what did I tell you, 我们聊了什么."""
    for word in _WORDS.findall(fold(rest).casefold()):
        if _HAN.match(word):
            if not all(_GENERIC_CHINESE.fullmatch(piece) for piece in content_runs(word)):
                return False
        elif word.replace("'", "") not in ENGLISH | _GENERIC_ENGLISH:
            return False
    return True
