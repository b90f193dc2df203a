"""What a column's name alone suggests."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from satchel.move.infer import name_words_european as european
from satchel.move.infer.name_words import HAN, HAN_TIME, TIME_WORDS, WHOLE, WORDS
from satchel.move.infer.pinyin import spelled
from satchel.move.infer.role import TIMES, Role

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SPLIT = re.compile(r"[^0-9A-Za-z\u4e00-\u9fff$]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_ZONE_IN_BRACKETS = re.compile(
    r"(?i)\s*[(（\[]\s*(?:(?:utc|gmt)?\s*[+-]\d{1,2}(?::?\d{2})?|utc|gmt|z|[a-z]+/[a-z_]+|北京时间)\s*[)）\]]\s*$"
)
"""The zone that a heading tells: `created (UTC+8)`."""
_PREFIX = re.compile(r"^(?:f|fld|col|t|tbl|c|x|s|str|i|n|d|dt|b|is|v|vc|nvarchar|txt)$")

_WHOLE: dict[str, tuple[tuple[Role, float], ...]] = {}
_WORDS: dict[str, tuple[tuple[Role, float], ...]] = {}
_HAN_WORDS: list[tuple[str, Role]] = sorted(
    ((word, role) for role, words in HAN.items() for word in words.split()), key=lambda pair: -len(pair[0])
)
for _role, _names in WHOLE.items():
    for _name in _names.split():
        # A single letter says little.
        _WHOLE[_name] = (*_WHOLE.get(_name, ()), (_role, 0.35 if len(_name) == 1 else 1.0))
_WHOLE["for"] = _WHOLE["whose"] = ((Role.USER, 0.35),)
"""Says as little as a single letter: names that return in the rows must prove it."""
for _role, _names in WORDS.items():
    for _name in _names.split():
        _WORDS[_name] = (*_WORDS.get(_name, ()), (_role, 0.6))
for _role, _names in european.WHOLE.items():
    for _name in _names.split():
        # What is English too (`stand`, `en`) keeps what it means there.
        _WHOLE.setdefault(_name, ((_role, 0.95),))
for _role, _names in european.WORDS.items():
    for _name in _names.split():
        _WORDS.setdefault(_name, ((_role, 0.55),))


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, lower-case: `createdAt`, `CREATED_AT` and `created-at` give the same two.

    Accents are taken off, so that `Gelöscht` is one word and no three pieces.
    """
    bare = _ZONE_IN_BRACKETS.sub("", name.lstrip("^")) or name
    if not bare.isascii():
        bare = _without_accents(bare)
    parts: list[str] = []
    for piece in _SPLIT.split(bare):
        if piece:
            parts.extend(part.lower() for part in _CAMEL.split(piece) if part)
    return tuple(parts)


def _without_accents(name: str) -> str:
    """Latin letters without the marks on them; other scripts stay as they are."""
    return "".join(
        _LIGATURES.get(char) or (unicodedata.normalize("NFD", char)[0] if char < "\u0250" else char)
        for char in unicodedata.normalize("NFC", name)
    )


_LIGATURES = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "Ø": "O", "Ł": "L", "Æ": "Ae", "Œ": "Oe"}


@lru_cache(maxsize=4096)
def name_scores(name: str) -> dict[Role, float]:
    """How much a name alone speaks for each role, 0 to 1; roles it does not speak for are missing."""
    if "." in name.strip("."):
        outer, _, last = name.rpartition(".")
        # A member of a nested object is named by its last part; a bag called metadata takes a little from it.
        bag = words_of(outer)[-1:] in (("metadata",), ("meta",), ("extra",), ("ext",), ("attributes",))
        inner = {role: score * (0.8 if bag else 0.97) for role, score in name_scores(last).items()}
        if words_of(last)[-1:] in _NAMINGS and name_scores(outer).get(Role.USER, 0.0) >= 0.6:
            # `owner.name` names the owner, and nothing that the row is about.
            inner = {Role.USER: 0.9 if words_of(last)[-1:] != ("id",) else 0.8}
        return inner
    words = words_of(name)
    if not words:
        return {}
    scores: dict[Role, float] = {}

    def give(role: Role, score: float) -> None:
        scores[role] = max(scores.get(role, 0.0), score)

    for candidate, share in _readings(words):
        for role, weight in _WHOLE.get(candidate, ()):
            give(role, weight * share)
    for han in (name,) if _HAN.search(name) else spelled(words):
        _give_han(han, give)
    _give_words(words, give)
    if scores.get(Role.CREATED) == 0.5 and any(scores.get(role, 0.0) >= 0.45 for role in _OTHER_TIMES):
        scores[Role.CREATED] = 0.3  # a word that says which time it is says more than one that says a time
    if _RELATIONS.intersection(words) or "关系" in name:
        for role in _OWNERS | {Role.REF}:
            scores.pop(role, None)  # how somebody stands to the user names no user
        give(Role.DETAIL, 0.9)
    return scores


def without_zone(name: str) -> str:
    """The name without the zone that it tells in brackets."""
    return _ZONE_IN_BRACKETS.sub("", name) or name


