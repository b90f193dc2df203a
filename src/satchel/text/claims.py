"""What tells two similar texts apart: numbers, negations, and words that carry the statement."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, NamedTuple

from satchel.text.clean import strip_marks
from satchel.text.fold import fold
from satchel.text.identifiers import bare
from satchel.text.remembered import remembered
from satchel.text.stem import stem

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\u3041-\u30ff\uac00-\ud7a3\U00020000-\U000323af"
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_ATOM = re.compile(rf"[{_HAN}]|[^\W\d_{_HAN}]+(?:'[^\W\d_{_HAN}]+)*")
_FILLER = frozenset("的了吗呢吧啊呀嘛地得着很就也都是") | frozenset(
    "a an the is are was were be been being has have had do does did will would of that which who user".split()
)
# Words in which a sign of negation negates nothing, then the signs themselves.
_HAN_NEGATION = re.compile(
    "(?:不过|不仅|不但|不错|不断|不久|不同|不管|不论|无论|无关紧要|差不多|没关系|要不然|对不起|了不起|非常|除非|非洲|特别|分别|区别|"
    "级别|性别|个别|别墅|别名|别人|未来|否则|是否|能否|是不是|能不能|要不要|会不会|可不可以|有没有|无线|无锡)"
    "|(不再|不要|不能|不会|不想|没有|不|没|无|未|别|勿|莫|毋|禁止|拒绝)"
)
_NEGATIONS = frozenset(
    "not no never none nobody nothing neither nor nowhere without cannot cant dont doesnt didnt wont wouldnt shouldnt couldnt "
    "isnt arent wasnt werent hasnt havent hadnt aint mustnt neednt stop stopped stops quit refuse refuses refused avoid avoids "
    "avoided unlike lack lacks except hardly rarely seldom".split()
)
NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
"""English words for small numbers → their figures."""
_COUNTED = re.compile(
    "(?<![一二三四五六七八九十百千第周])[二两三四五六七八九](?=[个只条台本份张件位家间辆部点天年月次岁周杯])"
)
_TO_FIGURES = str.maketrans("二两三四五六七八九", "223456789")
_SHARE_ADDED = 0.06
"""How much of the longer text may be telling words that the shorter lacks; a name is always too much."""


def counted_in_figures(text: str) -> str:
    """The text with small counts in figures: 四个 is 4个. Weekdays, ordinals and longer numbers stay as they are."""
    return _COUNTED.sub(lambda found: found[0].translate(_TO_FIGURES), text)


def numbers(text: str) -> list[str]:
    """The numbers of a text in order, in one spelling each: 1,000 is 1000, 03 is 3, 2026-03-01 is 2026 3 1."""
    found: list[str] = []
    for written in _NUMBER.findall(fold(text)):
        ungrouped = re.sub(r"(?<=\d),(?=\d{3}(?:\D|$))", "", written)
        found += [part.lstrip("0") or "0" for part in re.split(r"[,:/-]", ungrouped)]
    return found


def negations(text: str) -> int:
    """How many signs of negation a text has, in English and Chinese."""
    folded = fold(text)
    han = 0 if folded.isascii() else sum(1 for found in _HAN_NEGATION.finditer(folded) if found[1])
    return han + sum(map(_is_negation, _ATOM.findall(folded)))


@lru_cache(maxsize=1 << 14)
def _is_negation(atom: str) -> bool:
    return bare(atom).casefold() in _NEGATIONS


def telling(text: str) -> frozenset[str]:
    """The stems of the words that carry a statement."""
    return frozenset(stem for stem, _ in _atoms(strip_marks(text)))


def may_agree(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether `difference` may find none between two texts of these `telling` words: a look that costs a thousandth.

    Each word of one alone must be a slip of one of the other alone, or be among the little that the longer text adds.
    """
    mine, yours = ours - theirs, theirs - ours
    if not mine and not yours:
        return True
    # Words that stand twice count once in a set, so there is twice the room.
    room = 2 * _SHARE_ADDED * max(_letters(ours), _letters(theirs))
    for some, others in ((mine, yours), (yours, mine)):
        slips = _lengths(others)
        for word in some:
            # Stems may be shorter than the words whose slips they are.
            if len(word) < _SLIPS_FROM or slips.get(word[0], _NONE).isdisjoint(range(len(word) - 2, len(word) + 3)):
                room -= len(word)
                if room < 0:
                    return False
    return True


