"""What the two distributions say about themselves, compared with what they are."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from satchel_protocol import __version__

ROOT = Path(__file__).parents[1]

# Declared for somebody else's import: the zones that zoneinfo reads, and what the default embedder asks for its threads.
NOT_IMPORTED = {"tzdata", "threadpoolctl"}


def _project(path: str) -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / path).read_text(encoding="utf-8"))["project"]
    return project


def _name(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match is not None, requirement
    return _normal(match[0])


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _declared() -> set[str]:
    project = _project("pyproject.toml")
    extras = [requirement for extra in project.get("optional-dependencies", {}).values() for requirement in extra]
    return {_name(requirement) for requirement in (*project["dependencies"], *extras)}


_THEIRS = {"fastembed", "model2vec", "sentence-transformers"}
"""Embedding libraries that a person brings along and names; ours to load, not to install."""


@pytest.fixture(scope="module")
def imports(packages_imported_by: Callable[[Path], set[str]]) -> dict[str, str]:
    """Each foreign package that our code imports → a module that does."""
    ours = sys.stdlib_module_names | {"satchel"}
    return {
        name: str(path.relative_to(ROOT))
        for path in sorted((ROOT / "src").rglob("*.py"))
        for name in packages_imported_by(path) - ours
    }


def _distributions(package: str) -> set[str]:
    """The distributions that an import may come from; the package's own name when it is not installed."""
    return {_normal(name) for name in _installed().get(package, [package])}


@cache
def _installed() -> Mapping[str, list[str]]:
    return packages_distributions()


def _pinned(path: Path) -> dict[str, int]:
    """Distribution → how many hashes its pin carries, as pip would read the file."""
    joined = path.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert all("==" in line for line in lines), "nothing but pins"
    return {_name(line): line.count("--hash=sha256:") for line in lines}


def test_both_distributions_have_one_version() -> None:
    assert f"satchel-protocol=={__version__}" in _project("pyproject.toml")["dependencies"]
    assert _project("pyproject.toml")["dynamic"] == _project("protocol/pyproject.toml")["dynamic"] == ["version"]


def test_every_import_of_another_package_is_declared(imports: dict[str, str]) -> None:
    known = _declared() | _THEIRS
    undeclared = {name: where for name, where in imports.items() if not _distributions(name) & known}
    assert undeclared == {}


def test_every_declared_package_is_imported(imports: dict[str, str]) -> None:
    used = {distribution for name in imports for distribution in _distributions(name)}
    assert _declared() - used - NOT_IMPORTED == set()


def test_the_protocol_declares_no_dependency() -> None:
    assert _project("protocol/pyproject.toml")["dependencies"] == []


@pytest.mark.parametrize("name", ["run.txt", "dev.txt"])
def test_requirements_are_hashed_and_name_no_place(name: str) -> None:
    path = ROOT / "requirements" / name
    assert all(hashes >= 1 for hashes in _pinned(path).values())
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"://|--(extra-)?index|--find-links|(^|\s)/\w", text, flags=re.MULTILINE)


def test_requirements_cover_what_is_declared() -> None:
    project = _project("pyproject.toml")
    needed = {_name(requirement) for requirement in project["dependencies"]} - {"satchel-protocol"}
    assert needed <= _pinned(ROOT / "requirements" / "run.txt").keys()
    assert _declared() - {"satchel-protocol"} <= _pinned(ROOT / "requirements" / "dev.txt").keys()


def test_tools_run_beside_the_very_versions_that_users_get() -> None:
    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        return set(re.findall(r"^\S+==\S+", text, flags=re.MULTILINE))

    assert pins("run.txt") <= pins("dev.txt")


def test_both_distributions_carry_the_same_licence() -> None:
    # A wheel can only take up files from inside its own project folder.
    assert (ROOT / "LICENSE").read_bytes() == (ROOT / "protocol" / "LICENSE").read_bytes()


@pytest.mark.parametrize("package", ["src/satchel", "protocol/src/satchel_protocol"])
def test_both_packages_say_that_they_are_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()
