"""Looking for rows that do not agree with each other, and mending them. Nothing here removes a live record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from satchel.stores.health import Finding
from satchel.stores.jsonl.table import Table
from satchel.stores.jsonl.transaction import JsonlTransaction
from satchel_protocol.fingerprint import text_print
from satchel_protocol.printkeys import all_keys
from satchel_protocol.scope import EVERYTHING, scope_root
from satchel_protocol.state import Version
from satchel_protocol.transaction import Transaction


def look(table: Table, *, left_over: Path | None) -> list[Finding]:
    """What is wrong with the rows of a log.

    Args:
        table: The rows, just read.
        left_over: The file of a rewriting that was killed, if there is one.
    """
    found: list[Finding] = []
    keys = all_keys(JsonlTransaction(table))
    wrong = sum(version.digest != version.record.digest() for version in table.live.values())
    if wrong:
        found.append(Finding(kind="record", message="records whose digest is another one than noted", count=wrong))
    wrong = sum(_prints(version, keys) not in (None, set(table.prints[id])) for id, version in table.live.items())
    if wrong:
        message = "records whose fingerprints do not agree with them"
        found.append(Finding(kind="lookup", message=message, count=wrong))
    wrong = len(table.earlier.keys() - table.live.keys())
    if wrong:
        found.append(Finding(kind="orphan", message="histories of records that are not there", count=wrong))
    if left_over is not None:
        message = f"{left_over.name} was left by a rewriting that was interrupted, and holds texts"
        found.append(Finding(kind="orphan", message=message))
    return found


def kept(aside: Path) -> Finding:
    """The finding that says where lines are that could not be read."""
    message = (
        f"what could not be read is in {aside.name}. Delete that when you have looked: forgetting does not reach it"
    )
    return Finding(kind="file", message=message)


def mend(tx: Transaction) -> None:
    """Make noted digests and fingerprints anew."""
    keys = all_keys(tx)
    for version in _all(tx):
        prints = _prints(version, keys)
        if version.digest != version.record.digest():
            version = replace(version, digest=version.record.digest())
            tx.put(version, prints=sorted(prints or ()), keep=False)
        if prints is not None:
            tx.reprint(version.record.id, sorted(prints))


def _all(tx: Transaction) -> Iterator[Version]:
    yield from list(tx.scan(EVERYTHING))


def _prints(version: Version, keys: dict[str, list[bytes]]) -> set[str] | None:
    """The fingerprints a record should have; None when the keys of its root are not known."""
    known = keys.get(scope_root(version.record.scope))
    if known is None:
        return None
    return {text_print(key, version.record.content) for key in known}
