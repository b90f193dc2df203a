"""Whose the rows of a table are: user columns known by their values, places called after users, names for one person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from satchel.formats.tabular.rows import Table
from satchel.move.infer.lookup import Dictionary, concepts_of
from satchel.move.infer.names import words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.role import Role
from satchel.move.infer.types import type_of_kind

_PEOPLE_PLACES = frozenset(
    "users user by_user byuser people members accounts by_person owners per_user user_memories memories_by_user 用户 成员 yonghu".split()
)


_FEWEST_ROWS = 4
"""Of which every one has its own `uid` before that is thought to be no person."""


def name_owners(plans: Sequence[Plan]) -> None:
    """Tables that stand below a place called `users` belong to the user they are called after."""
    for plan in plans:
        path = plan.table.source.replace("!", "/").split("/")
        steps = [*path[:-1], path[-1].rsplit(".", 1)[0]]
        if plan.table.container in ("sqlite", "sql") and _is_people_place(steps[-1]):
            continue  # the tables of a database of users are called after what they hold
        if plan.table.name and not plan.table.headings:
            steps += _SEAMS.split(plan.table.name)
        for place, step in enumerate(steps[:-1]):
            if _is_people_place(step) and not _is_people_place(steps[place + 1]) and not _names_kind(steps[place + 1]):
                plan.owner = steps[place + 1]
            elif step == "user" and ":" in plan.table.name:
                plan.owner = steps[place + 1]  # `user:42:facts`


_SEAMS = re.compile(r"[.:/]")


def _names_kind(step: str) -> bool:
    """Whether a file or a key is called after what it holds, `users/notes.json`, and not after a person."""
    return type_of_kind(step) is not None or any(type_of_kind(word) is not None for word in words_of(step))


def _is_people_place(step: str) -> bool:
    return step in _PEOPLE_PLACES or "_".join(words_of(step)) in _PEOPLE_PLACES


def known_people(plans: Iterable[Plan]) -> frozenset[str]:
    """Every value of a user column, so that one without a telling name is recognised by its values."""
    known: set[str] = set()
    for plan in plans:
        column = plan.first(Role.USER)
        if column is not None:
            known.update(plan.profiles[column].counter)
        for book in plan.books.values():
            if book.people:
                known.update(book.entries)
                known.update(book.entries.values())
    return frozenset(value for value in known if not value.isdigit())


def known_aliases(books: Sequence[Dictionary]) -> dict[str, str]:
    """What persons are called by; names that two tables give to different persons are left out."""
    known: dict[str, str] = {}
    doubted: set[str] = set()
    for book in books:
        for said, label in book.aliases.items():
            if known.setdefault(said, label) != label:
                doubted.add(said)
    return {said: label for said, label in known.items() if said not in doubted}


def ids_called_uid(plans: Sequence[Plan]) -> None:
    """Take `uid` for the row's own id where it says whose a row is by its name alone.

    It is a user to some and a unique id to others. Where no other column is an id, every row has a `uid` of its own and
    nothing else in the source knows one of them as a person, a scope for each row would hide all memories from each other.
    """
    columns = {id(plan): column for plan in plans if (column := _unique_uid(plan)) is not None}
    if not any(plan.profiles[columns[id(plan)]].filled >= _FEWEST_ROWS for plan in plans if id(plan) in columns):
        return
    people: set[str] = set()
    for plan in plans:
        user = plan.first(Role.USER)
        if user is not None and id(plan) not in columns:
            people.update(plan.profiles[user].counter)
    for plan in plans:
        column = columns.get(id(plan))
        if column is not None and people.isdisjoint(plan.profiles[column].counter):
            plan.roles[column] = Role.ID
            plan.evidence.append(
                f"{column} is the row's own id: each row has another one, and nobody else is called so"
            )


def _unique_uid(plan: Plan) -> str | None:
    column = plan.first(Role.USER)
    if column is None or words_of(column) != ("uid",) or plan.first(Role.ID) is not None:
        return None
    if plan.said is not None and column in plan.said.columns:
        return None
    profile = plan.profiles[column]
    worded = plan.first(Role.TEXT) is not None
    unique = profile.filled_share == 1.0 and profile.distinct == profile.filled and not profile.overflow
    return column if worded and unique else None


def find_user(plan: Plan, people: frozenset[str]) -> None:
    if plan.first(Role.USER) is not None:
        return
    key = plan.profiles.get("$key")
    if (
        key is not None
        and _names_people(plan.table)
        and key.strings
        and not key.digits
        and key.share(key.phrases) < 0.5
    ):
        plan.roles["$key"] = Role.USER
        return
    if _holds_users(plan):
        own = next((column for name in _CALLED if (column := _alone(plan, name)) is not None), None)
        if own is not None:
            plan.roles[own] = Role.USER
            return
    for column, role in plan.roles.items():
        profile = plan.profiles[column]
        if (
            role in (Role.EXTRA, Role.DETAIL, Role.TITLE, Role.ID, Role.LOGGER, Role.TAGS, Role.REF, Role.KEY)
            and profile.few
            and profile.distinct >= 2
            and not profile.overflow
        ):
            known = sum(count for value, count in profile.counter.items() if value in people)
            # The same few names elsewhere in a user column; `$key` over lists is the usual place.
            if (
                known >= 0.9 * profile.filled
                and role is not Role.DETAIL
                and column.rsplit(".", 1)[-1] not in ("assignee", "负责人")
            ):
                plan.roles[column] = Role.USER
                return


def _holds_users(plan: Plan) -> bool:
    """Whether each row is a user, with what is remembered of them in a list inside it."""
    return bool(plan.all(Role.ITEMS) or plan.all(Role.TURNS)) and _names_users(plan.table)


def _names_users(table: Table) -> bool:
    """Whether a table is, by its name, one of users of the tool, and not of people that somebody wrote about."""
    stem = table.source.rsplit("!", 1)[-1].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    last = table.name.rsplit(".", 1)[-1] or stem
    return "_".join(words_of(last)) in _USERS


_USERS = frozenset(
    "user users account accounts owner owners benutzer nutzer utilisateur utilisateurs usuario usuarios utente utenti gebruikers 用户 账号 账户".split()
)
_CALLED = ("login", "username", "user_name", "handle", "nickname", "nick", "name", "id", "uid")
"""What names a user in a table of users, the most telling first."""


def _alone(plan: Plan, name: str) -> str | None:
    """The column of that name, where every row has a value of its own in it."""
    for column, profile in plan.profiles.items():
        if "_".join(words_of(column)) != name or column.startswith("^") or profile.phrases:
            continue
        if profile.filled == profile.rows == profile.distinct and profile.strings + profile.numbers == profile.filled:
            return column
    return None


def _names_people(table: Table) -> bool:
    """Whether a table keyed by something is, by its name, keyed by users: `users`, `by_user`, `memories.by_user`."""
    stem = table.source.rsplit("!", 1)[-1].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    last = table.name.rsplit(".", 1)[-1] or stem
    return 2 in concepts_of(words_of(last)) and not {0, 1} & concepts_of(words_of(last))


_OWNER_WORDS = frozenset(
    "user users usr uid userid username account owner yonghu yh yhid profile principal belongs for".split()
)


def is_about(plan: Plan, column: str) -> bool:
    """Whether persons in a column are what the rows are about, not whose they are: clients, authors, contacts."""
    words, profile = words_of(column), plan.profiles[column]
    if _holds_users(plan):
        return False
    if _OWNER_WORDS.intersection(words) or any(
        word in column for word in ("用户", "账号", "账户", "所属", "归属", "主人")
    ):
        return False
    if column == "$key" or column.startswith("^"):
        return False
    # Owners return row after row, even where most rows name none; those whom rows are about rarely do.
    return profile.filled >= 3 and profile.distinct_share > (0.8 if profile.filled_share >= 0.9 else 0.4)


def is_owner_of_work(column: str) -> bool:
    return words_of(column)[-1:] in (("owner",), ("assignee",), ("who",), ("person",), ("author",))
