"""`put get unset values`: keyed memory, guarded by the schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from satchel.cli import exits, options
from satchel.cli.output import note, print_json, print_text
from satchel.cli.wording import say
from satchel_protocol.record import UNSET

Key = Annotated[str, typer.Argument(metavar="KEY", help=say("Such as user.display.theme or tasks.open[t-17]."))]
SchemaFile = Annotated[
    Path | None,
    typer.Option(
        "--schema",
        metavar="FILE",
        help=say("The schema that guards it; the configured or published one by default, none for no checks."),
    ),
]
By = Annotated[str, typer.Option("--by", metavar="WHO", help=say("Who writes: person, tool or model."))]


def put(
    key: Key,
    value: Annotated[str, typer.Argument(metavar="VALUE", help=say("As JSON; a bare word is a text."))],
    scope: options.ScopeOption = None,
    by: By = "person",
    mode: Annotated[
        str | None,
        typer.Option(
            "--mode", metavar="MODE", help=say("What becomes of a key that is not declared: observe, propose, reject.")
        ),
    ] = None,
    revision: Annotated[
        int | None, typer.Option("--revision", help=say("Change it only if it is at this revision."))
    ] = None,
    schema: SchemaFile = None,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Put a value at a key, in the place and of the type that the schema gives it."""
    from satchel.service.schema import DEFAULT_FILE

    with options.memory(store, scope=scope, warn=True, schema=schema, mode=mode) as memory:
        guard = memory.keyed().guard
        done = memory.put(key, _value(value, guard.type_of(key)), by=by, revision=revision, dry_run=dry_run)
    if as_json:
        print_json(done.to_json())
        return
    print_text(f"{done.record.key}  {_shown(done.record.value)}")
    print_text(f"    {done.record.content}")
    if done.notice:
        note(f"{say('Note')}: {done.notice}")
    if schema is None and not guard.declared and DEFAULT_FILE.is_file():
        told = say(
            "no schema is in force; {file} guards only where --schema or SATCHEL_SCHEMA names it", file=DEFAULT_FILE
        )
        note(f"{say('Note')}: {told}")


def get(
    key: Key,
    scope: options.ScopeOption = None,
    schema: SchemaFile = None,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> int:
    """Show the value at a key; without one, what kind of miss it is."""
    with options.memory(store, scope=scope, schema=schema) as memory:
        got = memory.get(key)
    if as_json:
        print_json(got.to_json())
    elif got.value is not UNSET:
        print_text(_shown(got.value))
    if got.notice and not as_json:
        note(f"{say('Note')}: {got.notice}")
    return exits.OK if got.value is not UNSET else exits.NOT_FOUND


def unset(
    key: Key,
    scope: options.ScopeOption = None,
    by: By = "person",
    schema: SchemaFile = None,
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> int:
    """Forget what is at a key, and at the deprecated keys that it replaces."""
    with options.memory(store, scope=scope, schema=schema) as memory:
        gone = memory.delete(key, by=by, dry_run=dry_run)
    if as_json:
        print_json({"forgotten": [tombstone.to_json() for tombstone in gone], "dry_run": dry_run})
    for tombstone in () if as_json else gone:
        print_text(say("Forgotten: {id}", id=tombstone.id))
    if not gone and not as_json:
        note(say("Nothing is there."))
    return exits.OK if gone else exits.NOT_FOUND


def values(
    pattern: Annotated[
        str | None, typer.Argument(metavar="[KEY]", help=say("Only the items of this key, such as tasks.open[*]."))
    ] = None,
    scope: options.ScopeOption = None,
    schema: SchemaFile = None,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """List the keys that have a value, with their values."""
    with options.memory(store, scope=scope, schema=schema) as memory:
        found = sorted(memory.keyed().values(pattern, scope=memory.scope), key=lambda item: item[0])
        shown: list[dict[str, Any]] = []
        for name, record in found:
            key = memory.keyed().guard.resolve(name).key
            held = record.value if record.value is not UNSET else record.content
            shown.append(
                {
                    "key": name, "number": key.number if key is not None else None, "value": held,
                    "deprecated": key is not None and key.deprecated, "id": record.id, "scope": record.scope,
                }
            )  # fmt: skip
    if as_json:
        print_json({"values": shown})
        return
    for one in shown:
        mark = "  " + say("(deprecated)") if one["deprecated"] else ""
        print_text(f"{one['key']}  {_shown(one['value'])}{mark}")
    if not shown:
        print_text(say("No memories here."))


def _value(text: str, kind: str | None) -> Any:
    """A value as it is meant: for a key of texts 42 is a text."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return text if kind == "string" and not isinstance(value, str) else value


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


COMMANDS = (
    ("put", put, "Put a value at a key, in the place and of the type that the schema gives it."),
    ("get", get, "Show the value at a key; without one, what kind of miss it is."),
    ("unset", unset, "Forget what is at a key, and at the deprecated keys that it replaces."),
    ("values", values, "List the keys that have a value, with their values."),
)
NEED_ARGUMENTS = ("put", "get", "unset")
