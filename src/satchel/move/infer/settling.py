"""What the whole table says about single columns: edges of a graph, remarks beside a subject, codes of a lookup table."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.formats.tabular.rows import Shape
from satchel.move.infer.decoding import match
from satchel.move.infer.lookup import Dictionary, concepts_of
from satchel.move.infer.names import name_scores, words_of
from satchel.move.infer.owners import is_about, is_owner_of_work
from satchel.move.infer.parts import find_subject
from satchel.move.infer.plan import Plan
from satchel.move.infer.role import Role
from satchel.move.infer.types import type_of_kind

_CODED = frozenset(
    {
        Role.KIND,
        Role.STATE,
        Role.USER,
        Role.REF,
        Role.ID,
        Role.EXTRA,
        Role.IMPORTANCE,
        Role.DETAIL,
        Role.TAGS,
        Role.PROJECT,
    }
    | {Role.TEAM, Role.AGENT, Role.LEVEL, Role.METRIC, Role.SESSION, Role.LOGGER, Role.SPEAKER, Role.TITLE}
)
"""Roles whose values may be codes of a lookup table."""


def decode(plan: Plan, books: Sequence[Dictionary]) -> None:
    """Find the lookup tables that this table's codes point into."""
    texts = [p for c, p in plan.profiles.items() if p.phrases > 0.3 * max(1, p.filled)]
    chinese = sum(p.han for p in texts) > 0.5 * sum(p.strings for p in texts)
    for column, role in plan.roles.items():
        if role not in _CODED or (role in (Role.ID, Role.TITLE) and column not in plan.table.keys):
            continue
        found = match(plan.table, column, plan.profiles[column], books, plan.table.keys, chinese=chinese)
        if found.doubt:
            plan.doubts.append(found.doubt)
            plan.evidence.append(found.doubt)
        if (book := found.book) is None:
            continue
        plan.books[column] = book
        _role_by_book(plan, column, book)
        book.used_by.append(f"{plan.table.name or plan.table.source}.{column}")


_KEPT = frozenset({Role.SESSION, Role.SPEAKER, Role.LEVEL, Role.AGENT, Role.TEAM, Role.PROJECT, Role.TAGS})
"""Roles that a column of codes keeps whatever its codes stand for."""


_RESPONSIBLE = concepts_of(["assignee"])


_BY_CONCEPT = (
    (0, Role.STATE),
    (1, Role.KIND),
    (2, Role.USER),
    (3, Role.IMPORTANCE),
    (4, Role.PROJECT),
    (6, Role.AGENT),
)
"""Which role the codes of a lookup table give a column, by what the table is about; see `lookup.concepts_of`."""


def _role_by_book(plan: Plan, column: str, book: Dictionary) -> None:
    """A column of codes plays the part that the words behind its codes play."""
    if plan.roles[column] in _KEPT and plan.roles[column] is not Role.TAGS:
        return
    if plan.first(Role.KIND) is None and _names_types(book):
        plan.roles[column] = Role.KIND  # `label` F, P, T sorts by our types, whatever it is called
        return
    if plan.roles[column] is Role.TAGS:
        return
    meant = concepts_of(words_of(column)) & concepts_of(book.hints) or concepts_of(book.hints)
    if _RESPONSIBLE & concepts_of(words_of(column)):
        plan.roles[column] = Role.DETAIL  # who does the work is not whose memory it is
        return
    for concept, role in _BY_CONCEPT:
        if concept in meant and plan.first(role) in (None, column):
            plan.roles[column] = role
            return
    if plan.roles[column] not in (Role.STATE, Role.KIND, Role.USER, Role.TAGS):
        plan.roles[column] = Role.DETAIL


def _names_types(book: Dictionary) -> bool:
    """Whether all that the codes of a lookup table stand for is a type of ours, or a log."""
    return all(type_of_kind(label) not in (None, "vague") for label in book.entries.values())


_FROM = frozenset("from source subject head src from_entity source_name from_name src_name 主体 主语".split())


_TO = frozenset("to target object tail dst to_entity target_name to_name dst_name 客体 宾语".split())


_EDGE = frozenset(
    "relation relation_type relationship predicate rel edge edge_type verb relationtype link_type 关系 谓词".split()
)


