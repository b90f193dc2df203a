"""A store that is one file of JSON Lines: an append-only log that a person can read and `grep`."""

from satchel.stores.jsonl.store import JsonlStore

__all__ = ["JsonlStore"]
