"""English words that only look as if they pointed back: to where they stand, to what comes, or to nothing yet.

"This file is generated" speaks of itself, "this is Bella" and "the plan is to retire at sixty" tell behind what is meant, and
"there was this one winter" begins a tale.
"""

from __future__ import annotations

import re
from typing import Final

_CARRIER: Final = re.compile(
    r"this (?:(?:user|machine|computer|household|family|repository|repo|codebase|workspace|assistant|memory|note|entry|record|prompt|chat|session|conversation|channel|year|month|week|time)\b(?! (?:is|was) (?:too|not|so|very|wrong|better|worse)\b)"
    r"|(?:[a-z]+ )?(?:project|app|application|file|page|document|folder|directory|list|script|package|library|service|module|site|website|section|template|table|paragraph|vault|notebook|board|calendar|inbox|account|address|number|server|environment)"
    r" (?:(?:uses|holds|contains|lists|documents|describes|explains|records|tracks|collects|covers|provides|targets|supports|follows|requires|runs on|belongs to|keeps|summari[sz]es|stores|serves|has (?:a|an|one|two|three|four|no|\d+)|(?:is|are|was) (?:only |always |also )?(?:written|generated|kept|maintained|managed|shared|built|licensed|hosted|deployed|meant|intended|reserved|used|sorted|loaded|rewritten|for|in|on|about))\b))",
    re.IGNORECASE,
)
"""This file is generated, this machine has 32 GB: where a memory is kept, or what it is kept about, speaks of itself."""
_PRESENTED: Final = re.compile(
    r"(?:this|that|these|those) (?:is|was|are|were) (?-i:[A-Z][a-z]+\b(?!['’]s))|(?:this|these)\b[^.!?;:]{0,60}: \S",
    re.IGNORECASE,
)
"""This is Bella; these are the allergies: nuts."""
_INTRODUCED: Final = re.compile(r"\bthere(?:['’]s| is| was| are| were) $", re.IGNORECASE)
"""There was this one winter: something new, told in the manner of a tale."""
SPELT_OUT: Final = re.compile(
    r" (?:is|was|(?:is|was|has been) (?:made|taken|called|named)|remains|stays)(?: not| still| always)? (?:(?:to|that|how|whether|who|why|what|for|by|between)\b|(?-i:[A-Z]))",
    re.IGNORECASE,
)
"""The plan is to retire at sixty: behind the words stands what they mean."""
_APPOSED: Final = re.compile(r"(?: [a-z-]+){1,3}, (?-i:[A-Z][a-z]+),", re.IGNORECASE)
"""This potter, Karen, …: the name stands behind."""


def says_itself(text: str, start: int, end: int) -> bool:
    """Whether a demonstrative means what it stands in, or is told behind, or begins a tale."""
    return bool(
        _CARRIER.match(text, start)
        or _PRESENTED.match(text, start)
        or _INTRODUCED.search(text, 0, start)
        or _APPOSED.match(text, end)
    )