_SLIPS_FROM: Final = 4
"""Letters of a word from which a slip of the pen in it is none of another word."""
_NONE: Final[frozenset[int]] = frozenset()


def _lengths(words: frozenset[str]) -> dict[str, set[int]]:
    """First letter → lengths of the words that begin with it and are long enough for a slip."""
    found: dict[str, set[int]] = {}
    for word in words:
        if len(word) >= _SLIPS_FROM:
            found.setdefault(word[0], set()).add(len(word))
    return found


def difference(a: str, b: str) -> str | None:
    """What makes two texts two statements: `kind: ours / theirs` for the first found, or None.

    Kinds: `number`, `negation`, `word` (one says something else in the same place), `order` (the same words otherwise
    arranged), `added` (one says clearly more).
    Filler words, endings, punctuation and a slip inside a longer lower-case word make none.
    """
    ours, theirs = _told(a), _told(b)
    if ours.numbers != theirs.numbers:
        return f"number: {_only(ours.numbers, theirs.numbers)} / {_only(theirs.numbers, ours.numbers)}"
    if ours.negations != theirs.negations:
        return f"negation: {ours.negations} / {theirs.negations}"
    return _word_difference(ours.atoms, theirs.atoms)


class _Told(NamedTuple):
    """What a text tells, as far as `difference` looks at it."""

    numbers: list[str]
    negations: int
    atoms: list[tuple[str, str]]


@remembered
def _told(text: str) -> _Told:
    """A text is compared with several others."""
    plain = strip_marks(text)
    return _Told(numbers(plain), negations(plain), _atoms(plain))


def _only(one: list[str], other: list[str]) -> str:
    return " ".join((Counter(one) - Counter(other)).elements()) or "-"


def _atoms(text: str) -> list[tuple[str, str]]:
    """Telling words as pairs of stem and spelling; a Han character is a word."""
    atoms: list[tuple[str, str]] = []
    for atom in _ATOM.findall(fold(text)):
        word = bare(atom)
        if word and word.casefold() not in _FILLER:
            atoms.append((stem(word.casefold()), word))
    return atoms


def _word_difference(ours: list[tuple[str, str]], theirs: list[tuple[str, str]]) -> str | None:
    added: list[str] = []
    left, right = [atom[0] for atom in ours], [atom[0] for atom in theirs]
    for kind, start, end, other_start, other_end in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        mine, yours = ours[start:end], theirs[other_start:other_end]
        if kind == "replace" and not _same_but_for_slips(mine, yours):
            return f"word: {_spelled(mine)} / {_spelled(yours)}"
        if kind in {"insert", "delete"}:
            added += [word for _, word in mine + yours]
    if sorted(left) == sorted(right) and added:
        return f"order: {' '.join(added)}"
    total = max(_letters(word for _, word in ours), _letters(word for _, word in theirs))
    if _letters(added) > _SHARE_ADDED * total or any(word[0].isupper() for word in added):
        return f"added: {' '.join(added)}"
    return None


def _letters(words: Iterable[str]) -> int:
    return sum(map(len, words))


def _spelled(atoms: list[tuple[str, str]]) -> str:
    return " ".join(word for _, word in atoms)


def _same_but_for_slips(ours: list[tuple[str, str]], theirs: list[tuple[str, str]]) -> bool:
    return len(ours) == len(theirs) and all(_is_slip(a[1], b[1]) for a, b in zip(ours, theirs, strict=True))


def _is_slip(a: str, b: str) -> bool:
    """One letter wrong, missing, doubled or swapped in a long lower-case word; names and short words are never slips."""
    if min(len(a), len(b)) < 6 or a[0] != b[0] or not (a.islower() and b.islower() and a.isalpha() and b.isalpha()):
        return False
    if len(a) == len(b):
        wrong = [at for at, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
        if len(wrong) == 2:
            return wrong[1] == wrong[0] + 1 and a[wrong[0]] == b[wrong[1]] and a[wrong[1]] == b[wrong[0]]
        return len(wrong) == 1
    shorter, longer = sorted((a, b), key=len)
    return len(longer) == len(shorter) + 1 and any(
        longer[:at] + longer[at + 1 :] == shorter for at in range(1, len(longer))
    )
