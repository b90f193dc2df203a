"""Files of instructions become statements that stand by themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.formats.guidance.reading import imports, statements, title_of
from satchel.formats.guidance.statement import Kind
from satchel.formats.guidance.types import type_of_statement


def said(text: str) -> list[str]:
    return [statement.content() for statement in statements(text)]


def test_a_bullet_comes_with_the_headings_above_it():
    assert said("# Shop\n## Style\n- two spaces\n### Go\n- tabs\n## Tests\nPytest only.") == [
        "Shop › Style: two spaces",
        "Shop › Style › Go: tabs",
        "Shop › Tests: Pytest only.",
    ]


def test_headings_may_be_underlined_or_a_bold_line():
    assert said("Style\n=====\n\n**Naming:**\n- short names in loops\n") == ["Style › Naming: short names in loops"]
    assert said("Style\n=====\n\nGo\n---\n\n- tabs\n") == ["Style › Go: tabs"]


def test_a_paragraph_after_a_list_is_not_under_the_bold_line_above_the_list():
    assert said("## Tools\n**Database**\n- run make db first thing\n\nEverything else is in the wiki.") == [
        "Tools › Database: run make db first thing",
        "Tools: Everything else is in the wiki.",
    ]


def test_wrapped_lines_are_one_statement_and_short_lines_stay_lines():
    long = "The till keeps its prices in a cache that is emptied once a day\nat midnight, and never before."
    assert said(long) == [long.replace("\n", " ")]
    assert said("Till: 7001\nWeb: 7002") == ["Till: 7001\nWeb: 7002"]


def test_code_stays_whole_with_the_line_that_introduces_it():
    text = "## Commands\nRun one test:\n\n```bash\nnpm test -- a   # one\n\n  npm test -- b\n```\n"
    assert said(text) == ["Commands: Run one test:\n```bash\nnpm test -- a   # one\n\n  npm test -- b\n```"]
    assert [s.kind for s in statements(text)] == [Kind.CODE]


def test_code_inside_an_item_stays_with_the_item():
    text = "- Wrap errors like this:\n  ```go\n  if err != nil {\n      return err\n  }\n  ```\n- No panics in handlers"
    assert said(text) == [
        "Wrap errors like this:\n```go\nif err != nil {\n    return err\n}\n```",
        "No panics in handlers",
    ]


def test_an_unclosed_fence_ends_with_the_file():
    assert said("## A\n```\nmake x\n- no item") == ["A:\n```\nmake x\n- no item"]


def test_an_item_that_only_names_what_is_below_it_is_a_heading():
    assert said("- Python:\n  - four spaces\n  - type hints\n- Go\n    - tabs") == [
        "Python: four spaces",
        "Python: type hints",
        "Go: tabs",
    ]


def test_what_is_below_a_sentence_belongs_to_it():
    assert said(
        "- Prefer composition over inheritance\n  - except in legacy/\n  - and in tests\n- Keep it flat please"
    ) == [
        "Prefer composition over inheritance\n- except in legacy/\n- and in tests",
        "Keep it flat please",
    ]


def test_numbered_steps_stay_together_and_numbered_rules_do_not():
    assert said("## Release process\n1. bump\n2. tag\n   with a v\n3. push") == [
        "Release process:\n1. bump\n2. tag with a v\n3. push"
    ]
    assert said("## Rules\n1. Never push to main without a review\n2. Tests come first, always") == [
        "Rules: Never push to main without a review",
        "Rules: Tests come first, always",
    ]


def test_fragments_stay_with_the_line_that_introduces_them():
    assert said("The report holds:\n- HTML\n- CSV\n") == ["The report holds:\n- HTML\n- CSV"]


def test_sentences_below_an_introduction_take_its_last_sentence_along():
    text = "We are three people. When you write tests:\n- use the real database, never a mock\n- name them by what they promise\n"
    assert said(text) == [
        "When you write tests: use the real database, never a mock",
        "When you write tests: name them by what they promise",
    ]


def test_a_few_words_right_above_a_list_are_about_the_list():
    assert said(
        "## Stack\n**Frontend** (`web/`)\n- Next.js with strict types, always\n- Zustand for what is shared\n"
    ) == [
        "Stack › **Frontend** (`web/`): Next.js with strict types, always",
        "Stack › **Frontend** (`web/`): Zustand for what is shared",
    ]
    assert said("The boat is old.\n- The mast is nine metres long today\n")[0] == "The boat is old."


def test_an_introduction_that_nothing_follows_is_not_lost():
    assert said("Remember:\n\n## Next\n- something else to do") == ["Remember:", "Next: something else to do"]


def test_chinese_takes_chinese_marks():
    assert said("# 约定\n- 组件：\n  - 一个文件一个组件\n1、提交信息用中文写\n") == [
        "约定 › 组件：一个文件一个组件",
        "约定：提交信息用中文写",
    ]


def test_tables_and_comments_and_imports_are_told_apart():
    found = list(statements("<!-- later\n-->\n| a | b |\n| - | - |\n|---|---|\n| 1 | 2 |\n\n@docs/a.md\n- @b.md\n"))
    kinds = [(s.kind, s.line) for s in found]
    assert kinds[0] == (Kind.COMMENT, 1)
    assert (Kind.IMPORT, 8) in kinds
    assert (Kind.IMPORT, 9) in kinds


def test_imports_are_paths_outside_code_and_no_mail_addresses():
    text = "See @README.md and @docs/git.md, not `@anthropic/x` or ann@example.org.\n```\n@no.md\n```\n- @~/.claude/me.md\n"
    assert imports(text) == ["README.md", "docs/git.md", "~/.claude/me.md"]


def test_the_title_is_the_only_first_heading():
    assert title_of("\n# Shop\n## A") == "Shop"
    assert title_of("# Shop\n# Till") == ""
    assert title_of("## Shop") == ""
    assert title_of("") == ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("## Commands\n- `make test` runs all tests", "skill"),
        ("```bash\nmake\n```", "skill"),
        ("## How to release\n1. tag\n2. push", "skill"),
        ("- Never push to main", "preference"),
        ("- Use uv, not pip", "preference"),
        ("## Code style\n- two spaces", "preference"),
        ("- 提交信息必须用中文", "preference"),
        ("## Architecture\n- The API lives in services/api", "fact"),
        ("## 架构\n- 前端在 web 目录", "fact"),
        ("- [ ] move the billing to Stripe", "task"),
        ("- [x] move the billing to Stripe", "fact"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "fact"),
    ],
)
def test_types_come_from_what_a_statement_is_under_and_how_it_is_put(text, kind):
    found = next(statements(text))
    assert type_of_statement(found, lambda _: "fact") == kind


def test_a_standing_order_is_no_open_task():
    assert type_of_statement(next(statements("- The tests run before each commit")), lambda _: "task") == "preference"


@given(st.text(alphabet="-*#`~|@<>![]()1. \n\tab：是", max_size=80))
def test_any_text_is_read_and_no_line_is_said_twice(text):
    found = list(statements(text))
    lines = [s.line for s in found]
    assert lines == sorted(lines)
    assert all(s.text.strip() for s in found)
