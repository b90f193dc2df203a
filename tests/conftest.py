"""What holds for every test: no example by chance, no network, no home, zone or language of the machine."""

from __future__ import annotations

import ast
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# `ci` is what `make test` and a bare pytest run: the same examples every time, and a busy machine is no failure.
settings.register_profile(
    "ci",
    derandomize=True,
    max_examples=40,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# `explore` looks for new ones while one works on a property; `soak` is for `make soak`.
settings.register_profile("explore", max_examples=300, deadline=None)
settings.register_profile(
    "soak", max_examples=3000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")

_LOOPBACK = ("127.", "::1", "localhost")


def _refuse_network(event: str, args: tuple[Any, ...]) -> None:
    """Fail a test that connects to anything but this machine. Children of a test are not watched."""
    if event == "socket.connect":
        address = args[1]
        if isinstance(address, tuple) and not str(address[0]).startswith(_LOOPBACK):
            raise AssertionError(f"a test tried to reach {address[0]}")


sys.addaudithook(_refuse_network)


@pytest.fixture(scope="session", autouse=True)
def _nobody_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the developer's own store, settings, language and zone out of every test, child processes included.

    The zone is none that CI has: a result that depends on the machine's zone must show.
    """
    home: Path = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("SATCHEL_", "XDG_", "LC_")) or name in {"LANGUAGE", "FORCE_COLOR", "CLICOLOR_FORCE"}:
                patch.delenv(name)
        for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
            patch.setenv(name, str(home))
        patch.setenv("LANG", "C.UTF-8")
        patch.setenv("NO_COLOR", "1")
        patch.setenv("COLUMNS", "120")
        patch.setenv("TZ", "Asia/Shanghai")
        # Loading a model takes a second in each child process; tests of the search by meaning name their embedder.
        patch.setenv("SATCHEL_EMBEDDER", "none")
        _reread_zone()
        yield
    _reread_zone()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests measured, which they record as the property `measured`; it also comes from worker processes."""
    reports = [report for key in ("passed", "failed") for report in terminalreporter.stats.get(key, ())]
    lines = [text for report in reports for name, text in report.user_properties if name == "measured"]
    if lines:
        terminalreporter.section("measured")
        for line in sorted(lines):
            terminalreporter.write_line(str(line))


def _reread_zone() -> None:
    if hasattr(time, "tzset"):  # not on Windows
        time.tzset()


@pytest.fixture(scope="session")
def packages_imported_by() -> Callable[[Path], set[str]]:
    """A function: source file → the top-level names of all it imports, inside functions and under TYPE_CHECKING too."""

    def names(path: Path) -> set[str]:
        found = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                found.add((node.module or "").partition(".")[0])
        return found

    return names
