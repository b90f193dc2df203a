"""Flags, mapping files and configurations that are wrong: said before anything is read or written."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satchel.cli import exits

MEMORY = b'[{"memory": "User lives in Oslo near the sea", "created_at": "2026-01-02T03:04:05Z"}]'

MAPPINGS = {
    "empty": b"",
    "binary": bytes(range(256)),
    "not UTF-8": b"satchel_mapping: 1 # \xff\xfe",
    "no YAML": b"[",
    "nested": b"[" * 5000,
    "in itself": b"&a [*a]",
    "entries in themselves": b"satchel_mapping: 1\ntables: &x\n- *x",
    "keys in themselves": b"satchel_mapping: 1\ntables:\n- &b {columns: *b}",
    "no date": b"a: 2026-99-99",
    "no number": b"a: !!int z",
    "no time": b"a: !!timestamp z",
    "no bytes": b"a: !!binary x",
    "an object": b"!!python/object:os.system x",
    "lists for names": b"satchel_mapping: 1\ntables: [{zone: 7, kinds: {a: [1]}, columns: {1: [2]}, type: {}, reads_as: []}]",
    "unhashable": b"? {a: b}\n: c",
    "another version": b"satchel_mapping: 9",
    "too large": b"#" * (5 << 20),
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "source.json").write_bytes(MEMORY)
    return tmp_path / "source.json"


@pytest.mark.parametrize("name", MAPPINGS)
def test_a_mapping_that_is_none(name: str, run: Callable[..., Any], kept, source: Path, tmp_path: Path) -> None:
    file = tmp_path / "map.yml"
    file.write_bytes(MAPPINGS[name])
    run("import", source, "--mapping", file, "--store", kept.url).refused(exits.INPUT, names="map.yml")
    kept.unchanged(run)


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes of this kind")
def test_a_mapping_that_is_no_file(run: Callable[..., Any], kept, source: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yml")
    for path in (tmp_path, tmp_path / "pipe.yml", tmp_path / "absent.yml", Path("/dev/zero"), tmp_path / ("x" * 300)):
        run("import", source, "--mapping", path, "--store", kept.url).refused(exits.INPUT, names=path.name)
        run("inspect", source, "--mapping", path).refused(exits.INPUT, names=path.name)
    kept.unchanged(run)


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("--timezone", "Mars/Olympus"),
        ("--timezone", "../../etc/passwd"),
        ("--timezone", "x" * 4000),
        ("--timezone", "Asia"),
        ("--timezone", "a\x00b"),
        ("--scope", "nobody"),
        ("--scope", "user:"),
        ("--only-scope", "nobody:x"),
        ("--nonsense", "1"),
    ],
)
def test_a_flag_with_a_value_that_is_none(flag: str, value: str, run: Callable[..., Any], kept, source: Path) -> None:
    run("import", source, flag, value, "--store", kept.url).refused(exits.USAGE, exits.INPUT)
    kept.unchanged(run)


@pytest.mark.parametrize(
    "text",
    [
        b"store = ",
        b"\xff\xfe",
        b"nonsense = 1",
        b"scope = 3",
        b'scope = "nobody"',
        b'timezone = "Mars"',
        b"[store]\nx = 1",
    ],
)
def test_a_configuration_that_is_none(text: bytes, run, kept, source: Path, tmp_path: Path, monkeypatch) -> None:
    config = tmp_path / "config.toml"
    config.write_bytes(text)
    with monkeypatch.context() as patch:
        patch.setenv("SATCHEL_CONFIG", str(config))
        for command in (("import", source), ("recall", "tea"), ("inspect", source)):
            more = ("--store", kept.url) if command[0] != "inspect" else ()
            run(*command, *more).refused(exits.ENVIRONMENT, names="config.toml")
    kept.unchanged(run)


def test_a_configuration_that_is_not_there(run, kept, tmp_path: Path, monkeypatch) -> None:
    for path in (tmp_path, tmp_path / "absent.toml", tmp_path / ("x" * 300)):
        with monkeypatch.context() as patch:
            patch.setenv("SATCHEL_CONFIG", str(path))
            run("recall", "tea", "--store", kept.url).refused(exits.ENVIRONMENT, names=path.name)
