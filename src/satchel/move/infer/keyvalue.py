"""Key and value rows: what a person is like, or how a tool is set. Decided row by row, with the table's own leaning."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from satchel.move.infer.names import words_of
from satchel.move.infer.profile import as_key
from satchel.move.infer.secrets import names_secret
from satchel.move.infer.types import type_of_kind, type_scores
from satchel.move.infer.value_words import CONFIG_KEYS, CONFIG_KEYS_HAN, PERSONAL_KEYS, PERSONAL_KEYS_HAN

_MACHINE_VALUE = re.compile(
    r"^(?:https?|redis|postgres(?:ql)?|mysql|sqlite|wss?|file|s3)://|^(?:/|~/|\./|[A-Z]:\\)|^[\w.\-]+:\d{2,5}$|^v?\d+(?:\.\d+){1,3}[\w\-]*$|^[0-9a-f]{16,}$|^\S+\.(?:db|json|py|sqlite3?|yaml|log|txt|so)$"
)
_NUMBERISH = re.compile(r"^[+-]?\d+(?:\.\d+)?\s?(?:ms|s|mb|gb|kb)?$|^(?:true|false|on|off|null)$", re.IGNORECASE)
_MODEL = re.compile(
    r"(?i)^(?:gpt|claude|gemini|qwen|llama|mistral|deepseek|glm|text-embedding|bge|moonshot|ernie|doubao)[\w.\-/:]*$"
)
_PHRASE = re.compile(r"[\u4e00-\u9fff]{2,}|[A-Za-z]{2,} [A-Za-z]{2,}")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_PERSONAL_HAN = re.compile(PERSONAL_KEYS_HAN)
_CONFIG_HAN = re.compile(CONFIG_KEYS_HAN)
_TASTE = frozenset(
    "seat airline hotel cuisine notification notifications preferred theme style tone format favorite favourite likes dislikes like dislike prefers preference preferences verbosity length emoji editor ide font reply"
    " response answer units unit mode drink food music hobby hobbies interests color colour framework greeting signature language lang".split()
)
_TASTE_HAN = re.compile(
    "喜欢|讨厌|偏好|口味|风格|语气|主题|爱好|兴趣|最爱|忌口|饮料|食物|颜色|音乐|运动|回复|语言|习惯|称呼"
)
_PERSONAL_TABLE = re.compile(
    r"(?i)pref|profile|persona|about|favou?rite|user|human|likes|habit|bio\b|me\b|画像|偏好|档案|用户|个人|资料|习惯|爱好|喜好"
)
_CONFIG_TABLE = re.compile(
    r"(?i)config|setting|\benv|conf\b|cfg|options|runtime|system|provider|manifest|package|metadata|\bmeta\b|version|state|配置|设置|环境|系统|参数"
)


_TOOL_PARTS = frozenset(
    "agent bot llm model models memory retry features feature flags scripts server database db storage cache logging log vector embedding embeddings tools api scheduler runtime dependencies error errors usage response request".split()
)
"""First words of keys under which a tool keeps what concerns itself."""
_STILL_A_PERSON = 1.0
"""How far a single row of a tool's settings must lean to a person to count as theirs."""


def leans_to_person(key: str, value: Any, lean: float, *, settings: bool) -> bool:
    """Whether a key and its value are a person's, in a table of such a leaning."""
    leaning = key_leaning(key) + value_leaning(value) + 0.7 * lean
    return leaning >= (_STILL_A_PERSON if settings else 0.0)


@lru_cache(maxsize=1 << 14)
def key_leaning(key: str) -> float:
    """Above 0: the key of a person; below 0: of a tool; secrets are far below."""
    if names_secret(key):
        return -9.0
    words = words_of(key)
    if len(words) > 1 and words[0] in _TOOL_PARTS:
        return -1.5
    leaning = 0.9 * sum(w in PERSONAL_KEYS for w in words) - 0.8 * sum(w in CONFIG_KEYS for w in words)
    if words and words[0] in ("user", "my", "owner", "prefers", "preferred", "favorite", "favourite", "likes", "pref"):
        leaning += 1.0
    if _HAN.search(key):
        leaning += 0.5 + 1.2 * bool(_PERSONAL_HAN.search(key)) - 1.6 * bool(_CONFIG_HAN.search(key))
    return max(-2.5, min(2.5, leaning))


def value_leaning(value: Any) -> float:
    """Above 0: what a person would say; below 0: an address, a path, a version, a number."""
    if isinstance(value, bool | int | float):
        return -0.6
    text = as_key(value)
    if _MACHINE_VALUE.match(text) or _MODEL.match(text):
        return -1.6
    if _NUMBERISH.match(text):
        return -0.5
    scores = type_scores(text)
    if scores.human >= 2:
        return 1.6
    return 0.8 if _PHRASE.search(text) else 0.1


def table_leaning(*names: str) -> float:
    """What file, table and heading say; the nearest name counts most, so give it last."""
    total = 0.0
    for name in names:
        here = 1.3 * bool(_PERSONAL_TABLE.search(name)) - 1.3 * bool(_CONFIG_TABLE.search(name))
        total = here or total
    return total


def is_taste(key: str) -> bool:
    """Whether a key asks what somebody prefers, rather than what is so."""
    words = words_of(key)
    return (
        any(word in _TASTE for word in words)
        or bool(_TASTE_HAN.search(key))
        or type_of_kind(key.rsplit(".", 1)[-1]) == "preference"
    )
