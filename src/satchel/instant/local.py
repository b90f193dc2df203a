"""The zone of this machine, by whose days its user means "yesterday"."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime, tzinfo
from pathlib import Path

from satchel.instant.zones import resolve_zone
from satchel_protocol.errors import InvalidTimeError

_LINK = Path("/etc/localtime")
_NAME = Path("/etc/timezone")


def local_zone(environment: Mapping[str, str] = os.environ, *, link: Path = _LINK, name: Path = _NAME) -> tzinfo:
    """The machine's zone with its history of summer times, where the system tells its name; else today's offset.

    Args:
        environment: `TZ` is asked first, as every program does.
        link: What the system's zone file is a link to, `…/zoneinfo/Europe/Berlin`.
        name: A file that holds the name.
    """
    for found in _names(environment, link, name):
        try:
            return resolve_zone(found)
        except InvalidTimeError:
            continue
    zone = datetime.now().astimezone().tzinfo  # the clock of the system, whatever it is
    assert zone is not None
    return zone


def _names(environment: Mapping[str, str], link: Path, name: Path) -> list[str]:
    """Names that the system gives its zone, the one that counts first."""
    given = environment.get("TZ", "").removeprefix(":")
    if given:
        # TZ may name a file; where it is a rule like EST5EDT that we cannot read, the offset of the clock is right.
        return [given.rpartition("zoneinfo/")[2]]
    names = []
    try:
        names.append(str(link.resolve(strict=True)).rpartition("zoneinfo/")[2])
    except (OSError, RuntimeError):
        pass  # no link, or one in a circle
    try:
        names.append(name.read_text("utf-8").strip())
    except (OSError, UnicodeDecodeError):
        pass
    return [
        found.removeprefix("posix/").removeprefix("right/") for found in names if found and not found.startswith("/")
    ]
