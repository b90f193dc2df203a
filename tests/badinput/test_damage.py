"""Damage to any sample of any tool or folder: no error but ours, no invented time, both ledgers right, nothing lost for good."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.acceptance.folders import judge as first
from tests.acceptance.second import judge as second
from tests.badinput.trial import damage
from tests.formats.tools.harness import FIXTURES

SAMPLES = sorted(case for tool in FIXTURES.iterdir() if tool.is_dir() for case in tool.iterdir() if case.name[0] != ".")
FOLDERS = [*((first, name) for name in first.NAMES), *((second, name) for name in second.NAMES)]
QUICK_FOLDERS = FOLDERS[:: max(1, len(FOLDERS) // 4)]
"""Some of them, for the tests that run each time."""
SEEDS = st.integers(0, 2**32 - 1)


def folder(which: tuple[object, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    collection, name = which
    place = tmp_path_factory.mktemp("whole") / name
    build = collection.load(name)[0]  # type: ignore[attr-defined]  # two modules of one shape
    place.mkdir()
    build(place)
    return place


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda case: f"{case.parent.name}-{case.name}")
def sample(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda which: which[1])
def any_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder(request.param, tmp_path_factory)


@pytest.fixture(scope="module", params=QUICK_FOLDERS, ids=lambda which: which[1])
def quick_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder(request.param, tmp_path_factory)


def test_a_damaged_sample_of_a_tool(sample: Path, tmp_path: Path) -> None:
    damage(sample, tmp_path, seed=random.Random(sample.name).randrange(2**32)).run()


def test_a_damaged_folder_that_nobody_documented(quick_folder: Path, tmp_path: Path) -> None:
    damage(quick_folder, tmp_path, seed=random.Random(quick_folder.name).randrange(2**32)).run()


@pytest.mark.soak
@settings(max_examples=100)
@given(seed=SEEDS)
def test_a_sample_damaged_in_many_ways(sample, tmp_path_factory, seed) -> None:
    damage(sample, tmp_path_factory.mktemp("broken"), seed).run()


@pytest.mark.soak
@settings(max_examples=40)
@given(seed=SEEDS)
def test_a_folder_damaged_in_many_ways(any_folder, tmp_path_factory, seed) -> None:
    damage(any_folder, tmp_path_factory.mktemp("broken"), seed).run()


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="a store that is open cannot be removed there")
@settings(max_examples=5)
@given(seed=SEEDS)
def test_damage_on_its_way_into_a_durable_store(sample, tmp_path_factory, seed) -> None:
    place = tmp_path_factory.mktemp("broken")
    damage(sample, place, seed).run(f"sqlite:{tmp_path_factory.mktemp('kept')}/store.db")  # a sample is called store.db
