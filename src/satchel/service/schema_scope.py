"""Where a store keeps the schemas that were published into it; apart, since asking for it must not load what reads them."""

from __future__ import annotations

from typing import Final

from satchel_protocol.scope import Scopes
from satchel_protocol.store import Store

STORE_SCOPE: Final = "ns:satchel/schema"


def holds_schema(store: Store) -> bool:
    """Whether a schema was published into a store."""
    return store.count(Scopes.of([STORE_SCOPE])) > 0
