"""Names of keys: their segments, what looks like what, and which patterns meet.

Everything compares parsed segments, never prefixes of text: `user.name` has nothing to do with `user.nameHistory`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from satchel.text.fold import fold
from satchel.text.stem import stem
from satchel_protocol.record import MAX_KEY_LENGTH

ITEM: Final = "[*]"
"""Stands for the id of an item, as a segment of its own."""
_SEGMENT = re.compile(r"[^\W_](?:[\w-]*\w)?")
_WRITTEN = re.compile(r"(?P<name>[^.\[\]]*)(?P<items>(?:\[[^\[\]]*\])*)")
_ITEMS = re.compile(r"\[[^\[\]]*\]")
_DOT = re.compile(r"\.(?![^\[\]]*\])")
"""Between segments; one inside brackets belongs to the id of an item: tasks.open[v1.2]."""
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]+")
_SEPARATORS = re.compile(r"[\W_]+")
_LOOK_ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝӏкмтвнАЕОРСУХІЈЅНКМТВԌαοενιρτυκΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɡɑ",
    "aeopcyxijshdqwlkmtbhAEOPCYXIJSHKMTBGaoeviptukABEZHIKMNOPTYXiga",
)
"""Cyrillic, Greek and a few Latin letters that a reader takes for plain ones."""
_MOST_LETTERS: Final = 120
"""Of a name that is looked at letter by letter."""
_GENERIC: Final = frozenset(
    "info information data detail details value values list lists item items entry entries record records note notes tip tips setting settings config "
    "configuration option options preference preferences pref prefs profile profiles management strategy strategies habit habits routine routines "
    "current preferred default main primary my the new old full display general common misc other".split()
)
"""Words that a model adds or leaves out without meaning another thing."""


def segments(name: str) -> tuple[str, ...]:
    """`tasks.open[*].deadline` is tasks, open, [*], deadline. Whatever is odd in a name stays visible in its segments."""
    found: list[str] = []
    for part in _DOT.split(name):
        written = _WRITTEN.fullmatch(part)
        if written is None:
            found.append(part)
            continue
        if written["name"] or not written["items"]:
            found.append(written["name"])
        found += _ITEMS.findall(written["items"])
    return tuple(found)


def oddity(name: str) -> str:
    """What is wrong with the form of a name; empty when nothing is."""
    if len(name) > MAX_KEY_LENGTH:
        return f"has more than {MAX_KEY_LENGTH} characters"
    parts = segments(name)
    if name != name.strip() or not all(parts):
        return "has an empty segment or a blank around it"
    if parts[0].startswith("["):
        return "starts with an item"
    for part in parts:
        if part in {ITEM, "*", "**"}:
            continue  # WILDCARD_OVERLAP has to say something about the free ones
        if part.startswith("["):
            return f"names one item, {part}; a key stands for all of them: {ITEM}"
        if not _SEGMENT.fullmatch(part):
            return f"has a segment {part!r} that is not letters, digits, - and _"
    return ""


def matches(pattern: str, name: str) -> bool:
    """Whether a reserved pattern covers a name: `*` is one segment, `**` any number of them at the end."""
    want, have = segments(pattern), segments(name)
    if want and want[-1] == "**":
        want = want[:-1]
        have = have[: len(want)] if len(have) >= len(want) else have
    return len(want) == len(have) and all(w in {"*", h} for w, h in zip(want, have, strict=True))


def overlap(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two patterns can stand for one concrete path."""
    return len(one) == len(other) and all(map(_meets, one, other))


def _meets(one: str, other: str) -> bool:
    if one == other:
        return True
    items = one.startswith("["), other.startswith("[")
    if any(items):
        return all(items) and ITEM in {one, other}
    return "*" in {one, other}


@lru_cache(maxsize=20_000)
def words(segment: str) -> tuple[str, ...]:
    """The words of a segment, lower-case, singular: `displayNames` is display, name."""
    plain = unicodedata.normalize("NFKC", fold(segment)).translate(_LOOK_ALIKE)
    found: list[str] = []
    for chunk in _SEPARATORS.split(plain):
        found += (_singular(hump.casefold()) for hump in _HUMPS.findall(chunk))
    return tuple(found)


def _singular(word: str) -> str:
    if len(word) > 3 and word.isascii():
        if word.endswith("ies") and len(word) > 4:
            return word[:-3] + "y"
        if word.endswith(("sses", "shes", "ches", "xes")):
            return word[:-2]
        if word.endswith("s") and not word.endswith(("ss", "us", "is")):
            return word[:-1]
    return word


