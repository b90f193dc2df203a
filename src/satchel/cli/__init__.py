"""The command line: a thin translation of `satchel.service`."""

from __future__ import annotations

import gc
import sys

_COLLECTED_AFTER = 50_000
"""New objects between two looks for cycles. A command makes values by the million and hardly any cycle among them; by
Python's own setting of 700 an eighth of an import goes into looking."""


def main() -> None:
    """Run the command line; every error of ours ends in one line and an exit code, never in a traceback."""
    gc.set_threshold(_COLLECTED_AFTER, 20, 20)
    try:
        from satchel.cli.app import run
    except KeyboardInterrupt:
        # Before there was anything to stop, or to keep.
        sys.exit(130)
    run()
