"""How likely a text commands the model that reads it, by its wording as a whole; for what no fixed phrase foresees.

A linear model over words, their pairs and their stems, and over runs of one to three Chinese signs, fitted on texts that were written for it (`bench/injection/`, whose README has its
figures on texts it never saw).
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from satchel.text.linear import Look, Reader

WEIGHTS: Final = "commanding.npz"
THRESHOLD: Final = 0.55
"""From here on a text is said to command; chosen by `bench/injection/train.py`, on the part that is not fitted on too, and on talk that nobody labelled."""
SPOKEN_TO: Final = 0.3
"""From here on a text may well have a model for its reader."""
LONGEST: Final = 300
"""Characters that are weighed together."""
_LONG_TEXT: Final = 0.95
"""A long text has many sentences, and each may look like a command by chance."""
_LONGEST_TEXT: Final = 2_000
"""Characters; in a longer one too many would."""
_STEM: Final = 5
_NUMBER: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[a-z']+|\d+")
_SENTENCE: Final = re.compile(rf"[^\n.!?。！？]{{1,{LONGEST}}}(?:[.!?。！？]+[”\"’)]*\s*|\n|$)")
_CUE: Final = re.compile(
    r"\b(?:ai|assistants?|models?|agents?|chat ?bots?|bots?|instructions?|prompts?|system|memor(?:y|ies)|ignore|disregard|overrid\w+|users?|token|password|confidential|silently|secretly)\b"
    "|助手|助理|模型|智能体|机器人|指令|提示词|系统|记忆|忽略|用户|密码",
    re.IGNORECASE,
)
"""Of a long text only sentences with one of these are weighed: others hardly ever reach so high."""

REPORTS: Final = re.compile(
    r"^\W{0,4}(?:(?:the )?(?:user|client|owner|customer)(?:'s)?|i|he|she|they|we|my|our|(?!(?:you|this|it|all|any|every|when|if|please|assistant|ai)\b)[a-z]+) (?:also |never |always |usually |often |really )?(?:wants?|prefers?|likes?|asked|asks?|is|has|works?|thinks?|does|said|says|loves?|hates?|dislikes?|needs?|keeps?|uses?|tests?|studies|writes?|believes?|told|reads?|once|must|should|will|would|developer|late|real name)\b"
    r"|^\W{0,4}(?:用户|客户|我|他|她|我们)(?:也|还|从不|总是|经常|一直|曾经?)?(?:希望|要求|让|喜欢|不|在|是|把|习惯|想|觉得|认为|负责|讨厌|偏好|提醒|会|要|有|的(?!真))",
    re.IGNORECASE,
)
"""How a memory tells of somebody: what they want of an assistant is theirs to want."""


def commanding(text: str) -> tuple[int, int] | None:
    """The stretch of a text that commands a model most, where it does: its first and its last offset.

    Args:
        text: Any text; of one of more than 300 characters, sentences are weighed alone and two by two, and of one of
            more than 2,000 none is.
    """
    if len(text) <= LONGEST:
        return (0, len(text)) if share(text) >= THRESHOLD else None
    if len(text) > _LONGEST_TEXT:
        return None
    start, end = max(_stretches(text), key=lambda stretch: share(text[stretch[0] : stretch[1]]), default=(0, 0))
    return (start, end) if share(text[start:end]) >= _LONG_TEXT else None


def speaks_to_a_model(text: str) -> bool:
    """Whether a text may have a model for its reader: what it points to is then no gap in a memory."""
    return share(text) >= SPOKEN_TO


def look(text: str) -> Look:
    """What the model looks at. Numbers are all alike, as are width and case."""
    plain = _NUMBER.sub("0", unicodedata.normalize("NFKC", text[: 2 * LONGEST]).lower())[:LONGEST]
    words = _WORD.findall(plain)
    found = {f"w{word}" for word in words}
    found.update([f"b{one} {other}" for one, other in pairwise(words)])
    found.update([f"p{word[:_STEM]}" for word in words if len(word) > _STEM])
    if words:
        found |= {f"1{words[0]}", f"2{' '.join(words[:2])}", f"${words[-1]}"}
    if not plain.isascii():
        return found, f"\x02{plain}\x03"
    found.update([f"x{sign}" for sign in set(plain) if not sign.isalnum()])
    return found, ""


def share(text: str) -> float:
    """How likely a text of up to 300 characters commands a model, 0 to 1; of a longer one only so many are read."""
    return 1 / (1 + math.exp(-float(_reader().scores(text[: 2 * LONGEST])[0])))


def weigh_ahead(texts: Iterable[str]) -> None:
    """Weigh texts that will be asked about soon together, which takes less time than one after the other."""
    _reader().ahead(text for text in texts if len(text) <= LONGEST)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a text that have a cue, and each with the next."""
    sentences = [(*found.span(), _CUE.search(found[0]) is not None) for found in _SENTENCE.finditer(text)]
    yield from ((start, end) for start, end, has_cue in sentences if has_cue)
    for (start, _, one), (_, end, other) in pairwise(sentences):
        if (one or other) and end - start <= LONGEST:
            yield start, end


@cache
def _reader() -> Reader:
    return Reader(files(__package__) / WEIGHTS, look)
