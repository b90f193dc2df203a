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
    "purge", "erased", "unsupported", "failed", "forgotten",
    "earlier versions", "lines passed through", "full-text index", "vectors", "unused pages", "write-ahead log", "log",
    "copies elsewhere", "stores it was synced with", "other memories",
}  # fmt: skip


def messages() -> set[str]:
    found: set[str] = set()
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(text)), *_]):
                    found.add(text)
                case ast.Assign(targets=[ast.Name(id="message")], value=ast.Constant(value=str(text))):
                    found.add(text)  # said in the user's language, and written into JSON as it is
                case ast.Assign(targets=[ast.Name(id="COMMANDS")], value=ast.Tuple(elts=entries)):
                    for entry in entries:
                        assert isinstance(entry, ast.Tuple)
                        assert isinstance(entry.elts[2], ast.Constant)
                        found.add(str(entry.elts[2].value))
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
