"""The command line: a thin translation of `satchel.service`."""

from __future__ import annotations


def main() -> None:
    """Run the command line; every error of ours ends in one line and an exit code, never in a traceback."""
    from satchel.cli.app import run

    run()
