"""English stems: likes, liked and liking become like.

Source: the English (Porter2) stemmer of the Snowball project, https://snowballstem.org/algorithms/english/stemmer.html,
written anew from its description. Written here because a stem is stored in every index: a dependency that changes its
algorithm between releases would silently break the databases built before.
"""

from __future__ import annotations

import re
from functools import lru_cache

_VOWELS = "aeiouy"
_REGION = re.compile(r"[aeiouy][^aeiouy]")
_HAS_VOWEL = re.compile(r"[aeiouy]")
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_EARLY_REGIONS = ("arsen", "commun", "emerg", "gener", "inter", "later", "organ", "past", "univers")

_EXCEPTIONS = {
    "skis": "ski",
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "vying": "vie",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
}
_UNCHANGED = frozenset({"sky", "news", "howe", "atlas", "cosmos", "bias", "andes"})
_UNCHANGED_AFTER_PLURAL = frozenset(
    {"inning", "outing", "canning", "herring", "earring", "evening", "proceed", "exceed", "succeed"}
)

_STEP_2 = {
    "ization": "ize",
    "ational": "ate",
    "fulness": "ful",
    "ousness": "ous",
    "iveness": "ive",
    "tional": "tion",
    "biliti": "ble",
    "lessli": "less",
    "entli": "ent",
    "ation": "ate",
    "alism": "al",
    "aliti": "al",
    "ousli": "ous",
    "iviti": "ive",
    "fulli": "ful",
    "enci": "ence",
    "anci": "ance",
    "abli": "able",
    "izer": "ize",
    "ator": "ate",
    "alli": "al",
    "bli": "ble",
}
_STEP_3 = {
    "ational": "ate",
    "tional": "tion",
    "alize": "al",
    "icate": "ic",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
}
_STEP_4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "al", "er", "ic",
)  # fmt: skip


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of one lower-case ASCII word; anything else comes back as it is.

    A stem is never longer than its word by more than one letter (hop → hope) and never empty.
    """
    if len(word) < 3 or not (word.isascii() and word.isalpha() and word.islower()):
        return word
    if word in _EXCEPTIONS:
        return _EXCEPTIONS[word]
    if word in _UNCHANGED:
        return word
    word = _mark_consonant_y(word)
    r1 = _first_region(word)
    r2 = _region(word, r1)
    word = _plural(word)
    if word in _UNCHANGED_AFTER_PLURAL:
        return word
    word = _past_and_progressive(word, r1)
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    word = _step_2(word, r1)
    word = _step_3(word, r1, r2)
    word = _step_4(word, r2)
    return _final_e_or_l(word, r1, r2).lower()


def _mark_consonant_y(word: str) -> str:
    """Write each y that is a consonant as Y."""
    if "y" not in word:
        return word
    if word[0] == "y":
        word = "Y" + word[1:]
    return re.sub(r"(?<=[aeiouy])y", "Y", word)


def _region(word: str, start: int) -> int:
    """Where the region after the first consonant that follows a vowel begins."""
    found = _REGION.search(word, start)
    return found.end() if found else len(word)


def _first_region(word: str) -> int:
    for prefix in _EARLY_REGIONS:
        if word.startswith(prefix):
            return len(prefix)
    return _region(word, 0)


def _plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith(("us", "ss")) or not word.endswith("s"):
        return word
    return word[:-1] if _HAS_VOWEL.search(word, 0, len(word) - 2) else word


def _past_and_progressive(word: str, r1: int) -> str:
    for suffix in ("eedly", "eed"):
        if word.endswith(suffix):
            return word[: -len(suffix)] + "ee" if len(word) - len(suffix) >= r1 else word
    for suffix in ("ingly", "edly", "ing", "ed"):
        if word.endswith(suffix):
            root = word[: -len(suffix)]
            return _mend_root(root, r1) if _HAS_VOWEL.search(root) else word
    return word


def _mend_root(root: str, r1: int) -> str:
    if root.endswith(("at", "bl", "iz")):
        return root + "e"
    if root.endswith(_DOUBLES):
        return root if len(root) == 3 and root[0] in "aeo" else root[:-1]
    return root + "e" if r1 >= len(root) and _ends_short(root) else root


def _ends_short(word: str) -> bool:
    """Whether the word ends in a short syllable: consonant, vowel, consonant that is none of w, x, Y."""
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    return len(word) > 2 and word[-1] not in "aeiouywxY" and word[-2] in _VOWELS and word[-3] not in _VOWELS


def _longest_suffix(word: str, suffixes: dict[str, str]) -> str | None:
    """The first suffix of the table that the word has; tables list longer ones first."""
    return next((suffix for suffix in suffixes if word.endswith(suffix)), None)


def _step_2(word: str, r1: int) -> str:
    suffix = _longest_suffix(word, _STEP_2)
    if suffix is not None:
        return word[: -len(suffix)] + _STEP_2[suffix] if len(word) - len(suffix) >= r1 else word
    if word.endswith("ogist"):
        return word[:-3] if len(word) - 5 >= r1 else word
    if word.endswith("ogi"):
        return word[:-1] if len(word) - 3 >= r1 and word[-4:-3] == "l" else word
    if word.endswith("li") and len(word) - 2 >= r1 and word[-3:-2] in tuple("cdeghkmnrt"):
        return word[:-2]
    return word


def _step_3(word: str, r1: int, r2: int) -> str:
    if word.endswith("ative"):
        return word[:-5] if len(word) - 5 >= r2 else word
    suffix = _longest_suffix(word, _STEP_3)
    if suffix is None or len(word) - len(suffix) < r1:
        return word
    return word[: -len(suffix)] + _STEP_3[suffix]


def _step_4(word: str, r2: int) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            return word[: -len(suffix)] if len(word) - len(suffix) >= r2 else word
    if word.endswith(("sion", "tion")) and len(word) - 3 >= r2:
        return word[:-3]
    return word


def _final_e_or_l(word: str, r1: int, r2: int) -> str:
    if word.endswith("e"):
        at = len(word) - 1
        if at >= r2 or (at >= r1 and not _ends_short(word[:-1])):
            return word[:-1]
    elif word.endswith("ll") and len(word) - 1 >= r2:
        return word[:-1]
    return word
