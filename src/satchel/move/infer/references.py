"""Ids of persons, contacts and the like that other tables describe: their names belong into the sentence.

Unlike a lookup table, such a table is read for its own sake too: a contact is a memory, and the name of a task.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.move.infer.lookup import Dictionary, concepts_of
from satchel.move.infer.names import name_scores, words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role

_POINTING = frozenset({Role.REF, Role.EXTRA, Role.ID, Role.DETAIL, Role.METRIC, Role.USER, Role.TITLE, Role.IMPORTANCE})
_OWNERS = frozenset({2, 6, 8})
"""Concepts of `lookup` that say whose a row is or who wrote it, not what it is about."""
_MARKS = frozenset("id ids no num nr key ref fk code uid pk number bianhao bh".split())
_MARKS_HAN = ("编号", "编码", "号")
_LONGEST_NAME = 60


def join_references(plans: Sequence[Plan]) -> None:
    """Decode ids by the names in the tables that describe what they stand for, in the same file or folder."""
    named = [(plan, key, name) for plan in plans if (key := key_of(plan)) and (name := _name_of(plan, key))]
    for plan in plans:
        for column, role in list(plan.roles.items()):
            if column in plan.books or role not in _POINTING or column.startswith(("^", "$")):
                continue
            stem = stem_of(column)
            if not stem or plan.profiles[column].filled < 2 or concepts_of(stem) & _OWNERS:
                continue
            for other, key, name in named:
                if other is plan or not is_near(plan, other) or not means(stem, column, other, key):
                    continue
                entries = _entries(other, key, name)
                counts = plan.profiles[column].counter
                if _numbers_its_own(plan, column, key) or 0.8 * plan.profiles[column].distinct > len(entries):
                    continue  # more ids than the other table has
                if sum(n for value, n in counts.items() if value in entries) >= 0.8 * sum(counts.values()):
                    plan.books[column] = Dictionary(
                        source=other.table.source,
                        table=other.table.name,
                        entries=entries,
                        hints=frozenset(stem),
                        key_column=key,
                        label_column=name,
                    )
                    plan.roles[column] = Role.DETAIL
                    plan.named.append(column)
                    break


def key_of(plan: Plan) -> str | None:
    """The column of ids of a table that is small enough to be known whole."""
    if not plan.complete or plan.sampled < 2 or plan.table.envelope:
        return None
    for column, role in plan.roles.items():
        profile = plan.profiles[column]
        may_be = role is Role.ID or (stem_of(column) == [] and not column.startswith("^"))
        whole = profile.filled >= 0.98 * profile.rows and profile.share(profile.phrases) <= 0.1
        if may_be and whole and profile.distinct_share > 0.99:
            return column
    return None


def _name_of(plan: Plan, key: str) -> str | None:
    """The column of what each row is called."""
    best, best_score = None, 0.45
    for column, profile in plan.profiles.items():
        score = name_scores(column).get(Role.TITLE, 0.0) + 0.2 * (plan.roles[column] is Role.TITLE)
        short = profile.mean_length <= _LONGEST_NAME and profile.share(profile.sentences) < 0.3
        called = profile.filled >= 0.8 * profile.rows and profile.share(profile.strings) > 0.9
        if column != key and short and called and profile.distinct_share > 0.6 and score > best_score:
            best, best_score = column, score
    return best


def stem_of(column: str) -> list[str]:
    """What an id is of: `ContactID` gives `contact`, 客户编号 gives 客户; empty for a bare `id`."""
    last = column.rsplit(".", 1)[-1]
    for mark in _MARKS_HAN:
        if last.endswith(mark):
            return [last.removesuffix(mark)] if last != mark else []
    words = list(words_of(last))
    return words[:-1] if words and words[-1] in _MARKS else words


def is_near(plan: Plan, other: Plan) -> bool:
    """Whether the other table lies in the same file, or in its folder."""
    return plan.table.source.rpartition("/")[0] == other.table.source.rpartition("/")[0]


def means(stem: list[str], column: str, other: Plan, key: str) -> bool:
    """Whether the ids are of what the other table describes, by its name or by the name of its own ids."""
    base = other.table.source.rsplit("!", 1)[-1].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    called = {_one(word) for name in (other.table.name, base) for word in words_of(name.rsplit(".", 1)[-1])}
    if _one(stem[-1]) in called or any(len(word) > 1 and word > "\u4e00" and stem[-1] in word for word in called):
        return True
    if words_of(key) == words_of(column) and len(words_of(key)) > 1:
        return True
    return bool(concepts_of(stem) & concepts_of(called | {word + "s" for word in called}))


def _numbers_its_own(plan: Plan, column: str, key: str) -> bool:
    """Whether two tables merely call their own ids alike: `record_id` in each, different in every row.

    A table that has another id of its own names the other table's rows by this one, each of them once.
    """
    if plan.first(Role.ID) not in {None, column}:
        return False
    profile = plan.profiles[column]
    return words_of(key) == words_of(column) and profile.distinct == profile.filled >= 8


def _one(word: str) -> str:
    """A word without its plural."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith("ss") else word


def _entries(plan: Plan, key: str, name: str) -> dict[str, str]:
    return {
        as_key(row[key]): as_key(row[name])
        for row in plan.sample
        if not is_empty(row.get(key)) and not is_empty(row.get(name))
    }