def zone_in_name(name: str) -> str:
    """The zone that a heading tells in brackets, as `resolve_zone` reads it; empty without one."""
    found = _ZONE_IN_BRACKETS.search(name)
    if found is None:
        return ""
    said = found[0].strip(" ()（）[]")
    return "+08:00" if said == "北京时间" else said


_NAMINGS = (("name",), ("login",), ("username",), ("handle",), ("id",), ("uid",), ("nick",), ("nickname",))
"""Members of an object about a person that say who it is."""
_OTHER_TIMES = TIMES - {Role.CREATED, Role.OTHER_TIME}
_RELATIONS = frozenset("relation relations relationship rel guanxi".split())


def _readings(words: tuple[str, ...]) -> list[tuple[str, float]]:
    """The name as a whole, without a leading type prefix, without its table's word, without a trailing number."""
    whole = [("_".join(words), 1.0), ("".join(words), 0.95)]
    tail = tuple(word for word in words if not word.isdigit())
    if tail and tail != words:
        whole.append(("_".join(tail), 0.8))
    if len(words) > 1 and _PREFIX.match(words[0]) and "_".join(words[1:]) != "id":
        whole.append(("_".join(words[1:]), 0.9))
    if len(words) > 2:
        whole += [("_".join(words[1:]), 0.75), ("_".join(words[-2:]), 0.75)]
    return whole


def _give_han(name: str, give: object) -> None:
    assert callable(give)
    rest = name.lstrip("^")
    for word, role in _HAN_WORDS:
        if word in rest:
            give(role, 1.0 if word == name.lstrip("^") else 0.8 if len(word) > 1 else 0.5)
            rest = rest.replace(word, " ")
    if any(word in name for word in HAN_TIME):
        give(Role.OTHER_TIME, 0.4)
        give(Role.CREATED, 0.5)


def _give_words(words: tuple[str, ...], give: object) -> None:
    assert callable(give)
    last = words[-1]
    timely = (
        last in TIME_WORDS
        or _says_when(words)
        or (len(words) > 1 and any(w in TIME_WORDS for w in words[:-1]) and last not in ("id", "type"))
    )
    for place, word in enumerate(words):
        for role, weight in _WORDS.get(word, ()):
            if role in TIMES and len(words) > 1 and not timely:
                weight *= 0.5
            if role not in TIMES and timely and len(words) > 1:
                continue  # `message_time` is a time, not a message
            if (
                last in ("id", "ids", "uuid", "key", "no", "code", "count", "num", "hash", "url")
                and word != last
                and role in _NOT_BEFORE_ID
            ):
                continue  # `message_id` is an id, not a message
            if role in _OWNERS and word != last and last not in _IDENTIFIERS:
                continue  # `user_instructions` belong to a user and name none
            give(role, weight * (1.0 if place == len(words) - 1 else 0.8))
    if timely:
        give(Role.CREATED, 0.5)
        give(Role.OTHER_TIME, 0.3)
    if len(words) > 1 and last in ("id", "ids", "uuid", "fk", "code", "no"):
        give(Role.REF, 0.6)


def _says_when(words: tuple[str, ...]) -> bool:
    """Whether a name of another language ends as names of times do there: `angelegt_am`, `fecha`, `creado_en`."""
    if words[-1] not in european.TIME_WORDS:
        return False
    if len(words[-1]) > 3:
        return True
    return len(words) > 1 and any(role in TIMES for role, _ in _WORDS.get(words[-2], ()))


_OWNERS = frozenset({Role.USER, Role.AGENT, Role.PROJECT, Role.TEAM, Role.SESSION})
_IDENTIFIERS = frozenset("id ids uuid guid key no num code name nm handle ref fk login account email".split())
_NOT_BEFORE_ID = frozenset(
    {Role.TEXT, Role.TITLE, Role.NEXT, Role.PROMPT, Role.REPLY, Role.VALUE, Role.TAGS, Role.DETAIL, Role.TURNS}
)


_USER_FLAGS = frozenset(
    "from_user is_user isuser by_user is_human from_me is_me outgoing is_created_by_user sent_by_user is_from_user user_said is_outgoing".split()
)
_BOT_FLAGS = frozenset(
    "is_bot from_bot is_ai is_assistant by_bot incoming is_agent sent_by_bot is_from_bot bot from_agent".split()
)


def says_speaker(name: str) -> str:
    """`user` or `assistant` when a flag by this name says who speaks where it is set: `is_bot`, `from.is_user`."""
    words = "_".join(words_of(name.rsplit(".", 1)[-1]))
    return "user" if words in _USER_FLAGS else "assistant" if words in _BOT_FLAGS else ""


def says_time(name: str) -> bool:
    """Whether the name says that its values are times."""
    words = words_of(name)
    if any(word in name for word in HAN_TIME):
        return True
    scores = name_scores(name)
    return any(scores.get(role, 0.0) >= 0.6 for role in TIMES) or (
        bool(words) and (words[-1] in TIME_WORDS or _says_when(words))
    )
