"""The keys of the fingerprints: random, one per root scope, kept in the store."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from satchel_protocol.fingerprint import text_print
from satchel_protocol.record import Record
from satchel_protocol.scope import scope_root
from satchel_protocol.transaction import Transaction

SETTING = "print_keys"
"""Where a store keeps them: root scope → list of keys in hex, its own first."""


def name_of_key(key: bytes) -> str:
    """A public name of a key, which tells nothing about it: 16 hex digits."""
    return hmac.digest(key, b"name of a print key", sha256)[:8].hex()


def key_names(tx: Transaction) -> dict[str, tuple[str, ...]]:
    """Root scope → names of the keys that a store has for it."""
    stored = tx.setting(SETTING) or {}
    return {root: tuple(name_of_key(bytes.fromhex(key)) for key in keys) for root, keys in stored.items()}


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
            stored = dict(self.tx.setting(SETTING) or {})
            if root not in stored:
                stored[root] = [self.entropy(32).hex()]
                self.tx.set_setting(SETTING, stored)
            keys = self._known[root] = [bytes.fromhex(key) for key in stored[root]]
        return keys

    def prints(self, record: Record) -> list[str]:
        """Fingerprints of a record's text, one a key."""
        return [text_print(key, record.content) for key in self.of(record.scope)]

    def adopt(self, keys: Mapping[str, Iterable[bytes]]) -> set[str]:
        """Add another store's keys; gives the roots that have new ones."""
        stored = {root: list(known) for root, known in (self.tx.setting(SETTING) or {}).items()}
        changed: set[str] = set()
        for root, more in keys.items():
            known = stored.setdefault(root, [])
            fresh = list(dict.fromkeys(key.hex() for key in more if key.hex() not in known))
            if fresh:
                known.extend(fresh)
                changed.add(root)
        if changed:
            self.tx.set_setting(SETTING, {root: known for root, known in stored.items() if known})
            self._known.clear()
        return changed
