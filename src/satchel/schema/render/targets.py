"""What can be rendered, by the name that commands and marks use."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from satchel.schema.render.models import models
from satchel.schema.render.pages import page
from satchel.schema.render.prompt import prompt_block, shown_keys
from satchel.schema.render.stub import stub
from satchel.schema.render.tools import DIALECTS, tools
from satchel.schema.snapshot import Snapshot


def examples(snapshot: Snapshot) -> str:
    """A line for each example of each key, to be shown as what was written before."""
    lines = [
        f"{key.get('prompt_name') or key.name} = {json.dumps(value, ensure_ascii=False)}"
        for key in shown_keys(snapshot)
        for value in key.examples
    ]
    return "\n".join(lines) + "\n"


def _tools(dialect: str) -> Callable[[Snapshot], str]:
    return lambda snapshot: json.dumps(tools(snapshot, dialect), ensure_ascii=False, indent=2) + "\n"


TARGETS: Final[dict[str, Callable[[Snapshot], str]]] = {
    "prompt": prompt_block,
    "examples": examples,
    **{f"tools-{dialect}": _tools(dialect) for dialect in DIALECTS},
    "models": models,
    "keys-pyi": stub,
    "page": page,
}
