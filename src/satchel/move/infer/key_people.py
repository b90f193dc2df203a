"""People inside keys: `mem:ann:pref:drink`, `ann/prefs/tone`, `prefs.ann.tone`.

A segment names a person when it stands at one place with few others, has something below it, and there is other
evidence: sessions or limits that are kept by the same segments, a list of users, texts that mention the name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from satchel.move.infer.lookup import Dictionary
from satchel.move.infer.names import words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.types import type_of_kind
from satchel.move.infer.value_words import CONFIG_KEYS, LEVELS, PERSONAL_KEYS

_SEAMS = re.compile(r"[.:/|#]+")
_OF_PERSONS = re.compile(
    r"(?i)^(?:sess(?:ion)?s?|rate(?:_?limits?)?|limits?|locks?|quota|login|logins|auth|tokens?|online|presence|last_?seen|users?|uid|profiles?"
    r"|accounts?|members?|chats?|history|hist|conv(?:ersation)?s?|inbox|devices?|subs?|会话|登录|限流|用户)$"
)
_PLACES = 3
_MOST_PERSONS = 2000
_LONGEST = 40
_BAGS = frozenset(
    "mem memory memories kv data store app agent bot user users all default global common shared cache metrics cfg config".split()
)


def split_key(key: str) -> list[str]:
    """The segments of a composed key."""
    return [part for part in _SEAMS.split(key) if part]


def find_key_people(plan: Plan, people: Iterable[str], books: Sequence[Dictionary]) -> frozenset[str]:
    """The segments of a table's keys that name persons; none when nothing says so."""
    key, value = plan.first(Role.KEY), plan.first(Role.VALUE)
    if key is None:
        key, value = ("$key", "$value") if "$key" in plan.profiles and "$value" in plan.profiles else (None, None)
    if key is None or plan.first(Role.USER) not in (None, key):
        return frozenset()
    rows = [
        (split_key(row[key]), row.get(value or ""))
        for row in plan.sample
        if isinstance(row.get(key), str) and not is_empty(row.get(value or ""))
    ]
    if sum(len(parts) > 1 for parts, _ in rows) < 3:
        return frozenset()
    known = {name.lower() for name in people}
    for book in books:
        if book.people:
            known.update(name.lower() for pair in book.entries.items() for name in pair if not name.isdigit())
    best: frozenset[str] = frozenset()
    for candidates in _candidates(rows):
        proved = {name for name in candidates if _proofs(name, rows, known)}
        if (len(proved) >= 2 and 2 * len(proved) >= len(candidates) and len(candidates) > len(best)) or (
            len(candidates) == 1 and candidates <= known and not best
        ):
            best = candidates
    return best


_MEMORY_PARTS = frozenset("mem memory memories remember remembered kv long_term ltm 记忆".split())


def key_voice(key: str, people: frozenset[str]) -> int:
    """What a key with a person in it says of its value: 1 for what is known of them, -1 for a tool's own affairs, 0 for neither."""
    parts = split_key(key)
    if not people.intersection(parts):
        return 0
    others = [part for part in parts if part not in people]
    if any(
        _OF_PERSONS.match(part) and part.lower() not in ("user", "users", "uid", "profile", "profiles")
        for part in others
    ):
        return -1
    kinds = [part for part in others if type_of_kind(part) not in (None, "log") or part.lower() in _MEMORY_PARTS]
    personal = [part for part in others if set(words_of(part)) & PERSONAL_KEYS]
    return 1 if kinds or personal else 0


def _candidates(rows: Sequence[tuple[list[str], object]]) -> list[frozenset[str]]:
    """Sets of segments that stand at one place below one prefix, each with more below it."""
    found: dict[tuple[str, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for parts, _ in rows:
        for place in range(min(_PLACES, len(parts) - 1)):
            found[tuple(parts[:place])][parts[place]] += 1
    sets = []
    for prefix, counts in found.items():
        names = frozenset(name for name in counts if _may_name(name))
        below = sum(counts[name] for name in names)
        if names and len(names) <= _MOST_PERSONS and below >= 1.5 * len(names) and _is_place(prefix):
            sets.append(names)
    return sets


def _is_place(prefix: tuple[str, ...]) -> bool:
    return not prefix or not _OF_PERSONS.match(prefix[-1]) or prefix[-1].lower() in ("user", "users", "uid")


def _may_name(segment: str) -> bool:
    low = segment.lower()
    if len(low) > _LONGEST or low in _BAGS or low in PERSONAL_KEYS or low in CONFIG_KEYS or low in LEVELS:
        return False
    return (
        not _OF_PERSONS.match(low)
        and type_of_kind(low) is None
        and not re.fullmatch(r"[\W_]+|\d{4}(?:-\d\d){0,2}", low)
    )


def _proofs(name: str, rows: Sequence[tuple[list[str], object]], known: set[str]) -> bool:
    """Whether anything else says that a segment is a person."""
    low = name.lower()
    if low in known:
        return True
    mentioned = re.compile(rf"(?<!\w){re.escape(low)}(?!\w)") if low.isascii() else re.compile(re.escape(low))
    for parts, value in rows:
        if name not in parts:
            continue
        before = parts[: parts.index(name)]
        if before and any(map(_OF_PERSONS.match, before)):
            return True
        if len(low) > 2 and isinstance(value, str) and " " in value and mentioned.search(value.lower()):
            return True
    return False
