"""The configuration: a file, the environment, and what holds without either.

File: `$SATCHEL_CONFIG`, else `satchel/config.toml` below `$XDG_CONFIG_HOME` (`~/.config`). An explicit argument wins
over the environment, the environment over the file.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from satchel.instant import resolve_zone
from satchel_protocol.errors import ConfigError, InvalidScopeError, InvalidTimeError
from satchel_protocol.scope import parse_scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Settings with their defaults."""

    store: str | None = None
    """URL of the store; None for the default place."""
    scope: str = "user:me"
    """Scope of what is remembered without naming one."""
    agent: str = "satchel"
    """`source_agent` of what is remembered here."""
    timezone: str | None = None
    """Zone of times that name none; None reads them as UTC and marks them as assumed. Also the zone by whose days a
    question means "yesterday"; None takes the machine's there."""
    embedder: str = "auto"
    """What searches by meaning: `auto` (the offline default where it is installed), `none`, or a provider."""
    profile: str = "default"
    """How recall ranks; see `satchel.retrieval.profile`."""
    schema: str | None = None
    """File of the memory schema that guards keyed memory; None takes what was published into the store, `none` nothing."""
    schema_mode: str = "observe"
    """What becomes of a key that the schema does not declare: `observe`, `propose` or `reject`."""
    language: str | None = None
    """`en` or `zh`; None follows the locale."""


_ENVIRONMENT = {
    name: f"SATCHEL_{name.upper()}"
    for name in ("store", "scope", "agent", "timezone", "embedder", "profile", "schema", "schema_mode", "language")
}


def config_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the configuration file is looked for."""
    named = environment.get("SATCHEL_CONFIG")
    if named:
        return Path(named).expanduser()
    base = environment.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(base).expanduser() / "satchel" / "config.toml"


def load_config(environment: Mapping[str, str] = os.environ) -> Config:
    """Read the configuration.

    Raises:
        ConfigError: the file is no TOML, or has a key or value that is not known; names file and field.
    """
    path = config_path(environment)
    values: dict[str, str] = {}
    if path.is_file():
        values = _read(path)
    elif environment.get("SATCHEL_CONFIG"):
        raise ConfigError(f"SATCHEL_CONFIG names {path}, and there is no such file")
    for name, variable in _ENVIRONMENT.items():
        if environment.get(variable):
            values[name] = environment[variable]
            _check(name, values[name], f"${variable}")
    return Config(**values)


def _read(path: Path) -> dict[str, str]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from error
    known = {f.name for f in fields(Config)}
    for name, value in data.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(sorted(known))}"
            raise ConfigError(f"{path}: the key {name!r} is not known{hint}")
        if not isinstance(value, str):
            raise ConfigError(f"{path}: {name} must be a string, not {value!r}")
        _check(name, value, str(path))
    return data


def _check(name: str, value: str, where: str) -> None:
    try:
        if name == "scope":
            parse_scope(value)
        elif name == "timezone":
            resolve_zone(value)
    except (InvalidScopeError, InvalidTimeError) as error:
        raise ConfigError(f"{where}: {name}: {error}") from error
    if name == "schema_mode" and value not in ("observe", "propose", "reject"):
        raise ConfigError(f"{where}: schema_mode is 'observe', 'propose' or 'reject', not {value!r}")
    if name == "language" and value not in ("en", "zh"):
        raise ConfigError(f"{where}: language is 'en' or 'zh', not {value!r}")
