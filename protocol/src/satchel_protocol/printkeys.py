"""The keys of the fingerprints: random, one per root scope, kept in the store."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from satchel_protocol.errors import InvalidScopeError, StoreDamagedError
from satchel_protocol.fingerprint import text_print
from satchel_protocol.record import Json, Record
from satchel_protocol.scope import Scopes, parse_scope, scope_root
from satchel_protocol.transaction import Transaction

_PREFIX: Final = "print_keys/"
"""Before a root scope: the setting that holds the list of its keys in hex, its own first."""
_MOST_KEYS: Final = 64
"""Of one root that a stream may bring: each record gets a fingerprint with each."""
_EARLIER: Final = "print_keys"
"""Where the first format had those of all roots, in one setting that grew with every new user."""


def name_of_key(key: bytes) -> str:
    """A public name of a key, which tells nothing about it: 16 hex digits."""
    return hmac.digest(key, b"name of a print key", sha256)[:8].hex()


def all_keys(tx: Transaction) -> dict[str, list[bytes]]:
    """Root scope → the keys that a store has for it, its own first."""
    later = {name.removeprefix(_PREFIX): keys for name, keys in tx.settings(_PREFIX)}
    return {root: _unpacked(keys) for root, keys in {**(tx.setting(_EARLIER) or {}), **later}.items()}


def keys_of_root(tx: Transaction, root: str) -> list[bytes]:
    """The keys that a store has for one root scope; empty when there is none yet."""
    keys = tx.setting(_PREFIX + root)
    if keys is None:
        keys = (tx.setting(_EARLIER) or {}).get(root, ())
    return _unpacked(keys)


def check_setting(name: str, value: Json) -> None:
    """Look whether a setting of a store, if it holds keys, holds what can be used.

    Raises:
        StoreDamagedError: it does not.
    """
    lists = value.values() if name == _EARLIER and isinstance(value, Mapping) else [value]
    if name == _EARLIER or name.startswith(_PREFIX):
        for keys in lists:
            _unpacked(keys)


def _unpacked(keys: Iterable[str]) -> list[bytes]:
    try:
        return [bytes.fromhex(key) for key in keys]
    except (ValueError, TypeError) as error:
        raise StoreDamagedError("the keys of the fingerprints cannot be read; run: satchel doctor --repair") from error


def readable_keys(values: Mapping[str, Iterable[str]], scopes: Scopes) -> dict[str, list[bytes]]:
    """Root scope → keys, from hex as a stream carries it; what is no key of 32 bytes, or of no such scope, is left out."""
    found: dict[str, list[bytes]] = {}
    for root, keys in values.items():
        good = [bytes.fromhex(key) for key in keys if re.fullmatch(r"[0-9a-f]{64}", key)][:_MOST_KEYS]
        if good and _is_root(root) and scopes.match(root):
            found[root] = good
    return found


def _is_root(root: str) -> bool:
    try:
        return parse_scope(root) == root == scope_root(root)
    except InvalidScopeError:
        return False


def key_names(tx: Transaction, roots: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Root scope → names of the keys that a store has for it, where it has any."""
    known = {root: tuple(map(name_of_key, keys_of_root(tx, root))) for root in roots}
    return {root: names for root, names in known.items() if names}


@dataclass(slots=True)
class PrintKeys:
    """The keys a store knows, inside one transaction."""

    tx: Transaction
    entropy: Callable[[int], bytes]
    _known: dict[str, list[bytes]] = field(default_factory=dict)

    def of(self, scope: str) -> list[bytes]:
        """Keys of a scope's root, at least one: it is made when it is first needed."""
        root = scope_root(scope)
        keys = self._known.get(root)
        if keys is None:
            keys = keys_of_root(self.tx, root)
            if not keys:
                keys = [self.entropy(32)]
                self._keep(root, keys)
            self._known[root] = keys
        return keys

    def prints(self, record: Record) -> list[str]:
        """Fingerprints of a record's text, one a key."""
        return [text_print(key, record.content) for key in self.of(record.scope)]

    def adopt(self, keys: Mapping[str, Iterable[bytes]]) -> set[str]:
        """Add another store's keys; gives the roots that have new ones."""
        changed: set[str] = set()
        for root, more in keys.items():
            known = keys_of_root(self.tx, root)
            fresh = [key for key in dict.fromkeys(more) if key not in known]
            if fresh:
                self._keep(root, known + fresh)
                changed.add(root)
        if changed:
            self._known.clear()
        return changed

    def rotate(self, roots: Iterable[str]) -> dict[str, str]:
        """Put a new key before those that are there, which what was forgotten with them still needs.

        Returns:
            Root → the name of its new key.
        """
        made: dict[str, str] = {}
        for root in roots:
            key = self.entropy(32)
            self._keep(root, [key, *keys_of_root(self.tx, root)])
            made[root] = name_of_key(key)
        self._known.clear()
        return made

    def _keep(self, root: str, keys: list[bytes]) -> None:
        self.tx.set_setting(_PREFIX + root, [key.hex() for key in keys])
