"""What a Memory tells those who listen: one event for each thing done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal[
    "remembered", "recalled", "edited", "forgotten", "imported", "exported", "undone", "warned", "retried", "withheld"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened."""

    kind: Kind
    ids: tuple[str, ...] = ()
    """Records it concerns."""
    detail: str = ""
    """For a person: the warning's text, the query, the batch."""


@dataclass(slots=True)
class Events:
    """Hands events to listeners. A listener that raises breaks nothing but itself: it is dropped."""

    _listeners: list[Callable[[Event], None]] = field(default_factory=list)

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call `listener` with every event from now on.

        Returns:
            A function that ends it.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def emit(self, event: Event) -> None:
        """Tell everybody."""
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception:  # noqa: BLE001 - somebody else's code; the memory was already written
                self._listeners.remove(listener)
