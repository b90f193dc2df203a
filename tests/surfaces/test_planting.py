"""The measure of the scan: it is repeatable, it is right, and it notices a scan that is worse."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from satchel.schema.surfaces import planting
from satchel.schema.surfaces.index import NameIndex, bare
from satchel.schema.surfaces.planting import SPELLINGS, at_least, plant, sampled
from satchel.schema.surfaces.scan import Scanned, Scanner
from satchel.schema.surfaces.surface import Kind, Surface, Syntax

SURFACES = [
    Surface.of("You are helpful. Read the notes.\n\n- one\n- two\n", kind=Kind.PROMPT, where="prompts/a.md"),
    Surface.of('{"name": "write", "description": "Writes.", "n": [1, 2]}\n', kind=Kind.TOOL, where="t.json", syntax=Syntax.JSON),
    Surface.of("def f(x):\n    '''Doc.'''\n    return 'a' + x  # note\n", kind=Kind.CODE, where="a.py", syntax=Syntax.PYTHON),
    Surface.of("const a = `x ${b}`;\nf('it');\n", kind=Kind.CODE, where="a.ts", syntax=Syntax.C),
    Surface.of("a: 1\nb:\n  c: x\n", kind=Kind.PROMPT, where="p.yaml", syntax=Syntax.YAML),
    Surface.of('{"role": "user", "content": "hi"}\n{"role": "assistant", "content": ""}\n', kind=Kind.HISTORY, where="h.jsonl", syntax=Syntax.JSON),
    Surface.of("Likes tea.", kind=Kind.MEMORY, where="store#1"),
    Surface.of("", kind=Kind.PROMPT, where="empty.md"),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_what_is_planted_is_found(scanner: Scanner, seed: int) -> None:
    result = plant(SURFACES, scanner, 600, random.Random(seed))
    assert result.planted == 600
    assert result.missed == []
    assert result.lower > 0.99
    assert set(result.classes) == set(SPELLINGS)


def test_the_same_seed_gives_the_same(scanner: Scanner) -> None:
    one, other = (plant(SURFACES, scanner, 50, random.Random(3)).to_json() for _ in range(2))
    assert one == other


def test_a_scan_that_is_blind_for_one_key_is_noticed(index: NameIndex) -> None:
    class Blind(Scanner):
        def scan(self, surface: Surface) -> Scanned:
            found = super().scan(surface)
            return Scanned([one for one in found.mentions if one.known.number != 7], found.strangers)

    result = plant(SURFACES, Blind(index), 300, random.Random(1))
    assert result.found < result.planted
    assert result.lower < 0.99
    assert result.missed


@pytest.mark.parametrize("spelling", ["nested JSON", "look-alikes", "prose", "brackets"])
def test_a_scan_that_is_blind_for_one_spelling_is_noticed(
    index: NameIndex, spelling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    blinders = {
        "nested JSON": ("satchel.schema.surfaces.nesting._braces", lambda *_: iter(())),
        "look-alikes": ("satchel.schema.surfaces.index.words", lambda segment: (segment.lower(),)),
        "prose": ("satchel.schema.surfaces.prose.Names.find", lambda *_: iter(())),
    }
    if spelling == "brackets":
        monkeypatch.setattr("satchel.schema.surfaces.notation._resolved", lambda *_: False)
        monkeypatch.setattr("satchel.schema.surfaces.nesting._chains", lambda *_: iter(()))
    else:
        bare.cache_clear()
        monkeypatch.setattr(*blinders[spelling])
    try:
        result = plant(SURFACES, Scanner(index), 400, random.Random(1))
    finally:
        monkeypatch.undo()
        bare.cache_clear()
    assert result.classes[spelling][0] < result.classes[spelling][1]


def test_surfaces_are_copied_and_left_alone(scanner: Scanner) -> None:
    before = [replace(one) for one in SURFACES]
    plant(SURFACES, scanner, 60, random.Random(0))
    assert before == SURFACES


def test_large_surfaces_are_cut(scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planting, "_MOST_BYTES", 500)
    large = Surface.of("".join(f"Line {n} of it.\n" for n in range(2000)), kind=Kind.PROMPT, where="l.md")
    result = plant([large], scanner, 100, random.Random(0))
    assert (result.found, result.planted) == (100, 100)


def test_there_may_be_nothing_to_plant_into(scanner: Scanner) -> None:
    result = plant([], scanner, 10, random.Random(0))
    assert (result.planted, result.lower) == (0, 0.0)


@pytest.mark.parametrize(
    ("found", "planted", "bound"),
    [
        (299, 299, 0.9900),
        (59, 59, 0.9505),
        (10, 10, 0.7411),
        (9, 10, 0.6058),
        (95, 100, 0.8979),
        (1, 1, 0.05),
        (0, 5, 0.0),
    ],
)
def test_bounds_are_those_of_clopper_and_pearson(found: int, planted: int, bound: float) -> None:
    # Compared with the tables of the beta distribution: 0.05 ** (1 / n) where all are found.
    assert at_least(found, planted) == pytest.approx(bound, abs=2e-4)


def test_a_bound_holds_as_often_as_it_says() -> None:
    rng = random.Random(5)
    share, held = 0.97, 0
    bounds = {found: at_least(found, 120) for found in range(121)}
    for _ in range(2000):
        held += bounds[sum(rng.random() < share for _ in range(120))] <= share
    assert held / 2000 >= 0.94


def test_a_sample_is_fair() -> None:
    rng = random.Random(2)
    counts = [0] * 10
    for _ in range(3000):
        for one in sampled(range(10), 3, rng):
            counts[one] += 1
    assert min(counts) > 780
    assert max(counts) < 1020
    assert sampled(range(2), 5, rng) == [0, 1]
