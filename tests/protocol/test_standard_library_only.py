"""`satchel-protocol` promises to need the standard library alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "protocol" / "src"

# Run with -I -S: no site-packages, no environment variables, no current folder.
IMPORT_ALL = """
import pkgutil, sys
sys.path.insert(0, sys.argv[1])
import satchel_protocol
names = [
    module.name
    for module in pkgutil.walk_packages(satchel_protocol.__path__, "satchel_protocol.", onerror=lambda name: None)
    if not module.name.startswith("satchel_protocol.conformance")
]
for name in names:
    __import__(name)
loaded = {name.partition(".")[0] for name in sys.modules} - {"__main__", "satchel_protocol"}
print(len(names), sorted(loaded - sys.stdlib_module_names))
"""


def _modules() -> list[Path]:
    return [
        path
        for path in sorted(SOURCE.rglob("*.py"))
        if "conformance" not in path.relative_to(SOURCE).with_suffix("").parts
    ]


def test_every_module_but_the_conformance_suite_imports_in_an_empty_environment() -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", IMPORT_ALL, str(SOURCE)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    imported, foreign = run.stdout.split(maxsplit=1)
    assert int(imported) == len(_modules()) - 1, "every module but the package's own __init__ was tried"
    assert foreign.strip() == "[]"


def test_no_import_inside_a_function_names_another_package(packages_imported_by: Callable[[Path], set[str]]) -> None:
    allowed = sys.stdlib_module_names | {"satchel_protocol"}
    foreign = {str(path): names for path in _modules() if (names := packages_imported_by(path) - allowed)}
    assert foreign == {}


def test_nothing_outside_the_conformance_suite_imports_it() -> None:
    # It needs pytest and hypothesis, which a user of the protocol does not have.
    importers = [
        path.name
        for path in _modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("satchel_protocol.conformance"))
        or (isinstance(node, ast.Import) and any(a.name.startswith("satchel_protocol.conformance") for a in node.names))
    ]
    assert importers == []
