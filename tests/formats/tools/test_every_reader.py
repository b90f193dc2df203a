"""What every reader of a tool's files promises, tried on every fixture of every tool, whole and damaged."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.tools.damage import damaged
from tests.formats.tools.harness import FIXTURES, check, read

from satchel.formats.fields import shape
from satchel.formats.tools import READERS
from satchel_protocol.errors import SatchelError

CASES = sorted(case for tool in FIXTURES.iterdir() if tool.is_dir() for case in tool.iterdir() if case.name[0] != ".")


def name(case: Path) -> str:
    return f"{case.parent.name}-{case.name}"


@pytest.fixture(params=CASES, ids=name, scope="module")
def case(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_a_field_stands_in_one_list_and_a_dropped_one_has_a_reason():
    with pytest.raises(ValueError, match="one list"):
        shape("a b", kept="b")
    with pytest.raises(ValueError, match="reason"):
        shape("a", dropped={"b": ""})


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.tool)
def test_a_reader_says_what_it_reads_and_has_fixtures(reader):
    assert reader.title
    assert reader.reads
    assert reader.obtain
    assert any(case.parent.name == reader.tool for case in CASES)


def test_its_reader_claims_it_and_explains_every_field(case):
    found = read(case)

    assert case.parent.name in found.tools
    assert found.unexplained == {}


def test_every_row_is_accounted_for(case):
    check(read(case))


def test_reading_twice_and_from_elsewhere_gives_the_same_records(case, tmp_path):
    other = tmp_path / case.name
    if case.is_dir():
        shutil.copytree(case, other)
    else:
        shutil.copy(case, other)

    once, again = read(case), read(other)

    assert [record.to_json() for record in once.records()] == [record.to_json() for record in again.records()]
    assert [t.to_json() for t in once.tombstones] == [t.to_json() for t in again.tombstones]


def test_nothing_in_the_folder_is_touched(case, tmp_path):
    copy = tmp_path / case.name
    if case.is_dir():
        shutil.copytree(case, copy)
    else:
        shutil.copy(case, copy)
    before = (
        {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()} if copy.is_dir() else copy.read_bytes()
    )

    read(copy)

    after = (
        {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()} if copy.is_dir() else copy.read_bytes()
    )
    assert after == before


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_damage_raises_nothing_and_loses_no_row_unsaid(case, tmp_path_factory, seed):
    chance = random.Random(seed)
    copy = tmp_path_factory.mktemp("damaged") / case.name
    if case.is_dir():
        shutil.copytree(case, copy)
        victim = chance.choice(sorted(path for path in copy.rglob("*") if path.is_file()))
    else:
        shutil.copy(case, copy)
        victim = copy
    victim.write_bytes(damaged(victim.read_bytes(), chance))

    said, found = "", None
    try:
        found = read(copy)
    except SatchelError as error:
        said = str(error)
    if found is not None:
        check(found)
    else:  # nothing of it can be read any more, and one line says so
        assert copy.name in said
        assert "\n" not in said
