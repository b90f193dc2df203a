"""YAML and TOML, whole files or the head of a markdown note, with values as a reader of text expects them."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import yaml

_LONGEST = 4 << 20
_YAML_FENCE = re.compile(r"---[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_TOML_FENCE = re.compile(r"\+\+\+[ \t]*\n(.*?)(?:^|\n)\+\+\+[ \t]*(?:\n|$)", re.DOTALL)
_SIMPLE = re.compile(r"\s*([\w .-]{1,60}?)\s*[:：]\s*(.*)")


class _PlainLoader(yaml.SafeLoader):
    """SafeLoader that leaves dates alone, takes only `true` and `false` as such, and refuses aliases."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, "aliases are not followed", event.start_mark)
        return super().compose_node(parent, index)


_DROPPED = {"tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:merge"}
_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in _DROPPED]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_PlainLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:true|false|True|False)$"), list("tTfF"))


def load_yaml(text: str) -> Any:
    """A YAML document as plain values; several documents as their list.

    Raises:
        ValueError: it is no YAML, or uses aliases, or is too long.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"longer than {_LONGEST >> 20} MiB")
    try:
        documents = list(yaml.load_all(text, _PlainLoader))  # a SafeLoader with less, not more
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, OverflowError) as error:
        raise ValueError(" ".join(str(error).split())) from error
    return _plain(documents[0] if len(documents) == 1 else documents)


def load_toml(text: str) -> Any:
    """A TOML document as plain values, times as text.

    Raises:
        ValueError: it is no TOML.
    """
    try:
        return _plain(tomllib.loads(text))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def split_front_matter(text: str) -> tuple[dict[str, Any], int, str]:
    """The front matter of a note.

    Returns:
        Its fields, nested ones with dotted names; how many lines it takes; what is wrong with it, if anything. Broken
        YAML is read line by line as far as that goes.
    """
    match = _YAML_FENCE.match(text) or _TOML_FENCE.match(text)
    if match is None:
        return {}, 0, ""
    body, taken = match[1], match[0].count("\n") + (not match[0].endswith("\n"))
    problem = ""
    try:
        value = load_toml(body) if match[0].startswith("+") else load_yaml(body)
    except ValueError as error:
        value = {m[1]: m[2].strip("'\"") for line in body.splitlines() if (m := _SIMPLE.fullmatch(line)) and m[2]}
        problem = f"broken front matter: {error}"
    if not isinstance(value, dict):
        return {}, (taken if not body.strip() or problem else 0), problem
    if not value and body.strip() and not problem:
        return {}, 0, ""
    return flattened(value), taken, problem


def flattened(value: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested mappings as one, keys joined by dots; lists stay lists."""
    flat: dict[str, Any] = {}
    for key, item in value.items():
        name = f"{prefix}.{key}" if prefix else str(key)
        if isinstance(item, dict) and item:
            flat.update(flattened(item, name))
        elif item is not None:
            flat[name] = item
    return flat


def _plain(value: Any) -> Any:
    """JSON types only: keys and times become text, binary becomes its text form."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(item) for item in value]
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value
