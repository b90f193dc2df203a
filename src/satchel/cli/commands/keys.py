"""`keys`: what streams are signed and opened with, and what forgotten texts are recognised by."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satchel.cli import options
from satchel.cli.files import check_writable
from satchel.cli.output import note, print_json, print_text
from satchel.cli.wording import say
from satchel_protocol.errors import StoreMissingError, UsageError

if TYPE_CHECKING:
    from satchel.service.keyring import Keyring

keys = typer.Typer(
    name="keys",
    help=say("Keys: of signatures, of encrypted files, of the fingerprints of what was forgotten."),
    invoke_without_command=True,
)
_KINDS = ("signing", "age", "prints")
Name = Annotated[str, typer.Argument(metavar="NAME", help=say("What you call them."))]


@keys.callback()
def listed(context: typer.Context, store: options.StoreUrl = None, as_json: options.AsJson = False) -> None:
    """Show the keys, their public halves only."""
    if context.invoked_subcommand is not None:
        return
    ring = _ring()
    prints = {root: list(names) for root, names in _print_key_names(store).items()}
    if as_json:
        print_json(
            {"file": str(ring.path), "keys": [key.told() for key in ring.keys], "known": ring.known, "prints": prints}
        )
        return
    print_text(f"{ring.path}")
    for key in ring.keys:
        used = "" if key is ring.current(key.kind) else "  " + say("(earlier)")
        print_text(f"  {key.kind:<8} {key.public}  {key.created_at}{used}")
    if not ring.keys:
        print_text("  " + say("no keys yet; `satchel keys make` makes them, or the first export that needs one"))
    for name, public in sorted(ring.known.items()):
        print_text(f"  {name}: " + ", ".join(f"{kind} {key}" for kind, key in sorted(public.items())))
    for root, names in sorted(prints.items()):
        print_text(f"  {say('prints')} {root}: " + ", ".join(names))


@keys.command("make", help=say("Make a signing key and a key for encrypted files, where there are none."))
def make(as_json: options.AsJson = False) -> None:
    """Make a signing key and a key for encrypted files, where there are none."""
    ring = _ring()
    made = [ring.make(kind, _now()) for kind in ("signing", "age") if ring.current(kind) is None]
    if made:
        ring.save()
    _tell([key.told() for key in made], say("there are keys already; satchel keys rotate makes new ones"), as_json)


@keys.command("rotate", help=say("Make new keys and use them from now on; the earlier ones stay for what is older."))
def rotate(
    kinds: Annotated[list[str], typer.Argument(metavar="KIND...", help=say("signing, age or prints."))],
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Make new keys and use them from now on."""
    unknown = [kind for kind in kinds if kind not in _KINDS]
    if unknown:
        raise UsageError(f"{unknown[0]!r} is no kind of key; known are {', '.join(_KINDS)}")
    made: list[dict[str, str]] = []
    ring = _ring()
    fresh = [ring.make(kind, _now()) for kind in ("signing", "age") if kind in kinds]
    if fresh:
        ring.save()
    made += [key.told() for key in fresh]
    if "prints" in kinds:
        with options.memory(store) as memory:
            rotated = memory.store(create=False).rotate_print_keys()
        made += [{"kind": "prints", "scope": root, "public": name} for root, name in sorted(rotated.items())]
    _tell(made, say("there was nothing to rotate"), as_json)


