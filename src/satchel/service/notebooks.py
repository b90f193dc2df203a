"""Notebooks as surfaces: each cell is code or a page, on the lines that it has in the file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson

from satchel.schema.surfaces.surface import Kind, Surface, Syntax

_SYNTAX = {"python": Syntax.PYTHON, "julia": Syntax.HASH, "r": Syntax.HASH, "ruby": Syntax.HASH, "sql": Syntax.DASH}


def _place(data: bytes, text: str, start: int) -> int:
    """Where a text stands as a string of JSON, with or without escapes; where the search began if it does not."""
    for written in (orjson.dumps(text), json.dumps(text).encode()):
        found = data.find(written, start)
        if found >= 0:
            return found
    return start


def cells_of(surface: Surface) -> Iterator[Surface]:
    """The cells of a notebook; the notebook itself where it cannot be read as one.

    Source: nbformat 4: `cells` with `cell_type` and `source`, a text or a list of lines, each on a line of the file.
    What a cell printed is no surface.
    """
    try:
        document: Any = orjson.loads(surface.data)
        cells = document["cells"]
        language = document.get("metadata", {}).get("kernelspec", {}).get("language", "python")
        sources = [(str(cell["cell_type"]), cell["source"]) for cell in cells]
    except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError):
        yield surface
        return
    at = 0
    for kind, source in sources:
        lines = source.splitlines(keepends=True) if isinstance(source, str) else [str(line) for line in source]
        if not lines:
            continue
        at = _place(surface.data, lines[0] if isinstance(source, list) else source, at)
        is_code = kind == "code"
        yield replace(
            surface,
            data="".join(lines).encode("utf-8", "replace"),
            kind=Kind.CODE if is_code else Kind.DOCUMENT,
            syntax=_SYNTAX.get(str(language).lower(), Syntax.C) if is_code else Syntax.PLAIN,
            line=surface.data.count(b"\n", 0, at) + 1,
        )
