"""The worked example is what its history makes, and everything that was rendered in it is up to date."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from satchel.cli.app import code_of
from satchel.schema.revisions import load_history

HERE = Path(__file__).parents[2] / "examples" / "assistant"
RENDERED = {
    "tools/openai.json": "tools-openai",
    "tools/anthropic.json": "tools-anthropic",
    "tools/mcp.json": "tools-mcp",
    "memory_models.py": "models",
    "memory_keys.pyi": "keys-pyi",
    "MEMORY.md": "page",
}


@pytest.fixture(scope="module")
def history() -> ModuleType:
    spec = importlib.util.spec_from_file_location("assistant_history", HERE / "history.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[spec.name] = module  # its dataclass looks its own module up
    spec.loader.exec_module(module)
    return module


def test_the_history_makes_the_files_that_are_here(history: ModuleType, tmp_path: Path) -> None:
    history.build(tmp_path)
    made = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert len([name for name in made if name.startswith("schema/revisions/")]) == 14
    for name, content in made.items():
        assert (HERE / name).read_bytes() == content, name


def test_there_are_fourteen_revisions_and_nothing_stands_against_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    revisions, damaged = load_history(HERE / "schema/revisions")
    assert (len(revisions.revisions), list(damaged)) == (14, [])
    assert code_of(["schema", "check", str(HERE / "memory_schema.yml")]) == 0
    assert code_of(["schema", "fmt", "--check", str(HERE / "memory_schema.yml")]) == 0


def test_what_was_rendered_is_up_to_date() -> None:
    schema = str(HERE / "memory_schema.yml")
    blocks = [
        part
        for name in ("prompts/system.md", "prompts/reflection.md", "few_shots/writing.md")
        for part in ("--into", str(HERE / name))
    ]
    assert code_of(["schema", "render", schema, *blocks, "--check"]) == 0
    for name, target in RENDERED.items():
        assert code_of(["schema", "render", schema, "--target", target, "--out", str(HERE / name), "--check"]) == 0, (
            name
        )
