"""What a task is called: its text up to where its state begins."""

from __future__ import annotations

import re
from typing import Final

_ENDS = re.compile(r"\s[–—-]{1,2}\s|——|[:：;；\n]|[。！？]|[.!?](?=\s)")
_STATED = re.compile(
    r"\b(?:state|status|progress|next|blocked|deadline|due)\b|状态|进度|下一步|截止|待办|已完成|进行中|卡在",
    re.IGNORECASE,
)
_SHORTEST: Final = 4
"""Characters of a name."""


def title_of_task(content: str) -> str:
    """The name of a task whose text goes on with its state (`Renew the lease – state: open; next: call Bo`).

    Returns:
        What stands before the state; all of the text where it names none.
    """
    found = _ENDS.search(content)
    if found is not None and found.start() >= _SHORTEST and _STATED.search(content, found.start()):
        return content[: found.start()]
    return content
