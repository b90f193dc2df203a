"""The change feed: cursors, and what an id's change looks like."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

from satchel_protocol.errors import CursorError
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Change
from satchel_protocol.transaction import Transaction


def changes_of(tx: Transaction, id: str, seq: int, after: int, scopes: Scopes) -> Iterator[Change]:
    version = tx.current(id)
    buried = [b for b in tx.tombstones_of(id) if b.seq > after]
    for entry in buried:
        if scopes.match(entry.tombstone.scope):
            yield Change(seq=entry.seq, id=id, tombstone=entry.tombstone)
    if version is not None and version.seq > after:
        if scopes.match(version.record.scope):
            yield Change(seq=version.seq, id=id, version=version)
    elif version is None and not buried:
        yield Change(seq=seq, id=id, removed=True)


def cursor_at(tx: Transaction, seq: int) -> str:
    parts = [tx.setting("store_id") or "", tx.setting("epoch") or "", seq]
    return base64.urlsafe_b64encode(json.dumps(parts, separators=(",", ":")).encode()).decode().rstrip("=")


def seq_of(tx: Transaction, cursor: str) -> int:
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        store_id, epoch, seq = json.loads(raw)
    except (ValueError, TypeError) as error:
        raise CursorError(f"{cursor[:40]!r} is no cursor") from error
    if (store_id, epoch, seq) == ("", "", 0):
        return 0  # taken before the store was first written: nothing was there
    if store_id != (tx.setting("store_id") or "") or epoch != (tx.setting("epoch") or "") or not isinstance(seq, int):
        raise CursorError("the cursor is of another store or of an earlier epoch of it; ask for everything again")
    return seq
