"""The consoles that pages show run as they stand, and print what stands there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.docs import consoles

ROOT = Path(__file__).parents[2]
PAGES = {
    # Page → the folder that a copy of is where its commands run.
    "examples/assistant/README.md": "examples/assistant",
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_prints_what_it_says(page: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    shutil.copytree(ROOT / PAGES[page], folder)
    found = consoles.commands((ROOT / page).read_text("utf-8"))
    assert found
    for command in found:
        printed = consoles.run(command, folder)
        assert consoles.agrees(command.wanted, printed), (
            f"{page}:{command.line}: {command.text}\nsays:\n" + "\n".join(command.wanted) + f"\nprints:\n{printed}"
        )


@pytest.mark.parametrize(
    ("wanted", "printed", "right"),
    [
        (("a", "b"), "a\nb\n", True),
        (("a",), "a\nb\n", False),
        (("a", "…"), "a\nb\nc\n", True),
        (("…", "c"), "a\nb\nc\n", True),
        (("a … z",), "a to z\n", True),
        (("a … z",), "a to y\n", False),
        ((), "", True),
        ((), "a\n", False),
        (("a.c",), "abc\n", False),
    ],
)
def test_what_a_page_says_is_compared_to_the_letter(wanted: tuple[str, ...], printed: str, *, right: bool) -> None:
    assert consoles.agrees(wanted, printed) is right


def test_commands_are_found_with_their_lines_and_without_remarks() -> None:
    page = "x\n```console\n$ one --a # why\nout\n\n$ two\n```\n```sh\n$ three\n```\n"
    assert [(one.line, one.text, one.wanted) for one in consoles.commands(page)] == [
        (3, "one --a", ("out",)),
        (6, "two", ()),
    ]
