from __future__ import annotations

import sys
from pathlib import Path

import pytest

from satchel.stores.registry import default_url, known_schemes, open_store
from satchel.stores.urls import parse_url, url_of
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.errors import StoreMissingError, StoreUrlError

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX systems")


@posix_only
@pytest.mark.parametrize(
    ("url", "scheme", "path"),
    [
        ("sqlite:///abs.db", "sqlite", "/abs.db"),
        ("sqlite:rel.db", "sqlite", "rel.db"),
        ("sqlite:sub/rel.db", "sqlite", "sub/rel.db"),
        ("sqlite:./rel.db", "sqlite", "rel.db"),
        ("sqlite:/abs/notes", "sqlite", "/abs/notes"),
        ("sqlite:////abs.db", "sqlite", "/abs.db"),
        ("sqlite://localhost/abs.db", "sqlite", "/abs.db"),
        ("SQLite:///abs.db", "sqlite", "/abs.db"),
        ("  sqlite:///abs.db\n", "sqlite", "/abs.db"),
        ("sqlite:///my%20notes.db", "sqlite", "/my notes.db"),
        ("sqlite:///my notes.db", "sqlite", "/my notes.db"),
        ("sqlite:///%E8%8C%B6.db", "sqlite", "/茶.db"),
        ("sqlite:///茶.db", "sqlite", "/茶.db"),
        ("sqlite:///c#.db", "sqlite", "/c#.db"),
        ("jsonl:///f.jsonl", "jsonl", "/f.jsonl"),
        ("notes.db", "sqlite", "notes.db"),
        ("./a/notes.sqlite", "sqlite", "a/notes.sqlite"),
        ("/a/Notes.SQLITE3", "sqlite", "/a/Notes.SQLITE3"),
        ("100%20.db", "sqlite", "100%20.db"),
        ("notes.jsonl", "jsonl", "notes.jsonl"),
        ("memory:", "memory", "."),
        ("memory://", "memory", "."),
    ],
)
def test_a_url_or_path_names_a_kind_of_store_and_a_file(url: str, scheme: str, path: str) -> None:
    assert parse_url(url) == (scheme, Path(path))


@pytest.mark.parametrize(
    ("url", "path"),
    [
        (r"C:\Users\ann\notes.db", r"C:\Users\ann\notes.db"),
        ("C:/Users/ann/notes.db", "C:/Users/ann/notes.db"),
        ("sqlite:///C:/Users/ann/notes.db", "C:/Users/ann/notes.db"),
        ("sqlite:C:/Users/ann/notes.db", "C:/Users/ann/notes.db"),
        (r"sqlite:///C:\Users\ann\notes.db", r"C:\Users\ann\notes.db"),
    ],
)
def test_a_drive_letter_is_no_scheme(url: str, path: str) -> None:
    assert parse_url(url) == ("sqlite", Path(path))


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("redis://host/0", "unknown kind 'redis'"),
        ("postgresql://host/db", "unknown kind 'postgresql'"),
        ("sqlite:", "names no file"),
        ("sqlite:///", "names no file"),
        ("sqlite://notes.db", "three"),
        ("sqlite:///notes.db?mode=ro", "%3F"),
        ("sqlite:///100%.db", "%25"),
        ("sqlite:///a%00b.db", "names no file"),
        ("notes.txt", "neither"),
        ("notes", "neither"),
        ("", "has no name"),
        ("backup.satchel", "satchel import"),
        ("memory:named", "has no name"),
    ],
)
def test_what_names_no_store_is_an_error_that_says_what_would(url: str, says: str) -> None:
    with pytest.raises(StoreUrlError) as caught:
        parse_url(url)
    assert says in str(caught.value)


def test_an_unknown_scheme_is_answered_with_all_known_ones() -> None:
    with pytest.raises(StoreUrlError) as caught:
        open_store("redis://host", create=True)
    assert all(f"{scheme}:" in str(caught.value) for scheme in known_schemes())


@posix_only
@pytest.mark.parametrize(
    "name", ["a.db", "my notes.db", "100%.db", "what?.db", "c#.db", "茶.db", "a%20b.db", "\udcff.db"]
)
def test_the_url_of_a_file_names_that_file(name: str) -> None:
    path = Path("/some/where") / name
    assert parse_url(url_of("sqlite", path)) == ("sqlite", path)


@posix_only
@pytest.mark.parametrize("name", ["my notes.db", "100%.db", "what?.db", "c#.db", "茶.db", "a&b=c.db"])
def test_a_store_in_a_file_of_any_name_opens_again_by_its_own_url(tmp_path: Path, name: str) -> None:
    with open_store(url_of("sqlite", tmp_path / name), create=True) as store:
        url = store.url
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with open_store(url, create=False) as store:
        assert store.count() == 0


def test_memory_is_the_ephemeral_store() -> None:
    assert isinstance(open_store("memory:", create=False), EphemeralStore)


def test_read_only_never_creates(tmp_path: Path) -> None:
    with pytest.raises(StoreMissingError):
        open_store(str(tmp_path / "a.db"), create=True, read_only=True)
    assert list(tmp_path.iterdir()) == []


@posix_only
def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert parse_url("~/notes.db") == ("sqlite", tmp_path / "notes.db")
    assert parse_url("sqlite:~/notes.db") == ("sqlite", tmp_path / "notes.db")


@posix_only
def test_the_default_place_follows_the_xdg_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    usual = url_of("sqlite", tmp_path / ".local/share/satchel/memory.db")
    assert default_url() == usual
    monkeypatch.setenv("XDG_DATA_HOME", "")
    assert default_url() == usual
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    assert default_url() == usual
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_url() == url_of("sqlite", tmp_path / "data/satchel/memory.db")
