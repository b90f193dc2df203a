"""One array that holds rows of several tables, told apart by a model, a class or a collection: each is read by itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from satchel.formats.tabular.rows import Row, Shape, Table
from satchel.move.infer.event_words import change_of
from satchel.move.infer.names import name_scores, words_of
from satchel.move.infer.profile import sampled
from satchel.move.infer.role import Role

_TELLING = frozenset(
    "model table table_name tablename tbl collection collection_name coll entity entity_name entity_type entitytype doc_type doctype"
    " document_type object_type objecttype record_type recordtype resource resource_type resourcetype class class_name classname typename"
    " schema_name model_name item_class cls 表 表名 集合 模型 数据表 biao biaoming".split()
)
"""Names of fields that say which table a row is of."""
_VAGUE = frozenset("type kind object t".split())
"""Names that say so where all else of the row stands in one object inside it."""
_WRAPS = frozenset(
    "fields data attributes attrs properties props doc document _source source value row record body payload item values content".split()
)
_MOST = 24
_SAMPLE = 1200


def split_models(table: Table) -> list[Table]:
    """The tables in a table; itself when its rows are all of one."""
    if table.shape is not Shape.ROWS or table.envelope:
        return [table]
    rows = [dict(row.values) for row in sampled(table.rows(), size=_SAMPLE) if not row.problem]
    for column in table.columns:
        groups = _groups(rows, column)
        if groups and _are_apart(groups, column):
            return _split(table, column, groups)
    return [table]


def _groups(rows: Sequence[Mapping[str, Any]], column: str) -> dict[str, list[Mapping[str, Any]]]:
    """Rows by the model that a column names; none when it names no models."""
    words = "_".join(words_of(column))
    if words not in _TELLING and words not in _VAGUE:
        return {}
    groups: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        value = row.get(column)
        if isinstance(value, str) and 0 < len(value) <= 80:
            groups[value].append(row)
    told = sum(map(len, groups.values()))
    if not 2 <= len(groups) <= _MOST or told < 0.95 * len(rows) or told < 2 * len(groups):
        return {}
    if {change_of(value)[0] for value in groups} & {"update", "delete"}:
        return {}  # changes of one thing, not things of several sorts
    if words in _VAGUE and not all(_wrap(members, column) for members in groups.values()):
        return {}
    return dict(groups)


def _are_apart(groups: Mapping[str, Sequence[Mapping[str, Any]]], column: str) -> bool:
    """Whether rows of different models have different fields, and no text in common."""
    cores = [_core(members, column) for members in groups.values()]
    union = set().union(*cores)
    if not union or sum(len(core) for core in cores) > 0.6 * len(union) * len(cores):
        return False
    counts = Counter(name for core in cores for name in core)
    texts = [name for name in union if name_scores(name).get(Role.TEXT, 0.0) >= 0.6]
    return not any(counts[name] > 0.5 * len(cores) for name in texts)


def _core(members: Sequence[Mapping[str, Any]], column: str) -> set[str]:
    """The fields that most rows of a model have, those of its wrapping object instead of that."""
    wrap = _wrap(members, column)
    counts: Counter[str] = Counter()
    for row in members:
        counts.update(name for name in _bare(row, column, wrap) if not name.startswith("^"))
    return {name for name, count in counts.items() if 2 * count >= len(members)}


def _wrap(members: Sequence[Mapping[str, Any]], column: str) -> str:
    """The one field whose object holds all that a row says, as `fields` does; empty when there is none."""
    for name in members[0]:
        if name in _WRAPS and all(isinstance(row.get(name), Mapping) for row in members):
            others = (v for row in members for key, v in row.items() if key not in (name, column))
            if not any(isinstance(value, Mapping) for value in others):
                return name
    return ""


def _bare(row: Mapping[str, Any], column: str, wrap: str) -> dict[str, Any]:
    """A row without what says its model, its fields out of their object."""
    inner = row.get(wrap) if wrap else None
    outer = {key: value for key, value in row.items() if key not in (column, wrap)}
    if not isinstance(inner, Mapping):
        return {key: value for key, value in row.items() if key != column}
    return {**{key: value for key, value in outer.items() if key not in inner}, **inner} | {
        f"{wrap}_{key}": value for key, value in outer.items() if key in inner and inner[key] != value
    }


def _split(table: Table, column: str, groups: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[Table]:
    largest = max(groups, key=lambda value: len(groups[value]))
    return [_one(table, column, value, members, groups, rest=value == largest) for value, members in groups.items()]


def _one(
    table: Table,
    column: str,
    value: str,
    members: Sequence[Mapping[str, Any]],
    known: Mapping[str, object],
    *,
    rest: bool,
) -> Table:
    """The rows of one model; those of none that was seen in the sample are read with the largest."""
    wrap = _wrap(members, column)

    def rows() -> Iterator[Row]:
        for row in table.rows():
            said = row.values.get(column)
            mine = said == value or (rest and (not isinstance(said, str) or said not in known))
            if mine:
                yield replace(row, values=_bare(row.values, column, wrap)) if said == value and not row.problem else row

    columns = dict.fromkeys(name for row in members for name in _bare(row, column, wrap))
    return replace(
        table, name=f"{table.name}.{value}" if table.name else value, columns=tuple(columns), rows=rows, primary=()
    )
