"""The owner's keys: what streams are signed and opened with, and whose keys are known. One file, for the owner's eyes.

The keys of the fingerprints belong to a store and live there; a backup holds both.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from satchel.access import sealing, signing
from satchel.formats import stream_file
from satchel.stores.folders import make_folder, sync_folder
from satchel.stores.obstacles import of_system
from satchel.stores.urls import data_home
from satchel_protocol.errors import ConfigError, MissingExtraError, StreamSignatureError, UsageError
from satchel_protocol.stream import Signature, Signer, Trailer
from satchel_protocol.wiretime import format_wire

Kind = Literal["signing", "age"]
KINDS: Final[tuple[Kind, ...]] = ("signing", "age")
ME: Final = "me"
"""The name of the owner among recipients."""
_FORMAT: Final = 1
_OWNERS_ONLY: Final = 0o600


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One of the owner's keys; the first of its kind is in use, the others open and vouch for what is older."""

    kind: Kind
    secret: str = field(repr=False)
    public: str
    created_at: str

    def told(self) -> dict[str, str]:
        """What may be shown of it."""
        return {"kind": self.kind, "public": self.public, "created_at": self.created_at}


State = Literal["unsigned", "own", "known", "unknown", "invalid", "unchecked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vouched:
    """Who signed a stream, as far as the keys here can tell."""

    state: State
    key: str = ""
    name: str = ""
    """Under which the key is known here; `me` for the owner's own."""

    @property
    def trusted(self) -> bool:
        """Whether a key that is known here vouches for it."""
        return self.state in ("own", "known")

    def to_json(self) -> dict[str, str]:
        return {"state": self.state, "key": self.key, "name": self.name}

    def __str__(self) -> str:
        match self.state:
            case "own":
                return "signed with a key of your own"
            case "known":
                return f"signed by {self.name}"
            case "unknown":
                return f"signed with a key that is not known here, {self.key}; satchel keys trust NAME --signing KEY makes it known"
            case "unchecked":
                return f"signed with {self.key}; to check it: pip install 'satchel[crypto]'"
            case "invalid":
                return "its signature is not that of its content"
            case "unsigned":
                return "not signed"


@dataclass(slots=True)
class Keyring:
    """The keys in one file. Reading makes nothing; the file appears with the first key.

    Args:
        path: The file.
    """

    path: Path
    keys: list[Key] = field(default_factory=list)
    known: dict[str, dict[Kind, str]] = field(default_factory=dict)
    """Name → public keys of somebody else, by kind."""

    @classmethod
    def open(cls, path: Path | None = None) -> Keyring:
        """The keyring at a path, by default at `$SATCHEL_KEYS`, else beside the default store.

        Raises:
            ConfigError: the file is none.
        """
        named = os.environ.get("SATCHEL_KEYS")
        path = path or (Path(named).expanduser() if named else data_home() / "satchel" / "keys.json")
        ring = cls(path)
        try:
            data = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return ring
        except (OSError, ValueError) as error:
            raise ConfigError(f"{path}: the keys cannot be read: {error}") from error
        ring._take(data)
        return ring

    def current(self, kind: Kind) -> Key | None:
        """The key in use."""
        return next((key for key in self.keys if key.kind == kind), None)

    def make(self, kind: Kind, at: datetime) -> Key:
        """A new key, in use from now on; those before it stay for what is older. Call `save`."""
        if kind == "age":
            secret = sealing.new_identity()
            public = sealing.recipient_of(secret)
        else:
            seed = os.urandom(32)
            secret, public = seed.hex(), signing.public_key(seed)
        key = Key(kind=kind, secret=secret, public=public, created_at=format_wire(at))
        self.keys.insert(0, key)
        return key

    def signer(self, at: datetime) -> Signer:
        """What signs with the key in use; the first one is made when it is first needed."""
        key = self.current("signing")
        if key is None:
            key = self.make("signing", at)
            self.save()
        seed = bytes.fromhex(key.secret)
        return lambda message: signing.sign(seed, message)

    def recipients(self, names: Iterable[str], at: datetime) -> list[str]:
        """Public keys of age by name: `me`, somebody known here, or a key as it is written.

        Raises:
            UsageError: a name is not known, or has no such key.
        """
        return [self._recipient(name.strip(), at) for name in names]

    def _recipient(self, name: str, at: datetime) -> str:
        if name == ME:
            key = self.current("age")
            if key is None:
                key = self.make("age", at)
                self.save()
            return key.public
        if name.startswith("age1"):
            return sealing.check_recipient(name)
        public = self.known.get(name, {}).get("age")
        if public is None:
            listed = ", ".join(sorted(who for who, keys in self.known.items() if "age" in keys)) or "nobody"
            raise UsageError(
                f"{name!r} is no name with a key here (known: {listed}); satchel keys trust {name} --age age1… adds it"
            )
        return public

    def identities(self) -> list[str]:
        """Secret keys to open a file with, the one in use first."""
        return [key.secret for key in self.keys if key.kind == "age"]

    def vouched(self, trailer: Trailer | None) -> Vouched:
        """Who signed a stream that is whole."""
        signature = trailer.signature if trailer is not None else None
        if trailer is None or signature is None:
            return Vouched(state="unsigned")
        name = self._name_of(signature)
        try:
            if not signing.verifies(signature, trailer.signed_bytes()):
                return Vouched(state="invalid", key=signature.key)
        except MissingExtraError:
            return Vouched(state="unchecked", key=signature.key)
        if name is None:
            return Vouched(state="unknown", key=signature.key)
        return Vouched(state="own" if name == ME else "known", key=signature.key, name=name)

    def demand(self, vouched: Vouched, *, name: str, by: str | None) -> None:
        """Refuse a stream that must be signed and is not as it should be.

        Args:
            vouched: What is known of it.
            name: Of the stream, for messages.
            by: Whose signature is asked for; `""` takes anybody's who is known here; None asks for none.

        Raises:
            StreamSignatureError: it is forged, or not signed by whom it should be.
        """
        if vouched.state == "invalid":
            raise StreamSignatureError(f"{name}: its signature is not that of its content; ask whoever sent it")
        if by is None:
            return
        if not vouched.trusted:
            raise StreamSignatureError(f"{name} is {vouched}")
        if by and by != vouched.name:
            raise StreamSignatureError(f"{name} is {vouched}, not by {by}")

    def _name_of(self, signature: Signature) -> str | None:
        if any(key.public == signature.key for key in self.keys):
            return ME
        return next((who for who, keys in self.known.items() if keys.get("signing") == signature.key), None)

    # Those of others ----------------------------------------------------------------------------------------------

    def trust(self, name: str, *, signing_key: str | None = None, age_key: str | None = None) -> None:
        """Know somebody's public keys by a name. Call `save`.

        Raises:
            UsageError: the name is none, or a key is none.
        """
        if not name.isprintable() or name != name.strip() or not name or name == ME or name.startswith("age1"):
            raise UsageError(f"{name!r} is no name for somebody else")
        if signing_key is None and age_key is None:
            raise UsageError("name a public key: --signing ed25519:… or --age age1…")
        known = self.known.setdefault(name, {})
        if signing_key is not None:
            known["signing"] = signing.check_public_key(signing_key)
        if age_key is not None:
            known["age"] = sealing.check_recipient(age_key)

    def distrust(self, name: str) -> None:
        """Know somebody no longer. Call `save`.

        Raises:
            UsageError: nobody of that name is known.
        """
        if self.known.pop(name, None) is None:
            raise UsageError(f"nobody is known here as {name!r}")

    # The file -----------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Everything, the secret keys too."""
        return {
            "satchel_keys": _FORMAT,
            "keys": [key.told() | {"secret": key.secret} for key in self.keys],
            "known": {name: dict(keys) for name, keys in sorted(self.known.items())},
        }

    def add(self, data: Mapping[str, Any]) -> int:
        """Take over the keys of a backup that are not here, behind those that are. Call `save`.

        Returns:
            How many keys were new.

        Raises:
            ConfigError: it is no keyring.
        """
        before, other = len(self.keys), Keyring(self.path)
        other._take(data)
        here = {key.public for key in self.keys}
        self.keys += [key for key in other.keys if key.public not in here]
        self.keys.sort(key=lambda key: key.created_at, reverse=True)
        for name, keys in other.known.items():
            self.known[name] = {**keys, **self.known.get(name, {})}
        return len(self.keys) - before

    def save(self) -> None:
        """Write the file anew, all or nothing, for its owner's eyes.

        Raises:
            StoreError: a kind of it says why it cannot be written.
        """
        text = json.dumps(self.to_json(), ensure_ascii=False, indent=2) + "\n"
        unfinished = self.path.with_name(f".{self.path.name}.part")
        try:
            make_folder(self.path.parent)
            unfinished.unlink(missing_ok=True)
            handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNERS_ONLY)
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            unfinished.replace(self.path)
            sync_folder(self.path.parent)
        except OSError as error:
            raise of_system(error, self.path) from error

    def _take(self, data: Any) -> None:
        try:
            if data["satchel_keys"] > _FORMAT:
                raise ConfigError(f"{self.path}: these keys were written by a newer Satchel; update Satchel")
            for key in data["keys"]:
                if key["kind"] not in KINDS:
                    raise ValueError(key["kind"])
                self.keys.append(Key(**{name: str(key[name]) for name in ("kind", "secret", "public", "created_at")}))  # type: ignore[arg-type]
            self.known = {
                str(name): {k: str(keys[k]) for k in KINDS if k in keys} for name, keys in data["known"].items()
            }
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ConfigError(f"{self.path} is no file of Satchel's keys, or a damaged one: {error!r}") from error


