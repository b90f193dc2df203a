"""The command line's root: which commands there are, and what becomes of errors."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from satchel.cli import exits, options
from satchel.cli.commands import (
    allowing,
    checking,
    counting,
    forgetting,
    keyed,
    keys,
    measuring,
    memories,
    moving,
    recalling,
    schema,
    surfaces,
    syncing,
    upkeep,
    verifying,
    waking,
)
from satchel.cli.files import of_machine
from satchel.cli.output import note, note_line, print_error, print_json, print_text
from satchel.cli.wording import say
from satchel_protocol import __version__
from satchel_protocol.errors import SatchelError

app = typer.Typer(
    name="satchel",
    help=say("Change your agent, keep its memory."),
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print_text(f"satchel {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=say("Print the version."))
    ] = False,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """The root command only holds the others; its options are handed on to them by `_handed_on`."""


for group in (memories, keyed, recalling, waking, forgetting, allowing, moving, checking, verifying, syncing, upkeep):
    for name, command, summary in group.COMMANDS:
        app.command(name, help=say(summary), no_args_is_help=name in group.NEED_ARGUMENTS)(command)
for name, command, summary in counting.COMMANDS:
    schema.schema.command(name, help=say(summary))(command)
app.add_typer(upkeep.quarantine, name="quarantine")
app.add_typer(keys.keys, name="keys")
app.add_typer(schema.schema, name="schema")
app.add_typer(surfaces.surfaces, name="surfaces")
app.add_typer(measuring.bench, name="bench")


def run(arguments: list[str] | None = None) -> None:
    """Run one command and exit with its code."""
    sys.exit(code_of(arguments))


def _unexpected(error: Exception, *, as_json: bool) -> int:
    """A fault of ours: said as one, in a line, without the texts that a traceback could carry."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    message = f"{type(error).__name__} in {Path(where.filename).name}:{where.lineno}"
    note(say("This is a fault of Satchel: {what}. SATCHEL_DEBUG=1 shows all of it; please report it.", what=message))
    if as_json:
        print_json({"error": {"code": "internal", "message": message}})
    return exits.INTERNAL


def _stopped(*, as_json: bool) -> int:
    """What Ctrl-C ends with."""
    message = "Stopped. What was acknowledged is kept."
    note(say(message))
    if as_json:
        print_json({"error": {"code": "interrupted", "message": message}})
    return exits.INTERRUPTED


def _handed_on(arguments: list[str]) -> list[str]:
    """`satchel --store X --json recall q` as `satchel recall q --store X --json`: people write them in either place."""
    front: list[str] = []
    rest = list(arguments)
    while rest:
        if rest[0] == "--json" or rest[0].startswith("--store="):
            front.append(rest.pop(0))
        elif rest[0] == "--store" and len(rest) > 1:
            front += [rest.pop(0), rest.pop(0)]
        else:
            break
    end = rest.index("--") if "--" in rest else len(rest)
    return [*rest[:end], *front, *rest[end:]] if rest else front


def code_of(arguments: list[str] | None = None) -> int:
    """Run one command and give its exit code."""
    given = _handed_on(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in given
    try:
        result: Any = app(args=given, standalone_mode=False)
    except SatchelError as error:
        print_error(error, as_json=as_json)
        return exits.exit_code(error)
    except typer.Exit as stop:
        return stop.exit_code
    except TyperException as error:
        hint = say("`satchel --help` lists the commands, `satchel COMMAND --help` their options.")
        note_line(f"{say('Error')}: {error.format_message().rstrip('.')}. {hint}")
        if as_json:
            print_json({"error": {"code": "usage", "message": error.format_message()}})
        return exits.USAGE
    except (KeyboardInterrupt, typer.Abort):
        return _stopped(as_json=as_json)
    except MemoryError:
        message = "Out of memory. What was acknowledged is kept."
        note(say(message))
        if as_json:
            print_json({"error": {"code": "environment.memory", "message": message}})
        return exits.ENVIRONMENT
    except BrokenPipeError:
        # The reader of our output went away (`| head`); that is its right.
        sys.stderr.close()
        return exits.OK
    except OSError as error:
        # Of a file that is no source and no store: a temporary one, a page. The adapters have words for their own.
        found = of_machine(error)
        print_error(found, as_json=as_json)
        return exits.exit_code(found)
    except Exception as error:
        if os.environ.get("SATCHEL_DEBUG"):
            raise
        return _unexpected(error, as_json=as_json)
    if result == exits.INTERRUPTED:  # what Typer makes of Ctrl-C, without a word
        return _stopped(as_json=as_json)
    return result if isinstance(result, int) else exits.OK
