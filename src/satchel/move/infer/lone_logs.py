"""A log line by its wording alone, where no table and no neighbour tells: for memories that somebody filed already.

What `logs` weighs is for rows of a table, most of which are logs or none are. A note of a key, an address or a version
reads like a machine as well; so here something must have happened in the machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from satchel.move.infer import wording
from satchel.move.infer.log_words import MACHINE_NOUNS
from satchel.move.infer.logs import (
    HAN,
    MACHINE_VERBS,
    NOUN_HAN,
    VERB_HAN,
    WORD,
    LogScore,
    as_a_whole,
    bounds,
    log_score,
)
from satchel.move.infer.types import SAME_DIGITS

_LOOKED_AT = 500
"""Characters."""
_RATHER = 1.9
_SURELY = 4.0
_HAPPENED = re.compile(
    r"(?i)\b(?:started|stopped|finished|completed|failed|listening|applied|fired|removed|delivered|loaded|restored|"
    r"processed|reloading|reloaded|retrying|evicted|released|embedded|rebuilt|skipped|queued|flushed|dropped|refreshed|"
    r"synced|connected|disconnected|timed out|sleeping|initiali[sz]ed|triggered)\b"
    r"|触发|应用|投递|启动|加载|完成|处理完|已恢复|已关闭|已释放|已清理|重建|跳过|刷新"
)
_EVENTS_AT_LEAST = 1.0
"""Where nothing is known but the text: log-odds from which it is told, and how much of them must come from signs that
something happened in a machine. Names, numbers, keys and addresses alone are notes."""
_PLAINLY_NOT = -3.0
"""Log-odds of the wording as a whole below which a text is not looked at for signs of a machine."""
_MACHINE_MARKS = re.compile(r"[\d=\[\]{}<>#→]|->|::|\.{3}|\b[A-Z]{4,}\b")


def reads_like_a_log(text: str) -> LogScore | None:
    """The score of a text that is clearly a log line; None of any other.

    Where the wording as a whole speaks plainly for a memory, no single sign is looked for: it takes three times as long.
    """
    head = text[:_LOOKED_AT]
    if not _may_be_of_a_machine(head) or as_a_whole(head.translate(SAME_DIGITS)) < _PLAINLY_NOT:
        return None
    at_most, events = bounds(text)
    if at_most <= _RATHER or not (events >= _EVENTS_AT_LEAST or _HAPPENED.search(text)):
        return None
    score = log_score(text)
    happened = score.events >= _EVENTS_AT_LEAST or score.logit > _SURELY
    return score if score.logit > _RATHER and happened else None


def read_ahead(texts: Iterable[str]) -> None:
    """Judge the wording of texts that will be asked about soon, all together."""
    heads = (text[:_LOOKED_AT] for text in texts)
    wording.read_ahead(head.translate(SAME_DIGITS) for head in heads if _may_be_of_a_machine(head))


@lru_cache(maxsize=1 << 11)
def _may_be_of_a_machine(text: str) -> bool:
    """Whether there is a figure, a mark of a program or a word of machines in a text; without one it is no clear log line."""
    if _MACHINE_MARKS.search(text):
        return True
    words = WORD.findall(text.lower())
    if any(word in MACHINE_NOUNS or word in MACHINE_VERBS for word in words):
        return True
    return bool(HAN.search(text)) and bool(NOUN_HAN.search(text) or VERB_HAN.search(text))
