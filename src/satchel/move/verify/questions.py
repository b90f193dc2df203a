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
from satchel.text.language import is_chinese
from satchel_protocol.record import Record

MOST: Final = 4
"""Questions put for one record before it counts as not found: a person asks again, and says more."""
_SIZES: Final = (2, 3, 4)
"""Words of the topic: what is tried first says little."""
_LAST: Final = (7, 6, 5, 4, 3, 2, 1)
"""Of the last question, which takes its words from all of the record: as many as leave it half."""
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
    chinese = is_chinese(about or record.content)
    templates = _turned(wordings.of(chinese=chinese), record.id, seed)
    seen: set[str] = set()
    for size in _SIZES:
        words = lexicon.pieces(about or record.content, most=size, but=is_time)
        question = _fitting(record, templates[len(seen) % len(templates) :] + templates, words, chinese=chinese)
        if question is not None and question not in seen:
            seen.add(question)
            yield question
    for size in _LAST:
        words = lexicon.pieces(record.content, most=size, but=is_time) or ((record.key,) if record.key else ())
        question = _fitting(record, templates[len(seen) % len(templates) :] + templates, words, chinese=chinese)
        if question is not None:
            if question not in seen:
                yield question
            return


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


def _turned(templates: tuple[str, ...], id: str, seed: int) -> tuple[str, ...]:
    start = int.from_bytes(sha256(f"{seed}:{id}".encode("utf-8", "surrogatepass")).digest()[:4]) % len(templates)
    return templates[start:] + templates[:start]
