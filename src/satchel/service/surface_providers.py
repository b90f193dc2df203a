"""Where surfaces come from that are in no file: a provider by the name of an entry point, or MODULE:CALLABLE."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from satchel.schema.surfaces.surface import SurfaceProvider
from satchel_protocol.errors import SatchelError, UsageError

GROUP: Final = "satchel.surfaces"
"""Entry points under this name are providers."""


def provider_of(name: str) -> SurfaceProvider:
    """The provider that an entry point, or MODULE:CALLABLE, gives.

    Raises:
        UsageError: there is none, or what it gives is no provider.
    """
    module, colon, attribute = name.partition(":")
    try:
        if colon:
            make = _imported(module, attribute)
        else:
            points = entry_points(group=GROUP, name=name)
            if not points:
                raise UsageError(f"--provider: {name!r} is neither an entry point of {GROUP} nor MODULE:CALLABLE")
            make = next(iter(points)).load()
        provider = make()
    except SatchelError:
        raise
    except Exception as error:
        raise UsageError(f"--provider: {name}: {type(error).__name__}: {error}") from error
    if not isinstance(provider, SurfaceProvider):
        raise UsageError(f"--provider: {name}: what it gives has no name and surfaces()")
    return provider


def _imported(module: str, attribute: str) -> Any:
    """From the folder of the caller too, where a project keeps its own."""
    here = str(Path.cwd())
    added = here not in sys.path
    if added:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        return found
    finally:
        if added:
            sys.path.remove(here)
