"""The schema as a page for people."""

from __future__ import annotations

import json

from satchel.schema.render.prompt import type_words
from satchel.schema.snapshot import KeyEntry, Snapshot


def page(snapshot: Snapshot) -> str:
    """Markdown: the active keys by number, then the deprecated, then what is reserved."""
    keys = sorted(snapshot.by_number.values(), key=lambda key: key.number)
    out = [f"# Memory schema {_cell(snapshot.schema)}", "", f"Revision {snapshot.revision}.", ""]
    out += [
        "| number | key | type | what it holds | sensitivity | kept | owners |",
        "| ---: | --- | --- | --- | --- | --- | --- |",
    ]
    out += [_row(key) for key in keys if not key.deprecated]
    old = [key for key in keys if key.deprecated]
    if old:
        out += [
            "",
            "## Deprecated",
            "",
            "| number | key | use instead | since | why |",
            "| ---: | --- | --- | ---: | --- |",
        ]
        out += [_old_row(key, snapshot) for key in old]
    if snapshot.reserved:
        out += ["", "## Reserved", "", "| number | names | why |", "| ---: | --- | --- |"]
        for entry in snapshot.reserved:
            names = ", ".join(f"`{name}`" for name in (*entry.names, *entry.patterns))
            why = entry.body.get("reason") or (
                f"retired in revision {entry.body['retired']}" if "retired" in entry.body else ""
            )
            out.append(f"| {entry.number or ''} | {_cell(names)} | {_cell(str(why))} |")
    return "\n".join(out) + "\n"


def _row(key: KeyEntry) -> str:
    about = str(key.get("describe") or "")
    if key.examples:
        about += " For example " + ", ".join(f"`{json.dumps(one, ensure_ascii=False)}`" for one in key.examples) + "."
    cells = [
        str(key.number),
        f"`{key.name}`",
        type_words(key.type),
        about,
        key.get("sensitivity") or "",
        key.get("retention") or "",
        ", ".join(key.get("owners") or ()),
    ]
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _old_row(key: KeyEntry, snapshot: Snapshot) -> str:
    successor = snapshot.by_number.get(key.successor) if key.successor is not None else None
    instead = f"`{successor.name}`" if successor is not None else "nothing"
    cells = [
        str(key.number),
        f"`{key.name}`",
        instead,
        str(key.deprecation.get("at", "")),
        str(key.deprecation.get("reason", "")),
    ]
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
