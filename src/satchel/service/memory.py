"""`Memory`: what an agent or a person does with a store, in a handful of verbs."""

from __future__ import annotations

from satchel.service.memory_asking import RECALL_LIMIT, Asking, Recall
from satchel.service.memory_keyed import KeyedVerbs
from satchel.service.memory_moving import Moving
from satchel.service.memory_writing import Writing

__all__ = ["RECALL_LIMIT", "Memory", "Recall"]


class Memory(Writing, KeyedVerbs, Asking, Moving):
    """A memory that can be moved. Opens its store on first use; a read never creates one.

    Args:
        url: Store URL; None for the configured or default place.
        scope: Where `remember` writes, and, when given, all that `recall` and `list` see. None: writes go to the
            configured scope and everything is seen.
        agent: Who writes; `source_agent` of new records.
        allow: Classes of sensitive memories that may be returned, `all` for the owner's own view.
        schema: What guards keyed memory: a schema, its file, or `none`; None takes the configured one, else the one
            that was published into the store.
        mode: What becomes of a key that the schema does not declare: `observe`, `propose` or `reject`.
        session, surface: What the counts say of who uses a deprecated key.
        clock, ids, sleep: Injected for tests.
    """
