"""The default store: one SQLite file."""

from satchel.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
