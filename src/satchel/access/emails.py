"""E-mail addresses, and what only looks like one: git remotes, package versions, image names, handles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding

_EMAIL: Final = re.compile(
    r"(?<![A-Za-z0-9._%+@/-])(?:mailto:)?(?P<address>[A-Za-z0-9_](?:[A-Za-z0-9._%+'&-]{0,62}[A-Za-z0-9_+-])?@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}[A-Za-z]{2,18})(?![A-Za-z0-9_-])(?!\.[A-Za-z0-9])",
    re.ASCII,
)
_FILES: Final = frozenset(
    "png jpg jpeg gif svg webp ico css js ts tsx json html txt gz tgz tar pdf mp3 mp4 mov dump git map lock sql csv xml exe dll service socket timer target yml yaml toml ini cfg jsx tsx vue lua cpp".split()
)
_REMOTE: Final = re.compile(r":(?!\d{1,5}(?!\w))[\w~./-]|/[\w.-]", re.ASCII)
_SHELL: Final = re.compile(r"(?i:\b(?:ssh|scp|rsync|sftp|mosh|sshfs|git clone|ssh-copy-id)\b)[^\n;|@]{0,60}$")


def emails(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Addresses of people and mailboxes."""
    for match in _EMAIL.finditer(text, begin, stop):
        start, end = match.span("address")
        address = match["address"]
        if address.rpartition(".")[2].lower() in _FILES or address.startswith("git@"):
            continue
        if _REMOTE.match(text, end) or _SHELL.search(text[max(0, start - 80) : start]):
            continue
        yield Finding("email", start, end)
