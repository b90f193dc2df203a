"""What a process has freed goes back to the system, before something large is loaded."""

from __future__ import annotations

import ctypes
import gc


def give_back() -> None:
    """Return freed memory where the C library can: glibc keeps it, in case it is asked for again.

    A large import leaves a hundred megabytes that nothing uses; the model that comes next would be put beside them.
    """
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        pass  # macOS, Windows, musl
