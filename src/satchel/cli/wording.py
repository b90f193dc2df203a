"""The language of messages: English as written in the code, Chinese from one table, chosen by locale.

`say` takes the English text as the key, so that the code reads as what it prints; a text without a translation is
shown in English, and a test lists those.
"""

from __future__ import annotations

import os
from collections.abc import Mapping


def language(environment: Mapping[str, str] = os.environ) -> str:
    """`zh` or `en`: `SATCHEL_LANGUAGE`, else the locale of messages."""
    for name in ("SATCHEL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        value = environment.get(name)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def say(text: str, **values: object) -> str:
    """A message in the user's language, with its values filled in."""
    if language() == "zh":
        from satchel.cli.chinese import CHINESE

        text = CHINESE.get(text, text)
    return text.format(**values) if values else text
