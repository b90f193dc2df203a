"""The role of each column of a table, weighed from its name and its values, with the evidence.

A name never decides alone: each role has a test on values that its columns must pass, and several roles are found by
values where the name says nothing (`c3`, `字段2`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from satchel.move.infer.column_tests import ACCEPT, SURE, Facts, candidates, key_like, short_text
from satchel.move.infer.flags import is_flag, names_in_use, names_valid, names_void, switches
from satchel.move.infer.flatten import flatten
from satchel.move.infer.names import name_scores, says_speaker, words_of
from satchel.move.infer.profile import Profile
from satchel.move.infer.role import TIMES, Role, Verdict
from satchel.move.infer.value_words import SPEAKERS

_TOPICAL = frozenset(
    "category categories cat topic memory subcategory layer bucket section genre class classification".split()
)
"""Words in the names of second kind columns whose values make good tags."""


def judge(columns: Sequence[str], profiles: Mapping[str, Profile], times: Mapping[str, float]) -> list[Verdict]:
    """Give each column of a table its role.

    Args:
        columns: In order.
        profiles: Of each column.
        times: How surely each column holds times.
    """
    facts = {
        column: Facts(profile=profiles[column], names=name_scores(column), time=times.get(column, 0.0), place=place)
        for place, column in enumerate(columns)
    }
    scores = {column: {} if facts[column].profile.filled == 0 else candidates(facts[column]) for column in columns}
    given: dict[str, Role] = {}
    _give_nested(facts, given)
    _give_pair(facts, given)
    _give_one(scores, given, Role.ID, facts)
    for role in (
        Role.SPEAKER,
        Role.LEVEL,
        Role.KIND,
        Role.STATE,
        Role.USER,
        Role.SESSION,
        Role.AGENT,
        Role.PROJECT,
        Role.TEAM,
    ):
        _give_one(scores, given, role, facts)
    _give_texts(scores, given, facts)
    _give_times(scores, given, facts)
    _give_rest(scores, given, facts)
    return [_verdict(column, given[column], scores[column], facts[column]) for column in columns]


def _give_nested(facts: Mapping[str, Facts], given: dict[str, Role]) -> None:
    """Columns whose values are lists of objects or of sentences."""
    for column, f in facts.items():
        p = f.profile
        if p.filled == 0:
            given[column] = Role.EMPTY
        elif is_flag(p) and (names_void(column) or names_valid(column)) and not column.startswith("^"):
            given[column] = Role.DELETED
        elif names_in_use(column) and switches(p) and not column.startswith("^"):
            given[column] = Role.ARCHIVED
        elif p.share(p.list_objects) > 0.5:
            given[column] = _role_of_objects(p)
        elif p.share(p.long_items) > 0.5:
            given[column] = Role.ITEMS


def _give_pair(facts: Mapping[str, Facts], given: dict[str, Role]) -> None:
    """A key and its value: each name says little (`k`, `v`, `name`), the two together say it all."""
    free = {c: f for c, f in facts.items() if c not in given and not c.startswith("^")}
    if any(
        f.names.get(Role.TEXT, 0.0) >= 0.8 and f.names.get(Role.VALUE, 0.0) < 0.8 and f.profile.is_text > 0.5
        for f in free.values()
    ):
        return
    values = [c for c, f in free.items() if f.names.get(Role.VALUE, 0.0) >= 0.35 and f.time < 0.5]
    keys = [c for c, f in free.items() if c not in values and _is_key_of_pair(f)]
    if values and keys:
        given[max(keys, key=lambda c: (free[c].names.get(Role.KEY, 0.0), -free[c].place))] = Role.KEY
        given[max(values, key=lambda c: free[c].names[Role.VALUE])] = Role.VALUE


def _is_key_of_pair(f: Facts) -> bool:
    p = f.profile
    if (
        not key_like(f)
        or p.share(p.ids + p.digits) > 0.3
        or p.filled < 0.95 * p.rows
        or (p.distinct_share < 0.3 and p.distinct < 5)
    ):
        return False
    named = f.names.get(Role.KEY, 0.0) >= 0.35
    return named or (f.names.get(Role.TITLE, 0.0) >= 0.8 and p.share(p.slugs) > 0.8)


def _role_of_objects(profile: Profile) -> Role:
    """Turns of a conversation, memories, or data."""
    items = [
        flatten(item)
        for value in profile.samples[:40]
        if isinstance(value, list)
        for item in value[:20]
        if isinstance(item, Mapping)
    ]
    if not items:
        return Role.EXTRA
    if _speaking(items) >= 0.5 * len(items):
        return Role.TURNS
    texts = sum(
        any(
            (name_scores(str(k)).get(Role.TEXT, 0) >= 0.6 and isinstance(v, str | list | Mapping)) or _reads_as_words(v)
            for k, v in item.items()
        )
        for item in items
    )
    return Role.ITEMS if texts >= 0.6 * len(items) else Role.EXTRA


_HAN_RUN = re.compile(r"[\u4e00-\u9fff]")


def _reads_as_words(value: Any) -> bool:
    """Whether a value is a phrase, whatever its field is called; dates with words in them are mostly digits."""
    if not isinstance(value, str) or sum(c.isdigit() for c in value) > 0.3 * len(value):
        return False
    return len(value.split()) >= 4 or len(_HAN_RUN.findall(value)) >= 6


def _speaking(items: Sequence[Mapping[str, Any]]) -> int:
    """In how many objects some field says who speaks: by its name, or by both sides of a conversation in its values."""
    best = 0
    for name in dict.fromkeys(str(name) for item in items for name in item):
        said = [SPEAKERS.get(str(item[name]).strip().lower()) for item in items if name in item]
        known = [speaker for speaker in said if speaker is not None]
        both = {"user", "assistant"} <= set(known) and len(known) >= 0.9 * len(said)
        if says_speaker(name):
            best = max(best, len(said))
        elif both or name_scores(name).get(Role.SPEAKER, 0.0) >= 0.6:
            best = max(best, len(known))
    return best


def _give_one(
    scores: Mapping[str, dict[Role, float]], given: dict[str, Role], role: Role, facts: Mapping[str, Facts]
) -> None:
    """The best free column for a role of which a table has one; it must prefer that role or nearly so."""
    best, best_score = None, ACCEPT
    for column, found in scores.items():
        score = found.get(role, 0.0)
        if column in given or score < best_score:
            continue
        rival = max((s for r, s in found.items() if r is not role), default=0.0)
        if score + 0.12 < rival:
            continue
        if "." in column:
            score -= 0.08  # and before one of an object inside it
        if column.startswith("^"):
            score -= 0.1  # the row's own column before one of the document around it
        if score > best_score:
            best, best_score = column, score
    if best is not None:
        given[best] = role


def _give_texts(scores: Mapping[str, dict[Role, float]], given: dict[str, Role], facts: Mapping[str, Facts]) -> None:
    free = {c: s for c, s in scores.items() if c not in given}
    prompts = [c for c, s in free.items() if s.get(Role.PROMPT, 0) >= SURE]
    replies = [c for c, s in free.items() if s.get(Role.REPLY, 0) >= SURE and c not in prompts]
    if prompts and replies:
        given[max(prompts, key=lambda c: free[c][Role.PROMPT])] = Role.PROMPT
        given[max(replies, key=lambda c: free[c][Role.REPLY])] = Role.REPLY
        free = {c: s for c, s in free.items() if c not in given}
    for role in (Role.NEXT, Role.COPY):
        for column, found in list(free.items()):
            if (
                found.get(role, 0.0) >= SURE
                and found[role] >= max(found.get(Role.TEXT, 0.0) - 0.25, 0.0)
                and column not in given
            ):
                given[column] = role
    texts = sorted(
        (c for c, s in free.items() if c not in given and s.get(Role.TEXT, 0.0) >= 0.2 and not c.startswith("^")),
        key=lambda c: -free[c][Role.TEXT],
    )
    texts = [c for c in texts if _may_be_text(free[c])]
    main = texts[0] if texts else None
    titles = [
        c
        for c, s in free.items()
        if c not in given
        and s.get(Role.TITLE, 0.0) >= SURE
        and not c.startswith("^")
        and not _are_codes(facts[c].profile)
    ]
    if main in titles and len(texts) > 1 and facts[texts[1]].profile.mean_length > facts[main].profile.mean_length:
        main = texts[1]
    if main is not None:
        given[main] = Role.TITLE if _names_subject(main, facts) and _has_partners(main, scores, given) else Role.TEXT
    for column in texts[:]:
        if column not in given and column not in titles:
            given[column] = Role.DETAIL
    own = [c for c in titles if c not in given]
    if own and Role.TITLE not in given.values():
        given[max(own, key=lambda c: free[c][Role.TITLE])] = Role.TITLE


_CODE_LENGTH = 3
_RETURNS = 5


def _are_codes(profile: Profile) -> bool:
    """Whether a column called `label` or `item` holds a few letters again and again, which are the title of nothing."""
    return (
        profile.mean_length <= _CODE_LENGTH
        and profile.strings > profile.han
        and not profile.overflow
        and profile.filled >= _RETURNS * max(2, profile.distinct)
    )


def _may_be_text(found: Mapping[Role, float]) -> bool:
    rivals = (Role.PAYLOAD, Role.KIND, Role.LEVEL, Role.HASH, Role.ID, Role.VECTOR, Role.STATE, Role.USER, Role.AGENT)
    return all(found.get(role, 0.0) <= found[Role.TEXT] + 0.1 for role in rivals)


def _names_subject(column: str, facts: Mapping[str, Facts]) -> bool:
    names = facts[column].names
    return names.get(Role.TITLE, 0.0) > 0.5 and names.get(Role.TITLE, 0.0) >= names.get(Role.TEXT, 0.0)


def _has_partners(column: str, scores: Mapping[str, dict[Role, float]], given: Mapping[str, Role]) -> bool:
    partners = {Role.STATE, Role.NEXT, Role.DETAIL, Role.DUE, Role.TEXT}
    return any(role in partners for c, role in given.items() if c != column) or any(
        max((s.get(role, 0.0) for role in (Role.DETAIL, Role.DUE)), default=0.0) >= SURE
        for c, s in scores.items()
        if c != column and c not in given
    )


def _give_times(scores: Mapping[str, dict[Role, float]], given: dict[str, Role], facts: Mapping[str, Facts]) -> None:
    clocks = [c for c, f in facts.items() if c not in given and f.time >= 0.5]
    for role in (Role.CREATED, Role.UPDATED, Role.DELETED_AT, Role.EXPORTED, Role.EXPIRES, Role.DUE):
        own = [c for c in clocks if c not in given and scores[c] and max(scores[c], key=lambda r: scores[c][r]) is role]
        if role is Role.EXPORTED or own:
            for column in sorted(own, key=lambda c: (c.startswith("^"), -scores[c][role], *_age(facts[c])))[:1]:
                given[column] = role
    if Role.CREATED not in given.values():
        spare = [
            c
            for c in clocks
            if c not in given
            and scores[c].get(Role.CREATED, 0) >= 0.45
            and Role.OTHER_TIME is not _best_time(scores[c])
        ]
        if spare:
            given[min(spare, key=lambda c: _age(facts[c]))] = Role.CREATED
    for column in clocks:
        best = _best_time(scores[column])
        given.setdefault(
            column, best if best in (Role.DUE, Role.EXPIRES, Role.DELETED_AT, Role.EXPORTED) else Role.OTHER_TIME
        )


def _age(facts: Facts) -> tuple[float, float, int]:
    """Sorts times whose names say the same: what every row has and what starts earlier is when rows came to be."""
    profile = facts.profile
    return -round(profile.filled_share, 1), profile.low if profile.low is not None else 0.0, facts.place


def _best_time(found: Mapping[Role, float]) -> Role:
    timely = {role: score for role, score in found.items() if role in TIMES}
    return max(timely, key=lambda r: timely[r]) if timely else Role.OTHER_TIME


def _give_rest(scores: Mapping[str, dict[Role, float]], given: dict[str, Role], facts: Mapping[str, Facts]) -> None:
    once = {
        Role.KEY,
        Role.VALUE,
        Role.DELETED,
        Role.ARCHIVED,
        Role.IMPORTANCE,
        Role.CONFIDENCE,
        Role.TTL,
        Role.TEXT,
        Role.ID,
    }
    taken = set(given.values())
    barred = {
        Role.TEXT,
        Role.PROMPT,
        Role.REPLY,
        Role.SPEAKER,
        Role.LEVEL,
        Role.USER,
        Role.CREATED,
        Role.UPDATED,
        Role.TITLE,
    }
    order = sorted((c for c in scores if c not in given), key=lambda c: -max(scores[c].values(), default=0.0))
    for column in order:
        ranked = sorted(scores[column].items(), key=lambda pair: -pair[1])
        choice = Role.EXTRA
        for role, score in ranked:
            if score < ACCEPT or role in barred or role in TIMES or (role in once and role in taken):
                continue
            choice = role
            break
        if choice is Role.KIND:
            profile, words = facts[column].profile, words_of(column.rsplit(".", 1)[-1])
            topical = bool(_TOPICAL.intersection(words)) or "类" in column
            choice = Role.TAGS if topical and profile.share(profile.strings) > 0.9 else Role.EXTRA
        if choice is Role.EXTRA and facts[column].names.get(Role.TITLE, 0) >= SURE and short_text(facts[column]) > 0:
            choice = Role.DETAIL
        given[column] = choice
        taken.add(choice)


def _verdict(column: str, role: Role, found: Mapping[Role, float], facts: Facts) -> Verdict:
    ranked = sorted(((r, s) for r, s in found.items() if r is not role), key=lambda pair: -pair[1])
    own = found.get(role, 0.5 if role in (Role.EXTRA, Role.EMPTY, Role.ITEMS, Role.TURNS, Role.DETAIL) else 0.3)
    rivals = tuple((r, s) for r, s in ranked[:3] if s >= own - 0.2 and s >= 0.25)
    gap = own - (rivals[0][1] if rivals else 0.0)
    return Verdict(
        column=column,
        role=role,
        confidence=max(0.05, min(1.0, own * (0.7 + 0.3 * min(1.0, max(0.0, gap) / 0.3)))),
        evidence=tuple(_evidence(role, facts)),
        rivals=rivals,
    )


def _evidence(role: Role, facts: Facts) -> list[str]:
    p, said = facts.profile, []
    named = facts.names.get(role, 0.0)
    if named:
        said.append(f"its name says {role.value} ({'+'.join(words_of(p.name)) or p.name})")
    elif role not in (Role.EXTRA, Role.EMPTY):
        said.append("by its values alone")
    if p.filled == 0:
        return ["never filled"]
    said.append(f"filled in {p.filled_share:.0%} of rows, {p.distinct:,} different")
    if p.phrases:
        said.append(f"{p.share(p.phrases):.0%} read like phrases, {p.mean_length:.0f} characters on average")
    if facts.time >= 0.5:
        said.append(f"values are times ({facts.time:.2f})")
    if p.numbers and p.low is not None:
        said.append(f"numbers from {p.low:g} to {p.high:g}")
    if p.ids:
        said.append(f"{p.share(p.ids):.0%} look like ids")
    if p.few and role in (Role.KIND, Role.STATE, Role.LEVEL, Role.SPEAKER):
        said.append("values " + ", ".join(value[:20] for value, _ in p.top(5)))
    return said
