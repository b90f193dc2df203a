"""The configuration file and the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.service.config import Config, load_config
from satchel_protocol.errors import ConfigError


def write(path: Path, text: str) -> dict[str, str]:
    file = path / "config.toml"
    file.write_text(text, "utf-8")
    return {"SATCHEL_CONFIG": str(file)}


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_config({"XDG_CONFIG_HOME": str(tmp_path)}) == Config()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    environment = write(tmp_path, 'scope = "user:ann"\nagent = "desk"\n')
    assert load_config(environment).scope == "user:ann"
    assert load_config({**environment, "SATCHEL_SCOPE": "team:red"}) == Config(scope="team:red", agent="desk")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('scop = "user:ann"', "did you mean 'scope'"),
        ('embedding_dims = "3"', "embedding_dims"),
        ('scope = "ann"', "scope"),
        ('timezone = "Mars/Base"', "timezone"),
        ("scope = 3", "must be a string"),
        ("scope = ", "config.toml"),
        ('language = "fr"', "language"),
    ],
)
def test_a_wrong_key_or_value_is_an_error_that_names_it(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        load_config(write(tmp_path, text))


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        load_config({"SATCHEL_CONFIG": str(tmp_path / "none.toml")})