def backed_up(ring: Keyring, prints: Mapping[str, Iterable[bytes]], passphrase: str | None) -> bytes:
    """A backup: the keyring and a store's keys of fingerprints, encrypted where a passphrase is given."""
    document = ring.to_json() | {"prints": {root: [key.hex() for key in keys] for root, keys in sorted(prints.items())}}
    plain = json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"
    return sealing.with_passphrase(plain, passphrase) if passphrase is not None else plain


def restored(path: Path, passphrase: str | None) -> dict[str, Any]:
    """What a backup holds.

    Raises:
        ConfigError: it cannot be read, or is none.
        StreamLockedError: the passphrase does not open it.
    """
    from io import BytesIO

    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error
    if data.startswith(sealing.MAGIC):
        plain = BytesIO()
        sealing.unseal(BytesIO(data), plain, identities=(), passphrase=passphrase, name=path.name)
        data = plain.getvalue()
    try:
        document = json.loads(data)
    except ValueError as error:
        raise ConfigError(f"{path} is no backup of keys") from error
    if not isinstance(document, dict):
        raise ConfigError(f"{path} is no backup of keys")
    return document


def opener_for(path: Path, passphrase: str | None = None) -> stream_file.Opener:
    """What a stream file is opened with: where it is encrypted, the owner's keys, and the passphrase that was given."""
    if not stream_file.is_encrypted(path):
        return stream_file.NO_KEYS
    return stream_file.Opener(
        identities=Keyring.open().identities(), passphrase=passphrase or os.environ.get("SATCHEL_PASSPHRASE")
    )
