"""The reference store passes the suite that it is the measure of."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from satchel_protocol.conformance import StoreSuite
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.store import Capability


class TestEphemeralStore(StoreSuite):
    gaps: ClassVar[dict[Capability, str]] = {
        Capability.DURABLE: "it lives as long as its object",
        Capability.MANY_PROCESSES: "it lives in one process",
    }

    def make(self, folder: Path, **injected: Any) -> EphemeralStore:
        return EphemeralStore(**injected)
