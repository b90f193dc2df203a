"""What was made of a forgotten memory and of others waits in a list until it is written anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.cli.app import code_of
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel.service.sync import sync
from satchel_protocol.errors import NotFoundError


@pytest.fixture(params=["db", "jsonl"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    with Memory(str(tmp_path / f"own.{request.param}"), config=Config()) as opened:
        yield opened


def summary(memory: Memory) -> tuple[str, str, str]:
    one, two = (memory.remember(text).id for text in ("Ann rows on Sundays.", "Ann bakes on Mondays."))
    return one, two, memory.remember("Ann rows on Sundays and bakes on Mondays.", derived_from=[one, two]).id


def waiting(memory: Memory) -> list[str]:
    return [record.id for record in memory.needing_rebuild()]


def test_it_waits_until_its_text_is_new(memory) -> None:
    one, two, made = summary(memory)
    assert waiting(memory) == []
    memory.forget(one)
    assert waiting(memory) == [made]
    memory.edit(made, tags=("week",))
    assert waiting(memory) == [made], "another tag writes nothing anew"
    record = memory.edit(made, content="Ann bakes on Mondays, as a summary.")
    assert record.derived_from == (two,)
    assert waiting(memory) == []


def test_with_the_last_source_it_goes_too(memory) -> None:
    one, two, made = summary(memory)
    memory.forget(one)
    assert made in memory.forget(two).derived
    assert waiting(memory) == []


def test_it_waits_in_a_synced_store_and_after_an_import_as_well(memory, tmp_path) -> None:
    one, _, made = summary(memory)
    memory.forget(one)
    sync(memory.url, str(tmp_path / "other.db"))
    memory.export(tmp_path / "out.satchel", scope="*")
    for url in ("other.db", "third.db"):
        with Memory(str(tmp_path / url), config=Config()) as other:
            if url == "third.db":
                other.import_(tmp_path / "out.satchel")
            assert waiting(other) == [made]


def test_the_commands_tell(memory, capsys) -> None:
    one, _, made = summary(memory)
    assert code_of(["forget", one, "--yes", "--store", memory.url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["needs_rebuilding"] == [made]
    assert code_of(["list", "--needs-rebuilding", "--store", memory.url, "--json"]) == 0
    assert [record["id"] for record in json.loads(capsys.readouterr().out)["records"]] == [made]
    assert code_of(["edit", made, "--content", "Ann bakes.", "--store", memory.url]) == 0
    capsys.readouterr()
    assert code_of(["list", "--needs-rebuilding", "--store", memory.url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["records"] == []


def test_what_goes_along_with_another_one_may_be_named_too(memory) -> None:
    one = memory.remember("Ann rows on Sundays.").id
    made = memory.remember("Ann is sporty.", derived_from=[one]).id
    ids = [one, made, one]
    assert [tombstone.id for tombstone in memory.forget_many(ids, dry_run=True)] == [one]
    with pytest.raises(NotFoundError):
        memory.forget_many([*ids, "nobody"])
    assert memory.read(made).content == "Ann is sporty.", "all or none"
    assert code_of(["forget", *ids, "--yes", "--store", memory.url]) == 0
    assert list(memory.list()) == []
