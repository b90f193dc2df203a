"""The conformance suite: what a store must do, as tests that an adapter's own tests inherit. Needs pytest and hypothesis.

class TestMyStore(StoreSuite):
    def make(self, folder, **injected):
        return MyStore.open(folder / "notes.my", **injected)
"""

import pkgutil

import pytest

# An assertion that fails must show both sides in an adapter's test run too.
pytest.register_assert_rewrite(*(f"{__name__}.{part.name}" for part in pkgutil.iter_modules(__path__)))

from satchel_protocol.conformance.fixed import (  # noqa: E402
    FixedEntropy,
    FrozenClock,
    SequentialIds,
    memory,
)
from satchel_protocol.conformance.suite import StoreSuite  # noqa: E402

__all__ = ["FixedEntropy", "FrozenClock", "SequentialIds", "StoreSuite", "memory"]
