"""Tags that stand in tables of their own: items, tags, and the table between them that says which item has which."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from satchel.formats.tabular.rows import Shape
from satchel.move.infer.flatten import flatten
from satchel.move.infer.names import words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.references import is_near, key_of, means, stem_of
from satchel.move.infer.role import Role

_TAG_WORDS = frozenset(
    "tag tags label labels topic topics keyword keywords category categories hashtag hashtags folder collection biaoqian bq".split()
)
_TAG_HAN = ("标签", "关键词", "主题", "分类")
_MOST_COLUMNS = 6
_MOST_LINKS = 500_000


def link_tags(plans: Sequence[Plan]) -> None:
    """Give each table of items the tags that tables between tell of its rows."""
    items = [(plan, key) for plan in plans if plan.first(Role.TEXT) or plan.first(Role.TITLE) if (key := _id_of(plan))]
    for plan in plans:
        own = [column for column in plan.profiles if not column.startswith(("^", "$")) and plan.profiles[column].filled]
        if plan.table.shape is not Shape.ROWS or plan.table.envelope or not 2 <= len(own) <= _MOST_COLUMNS:
            continue
        tag = next((column for column in own if _names_tag(plan, column)), None)
        if tag is None:
            continue
        for other, key in items:
            column = next((c for c in own if c != tag and _points(plan, c, other, key)), None)
            if column is not None and other is not plan:
                _link(plan, column, tag, other)
                _mark_tags(plans, plan, tag, other)
                break


def _id_of(plan: Plan) -> str | None:
    return plan.first(Role.ID) or key_of(plan)


def _names_tag(plan: Plan, column: str) -> bool:
    """Whether a column holds tags, as words or as codes that are decoded."""
    words = set(words_of(column))
    named = bool(_TAG_WORDS & words) or any(word in column for word in _TAG_HAN)
    profile = plan.profiles[column]
    if column in plan.books:
        book = plan.books[column]
        called = set(words_of(book.table.rsplit(".", 1)[-1] or book.source.rsplit("/", 1)[-1].rsplit(".", 1)[0]))
        return named or bool(_TAG_WORDS & called) or any(word in book.table for word in _TAG_HAN)
    return (
        named
        and profile.strings == profile.filled
        and profile.mean_length <= 40
        and not profile.share(profile.digits) > 0.5
    )


def _points(plan: Plan, column: str, other: Plan, key: str) -> bool:
    """Whether a column holds the ids of the rows of another table."""
    declared = plan.table.keys.get(column, "").partition(".")[0] == other.table.name != ""
    stem = stem_of(column)
    if not declared and not (stem and is_near(plan, other) and means(stem, column, other, key)):
        return False
    ids = {as_key(row[key]) for row in other.sample if not is_empty(row.get(key))}
    counts = plan.profiles[column].counter
    known = sum(count for value, count in counts.items() if value in ids)
    return declared or not other.complete or known >= 0.8 * sum(counts.values()) > 0


def _link(plan: Plan, column: str, tag: str, other: Plan) -> None:
    labels = plan.book(tag) or {}
    found: dict[str, list[str]] = defaultdict(list)
    for number, row in enumerate(plan.table.rows()):
        if number >= _MOST_LINKS:
            break
        values = flatten(row.values, plan.plain)
        if row.problem or is_empty(values.get(column)) or is_empty(values.get(tag)):
            continue
        code = as_key(values[tag])
        label = labels.get(code, code)
        if label not in found[as_key(values[column])]:
            found[as_key(values[column])].append(label)
    for id, tags in found.items():
        other.linked_tags[id] = (*other.linked_tags.get(id, ()), *tags)


def _mark_tags(plans: Sequence[Plan], between: Plan, tag: str, items: Plan) -> None:
    """The table of the tags themselves holds no memories."""
    book = between.books.get(tag)
    for plan in plans:
        if book is not None and plan is not items and (plan.table.source, plan.table.name) == (book.source, book.table):
            plan.tags_for = items.table.name or items.table.source
