"""Satchel: change your agent, keep its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satchel_protocol import __version__

if TYPE_CHECKING:
    from satchel.service.memory import Memory as Memory

__all__ = ["Memory", "__version__"]


def __getattr__(name: str) -> Any:
    # Importing the package stays cheap: the store and its readers are loaded when Memory is first named.
    if name == "Memory":
        from satchel.service.memory import Memory

        return Memory
    raise AttributeError(f"module 'satchel' has no attribute {name!r}")
