"""What a name means, and where its key lives."""

from __future__ import annotations

import pytest

from satchel.schema.resolving import Names, Via
from satchel.schema.snapshot import KeyEntry, NamespaceEntry, Snapshot


@pytest.fixture(scope="module")
def names(snapshot: Snapshot) -> Names:
    return Names(snapshot)


@pytest.mark.parametrize(
    ("asked", "number", "name", "via"),
    [
        ("user.display.theme", 31, "user.display.theme", Via.DIRECT),
        ("user.ui_theme", 31, "user.display.theme", Via.ALIAS),
        ("user.preferences.theme", 7, "user.preferences.theme", Via.DEPRECATED),
        ("user.theme", 7, "user.preferences.theme", Via.DEPRECATED),
        ("tasks.open[t-17]", 18, "tasks.open[t-17]", Via.DIRECT),
        ("tasks.open[v1.2]", 18, "tasks.open[v1.2]", Via.DIRECT),
    ],
)
def test_every_name_of_a_key_leads_to_it(names: Names, asked: str, number: int, name: str, via: Via) -> None:
    found = names.resolve(asked)
    assert (found.number, found.name, found.via) == (number, name, via)


def test_a_deprecated_name_names_its_successor(names: Names) -> None:
    found = names.resolve("user.theme")
    assert found.successor_fits
    assert found.successor_name == "user.display.theme"


@pytest.mark.parametrize(
    "asked", ["user.display.themes", "user.display", "user.display.theme.dark", "User.display.theme"]
)
def test_a_name_is_compared_whole(names: Names, asked: str) -> None:
    found = names.resolve(asked)
    assert found.key is None
    assert found.reserved is None


@pytest.mark.parametrize("asked", ["user.lang", "user.language", "system.clock", "system.clock.zone"])
def test_a_reserved_name_is_told_as_such(names: Names, asked: str) -> None:
    assert names.resolve(asked).reserved is not None


def test_the_pattern_of_a_key_is_no_item(names: Names) -> None:
    assert names.resolve("tasks.open[*]").whole
    assert names.resolve("tasks.open[]").key is None
    assert not names.resolve("tasks.open[1]").whole


def test_successors_are_followed_to_the_end_and_never_in_a_circle() -> None:
    def key(number: int, to: int | None) -> KeyEntry:
        body = {"number": number, "name": f"a.k{number}[*]", "in": "", "type": {"type": "string"}, "status": "active"}
        if to is not None:
            body |= {"status": "deprecated", "deprecated": {"replaced_by": to}}
        return KeyEntry(body)

    names = Names(Snapshot.of(keys=(key(1, 2), key(2, 3), key(3, None), key(4, 5), key(5, 4))))
    assert names.resolve("a.k1[x]").successor_name == "a.k3[x]"
    assert names.resolve("a.k4[x]").successor is not None


@pytest.mark.parametrize(
    ("path", "scope", "home"),
    [
        (["users", "{user_id}"], "user:ann", "user:ann"),
        (["user", "{user_id}"], "user:ann", "user:ann"),
        (["users", "{user_id}"], "ns:users/ann", "ns:users/ann"),
        (["users", "{user_id}", "tasks"], "user:ann", "user:ann/tasks"),
        (["users", "{user_id}", "tasks"], "user:ann/tasks", "user:ann/tasks"),
        (["users", "{user_id}", "tasks"], "ns:users/ann", "ns:users/ann/tasks"),
        (["riders", "{rider_id}"], "ns:riders/ann", "ns:riders/ann"),
        (["ns", "{ns_id}", "a b"], "ns:x", "ns:x/a%20b"),
        (["public"], "public", "public"),
        (["users", "{user_id}"], "user:ann/tasks", None),
        (["users", "{user_id}"], "project:web", None),
        (["users", "{user_id}"], "public", None),
        (["users", "{user_id}", "tasks"], "user:ann/notes", None),
        (["users", "{user_id}", "{list_id}"], "user:ann", None),
        (["riders", "{rider_id}"], "user:ann", None),
    ],
)
def test_a_key_lives_where_the_path_of_its_namespace_leads(path: list[str], scope: str, home: str | None) -> None:
    namespace = NamespaceEntry({"name": "n", "number": 1, "path": path})
    key = KeyEntry({"number": 1, "name": "a.b", "in": "n"})
    assert Names(Snapshot.of(namespaces=(namespace,), keys=(key,))).home(key, scope) == home


def test_how_its_scopes_look_is_told(names: Names, snapshot: Snapshot) -> None:
    assert names.place_of(snapshot.by_number[18]) == "user:USER_ID/tasks"


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("user.preference.theme", "user.display.theme"),
        ("user.display.colour_theme", "user.display.theme"),
        ("task.open[3]", "tasks.open[*]"),
        ("user.contact.mail", "user.contact.email"),
        ("zebra", None),
        ("user.bank_balance", None),
    ],
)
def test_the_nearest_key_is_named_where_one_is_near(names: Names, asked: str, near: str | None) -> None:
    found = names.nearest(asked)
    assert (found.name if found is not None else None) == near
