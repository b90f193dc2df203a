"""Scopes and patterns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.scope import (
    EVERYTHING,
    KINDS,
    Scopes,
    is_within,
    make_scope,
    namespace_of_scope,
    parse_scope,
    scope_of_namespace,
    scope_root,
    scope_segments,
)

segments = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
paths = st.lists(segments, min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("public", "public"),
        ("user:ann", "user:ann"),
        ("user:小王", "user:小王"),
        ("user:%E5%B0%8F%E7%8E%8B", "user:小王"),
        ("user:%61nn", "user:ann"),
        ("user:a%20b", "user:a%20b"),
        ("user:a%2fb", "user:a%2Fb"),
        ("user:a:b", "user:a:b"),
        ("project:web/docs/a.b-c~d@e", "project:web/docs/a.b-c~d@e"),
        ("user:a\u200bb", "user:a%E2%80%8Bb"),
        ("user:a%E2%80%8Bb", "user:a%E2%80%8Bb"),
        ("user:a%C2%A0b", "user:a%C2%A0b"),
        ("session:%00", "session:%00"),
    ],
)
def test_a_scope_has_one_spelling(text: str, canonical: str) -> None:
    assert parse_scope(text) == canonical
    assert parse_scope(canonical) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "", "ann", "user", "user:", "user:/", "user:a/", "user:/a", "user:a//b", "User:ann", "USER:ann", "users:ann", ":ann", "*",
        "user:*", "user:a/*", "user:a b", " user:ann", "user:ann\n", "user:a\u3000b", "user:a\x00", "user:a,b", "user:%", "user:%4",
        "user:%zz", "user:%ff", "user:\ud800", "public:", "public/a", "Public", "user:" + "a" * 1020, "user:" + "\u200b" * 500,
    ],
)  # fmt: skip
def test_anything_else_is_no_scope(text: str) -> None:
    with pytest.raises(InvalidScopeError):
        parse_scope(text)


@given(st.sampled_from(KINDS), paths)
def test_plain_segments_come_back_as_they_were(kind: str, path: list[str]) -> None:
    scope = make_scope(kind, *path)
    assert scope_segments(scope) == (kind, tuple(path))
    assert parse_scope(scope) == scope
    assert scope_root(scope) == make_scope(kind, path[0])


@given(paths)
def test_a_namespace_maps_to_a_scope_and_back(path: list[str]) -> None:
    assert namespace_of_scope(scope_of_namespace(path)) == tuple(path)


def test_namespaces_that_look_alike_are_different_scopes() -> None:
    assert (
        len(
            {scope_of_namespace(n) for n in (["a", "b:c"], ["a", "b", "c"], ["a/b", "c"], ["a:b", "c"], ["a%2Fb", "c"])}
        )
        == 5
    )
    with pytest.raises(InvalidScopeError):
        namespace_of_scope("user:ann")
    with pytest.raises(InvalidScopeError):
        scope_of_namespace([])
    with pytest.raises(InvalidScopeError):
        scope_of_namespace(["a", ""])


@given(paths, paths)
def test_a_pattern_matches_itself_and_below_by_whole_segments(path: list[str], other: list[str]) -> None:
    scope, elsewhere = make_scope("user", *path), make_scope("user", *other)
    pattern = Scopes.of(scope)
    assert pattern.match(scope)
    assert pattern.match(scope + "/more")
    assert not pattern.match(scope + "0")
    assert pattern.match(elsewhere) == (other[: len(path)] == path)
    assert is_within(elsewhere, scope) == (other[: len(path)] == path)


def test_patterns() -> None:
    assert Scopes.of("*").match("user:ann")
    assert not Scopes.of("*").match("public"), "public only when listed"
    assert Scopes.of("user:*").match("user:ann/a")
    assert not Scopes.of("user:*").match("team:ann")
    assert not Scopes.of("user:ann/a").match("user:ann"), "never its parents"
    assert Scopes.of(["user:%61", "user:a", "user:a"]).patterns == ("user:a",)
    assert Scopes.of(Scopes.of("*")).patterns == ("*",)
    assert EVERYTHING.everything
    assert EVERYTHING.match("public")
    assert not Scopes.of("*").everything
    for bad in ([], ["user:a*"], ["**"], ["user:*/a"], [""], "nobody:*"):
        with pytest.raises(InvalidScopeError):
            Scopes.of(bad)
