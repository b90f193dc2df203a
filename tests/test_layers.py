"""The contracts of import-linter cover every module of ours, and they bite. `make check` runs them on the real code."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SATCHEL = ROOT / "src" / "satchel"


def _contract(name: str) -> dict[str, Any]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return next(contract for contract in settings["contracts"] if contract["id"] == name)


def _layers() -> list[list[str]]:
    return [re.findall(r"[\w.]+", layer) for layer in _contract("layers")["layers"]]


def _modules_in(folder: Path) -> set[str]:
    modules = {path.stem for path in folder.iterdir() if path.suffix == ".py" or any(path.glob("*.py"))}
    return {name for name in modules if not name.startswith("__")}


def test_every_module_has_its_place_in_the_layers() -> None:
    placed = {name for layer in _layers() for name in layer}
    assert {f"satchel.{name}" for name in _modules_in(SATCHEL)} - placed == set()


def test_every_store_that_the_registry_knows_by_name_is_protected() -> None:
    # A concrete store is a package of its own beside the registry; what several of them share is a plain module.
    stores = SATCHEL / "stores"
    packages = {path.name for path in stores.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    protected = set(_contract("concrete-stores")["protected_modules"])
    assert {f"satchel.stores.{name}" for name in packages} == protected


def _lint(tree: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run our contracts on a made-up code base in which every layer exists and `files` says what is imported."""
    modules = {name for layer in _layers() for name in layer} | {"satchel.stores.registry"}
    modules |= set(_contract("concrete-stores")["protected_modules"])
    for module in sorted(modules):
        folder = tree.joinpath(*module.split("."))
        folder.mkdir(parents=True, exist_ok=True)
        for package in (folder, *folder.parents):
            if package == tree:
                break
            (package / "__init__.py").touch()
    for name, text in files.items():
        (tree / name).write_text(text, encoding="utf-8")
    (tree / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    code = (
        "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command; lint_imports_command()"
    )
    return subprocess.run(
        [sys.executable, "-P", "-c", code, "--no-logo", "--no-cache"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )


def test_downward_imports_keep_the_contracts(tmp_path: Path) -> None:
    run = _lint(
        tmp_path,
        {
            "satchel/cli/app.py": "import satchel.service\n",
            "satchel/service/memory.py": "import satchel.stores.sqlite\nimport satchel.move\n",
            "satchel/stores/registry/known.py": "import satchel.stores.jsonl\n",
            "satchel/stores/sqlite/search.py": "import satchel.text\nimport satchel_protocol\n",
        },
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("satchel/formats/csv.py", "satchel.move"),
        ("satchel/text/tokens.py", "satchel.instant"),
        ("satchel/move/sync.py", "satchel.stores.sqlite"),
        ("satchel/cli/app.py", "satchel.stores.jsonl"),
        ("satchel/stores/jsonl/log.py", "satchel.stores.sqlite"),
        ("satchel_protocol/store.py", "satchel.text"),
    ],
)
@pytest.mark.parametrize("guarded", [False, True], ids=["plain", "under TYPE_CHECKING"])
def test_a_forbidden_import_breaks_a_contract(tmp_path: Path, importer: str, imported: str, *, guarded: bool) -> None:
    statement = f"import {imported}\n"
    if guarded:
        statement = f"from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    {statement}"
    run = _lint(tmp_path, {importer: statement})
    assert run.returncode != 0
    assert "BROKEN" in run.stdout, run.stdout + run.stderr
    assert imported in run.stdout
