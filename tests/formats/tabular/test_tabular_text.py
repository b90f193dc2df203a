"""Markdown, pasted lists, logs and web pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import Row, Shape, Table


def _read(tmp_path: Path, text: str | bytes, name: str = "data") -> list[Table]:
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return list(tables(path))


def _rows(found: list[Table]) -> list[Row]:
    return [row for table in found if not table.envelope for row in table.rows()]


def _texts(found: list[Table]) -> list[object]:
    return [row.values.get("text") for row in _rows(found)]


@pytest.mark.parametrize(
    "text",
    [
        "- likes tea\n- no coffee\n",
        "* likes tea\n\n* no coffee\n",
        "1. likes tea\n2. no coffee\n",
        "1、likes tea\n2、no coffee\n",
        "（1）likes tea\n（2）no coffee\n",
        "• likes tea\n• no coffee\n",
        "① likes tea\n② no coffee\n",
        "一、likes tea\n二、no coffee\n",
        "likes tea\nno coffee\n",
        "likes tea\n\nno coffee\n",
        "```\n- likes tea\n- no coffee\n```\n",
        "likes tea\r\nno coffee\r\n",
        "likes tea\rno coffee\r",
        "> likes tea\n> no coffee\n",
        "1.\nlikes tea\n2.\nno coffee\n",
        "•\n\nlikes tea\n\n•\n\nno coffee\n",
    ],
)
def test_every_kind_of_list_gives_one_row_an_item(tmp_path: Path, text: str) -> None:
    found = _read(tmp_path, text)
    assert _texts(found) == ["likes tea", "no coffee"]
    assert all(table.shape is Shape.LINES for table in found)


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("[2025-05-02] - likes tea", "2025-05-02"),
        ("1. [2025-05-02]. likes tea", "2025-05-02"),
        ("- [Jan 2026] likes tea", "Jan 2026"),
        ("[date unknown] - likes tea", "date unknown"),
        ("- 2025-05-02: likes tea", "2025-05-02"),
        ("2025/5/2 14:03 likes tea", "2025/5/2 14:03"),
        ("【2025年5月2日】likes tea", "2025年5月2日"),
        ("2025-05-02T14:03:11.5Z likes tea", "2025-05-02T14:03:11.5Z"),
        ("Jan 5, 2026 - likes tea", "Jan 5, 2026"),
        ("5 January 2026 — likes tea", "5 January 2026"),
    ],
)
def test_a_date_before_an_item_is_its_label(tmp_path: Path, line: str, label: str) -> None:
    (row,) = _rows(_read(tmp_path, line + "\n"))
    assert (row.values["text"], row.values["$label"]) == ("likes tea", label)
    assert row.raw == line


@pytest.mark.parametrize("line", ["[1] note one", "[draft] a note", "(see below) a note", "3 cats and 2024 reasons"])
def test_what_is_no_date_stays_in_the_text(tmp_path: Path, line: str) -> None:
    (row,) = _rows(_read(tmp_path, line + "\n"))
    assert row.values["text"] == line


def test_continuation_lines_belong_to_their_item(tmp_path: Path) -> None:
    text = "[2025-05-02] - lives in\n    Kunming\n[2025-06-01] - has a cat\n\n- a long item that was broken\n  by the width of a screen\n- next\n"
    found = _read(tmp_path, text)
    assert _texts(found) == [
        "lives in Kunming",
        "has a cat",
        "a long item that was broken by the width of a screen",
        "next",
    ]
    assert [row.position for row in _rows(found)] == ["line 1", "line 3", "line 5", "line 7"]


def test_wrapped_lines_are_one_paragraph_and_sentences_are_not(tmp_path: Path) -> None:
    wrapped = "This paragraph was broken by an editor at the seventieth column and\nso it goes on in the second line.\n"
    assert len(_rows(_read(tmp_path, wrapped))) == 1
    chinese = "用户在昆明工作，平时喜欢喝乌龙茶，周末常常去爬山，冬天会去看\n海鸥。\n"
    assert _texts(_read(tmp_path, chinese)) == ["用户在昆明工作，平时喜欢喝乌龙茶，周末常常去爬山，冬天会去看海鸥。"]
    sentences = "The user lives in Kunming and works there as an engineer.\nThe user likes to drink tea in the afternoon at home.\n"
    assert len(_rows(_read(tmp_path, sentences))) == 2


def test_headings_of_all_kinds_make_the_path(tmp_path: Path) -> None:
    text = (
        "# About\n- a\n## Work\n- b\n## Home\n- c\n# Other\n- d\n\nFood\n----\n- e\n\n**Travel**\n- f\n\n"
        "【项目】\n- g\n\nINSTRUCTIONS\n[2025-01-02] - i\n\nWhat I know about you:\n1. h\n"
    )
    found = {table.headings: [row.values["text"] for row in table.rows()] for table in _read(tmp_path, text)}
    assert found == {
        ("About",): ["a"],
        ("About", "Work"): ["b"],
        ("About", "Home"): ["c"],
        ("Other",): ["d"],
        ("Other", "Food"): ["e"],
        ("Other", "Food", "Travel"): ["f"],
        ("Other", "Food", "项目"): ["g"],
        ("Other", "Food", "INSTRUCTIONS"): ["i"],
        ("Other", "Food", "INSTRUCTIONS", "What I know about you"): ["h"],
    }


def test_headings_that_only_their_place_tells_make_the_path(tmp_path: Path) -> None:
    text = (
        "一、基本信息\n1. a\n\n二、偏好\n- b\n- c\n\n三、买牛奶\n四、交房租\n\n**History**\n\n*Recent months*\n\nd\n\n_Earlier_\n\ne\n\n"
        "Category: Interests and Taste\n- f\n\nThings To Remember About Work\n- g\n\nTHINGS NOT TO DO AT HOME\n- h\n"
    )
    found = {table.headings: [row.values["text"] for row in table.rows()] for table in _read(tmp_path, text)}
    assert found == {
        ("基本信息",): ["a"],
        ("偏好",): ["b", "c", "买牛奶", "交房租"],
        ("偏好", "History", "Recent months"): ["d"],
        ("偏好", "History", "Earlier"): ["e"],
        ("Interests and Taste",): ["f"],
        ("Interests and Taste", "Things To Remember About Work"): ["g"],
        ("Interests and Taste", "THINGS NOT TO DO AT HOME"): ["h"],
    }


def test_what_only_looks_like_a_heading_is_an_item(tmp_path: Path) -> None:
    text = "*really important stuff for later.*\n\n1.\n\nbuy more milk for the weekend\n- oats\n"
    assert _texts(_read(tmp_path, text)) == [
        "*really important stuff for later.*",
        "1.",
        "buy more milk for the weekend",
        "oats",
    ]


def test_a_heading_that_says_something_and_has_nothing_under_it_is_an_item(tmp_path: Path) -> None:
    text = "# My memories of this year\n## The user likes green tea\n## Empty\n## 用户不喜欢吃辣的菜\n### Detail\n- b\n# The user lives in Kunming\n"
    assert _texts(_read(tmp_path, text)) == ["The user likes green tea", "b", "The user lives in Kunming"]


def test_only_the_last_sentence_before_a_list_is_its_heading(tmp_path: Path) -> None:
    text = "The user works at night. The user prefers:\n\n- dark mode\n- short answers\n"
    found = {table.headings: [row.values["text"] for row in table.rows()] for table in _read(tmp_path, text)}
    assert found == {(): ["The user works at night."], ("The user prefers",): ["dark mode", "short answers"]}


def test_an_indented_item_knows_what_it_stands_under(tmp_path: Path) -> None:
    rows = _rows(_read(tmp_path, "- Food:\n  - no chilli\n  - tea\n    - oolong\n- plain\n"))
    assert [(row.values["text"], row.values.get("^item")) for row in rows] == [
        ("no chilli", "Food"),
        ("tea", "Food"),
        ("oolong", "tea"),
        ("plain", None),
    ]


def test_check_boxes_and_code_are_marked(tmp_path: Path) -> None:
    rows = _rows(_read(tmp_path, "- [ ] buy milk\n- [x] pay rent\n\n```python\nx = 1\n\ny = 2\n```\n"))
    assert [row.values.get("$checked") for row in rows] == [False, True, None]
    assert (rows[2].values["text"], rows[2].values["$code"]) == ("x = 1\n\ny = 2", "python")


def test_a_drawn_table_is_rows(tmp_path: Path) -> None:
    found = _read(tmp_path, "# T\n\n| name | likes |\n| --- | :---: |\n| Lin | tea \\| jazz |\n| Bo | |\n\nafter\n")
    table = next(t for t in found if t.shape is Shape.ROWS)
    assert [dict(row.values) for row in table.rows()] == [
        {"name": "Lin", "likes": "tea | jazz"},
        {"name": "Bo", "likes": ""},
    ]
    assert table.headings == ("T",)
    assert "after" in _texts(found)


def test_front_matter_is_the_envelope_and_known_in_every_row(tmp_path: Path) -> None:
    text = (
        "---\ntitle: A\ndate: 2024-01-01\non: yes\nn: 5\nmetadata:\n  type: feedback\ntags: [a, b]\n---\n\nlikes tea\n"
    )
    envelope, body = _read(tmp_path, text)
    assert envelope.envelope
    fields = {"title": "A", "date": "2024-01-01", "on": "yes", "n": 5, "metadata.type": "feedback", "tags": ["a", "b"]}
    assert [dict(row.values) for row in envelope.rows()] == [fields]
    (row,) = body.rows()
    assert dict(row.values) == {"text": "likes tea", **{f"^{key}": value for key, value in fields.items()}}
    assert row.position == "line 11"
    assert body.shape is Shape.LINES


@pytest.mark.parametrize(
    "head",
    [
        "title: A: B\n\tx: 1",
        "title: [unclosed",
        "title: &a A\nother: *a",
        "title: A\ntitle: !!python/object:os.system x",
    ],
)
def test_broken_or_dangerous_front_matter_is_a_problem_and_the_body_is_read(tmp_path: Path, head: str) -> None:
    found = _read(tmp_path, f"---\n{head}\n---\nlikes tea\n")
    assert _texts(found)[-1] == "likes tea"
    assert any("front matter" in row.problem for table in found for row in table.rows())


def test_a_rule_at_the_top_is_no_front_matter(tmp_path: Path) -> None:
    assert "likes tea" in _texts(_read(tmp_path, "---\n\nlikes tea\n\n---\nno coffee\n"))


def test_lines_of_a_traceback_belong_to_the_log_line_before(tmp_path: Path) -> None:
    lines = [f"2024-01-01 10:00:0{i} INFO step {i}" for i in range(6)]
    text = "\n".join([*lines[:3], "Traceback (most recent call last):", '  File "x.py"', *lines[3:]]) + "\n"
    rows = _rows(_read(tmp_path, text))
    assert len(rows) == 6
    assert str(rows[2].values["text"]).startswith("INFO step 2\nTraceback")


def test_a_web_page_is_read_as_its_text(tmp_path: Path) -> None:
    page = (
        "<!DOCTYPE html><html><head><title>t</title><style>p{}</style><script>var memory = 'no';</script><body><h1>About</h1>"
        "<ul><li>likes <b>tea</b> &amp; jazz<li>no coffee</ul><table><tr><th>k<th>v<tr><td>a<td>b</table><p>last"
    )
    found = _read(tmp_path, page, "page.html")
    assert _texts(found)[:3] == ["likes tea & jazz", "no coffee", "last"]
    assert found[0].headings == ("About",)
    assert [dict(row.values) for row in found[-1].rows()] == [{"k": "a", "v": "b"}]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-8-sig", "big5"])
def test_text_in_any_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    lines = ["使用者喜歡喝烏龍茶", "使用者不喜歡吃辣的菜", "使用者住在昆明市中心"]
    found = _read(tmp_path, "\n".join(lines).encode(encoding))
    assert _texts(found) == lines


def test_one_line_in_another_encoding_is_read_by_itself(tmp_path: Path) -> None:
    lines = ["用户喜欢喝乌龙茶", "用户不喜欢吃很辣的菜", "用户住在昆明的市中心", "用户周末常常去爬山"]
    data = b"\n".join(line.encode("gb18030" if i == 2 else "utf-8") for i, line in enumerate(lines))
    assert _texts(_read(tmp_path, data)) == lines


def test_a_text_too_large_for_sections_is_read_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satchel.formats.tabular.text_rows.LARGEST", 100)
    (table,) = _read(tmp_path, "".join(f"2024-01-01 line number {i}\n" for i in range(50)))
    rows = list(table.rows())
    assert len(rows) == 50
    assert rows[0].values["$label"] == "2024-01-01"
