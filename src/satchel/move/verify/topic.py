"""The few words by which a question means one record: those that fewest other records hold."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from satchel.move.verify.framing import FRAMING_CHINESE, FRAMING_ENGLISH
from satchel.stores.words import searchable
from satchel.text.fold import fold
from satchel.text.identifiers import bare
from satchel.text.stopwords import ENGLISH, content_runs
from satchel.text.tokens import index_tokens, query
from satchel_protocol.record import Record

_MOST_LEARNED: Final = 50_000
"""Records from which the rarity of words is learned; more of them move no figure."""
_LOOKED_AT: Final = 2000
"""Characters of a record from which its words are taken."""
_WINDOW: Final = 4
"""Characters of a stretch of Han that make one piece: two words, as a rule."""
_MOST_TOKENS: Final = 4
_PIECE = re.compile(r"[\u4e00-\u9fff]+|[^\W\u4e00-\u9fff][^\s\u4e00-\u9fff，。；：、！？（）《》“”「」\"()<>|;!?]*")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_FIGURES = re.compile(r"(?=.*[-/.])[\d\-/.:]+|\d{5,}")
"""A date or a long number: no word of a question."""
_EDGES: Final = ".,:'’‘*_`~[]{}-–—/"
_SITUATION = re.compile(
    r"(?:\b(?:when(?:ever)?|if|once|in case|before|after|while|as soon as|every time|for|to)\b\s+(?P<en>[^,;:.!?\n]{4,90}))"
    r"|(?:(?:如果|若是?|当|一旦|遇到|碰到|每次|每当|要是|凡是|在)(?P<zh>[^，,。；;：:\n]{2,40}?)(?:的时候|时候|时|之前|前|之后|后|的话|就|，|,|。|；|：|$))"
    r"|(?P<head>^[^，,。；;：:\n]{2,40}?)(?:的时候|时，|时,|之前|之后)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    at: int
    tokens: tuple[str, ...]
    weight: float
    framing: bool
    """Whether it only says how something is told; taken where there is nothing else."""


class Lexicon:
    """How many records hold each word; learned once."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._holders: Counter[str] = Counter()
        self._count = 0
        for record in records:
            if self._count == _MOST_LEARNED:
                break
            self._count += 1
            self._holders.update(set(index_tokens(searchable(record))))

    def rarity(self, token: str) -> float:
        """0 for a word that every record holds, above that the fewer do."""
        return math.log((self._count + 1) / (self._holders[token] + 0.5))

    def pieces(self, text: str, *, most: int, but: Callable[[str], bool] = lambda word: False) -> tuple[str, ...]:
        """The rarest words of a text, in its order; of Han, stretches of a few characters.

        Args:
            text: What a record says, or a part of it.
            most: Most pieces to give; fewer where the text has no more.
            but: Of which words none is taken.
        """
        found = sorted(self._all(text[:_LOOKED_AT]), key=lambda piece: (piece.framing, -piece.weight, piece.at))
        chosen: list[_Piece] = []
        taken: set[str] = set()
        for piece in found:
            if len(chosen) == most:
                break
            if taken.isdisjoint(piece.tokens) and not but(piece.text):
                chosen.append(piece)
                taken.update(piece.tokens)
        return tuple(piece.text for piece in sorted(chosen, key=lambda piece: piece.at))

    def _all(self, text: str) -> Iterable[_Piece]:
        for found in _PIECE.finditer(fold(text)):
            if _HAN.match(found[0]):
                for run in content_runs(found[0]):
                    at = found.start() + found[0].find(run)
                    for part in FRAMING_CHINESE.finditer(run):
                        yield from self._windows(part[0], at + part.start(), framing=part.lastgroup == "framing")
                continue
            word = found[0].strip(_EDGES).removesuffix("'s").removesuffix("’s")
            tokens = () if bare(word).casefold() in ENGLISH or _FIGURES.fullmatch(word) else _tokens(word)
            if tokens:
                # A path or an address is so many words of search by itself that it leaves a question no half.
                framing = word.casefold() in FRAMING_ENGLISH or ":" in word or len(tokens) > _MOST_TOKENS
                yield _Piece(word, found.start(), tokens, max(map(self.rarity, tokens)), framing)

    def _windows(self, run: str, at: int, *, framing: bool) -> Iterable[_Piece]:
        width = min(_WINDOW, len(run))
        for start in range(len(run) - width + 1):
            text = run[start : start + width]
            tokens = _tokens(text)
            if tokens:
                # A window at the edge of the stretch begins or ends with a word; one inside may cut two.
                edge = 0.3 * (start == 0) + 0.3 * (start == len(run) - width)
                yield _Piece(text, at + start, tokens, edge + sum(map(self.rarity, tokens)) / len(tokens), framing)


def situation(text: str) -> str:
    """The part of a lesson that says when it applies; all of it where none is marked.

    "When the export hangs, restart the worker" gives "the export hangs"; 遇到导出卡住时先重启 gives 导出卡住.
    """
    for found in _SITUATION.finditer(text):
        part = next((part for part in found.groups() if part), "")
        if len(_tokens(part)) >= 2:
            return part
    return text


def shared(question: str, record: Record) -> tuple[int, int]:
    """How many of a question's content words the record holds, and how many there are, by the project's own tokens."""
    terms = query(question).terms
    tokens = set(index_tokens(searchable(record)))
    return sum(term.matches(tokens) for term in terms), len(terms)


@lru_cache(maxsize=65_536)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(term.token for term in query(text).terms)
