"""What counts in a surface of each kind, and where it is said to stand."""

from __future__ import annotations

import json

import pytest

from satchel.schema.render.tools import DIALECTS, tools
from satchel.schema.surfaces.chunks import Pieces, unescaped
from satchel.schema.surfaces.index import NameIndex
from satchel.schema.surfaces.kinds import kind_of
from satchel.schema.surfaces.mention import How
from satchel.schema.surfaces.regions import Part, Regions
from satchel.schema.surfaces.scan import Scanner
from satchel.schema.surfaces.surface import Kind, Surface, Syntax


def scan(scanner: Scanner, text: str, kind: Kind = Kind.PROMPT, syntax: Syntax = Syntax.PLAIN):
    return scanner.scan(Surface.of(text, kind=kind, where="x", syntax=syntax))


def places(
    scanner: Scanner, text: str, kind: Kind = Kind.PROMPT, syntax: Syntax = Syntax.PLAIN
) -> list[tuple[int | None, int, int]]:
    return [(one.known.number, one.line, one.column) for one in scan(scanner, text, kind, syntax).mentions]


def test_lines_and_columns_are_those_of_an_editor(scanner: Scanner) -> None:
    assert places(scanner, "é你 user.name\r\n  user.lang\n") == [(1, 1, 4), (4, 2, 3)]
    assert places(scanner, "x\n\n主题：user.display.theme") == [(31, 3, 4)]


def test_a_part_of_a_file_counts_on(scanner: Scanner) -> None:
    surface = Surface(data=b"a\nuser.name", kind=Kind.TRACE, where="x", line=100)
    assert scanner.scan(surface).mentions[0].line == 101


PYTHON = '''
x = user.display.theme
y = "user.display.theme"
# user.preferences.theme
z = state["user"]["contact"]["email"]
w = state.get("user", {}).get("diet", {}).get("allergies")
store.put(("users", user_id, "display"), "theme", 1)
"""Read tasks.open[3].deadline first."""
v = user.names.user_display_theme
u = f"{user.lang} user.lang"
'''


def test_only_literals_comments_and_look_ups_of_code_count(scanner: Scanner) -> None:
    found = places(scanner, PYTHON, Kind.CODE, Syntax.PYTHON)
    assert [(number, line) for number, line, _ in found] == [
        (31, 3), (7, 4), (12, 5), (40, 6), (31, 7), (19, 8), (4, 10), (4, 10),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("syntax", "text", "lines"),
    [
        (
            Syntax.C,
            'let a = user.name;\nget("user.name"); // user.lang\n/* user.lang\n */ const b = `user.name`;\n',
            [2, 2, 3, 4],
        ),
        (Syntax.C, "const re = /['\"]/;\nget('user.name');\n", [2]),
        (Syntax.HASH, "a = user.name\nb = 'user.name' # user.lang\n", [2, 2]),
        (Syntax.DASH, "select user.name from t; -- user.lang\nselect 'user.name';\n", [1, 2]),
        (Syntax.PYTHON, "it's = \"broken\nx = 'user.name'\n", [2]),
    ],
)
def test_other_languages(scanner: Scanner, syntax: Syntax, text: str, lines: list[int]) -> None:
    assert [line for _, line, _ in places(scanner, text, Kind.CODE, syntax)] == lines


def test_a_comment_is_less_sure_than_a_literal(scanner: Scanner) -> None:
    found = scan(scanner, '"user.lang"  # user.lang\n', Kind.CODE, Syntax.PYTHON).mentions
    assert [one.confidence for one in found] == [1.0, 0.7]


def test_regions_end_where_the_language_says() -> None:
    data = b'a = \'x\\\'y\' + """long " text""" # note \' \nb = "open\nc = \'z\''
    assert [(data[one.begin : one.end], one.part) for one in Regions(data, Syntax.PYTHON).all] == [
        (b"'x\\'y'", Part.TEXT), (b'"""long " text"""', Part.TEXT), (b"# note ' ", Part.NOTE), (b'"open', Part.TEXT), (b"'z'", Part.TEXT),
    ]  # fmt: skip


def test_what_stands_in_a_rendered_block_is_no_handwriting(scanner: Scanner) -> None:
    text = "user.name\n<!-- satchel:prompt -->\n- user.name\n<!-- /satchel -->\nuser.name\n<!-- satchel:prompt -->\nuser.name"
    assert [one.generated for one in scan(scanner, text).mentions] == [False, True, False, False]


def test_what_a_template_puts_in_is_no_handwriting(scanner: Scanner) -> None:
    found = scan(scanner, "Hello {{ user.name }}, user.name {% if user.nmae %}")
    assert [one.generated for one in found.mentions] == [True, False]
    assert found.strangers == []


def test_tools_that_are_rendered_are_no_handwriting(schema_file, index: NameIndex) -> None:
    made = [tools(schema_file.snapshot, dialect) for dialect in DIALECTS]
    scanner = Scanner(index, rendered=made)
    text = json.dumps(made[1], indent=3)
    found = scan(scanner, text, Kind.TOOL, Syntax.JSON).mentions
    assert found
    assert all(one.generated for one in found)
    changed = text.replace("What the user is called.", "Her name.")
    assert not any(one.generated for one in scan(scanner, changed, Kind.TOOL, Syntax.JSON).mentions)


@pytest.mark.parametrize(
    "text",
    [
        r'"Keys:\nuser.name\tuser.lang"',
        r'"\u0075ser.name \u4e3b\u9898:user.lang"',
        r'"\ud83d\ude00user.name user.la\u006eg"',
    ],
)
def test_escapes_of_json_are_read(scanner: Scanner, text: str) -> None:
    found = scan(scanner, text, Kind.TOOL, Syntax.JSON).mentions
    assert [(one.known.number, one.how) for one in found] == [(1, How.EXACT), (4, How.EXACT)]


