"""Make three months of somebody's old agent: `DIR/agent/…`, which the product may see, and `DIR/truth.jsonl`, which it may not."""

import argparse
import sys
from pathlib import Path

from oldworld.plan import make


def main(arguments: list[str] | None = None) -> int:
    """Parse `arguments` and write one world."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seed", type=int, required=True, help="everything follows from it: names, words, formats, mess"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="an empty or a new folder")
    parser.add_argument("--rows", type=int, default=12_000, help="least number of source rows (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        made = make(options.seed, options.out, rows=options.rows)
    except (ValueError, FileExistsError) as error:
        print(f"generate: {error}", file=sys.stderr)
        return 2
    print(
        f"{made.agent}: {made.files} files, {made.rows} rows, of which {made.memories} memories and {made.evidence} turns of conversation"
    )
    print(f"{made.truth}: the truth")
    return 0


if __name__ == "__main__":
    sys.exit(main())
