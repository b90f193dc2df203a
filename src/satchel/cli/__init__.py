"""The command line: a thin translation of `satchel.service`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; every error of ours ends in one line and an exit code, never in a traceback."""
    try:
        from satchel.cli.app import run
    except KeyboardInterrupt:
        # Before there was anything to stop, or to keep.
        sys.exit(130)
    run()