def test_escapes_are_written_out_in_their_own_length() -> None:
    data = rb"a\nb \u4e3b\u9898 \ud83d\ude00 \ud83d x \u0041 \u000a"
    made = unescaped(data)
    assert len(made) == len(data)
    assert made.decode().replace("\u200b", "").replace("\u00ad", "").split() == ["a", "b", "主题", "😀", "x", "A"]


def test_nested_fields(scanner: Scanner) -> None:
    schema = {
        "type": "object",
        "properties": {"user": {"properties": {"display": {"properties": {"theme": {"type": "string"}}}}}},
    }
    assert [n for n, _, _ in places(scanner, json.dumps(schema), Kind.TOOL, Syntax.JSON)] == [31]
    assert places(scanner, "user:\n  display:\n    theme: dark\n  other:\n    email: x\n", Kind.DATA, Syntax.YAML) == [
        (31, 3, 5)
    ]
    assert places(scanner, '[user.preferences]\ntheme = "x"\n[other]\ntheme = "y"\n', Kind.DATA) == [(7, 2, 1)]
    assert places(scanner, '{"user": {"display": {}, "theme": 1}}', Kind.DATA, Syntax.JSON) == []
    assert places(scanner, '{"user": {"display": {"x": 1}}, "display": {"theme": 1}}', Kind.DATA, Syntax.JSON) == []


def test_what_was_looked_at_is_forgotten_without_being_lost(index: NameIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satchel.schema.surfaces.chunks._MOST_KNOWN", 5)
    pieces = Pieces(index)
    for n in range(50):
        assert b"user.name" in pieces.of(f"a{n} b{n} c{n} user.name d{n}".encode())


@pytest.mark.parametrize(
    ("path", "data", "kind", "syntax"),
    [
        ("prompts/system.md", b"", Kind.PROMPT, Syntax.PLAIN),
        ("app/prompts.yaml", b"", Kind.PROMPT, Syntax.YAML),
        ("x/reply.jinja", b"", Kind.PROMPT, Syntax.PLAIN),
        ("x/reply.md.j2", b"", Kind.PROMPT, Syntax.PLAIN),
        ("CLAUDE.md", b"", Kind.PROMPT, Syntax.PLAIN),
        ("docs/guide.md", b"", Kind.DOCUMENT, Syntax.PLAIN),
        ("few_shots/theme.json", b"[]", Kind.FEW_SHOT, Syntax.JSON),
        ("data/shots.jsonl", b"", Kind.FEW_SHOT, Syntax.JSON),
        ("a/memory.json", b'[{"name": "w", "input_schema": {"type": "object"}}]', Kind.TOOL, Syntax.JSON),
        ("a/chat.json", b'{"role": "user", "content": "x"}', Kind.HISTORY, Syntax.JSON),
        ("a/run.jsonl", b'{"role": "user", "tools": [{"name": "w", "parameters": {"type": "object"}}]}', Kind.HISTORY, Syntax.JSON),
        ("a/request.json", b'{"messages": [{"role": "user"}], "tools": [{"name": "w", "input_schema": {}}]}', Kind.HISTORY, Syntax.JSON),
        ("traces/run.jsonl", b'{"span": 1}', Kind.TRACE, Syntax.JSON),
        ("a/agent.yaml", b"model: x\nsystem: |\n  Hello\n", Kind.PROMPT, Syntax.YAML),
        ("a/settings.yaml", b"model: x\n", Kind.DATA, Syntax.YAML),
        ("a/data.json", b"{}", Kind.DATA, Syntax.JSON),
        ("a/b.py", b"", Kind.CODE, Syntax.PYTHON),
        ("a/b.tsx", b"", Kind.CODE, Syntax.C),
        ("run", b"#!/usr/bin/env python3\n", Kind.CODE, Syntax.PYTHON),
        ("run", b"Read me.\n", Kind.DOCUMENT, Syntax.PLAIN),
        ("a/b.ipynb", b"{}", Kind.CODE, Syntax.JSON),
    ],
)  # fmt: skip
def test_kinds_of_files(path: str, data: bytes, kind: Kind, syntax: Syntax) -> None:
    assert kind_of(path, data) == (kind, syntax)


@pytest.mark.parametrize(
    "piece",
    [
        "{",
        "{{",
        "{%",
        "[",
        '["',
        '"',
        "'",
        "\\",
        "a.",
        "-",
        "user.",
        "user ",
        '{"user":',
        "user->",
        "`",
        '"""',
        "/*",
        "用户.",
        "\u200b",
    ],
)
@pytest.mark.parametrize("syntax", list(Syntax))
def test_odd_texts_take_time_in_proportion(scanner: Scanner, piece: str, syntax: Syntax) -> None:
    # By what is asked of the clock nothing is told on a busy machine; a text that takes the square of its length would
    # not end here.
    text = piece * (60_000 // len(piece)) + " user.display.theme"
    last = text.count("\n") + 1
    assert all(1 <= mention.line <= last for mention in scan(scanner, text, Kind.PROMPT, syntax).mentions)


def test_columns_of_long_lines_are_counted_on(scanner: Scanner) -> None:
    text = "é user.name " * 300 + "\n" + "主 user.lang " * 3
    found = places(scanner, text)
    assert [column for _, line, column in found if line == 1] == [3 + 12 * n for n in range(300)]
    assert [column for _, line, column in found if line == 2] == [3, 15, 27]
