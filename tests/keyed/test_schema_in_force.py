"""Which schema guards a memory: the one that is named, the configured one, or the one in the store."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.keyed.cases import SCHEMA

from satchel.service.config import Config, load_config
from satchel.service.memory import Memory
from satchel.service.schema import Project, published, rendered, store_revisions
from satchel_protocol.errors import ConfigError, UndeclaredKeyError, UsageError

NOW = datetime(2026, 3, 4, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "memory_schema.yml"
    path.write_text(SCHEMA, "utf-8")
    return path


def publish(path: Path, url: str) -> None:
    (path.parent / "evidence").mkdir(exist_ok=True)
    (path.parent / "evidence" / "4.json").write_text('{"number": 4}')
    revision, checked = published(Project.open(path), NOW)
    assert revision is not None, checked.findings
    store_revisions(url, [revision], NOW)


def number(memory: Memory) -> int | None:
    memory.store(create=True)
    return memory.get("user.display.theme", scope="user:ann").number


def test_the_configured_file_is_taken(tmp_path: Path, path: Path) -> None:
    config = load_config({"SATCHEL_CONFIG": str(tmp_path / "c.toml")}) if (tmp_path / "c.toml").exists() else Config()
    assert config.schema is None
    (tmp_path / "c.toml").write_text(f'schema = "{path}"\nschema_mode = "reject"\n')
    config = load_config({"SATCHEL_CONFIG": str(tmp_path / "c.toml")})
    with Memory("memory:", config=config) as memory:
        assert number(memory) == 31
        with pytest.raises(UndeclaredKeyError):
            memory.put("user.hat", "grey", scope="user:ann")


def test_the_environment_names_it_too(path: Path) -> None:
    assert load_config({"SATCHEL_SCHEMA": str(path), "SATCHEL_SCHEMA_MODE": "propose", "HOME": "/none"}).schema == str(
        path
    )
    with pytest.raises(ConfigError, match="observe"):
        load_config({"SATCHEL_SCHEMA_MODE": "strict", "HOME": "/none"})


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("number: 31\n", "number: 7\n", "number 7 is that of"),
        ("name: user.display.theme\n", "name: user.preferences.theme\n", "user.preferences.theme is a name of key"),
    ],
)
def test_a_file_in_which_two_keys_are_one_is_refused(path: Path, old: str, new: str, told: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(UsageError, match=told), Memory("memory:", schema=path) as memory:
        number(memory)
    with pytest.raises(UsageError, match=told):
        rendered(Project.open(path), "prompt")


@pytest.mark.parametrize("name", ["own.db", "own.jsonl"])
def test_the_newest_revision_in_the_store_is_taken_where_none_is_named(tmp_path: Path, path: Path, name: str) -> None:
    url = str(tmp_path / name)
    with Memory(url, config=Config()) as memory:
        assert number(memory) is None
    publish(path, url)
    path.write_text(SCHEMA.replace("revision: 14", "revision: 15").replace("# the theme", "# the colours"), "utf-8")
    publish(path, url)
    with Memory(url, config=Config()) as memory:
        assert number(memory) == 31
        assert memory.keyed().guard.names.snapshot.revision == 15
    with Memory(url, config=Config(), schema="none") as memory:
        assert number(memory) is None


def test_of_several_schemas_in_a_store_one_must_be_named(tmp_path: Path, path: Path) -> None:
    url = str(tmp_path / "own.db")
    publish(path, url)
    other = tmp_path / "other"
    other.mkdir()
    (other / "memory_schema.yml").write_text(SCHEMA.replace("schema: bicycles", "schema: kitchens"), "utf-8")
    publish(other / "memory_schema.yml", url)
    with Memory(url, config=Config()) as memory, pytest.raises(UsageError, match="bicycles, kitchens"):
        number(memory)
    with Memory(url, config=Config(), schema=path) as memory:
        assert number(memory) == 31


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with (
        Memory("memory:", config=Config(), schema=tmp_path / "no.yml") as memory,
        pytest.raises(UsageError, match="no such file"),
    ):
        number(memory)


def test_a_link_to_a_store_counts_into_the_same_file(tmp_path: Path, path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "own.db")
    for name in ("own.db", "link.db"):
        with Memory(str(tmp_path / name), config=Config(), schema=path) as memory:
            number(memory)
    from satchel.service.counters import counted

    (one,) = counted(str(tmp_path / "own.db")).by_key()
    assert (one["number"], one["reads"], one["miss_rate"]) == (31, {"empty": 2}, 1.0)
    assert not (tmp_path / "link.db.counters").exists()
