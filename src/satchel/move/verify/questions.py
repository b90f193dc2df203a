"""Questions about one record: a template and a topic, of whose content words together at most half are the record's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Final

from satchel.move.verify.templates import JOINED, Wordings
from satchel.move.verify.topic import Lexicon, shared
from satchel.retrieval.when import asked_time
from satchel.text.language import is_chinese, share_han
from satchel_protocol.record import Record

MOST: Final = 4
"""Questions put for one record before it counts as not found: a person asks again, and says more."""
_SIZES: Final = (3, 4, 5)
"""Words of the topic, at most, as far as half allows: what is tried first says little."""
_LAST: Final = 8
"""Of the last question, which takes its words from all of the record."""
_IT: Final = {False: "it", True: "它"}
_NOW: Final = datetime(2026, 1, 15, tzinfo=UTC)
"""Any: whether words read as a time does not depend on it."""


def questions(record: Record, wordings: Wordings, lexicon: Lexicon, *, about: str = "", seed: int = 0) -> Iterator[str]:
    """At most `MOST` questions in the record's language, each by another template with other words.

    Args:
        record: What they ask for; no question holds more of its words than of others.
        wordings: The templates; which come first is decided by the record's id and the seed.
        lexicon: Chooses the words.
        about: The part of the record that the topic is taken from; all of it where empty.
        seed: Other questions for another one.
    """
    turn = int.from_bytes(sha256(f"{seed}:{record.id}".encode("utf-8", "surrogatepass")).digest()[:4])
    seen: set[str] = set()
    for text, most in (*((about or record.content, size) for size in _SIZES), (record.content, _LAST)):
        question = _fullest(record, wordings, lexicon, text, most, turn + len(seen))
        if question is not None and question not in seen:
            seen.add(question)
            yield question


def _fullest(record: Record, wordings: Wordings, lexicon: Lexicon, text: str, most: int, turn: int) -> str | None:
    """The question with as many words of the text, up to `most`, as leave the record half; None where none does."""
    for size in range(most, 0, -1):
        words = lexicon.pieces(text, most=size, but=is_time) or ((record.key,) if record.key else ())
        chinese = share_han("".join(words)) > 0
        templates = wordings.of(chinese=chinese)
        start = turn % len(templates)
        turned = templates[start:] + templates[:start]
        question = _fitting(record, turned, words, chinese=chinese)
        if question is None and size == 1:
            # One name alone may be more words of search than a template has: then all of them are put as one question.
            rest = " ".join(template.format(topic=_IT[chinese]) for template in turned[1:])
            question = _fitting(record, [f"{turned[0]} {rest}"], words, chinese=chinese)
        if question is not None:
            return question
    return None


def _fitting(record: Record, templates: Sequence[str], words: Sequence[str], *, chinese: bool) -> str | None:
    """The first template that leaves at most half of the words to the record; None where none does."""
    for template in templates if words else ():
        question = template.format(topic=JOINED[chinese].join(words))
        held, terms = shared(question, record)
        if held and held * 2 <= terms and asked_time(question, now=_NOW, zone=UTC) is None:
            return question
    return None


@lru_cache(maxsize=16_384)
def is_time(word: str) -> bool:
    """Whether a question with this word in it would be taken for one about a time."""
    return asked_time(f"{word}怎么样？" if is_chinese(word) else f"What about {word}?", now=_NOW, zone=UTC) is not None
