"""`fmt` moves lines: no comment and no value is lost, and a second time changes nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.schema.cases import FIXTURES, base

from satchel.cli.app import code_of
from satchel.schema.formatting import UnformattableError, format_text
from satchel.schema.tree import parse

UNTIDY = """\
# of the whole file

# of the format
format: 1   # one
revision: 3
schema: 'shop'


next_number: 9
keys:
# of the first key
- name: shop.name    # what it is called
  # of the number
  number: 1
  describe: >
    Folded, and
      # no comment
    more.

  in: shop
  type:
      type: object
      properties:
          a: {type: string}   # one
          # before b
          b:
              type: string
- {number: 2, name: shop.open, in: shop,
   type: {type: string}}
-
  number: 3
  name: shop.door
  in: shop
  type: {type: string}
  examples:
  - "a # b"
  - c
namespaces:
    shop:
        path: [shops, "{id}"]
        number: 1
# at the end
"""

TIDY = """\
# of the whole file

# of the format
format: 1   # one
schema: 'shop'
revision: 3
next_number: 9

namespaces:
  shop:
    number: 1
    path: [shops, "{id}"]

keys:
  # of the first key
  # of the number
  - number: 1
    name: shop.name    # what it is called
    in: shop
    type:
      type: object
      properties:
        a: {type: string}   # one
        # before b
        b:
          type: string
    describe: >
      Folded, and
        # no comment
      more.

  - {number: 2, name: shop.open, in: shop,
     type: {type: string}}
  - number: 3
    name: shop.door
    in: shop
    type: {type: string}
    examples:
      - "a # b"
      - c
# at the end
"""


def values(text: str) -> object:
    root = parse(text, lambda *_: pytest.fail("a finding"))
    return root.plain() if root is not None else None


def test_an_untidy_file_is_laid_out() -> None:
    assert format_text(UNTIDY) == TIDY


@pytest.mark.parametrize(
    "text", [UNTIDY, TIDY, (FIXTURES / "base.yml").read_text("utf-8"), "format: 1\n", "{format: 1}\n"]
)
def test_it_says_the_same_and_the_second_time_changes_nothing(text: str) -> None:
    made = format_text(text)
    assert values(made) == values(text)
    assert format_text(made) == made
    assert sorted(line.strip() for line in made.split("\n") if line.strip().startswith("#")) == sorted(
        line.strip() for line in text.split("\n") if line.strip().startswith("#")
    )


def test_line_ends_and_marks_of_other_systems_go() -> None:
    assert format_text("\ufeff" + TIDY.replace("\n", "\r\n")) == TIDY


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_any_block_layout_comes_out_the_same(seed: int) -> None:
    rng = random.Random(seed)
    document = base()
    document = {name: document[name] for name in rng.sample(list(document), len(document))}
    document["keys"] = [{name: key[name] for name in rng.sample(list(key), len(key))} for key in document["keys"]]
    text = yaml.dump(
        document,
        Dumper=yaml.CSafeDumper,
        sort_keys=False,
        indent=rng.choice([2, 4, 7]),
        width=rng.choice([20, 60, 1000]),
    )
    lines = []
    for line in text.split("\n"):
        if rng.random() < 0.1 and line.strip() and not line.startswith("   "):
            lines.append(f"{' ' * rng.randrange(4)}# note {rng.randrange(1000)}")
        lines.append(line)
    noted = "\n".join(lines)
    try:
        made = format_text(noted)
    except UnformattableError:
        # A comment in the middle of a folded text makes another text of it; such a file is left alone.
        return
    assert values(made) == values(noted)
    assert format_text(made) == made


@pytest.mark.parametrize("text", ["", "a: [1", "a: 1\na: 2\n", "a: &x 1\nb: *x\n"])
def test_a_damaged_file_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "s.yml"
    path.write_text(text, "utf-8")
    assert code_of(["schema", "fmt", str(path)]) == 2
    assert path.read_text("utf-8") == text


def test_the_command_checks_or_writes(tmp_path: Path) -> None:
    path = tmp_path / "s.yml"
    path.write_text(UNTIDY, "utf-8")
    assert code_of(["schema", "fmt", "--check", str(path)]) == 1
    assert path.read_text("utf-8") == UNTIDY
    assert code_of(["schema", "fmt", str(path)]) == 0
    assert path.read_text("utf-8") == TIDY
    assert code_of(["schema", "fmt", "--check", str(path)]) == 0
