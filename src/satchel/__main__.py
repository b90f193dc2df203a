"""`python -m satchel`."""

from satchel.cli import main

main()
