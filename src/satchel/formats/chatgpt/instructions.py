"""Custom instructions, which ChatGPT puts before a conversation as a hidden message: what the person wrote in the settings.

Around it stand sentences of ChatGPT's own, and often a fence; the message's metadata has the bare text as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from satchel.formats.chatgpt.sayings import single
from satchel.text.language import sentences

_INTRODUCED = re.compile(r"\s*The user provided the (?:following|additional) info\w*\b", re.IGNORECASE)
_FENCED = re.compile(r"```(?:\w*\n)?(.*)```", re.DOTALL)
_PREAMBLE = re.compile(
    r"\s*The user provided the (?:following|additional) info\w*[^\n]*?(?:respond|themselves)[.:]?[ \t]*"
    r"(?:This user profile is shown[^\n]*)?(?:\n|$)"
    r"|\s*(?:Before answering, quietly think about|Only acknowledge the profile when|Otherwise, don't acknowledge"
    r"|Follow the instructions below naturally|All the following instructions should guide your behavior)[^\n]*(?:\n|$)"
    r"|\s*User profile:[ \t]*(?:\n|$)",
    re.IGNORECASE,
)
_BARE_LABEL = re.compile(
    r"(?:other information|more about you|about me|about you|additional information|custom instructions|traits)[ \t]*[:：][ \t]*(?=\S)",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"(?:it|its|this|that|these|those|they|them|their|he|she|his|her|and|or|but|also|then|so|however|otherwise|instead|because|especially|particularly|unless"
    r"|if not|if so|for example|for instance|e\.g\.|i\.e\.|such as|same|likewise|both|either|neither|which|who|where|when (?:it|this|they)|as well|even then"
    r"|except|not)\b|(?:它|这|那|他|她|其|但|而|不过|否则|然后|所以|因此|因为|例如|比如|同时|另外|此外|除非|尤其|特别是|也|并|如果不|如果是这样)",
    re.IGNORECASE,
)

_POINTS_BACK = re.compile(r"\b(?:it|this|that|these|those|them)\W*$", re.IGNORECASE)


def written(content: Mapping[str, Any], metadata: Mapping[str, Any]) -> tuple[str, str]:
    """What the person wrote about themselves, and how they want to be answered; empty where nothing is told."""
    data = metadata.get("user_context_message_data")
    data = data if isinstance(data, Mapping) else {}
    profile = _bare(_text(data.get("about_user_message")) or _text(content.get("user_profile")))
    instructions = _bare(_text(data.get("about_model_message")) or _text(content.get("user_instructions")))
    if not profile and not instructions:
        parts = content.get("parts")  # of 2023, when it was one text
        instructions = _bare("\n".join(map(_text, parts)) if isinstance(parts, list) else "")
    return profile, instructions


def statements(text: str) -> Iterator[str]:
    """The single statements of such a text: its lines and list items, and the sentences of a paragraph.

    A sentence that leans on the one before it stays with it.
    """
    for line in single(text):
        line = _BARE_LABEL.sub("", line, count=1)
        if "\n" in line:
            yield line
            continue
        so_far = ""
        for sentence in sentences(line):
            leans = _LEANS.match(sentence) or _POINTS_BACK.search(sentence) or so_far.endswith((":", "："))
            if so_far and not leans:
                yield so_far
                so_far = sentence
            else:
                so_far = f"{so_far} {sentence}" if so_far and sentence.isascii() else so_far + sentence
        if so_far:
            yield so_far


def _bare(text: str) -> str:
    """Without what ChatGPT puts around it."""
    if _INTRODUCED.match(text) or text.lstrip().startswith("```"):
        fenced = _FENCED.search(text)
        text = fenced[1] if fenced else text
    while found := _PREAMBLE.match(text):
        text = text[found.end() :]
    return text.strip()


def _text(value: object) -> str:
    return value if isinstance(value, str) and value.strip() else ""