def find_triple(plan: Plan) -> None:
    """The columns of a graph's edges, which make one sentence together."""

    def named(names: frozenset[str]) -> str | None:
        return next((c for c in plan.profiles if "_".join(words_of(c)) in names and plan.profiles[c].strings), None)

    one, edge, other = named(_FROM), named(_EDGE), named(_TO)
    if one and edge and other:
        plan.triple = (one, edge, other)
        for column in plan.triple:
            plan.roles[column] = Role.EXTRA
        if plan.first(Role.TEXT) is None and plan.first(Role.TITLE) is None:
            for column, profile in plan.profiles.items():
                if (
                    plan.roles[column] is Role.EXTRA
                    and column not in plan.triple
                    and name_scores(column).get(Role.TITLE, 0) > 0.5
                    and profile.strings
                ):
                    plan.roles[column] = Role.TITLE
                    return


_RETURNS = 0.3
"""Share of different values below which names are those of groups that rows belong to."""


def _leave_groups(plan: Plan) -> None:
    """In a table of work, a name that returns in many rows is a project's; the words of each row are its subject."""
    title, text = plan.first(Role.TITLE), plan.first(Role.TEXT)
    works = plan.first(Role.STATE) and (plan.first(Role.NEXT) or plan.first(Role.DUE))
    if title is None or text is None or not works or plan.said is not None:
        return
    named, told = plan.profiles[title], plan.profiles[text]
    if named.filled >= 8 and named.distinct_share < _RETURNS and told.distinct_share > 0.8:
        plan.roles[title], plan.roles[text] = Role.DETAIL, Role.TITLE


def settle_roles(plan: Plan) -> None:
    """What the whole table says about single columns."""
    user = plan.first(Role.USER)
    if user is not None and user not in plan.books and is_about(plan, user):
        plan.roles[user] = (
            Role.DETAIL if plan.first(Role.TITLE) or plan.profiles[user].filled_share < 0.9 else Role.TITLE
        )
        user = None
    works = plan.first(Role.NEXT) or plan.first(Role.STATE) or plan.first(Role.DUE)
    if user is not None and works is not None and is_owner_of_work(user) and user not in plan.books:
        plan.roles[user] = Role.DETAIL
    remark = plan.first(Role.TEXT)
    if remark is not None and plan.first(Role.TITLE) is not None and remark not in plan.clocks:
        names, last = name_scores(remark), words_of(remark)[-1:]
        if names.get(Role.DETAIL, 0.0) > 0.5 and (
            names.get(Role.DETAIL, 0.0) >= names.get(Role.TEXT, 0.0) or last in (("remark",), ("remarks",))
        ):
            plan.roles[remark] = Role.DETAIL  # remarks beside a subject: the row is about the subject
    if plan.first(Role.TEXT) is None and plan.first(Role.TITLE) is None:
        for column in plan.all(Role.DETAIL):
            profile = plan.profiles[column]
            if profile.is_text > 0.6 and profile.sentences > 0.5 * profile.filled:
                plan.roles[column] = Role.TEXT
                break
    text = plan.first(Role.TEXT)
    if text is not None and plan.first(Role.TITLE) is None and (plan.said is None or text not in plan.said.columns):
        names = name_scores(text)
        partners = {plan.roles[c] for c in plan.roles if c != text} & {Role.STATE, Role.NEXT, Role.DUE, Role.DETAIL}
        if partners and names.get(Role.TITLE, 0.0) > 0.5 and names.get(Role.TITLE, 0.0) >= names.get(Role.TEXT, 0.0):
            plan.roles[text] = Role.TITLE
    _leave_groups(plan)
    if plan.first(Role.TEXT) is None and plan.first(Role.TITLE) is None and plan.table.shape is Shape.ROWS:
        step = plan.first(Role.NEXT)
        if step is not None and plan.profiles[step].filled_share >= 0.9 and not plan.all(Role.VALUE):
            plan.roles[step] = Role.TITLE  # what is to be done, of nothing else, is what the row is about
    find_subject(plan)
    for verdict in list(plan.verdicts):
        if plan.roles[verdict.column] is not verdict.role:
            place = plan.verdicts.index(verdict)
            said = plan.said is not None and verdict.column in plan.said.columns
            plan.verdicts[place] = type(verdict)(
                column=verdict.column,
                role=plan.roles[verdict.column],
                confidence=1.0 if said else verdict.confidence,
                evidence=("said in the mapping file",) if said else (*verdict.evidence, "settled by the other columns"),
                rivals=verdict.rivals,
            )
