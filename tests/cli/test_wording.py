"""Every message has its Chinese, and no translation is for a message that is not there."""

from __future__ import annotations

import ast
from pathlib import Path

import satchel.cli
from satchel.cli.chinese import CHINESE
from satchel_protocol import errors

FOLDER = Path(satchel.cli.__file__).parent
SPOKEN_BY_NAME = {
    "types", "scopes", "states", "levels", "origins", "set_aside",
    "python", "full text", "configuration", "store", "repair", "integrity", "records", "quarantine",
}  # fmt: skip


def messages() -> set[str]:
    found = set()
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            said = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say"
            if said and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "COMMANDS":
                assert isinstance(node.value, ast.Tuple)
                for entry in node.value.elts:
                    assert isinstance(entry, ast.Tuple)
                    assert isinstance(entry.elts[2], ast.Constant)
                    found.add(entry.elts[2].value)
    return found


def test_every_message_is_translated() -> None:
    assert sorted(messages() - CHINESE.keys()) == []


def test_no_translation_is_left_over() -> None:
    codes = {f"[{value.code}]" for value in vars(errors).values() if isinstance(value, type) and hasattr(value, "code")}
    assert sorted(CHINESE.keys() - messages() - SPOKEN_BY_NAME - codes) == []


def test_translations_hold_the_same_places_for_values() -> None:
    import string

    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert [text for text, chinese in CHINESE.items() if places(text) != places(chinese)] == []
