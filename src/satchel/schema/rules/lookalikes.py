"""Names that a model, or a person, takes for each other."""

from __future__ import annotations

from collections.abc import Iterator

from satchel.schema.finding import Severity
from satchel.schema.names import likeness, mixes_alphabets, one_letter_apart, segments, skeleton, subject
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule
from satchel.schema.snapshot import KeyEntry

_ALIKE = 0.6
"""Likeness of last words from which on a vanishing and a new key may be one; `theme` and `color_theme` have 0.9."""


@rule("KEY_CONFUSABLE", Severity.ERROR, Category.RESOLVE, Kind.FILE)
def key_confusable(facts: Facts) -> Iterator[Hit]:
    """Two names differ only in case, plural, separators or look-alike letters; or one mixes alphabets.

    Why: a model writes now one and now the other. Each holds half of the memory, and every read misses the other half.

    Instead: one key. Where the other spelling is in use already, make it an alias.

    Before:
        - {number: 7, name: user.theme, …}
        - {number: 43, name: user.Theme, …}

    After:
        - {number: 7, name: user.theme, aliases: [user.Theme], …}
    """
    taken: dict[str, tuple[str, int | None]] = {}
    for entry in facts.now.reserved:
        for name in entry.names:
            taken.setdefault(skeleton(name), (name, entry.number))
    for key in sorted(facts.now.keys, key=lambda one: one.number not in facts.numbers_before):
        for name in key.names:
            bare = skeleton(name)
            other, number = taken.setdefault(bare, (name, key.number))
            if number == key.number and other in {name, *key.names}:
                if mixes_alphabets(name):
                    yield Hit(
                        number=key.number, key=key.name, path=("name",), new=name, subject=name,
                        message=f"{name} mixes letters of alphabets that look alike",
                    )  # fmt: skip
            elif other != name or number is not None:
                reserved = name in facts.now.reserved_names()
                if reserved and other == name:
                    continue  # RESERVED_NO_REUSE's
                yield Hit(
                    number=key.number, key=key.name, path=("name",), new=sorted((name, other)), subject=f"{name} {other}",
                    message=f"{name} looks like {other}" if name != other else f"{name} is the name of key {number} too",
                )  # fmt: skip


@rule("KEY_NEAR_COLLISION", Severity.WARN, Category.LINT, Kind.FILE)
def key_near_collision(facts: Facts) -> Iterator[Hit]:
    """A new name is about the same thing as one that is there, or one letter away from it.

    Why: a model that looks for a place takes the first that fits. With two it splits what it knows between them.
    Against a reserved name it is an error: the old name is still in models' habits.

    Instead: use the key that is there, or name both so that each says what the other does not hold. Where they are
    different things, say so: `not_a_rename: [NUMBER]`.

    Before:
        - {number: 20, name: user.sleep_habits, …}
        - {number: 43, name: user.sleep_management_strategies, …}

    After:
        - {number: 20, name: user.sleep_habits, …}
        - {number: 43, name: user.bedtime_reminder, …}
    """
    live = {key.name: key for key in facts.now.keys}
    reserved: dict[str, int | None] = {}
    for entry in facts.now.reserved:
        reserved.update(dict.fromkeys(entry.names, entry.number))
    new = {key.name for key in facts.added}
    together: dict[object, list[str]] = {}
    for name in (*live, *(name for name in reserved if name not in live)):
        together.setdefault(subject(name), []).append(name)
    pairs = {
        (min(one, other), max(one, other))
        for names in together.values()
        for place, one in enumerate(names)
        if len(names) <= _CROWD or one in new
        for other in names[place + 1 : place + 1 + _CROWD]
    }
    pairs.update(one_letter_apart([*live, *(name for name in reserved if name not in live)]))
    for one, other in sorted(pairs):
        later, earlier = (
            (one, other)
            if one in new and (other not in new or _number(live, one) > _number(live, other))
            else (other, one)
        )
        if later not in new or skeleton(one) == skeleton(other) or _holds(one, other):
            continue
        numbers = [live[name].number if name in live else reserved[name] for name in (later, earlier)]
        if None not in numbers and frozenset(numbers) in facts.linked:
            continue
        if facts.is_no_rename(live[later]):
            continue
        held = earlier not in live
        yield Hit(
            number=live[later].number, key=later, path=("name",), old=earlier, new=later, subject=earlier,
            severity=Severity.ERROR if held else None,
            message=f"{later} is close to {'the reserved ' if held else ''}{earlier}",
        )  # fmt: skip


_CROWD = 50
"""Names about one thing of which each is compared with so many; of more, one finding each says enough."""


@rule("RENAME_SUSPECTED", Severity.ERROR, Category.RESOLVE, Kind.CHANGE)
def rename_suspected(facts: Facts) -> Iterator[Hit]:
    """A key went, or is going, and a look-alike came, with no word on how they belong together.

    Why: to a store this is one key that loses its values and another that starts empty. To the user the agent has
    forgotten.

    Instead: say it. `replaced_by` on the old key where the new one takes its place, `not_a_rename` on the new key where
    it does not.

    Before:
        - {number: 7, name: user.theme, status: deprecated, deprecated: {at: 15, replaced_by: none, reason: unused}, …}
        - {number: 43, name: user.color_theme, …}

    After:
        - {number: 7, name: user.theme, status: deprecated, deprecated: {at: 15, replaced_by: 43, migration: m015, reason: …}, …}
        - {number: 43, name: user.color_theme, …}
    """
    if facts.last is None:
        return
    for old in facts.last.keys:
        if old.deprecated or not _is_going(facts, old):
            continue
        for new in facts.added:
            if frozenset((old.number, new.number)) in facts.linked or old.name == new.name:
                continue
            if facts.is_no_rename(new) or facts.is_no_rename(facts.now.by_number.get(old.number, old)):
                continue
            vanished = old.number not in facts.now.by_number
            same_place = vanished and segments(old.name)[:-1] == segments(new.name)[:-1] and old.type == new.type
            alike = likeness(old.name, new.name)
            if (
                alike >= 0.9
                or (alike >= _ALIKE and old.type["type"] == new.type["type"])
                or (same_place and len(facts.added) == 1)
            ):
                yield Hit(
                    number=new.number, key=new.name, path=("name",), old=old.name, new=new.name, subject=old.name,
                    message=f"{old.name} goes and {new.name} comes: say replaced_by: {new.number} on key {old.number}, or not_a_rename: [{old.number}] on {new.name}",
                )  # fmt: skip


def _is_going(facts: Facts, old: KeyEntry) -> bool:
    now = facts.now.by_number.get(old.number)
    if now is not None:
        return now.deprecated and now.successor is None
    entry = next((one for one in facts.now.reserved if one.number == old.number), None)
    return entry is None or entry.successor is None


def _holds(one: str, other: str) -> bool:
    """Whether one is a part of the other: `tasks.open[*]` and `tasks.open[*].title`."""
    left, right = segments(one), segments(other)
    short = min(len(left), len(right))
    return left[:short] == right[:short]


def _number(live: dict[str, KeyEntry], name: str) -> int:
    return live[name].number if name in live else 0
