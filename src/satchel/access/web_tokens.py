"""JSON Web Tokens: three parts (five when encrypted), the first of them a JSON object that names an algorithm."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding

_TOKEN: Final = re.compile(
    r"(eyJ[\w-]{6,2000})\.([\w-]{4,20000})\.([\w-]{16,4000}(?:\.[\w-]{8,20000}\.[\w-]{8,200})?)?",
    re.ASCII,
)


def web_tokens(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Whole tokens; a header alone says nothing."""
    for match in _TOKEN.finditer(text, begin, stop):
        header = _header(match[1])
        # Without a signature it is a token only if it says that it has none.
        if header is not None and ("alg" in header or "enc" in header) and (match[3] or header.get("alg") == "none"):
            yield Finding("jwt", match.start(), match.end())


def _header(part: str) -> dict[str, object] | None:
    try:
        data = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        return None
    return data if isinstance(data, dict) else None