@keys.command("backup", help=say("Write all keys into one file, the store's fingerprints' too, under a passphrase."))
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("Where to."))],
    passphrase_file: options.PassphraseFile = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("Without a passphrase: anybody can read it."))] = False,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Write all keys into one file."""
    from satchel.formats.stream_file import write_stream_file
    from satchel.service.keyring import backed_up

    check_writable(file)
    if file.exists():
        raise UsageError(f"{file} exists already; name another file, or remove it first")
    passphrase = None if plain else _passphrase(passphrase_file, confirm=True)
    ring, prints = _ring(), _print_keys(store)
    data = backed_up(ring, prints, passphrase)
    with write_stream_file(file, compress=False) as out:
        out.write(data)
    if as_json:
        print_json({"output": str(file), "keys": len(ring.keys), "prints": sorted(prints), "encrypted": not plain})
    else:
        note(
            say(
                "{n} keys, and the fingerprints' keys of {m} scopes, written to {path}",
                n=len(ring.keys),
                m=len(prints),
                path=file,
            )
        )


@keys.command("restore", help=say("Take the keys of a backup that are not here."))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("The backup."))],
    passphrase_file: options.PassphraseFile = None,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Take the keys of a backup that are not here."""
    from satchel.formats.stream_file import is_encrypted
    from satchel.service.keyring import restored
    from satchel_protocol.printkeys import readable_keys
    from satchel_protocol.scope import Scopes

    document = restored(file, _passphrase(passphrase_file, confirm=False) if is_encrypted(file) else None)
    ring = _ring()
    added = ring.add(document)
    ring.save()
    prints = readable_keys(document.get("prints") or {}, Scopes.of(["*", "public"]))
    adopted = _adopt(store, prints)
    if as_json:
        print_json({"keys": added, "prints": adopted})
    else:
        note(say("{n} new keys; fingerprints' keys of {m} scopes", n=added, m=len(adopted)))


@keys.command("trust", help=say("Know somebody's public keys by a name."))
def trust(
    name: Name,
    signing: Annotated[
        str | None, typer.Option("--signing", metavar="KEY", help=say("What they sign with: ed25519:…"))
    ] = None,
    age: Annotated[str | None, typer.Option("--age", metavar="KEY", help=say("What to encrypt to: age1…"))] = None,
    as_json: options.AsJson = False,
) -> None:
    """Know somebody's public keys by a name."""
    ring = _ring()
    ring.trust(name, signing_key=signing, age_key=age)
    ring.save()
    _tell([{"name": name} | {str(kind): key for kind, key in ring.known[name].items()}], "", as_json)


@keys.command("distrust", help=say("Know somebody no longer."))
def distrust(name: Name, as_json: options.AsJson = False) -> None:
    """Know somebody no longer."""
    ring = _ring()
    ring.distrust(name)
    ring.save()
    _tell([], say("{name} is known no longer", name=name), as_json)


def _tell(made: list[dict[str, Any]], nothing: str, as_json: bool) -> None:
    if as_json:
        print_json({"keys": made})
    elif made:
        for key in made:
            print_text("  ".join(key.values()))
    else:
        note(nothing)


def _ring() -> Keyring:
    from satchel.service.keyring import Keyring

    return Keyring.open()


def _now() -> datetime:
    return datetime.now(UTC)


def _print_keys(store: str | None) -> dict[str, list[bytes]]:
    with options.memory(store) as memory:
        try:
            return memory.store(create=False).print_keys()
        except StoreMissingError:
            return {}


def _print_key_names(store: str | None) -> dict[str, list[str]]:
    from satchel_protocol.printkeys import name_of_key

    return {root: [name_of_key(key) for key in listed] for root, listed in _print_keys(store).items()}


def _adopt(store: str | None, prints: dict[str, list[bytes]]) -> list[str]:
    if not prints:
        return []
    with options.memory(store) as memory:
        try:
            memory.store(create=False).adopt_print_keys(prints)
        except StoreMissingError:
            note(say("there is no store yet, so the fingerprints' keys were left in the backup"))
            return []
    return sorted(prints)


def _passphrase(file: Path | None, *, confirm: bool) -> str:
    given = options.read_passphrase(file)
    if given is not None:
        return given
    import sys

    if not sys.stdin.isatty():
        raise UsageError("give a passphrase: --passphrase-file FILE, or $SATCHEL_PASSPHRASE")
    entered: str = typer.prompt(say("Passphrase"), hide_input=True, confirmation_prompt=confirm, err=True)
    return entered
