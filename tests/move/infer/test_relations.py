"""A column of what people are to somebody tells about them and owns nothing, whatever it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.formats.contract import Fate
from satchel.move.rescue import Rescue


@pytest.mark.parametrize(
    ("head", "relations"),
    [
        ("who", ("landlord", "neighbour", "running partner", "aunt")),
        ("uid", ("cousin", "dentist", "former colleague", "friend")),
        ("谁", ("房东", "邻居", "前同事", "表姐")),
    ],
)
def test_relations_stay_in_the_sentence_and_set_no_scope(head: str, relations: tuple[str, ...], tmp_path: Path) -> None:
    lines = [f"full_name,{head},city,remark"]
    lines += [f"Person{n} Vale,{relations[n % 4]},Lyon,keeps bees since {1990 + n}" for n in range(24)]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n", "utf-8")
    memories = [r for reading in Rescue(tmp_path).readings() if reading.fate is Fate.MEMORY for r in reading.records]
    assert len(memories) == 24
    assert {record.scope for record in memories} == {"user:me"}
    assert all(any(relation in record.content for relation in relations) for record in memories)


def test_how_a_source_words_its_notes_says_nothing_of_people_told_in_columns(tmp_path: Path) -> None:
    notes = [("skill", f"Landlord calls: neighbour {n} taught us to reset the boiler in Lyon first") for n in range(70)]
    notes += [("fact", f"The blue boat number {n} belongs to the club") for n in range(70)]
    (tmp_path / "notes.csv").write_text(
        "".join(f"{kind},{text}\n" for kind, text in [("kind", "text"), *notes]), "utf-8"
    )
    lines = ["name,relation,city,remark"]
    lines += [f"Person{n} Vale,{('landlord', 'neighbour')[n % 2]},Lyon,taught boiler repair" for n in range(24)]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n", "utf-8")
    records = [r for reading in Rescue(tmp_path).readings() if reading.fate is Fate.MEMORY for r in reading.records]
    people = [record for record in records if "Vale" in record.content]
    assert len(people) == 24
    assert {record.type for record in people} == {"fact"}