@lru_cache(maxsize=20_000)
def skeleton(name: str) -> str:
    """What is left of a name without case, plural, separators and the alphabets that letters come from."""
    return "".join("".join(words(part)) for part in segments(name) if not part.startswith("["))


def mixes_alphabets(name: str) -> bool:
    """Whether one word of a name is written with letters of Latin and of an alphabet that looks like it."""
    if name.isascii():
        return False
    for part in re.findall(r"[^\W\d_]+", name):
        alphabets = {unicodedata.name(char, "?").split()[0] for char in part}
        if len(alphabets & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
            return True
    return False


def is_generic(word: str) -> bool:
    """Whether a word says nothing by itself; singular as `words` gives it."""
    return word in _GENERIC or word + "s" in _GENERIC


@lru_cache(maxsize=20_000)
def subject(name: str) -> tuple[str, frozenset[str]]:
    """What a name is about: its first segment, and its telling words as stems.

    Words that mean nothing by themselves are left out, unless the last segment has no others: `sleep_habits` is about
    sleep, `calendar.settings` about the settings of the calendar.
    """
    parts = [part for part in segments(name) if not part.startswith("[")]
    said: list[str] = []
    for place, part in enumerate(parts[1:], start=1):
        all_words = words(part)
        telling = [word for word in all_words if not is_generic(word)]
        said += telling or (all_words if place == len(parts) - 1 else ())
    chosen = said or list(words(parts[0]) if parts else ())
    return (parts[0].casefold() if parts else "", frozenset(stem(word) if word.isascii() else word for word in chosen))


def likeness(one: str, other: str) -> float:
    """How alike the last words of two names are, 0 to 1: shared pairs of letters, or a shared telling word.

    Source: Dice, Ecology 1945, over pairs of letters.
    """
    last = [[part for part in segments(name) if not part.startswith("[")][-1:] for name in (one, other)]
    if not all(last):
        return 0.0
    left, right = (tuple(w for w in words(part[0])) for part in last)
    if left == right:
        return 1.0
    telling = [frozenset(word for word in side if not is_generic(word)) for side in (left, right)]
    if telling[0] and telling[1] and (telling[0] <= telling[1] or telling[1] <= telling[0]):
        return 0.9
    pairs = [{text[i : i + 2] for i in range(len(text) - 1)} for text in ("".join(left), "".join(right))]
    total = len(pairs[0]) + len(pairs[1])
    return 2 * len(pairs[0] & pairs[1]) / total if total else 0.0


def one_letter_apart(names: list[str]) -> list[tuple[str, str]]:
    """Pairs of names of which one word differs by one letter: added, lost, exchanged or swapped with its neighbour.

    Words of fewer than four letters are never slips of each other (`line_a` and `line_b`), nor are differing digits. By
    what is left of a name when one letter is left out, so that it takes time in proportion to all names' letters.
    """
    spelled: dict[str, list[str]] = {}
    for name in names:
        spelled.setdefault(" ".join(word for part in segments(name) for word in words(part)), []).append(name)
    shortened: dict[str, list[str]] = {}
    for text in spelled:
        if len(text) > _MOST_LETTERS:
            continue
        for place in range(len(text)):
            shortened.setdefault(text[:place] + text[place + 1 :], []).append(text)
    found: set[tuple[str, str]] = set()
    for rest, texts in shortened.items():
        together = [*texts, rest] if rest in spelled else texts
        for i, one in enumerate(together):
            for other in together[i + 1 :]:
                if one != other and _is_slip(one.split(" "), other.split(" ")):
                    found.add((min(one, other), max(one, other)))
    return sorted((a, b) for one, other in found for a in spelled[one] for b in spelled[other])


def _is_slip(one: list[str], other: list[str]) -> bool:
    if len(one) != len(other):
        return False
    differing = [(left, right) for left, right in zip(one, other, strict=True) if left != right]
    if len(differing) != 1:
        return False
    left, right = differing[0]
    if min(len(left), len(right)) < 4 or re.sub(r"\d", "", left) == re.sub(r"\d", "", right):
        return False
    if len(left) != len(right):
        return True
    places = [i for i in range(len(left)) if left[i] != right[i]]
    if len(places) == 1:
        return True
    first, second = places[0], places[-1]
    return len(places) == 2 and second == first + 1 and (left[first], left[second]) == (right[second], right[first])
